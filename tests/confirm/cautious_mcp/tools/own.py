"""Tools of the owner's that ask the client."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from cautious_mcp._runtime import form, roots, sampling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cautious_mcp._runtime import Api

NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
COLOUR = {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
HELLO = {"role": "user", "content": {"type": "text", "text": "Say hello"}}


async def greet(api: Api) -> str:
    """Greet whom it asked for a name."""
    answer = await api.ask("What is your name?", NAME, key="user_name")
    return f"Hello, {answer.content['name']}!" if answer.accepted else f"Nobody: {answer.action}"


async def interview(api: Api) -> str:
    """Ask one thing after the other, the second with words that depend on the first answer."""
    name = (await api.ask("What is your name?", NAME)).content["name"]
    colour = (await api.ask(f"Which colour do you like, {name}?", COLOUR)).content["colour"]
    return f"{name} likes {colour}"


async def survey(api: Api) -> Mapping[str, Any]:
    """Ask several things at once."""
    questions = {"model": sampling([HELLO], 50), "folders": roots()} | _form_if_possible(api)
    answers = await api.ask_all(questions)
    return answers | ({"name": answers["name"].content} if "name" in answers else {})


async def changing(api: Api) -> str:
    """Ask for consent to what the API says at the moment."""
    count = (await api.get("/count"))["count"]
    answer = await api.ask(f"Really all {count}?", NAME)
    await api.delete("/everything")
    return f"{answer.action} for {count}"


async def late(api: Api) -> str:
    """Ask when it is too late."""
    await api.post("/orders", json={})
    await api.ask("What is your name?", NAME)
    return "asked"


async def grumpy(api: Api) -> str:
    """Catch all errors, and still be asked."""
    try:
        answer = await api.ask("What is your name?", NAME)
    except Exception as error:  # noqa: BLE001  # what an owner may write
        return f"caught {type(error).__name__}"
    return str(answer.content["name"])


async def gathered(api: Api) -> str:
    """Ask two things in two tasks."""
    async with asyncio.TaskGroup() as tasks:
        name = tasks.create_task(api.ask("What is your name?", NAME, key="name"))
        colour = tasks.create_task(api.ask("Which colour?", COLOUR, key="colour"))
    return f"{name.result().content['name']} likes {colour.result().content['colour']}"


def _form_if_possible(api: Api) -> dict[str, Any]:
    return {"name": form("Your name?", NAME)} if api.can_ask() else {}
