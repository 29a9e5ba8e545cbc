"""The owner's choices about operations: which become tools, and what is said and done about each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mcpgen.config import Choices, Config, Rule
from mcpgen.config.choices import Keys, over
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, Operation, Requirement, Server
from mcpgen.planners.backing import backing
from mcpgen.planners.extensions import Extension, extension_of
from mcpgen.planners.rules import Miss, fits, is_exact, misses, names_of, nearest

_NOTHING = Choices()
_SILENT = Extension()


@dataclass(frozen=True, slots=True, kw_only=True)
class Curated:
    """What is left of a document to offer, and what the owner chose for each operation, by key."""

    document: Document
    choices: Mapping[str, Choices]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """What all steps need."""

    document: Document
    config: Config
    diagnostics: Diagnostics

    def report(self, code: str, message: str, keys: Keys, help_: str = "") -> None:
        """Report a choice, unless it is a shared file's: that speaks to many projects, and not all of it to each."""
        if self.config.is_own(*keys):
            origin = self.config.origin(*keys)
            self.diagnostics.report(code, message, origin, help=help_)


def curate(document: Document, config: Config, diagnostics: Diagnostics) -> Curated:
    """Choose the operations and settle what is different about each; choices that match nothing are errors.

    Operations that become no tools stay where workflows, resources or completions call them.
    """
    desk = _Desk(document=document, config=config, diagnostics=diagnostics)
    named = _named(desk)
    said = {op.key: extension_of(op, document) for op in document.operations}
    offered = list(_offered(desk, said))
    inside = {op.key for op in backing(document.operations, offered, config, named)}
    chosen = {op.key for op in offered} | inside
    kept = [op for op in document.operations if op.key in chosen]
    choices = {
        op.key: config.tools[op.tool].choices if op.tool else named.get(op.key, _NOTHING)
        for op in kept
    }
    choices = {
        key: _over(said[key], replace(each, offered=False) if key in inside else each)
        for key, each in choices.items()
    }
    operations = tuple(_settled(op, said[op.key], choices[op.key], desk) for op in kept)
    others = config.workflows or config.resources or config.prompts
    if document.operations and not offered and not others:
        keys: Keys = ("include",) if config.include is not None else ("exclude",)
        diagnostics.report("MG322", "no operation is left", config.origin(*keys))
    _tell_twins(choices, desk)
    servers = _servers(document, config)
    return Curated(
        document=replace(document, operations=operations, servers=servers), choices=choices
    )


def _named(desk: _Desk) -> dict[str, Choices]:
    """The choices of `operations`, by the keys of the operations they are for."""
    found: dict[str, Choices] = {}
    names: dict[str, list[Operation]] = {}
    described = [op for op in desk.document.operations if not op.tool]
    for op in described:
        for name in dict.fromkeys(names_of(op)):
            names.setdefault(name, []).append(op)
    for name, choices in desk.config.operations.items():
        meant = names.get(name, [])
        if not meant:
            desk.report(
                "MG320", f"there is no operation `{name}`", choices.keys, nearest(name, names)
            )
        elif len(meant) > 1:
            apart = " or ".join(f"`{_apart(name, op)}`" for op in meant[:3])
            message = f"`{name}` names {len(meant)} operations"
            desk.report("MG321", message, choices.keys, f"Write {apart}.")
        elif meant[0].key in found and not desk.config.is_own(*choices.keys):
            found[meant[0].key] = over(found[meant[0].key], choices)
        elif meant[0].key in found:
            message = f"`{name}` is `{meant[0].key}`, which has an entry already"
            desk.report("MG321", message, choices.keys, "Join the two entries.")
        else:
            found[meant[0].key] = choices
    return found


def _apart(name: str, op: Operation) -> str:
    """A name that no other operation has."""
    prefixed = f"{name}#{op.prefix}"
    return prefixed if prefixed in names_of(op) else op.key


