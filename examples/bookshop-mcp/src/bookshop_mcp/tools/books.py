# Written by mcpgen; edit freely, functions you change are kept [tools/books]
"""Tools of `books`: The catalogue and what readers say about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._runtime import OMIT, Omit, csv

if TYPE_CHECKING:
    from .._runtime import Api
    from ..schemas import Book, BookPage, ReviewPage


async def search_books(
    api: Api,
    *,
    q: str | Omit = OMIT,
    genres: list[Any] | Omit = OMIT,
    in_stock: bool | Omit = OMIT,
    cursor: str | Omit = OMIT,
    limit: int | Omit = OMIT,
) -> BookPage:
    """Search books."""
    answer: BookPage = await api.get(
        "/books",
        query={
            "q": q,
            "genres": csv(genres),
            "inStock": in_stock,
            "cursor": cursor,
            "limit": limit,
        },
    )
    return answer


async def get_book(api: Api, *, book_id: str, x_price_currency: str | Omit = OMIT) -> Book:
    """Get one book."""
    answer: Book = await api.get(
        "/books/{bookId}", path={"bookId": book_id}, headers={"X-Price-Currency": x_price_currency}
    )
    return answer


async def list_reviews(
    api: Api, *, book_id: str, cursor: str | Omit = OMIT, limit: int | Omit = OMIT
) -> ReviewPage:
    """Read what readers say about a book."""
    answer: ReviewPage = await api.get(
        "/books/{bookId}/reviews",
        path={"bookId": book_id},
        query={"cursor": cursor, "limit": limit},
    )
    return answer
