"""Run by an interpreter that has schemathesis: arguments drawn from the input schemas of tools, and such as do not fit.

Standard input is `{"tools": {name: input schema}, "examples": n}`; standard output a line for each draw:
`{"tool": name, "fits": bool, "arguments": {…}}`.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode

# What JSON libraries keep exactly.
_INT64 = {"minimum": -(2**63), "maximum": 2**63 - 1}


def main() -> None:
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    api = schemathesis.openapi.from_dict(_document(asked["tools"]))
    for found in api.get_all_operations():
        operation = found.ok()
        for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
            for arguments in _draws(operation.as_strategy(generation_mode=mode), asked["examples"]):
                fits = mode is GenerationMode.POSITIVE
                _tell({"tool": operation.path[1:], "fits": fits, "arguments": arguments})


def _document(tools: dict[str, Any]) -> dict[str, Any]:
    """The tools as operations whose body are the arguments."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for name, schema in tools.items():
        for part, definition in schema.get("$defs", {}).items():
            schemas[f"{name}.{part}"] = _told(definition, name)
        whole = _told({key: value for key, value in schema.items() if key != "$defs"}, name)
        body = {"required": True, "content": {"application/json": {"schema": whole}}}
        answers = {"200": {"description": ""}}
        paths[f"/{name}"] = {"post": {"requestBody": body, "responses": answers}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "tools", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _told(node: Any, tool: str) -> Any:
    """The schema with its references moved, and with what schemathesis goes by: base64 is its format `byte`."""
    if isinstance(node, list):
        return [_told(item, tool) for item in node]
    if not isinstance(node, dict):
        return node
    told = {key: _told(value, tool) for key, value in node.items()}
    if isinstance(ref := node.get("$ref"), str):
        told["$ref"] = ref.replace("#/$defs/", f"#/components/schemas/{tool}.")
    if node.get("contentEncoding") == "base64":
        told["format"] = "byte"
    return _INT64 | told if node.get("type") == "integer" else told


def _draws(strategy: Any, examples: int) -> Iterator[dict[str, Any]]:
    """What the strategy gives; some schemas have nothing that does not fit them."""
    drawn: list[Any] = []

    @seed(0)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(case: Any) -> None:
        drawn.append(case.body)

    try:
        draw()
    except Exception as error:  # noqa: BLE001  # hypothesis has many ways to say that there is none
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    return (arguments for arguments in drawn if isinstance(arguments, dict))


def _tell(line: dict[str, Any]) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")


if __name__ == "__main__":
    main()
