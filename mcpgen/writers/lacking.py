"""Tools whose functions their owner has deleted: they are listed, and no call of them can work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Origin
from mcpgen.writers.manifest import ToolRecord
from mcpgen.writers.merge.code import made_by, parse
from mcpgen.writers.settle import Verdict, text_after
from mcpgen.writers.sighting import Sighting, State

_TOOLS: Final = "tools/"
_SHOWN: Final = 6
_OWNERS: Final = frozenset({State.GONE, State.EDITED, State.FOREIGN})


def tell_lacking(
    verdicts: Iterable[tuple[Sighting, Verdict]],
    tools: Mapping[str, ToolRecord],
    diagnostics: Diagnostics,
) -> None:
    """Report the tools that cannot work, at the module that lacks their functions."""
    functions: dict[str, dict[str, str]] = {}
    for tool in tools.values():
        module, _, function = tool.function.partition(".")
        functions.setdefault(f"{_TOOLS}{module}", {})[function] = tool.name
    for sighting, verdict in verdicts:
        wanted = functions.get(sighting.file.id, {})
        if wanted and sighting.state in _OWNERS and not sighting.moved:
            lost = list(_lost(wanted, text_after(sighting, verdict)))
            if lost:
                _report(sighting, lost, diagnostics)


def _lost(wanted: Mapping[str, str], text: str) -> Iterator[str]:
    """The names of tools whose functions a module neither makes nor imports; none of one that is no Python."""
    try:
        made = made_by(parse(text))
    except (SyntaxError, ValueError):
        return
    if "*" not in made:
        yield from (tool for function, tool in wanted.items() if function not in made)


def _report(sighting: Sighting, lost: list[str], diagnostics: Diagnostics) -> None:
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    told = f"{', '.join(lost[:_SHOWN])}{more} cannot work: what they call is not there"
    what = lost[0] if sighting.found else sighting.path
    help_ = (
        f"`mcpgen accept {what}` brings it back; what is not to be offered, "
        "leave out in mcpgen.yaml (`exclude`, or without its entry)."
    )
    diagnostics.report("MG441", told, Origin(sighting.path), help=help_)
