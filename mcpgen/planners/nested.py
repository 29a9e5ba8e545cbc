"""The owner's choices about parts of arguments: hidden, filled in by the server, renamed, described or given a default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mcpgen.config import ArgumentChoice, Choices
from mcpgen.config.choices import Keys
from mcpgen.model import JsonObject, Operation, Schema
from mcpgen.planners.arguments import Draft
from mcpgen.planners.expected import runtime
from mcpgen.planners.inner import (
    changed_at,
    names_at,
    part_of,
    schema_at,
    unneeded,
    whole_body,
    with_part,
    without_part,
)
from mcpgen.planners.plan import Request
from mcpgen.planners.rules import nearest
from mcpgen.planners.shape import Shaped, Shaper, called, check_value, pin_spec, sample_of

Drawn: TypeAlias = tuple[Sequence[Draft], Request]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A part of the argument with this identifier, what was chosen about it, and where; `own` is the operation's choice."""

    identifier: str
    path: tuple[str, ...]
    choice: ArgumentChoice
    keys: Keys
    own: bool


def shape_parts(
    shaped: Shaped, op: Operation, drawn: Drawn, choices: Choices, shaper: Shaper
) -> Shaped:
    """Apply the choices about parts of arguments, as they were `drawn` before any; those about whole ones are in `shaped`.

    Parts are called as the API calls them: renaming comes last here, and first when a call is made.
    """
    parts = _parts(op, drawn, choices, shaper)
    others = [part for part in parts if not part.choice.rename]
    renamed = sorted((p for p in parts if p.choice.rename), key=lambda part: -len(part.path))
    for part in (*others, *renamed):
        shaped = _settled(shaped, part, op, shaper)
    return shaped


def _parts(op: Operation, drawn: Drawn, choices: Choices, shaper: Shaper) -> list[_Part]:
    """The choices that are about parts, an operation's own before the general ones."""
    drafts, request = drawn
    whole = whole_body(drafts, request)
    general: Mapping[str, ArgumentChoice] = {} if op.tool else shaper.config.arguments
    found: dict[tuple[str, tuple[str, ...]], _Part] = {}
    for own, names in ((False, general), (True, choices.arguments)):
        for name, choice in names.items():
            part = None if called(name, drafts) else part_of(name, drafts, whole, shaper.views)
            if part is not None:
                draft, path = part
                keys: Keys = (*(choices.keys if own else ()), "arguments", name)
                found[draft.identifier, path] = _Part(
                    identifier=draft.identifier, path=path, choice=choice, keys=keys, own=own
                )
    return list(found.values())


def _settled(shaped: Shaped, part: _Part, op: Operation, shaper: Shaper) -> Shaped:
    draft = next((each for each in shaped.drafts if each.identifier == part.identifier), None)
    if draft is None or draft.pinned:
        message = f"{op.key} has no argument that `{part.keys[-1]}` could be a part of any more"
        shaper.report("MG321", message, part.keys, "Remove one of the two choices.")
        return shaped
    found = schema_at(draft.schema, part.path, shaper.views)
    if found is None:
        _tell_missing(draft, part, op, shaper)
        return shaped
    shaper.matched.add(str(part.keys[-1]))
    child, required = found
    if part.choice.hide and required and not part.own:
        return shaped
    inner = replace(
        draft, name=f"{draft.name}.{'.'.join(part.path)}", schema=child, required=required
    )
    if part.choice.hide or part.choice.pin:
        return _taken(shaped, draft, inner, part, op, shaper)
    return _said(shaped, draft, inner, part, shaper)


def _tell_missing(draft: Draft, part: _Part, op: Operation, shaper: Shaper) -> None:
    if part.own and shaper.config.is_own(*part.keys):
        message = f"{op.key} has no argument with a part `{part.keys[-1]}`"
        known = [f"{draft.name}.{each}" for each in names_at(draft.schema, shaper.views)]
        shaper.report("MG320", message, part.keys, nearest(str(part.keys[-1]), known))


def _taken(
    shaped: Shaped, draft: Draft, inner: Draft, part: _Part, op: Operation, shaper: Shaper
) -> Shaped:
    """Without a part that no call gives."""
    said: JsonObject = {"hidden": True}
    if part.choice.pin is not None:
        said = {"pin": pin_spec(inner, part.choice.pin, part.keys, shaper)}
    elif inner.required:
        message = f"{op.key} needs `{inner.name}`, so it cannot be hidden"
        help_ = "Give it a value that no model chooses, with `pin:`."
        shaper.report("MG321", message, (*part.keys, "hide"), help_)
        return shaped
    schema = changed_at(draft.schema, part.path, without_part(part.path[-1]), shaper.views)
    made = replace(draft, schema=schema)
    made = unneeded(made, shaper.views) if part.choice.pin else made
    return _with(shaped, draft, made, part, [said])


def _said(shaped: Shaped, draft: Draft, inner: Draft, part: _Part, shaper: Shaper) -> Shaped:
    """With a part that is called, described or given a default otherwise."""
    choice, name = part.choice, part.path[-1]
    schema: Schema = inner.schema
    if choice.description:
        schema = {**schema, "description": choice.description}
    if choice.has_default:
        check_value(choice.default, inner, (*part.keys, "default"), shaper)
        schema = {**schema, "default": choice.default}
    change = with_part(name, choice.rename or name, schema, optional=choice.has_default)
    made = replace(draft, schema=changed_at(draft.schema, part.path, change, shaper.views))
    return _with(shaped, draft, made, part, list(_specs(choice)))


def _specs(choice: ArgumentChoice) -> Iterator[JsonObject]:
    if choice.rename:
        yield {"from": choice.rename}
    if choice.has_default:
        yield {"default": choice.default}


def _with(
    shaped: Shaped, old: Draft, new: Draft, part: _Part, said: Sequence[JsonObject]
) -> Shaped:
    """The last renaming is the first to be done, since ways below it are those of the API."""
    drafts = tuple(new if each is old else each for each in shaped.drafts)
    specs = tuple({"argument": new.name, "path": list(part.path), **each} for each in said)
    nested = (*specs, *shaped.nested) if part.choice.rename else (*shaped.nested, *specs)
    return replace(shaped, drafts=drafts, nested=nested)


def settled_parts(nested: Sequence[JsonObject], arguments: JsonObject) -> JsonObject:
    """The arguments as a server under test makes them of a call."""
    made: JsonObject = runtime("serving.nested").settled(nested, arguments, sample_of)
    return made
