# Written by mcpgen; edit freely, functions you change are kept [prompts]
"""Prompts: each function makes messages of what a user gives."""

from __future__ import annotations

from ._runtime import Message, Tools, attached, embedded, user


def test_simple_prompt() -> list[Message]:
    """A prompt without arguments."""
    return [user("This is a simple prompt for testing.")]


def test_prompt_with_arguments(*, arg1: str, arg2: str) -> list[Message]:
    """A prompt with two arguments."""
    return [user(f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")]


def test_prompt_with_embedded_resource(*, resource_uri: str) -> list[Message]:
    """A prompt that holds a resource."""
    return [
        user(
            embedded(
                f"{resource_uri}", "Embedded resource content for testing.", mime_type="text/plain"
            )
        ),
        user("Please process the embedded resource above."),
    ]


def test_prompt_with_image() -> list[Message]:
    """A prompt that holds an image."""
    return [user(attached("files/dot.png")), user("Please analyze the image above.")]


async def test_input_required_result_prompt(tools: Tools) -> list[Message]:
    """A prompt that asks the user for its context."""
    schema = {
        "type": "object",
        "properties": {"context": {"type": "string"}},
        "required": ["context"],
    }
    answer = await tools.ask("What context should the prompt use?", schema, key="user_context")
    return [user(f"Use the following context: {answer.content.get('context', 'none')}")]
