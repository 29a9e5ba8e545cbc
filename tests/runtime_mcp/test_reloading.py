"""A server whose files change while it runs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import httpx2
import pytest
from petstore_mcp._runtime.watching.reloading import _is_own

from .processes import called, request
from .raw import Connection
from .serving import headers, server


@pytest.fixture
def package(source, tmp_path) -> Path:
    """A petstore of one's own to change."""
    shutil.copytree(source / "petstore_mcp", tmp_path / "petstore_mcp", symlinks=True)
    return tmp_path / "petstore_mcp"


def listed(client: httpx2.Client) -> dict[str, str]:
    answer = client.post("/mcp", json=request(1, "tools/list"), headers=headers("tools/list"))
    return {tool["name"]: tool["description"] for tool in answer.json()["result"]["tools"]}


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def listen(connection: Connection) -> None:
    wanted = {"notifications": {"toolsListChanged": True, "promptsListChanged": True}}
    connection.post(request("listen", "subscriptions/listen", wanted))
    connection.until(b"notifications/subscriptions/acknowledged")


def test_r105_a_changed_catalogue_is_served_and_told(package):
    with server(package.parent, PETSTORE_RELOAD="1") as (client, _):
        before = listed(client)
        with Connection(client.base_url.port) as connection:
            listen(connection)
            change(
                package / "catalog" / "inside.json",
                '"description": "Print."',
                '"description": "Say it."',
            )
            connection.until(b"notifications/tools/list_changed")
            connection.until(b"notifications/prompts/list_changed")
        after = listed(client)

    assert (before["chatter"], after["chatter"]) == ("Print.", "Say it.")
    assert before.keys() == after.keys()


def test_changed_code_runs(package):
    with server(package.parent, PETSTORE_RELOAD="1") as (client, _):
        with Connection(client.base_url.port) as connection:
            listen(connection)
            change(package / "tools" / "inside.py", '{"said": True}', '{"said": "anew"}')
            connection.until(b"list_changed")
        call = headers("tools/call", Mcp_Name="chatter")
        answer = client.post("/mcp", json=called(1, "chatter"), headers=call)

    assert answer.json()["result"]["structuredContent"] == {"said": "anew"}


def test_what_cannot_be_read_is_told_and_the_rest_served(package):
    catalog = package / "catalog" / "inside.json"
    with server(package.parent, PETSTORE_RELOAD="1") as (client, process):
        good = catalog.read_text()
        catalog.write_text(good[:-20])
        process.said.wait_for("cannot be served")
        during = listed(client)
        with Connection(client.base_url.port) as connection:
            listen(connection)
            catalog.write_text(good.replace("Print.", "Say it."))
            connection.until(b"list_changed")
        after = listed(client)

    assert (during["chatter"], after["chatter"]) == ("Print.", "Say it.")


def test_s68_a_walk_over_pages_that_a_change_interrupts_begins_anew(package):
    api = json.loads((package / "api.json").read_text())
    (package / "api.json").write_text(json.dumps({**api, "pageSize": 2}))
    asked = headers("tools/list")
    with server(package.parent, PETSTORE_RELOAD="1") as (client, _):
        first = client.post("/mcp", json=request(1, "tools/list"), headers=asked).json()["result"]
        with Connection(client.base_url.port) as connection:
            listen(connection)
            changed = {**api, "pageSize": 2, "revision": "another"}
            (package / "api.json").write_text(json.dumps(changed))
            connection.until(b"list_changed")
        following = request(2, "tools/list", {"cursor": first["nextCursor"]})
        second = client.post("/mcp", json=following, headers=asked).json()

    assert second["error"]["code"] == -32602


def test_without_the_setting_nothing_is_promised(package):
    with server(package.parent) as (client, _):
        asked = request(1, "server/discover")
        answer = client.post("/mcp", json=asked, headers=headers("server/discover"))

    assert not answer.json()["result"]["capabilities"]["tools"].get("listChanged")


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("petstore_mcp.tools.pets", True),
        ("petstore_mcp.hooks", True),
        ("petstore_mcp", False),
        ("petstore_mcp.__main__", False),
        ("petstore_mcp._runtime.cli", False),
        ("petstore_mcp_other.tools", False),
    ],
)
def test_the_runtime_itself_is_not_loaded_anew(name, own):
    assert _is_own(name, "petstore_mcp") is own
