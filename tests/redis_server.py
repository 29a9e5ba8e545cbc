"""A real Redis where there is one, else one in a thread."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from fakeredis import TcpFakeServer


@contextmanager
def some_redis() -> Iterator[str]:
    """Its URL, as long as it runs."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with redis_at(port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def redis_at(port: int) -> Iterator[None]:
    program = shutil.which("redis-server")
    if program is None:
        server = TcpFakeServer(("127.0.0.1", port))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()
        server.server_close()
        return
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with subprocess.Popen([program, *options], stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            if b"Ready to accept connections" in line:
                break
        yield
        process.terminate()
        process.communicate()
