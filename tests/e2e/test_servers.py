"""A generated server as its users run it: a process of its own, over stdio and HTTP, in both eras of the protocol."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec
from mcpgen.standin.routes import routes_of
from mcpgen.standin.upstream import Upstream, serving

ROOT = Path(__file__).parents[2]
ERAS = ("legacy", "auto", "2026-07-28")
BOOK = {
    "id": "bk_101",
    "title": "The Salt Road",
    "authors": ["Ida Moreau"],
    "genre": "travel",
    "price": {"amount": 1850, "currency": "EUR"},
    "stock": 3,
}

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("servers") / "bookshop-mcp"
    command = [
        sys.executable,
        "-m",
        "mcpgen",
        "generate",
        "specs/bookshop.yaml",
        "--output",
        str(out),
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def upstream() -> Upstream:
    found = Diagnostics()
    inputs = read_spec(str(ROOT / "specs/bookshop.yaml"), None, policy=Policy(), diagnostics=found)
    assert inputs is not None
    return Upstream(routes_of(make(inputs, found).plan, inputs.document), prefixes=("/v1",))


@pytest.fixture(scope="module")
async def origin(upstream) -> AsyncGenerator[str, None]:
    async with serving(upstream) as origin:
        yield origin


@pytest.fixture(scope="module")
def env(project, origin) -> dict[str, str]:
    return {
        "PYTHONPATH": str(project / "src"),
        "BOOKSHOP_BASE_URL": f"{origin}/v1",
        "BOOKSHOP_SHOP_KEY_API_KEY": "sesame",
    }


@pytest.fixture(scope="module")
def http_url(project, env) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bookshop_mcp", "http", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=project, env={**os.environ, **env}, stderr=subprocess.PIPE
    ) as server:
        try:
            wait_for(port, server)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=20)


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if server.poll() is not None:
            assert server.stderr is not None
            pytest.fail(server.stderr.read().decode())
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server does not listen")


@pytest.fixture(
    scope="module", params=[(way, era) for way in ("stdio", "http") for era in ERAS], ids="-".join
)
async def client(request, project, env) -> AsyncGenerator[Client, None]:
    way, era = request.param
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "bookshop_mcp"], env=env, cwd=project
    )
    target = command if way == "stdio" else request.getfixturevalue("http_url")
    async with Client(target, mode=era, read_timeout_seconds=30) as client:
        yield client


def text_of(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))


async def test_every_operation_is_listed(client) -> None:
    tools = (await client.list_tools()).tools

    assert [tool.name for tool in tools] == [
        "listBooks",
        "addBook",
        "getBook",
        "updateBook",
        "removeBook",
        "getCover",
        "setCover",
        "listReviews",
        "placeOrder",
        "getOrder",
    ]


async def test_a_list_arrives_as_the_description_writes_it(client, upstream) -> None:
    result = await client.call_tool("listBooks", {"q": "sea", "genres": ["fiction", "travel"]})

    assert upstream.seen[-1].target == "/v1/books?q=sea&genres=fiction,travel"
    assert result.structured_content == {"items": [BOOK], "nextCursor": "bk_101"}


async def test_a_header_argument_is_sent(client, upstream) -> None:
    result = await client.call_tool("getBook", {"bookId": "bk_101", "X-Price-Currency": "SEK"})

    assert dict(upstream.seen[-1].headers)["x-price-currency"] == "SEK"
    assert result.structured_content == BOOK


async def test_a_public_operation_gets_no_key(client, upstream) -> None:
    await client.call_tool("getBook", {"bookId": "bk_101"})

    assert "x-shop-key" not in dict(upstream.seen[-1].headers)


async def test_a_null_is_sent_and_what_is_absent_is_not(client, upstream) -> None:
    await client.call_tool("updateBook", {"bookId": "bk_101", "subtitle": None})

    seen = upstream.seen[-1]
    assert (seen.method, seen.target) == ("PATCH", "/v1/books/bk_101")
    assert json.loads(seen.body) == {"subtitle": None}
    assert dict(seen.headers)["content-type"] == "application/merge-patch+json"
    assert dict(seen.headers)["x-shop-key"] == "sesame"


async def test_arguments_are_checked_before_anything_is_sent(client, upstream) -> None:
    before = len(upstream.seen)

    result = await client.call_tool("listBooks", {"limit": 1000})

    assert result.is_error
    assert "limit" in text_of(result)
    assert len(upstream.seen) == before


async def test_an_unknown_tool_is_a_protocol_error(client) -> None:
    with pytest.raises(MCPError) as caught:
        await client.call_tool("burnBooks", {})

    assert caught.value.error.code == -32602


async def test_an_answer_without_content_is_no_error(client, upstream) -> None:
    result = await client.call_tool("removeBook", {"bookId": "bk_101"})

    assert not result.is_error
    assert (upstream.seen[-1].method, upstream.seen[-1].target) == ("DELETE", "/v1/books/bk_101")
