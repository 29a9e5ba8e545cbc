"""The owner's choices about arguments: renamed, hidden, given a default, or filled by the server itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.config import ArgumentChoice, Choices, Config, Pin
from mcpgen.config.choices import Keys
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Json, JsonObject, Operation, is_array
from mcpgen.planners.arguments import Draft
from mcpgen.planners.inline import Inliner
from mcpgen.planners.inner import part_of, whole_body
from mcpgen.planners.plan import Request, RequestBody, Slot
from mcpgen.planners.rules import nearest
from mcpgen.planners.views import Views

_SCALARS = frozenset({"string", "integer", "number", "boolean", "null"})
_HEADER = "x-mcp-header"
_HEADER_TYPES = ("string", "integer", "boolean")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """The arguments and the request as the owner wants them.

    `pinned` says, by the function's identifiers, where the server takes arguments from that are in no schema; `defaults`
    what it sends, by the tool's argument names, when a call leaves them out; `nested` what it does about parts of them.
    """

    drafts: tuple[Draft, ...]
    request: Request
    pinned: JsonObject = field(default_factory=dict[str, Json])
    defaults: JsonObject = field(default_factory=dict[str, Json])
    nested: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaper:
    """What choices about arguments are settled with; `matched` collects the general ones that had an argument."""

    config: Config
    diagnostics: Diagnostics
    views: Views
    inliner: Inliner
    matched: set[str] = field(default_factory=set[str])

    def report(self, code: str, message: str, keys: Keys, help_: str = "") -> None:
        """Report at a place of mcpgen.yaml."""
        self.diagnostics.report(code, message, self.config.origin(*keys), help=help_)


def shape(
    op: Operation,
    drafts: tuple[Draft, ...],
    request: Request,
    choices: Choices,
    shaper: Shaper,
) -> Shaped:
    """Apply an operation's own choices, and the general ones where it has none."""
    chosen = _chosen(op, drafts, request, choices, shaper)
    shaped = Shaped(drafts=drafts, request=request)
    for identifier, (keys, choice) in chosen.items():
        draft = next(each for each in shaped.drafts if each.identifier == identifier)
        shaped = _settled(shaped, draft, choice, keys, op, shaper)
    return shaped


def tell_unmatched(shaper: Shaper, known: Sequence[str]) -> None:
    """Report general choices for arguments that no operation has."""
    for name in shaper.config.arguments:
        if name not in shaper.matched and shaper.config.is_own("arguments", name):
            message = f"no operation has an argument `{name}`"
            shaper.report("MG320", message, ("arguments", name), nearest(name, known))


def _chosen(
    op: Operation,
    drafts: tuple[Draft, ...],
    request: Request,
    choices: Choices,
    shaper: Shaper,
) -> dict[str, tuple[Keys, ArgumentChoice]]:
    """Choices by the identifier of the argument that they are for; those about parts of one are for `shape_parts`."""
    found: dict[str, tuple[Keys, ArgumentChoice]] = {}
    for name, choice in shaper.config.arguments.items():
        for draft in called(name, drafts) if not op.tool else ():
            shaper.matched.add(name)
            if not (choice.hide and draft.required):
                found[draft.identifier] = (("arguments", name), choice)
    for name, choice in choices.arguments.items():
        keys = (*choices.keys, "arguments", name)
        meant = called(name, drafts)
        part = part_of(name, drafts, whole_body(drafts, request), shaper.views)
        if not meant and part is None and shaper.config.is_own(*keys):
            known = dict.fromkeys(each for draft in drafts for each in (draft.name, draft.wire))
            message = f"{op.key} has no argument `{name}`"
            shaper.report("MG320", message, keys, nearest(name, known))
        for draft in meant:
            found[draft.identifier] = (keys, choice)
    return found


def called(name: str, drafts: Sequence[Draft]) -> list[Draft]:
    """The argument of that name; else those that the API calls so."""
    exact = [draft for draft in drafts if draft.name == name]
    return exact or [draft for draft in drafts if draft.wire == name]


def _settled(
    shaped: Shaped,
    draft: Draft,
    choice: ArgumentChoice,
    keys: Keys,
    op: Operation,
    shaper: Shaper,
) -> Shaped:
    if choice.hide:
        return _hidden(shaped, draft, keys, op, shaper)
    if choice.pin is not None:
        return _pinned(shaped, draft, choice.pin, keys, shaper)
    name = _renamed(shaped, draft, choice, keys, shaper)
    new = replace(draft, name=name, description=choice.description or draft.description)
    if choice.mirror:
        new = _mirrored(shaped, draft, new, (choice.mirror, (*keys, "mirror")), shaper)
    if not choice.has_default:
        return _with(shaped, draft, new)
    check_value(choice.default, draft, (*keys, "default"), shaper)
    schema = {**new.schema, "default": choice.default}
    given = _with(shaped, draft, replace(new, required=False, schema=schema))
    return replace(given, defaults={**shaped.defaults, name: choice.default})


def _with(shaped: Shaped, old: Draft, new: Draft) -> Shaped:
    return replace(shaped, drafts=tuple(new if each is old else each for each in shaped.drafts))


def _renamed(
    shaped: Shaped, draft: Draft, choice: ArgumentChoice, keys: Keys, shaper: Shaper
) -> str:
    name = choice.rename or draft.name
    if any(each.name == name for each in shaped.drafts if each is not draft):
        message = f"another argument is called `{name}` already"
        shaper.report("MG321", message, (*keys, "rename"), "Choose another name.")
        return draft.name
    return name


