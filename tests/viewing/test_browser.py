"""The page in a browser: headless Chromium, driven over WebDriver; skipped where there is none."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner

from mcpgen.cli import program

from .hostile import TEXT

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
BOOKSHOP = Path(__file__).parents[2] / "specs" / "bookshop.yaml"
OPTIONS = {
    "binary": CHROMIUM,
    "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
}

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no Chromium with its driver here"
)


class Browser:
    """A session of WebDriver (W3C), as far as we need it."""

    def __init__(self, url: str) -> None:
        self._client = httpx2.Client(base_url=url, timeout=60, trust_env=False)
        asked = {"goog:chromeOptions": OPTIONS, "unhandledPromptBehavior": "ignore"}
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": asked}})
        self._session = f"/session/{made['sessionId']}"

    def open(self, page: Path) -> None:
        self._ask("POST", f"{self._session}/url", {"url": page.as_uri()})

    def run(self, script: str) -> Any:
        return self._ask("POST", f"{self._session}/execute/sync", {"script": script, "args": []})

    def write(self, selector: str, text: str) -> None:
        using = {"using": "css selector", "value": selector}
        element = next(iter(self._ask("POST", f"{self._session}/element", using).values()))
        self._ask("POST", f"{self._session}/element/{element}/value", {"text": text})

    def close(self) -> None:
        self._ask("DELETE", self._session)
        self._client.close()

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._client.request(method, path, json=body).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator[Browser]:
    log = tmp_path_factory.mktemp("driver") / "log"
    with log.open("w") as file:
        driver = subprocess.Popen([str(DRIVER), "--port=0"], stdout=file, stderr=file)
    try:
        browser = Browser(f"http://127.0.0.1:{_port(log)}")
        yield browser
        browser.close()
    finally:
        driver.terminate()
        driver.wait()


def _port(log: Path) -> int:
    """The port that the driver chose, once it says so."""
    for _ in range(300):
        if found := re.search(r"successfully on port (\d+)", log.read_text()):
            return int(found[1])
        time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.fixture
def page(tmp_path, monkeypatch, browser):
    monkeypatch.chdir(tmp_path)

    def show(spec: Path) -> Browser:
        result = CliRunner().invoke(program, ["inspect", str(spec), "--html", "page.html"])
        assert result.exit_code == 0, result.output
        browser.open(tmp_path / "page.html")
        return browser

    return show


VISIBLE = (
    "return [...document.querySelectorAll('details.tool')].filter(each => each.offsetParent).length"
)


def test_all_tools_are_shown_and_the_filter_leaves_some(page) -> None:
    browser = page(BOOKSHOP)
    assert browser.run(VISIBLE) == 10

    browser.write("#filter", "post book")

    assert browser.run(VISIBLE) == 1
    assert browser.run("return document.getElementById('shown').textContent") == "1"


def test_a_tool_opens(page) -> None:
    browser = page(BOOKSHOP)
    browser.run("document.querySelector('details.tool').open = true")

    text = browser.run("return document.querySelector('details.tool').innerText")

    assert "The request it makes" in text
    assert "GET /books" in text


def test_the_chart_has_sizes(page) -> None:
    widths = "return [...document.querySelectorAll('meter')].map(each => each.value)"

    assert page(BOOKSHOP).run(widths)[0] == 100


def test_hostile_text_runs_nothing(page, tmp_path) -> None:
    (tmp_path / "hostile.json").write_text(TEXT)

    browser = page(tmp_path / "hostile.json")

    assert browser.run("return window.pwned === undefined")
    assert browser.run("return document.images.length + document.scripts.length") == 1
    assert browser.run(VISIBLE) == 2


def test_no_other_script_may_run(page) -> None:
    script = """
        const other = document.createElement('script');
        other.textContent = 'window.pwned = 1';
        document.body.append(other);
        return window.pwned === undefined;
    """
    assert page(BOOKSHOP).run(script)
