"""Parts of arguments, by the way that leads there: `metadata.tenant`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mcpgen.model import Schema
from mcpgen.planners.arguments import Draft
from mcpgen.planners.objects import plain_object
from mcpgen.planners.plan import Request
from mcpgen.planners.views import Views

Change = Callable[[Mapping[str, Schema], frozenset[str]], tuple[dict[str, Schema], frozenset[str]]]


def part_of(
    name: str, drafts: Sequence[Draft], whole: Draft | None, views: Views
) -> tuple[Draft, tuple[str, ...]] | None:
    """What a name stands for that is no argument's: the argument that it is a part of, and the way below it.

    A dotted name begins with an argument, the longest that there is; any other is looked for in the `whole` body, which
    has not become arguments.
    """
    words = name.split(".")
    for length in range(len(words) - 1, 0, -1):
        first = ".".join(words[:length])
        for draft in drafts:
            if first in {draft.name, draft.wire}:
                return draft, tuple(words[length:])
    ways = ((name,), tuple(words)) if whole else ()
    return next(
        ((whole, way) for way in ways if whole and schema_at(whole.schema, way, views)), None
    )


def whole_body(drafts: Sequence[Draft], request: Request) -> Draft | None:
    """The argument that is the body, where there is one."""
    wanted = request.body.identifier if request.body else ""
    return next((draft for draft in drafts if wanted and draft.identifier == wanted), None)


def names_at(schema: Schema, views: Views) -> list[str]:
    """The properties that a schema names."""
    return list(_members(schema, views).get("properties", {}))


def schema_at(schema: Schema, path: Sequence[str], views: Views) -> tuple[Schema, bool] | None:
    """The schema of a part, and whether it is required where it stands; None where there is no such part."""
    name, *rest = path
    known = _members(schema, views)
    if name not in known.get("properties", {}):
        return None
    child: Schema = known["properties"][name]
    return schema_at(child, rest, views) if rest else (child, name in known.get("required", ()))


def changed_at(schema: Schema, path: Sequence[str], change: Change, views: Views) -> Schema:
    """The schema, written out as far as the part, with the properties around the part changed; the part must be there."""
    name, *rest = path
    known = _members(schema, views)
    properties: Mapping[str, Schema] = known["properties"]
    required = frozenset(known.get("required", ()))
    if rest:
        properties = {**properties, name: changed_at(properties[name], rest, change, views)}
    else:
        properties, required = change(properties, required)
    whole = {**known, "properties": dict(properties), "required": sorted(required)}
    return whole if required else {k: v for k, v in whole.items() if k != "required"}


def _members(schema: Schema, views: Views) -> Schema:
    """The object that a schema describes, its parts put together where they are spread over `allOf`."""
    whole = views.resolve(schema, "input")
    if "allOf" in whole and (plain := plain_object(schema, views)):
        told: Schema = {key: whole[key] for key in ("title", "description") if key in whole}
        return {
            "type": "object",
            **told,
            "properties": plain.properties,
            "required": sorted(plain.required),
        }
    return whole


def without_part(name: str) -> Change:
    """Take a property away."""
    return lambda properties, required: (
        {key: each for key, each in properties.items() if key != name},
        required - {name},
    )


def with_part(name: str, new: str, schema: Schema, *, optional: bool) -> Change:
    """Give a property another name or schema."""

    def change(
        properties: Mapping[str, Schema], required: frozenset[str]
    ) -> tuple[dict[str, Schema], frozenset[str]]:
        kept = {
            new if key == name else key: schema if key == name else each
            for key, each in properties.items()
        }
        needed = frozenset(new if key == name else key for key in required)
        return kept, needed - {new} if optional else needed

    return change


def unneeded(draft: Draft, views: Views) -> Draft:
    """The argument, optional if nothing in it has to be given any more."""
    needs = _members(draft.schema, views).get("required")
    return draft if needs else replace(draft, required=False)