def _mirrored(
    shaped: Shaped, draft: Draft, new: Draft, mirror: tuple[str, Keys], shaper: Shaper
) -> Draft:
    """The argument, which clients repeat as a header (MCP 2026-07-28, `x-mcp-header`): else they would not take the tool at all."""
    header, keys = mirror
    kind = shaper.views.resolve(draft.schema, "input").get("type")
    if kind not in _HEADER_TYPES:
        message = (
            f"`{draft.name}` is no text, whole number or boolean, which alone a header can say"
        )
        shaper.report("MG321", message, keys, "Remove `mirror`.")
        return new
    others = [each for each in shaped.drafts if each is not draft]
    if any(str(each.schema.get(_HEADER, "")).lower() == header.lower() for each in others):
        message = f"another argument is repeated as the header `{header}` already"
        shaper.report("MG321", message, keys, "Choose another name.")
        return new
    return replace(new, schema={**draft.schema, "type": kind, _HEADER: header})


def _hidden(shaped: Shaped, draft: Draft, keys: Keys, op: Operation, shaper: Shaper) -> Shaped:
    if draft.required:
        message = f"{op.key} needs `{draft.name}`, so it cannot be hidden"
        help_ = "Give it a value that no model chooses: `pin:` a constant, `{env: NAME}` or `{claim: NAME}`."
        shaper.report("MG321", message, (*keys, "hide"), help_)
        return shaped
    return replace(
        shaped,
        drafts=tuple(each for each in shaped.drafts if each is not draft),
        request=_without(shaped.request, draft.identifier),
    )


def _pinned(shaped: Shaped, draft: Draft, pin: Pin, keys: Keys, shaper: Shaper) -> Shaped:
    pinned = {**shaped.pinned, draft.identifier: pin_spec(draft, pin, keys, shaper)}
    return replace(_with(shaped, draft, replace(draft, pinned=True)), pinned=pinned)


def pin_spec(draft: Draft, pin: Pin, keys: Keys, shaper: Shaper) -> JsonObject:
    """Where the server takes the value of an argument, or of a part of one, from."""
    spec: JsonObject = {"value": pin.value}
    if pin.env or pin.claim:
        kind = _kind(draft, shaper)
        if kind not in _SCALARS:
            message = (
                f"`{draft.name}` is {kind}, which one text of the environment or a token cannot be"
            )
            help_ = "Pin it to a constant: `pin: {value: …}`."
            shaper.report("MG321", message, (*keys, "pin"), help_)
        spec = {"env": pin.env} if pin.env else {"claim": pin.claim}
        spec |= {"type": kind} if kind != "string" else {}
    else:
        check_value(pin.value, draft, (*keys, "pin"), shaper)
    return spec


def _kind(draft: Draft, shaper: Shaper) -> str:
    """The JSON type of an argument; text where several would do, or none is named."""
    kinds = shaper.views.resolve(draft.schema, "input").get("type", "string")
    if is_array(kinds):
        kinds = next((each for each in kinds if each != "null"), "string")
    return str(kinds)


def check_value(value: Json, draft: Draft, keys: Keys, shaper: Shaper) -> None:
    """Tell of a value that the API's own schema does not allow."""
    settled, definitions = shaper.inliner.settle({"value": draft.schema})
    schema = {**settled["value"], "$defs": definitions}
    validator: Any = Draft202012Validator(schema)  # its types are of an older draft
    try:
        legal = validator.is_valid(value)
    except re.error:  # a pattern in another dialect
        return
    if not legal:
        message = f"the description does not allow this value for `{draft.name}`"
        shaper.report("MG323", message, keys)


def _without(request: Request, identifier: str) -> Request:
    """The request without the places that an argument fills."""
    return replace(
        request,
        path_values=_others(request.path_values, identifier),
        query=_others(request.query, identifier),
        headers=_others(request.headers, identifier),
        cookies=_others(request.cookies, identifier),
        querystring="" if request.querystring == identifier else request.querystring,
        body=_body_without(request.body, identifier) if request.body else None,
    )


def _body_without(body: RequestBody, identifier: str) -> RequestBody | None:
    if body.choice == identifier:
        return replace(body, choice="", media_types=())
    if body.fields is None:
        return None if body.identifier == identifier else body
    fields = _others(body.fields, identifier)
    return replace(body, fields=fields) if fields else None


def _others(slots: tuple[Slot, ...], identifier: str) -> tuple[Slot, ...]:
    kept = (slot for slot in slots if slot.identifier != identifier)
    return tuple(
        replace(slot, headers=tuple(each for each in slot.headers if each.identifier != identifier))
        for slot in kept
    )


def pinned_samples(drafts: Sequence[Draft], pinned: Mapping[str, JsonObject]) -> JsonObject:
    """What the emitted tests' environment and token give for pinned arguments, by argument name."""
    return {draft.name: sample_of(pinned[draft.identifier]) for draft in drafts if draft.pinned}


def sample_of(spec: JsonObject) -> Json:
    """The value of one pinned argument under test; the runtime's `fake_pin` gives the same."""
    if "value" in spec:
        return spec["value"]
    name = str(spec.get("env") or spec.get("claim"))
    return {"boolean": True, "integer": 1, "number": 1}.get(
        spec.get("type", "string"), f"fake-{name.lower().replace('_', '-')}"
    )
