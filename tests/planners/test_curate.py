"""What is offered, and what an owner's choices do to it."""

from __future__ import annotations

import pytest

from mcpgen.config import Config, read_config
from mcpgen.diagnostics import Diagnostics
from mcpgen.planners.plan import Plan, Tool

from .build import plan_of

PATHS = """
    paths:
      /pets:
        get:
          operationId: listPets
          tags: [pets]
          summary: List them
          description: All of them.
          parameters:
            - {name: owner, in: query, required: true, schema: {type: string}}
            - {name: limit, in: query, schema: {type: integer}}
          responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}}}}}}}}
        post:
          operationId: addPet
          tags: [pets]
          requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, kind: {type: string}}}}}}
          responses: {'204': {description: ok}}
      /admin/keys:
        delete:
          operationId: dropKeys
          tags: [admin]
          responses: {'204': {description: ok}}
"""


def planned(choices: str, paths: str = PATHS) -> Plan:
    return plan_of(paths, config=config_of(choices))


def config_of(choices: str) -> Config:
    found = Diagnostics()
    config = read_config(f"openapi: shop.yaml\ntypes: all\n{choices}", "mcpgen.yaml", found)
    assert config is not None, list(found)
    return config


def names(plan: Plan) -> set[str]:
    return {tool.name for tool in plan.tools}


def pets(choices: str) -> Tool:
    entry = f"operations:\n  listPets:\n    {choices}\n"
    return next(tool for tool in planned(entry).tools if tool.key == "GET /pets")


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        ("include: [listPets]", {"listPets"}),
        ("include: [GET /pets, DELETE /admin/keys]", {"listPets", "dropKeys"}),
        ("include: ['* /pets']", {"listPets", "addPet"}),
        ("include: [{tag: pets}]\nexclude: [{method: POST}]", {"listPets"}),
        ("include: [{tag: pets, method: POST}]", {"addPet"}),
        ("include: [{pattern: Pets?$}]", {"listPets", "addPet"}),
        ("exclude: [{path: /admin/*}]", {"listPets", "addPet"}),
        ("exclude: [drop*]", {"listPets", "addPet"}),
    ],
)
def test_rules_choose_operations(rules: str, offered: set[str]) -> None:
    assert names(planned(rules)) == offered


def test_a_name_a_title_and_a_description_replace_those_of_the_document() -> None:
    tool = pets("{name: find_pets, title: Find pets, description: 'Finds pets, and no more.'}")
    assert (tool.name, tool.title, tool.description) == (
        "find_pets",
        "Find pets",
        "Finds pets, and no more.",
    )


def test_a_group_is_a_module() -> None:
    plan = planned("operations:\n  dropKeys: {group: dangerous things}\n")
    assert [module.name for module in plan.modules] == ["pets", "dangerous_things"]


def test_a_pinned_argument_is_in_no_schema_and_in_the_request() -> None:
    tool = pets("arguments: {owner: {pin: {env: OWNER}}}")
    assert list(tool.input_schema["properties"]) == ["limit"]
    assert tool.private["pinned"] == {"owner": {"env": "OWNER"}}
    assert tool.sample is not None
    assert tool.sample.expected.target.startswith("/pets?owner=fake-owner")


def test_a_pinned_variable_is_one_that_an_operator_is_told_of() -> None:
    plan = planned("arguments: {owner: {pin: {env: OWNER}}}\n")
    assert [each.name for each in plan.variables if each.required] == ["SHOP_OWNER"]
    assert plan.pins == {"OWNER": "string"}


def test_a_general_choice_gives_way_to_an_operations_own() -> None:
    plan = planned(
        "arguments: {owner: {pin: me}}\noperations: {listPets: {arguments: {owner: {description: Who.}}}}"
    )
    tool = next(each for each in plan.tools if each.name == "listPets")
    assert tool.input_schema["properties"]["owner"]["description"] == "Who."


def test_a_hidden_argument_is_gone_from_schema_and_request() -> None:
    tool = pets("arguments: {limit: {hide: true}}")
    assert list(tool.input_schema["properties"]) == ["owner"]
    assert tool.function.request is not None
    assert [slot.wire for slot in tool.function.request.query] == ["owner"]


def test_a_default_is_shown_sent_and_makes_an_argument_optional() -> None:
    tool = pets("arguments: {owner: {default: me}}")
    assert tool.input_schema["properties"]["owner"]["default"] == "me"
    assert "required" not in tool.input_schema
    assert tool.private["defaults"] == {"owner": "me"}


def test_a_renamed_argument_keeps_its_name_on_the_wire() -> None:
    tool = pets("arguments: {owner: {rename: keeper}}")
    assert "keeper" in tool.input_schema["properties"]
    assert tool.function.request is not None
    assert tool.function.request.query[0].wire == "owner"


def test_what_only_the_server_knows_is_kept() -> None:
    tool = pets(
        "{confirm: always, limits: {retries: 0, result_tokens: 100}, "
        "status_query: {tool: addPet}, pagination: {kind: page, argument: limit}}"
    )
    assert tool.private["confirm"] == "always"
    assert tool.private["limits"] == {"retries": 0, "resultTokens": 100}
    assert tool.private["statusQuery"] == {"tool": "addPet"}
    assert tool.private["pagination"] == {"kind": "page", "argument": "limit"}


def test_a_selection_promises_no_schema_and_is_what_the_test_expects() -> None:
    tool = pets("select: '[].name'")
    assert tool.output_schema is None
    assert tool.private["select"] == "[].name"
    assert tool.sample is not None
    assert tool.sample.result == [pet["name"] for pet in tool.sample.answer]


def test_an_idempotency_key_that_the_document_does_not_know_is_an_argument_of_ours() -> None:
    plan = planned("operations: {addPet: {idempotency_key: X-Once}}")
    tool = next(each for each in plan.tools if each.name == "addPet")
    assert tool.private["idempotencyKey"] == "X-Once"
    assert "idempotency_key" in tool.input_schema["properties"]
    assert "idempotency_key" not in {each.identifier for each in tool.function.arguments}


EXTENDED = PATHS.replace(
    "operationId: listPets", "operationId: listPets\n          x-mcp: {name: find-pets, annotations: {openWorldHint: false}}"
).replace(
    "operationId: addPet", "operationId: addPet\n          x-speakeasy-mcp: {disabled: true, title: Add}"
)  # fmt: skip


def test_extensions_of_the_document_are_understood() -> None:
    plan = planned("", EXTENDED)
    tool = next(each for each in plan.tools if each.key == "GET /pets")
    assert names(plan) == {"find-pets", "dropKeys"}
    assert tool.annotations.open_world is False


def test_the_owners_word_counts_more_than_an_extension() -> None:
    plan = planned("include: [addPet, GET /pets]\noperations: {listPets: {name: pets}}", EXTENDED)
    assert names(plan) == {"pets", "addPet"}


@pytest.mark.parametrize("value", ["false", "{enabled: false}"])
def test_a_document_may_offer_only_what_it_names(value: str) -> None:
    text = f"    x-mcp: {value}\n" + PATHS.replace(
        "operationId: listPets", "operationId: listPets\n          x-mcp: true"
    )
    assert names(planned("", text)) == {"listPets"}


def test_a_path_may_take_its_operations_away() -> None:
    text = PATHS.replace("      /admin/keys:\n", "      /admin/keys:\n        x-mcp: false\n")
    assert names(planned("", text)) == {"listPets", "addPet"}
