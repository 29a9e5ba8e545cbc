"""A client's own file gets the server, and keeps everything else."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from petstore_mcp._runtime.cli import main
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.settings import config as _config
from petstore_mcp._runtime.settings.config import CLIENTS, client_file, configure, merge_into

API = load_api("petstore_mcp")


@pytest.fixture
def file(tmp_path, monkeypatch) -> Path:
    path = tmp_path / "folder" / "config.json"
    monkeypatch.setattr(_config, "client_file", lambda *_: path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return path


def written(path: Path):
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("client", "platform", "path"),
    [
        (
            "claude",
            "darwin",
            "/home/me/Library/Application Support/Claude/claude_desktop_config.json",
        ),
        ("claude", "linux", "/home/me/.config/Claude/claude_desktop_config.json"),
        ("claude", "win32", "/appdata/Claude/claude_desktop_config.json"),
        ("cursor", "linux", "/home/me/.cursor/mcp.json"),
        ("vscode", "darwin", "/home/me/Library/Application Support/Code/User/mcp.json"),
        ("vscode", "linux", "/home/me/.config/Code/User/mcp.json"),
    ],
)
def test_each_client_has_its_file(client, platform, path):
    assert client_file(
        CLIENTS[client], {"APPDATA": "/appdata"}, Path("/home/me"), platform
    ) == Path(path)


@pytest.mark.parametrize("client", ["claude", "cursor"])
def test_the_configuration_is_printed(client, file, capsys):
    assert configure("petstore_mcp", API, client, write=False) == 0

    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "mcpServers": {
            "petstore": {
                "command": sys.executable,
                "args": ["-m", "petstore_mcp"],
                "env": {"PETSTORE_API_KEY_API_KEY": ""},
            }
        }
    }
    assert str(file) in err
    assert not file.exists()


def test_vs_code_asks_for_secrets_itself(file, capsys):
    configure("petstore_mcp", API, "vscode", write=False)

    said = json.loads(capsys.readouterr().out)
    (question,) = said["inputs"]
    assert question["password"] is True
    assert said["servers"]["petstore"]["type"] == "stdio"
    assert said["servers"]["petstore"]["env"] == {
        "PETSTORE_API_KEY_API_KEY": f"${{input:{question['id']}}}"
    }


def test_the_command_that_was_used_is_the_command_of_the_client(
    file, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin" / "petstore-mcp"), "config", "claude"])

    configure("petstore_mcp", API, "claude", write=False)

    server = json.loads(capsys.readouterr().out)["mcpServers"]["petstore"]
    assert (server["command"], server["args"]) == (str(tmp_path / "bin" / "petstore-mcp"), [])


def test_a_secret_of_this_environment_is_never_written(file, monkeypatch, capsys):
    monkeypatch.setenv("PETSTORE_API_KEY_API_KEY", "a-real-secret")

    configure("petstore_mcp", API, "claude", write=True)

    assert "a-real-secret" not in file.read_text() + "".join(capsys.readouterr())


def test_a_new_file_is_made_for_its_owner_alone(file, capsys):
    assert configure("petstore_mcp", API, "claude", write=True) == 0

    assert "petstore" in written(file)["mcpServers"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "PETSTORE_API_KEY_API_KEY" in capsys.readouterr().err


def test_everything_else_stays(file):
    file.parent.mkdir()
    other = {"command": "other", "x": [1]}
    file.write_text(json.dumps({"theme": "dunkel, größer", "mcpServers": {"other": other}}))

    configure("petstore_mcp", API, "claude", write=True)

    after = written(file)
    assert list(after) == ["theme", "mcpServers"]
    assert after["theme"] == "dunkel, größer"
    assert after["mcpServers"]["other"] == other


def test_what_was_filled_in_stays(file):
    file.parent.mkdir()
    known = {
        "command": "old",
        "env": {"PETSTORE_API_KEY_API_KEY": "k", "MORE": "1"},
        "autoApprove": ["getPet"],
    }
    file.write_text(json.dumps({"mcpServers": {"petstore": known}}))

    configure("petstore_mcp", API, "claude", write=True)

    server = written(file)["mcpServers"]["petstore"]
    assert server["env"] == {"PETSTORE_API_KEY_API_KEY": "k", "MORE": "1"}
    assert server["autoApprove"] == ["getPet"]
    assert server["command"] == sys.executable


def test_the_old_file_is_kept_beside(file):
    file.parent.mkdir()
    file.write_text('{"a": 1}')

    configure("petstore_mcp", API, "cursor", write=True)

    assert written(file.with_name("config.json.bak")) == {"a": 1}
    assert sorted(path.name for path in file.parent.iterdir()) == ["config.json", "config.json.bak"]


def test_writing_twice_changes_nothing(file):
    configure("petstore_mcp", API, "vscode", write=True)
    once = file.read_bytes()

    configure("petstore_mcp", API, "vscode", write=True)

    assert file.read_bytes() == once
    assert not file.with_name("config.json.bak").exists()


def test_a_link_stays_a_link(file, tmp_path):
    file.parent.mkdir()
    (tmp_path / "dotfiles.json").write_text("{}")
    file.symlink_to(tmp_path / "dotfiles.json")

    configure("petstore_mcp", API, "claude", write=True)

    assert file.is_symlink()
    assert "petstore" in written(tmp_path / "dotfiles.json")["mcpServers"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1,}', "is not plain JSON"),
        ('// a comment\n{"a": 1}', "is not plain JSON"),
        ("[]", "does not hold a JSON object"),
        ('{"mcpServers": []}', 'something else than an object at "mcpServers"'),
    ],
)
def test_a_file_that_cannot_be_merged_is_left_alone(file, capsys, text, told):
    file.parent.mkdir()
    file.write_text(text)

    assert configure("petstore_mcp", API, "claude", write=True) == 1

    err = capsys.readouterr().err
    assert told in err
    assert '"petstore"' in err  # what to add by hand
    assert file.read_text() == text


def test_nothing_is_left_behind_when_writing_fails(file, monkeypatch):
    file.parent.mkdir()
    file.write_text('{"a": 1}')
    monkeypatch.setattr(_config.shutil, "copymode", lambda *_: (_ for _ in ()).throw(OSError("no")))

    with pytest.raises(OSError, match="no"):
        merge_into(file, {"mcpServers": {}})

    assert written(file) == {"a": 1}
    assert sorted(path.name for path in file.parent.iterdir()) == ["config.json", "config.json.bak"]


def test_an_address_that_is_missing_is_asked_for(file, capsys):
    configure("petstore_mcp", {**API, "servers": [{"url": "/v1"}]}, "claude", write=False)

    assert (
        "PETSTORE_BASE_URL" in json.loads(capsys.readouterr().out)["mcpServers"]["petstore"]["env"]
    )


def test_a_file_that_is_no_text_is_left_alone(file, capsys):
    file.parent.mkdir()
    file.write_bytes(b"{\xff}")

    assert configure("petstore_mcp", API, "claude", write=True) == 1
    assert "not in UTF-8" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_to_is_told(file, capsys):
    file.parent.write_text("a file in the way")

    assert configure("petstore_mcp", API, "claude", write=True) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_byte_order_mark_does_not_matter(file):
    file.parent.mkdir()
    file.write_text('\ufeff{"a": 1}', "utf-8")

    assert configure("petstore_mcp", API, "claude", write=True) == 0
    assert written(file)["a"] == 1


def test_what_is_filled_in_is_not_asked_for_again(file, capsys):
    configure("petstore_mcp", API, "claude", write=True)
    assert "Fill in there: " in capsys.readouterr().err
    filled = written(file)
    env = filled["mcpServers"]["petstore"]["env"]
    env.update(dict.fromkeys(env, "mine"))
    file.write_text(json.dumps(filled), "utf-8")

    configure("petstore_mcp", API, "claude", write=True)

    assert "Fill in" not in capsys.readouterr().err


def entry(path: Path):
    return written(path)["mcpServers"]["petstore"]


@pytest.mark.parametrize(
    "argv",
    [
        ["--read-only", "--tags", "pets", "config", "claude", "--write"],
        ["config", "claude", "--write", "--read-only", "--tags", "pets"],
    ],
)
def test_what_is_offered_is_chosen_for_the_client_too(file, argv):
    with pytest.raises(SystemExit) as ended:
        main("petstore_mcp", argv)

    assert ended.value.code == 0
    assert entry(file)["args"] == ["-m", "petstore_mcp", "--read-only", "--tags", "pets"]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (sys.executable, ["-m", "petstore_mcp", "--read-only"]),
        ("/bin/petstore-mcp", ["--read-only"]),
        ("uvx", ["--from", "here", "petstore-mcp", "--read-only"]),
    ],
)
def test_options_that_an_entry_has_stay_until_others_are_given(file, command, arguments):
    file.parent.mkdir()
    known = {"command": command, "args": arguments}
    file.write_text(json.dumps({"mcpServers": {"petstore": known}}))

    configure("petstore_mcp", API, "claude", write=True)
    assert entry(file)["args"] == ["-m", "petstore_mcp", "--read-only"]

    configure("petstore_mcp", API, "claude", write=True, options=["--tags", "pets"])
    assert entry(file)["args"] == ["-m", "petstore_mcp", "--tags", "pets"]


def test_what_finds_a_server_otherwise_is_no_option_of_it(file):
    file.parent.mkdir()
    known = {"command": "docker", "args": ["run", "--rm", "pets:1"]}
    file.write_text(json.dumps({"mcpServers": {"petstore": known}}))

    configure("petstore_mcp", API, "claude", write=True)

    assert entry(file)["args"] == ["-m", "petstore_mcp"]


@pytest.fixture
def set_here(tmp_path, monkeypatch) -> dict[str, str]:
    """Settings, and secrets among them, which are never shown."""
    (tmp_path / "ca.pem").write_text("")
    monkeypatch.chdir(tmp_path)
    told = {
        "PETSTORE_BASE_URL": "https://pets.test/v2",
        "PETSTORE_READ_ONLY": "1",
        "PETSTORE_TAGS": "pets",
        "PETSTORE_MODE": "search",
        "PETSTORE_TIMEOUT": "5",
        "PETSTORE_BUYER": "7",
        "PETSTORE_CA_FILE": "ca.pem",
    }
    hidden = {
        "PETSTORE_TOKEN": "hidden-1",
        "PETSTORE_HEADERS": "X-Key: hidden-2",
        "PETSTORE_API_KEY_API_KEY": "hidden-3",
        "PETSTORE_STATE_KEYS": "hidden-4" * 8,
        "PETSTORE_BUYER_SECRET": "hidden-5",
        "PETSTORE_IDENTITY": "header",
        "PETSTORE_UNKNOWN": "hidden-6",
    }
    for name, value in {**told, **hidden}.items():
        monkeypatch.setenv(name, value)
    return {**told, "PETSTORE_CA_FILE": str(tmp_path / "ca.pem")}


PINNED = {**API, "pins": {"BUYER": "string", "BUYER_SECRET": "string"}}


@pytest.mark.parametrize("client", ["claude", "vscode"])
def test_what_is_set_here_is_set_for_the_client_but_for_secrets(file, set_here, client, capsys):
    configure("petstore_mcp", PINNED, client, write=False)

    out = capsys.readouterr().out
    assert "hidden" not in out
    said = json.loads(out)
    env = said.get("mcpServers", said.get("servers"))["petstore"]["env"]
    placeholders = {"PETSTORE_API_KEY_API_KEY", "PETSTORE_BUYER_SECRET"}
    assert {name: value for name, value in env.items() if name not in placeholders} == set_here
    assert placeholders < set(env)
    asked = {question["description"] for question in said.get("inputs", [])}
    assert asked in (set(), placeholders)


def test_what_stands_in_a_clients_file_stays_and_is_named_where_it_is_another(
    file, set_here, capsys
):
    file.parent.mkdir()
    known = {
        "command": "old",
        "env": {"PETSTORE_BASE_URL": "https://mine.test", "PETSTORE_TAGS": ""},
    }
    file.write_text(json.dumps({"mcpServers": {"petstore": known}}))

    configure("petstore_mcp", PINNED, "claude", write=True)

    assert entry(file)["env"]["PETSTORE_BASE_URL"] == "https://mine.test"
    assert entry(file)["env"]["PETSTORE_TAGS"] == "pets"
    assert "stays: PETSTORE_BASE_URL." in capsys.readouterr().err


def test_an_answer_that_was_to_be_asked_for_is_not_once_it_is_set(file, monkeypatch):
    api = {**API, "pins": {"BUYER": "string"}}
    configure("petstore_mcp", api, "vscode", write=True)
    monkeypatch.setenv("PETSTORE_BUYER", "7")

    configure("petstore_mcp", api, "vscode", write=True)

    assert written(file)["servers"]["petstore"]["env"]["PETSTORE_BUYER"] == "7"


def test_settings_that_are_wrong_are_told_before_a_client_gets_them(file, monkeypatch, capsys):
    monkeypatch.setenv("PETSTORE_TIMEOUT", "soon")

    with pytest.raises(SystemExit) as ended:
        main("petstore_mcp", ["config", "claude", "--write"])

    assert ended.value.code == 2
    assert "PETSTORE_TIMEOUT" in capsys.readouterr().err
    assert not file.exists()


def test_where_a_package_that_is_not_installed_lies_is_told_whole(
    file, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["src", "/more"]))

    configure("petstore_mcp", API, "claude", write=False)

    env = json.loads(capsys.readouterr().out)["mcpServers"]["petstore"]["env"]
    assert env["PYTHONPATH"] == os.pathsep.join([str(tmp_path / "src"), "/more"])
