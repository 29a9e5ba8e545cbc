"""The checks that every project has among its own tests: they pass for a good server, and not for a broken one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module

import pytest
from corner_mcp._runtime.checks import acceptance, exchanges, rounds, support
from corner_mcp._runtime.checks.choosing import first_that_asks
from corner_mcp._runtime.sending import send
from corner_mcp._runtime.serving import answers, arguments, calls, catalog, listing, offer

from .corner import SOURCE, written
from .talk import PACKAGE

pytestmark = pytest.mark.anyio

READ = ("list_items", {})
WRITE = ("add_item", {"name": "pear"})
CONFIRMED = ("clear", {})
Check = Callable[[], Awaitable[None]]


@pytest.mark.parametrize("call", [READ, WRITE], ids=["read", "write"])
async def test_s110_a_good_server_is_accepted(call):
    await acceptance.check_versions(PACKAGE)
    await acceptance.check_pages(PACKAGE)
    await acceptance.check_names(PACKAGE, call)
    await acceptance.check_arguments(PACKAGE)
    await acceptance.check_failures(PACKAGE, call)
    await acceptance.check_late_answers(PACKAGE, call)
    await acceptance.check_lost_answers(PACKAGE, call)


@pytest.mark.parametrize("call", [READ, WRITE], ids=["read", "write"])
async def test_s111_a_good_servers_exchange_is_accepted(call):
    await exchanges.check_ids(PACKAGE)
    await exchanges.check_capabilities(PACKAGE)
    await exchanges.check_headers(PACKAGE)
    await exchanges.check_time(PACKAGE, call)
    await exchanges.check_errors(PACKAGE, call)
    await exchanges.check_permissions(PACKAGE)
    await exchanges.check_cancellation(PACKAGE, call)
    await exchanges.check_disconnect(PACKAGE, call)


@pytest.mark.parametrize("call", [CONFIRMED, ("remove_item", {"id": "1"})], ids=["always", "auto"])
async def test_s111_a_good_servers_rounds_are_accepted(call):
    await rounds.check_consent(PACKAGE, call)
    await rounds.check_consent_without_state(PACKAGE, call)
    await rounds.check_nobody_to_ask(PACKAGE, call)


async def test_s110_a_lost_page_is_noticed(monkeypatch):
    page = listing.Listing.page

    def short(self, cursor):
        found = page(self, cursor)
        return found | {self.key: list(found[self.key])[1:]}

    monkeypatch.setattr(listing.Listing, "page", short)

    await _fails(lambda: acceptance.check_pages(PACKAGE))


async def test_s110_a_name_that_is_not_exact_is_noticed(monkeypatch):
    find = offer.Offer.find

    def lenient(self, name, principal):
        return find(self, name.strip().lower(), principal)

    monkeypatch.setattr(offer.Offer, "find", lenient)

    await _fails(lambda: acceptance.check_names(PACKAGE, READ))


async def test_s110_an_argument_that_nobody_checks_is_noticed(monkeypatch):
    monkeypatch.setattr(arguments, "make_check", lambda _: lambda _: [])

    await _fails(lambda: acceptance.check_arguments(PACKAGE))


async def test_s110_a_failure_that_looks_like_success_is_noticed(monkeypatch):
    failure = answers.failure
    monkeypatch.setattr(calls, "failure", lambda text: failure(text) | {"isError": False})

    await _fails(lambda: acceptance.check_failures(PACKAGE, READ))


async def test_s110_a_write_that_is_sent_again_is_noticed(monkeypatch):
    again = lambda error, attempt, **_: 0.0 if attempt < 3 else None  # noqa: E731
    monkeypatch.setattr(send, "pause_after_error", again)

    await acceptance.check_lost_answers(PACKAGE, READ)
    await _fails(lambda: acceptance.check_lost_answers(PACKAGE, WRITE))


async def test_s111_a_write_that_read_only_lets_through_is_noticed(monkeypatch):
    everything = lambda package, api, **_: catalog.load_catalog(package, api)  # noqa: E731
    monkeypatch.setattr("corner_mcp._runtime.serving.app.load_catalog", everything)

    await _fails(lambda: exchanges.check_permissions(PACKAGE))


async def test_s111_a_confirmation_that_is_not_asked_for_is_noticed(monkeypatch):
    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(calls, "confirm", nothing)

    await _fails(lambda: rounds.check_consent(PACKAGE, CONFIRMED))


async def test_s9_the_statement_agrees_with_the_server():
    await support.check_support(PACKAGE, (SOURCE.parent / "SUPPORT.md").read_text())


HEAD = """
name: {name}
base_url: https://api.test
types: none
tools: {{look: {{description: Looks., request: GET /look}}}}
"""
OPTIONS = {
    "prompts": "prompts: {ask: {description: Asks., text: What is it?}}",
    "completion": "prompts: {ask: {description: Asks., arguments: {a: {enum: [x]}}, text: '{a}'}}",
    "resources": "resources: {rules: {content: None.}}",
    "mode": "mode: search",
    "instructions": "instructions: Look first.",
}


@pytest.mark.parametrize("option", OPTIONS)
async def test_s9_an_option_changes_both_the_statement_and_the_server(
    option, tmp_path, monkeypatch
):
    monkeypatch.setattr(sys, "path", [*sys.path])
    statements = {}
    for name, more in (("plain", ""), (option, OPTIONS[option])):
        package = f"{name}_{option}"
        folder = tmp_path / package
        folder.mkdir()
        config = folder / "mcpgen.yaml"
        config.write_text(HEAD.format(name=package.replace("_", "-")) + more + "\n")
        project = written(config, folder)
        sys.path.insert(0, str(project / "src"))
        statements[f"{package}_mcp"] = (project / "SUPPORT.md").read_text()

    (one, said), (other, said_too) = statements.items()
    read = [support.read_statement(each) for each in (said, said_too)]
    changed = {row for row in read[0] | read[1] if read[0].get(row) != read[1].get(row)}
    assert changed - {"server"}
    for package, statement in ((one, said), (other, said_too)):
        await _checks(package).check_support(package, statement)
    await _fails(lambda: _checks(one).check_support(one, _named(said_too, one)))


def _checks(package: str):
    return import_module(f"{package}._runtime.checks.support")


def _named(statement: str, package: str) -> str:
    """The statement with the name of another server."""
    lines = statement.splitlines(keepends=True)
    name = package.removesuffix("_mcp").replace("_", "-")
    return "".join(
        f"| server | `{name}`, `0.1.0` |\n" if line.startswith("| server |") else line
        for line in lines
    )


async def _fails(check: Check) -> None:
    with pytest.raises(AssertionError):
        await check()


async def test_a_call_that_an_owner_refuses_gives_way_to_one_that_is_sent():
    refused = ("no_such_tool", {})

    assert await first_that_asks(PACKAGE, [refused, READ]) == READ
    assert await first_that_asks(PACKAGE, [CONFIRMED]) == CONFIRMED
    assert "no_such_tool sends no request: " in await first_that_asks(PACKAGE, [refused])


def test_a_projects_acceptance_skips_what_its_owner_refuses_before_sending(tmp_path):
    config = tmp_path / "mcpgen.yaml"
    config.write_text(HEAD.format(name="sold-out"))
    module = next(written(config, tmp_path).glob("src/*/tools/[!_]*.py"))
    head, sent, rest = module.read_text().partition("    return await ")
    module.write_text(f'{head}    raise ValueError("sold out")\n{sent}{rest}')

    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-k",
        "old_answers or lost",
    ]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "look sends no request: " in done.stdout
