"""A project whose description is another one now: what is told of that, and where it is no description for it at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Origin
from mcpgen.pipeline import CONFIG, Inputs
from mcpgen.renamed import operation_ids, renamed_operations
from mcpgen.sources import own_copy

_LEAST = 0.2  # of the operations that the project's tools stand for


def succeeds(
    inputs: Inputs, diagnostics: Diagnostics, *, given: bool, willing: bool, whole: bool = False
) -> bool:
    """Tell what is different with the description of now; False where it must not take the place of the one before.

    `given` is one from the command line, which must not be of another API unless its user is `willing`; of a `whole`
    mcpgen.yaml the tools that it describes itself are looked at too.
    """
    before = _operation_ids(inputs)
    if given and not willing and _is_stranger(inputs, before, diagnostics, whole=whole):
        return False
    for key, old, new in renamed_operations(before, operation_ids(inputs.bundle)):
        diagnostics.report("MG434", f"{key}: operationId {old!r} is {new!r} now")
    return _report_source(inputs, diagnostics)


def _operation_ids(inputs: Inputs) -> Mapping[str, str]:
    """Those that the project knows, by the keys of operations."""
    if inputs.recalled:
        return inputs.recalled.operation_ids
    return operation_ids(own_copy(inputs.root) or {})


def _report_source(inputs: Inputs, diagnostics: Diagnostics) -> bool:
    if inputs.former is None:
        return True
    (source,) = inputs.config.openapi
    path = str(inputs.root / CONFIG)
    if not inputs.rewrite:
        diagnostics.report("MG438", f"`openapi` cannot be made {source.source}", Origin(path))
        return False
    instead = f" in place of {inputs.former}" if inputs.former else ""
    diagnostics.report("MG437", f"`openapi` names {source.source}{instead}", Origin(path))
    return True


def _is_stranger(
    inputs: Inputs, before: Mapping[str, str], diagnostics: Diagnostics, *, whole: bool
) -> bool:
    """Whether hardly an operation that tools stand for is described, by its key or its operationId; reported then."""
    known = set(inputs.manifest.tools if inputs.manifest else ())
    if not whole:
        known -= {each.key for each in inputs.document.operations if each.tool}
        known = {key for key in known if not key.startswith("TOOL ")}
    kept = sum(1 for _ in _kept(known, inputs, before))
    if not known or kept >= _LEAST * len(known):
        return False
    told = f"{kept} of the {len(known)} operations that the tools of {inputs.root} stand for"
    source = inputs.bundle.get("source") or inputs.document.title or CONFIG
    diagnostics.report("MG439", f"{source} describes {told}")
    return True


def _kept(known: set[str], inputs: Inputs, before: Mapping[str, str]) -> Iterator[str]:
    keys = {each.key for each in inputs.document.operations}
    names = set(operation_ids(inputs.bundle).values())
    for key in known:
        if key in keys or before.get(key.partition("#")[0]) in names:
            yield key
