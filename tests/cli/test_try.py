"""`mcpgen try`: real processes, no credentials, nothing left behind."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from mcpgen.standin import session

from .conftest import SPECS

BOOKSHOP = SPECS / "bookshop.yaml"


def test_without_arguments_it_shows_the_bookshop(here, mcpgen) -> None:
    result = mcpgen("try")

    assert result.exit_code == 0, result.output
    assert "tools/list: 10 tools" in result.stdout
    assert "tools/call listBooks" in result.stdout
    assert "GET /v1/books?q=sea&genres=fiction,travel" in result.stdout
    assert '"title": "The Salt Road"' in result.stdout


def test_the_readme_shows_what_it_shows(here, mcpgen) -> None:
    readme = (SPECS.parent / "README.md").read_text(encoding="utf-8")
    shown = next(block for block in readme.split("```\n") if block.startswith("tools/list:"))
    first, second, rest = re.split(r"^ *…\n", shown, flags=re.MULTILINE)  # what is left out
    assert rest == ""

    real = mcpgen("try").stdout

    for part in (first, second):
        _, found, real = real.partition(part)
        assert found == part


def test_a_tool_and_its_arguments_are_chosen(here, mcpgen) -> None:
    result = mcpgen("try", BOOKSHOP, "removeBook", '{"bookId": "bk_7"}')

    assert result.exit_code == 0, result.output
    assert "DELETE /v1/books/bk_7" in result.stdout
    assert "204" in result.stdout


def test_credentials_are_made_up_and_masked(here, mcpgen) -> None:
    result = mcpgen("try", BOOKSHOP, "addBook")

    assert "x-shop-key: •••" in result.stdout
    assert '"title": "A Field Guide to Clouds"' in result.stdout


def test_a_description_from_standard_input_is_tried_too(here, mcpgen) -> None:
    result = mcpgen("try", "-", "removeBook", '{"bookId": "bk_7"}', input=BOOKSHOP.read_bytes())

    assert result.exit_code == 0, result.output
    assert "DELETE /v1/books/bk_7" in result.stdout


def test_a_capability_spec_is_tried_too(here, mcpgen) -> None:
    result = mcpgen(
        "try", SPECS / "weather.yaml", "current_weather", '{"place": "Malmö", "units": "metric"}'
    )

    assert result.exit_code == 0, result.output
    assert "GET /v2/places/Malm%C3%B6/now?units=metric" in result.stdout


def test_wrong_arguments_are_shown_as_the_model_would_see_them(here, mcpgen) -> None:
    result = mcpgen("try", BOOKSHOP, "listBooks", '{"limit": 1000}')

    assert "error" in result.stdout
    assert "limit" in result.stdout.partition("error")[2]


def test_nothing_is_left_behind(here, mcpgen, monkeypatch, tmp_path_factory) -> None:
    scratch = tmp_path_factory.mktemp("scratch")
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))

    mcpgen("try")

    assert list(scratch.iterdir()) == []
    assert [path.name for path in here.iterdir()] == ["shop.yaml"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("listBook",), "did you mean listBooks"),
        (("listBooks", "{q"), "these arguments are not JSON"),
        (("listBooks", "[]"), "arguments are a JSON object"),
    ],
)
def test_mistakes_are_usage_errors(here, mcpgen, arguments, told) -> None:
    result = mcpgen("try", BOOKSHOP, *arguments)

    assert result.exit_code == 2
    assert told in result.stderr


def test_a_server_that_does_not_start_is_told_without_a_traceback(
    here, mcpgen, monkeypatch
) -> None:
    monkeypatch.setattr(session.sys, "executable", "/bin/false")

    result = mcpgen("try")

    assert result.exit_code == 2
    assert "the server did not do its part" in result.stderr
    assert "has a bug" not in result.stderr


@pytest.fixture
def api() -> Iterator[ThreadingHTTPServer]:
    """An API of our own: tells which key it was given."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"id": "real", "key": self.headers.get("X-Shop-Key")}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_live_calls_the_real_api_with_the_callers_environment(here, mcpgen, api) -> None:
    env = {
        "BOOKSHOP_BASE_URL": f"http://127.0.0.1:{api.server_address[1]}",
        "BOOKSHOP_SHOP_KEY_API_KEY": "sesame-and-poppy-seeds",
    }

    result = mcpgen("try", BOOKSHOP, "getOrder", '{"orderId": 1}', "--live", env=env)

    assert result.exit_code == 0, result.output
    assert '"id": "real"' in result.stdout
    assert "sesame-and-poppy-seeds" not in result.stdout


def test_a_server_in_search_mode_is_called_through_its_one_tool(here, mcpgen) -> None:
    (here / "mine.yaml").write_text(f"name: shop\nopenapi: {BOOKSHOP}\nmode: search\n")

    result = mcpgen("try", "mine.yaml", "getBook", '{"bookId": "bk_7"}')

    assert result.exit_code == 0, result.output
    assert "tools/list: 3 tools" in result.stdout
    assert "tools/call call_operation" in result.stdout
    assert "GET /v1/books/bk_7" in result.stdout


TENANTS = """\
openapi: {bookshop}
arguments:
  bookId: {{pin: {{claim: org.books}}}}
  q: {{pin: {{env: WORDS}}}}
"""


def test_what_is_pinned_is_made_up_for_the_stand_in(here, mcpgen) -> None:
    (here / "tenants.yaml").write_text(TENANTS.format(bookshop=BOOKSHOP))

    by_claim = mcpgen("try", here / "tenants.yaml", "removeBook", "{}")
    by_variable = mcpgen("try", here / "tenants.yaml", "listBooks", "{}")

    assert by_claim.exit_code == 0, by_claim.output
    assert "DELETE /v1/books/fake-org.books" in by_claim.stdout
    assert "GET /v1/books?q=made-up" in by_variable.stdout


def test_a_workflow_is_tried_too(here, mcpgen) -> None:
    workflow = f"""\
openapi: {BOOKSHOP}
include: []
workflows:
  find:
    description: Finds.
    input: {{words: {{type: string, required: true}}}}
    steps: [{{stepId: list, operationId: listBooks, parameters: {{q: $inputs.words}}}}]
"""
    (here / "flow.yaml").write_text(workflow)

    result = mcpgen("try", here / "flow.yaml")

    assert result.exit_code == 0, result.output
    assert "tools/list: 1 tool" in result.stdout
    assert "GET /v1/books?q=words%201" in result.stdout
    assert '"list": "done"' in result.stdout
