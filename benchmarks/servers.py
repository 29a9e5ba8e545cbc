"""Compare a generated server with the least that could do its work; prints ratios. `--help` tells the options."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "benchmark", "version": "1"},
}
WARM_UP = 5  # blocks
BLOCK = 25  # calls of one side before it is the other's turn

BARE = textwrap.dedent("""
    import json, sys
    import anyio
    from mcp.server import CacheHint, Server
    from mcp.server.stdio import stdio_server

    TOOLS = json.load(open(sys.argv[1]))

    async def list_tools(context, params):
        return {"tools": TOOLS, "resultType": "complete"}

    hints = {"tools/list": CacheHint(ttl_ms=1000, scope="public")}
    server = Server("bare", version="1", on_list_tools=list_tools, cache_hints=hints)

    async def main():
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(main)
    """)
ANSWER = json.dumps({"id": 7, "name": "lamp", "tags": ["a", "b"], "price": 9.5}).encode()


class Session:
    """A server over stdio, spoken to in MCP 2026-07-28."""

    def __init__(self, command: Sequence[str], env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **env},
        )
        self._last = 0

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self._last += 1
        message = {
            "jsonrpc": "2.0",
            "id": self._last,
            "method": method,
            "params": {**params, "_meta": META},
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self._last:
                return answer["result"]
        raise RuntimeError("the server ended")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def session(command: Sequence[str], env: dict[str, str]) -> Iterator[Session]:
    opened = Session(command, env)
    try:
        yield opened
    finally:
        opened.close()


class Upstream(asyncio.Protocol):
    """Answers every request with one small JSON object."""

    def connection_made(self, transport: Any) -> None:
        self._transport, self._read = transport, b""

    def data_received(self, data: bytes) -> None:
        self._read += data
        while b"\r\n\r\n" in self._read:
            _, self._read = self._read.split(b"\r\n\r\n", 1)
            head = (
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            )
            self._transport.write(head % len(ANSWER) + ANSWER)


@contextmanager
def upstream() -> Iterator[str]:
    """The upstream in a process of its own; its base URL."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import servers; servers.serve()"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.kill()
        process.communicate()


def serve() -> None:
    """Run the upstream on a free port, which is printed."""

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(run())


def made_up(operations: int) -> dict[str, Any]:
    """An API of so many operations, with parameters and answers of usual size."""
    text = {"type": "string", "description": "What is to be found there, in a few words."}
    thing = {
        "type": "object",
        "properties": {"id": {"type": "integer"}, **{f"field{n}": text for n in range(8)}},
    }
    parameters = [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}},
        {"name": "fields", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
        *({"name": f"filter{n}", "in": "query", "schema": text} for n in range(4)),
    ]
    answer = {"200": {"description": "fine", "content": {"application/json": {"schema": thing}}}}
    paths = {
        f"/things{n}/{{id}}": {
            "get": {
                "operationId": f"getThing{n}",
                "summary": f"Get thing {n}",
                "tags": [f"group{n // 25}"],
                "parameters": parameters,
                "responses": answer,
            }
        }
        for n in range(operations)
    }
    servers = [{"url": "https://things.example.com"}]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "servers": servers,
        "paths": paths,
    }


def generate(spec: Path, out: Path) -> float:
    """Generate a server; the seconds of CPU that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "mcpgen", "generate", str(spec), "--output", str(out)]
    command += ["--mode", "tools"]  # all tools are listed, however many
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_list(command: Sequence[str], env: dict[str, str]) -> float:
    """Seconds from spawn to the first answer to tools/list."""
    started = time.perf_counter()
    with session(command, env) as opened:
        opened.ask("tools/list", {})
        return time.perf_counter() - started


def one_call(opened: Session, name: str, arguments: dict[str, Any]) -> None:
    result = opened.ask("tools/call", {"name": name, "arguments": arguments})
    assert not result.get("isError"), result


async def calls(
    command: Sequence[str], env: dict[str, str], base: str, rounds: int
) -> tuple[float, float]:
    """Medians of a tool call and of the upstream request alone, taken in turn, a block of each at a time."""
    with session(command, env) as opened:
        async with httpx2.AsyncClient(base_url=base) as client:
            opened.ask("tools/list", {})
            name, arguments = "getThing0", {"id": 7, "fields": ["name", "tags"]}
            ours, alone = [], []
            for turn in range(WARM_UP + rounds):
                started = time.perf_counter()
                for _ in range(BLOCK):
                    one_call(opened, name, arguments)
                between = time.perf_counter()
                for _ in range(BLOCK):
                    (await client.get("/things0/7?fields=name&fields=tags")).json()
                if turn >= WARM_UP:
                    ours.append((between - started) / BLOCK)
                    alone.append((time.perf_counter() - between) / BLOCK)
            return statistics.median(ours), statistics.median(alone)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spec", type=Path, help="a description; by default one is made up")
    parser.add_argument("--operations", type=int, default=1_000, help="of the API that is made up")
    parser.add_argument("--runs", type=int, default=7, help="starts of each server")
    parser.add_argument("--blocks", type=int, default=60, help=f"of {BLOCK} calls of each side")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _report(options, Path(folder))


def _report(options: argparse.Namespace, folder: Path) -> None:
    things = folder / "things.json"
    things.write_text(json.dumps(made_up(options.operations)))
    spec = options.spec or things
    print(f"generation: {generate(spec, folder / 'big'):.2f} s of CPU")
    command, env = _server(folder / "big")
    with session(command, env) as opened:
        tools = opened.ask("tools/list", {})["tools"]
    (folder / "tools.json").write_text(json.dumps(tools))
    (folder / "bare.py").write_text(BARE)
    bare = [sys.executable, str(folder / "bare.py"), str(folder / "tools.json")]
    starts = [(first_list(command, env), first_list(bare, {})) for _ in range(options.runs)]
    ours, theirs = (statistics.median(side) for side in zip(*starts, strict=True))
    print(
        f"first tools/list of {len(tools)} tools: {ours:.2f} s, bare {theirs:.2f} s: {ours / theirs:.2f} times"
    )
    if options.spec:
        generate(things, folder / "things")
        command, env = _server(folder / "things")
    with upstream() as base:
        call, alone = asyncio.run(
            calls(command, {**env, "THINGS_BASE_URL": base}, base, options.blocks)
        )
    print(
        f"a call: {call * 1e6:.0f} µs, the request alone {alone * 1e6:.0f} µs: {call / alone:.2f} times"
    )


def _server(project: Path) -> tuple[list[str], dict[str, str]]:
    package = next(path.name for path in (project / "src").iterdir() if path.name.endswith("_mcp"))
    return [sys.executable, "-m", package], {"PYTHONPATH": str(project / "src")}


if __name__ == "__main__":
    main()
