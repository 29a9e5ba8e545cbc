"""`<name>-mcp login`, as a person runs it: a process, a browser, an authorization server, and a call with the token."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest

from .served import HEAD

PATIENCE = 60
BROWSER = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1]).read()"
DESCRIPTION = """
paths:
  /me:
    get: {{operationId: getMe, security: [{{Person: [read]}}], responses: {{"200": {{description: me}}}}}}
components:
  securitySchemes:
    Person:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: {origin}/authorize
          tokenUrl: {origin}/token
          scopes: {{read: read}}
"""


class Handler(BaseHTTPRequestHandler):
    """An authorization server whose person consents at once."""

    forms: list[dict[str, str]] = []  # noqa: RUF012  # of the one server of this module

    def do_GET(self) -> None:
        asked = dict(parse_qsl(urlsplit(self.path).query))
        self.send_response(302)
        back = urlencode({"code": "c0de", "state": asked["state"]})
        self.send_header("Location", f"{asked['redirect_uri']}?{back}")
        self.end_headers()

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.forms.append({name: values[0] for name, values in parse_qs(form).items()})
        body = json.dumps({"access_token": "t0ken", "token_type": "Bearer", "expires_in": 3600})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def origin() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_a_person_logs_in_and_the_tokens_are_kept(origin: str, tmp_path: Path) -> None:
    spec, browser, tokens = tmp_path / "shop.yaml", tmp_path / "browser.py", tmp_path / "tokens"
    spec.write_text(HEAD.format(version="3.1.0") + DESCRIPTION.format(origin=origin))
    browser.write_text(BROWSER)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "mcpgen", "generate", str(spec), "-o", str(out)]
    subprocess.run(command, check=True, capture_output=True)

    done = subprocess.run(
        [sys.executable, "-m", "shop_mcp", "login"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(out / "src"), os.environ.get("PYTHONPATH", "")]),
            "BROWSER": f"{sys.executable} {browser} %s",
            "SHOP_PERSON_CLIENT_ID": "me",
            "SHOP_TOKEN_FILE": str(tokens),
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 0, done.stderr
    assert f"{origin}/authorize?" in done.stderr
    assert "t0ken" not in done.stdout + done.stderr
    assert "t0ken" in tokens.read_text()
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600
    assert Handler.forms[-1]["code"] == "c0de"
    assert Handler.forms[-1]["code_verifier"]
