"""`mcpgen inspect`: the table, the facts and the page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mcpgen.cli import program

from .hostile import ATTACK, TEXT

BOOKSHOP = Path(__file__).parents[2] / "specs" / "bookshop.yaml"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def inspect(*arguments: object) -> Result:
    result = CliRunner().invoke(program, ["inspect", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result


def hostile(here: Path) -> Path:
    path = here / "hostile.json"
    path.write_text(TEXT)
    return path


class Elements(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.handlers: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs) -> None:
        self.names.append(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.links += [value for name, value in attrs if name in {"src", "href"}]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_table_says_what_each_tool_is_does_needs_and_weighs() -> None:
    lines = inspect(BOOKSHOP).stdout.splitlines()

    assert lines[0].startswith("Bookshop 1.2.0")
    row = next(line for line in lines if "placeOrder" in line).split()
    assert row[:4] == ["placeOrder", "POST", "/orders", "writes"]
    assert row[4:-1] == ["shopKey", "or", "customer"]
    assert int(row[-1]) > 0


def test_the_sum_of_a_group_is_that_of_its_tools() -> None:
    tools = json.loads(inspect(BOOKSHOP, "--format", "json").stdout)["tools"]
    orders = sum(tool["tokens"] for tool in tools if tool["group"] == "orders")

    assert f"orders (2, {orders} tokens)" in inspect(BOOKSHOP).stdout


def test_facts_for_programs() -> None:
    told = json.loads(inspect(BOOKSHOP, "--format", "json").stdout)

    assert told["mode"] == "tools"
    assert [tool["name"] for tool in told["tools"]][:2] == ["listBooks", "addBook"]
    assert {tool["does"] for tool in told["tools"]} == {"reads", "writes", "destroys"}


def test_nothing_is_written_but_the_page(here) -> None:
    inspect(BOOKSHOP, "--html", "page.html")

    assert [path.name for path in here.iterdir()] == ["page.html"]


def test_the_page_shows_tools_schemas_requests_and_sizes(here) -> None:
    inspect(BOOKSHOP, "--html", "page.html")

    elements = Elements((here / "page.html").read_text())

    assert elements.names.count("details") == 10
    assert elements.names.count("meter") == 2
    assert "GET /v1/books" not in elements.text  # the base URL is the operator's
    assert "PATCH /books/" in elements.text
    assert '"additionalProperties": false' in elements.text


def test_the_page_loads_nothing_from_elsewhere(here) -> None:
    inspect(BOOKSHOP, "--html", "page.html")

    assert Elements((here / "page.html").read_text()).links == []


def test_findings_are_on_the_page(here) -> None:
    (here / "shop.json").write_text(TEXT.replace("/users", "/a/../users"))
    inspect("shop.json", "--html", "page.html")

    assert "MG304" in Elements((here / "page.html").read_text()).text


def test_hostile_text_makes_no_element(here) -> None:
    inspect(hostile(here), "--html", "page.html")

    elements = Elements((here / "page.html").read_text())

    assert elements.names.count("script") == 1
    assert "img" not in elements.names
    assert elements.handlers == []
    assert "window.pwned" in elements.text
    assert "{{7*7}}" in elements.text


def test_hostile_text_does_not_write_on_a_terminal(here) -> None:
    result = inspect(hostile(here))

    assert "\x1b" in ATTACK
    assert "\x1b" not in result.output
