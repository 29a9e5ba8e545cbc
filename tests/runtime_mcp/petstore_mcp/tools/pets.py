"""Tools for the `pets` tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from petstore_mcp._runtime import OMIT, Omit, csv

if TYPE_CHECKING:
    from petstore_mcp._runtime import Api


async def list_pets(
    api: Api,
    *,
    limit: int | Omit = OMIT,
    offset: int | Omit = OMIT,
    tags: list[str] | Omit = OMIT,
) -> list[Any]:
    """List the pets of the store."""
    query = {"limit": limit, "offset": offset, "tags": csv(tags)}
    pets: list[Any] = await api.get("/pets", query=query)
    return pets


async def search_pets(
    api: Api, *, page_token: str | Omit = OMIT, page_number: int | Omit = OMIT
) -> Any:
    """Search, page by page."""
    return await api.get("/search", query={"page_token": page_token, "page[number]": page_number})


async def create_pet(api: Api, *, name: str, pet_type: str | Omit = OMIT) -> Any:
    """Add a pet to the store."""
    return await api.post("/pets", json={"name": name, "petType": pet_type})


async def get_pet(api: Api, *, pet_id: int) -> Any:
    """Get one pet by its id."""
    return await api.get("/pets/{petId}", path={"petId": pet_id})


async def delete_pet(api: Api, *, pet_id: int) -> None:
    """Remove a pet from the store."""
    await api.delete("/pets/{petId}", path={"petId": pet_id})
