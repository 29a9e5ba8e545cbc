"""Before which calls a person is asked, and for which arguments."""

from __future__ import annotations

import pytest

from mcpgen.config import Config, read_config
from mcpgen.diagnostics import Diagnostics
from mcpgen.planners.plan import Plan, Tool

from .build import plan_of

PATHS = """
    paths:
      /pets/{pet}:
        parameters: [{name: pet, in: path, required: true, schema: {type: integer}}]
        get: {operationId: getPet, responses: {'200': {description: ok}}}
        put: {operationId: putPet, responses: {'200': {description: ok}}}
        delete: {operationId: dropPet, responses: {'204': {description: ok}}}
      /pets:
        post:
          operationId: addPet
          x-mcp: {annotations: {destructiveHint: true}}
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  required: [kind, mood, api_key, tags, owner, size]
                  properties:
                    kind: {type: string, enum: [cat, dog]}
                    mood: {type: string, description: How it feels.}
                    size: {type: integer}
                    api_key: {type: string}
                    tags: {type: array, items: {type: string}}
                    owner: {type: object, properties: {name: {type: string}}}
                    note: {type: string}
          responses: {'204': {description: ok}}
"""


def config_of(choices: str, found: Diagnostics) -> Config:
    config = read_config(f"openapi: shop.yaml\ntypes: all\n{choices}", "mcpgen.yaml", found)
    assert config is not None, list(found)
    return config


def planned(choices: str = "") -> Plan:
    return plan_of(PATHS, config=config_of(choices, Diagnostics()))


def tools(choices: str = "") -> dict[str, Tool]:
    return {tool.name: tool for tool in planned(choices).tools}


def policies(choices: str = "") -> dict[str, str]:
    return {name: str(tool.private.get("confirm", "")) for name, tool in tools(choices).items()}


def test_deleting_and_what_is_marked_as_destructive_asks_by_itself() -> None:
    assert policies() == {"getPet": "", "putPet": "", "dropPet": "auto", "addPet": "auto"}


def test_a_server_that_always_asks_does_so_before_changes() -> None:
    found = policies("confirm: always")
    assert found == {"getPet": "", "putPet": "always", "dropPet": "always", "addPet": "always"}


def test_a_server_may_never_ask() -> None:
    assert set(policies("confirm: never").values()) == {""}


@pytest.mark.parametrize(
    ("own", "general", "expected"),
    [
        ("always", "never", "always"),
        ("never", "always", ""),
        ("auto", "never", "auto"),
        ("auto", "always", "auto"),
    ],
)
def test_a_tools_own_word_counts_more(own: str, general: str, expected: str) -> None:
    choices = f"confirm: {general}\noperations: {{dropPet: {{confirm: {own}}}}}"
    assert policies(choices)["dropPet"] == expected


def test_a_tool_that_reads_asks_where_its_owner_says_so() -> None:
    assert policies("operations: {getPet: {confirm: always}}")["getPet"] == "always"


@pytest.mark.parametrize(
    ("hints", "expected"),
    [
        ("{destructiveHint: false}", ""),
        ("{readOnlyHint: true}", ""),
        ("{idempotentHint: false}", "auto"),
    ],
)
def test_annotations_decide_what_auto_is(hints: str, expected: str) -> None:
    assert policies(f"operations: {{dropPet: {{annotations: {hints}}}}}")["dropPet"] == expected


WORKFLOW = """
workflows:
  tidy:
    description: Tidies up.
    {confirm}
    input: {{pet: {{type: integer, required: true}}}}
    steps:
      - {{stepId: look, operationId: getPet, parameters: {{pet: $inputs.pet}}}}
      - {{stepId: drop, operationId: {last}, parameters: {{pet: $inputs.pet}}}}
{more}
"""


@pytest.mark.parametrize(
    ("confirm", "last", "more", "expected"),
    [
        ("", "dropPet", "", "auto"),
        ("", "putPet", "", ""),
        ("", "putPet", "operations: {putPet: {confirm: always}}", "always"),
        ("confirm: always", "putPet", "", "always"),
        ("confirm: never", "dropPet", "", ""),
        ("annotations: {destructiveHint: true}", "putPet", "", "auto"),
    ],
)
def test_a_workflow_asks_where_a_step_would(
    confirm: str, last: str, more: str, expected: str
) -> None:
    tool = tools(WORKFLOW.format(confirm=confirm, last=last, more=more))["tidy"]
    assert tool.private.get("confirm", "") == expected
    assert tool.private["calls"] == ["getPet", last]


def test_what_is_asked_for_may_be_left_out_and_says_so() -> None:
    tool = tools("operations: {addPet: {ask: [kind, mood, size]}}")["addPet"]
    assert tool.private["ask"] == ["kind", "mood", "size"]
    assert tool.input_schema["required"] == ["api_key", "tags", "owner"]
    described = tool.input_schema["properties"]["mood"]["description"]
    assert described == "How it feels. A person is asked for it where it is left out."


def test_the_function_still_takes_what_is_asked_for() -> None:
    tool = tools("operations: {addPet: {ask: [kind]}}")["addPet"]
    assert {each.name: each.required for each in tool.function.arguments}["kind"]


def test_the_emitted_test_gives_what_is_asked_for() -> None:
    tool = tools("operations: {addPet: {ask: [kind]}}")["addPet"]
    assert tool.sample is not None
    assert tool.sample.arguments["kind"] in {"cat", "dog"}


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("moon", "MG320", "no argument `moon`"),
        ("note", "MG321", "`note` is not required"),
        ("api_key", "MG321", "`api_key` looks like a secret"),
        ("tags", "MG321", "`tags` has a schema that no form can show"),
        ("owner", "MG321", "`owner` has a schema that no form can show"),
    ],
)
def test_what_no_form_can_ask_for_is_told(name: str, code: str, told: str) -> None:
    found = Diagnostics()
    config = config_of(f"operations: {{addPet: {{ask: [{name}]}}}}", found)
    plan = plan_of(PATHS, config=config, diagnostics=found)
    (problem,) = [each for each in found if each.code == code]
    assert told in problem.message
    assert "ask" not in next(tool for tool in plan.tools if tool.name == "addPet").private


def test_a_step_gives_what_a_person_would_be_asked_for() -> None:
    found = Diagnostics()
    choices = """
operations: {putPet: {ask: [pet]}}
workflows:
  wash: {description: Washes., steps: [{stepId: one, operationId: putPet}]}
"""
    plan_of(PATHS, config=config_of(choices, found), diagnostics=found)
    assert any("does not give `pet`" in each.message for each in found)
