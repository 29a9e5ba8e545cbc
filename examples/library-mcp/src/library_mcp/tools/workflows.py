# Written by mcpgen; edit freely, functions you change are kept [tools/workflows]
"""Tools of `workflows`: several calls in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._runtime import OMIT, Omit

if TYPE_CHECKING:
    from .._runtime import Flow


async def lend_by_title(
    flow: Flow, *, title: str, member: int, message: str | Omit = OMIT
) -> dict[str, Any]:
    """Lend by title."""
    find = await flow.step(
        "find",
        "search_books",
        {"q": title, "limit": 1},
        success=["length(items) > `0`"],
        outputs={"isbn": "items[0].isbn", "copies": "items[0].copies"},
    )
    lend = await flow.step(
        "lend",
        "lend_book",
        {"isbn": find["isbn"], "member": member},
        when="steps.find.outputs.copies > `0`",
        outputs={"loan": "id", "due": "due"},
    )
    await flow.step(
        "tell",
        "notify_member",
        {"member": member, "text": flow.text(message, " Due: ", lend["due"], ".")},
        when="inputs.message && steps.lend.outputs.loan",
        go_on=True,
    )
    return flow.result({"isbn": find["isbn"], "loan": lend["loan"], "due": lend["due"]})
