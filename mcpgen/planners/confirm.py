"""Whether a person is asked before a call: `always`, `auto` (where the client can be asked) or `""`, never."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcpgen.config import Confirm
from mcpgen.model import Operation
from mcpgen.planners.plan import Annotations, Tool


def confirmation(
    own: Confirm | None,
    general: Confirm,
    op: Operation,
    given: Mapping[str, bool],
    hints: Annotations,
) -> str:
    """As the tool's owner says of it, else of the whole server: there `always` means all that changes something.

    `auto` is for DELETE and for what somebody marked as destructive (`given`): a PUT says by itself that it may overwrite, and
    most do no harm.
    """
    match own or general:
        case Confirm.ALWAYS:
            return "" if own is None and hints.read_only else "always"
        case Confirm.NEVER:
            return ""
        case Confirm.AUTO:
            destroys = given.get("destructiveHint", op.method == "DELETE")
            return "auto" if destroys and not hints.read_only else ""


def workflow_confirmation(
    own: Confirm | None, given: Mapping[str, bool], tools: Iterable[Tool]
) -> str:
    """As the owner says; else a person is asked before the workflow where one would be before a step."""
    if own in {Confirm.ALWAYS, Confirm.NEVER}:
        return "always" if own is Confirm.ALWAYS else ""
    modes = {str(tool.private.get("confirm", "")) for tool in tools}
    if given.get("destructiveHint"):
        modes.add("auto")
    return next((mode for mode in ("always", "auto") if mode in modes), "")
