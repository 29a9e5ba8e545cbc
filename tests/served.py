"""Generated servers as processes that listen over HTTP."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.started import listening

ROOT = Path(__file__).parents[1]
EVERYTHING = ROOT / "examples" / "everything"
LIBRARY = ROOT / "examples" / "library-mcp"
BOOKSHOP = ROOT / "examples" / "bookshop-mcp"


def package_of(project: Path) -> str:
    """The name of its package."""
    (module,) = (project / "src").glob("*/__main__.py")
    return module.parent.name


def base_url_of(project: Path) -> str:
    """The name of the variable that says where its API is."""
    return f"{package_of(project).removesuffix('_mcp').upper()}_BASE_URL"


def environment(project: Path) -> dict[str, str]:
    """What it runs in: its own package, and nothing of the settings of whoever runs the tests."""
    prefix = package_of(project).removesuffix("_mcp").upper()
    kept = {name: text for name, text in os.environ.items() if not name.startswith(f"{prefix}_")}
    return {**kept, "PYTHONPATH": str(project / "src")}


@contextmanager
def served(project: Path, **settings: str) -> Iterator[str]:
    """The URL of its endpoint; it stops at the end."""
    with listening(package_of(project), env={**environment(project), **settings}) as server:
        yield server.url


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b'{"items": []}'
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def api() -> Iterator[str]:
    """The base URL of an API that answers every GET request with an empty list."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
