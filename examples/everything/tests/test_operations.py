# Written by mcpgen; edit freely, functions you change are kept [tests/operations]
"""The tools of the API, called through MCP against a stand-in for the API."""

from __future__ import annotations

import pytest
from mcp import Client

from everything_mcp._runtime.testing import text_of

pytestmark = pytest.mark.anyio


async def test_test_error_handling(client: Client) -> None:
    result = await client.call_tool("test_error_handling", {})

    assert result.is_error
    assert text_of(result) == "This tool intentionally returns an error for testing"


async def test_test_tool_with_logging(client: Client) -> None:
    result = await client.call_tool("test_tool_with_logging", {})

    assert text_of(result) == "Tool with logging executed successfully"


async def test_test_logging_tool(client: Client) -> None:
    result = await client.call_tool("test_logging_tool", {})

    assert text_of(result) == "Tool with logging executed successfully"


async def test_test_tool_with_progress(client: Client) -> None:
    result = await client.call_tool("test_tool_with_progress", {})

    assert text_of(result) == "Tool with progress executed successfully"


async def test_test_sampling(client: Client) -> None:
    result = await client.call_tool("test_sampling", {"prompt": "prompt 1"})

    assert text_of(result) == "LLM response: I was asked."


async def test_test_elicitation(client: Client) -> None:
    result = await client.call_tool("test_elicitation", {"message": "message 1"})

    assert text_of(result) == 'User response: action=accept, content={"response": "yes"}'


async def test_test_elicitation_sep1034_defaults(client: Client) -> None:
    result = await client.call_tool("test_elicitation_sep1034_defaults", {})

    assert '"score": 95.5' in text_of(result)


async def test_test_elicitation_sep1330_enums(client: Client) -> None:
    result = await client.call_tool("test_elicitation_sep1330_enums", {})

    assert text_of(result) == "Elicitation completed: action=accept, content={}"


async def test_test_missing_capability(client: Client) -> None:
    result = await client.call_tool("test_missing_capability", {})

    assert text_of(result) == "LLM response: I was asked."


async def test_test_reconnection(client: Client) -> None:
    result = await client.call_tool("test_reconnection", {})

    assert text_of(result) == "Reconnection test completed"


async def test_test_streaming_elicitation(client: Client) -> None:
    result = await client.call_tool("test_streaming_elicitation", {})

    assert text_of(result) == "Hello, Ann!"


async def test_test_trigger_tool_change(client: Client) -> None:
    result = await client.call_tool("test_trigger_tool_change", {})

    assert text_of(result) == "Who listens was told that the list of tools has changed."


async def test_test_trigger_prompt_change(client: Client) -> None:
    result = await client.call_tool("test_trigger_prompt_change", {})

    assert text_of(result) == "Who listens was told that the list of prompts has changed."


async def test_test_input_required_result_elicitation(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_elicitation", {})

    assert text_of(result) == "Hello, Ann!"


async def test_test_input_required_result_sampling(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_sampling", {})

    assert text_of(result) == "The model said: I was asked."


async def test_test_input_required_result_list_roots(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_list_roots", {})

    assert text_of(result) == "The client works in 1 folders."


async def test_test_input_required_result_request_state(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_request_state", {})

    assert text_of(result) == "state-ok: the answer belongs to the question"


async def test_test_input_required_result_multiple_inputs(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_multiple_inputs", {})

    assert text_of(result) == "I was asked. Ann, 1 folders."


async def test_test_input_required_result_multi_round(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_multi_round", {})

    assert text_of(result) == "Ann likes blue."


async def test_test_input_required_result_tampered_state(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_tampered_state", {})

    assert text_of(result) == "The answer was accept."


async def test_test_input_required_result_capabilities(client: Client) -> None:
    result = await client.call_tool("test_input_required_result_capabilities", {})

    assert text_of(result) == "Asked for sample, user_name."


async def test_test_x_mcp_header(client: Client) -> None:
    result = await client.call_tool("test_x_mcp_header", {"region": "eu"})

    assert result.structured_content == {"region": "eu"}


async def test_json_schema_2020_12_tool(client: Client) -> None:
    result = await client.call_tool(
        "json_schema_2020_12_tool", {"contactMethod": "email", "email": "ann@example.com"}
    )

    assert result.structured_content == {"contactMethod": "email", "email": "ann@example.com"}
