"""Mistakes in choices about parts of arguments, told with what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics, as_json
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

SHOP = """\
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://api.shop.example'}]
paths:
  /orders:
    post:
      operationId: addOrder
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [item, context], properties: {
          item: {type: string}, context: {type: object, required: [tenant], properties: {
            tenant: {type: string, maxLength: 5}, trace: {type: object, properties: {id: {type: string}}}}}}}}}
      responses: {'204': {description: added}}
"""


def told(folder: Path, choices: str) -> list[dict[str, object]]:
    (folder / "shop.yaml").write_text(SHOP)
    (folder / "mcpgen.yaml").write_text(f"openapi: shop.yaml\n{choices}")
    found = Diagnostics()
    inputs = read_spec(str(folder / "mcpgen.yaml"), None, policy=Policy(), diagnostics=found)
    if inputs:
        make(inputs, found)
    return [each for each in as_json(found) if each["severity"] != "note"]


@pytest.mark.parametrize(
    ("name", "choice", "message", "help_"),
    [
        ("context.tenat", "{pin: {env: T}}", "no argument with a part", "`context.tenant`"),
        ("item.x", "{hide: true}", "no argument with a part", "There is none."),
        ("context.tenant", "{hide: true}", "cannot be hidden", "`pin:`"),
        ("context.trace", "{pin: {claim: org}}", "is object, which one text", "`pin: {value: …}`"),
        ("context.tenant", "{pin: too long}", "does not allow this value", ""),
        ("context.tenant", "{pin: {env: T}, rename: a}", "is pinned, so", "remove the other"),
    ],
)
def test_a_mistake_is_told_at_its_place(tmp_path, name, choice, message, help_) -> None:
    choices = f"operations:\n  addOrder:\n    arguments:\n      {name}: {choice}\n"

    (found,) = told(tmp_path, choices)

    assert message in str(found["message"])
    assert found["line"] == 5
    assert help_ in str(found.get("help") or "")


def test_a_part_of_what_is_pinned_cannot_be_chosen(tmp_path) -> None:
    pinned = "context: {pin: {value: {tenant: a}}}, context.tenant: {pin: b}"

    (found,) = told(tmp_path, f"operations: {{addOrder: {{arguments: {{{pinned}}}}}}}\n")

    assert "any more" in str(found["message"])


def test_a_general_choice_that_nothing_has_is_told_with_the_nearest(tmp_path) -> None:
    (found,) = told(tmp_path, "arguments:\n  context.tenat: {pin: {env: T}}\n")

    assert found["line"] == 3
    assert found["help"] == "Did you mean `context.tenant`?"
