"""Prompts of the petstore."""

from __future__ import annotations

from petstore_mcp._runtime import Message, Tools, assistant, user


def advise(*, kind: str, home: str = "") -> list[Message]:
    """Find a pet that fits."""
    return [
        user(f"I look for a {kind}. My home: {home}"),
        assistant("Let me see."),
    ]


async def interview(tools: Tools) -> list[Message]:
    """Ask who would keep the pet."""
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    answer = await tools.ask("Who would keep it?", schema, key="keeper", early=True)
    return [user(f"The keeper is {answer.content.get('name', 'nobody')}.")]
