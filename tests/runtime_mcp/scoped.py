"""The petstore with an API that asks for OAuth scopes, and an API in a thread that keeps what it is asked."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, request
from werkzeug.serving import make_server

SCHEME = {
    "type": "oauth2",
    "env": "OAUTH",
    "flows": {"authorizationCode": {"authorizationUrl": "https://a", "tokenUrl": "https://t"}},
}
NEEDS = {
    "listPets": [{"oauth": ["pets:read"]}],
    "createPet": [{"oauth": ["pets:read", "pets:write"]}],
    "deletePet": [{"oauth": ["pets:admin"]}, {"oauth": ["pets:write", "pets:delete"]}],
    "getPet": [{"api_key": []}],
}

WHO = """

async def chatter(api: Api) -> Any:
    return {"subject": api.principal.subject, "tenant": api.principal.claims["tenant"]}
"""


def scoped_petstore(source: Path) -> Path:
    """A copy of the petstore whose tools need what NEEDS says, as a folder for PYTHONPATH."""
    folder = Path(tempfile.mkdtemp(prefix="scoped-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = folder / "petstore_mcp"
    shutil.copytree(source / "petstore_mcp", package, symlinks=True)
    _change(package / "api.json", _add_scheme)
    _change(package / "catalog" / "pets.json", _add_needs)
    with (package / "tools" / "inside.py").open("a") as module:
        module.write(WHO)
    return folder


def _change(file: Path, change: Any) -> None:
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))


def _add_scheme(api: Any) -> None:
    api["securitySchemes"]["oauth"] = SCHEME


def _add_needs(catalog: Any) -> None:
    for entry in catalog["tools"]:
        if (security := NEEDS.get(entry["tool"]["name"])) is not None:
            entry["security"] = security


class Api:
    """What the API was asked: method, path and headers of each request."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str, dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self.status = 200
        self.url = ""
        self.hold: Callable[[], Any] | None = None  # called before each answer

    @property
    def last(self) -> dict[str, str]:
        """The headers of the latest request, names in lower case."""
        return self.requests[-1][2]


@contextmanager
def recording_api() -> Iterator[Api]:
    """An API that answers every request with a list of one pet."""
    api, app = Api(), Flask("api")

    @app.route("/", defaults={"path": ""}, methods=["GET", "POST", "DELETE"])
    @app.route("/<path:path>", methods=["GET", "POST", "DELETE"])
    def answer(path: str) -> Any:
        named = {name.lower(): value for name, value in request.headers.items()}
        api.requests.append((request.method, path, named))
        api.bodies.append(request.get_data())
        if api.hold:
            api.hold()
        return (
            json.dumps([{"id": 1}]),
            api.status,
            {"Content-Type": "application/json", "X-Request-Id": "up-1"},
        )

    served = make_server("127.0.0.1", 0, app, threaded=True)
    api.url = f"http://127.0.0.1:{served.server_port}"
    threading.Thread(target=served.serve_forever, daemon=True).start()
    try:
        yield api
    finally:
        served.shutdown()
        served.server_close()
