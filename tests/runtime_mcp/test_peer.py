"""What a function tells the client while its call is under way."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client, MCPDeprecationWarning, MCPError
from mcp.types import ElicitResult, InputRequiredResult
from petstore_mcp._runtime.checks.fakes import fake_environment
from petstore_mcp._runtime.serving.app import create_server
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.settings.settings import Settings
from petstore_mcp._runtime.testing import Upstream

pytestmark = [
    pytest.mark.anyio,
    # Logging leaves MCP in time; clients and servers of today may still use it.
    pytest.mark.filterwarnings("default::mcp.MCPDeprecationWarning"),
]


class Heard:
    """What a client was told."""

    def __init__(self) -> None:
        self.progress: list[tuple[float, float | None, str | None]] = []
        self.lines: list[tuple[str, object]] = []

    async def tell(self, done: float, total: float | None, message: str | None) -> None:
        self.progress.append((done, total, message))

    async def line(self, params) -> None:
        self.lines.append((params.level, params.data))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@asynccontextmanager
async def connected(mode: str, heard: Heard, **options) -> AsyncGenerator[Client]:
    settings = Settings.read(api := load_api("petstore_mcp"), fake_environment(api))
    server = create_server("petstore_mcp", settings, transport=httpx2.MockTransport(Upstream()))
    async with Client(server, mode=mode, logging_callback=heard.line, **options) as client:
        yield client


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_progress_reaches_a_client_that_asks_for_it(mode, heard):
    async with connected(mode, heard) as client:
        await client.call_tool("count", {"numbers": [0, 5, 10]}, progress_callback=heard.tell)
    assert heard.progress == [(0, 10, "at 0"), (5, 10, "at 5"), (10, 10, "at 10")]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_progress_never_goes_back_or_stands_still(mode, heard):
    async with connected(mode, heard) as client:
        await client.call_tool("count", {"numbers": [1, 3, 3, 2, 4]}, progress_callback=heard.tell)
    assert [done for done, _, _ in heard.progress] == [1, 3, 4]


async def test_a_client_that_asks_for_no_progress_gets_its_result(heard):
    async with connected("auto", heard) as client:
        result = await client.call_tool("count", {"numbers": [1]})
    assert result.structured_content == {"counted": 1}


async def test_a_modern_client_gets_the_lines_of_its_level(heard):
    async with connected("auto", heard, log_level="info") as client:
        await client.call_tool("count", {"numbers": [1]})
    assert heard.lines == [("info", "counted")]


async def test_a_modern_client_that_names_no_level_gets_no_line(heard):
    async with connected("auto", heard) as client:
        await client.call_tool("count", {"numbers": [1]})
    assert heard.lines == []


async def test_an_older_client_gets_all_lines_until_it_sets_a_level(heard):
    async with connected("legacy", heard) as client:
        await client.call_tool("count", {"numbers": [1]})
        with pytest.warns(MCPDeprecationWarning):
            await client.set_logging_level("info")
        await client.call_tool("count", {"numbers": [2]})
    assert heard.lines == [("debug", {"at": 1}), ("info", "counted"), ("info", "counted")]


async def keeper(context, params) -> ElicitResult:
    assert params.message == "Who would keep it?"
    return ElicitResult(action="accept", content={"name": "Ann"})


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_prompt_may_ask_who_uses_it(mode, heard):
    async with connected(mode, heard, elicitation_callback=keeper) as client:
        result = await client.get_prompt("interview")
    assert result.messages[0].content.text == "The keeper is Ann."


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_prompt_that_nobody_can_be_asked_for_is_an_error(mode, heard):
    async with connected(mode, heard) as client:
        with pytest.raises(MCPError, match="a person must be asked") as caught:
            await client.get_prompt("interview")
    assert caught.value.error.code == (-32603 if mode == "legacy" else -32021)


async def test_an_early_answer_counts_where_the_function_takes_it(heard):
    async with connected("auto", heard, elicitation_callback=keeper) as client:
        early = {"keeper": {"action": "accept", "content": {"name": "Bob"}}}
        result = await client.session.get_prompt("interview", input_responses=early)
    assert result.messages[0].content.text == "The keeper is Bob."


async def test_an_early_answer_to_another_question_is_none(heard):
    async with connected("auto", heard, elicitation_callback=keeper) as client:
        early = {"other": {"action": "accept", "content": {"name": "Bob"}}}
        result = await client.session.get_prompt(
            "interview", input_responses=early, allow_input_required=True
        )
    assert isinstance(result, InputRequiredResult)
    assert result.input_requests and list(result.input_requests) == ["keeper"]
