# Written by mcpgen; edit freely, functions you change are kept [tools/warehouse_orders]
"""Tools of `warehouse orders`: What has to be packed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._runtime import OMIT, Omit, optional

if TYPE_CHECKING:
    from .._runtime import Api
    from ..schemas import WarehouseOrder


async def warehouse_list_orders(
    api: Api, *, tenant: str, offset: int | Omit = OMIT, size: int | Omit = OMIT
) -> list[WarehouseOrder]:
    """List what has to be packed."""
    answer: list[WarehouseOrder] = await api.get(
        "/tenants/{tenant}/orders", path={"tenant": tenant}, query={"offset": offset, "size": size}
    )
    return answer


async def warehouse_get_order(api: Api, *, tenant: str, order_id: str) -> WarehouseOrder:
    """Find an order on its shelf."""
    answer: WarehouseOrder = await api.get(
        "/tenants/{tenant}/orders/{orderId}", path={"tenant": tenant, "orderId": order_id}
    )
    return answer


async def warehouse_mark_packed(
    api: Api, *, tenant: str, order_id: str, boxes: int | Omit = OMIT, station: str | Omit = OMIT
) -> None:
    """Say that an order is packed."""
    await api.post(
        "/tenants/{tenant}/orders/{orderId}/packed",
        path={"tenant": tenant, "orderId": order_id},
        json=optional({"boxes": boxes, "station": station}),
    )
