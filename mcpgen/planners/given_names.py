"""Names that mcpgen.yaml gives and that the tool of another operation has: none may lose its name without a word."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.config import Choices, Config
from mcpgen.config.choices import Keys
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, Operation
from mcpgen.planners.names import wished_name


def given_names(document: Document, choices: Mapping[str, Choices]) -> dict[str, str]:
    """What mcpgen.yaml calls operations, by their keys: the tools that it describes, and those that it names."""
    own = {op.key: op.tool for op in document.operations if op.tool}
    return own | {key: chosen.name for key, chosen in choices.items() if chosen.name}


def tell_taken_names(
    document: Document,
    choices: Mapping[str, Choices],
    kept: Mapping[str, str],
    called: Mapping[str, str],
    config: Config,
    diagnostics: Diagnostics,
) -> None:
    """Report names that are given anew and that another tool has (`kept`), or would have.

    Where the tool was `called` so before, an operation that comes later is the one that has to have another name.
    """
    given = given_names(document, choices)
    owners: dict[str, Operation] = {}
    for op in document.operations:
        inside = op.key in choices and not choices[op.key].offered
        if op.key not in given and not inside:
            owners.setdefault(kept.get(op.key) or wished_name(op), op)
    own = {op.key: op.tool for op in document.operations}
    for key, name in given.items():
        if name in owners and called.get(key) != name:
            place: Keys = ("tools", name) if own.get(key) else (*choices[key].keys, "name")
            other = owners[name].key
            diagnostics.report(
                "MG321",
                f"the tool of `{other}` is called `{name}` already",
                config.origin(*place),
                help=f"Choose another name; or give the other tool one (`name:` at `{other}` under `operations:`), "
                "or leave it out (`exclude:`).",
            )
