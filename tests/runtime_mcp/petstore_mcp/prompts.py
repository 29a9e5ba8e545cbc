"""Prompts of the petstore."""

from __future__ import annotations

from petstore_mcp._runtime import Message, assistant, user


def advise(*, kind: str, home: str = "") -> list[Message]:
    """Find a pet that fits."""
    return [
        user(f"I look for a {kind}. My home: {home}"),
        assistant("Let me see."),
    ]
