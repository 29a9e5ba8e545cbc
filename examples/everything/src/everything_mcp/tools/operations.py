# Written by mcpgen; edit freely, functions you change are kept [tools/operations]
"""Tools of the API."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from .._runtime import (
    OMIT,
    Blocks,
    CallError,
    Omit,
    Question,
    attached,
    embedded,
    form,
    roots,
    sampling,
    user,
)

if TYPE_CHECKING:
    from .._runtime import Api


def _form(**fields: str) -> dict[str, Any]:
    """A form with fields of text, all required, by their descriptions."""
    told = {name: {"description": text} if text else {} for name, text in fields.items()}
    properties = {name: {"type": "string", **more} for name, more in told.items()}
    return {"type": "object", "properties": properties, "required": list(fields)}


NAME = _form(name="")
OK = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
DEFAULTS = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "User name", "default": "John Doe"},
        "age": {"type": "integer", "description": "User age", "default": 30},
        "score": {"type": "number", "description": "User score", "default": 95.5},
        "status": {
            "type": "string",
            "description": "User status",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "description": "Verification status", "default": True},
    },
}
CHOICES = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
        "titledSingle": {
            "type": "string",
            "oneOf": [
                {"const": "value1", "title": "First Option"},
                {"const": "value2", "title": "Second Option"},
                {"const": "value3", "title": "Third Option"},
            ],
        },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]},
        },
        "titledMulti": {
            "type": "array",
            "items": {
                "anyOf": [
                    {"const": "value1", "title": "First Choice"},
                    {"const": "value2", "title": "Second Choice"},
                    {"const": "value3", "title": "Third Choice"},
                ]
            },
        },
    },
}


def _model(text: str, tokens: int = 100) -> Question:
    """A question to the client's model."""
    return sampling([user(text)], tokens)


def _said(message: dict[str, Any]) -> str:
    """The text of what a model answered."""
    content = message["content"]
    blocks = content if isinstance(content, list) else [content]
    return " ".join(block["text"] for block in blocks if block["type"] == "text")


async def test_simple_text(api: Api) -> str:
    """Gives a text."""
    return "This is a simple text response for testing."


async def test_image_content(api: Api) -> Blocks:
    """Gives an image."""
    return Blocks(attached("files/dot.png"))


async def test_audio_content(api: Api) -> Blocks:
    """Gives a sound."""
    return Blocks(attached("files/tone.wav"))


async def test_embedded_resource(api: Api) -> Blocks:
    """Gives a resource with what it holds."""
    return Blocks(
        embedded(
            "test://embedded-resource",
            "This is an embedded resource content.",
            mime_type="text/plain",
        )
    )


async def test_multiple_content_types(api: Api) -> Blocks:
    """Gives a text, an image and a resource in one result."""
    return Blocks(
        "Multiple content types test:",
        attached("files/dot.png"),
        embedded(
            "test://mixed-content-resource",
            '{"test": "data", "value": 123}',
            mime_type="application/json",
        ),
    )


async def test_error_handling(api: Api) -> Any:
    """Fails, and says why."""
    raise CallError("This tool intentionally returns an error for testing")


async def test_tool_with_logging(api: Api) -> Any:
    """Sends three lines of a log while it works."""
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await api.log(line)
    return "Tool with logging executed successfully"


async def test_logging_tool(api: Api) -> Any:
    """Sends three lines of a log to who asked for them, and none to others."""
    return await test_tool_with_logging(api)


async def test_tool_with_progress(api: Api) -> Any:
    """Tells three times how far it is."""
    for done in (0, 50, 100):
        await api.progress(done, 100, f"Completed step {done} of 100")
        await asyncio.sleep(0.05)
    return "Tool with progress executed successfully"


async def test_sampling(api: Api, *, prompt: str) -> Any:
    """Asks the client's model."""
    answer = await api.ask_all({"sample": _model(prompt)})
    return f"LLM response: {_said(answer['sample'])}"


async def test_elicitation(api: Api, *, message: str) -> Any:
    """Asks the user a question."""
    answer = await api.ask(message, _form(response="User's response"))
    return f"User response: action={answer.action}, content={json.dumps(answer.content)}"


async def test_elicitation_sep1034_defaults(api: Api) -> Any:
    """Asks the user by a form whose fields are filled in already."""
    answer = await api.ask("Please provide user information", DEFAULTS)
    return f"Elicitation result: action={answer.action}, content={json.dumps(answer.content)}"


async def test_elicitation_sep1330_enums(api: Api) -> Any:
    """Asks the user to choose, by every kind of choice that a form can have."""
    answer = await api.ask("Please select values", CHOICES)
    return f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content)}"


