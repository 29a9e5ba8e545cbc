"""What a project is published with: `server.json`, `manifest.json`, the bundle, the Dockerfile and the wheel."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pathspec
import pytest
from mcp import Client, StdioServerParameters

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec
from tests import published
from tests.served import BOOKSHOP, LIBRARY, environment, package_of, served

ROOT = Path(__file__).parents[2]
REAL = ROOT / "../shared/specs"
EVERY_CREDENTIAL = """\
openapi: 3.1.0
info: {title: 'A title of more than a hundred characters, %s', version: '1', contact: {url: 'https://x.example/{a b}'}}
servers:
  - url: 'https://{region}.x.example:{port}/v1'
    variables: {region: {default: eu, enum: [eu, us]}, port: {default: '443'}}
  - {url: 'https://other.x.example'}
security: [{key: [], basic: []}, {bearer: []}, {people: [read]}, {machines: []}, {certificate: []}]
paths:
  /things: {get: {operationId: listThings, responses: {'200': {description: ok}}}}
  /others: {servers: [{url: 'https://own.x.example'}], get: {operationId: listOthers, responses: {'200': {description: ok}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: "The key.\\nAsk ${HOME} for \\"it\\"."}
    basic: {type: http, scheme: basic}
    bearer: {type: http, scheme: bearer}
    certificate: {type: mutualTLS}
    people:
      type: oauth2
      flows:
        authorizationCode: {authorizationUrl: 'https://a.x.example', tokenUrl: 'https://t.x.example', scopes: {read: Reads}}
    machines:
      type: oauth2
      flows: {clientCredentials: {tokenUrl: 'https://t.x.example', scopes: {}}}
""" % ("x" * 100)
SPECS = (
    "specs/bookshop.yaml",
    "tests/protocol/corner.yaml",
    *(
        pytest.param(REAL / name, marks=pytest.mark.skipif(not REAL.is_dir(), reason="not here"))
        for name in (
            "petstore3-swagger/openapi.yaml",
            "museum/openapi.yaml",
            "notion-mcp/notion-openapi.json",
            "readme-security-multiple-3.0/security-multiple.json",
            "readme-server-variables-3.0/server-variables.json",
        )
    ),
)


def files_of(spec: Path | str, root: Path) -> dict[str, str]:
    """The text of each file of a server."""
    diagnostics = Diagnostics()
    inputs = read_spec(str(ROOT / spec), root, policy=Policy(), diagnostics=diagnostics)
    assert inputs is not None, [str(each) for each in diagnostics]
    return {file.path: file.text for file in make(inputs, diagnostics).files}


def check_published(files: dict[str, str]) -> tuple[Any, Any]:
    """The entry of the registry and the manifest of the bundle, valid and of one mind."""
    entry, manifest = json.loads(files["server.json"]), json.loads(files["manifest.json"])
    assert published.problems("server.json", entry) == []
    assert published.problems("manifest.json", manifest) == []
    assert f"mcp-name: {entry['name']} " in files["README.md"]  # how PyPI's side proves the owner
    assert f'io.modelcontextprotocol.server.name="{entry["name"]}"' in files["Dockerfile"]
    (package,) = entry["packages"]
    assert f'version = "{entry["version"]}"' in files["pyproject.toml"]
    assert {package["version"], manifest["version"]} == {entry["version"]}
    assert manifest["server"]["entry_point"] in files
    questions = {
        name: manifest["user_config"][re.fullmatch(r"\$\{user_config\.(\w+)\}", text)[1]]
        for name, text in manifest["server"]["mcp_config"]["env"].items()
    }
    assert {name: (each["required"], each["sensitive"]) for name, each in questions.items()} == {
        each["name"]: (each["isRequired"], each["isSecret"])
        for each in package["environmentVariables"]
    }
    assert all(each["required"] or each["default"] == "" for each in questions.values())
    return entry, manifest


@pytest.mark.parametrize("spec", SPECS)
def test_the_entry_of_the_registry_and_the_manifest_of_the_bundle_are_valid(spec, tmp_path):
    check_published(files_of(spec, tmp_path / "made"))


def test_every_credential_and_every_server_can_be_set(tmp_path) -> None:
    (tmp_path / "x.yaml").write_text(EVERY_CREDENTIAL)

    entry, _ = check_published(files_of(tmp_path / "x.yaml", tmp_path / "made"))

    (package,) = entry["packages"]
    prefix = package["environmentVariables"][0]["name"].removesuffix("BASE_URL")
    variables = {
        each["name"].removeprefix(prefix): each["isSecret"]
        for each in package["environmentVariables"]
    }
    secrets = {
        *("KEY_API_KEY", "BASIC_USERNAME", "BASIC_PASSWORD", "BEARER_TOKEN", "HEADERS"),
        *("PEOPLE_TOKEN", "PEOPLE_CLIENT_SECRET", "PEOPLE_REFRESH_TOKEN"),
        *("MACHINES_TOKEN", "MACHINES_CLIENT_SECRET"),
        *("CERTIFICATE_CERT_FILE", "CERTIFICATE_KEY_FILE"),
    }
    assert {name for name, secret in variables.items() if secret} == secrets
    assert variables.keys() >= {"BASE_URL", "BASE_URL_1", "SERVER_REGION", "SERVER_PORT"}
    assert variables.keys() >= {"PEOPLE_CLIENT_ID", "MACHINES_CLIENT_ID"}
    assert "websiteUrl" not in entry  # no URI


def test_a_website_is_named_where_it_is_one(tmp_path) -> None:
    address = "https://x.example/docs?a=b#c"
    (tmp_path / "x.yaml").write_text(EVERY_CREDENTIAL.replace("https://x.example/{a b}", address))

    entry, manifest = check_published(files_of(tmp_path / "x.yaml", tmp_path / "made"))

    assert (entry["websiteUrl"], manifest["homepage"]) == (address, address)


def test_a_bundle_holds_what_the_server_runs_from_and_nothing_else(tmp_path) -> None:
    shutil.copytree(BOOKSHOP, tmp_path / "shop")
    for name in (".env", ".venv/bin/python", "dist/x.whl", "src/bookshop_mcp/__pycache__/x.pyc"):
        path = tmp_path / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    lines = (BOOKSHOP / ".mcpbignore").read_text().splitlines()
    ignored = pathspec.GitIgnoreSpec.from_lines(lines)

    kept = {
        name
        for path in (tmp_path / "shop").rglob("*")
        if path.is_file()
        and not ignored.match_file(name := path.relative_to(tmp_path / "shop").as_posix())
    }

    package = {name for name in tracked(BOOKSHOP) if name.startswith("src/")}
    assert kept == {"manifest.json", "pyproject.toml", "README.md", *package}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_the_host_of_a_bundle_may_run_its_entry_point_by_its_path() -> None:
    entry = json.loads((LIBRARY / "manifest.json").read_text())["server"]["entry_point"]
    command = StdioServerParameters(
        command=sys.executable, args=[str(LIBRARY / entry)], env=environment(LIBRARY)
    )

    async with Client(command, read_timeout_seconds=30) as client:
        assert (await client.list_tools()).tools


def test_the_health_check_of_the_image_asks_the_server() -> None:
    text = (BOOKSHOP / "Dockerfile").read_text().replace("\\\n", "")
    _, command = re.search(r"^HEALTHCHECK (.*) CMD (\[.*\])$", text, re.MULTILINE).groups()
    with served(BOOKSHOP, BOOKSHOP_CURRENCY="EUR") as url:
        port = url.split(":")[2].split("/")[0]
        assert health(command.replace("8000", port)) == 0
    assert health(command.replace("8000", port)) != 0


def health(command: str) -> int:
    name, *arguments = json.loads(command)
    assert name == "python"
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, check=False, timeout=60
    ).returncode


def test_what_docker_copies_is_all_that_an_installation_needs(tmp_path) -> None:
    """The wheel that `pip install` builds from it holds the whole package."""
    for line in re.findall("^COPY (.*)$", (LIBRARY / "Dockerfile").read_text(), re.MULTILINE):
        *sources, target = line.split()
        for name in sources:
            copied = tmp_path / "app" / target / ("" if target.endswith("/src") else name)
            copy = shutil.copytree if (LIBRARY / name).is_dir() else shutil.copy
            copied.parent.mkdir(parents=True, exist_ok=True)
            copy(LIBRARY / name, copied)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]

    subprocess.run(command, cwd=tmp_path / "app", check=True, capture_output=True)

    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {f"src/{name}" for name in archive.namelist() if ".dist-info/" not in name}
        (points,) = [name for name in archive.namelist() if name.endswith("/entry_points.txt")]
        assert f"= {package_of(LIBRARY)}.__main__:run" in archive.read(points).decode()
    assert held == {name for name in tracked(LIBRARY) if name.startswith("src/")}


def test_the_source_that_is_published_leaves_the_description_at_home(tmp_path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]

    subprocess.run(command, cwd=LIBRARY, check=True, capture_output=True)

    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as source:
        held = {name.split("/", 1)[1] for name in source.getnames()}
    assert {name for name in held if name.startswith(".mcpgen")} == set()
    assert held >= {name for name in tracked(LIBRARY) if name.startswith(("src/", "tests/"))}


def tracked(project: Path) -> set[str]:
    """Its files but for what running it leaves."""
    paths = (path for path in project.rglob("*") if path.is_file())
    return {
        path.relative_to(project).as_posix() for path in paths if "__pycache__" not in path.parts
    }
