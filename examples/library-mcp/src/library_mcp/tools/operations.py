# Written by mcpgen; edit freely, functions you change are kept [tools/operations]
"""Tools of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._runtime import OMIT, Omit

if TYPE_CHECKING:
    from .._runtime import Api
    from ..schemas import ListGenresAnswer, SearchBooksAnswer


async def search_books(api: Api, *, q: str, limit: int | Omit = OMIT) -> SearchBooksAnswer:
    """Search books."""
    answer: SearchBooksAnswer = await api.get("/books", query={"q": q, "limit": limit})
    return answer


async def get_book(api: Api, *, isbn: str) -> Any:
    """Get a book."""
    return await api.get("/books/{isbn}", path={"isbn": isbn})


async def list_genres(api: Api) -> ListGenresAnswer:
    """The genres that the library sorts its books by."""
    answer: ListGenresAnswer = await api.get("/genres")
    return answer


async def lend_book(api: Api, *, isbn: str, member: int) -> Any:
    """Lend a book."""
    return await api.post("/loans", json={"isbn": isbn, "member": member})


async def notify_member(api: Api, *, member: int, text: str) -> Any:
    """Sends a member a message."""
    return await api.post(
        "/members/{member}/messages", path={"member": member}, json={"text": text}
    )


async def opening_hours(api: Api) -> str:
    """When the library is open."""
    return "Monday to Friday from 10 to 18, Saturday from 10 to 14."


async def late_fee(api: Api, *, days: int) -> Any:
    """Late fee."""
    return {"cents": min(20 * days, 500)}