async def test_missing_capability(api: Api) -> Any:
    """Needs a client that has a model, and refuses every other."""
    answer = await api.ask_all({"sample": _model("Say hello")})
    return f"LLM response: {_said(answer['sample'])}"


async def test_reconnection(api: Api) -> Any:
    """Lets go of its connection while it works; a client with a session fetches the result
    later.
    """
    await api.release()
    await asyncio.sleep(0.2)
    return "Reconnection test completed"


async def test_streaming_elicitation(api: Api) -> Any:
    """Asks the user for a name while its answer is a stream of events."""
    await api.progress(1, 2, "About to ask")
    if not api.can_ask():
        return "This client has nobody to ask."
    answer = await api.ask("What is your name?", NAME, key="user_name")
    return f"Hello, {answer.content.get('name', 'stranger')}!"


async def test_trigger_tool_change(api: Api) -> Any:
    """Tells who listens that the list of tools has changed."""
    api.changed("tools")
    return "Who listens was told that the list of tools has changed."


async def test_trigger_prompt_change(api: Api) -> Any:
    """Tells who listens that the list of prompts has changed."""
    api.changed("prompts")
    return "Who listens was told that the list of prompts has changed."


async def test_input_required_result_elicitation(api: Api) -> Any:
    """Asks the user for a name, and greets."""
    answer = await api.ask("What is your name?", NAME, key="user_name", early=True)
    return f"Hello, {answer.content.get('name', 'stranger')}!"


async def test_input_required_result_sampling(api: Api) -> Any:
    """Asks the client's model for the capital of France."""
    answer = await api.ask_all({"capital_question": _model("What is the capital of France?")})
    return f"The model said: {_said(answer['capital_question'])}"


async def test_input_required_result_list_roots(api: Api) -> Any:
    """Counts the folders that the client works in."""
    answer = await api.ask_all({"client_roots": roots()})
    return f"The client works in {len(answer['client_roots'])} folders."


async def test_input_required_result_request_state(api: Api) -> Any:
    """Asks the user to confirm, and checks that the answer belongs to the question."""
    await api.ask("Please confirm", OK, key="confirm")
    return "state-ok: the answer belongs to the question"


async def test_input_required_result_multiple_inputs(api: Api) -> Any:
    """Asks user, model and client for something at once."""
    answers = await api.ask_all(
        {
            "user_name": form("What is your name?", NAME),
            "greeting": _model("Generate a greeting", 50),
            "client_roots": roots(),
        }
    )
    name = answers["user_name"].content.get("name", "stranger")
    return f"{_said(answers['greeting'])} {name}, {len(answers['client_roots'])} folders."


async def test_input_required_result_multi_round(api: Api) -> Any:
    """Asks two questions, the second after the first was answered."""
    name = await api.ask("Step 1: What is your name?", NAME, key="step1")
    color = await api.ask("Step 2: What is your favorite color?", _form(color=""), key="step2")
    return f"{name.content.get('name')} likes {color.content.get('color')}."


async def test_input_required_result_tampered_state(api: Api) -> Any:
    """Asks the user to confirm, and takes no answer whose state was changed."""
    answer = await api.ask("Please confirm", OK, key="confirm")
    return f"The answer was {answer.action}."


async def test_input_required_result_capabilities(api: Api) -> Any:
    """Asks only what the client can be asked."""
    questions: dict[str, Question] = {}
    if api.can_ask("sampling"):
        questions["sample"] = _model("Say hello", 50)
    if api.can_ask("form"):
        questions["user_name"] = form("What is your name?", NAME)
    answers = await api.ask_all(questions)
    return f"Asked for {', '.join(answers) or 'nothing'}."


async def test_x_mcp_header(api: Api, *, region: str | Omit = OMIT) -> Any:
    """Has an argument that clients repeat as a header, for gateways that choose a region by it."""
    return {"region": None if region is OMIT else region}


async def json_schema_2020_12_tool(
    api: Api,
    *,
    name: str | Omit = OMIT,
    address: Any | Omit = OMIT,
    contact_method: str | Omit = OMIT,
    phone: str | Omit = OMIT,
    email: str | Omit = OMIT,
) -> Any:
    """Takes an address and a way to reach somebody, with every keyword of JSON Schema 2020-12
    that clients must keep.
    """
    given = {
        "name": name,
        "address": address,
        "contactMethod": contact_method,
        "phone": phone,
        "email": email,
    }
    return {key: value for key, value in given.items() if value is not OMIT}
