"""The server of `corner.yaml`, generated once, and an API in a thread for its processes."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request
from werkzeug.serving import make_server

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

HERE = Path(__file__).parent
SECRET = "key-that-nobody-should-see"
DETAIL = "detail-that-nobody-should-see"
# What an owner may write, and what must not get out.
HOOKS = f"""
print("hooks are imported")


async def before_send(call):
    print("hooks are called", flush=True)
    if call.operation == "GET /broken":
        raise RuntimeError("{DETAIL}")
"""
COUNT = """
    for step in range(steps):
        await api.progress(step + 1, steps)
        await api.progress(step, steps)
    return {"counted": steps}
"""
_UNWRITTEN = "\n    raise NotImplementedError\n"


def written(config: Path, folder: Path) -> Path:
    """The project of a capability spec, below `folder`."""
    diagnostics = Diagnostics()
    inputs = read_spec(str(config), folder, policy=Policy(), diagnostics=diagnostics, stdin=None)
    assert inputs is not None, list(diagnostics)
    for file in make(inputs, diagnostics).files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    return folder


def generate() -> Path:
    """The folder of the package, for PYTHONPATH, with what its owner wrote."""
    folder = Path(tempfile.mkdtemp(prefix="corner-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = written(HERE / "corner.yaml", folder) / "src"
    (source / "corner_mcp/hooks.py").write_text(HOOKS)
    tools = source / "corner_mcp/tools/operations.py"
    text = tools.read_text()
    assert _UNWRITTEN in text
    tools.write_text(text.replace(_UNWRITTEN, COUNT))
    return source


class Api:
    """What the API was asked, and what it answers; `go` lets its slow answers come."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str, dict[str, str], str]] = []
        self.go = threading.Event()
        self.url = ""

    @property
    def paths(self) -> list[str]:
        """Method and path of each request."""
        return [f"{method} {path}" for method, path, _, _ in self.requests]


@contextmanager
def serving() -> Iterator[Api]:
    """An API on a port of this machine."""
    api, app = Api(), Flask("corner")

    @app.before_request
    def keep() -> None:
        named = {name.lower(): value for name, value in request.headers.items()}
        api.requests.append((request.method, request.full_path, named, request.get_data(True)))

    @app.route("/slow")
    def slow() -> Any:
        api.go.wait(20)
        return jsonify(late=True)

    @app.route("/picture")
    def picture() -> Any:
        return Response(b"\x89PNG\r\n", mimetype="image/png")

    @app.route("/<path:path>", methods=["GET", "POST", "DELETE"])
    def answer(path: str) -> Any:
        return jsonify([{"id": 1, "name": "apple"}]) if path == "items" else jsonify(id=1)

    served = make_server("127.0.0.1", 0, app, threaded=True)
    served.daemon_threads = True
    served.block_on_close = False
    api.url = f"http://127.0.0.1:{served.server_port}"
    threading.Thread(target=served.serve_forever, daemon=True).start()
    try:
        yield api
    finally:
        api.go.set()
        served.shutdown()
        served.server_close()


SOURCE = generate()  # the modules of tests import from it
sys.path.insert(0, str(SOURCE))
