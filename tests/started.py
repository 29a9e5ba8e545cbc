"""Servers that tests start as processes, over HTTP and on pipes, and packages put together by hand for them."""

from __future__ import annotations

import atexit
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

RUNTIME = Path(__file__).parents[1] / "templates" / "runtime"
PATIENCE = 30  # seconds, on a busy machine


def assembled(package: Path) -> Path:
    """A folder for PYTHONPATH with a package, its runtime linked so that tracebacks lead to templates."""
    folder = Path(tempfile.mkdtemp(prefix=f"{package.name}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    copy = folder / package.name
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "_runtime").symlink_to(RUNTIME)
    return folder


class Said:
    """What a process says on stderr, read all the time: a full pipe would hold it up."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._lines: list[bytes] = []
        self._ended = False
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._reader.start()

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            with self._more:
                self._lines.append(line)
                self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()

    def wait_for(self, word: str) -> None:
        """Wait until a line has this word; it fails where the process ends without it."""
        with self._more:
            self._more.wait_for(lambda: word in self.so_far or self._ended, PATIENCE)
        assert word in self.so_far, self.so_far

    @property
    def so_far(self) -> str:
        return b"".join(self._lines).decode()

    @property
    def text(self) -> str:
        """All of it, once the process has ended."""
        self._reader.join(PATIENCE)
        return self.so_far


class Listening:
    """A server over HTTP on a port of its own."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        assert process.stderr is not None
        self.process = process
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.url = f"{self.origin}/mcp"
        self.said = Said(process.stderr)


@contextmanager
def listening(package: str, *arguments: str, env: Mapping[str, str]) -> Iterator[Listening]:
    """A process that serves over HTTP; it is killed at the end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", package, "http", "--port", str(port), *arguments]
    with subprocess.Popen(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        server = Listening(process, port)
        try:
            server.said.wait_for("Listening")
            yield server
        finally:
            process.kill()
            server.said.text  # noqa: B018  # read to its end


class Stdio:
    """A server on pipes; whatever it prints must be a message."""

    def __init__(self, package: str, *arguments: str, env: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", package, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
        )
        self.said = Said(self.process.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self.said.text  # noqa: B018  # read to its end
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                stream.close()

    def send(self, *messages: Any) -> None:
        """Send messages, or lines of bytes as they are."""
        for each in messages:
            self.process.stdin.write(each if isinstance(each, bytes) else line(each))
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, message: Any) -> dict[str, Any]:
        self.send(message)
        return self.receive()

    def finish(self) -> tuple[list[dict[str, Any]], str]:
        """Close stdin: what else came, and what was said on stderr."""
        self.process.stdin.close()
        lines = [json.loads(text) for text in self.process.stdout if text.strip()]
        self.process.wait(PATIENCE)
        return lines, self.said.text


def line(message: Any) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"
