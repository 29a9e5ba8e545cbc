"""Tools that ask the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cautious_mcp._runtime import OMIT, Omit

if TYPE_CHECKING:
    from cautious_mcp._runtime import Api, Flow


async def get_order(api: Api, *, order: int) -> Any:
    """Get an order."""
    return await api.get("/orders/{order}", path={"order": order})


async def delete_order(api: Api, *, order: int, reason: str | Omit = OMIT) -> Any:
    """Delete an order."""
    return await api.delete("/orders/{order}", path={"order": order}, query={"reason": reason})


async def create_order(api: Api, *, item: str) -> Any:
    """Order something."""
    return await api.post("/orders", json={"item": item})


async def replace_order(api: Api, *, order: int, item: str) -> Any:
    """Replace an order."""
    return await api.put("/orders/{order}", path={"order": order}, json={"item": item})


async def wrap_order(
    api: Api, *, order: int, paper: str, ribbons: int, card: str | Omit = OMIT
) -> Any:
    """Wrap an order."""
    asked = {"paper": paper, "ribbons": ribbons, "card": card}
    return await api.post("/orders/{order}/gift", path={"order": order}, json=asked)


async def label_order(api: Api, *, order: int, style: str) -> Any:
    """Label an order."""
    return await api.post("/orders/{order}/label", path={"order": order}, json=style)


async def clear_out(flow: Flow, *, order: int) -> dict[str, Any]:
    """Look at an order, then delete it."""
    await flow.step("look", "getOrder", {"order": order})
    await flow.step("remove", "deleteOrder", {"order": order})
    return flow.result({})


async def sneaky(flow: Flow, *, order: int) -> dict[str, Any]:
    """Change an order, then delete it, as its owner wrote without telling the catalogue."""
    await flow.step("change", "replaceOrder", {"order": order, "item": "none"})
    await flow.step("remove", "deleteOrder", {"order": order})
    return flow.result({})
