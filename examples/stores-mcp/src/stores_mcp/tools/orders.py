# Written by mcpgen; edit freely, functions you change are kept [tools/orders]
"""Tools of `orders`: Buying books."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._runtime import OMIT, Omit

if TYPE_CHECKING:
    from .._runtime import Api
    from ..schemas import Order, PlaceOrderAddress, PlaceOrderLinesItem


async def place_order(
    api: Api,
    *,
    lines: list[PlaceOrderLinesItem],
    address: PlaceOrderAddress,
    idempotency_key: str | Omit = OMIT,
    note: str | Omit = OMIT,
) -> Order:
    """Order books."""
    answer: Order = await api.post(
        "/orders",
        headers={"Idempotency-Key": idempotency_key},
        json={"lines": lines, "address": address, "note": note},
    )
    return answer


async def get_order(api: Api, *, order_id: int) -> Order:
    """See how far an order is."""
    answer: Order = await api.get("/orders/{orderId}", path={"orderId": order_id})
    return answer