def _offered(desk: _Desk, said: Mapping[str, Extension]) -> Iterator[Operation]:
    """The operations that become tools; those described in mcpgen.yaml always do."""
    config = desk.config
    described = [op for op in desk.document.operations if not op.tool]
    _tell_misses("include", config.include or (), described, desk)
    _tell_misses("exclude", config.exclude, described, desk)
    for op in desk.document.operations:
        if op.tool:
            yield op
        elif not _is_chosen(op, config):
            continue
        elif said[op.key].offered is False and not _asked_for(op, config):
            desk.diagnostics.report("MG306", "left out, as the description says", op.origin)
        else:
            yield op


def _is_chosen(op: Operation, config: Config) -> bool:
    if any(fits(rule, op) for rule in config.exclude):
        return False
    return config.include is None or any(fits(rule, op) for rule in config.include)


def _asked_for(op: Operation, config: Config) -> bool:
    return any(is_exact(rule, op) for rule in config.include or ())


def _tell_misses(
    key: str, rules: tuple[Rule, ...], operations: list[Operation], desk: _Desk
) -> None:
    for index, rule in enumerate(rules):
        missed = list(misses(rule, operations))
        for miss in missed:
            keys: Keys = (key, index, miss.key)
            place = keys if desk.config.is_own(*keys) else (key, index)
            desk.report("MG320", _missed(miss), place, nearest(miss.value, miss.known))
        if not missed and not any(fits(rule, op) for op in operations):
            message = "no operation fits all of this rule at once"
            help_ = "For operations that fit one or the other, write two rules."
            desk.report("MG320", message, (key, index), help_)


def _missed(miss: Miss) -> str:
    what = {
        "operation": "there is no operation",
        "tag": "no operation has the tag",
        "path": "no operation is on the path",
        "method": "no operation has the method",
        "pattern": "no operation matches the pattern",
        "prefix": "no description has the prefix",
    }
    return f"{what[miss.key]} `{miss.value}`"


def _over(said: Extension, chosen: Choices) -> Choices:
    """The owner's choices, over what the description says; its name is only a wish, as an operationId is."""
    if said == _SILENT:
        return chosen
    return replace(
        chosen,
        title=chosen.title or said.title,
        description=chosen.description or said.description,
        annotations={**said.annotations, **chosen.annotations},
        labels=said.scopes,
    )


def _settled(op: Operation, said: Extension, chosen: Choices, desk: _Desk) -> Operation:
    """The operation as it is to be planned."""
    if chosen is _NOTHING and said == _SILENT:
        return op
    security = op.security if chosen.auth is None else tuple(_required(chosen, desk))
    return replace(
        op,
        operation_id=said.name or op.operation_id,
        summary=chosen.title or op.summary,
        description=chosen.description or op.description,
        security=security,
        servers=(Server(url=chosen.base_url),) if chosen.base_url else op.servers,
    )


def _required(chosen: Choices, desk: _Desk) -> Iterator[Requirement]:
    schemes = desk.document.security_schemes
    for index, name in enumerate(chosen.auth or ()):
        if name in schemes:
            yield {name: schemes[name].scopes}
        else:
            keys = (*chosen.keys, "auth", index)
            desk.report(
                "MG320", f"there is no security scheme `{name}`", keys, nearest(name, schemes)
            )


def _tell_twins(choices: Mapping[str, Choices], desk: _Desk) -> None:
    """Two tools cannot have one name."""
    taken = set(desk.config.tools)
    for chosen in choices.values():
        if not chosen.name:
            continue
        if chosen.name in taken:
            message = f"another tool is called `{chosen.name}` already"
            desk.report("MG321", message, (*chosen.keys, "name"), "Give each a name of its own.")
        taken.add(chosen.name)


def _servers(document: Document, config: Config) -> tuple[Server, ...]:
    if not config.base_url:
        return document.servers
    first = document.servers[0] if document.servers else Server(url="")
    return (replace(first, url=config.base_url, variables={}),)
