"""`schemas.py`: TypedDicts by datamodel-code-generator, which nothing else imports.

It gets one mapping of definitions under our names and writes unformatted text, which `typing_module` lays out. A
definition that it refuses becomes `Any`, since types are hints: the contract is in the catalogue.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Mapping
from typing import Any

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Schema
from mcpgen.planners.plan import Types
from mcpgen.renderers.code import Code
from mcpgen.renderers.typing_module import lay_out

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_MOST_REFUSED = 8  # then no types at all: each costs a dozen runs to find


def typed_dicts(types: Types, diagnostics: Diagnostics) -> Code:
    """The definitions as Python, without header and docstring."""
    definitions = dict(sorted(types.definitions.items()))
    if not definitions:
        return Code("")
    refused = set[str]()
    tree = _generate(definitions, refused)
    while tree is None:
        refused |= _next_refused(definitions, refused)
        tree = _generate(definitions, refused)
    for name in sorted(refused):
        diagnostics.report("MG351", f"the type {name} is Any: its schema cannot be written as one")
    fields = {name: list(_properties(schema)) for name, schema in definitions.items()}
    return lay_out(tree, fields, refused)


def _properties(schema: Schema) -> Schema:
    properties: Schema = schema.get("properties") or {}
    return properties


def _next_refused(definitions: Mapping[str, Schema], refused: set[str]) -> set[str]:
    """The first definition that spoils those before it, found by halving; all of them after too many."""
    names = [name for name in definitions if name not in refused]
    if len(refused) >= _MOST_REFUSED:
        return set(names)
    good, bad = 0, len(names)
    while bad - good > 1:
        middle = (good + bad) // 2
        if _generate(definitions, refused | set(names[middle:])) is None:
            bad = middle
        else:
            good = middle
    return {names[bad - 1]}


def _generate(definitions: Mapping[str, Schema], without: Collection[str]) -> ast.Module | None:
    """Unformatted Python, or nothing when a definition is refused; those named in `without` count as empty."""
    if len(without) == len(definitions):
        return ast.Module([], [])
    try:
        defs = {
            name: {} if name in without else _numbered(schema)
            for name, schema in definitions.items()
        }
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(_run({"$schema": _DIALECT, "$defs": defs}))
    except Exception:  # noqa: BLE001  # whatever it trips over, the other definitions are fine
        return None


def _numbered(schema: Schema) -> Schema:
    """The schema with its properties called p0, p1 and so on, since names that Python dislikes would be changed."""
    numbers = {name: f"p{number}" for number, name in enumerate(_properties(schema))}
    if not numbers:
        return schema
    return {
        **schema,
        "properties": {numbers[name]: child for name, child in schema["properties"].items()},
        "required": [numbers[name] for name in schema.get("required", ()) if name in numbers],
    }


def _run(document: dict[str, Any]) -> str:
    # Half a second and 80 MB of memory, so it is imported where types are made.
    import datamodel_code_generator as dmcg  # noqa: PLC0415
    from datamodel_code_generator.enums import DataModelType, NamingStrategy  # noqa: PLC0415

    config = dmcg.GenerateConfig(
        input_file_type=dmcg.InputFileType.JsonSchema,
        output_model_type=DataModelType.TypingTypedDict,
        target_python_version=dmcg.PythonVersion.PY_311,
        formatters=[],  # formatters read the pyproject.toml of the current directory
        disable_timestamp=True,
        custom_file_header="#",
        naming_strategy=NamingStrategy.FullPath,
        skip_root_model=True,
        treat_dot_as_module=False,
        allow_remote_refs=False,
        use_closed_typed_dict=False,
        use_schema_description=False,
    )
    return str(dmcg.generate(document, config=config))
