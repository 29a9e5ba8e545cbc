# Written by mcpgen; edit freely, functions you change are kept [prompts]
"""Prompts: each function makes messages of what a user gives."""

from __future__ import annotations

from ._runtime import Message, user


def recommend(*, genre: str, mood: str = "") -> list[Message]:
    """Asks for books of a genre that fit a mood."""
    return [
        user(
            f"Recommend three books of the genre {genre} from the library's catalogue.\n"
            f"Mood of the reader: {mood}\n"
            "Answer with a list of {title, isbn} and say of each whether a copy is there.\n"
        )
    ]
