"""What is wrong with a value by its schema, in words: what is there, what was meant, what to write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from mcpgen.config.choices import Keys
from mcpgen.model import Json, JsonObject

_SHOWN: Final = 60
_WORDS: Final = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}
_LISTED: Final = 4
_PLAIN: Final = re.compile(r"[A-Za-z][\w./-]*")
_FORMS: Final = {
    "string": "a text, in quotes where it looks like something else",
    "array": "a list: `- ` before each item",
    "object": "a mapping, `key: value` below it",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
_BOUNDS: Final = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: the keys that lead to it, what is wrong, and what to write instead."""

    keys: Keys
    message: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class _Fault:
    """What a validator says: `rule` is the keyword that failed, `asked` its value, `named` whether a key is meant."""

    keys: Keys
    rule: str
    asked: Any
    instance: Any
    schema: JsonObject
    message: str
    named: bool


def problems(value: Json, schema: JsonObject) -> Iterator[Problem]:
    """Everything in `value` that its schema (2020-12) does not allow."""
    validator: Any = Draft202012Validator(schema)
    for error in validator.iter_errors(value):
        yield from _explain(_fault(_leaf(error)))


def suggestion(name: str, known: Sequence[str]) -> str:
    """`Did you mean …?`, or what there is to choose from."""
    listed = ", ".join(f"`{each}`" for each in known)
    return nearest(name, known) or f"Known here: {listed}."


def nearest(name: str, known: Sequence[str]) -> str:
    """`Did you mean …?`; `""` where nothing is near."""
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean `{near[0]}`?" if near else ""


def shown(value: Json) -> str:
    """A value on one short line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _leaf(error: ValidationError) -> ValidationError:
    """The alternative that was most likely meant: a word from a list rather than another type."""
    while error.context and error.absolute_path and not _is_choice(error):
        error = min(error.context, key=lambda each: (each.validator != "enum", -len(each.path)))
    return error


def _is_choice(error: ValidationError) -> bool:
    """Whether the alternatives are keys, one of which must be there."""
    asked: Any = error.validator_value
    return error.validator == "oneOf" and all(each.keys() == {"required"} for each in asked)


def _fault(error: ValidationError) -> _Fault:
    schema: Any = error.schema or {}
    return _Fault(
        keys=tuple(error.absolute_path),
        rule=str(error.validator),
        asked=error.validator_value,
        instance=error.instance,
        schema=schema,
        message=error.message,
        named="propertyNames" in error.absolute_schema_path,
    )


def _explain(fault: _Fault) -> Iterator[Problem]:
    if fault.named:
        keys = (*fault.keys, str(fault.instance))
        yield Problem(keys, f"{shown(fault.instance)} cannot be a name here", _asked(fault))
    elif fault.rule == "additionalProperties":
        yield from _unknown(fault)
    else:
        say = _SAY.get(fault.rule, _other)
        yield Problem(fault.keys, f"{_where(fault.keys)} {say(fault)}", _asked(fault))


def _unknown(fault: _Fault) -> Iterator[Problem]:
    known = list(fault.schema.get("properties", {}))
    allowed = tuple(each.lstrip("^") for each in fault.schema.get("patternProperties", {}))
    for name in fault.instance:
        if name not in known and not name.startswith(allowed):
            message = f"{_where(fault.keys)} has no key `{name}`"
            yield Problem((*fault.keys, name), message, suggestion(name, known))


def dotted(keys: Keys) -> str:
    """Keys as a person writes them: `tools.greet.input`."""
    return ".".join(map(str, keys))


def _where(keys: Keys) -> str:
    return f"`{dotted(keys)}`" if keys else "mcpgen.yaml"


def _asked(fault: _Fault) -> str:
    """What the schema says of the place, with an example of what to write."""
    if not (fault.keys or fault.named):
        return (
            "It begins like `openapi: petstore.yaml`, or describes tools of its own under `tools:`."
        )
    if fault.rule == "enum" and isinstance(fault.instance, str):
        near = nearest(fault.instance, [str(each) for each in fault.asked])
        return near or "Write one of these."
    if fault.rule == "type" and "array" in fault.asked and isinstance(fault.instance, str):
        return f"Write a list: `{fault.keys[-1]}: {_listed(fault.instance)}`."
    parts = [str(fault.schema.get("description", ""))]
    parts += [f"For instance: {shown(each)}." for each in fault.schema.get("examples", ())[:1]]
    return " ".join(filter(None, parts)) or _form(fault)


def _listed(item: str) -> str:
    """A list of one text, as YAML."""
    return f"[{item}]" if _PLAIN.fullmatch(item) else json.dumps([item], ensure_ascii=False)


def _form(fault: _Fault) -> str:
    """What to write where the schema has no words for it."""
    if fault.rule == "required":
        missing = next(each for each in fault.asked if each not in fault.instance)
        return f"Add `{missing}:` there."
    if properties := list(fault.schema.get("properties", {})):
        keys = ", ".join(f"`{each}`" for each in properties[:_LISTED])
        return f"Write keys below it, for instance {keys}."
    words = [word for kind, word in _FORMS.items() if kind in str(fault.schema.get("type", ""))]
    return f"Write {words[0]}." if words else "Write a JSON Schema, or leave it out."


def _type(fault: _Fault) -> str:
    asked: list[str] = [fault.asked] if isinstance(fault.asked, str) else fault.asked
    words = " or ".join(_WORDS[each] for each in asked)
    return f"must be {words}, not {shown(fault.instance)}"


def _enum(fault: _Fault) -> str:
    choices = ", ".join(str(each) for each in fault.asked)
    return f"must be one of {choices}, not {shown(fault.instance)}"


def _required(fault: _Fault) -> str:
    missing = [each for each in fault.asked if each not in fault.instance]
    return f"lacks {', '.join(f'`{each}`' for each in missing)}"


def _pattern(fault: _Fault) -> str:
    return f"cannot be {shown(fault.instance)}"


def _empty(_fault: _Fault) -> str:
    return "is empty"


def _bound(fault: _Fault) -> str:
    return f"must be {_BOUNDS[fault.rule]} {fault.asked}, not {shown(fault.instance)}"


def _any_of(_fault: _Fault) -> str:
    return "describes nothing: it needs `openapi:` (a document) or `tools:` (described here)"


def _one_of(fault: _Fault) -> str:
    keys = [f"`{each['required'][0]}`" for each in fault.asked if "required" in each]
    return f"needs one of {', '.join(keys)}, and no more" if keys else _other(fault)


def _other(fault: _Fault) -> str:
    return f"is not right: {fault.message}"


_SAY: Final[Mapping[str, Callable[[_Fault], str]]] = {
    "type": _type,
    "enum": _enum,
    "required": _required,
    "pattern": _pattern,
    "maxLength": _pattern,
    "minLength": _empty,
    "minProperties": _empty,
    "anyOf": _any_of,
    "oneOf": _one_of,
    **dict.fromkeys(_BOUNDS, _bound),
}
