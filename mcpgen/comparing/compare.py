"""Two catalogues: which tools came, went or were renamed, and what is different about the others and the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.comparing.catalogue import Catalogue, Entry
from mcpgen.comparing.difference import Aspect, Comparison, Difference, Renamed
from mcpgen.comparing.tools import address_difference, tool_differences
from mcpgen.comparing.wording import reworded
from mcpgen.model import JsonObject


def compare(old: Catalogue, new: Catalogue) -> Comparison:
    """What changed for callers from `old` to `new`."""
    pairs = _pairs(old.tools, new.tools)
    known = {entry.name for entry in pairs.values()}
    told = [*_server(old, new)]
    for name, entry in pairs.items():
        told += tool_differences(old.tools[name], entry, old, new)
    return Comparison(
        added=tuple(name for name in new.tools if name not in known),
        removed=tuple(name for name in old.tools if name not in pairs),
        renamed=tuple(
            Renamed(old=name, new=entry.name, kept=name in entry.data.get("aliases", ()))
            for name, entry in pairs.items()
            if name != entry.name
        ),
        differences=tuple(told),
    )


def _pairs(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> dict[str, Entry]:
    """What each old tool is now: by the key of its operation, else by its name."""
    by_key = {entry.operation: entry for entry in new.values()}
    found = {name: by_key[each.operation] for name, each in old.items() if each.operation in by_key}
    taken = {entry.name for entry in found.values()}
    for name in old:
        entry = new.get(name)
        if name not in found and entry is not None and entry.name not in taken:
            found[name] = entry
            taken.add(entry.name)
    return {name: found[name] for name in old if name in found}


def _server(old: Catalogue, new: Catalogue) -> Iterator[Difference]:
    yield from _addresses(old, new)
    yield from _hosts(old, new)
    yield from _schemes(old.api.get("securitySchemes", {}), new.api.get("securitySchemes", {}))
    before, after = (each.api.get("instructions", "") for each in (old, new))
    if before != after:
        text = reworded(before, after)
        yield Difference(aspect=Aspect.DESCRIPTION, place="instructions", text=text, security=True)


def _addresses(old: Catalogue, new: Catalogue) -> Iterator[Difference]:
    before, after = old.base_url(0), new.base_url(0)
    if before != after:
        yield address_difference(before, after)
    left, right = _variables(old), _variables(new)
    for name in left | right:
        if left.get(name) != right.get(name):
            lost = set(left.get(name, {}).get("enum", ())) - set(
                right.get(name, {}).get("enum", ())
            )
            yield Difference(
                aspect=Aspect.ADDRESS,
                place=f"{{{name}}}",
                text="its values changed",
                breaking=bool(lost) or name not in right,
            )


def _variables(catalogue: Catalogue) -> dict[str, JsonObject]:
    found: dict[str, JsonObject] = {}
    for server in catalogue.api.get("servers", ()):
        found |= server.get("variables", {})
    return found


def _hosts(old: Catalogue, new: Catalogue) -> Iterator[Difference]:
    for host in new.hosts:
        if host not in old.hosts:
            text = f"a new host: {host}"
            yield Difference(aspect=Aspect.ADDRESS, text=text, security=True)
    before, after = (set(each.api.get("credentialHosts", ())) for each in (old, new))
    for host in sorted(before ^ after):
        text = f"{host} may {'receive' if host in after else 'no longer receive'} credentials"
        yield Difference(
            aspect=Aspect.AUTH, text=text, breaking=host in before, security=host in after
        )


def _schemes(old: Mapping[str, JsonObject], new: Mapping[str, JsonObject]) -> Iterator[Difference]:
    for name in {**old, **new}:
        before, after = old.get(name), new.get(name)
        if before == after:
            continue
        what = "added" if before is None else "removed" if after is None else "changed"
        yield Difference(
            aspect=Aspect.AUTH,
            place=name,
            text=f"security scheme {what}",
            breaking=before is not None and after is not None and _stricter(before, after),
            security=True,
        )


def _stricter(old: JsonObject, new: JsonObject) -> bool:
    """Whether more changed than the scopes that can be asked for."""
    return _without_scopes(old) != _without_scopes(new)


def _without_scopes(scheme: JsonObject) -> JsonObject:
    flows = {
        name: {key: value for key, value in flow.items() if key != "scopes"}
        for name, flow in scheme.get("flows", {}).items()
    }
    return {**scheme, "flows": flows}
