"""A server of resources or prompts alone: it declares no tools and has none."""

from __future__ import annotations

import subprocess
import sys

import httpx2
import pytest
from click.testing import CliRunner
from mcp import MCPError

from mcpgen.cli import program

from .served import serve

PETS = """
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}
"""
CHOICES = """
exclude: [getPet]
resources: {pet: {uri: "pets/{id}", operation: getPet}}
prompts: {greet: {description: Greets., arguments: {who: {required: true}}, text: "Greet {who}."}}
"""
WORDS = """
name: words
resources: {rules: {uri: rules, content: Be kind., mime_type: text/plain}}
prompts: {greet: {description: Greets., arguments: {who: {required: true}}, text: "Greet {who}."}}
"""
METHOD_NOT_FOUND = -32601


@pytest.mark.anyio
@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_what_there_is_is_served_and_nothing_else_declared(era):
    async with serve(
        PETS, httpx2.Response(200, json={"id": "7"}), mode=era, choices=CHOICES
    ) as shop:
        capabilities = shop.client.server_capabilities
        (family,) = (await shop.client.list_resource_templates()).resource_templates
        read = await shop.client.read_resource(family.uri_template.replace("{id}", "7"))
        greeted = await shop.client.get_prompt("greet", {"who": "Ada"})
        refused = []
        for ask in (shop.client.list_tools(), shop.client.call_tool("getPet", {"id": "7"})):
            with pytest.raises(MCPError) as caught:
                await ask
            refused.append(caught.value.code)

    assert capabilities.tools is None
    assert capabilities.resources is not None
    assert '"7"' in read.contents[0].text
    assert shop.sent.target == "/v1/pets/7"
    assert greeted.messages[0].content.text == "Greet Ada."
    assert refused == [METHOD_NOT_FOUND, METHOD_NOT_FOUND]


@pytest.mark.anyio
async def test_tools_that_a_start_leaves_out_are_declared_all_the_same():
    writing = 'paths: {/pets: {post: {operationId: addPet, responses: {"204": {description: ok}}}}}'
    async with serve(writing, env={"READ_ONLY": "1"}) as shop:
        assert shop.client.server_capabilities.tools is not None
        assert (await shop.client.list_tools()).tools == []


@pytest.mark.parametrize("described", ["words", "pets"])
def test_its_project_passes_its_own_tests(tmp_path, described):
    (tmp_path / "words.yaml").write_text(WORDS)
    head = "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\nservers: [{url: https://pets.test}]"
    (tmp_path / "api.yaml").write_text(head + PETS)
    (tmp_path / "pets.yaml").write_text(f"openapi: api.yaml{CHOICES}")
    project = tmp_path / "project"

    arguments = ["generate", str(tmp_path / f"{described}.yaml"), "--output", str(project)]
    made = CliRunner().invoke(program, arguments)
    assert made.exit_code == 0, made.output
    assert " tool" not in made.output.splitlines()[1]
    readme = (project / "README.md").read_text()
    assert ", with 1 resource, 1 prompt." in readme
    assert "## Tools" not in readme

    for command in ("inspect", "lint", "try"):
        told = CliRunner().invoke(program, [command, str(tmp_path / f"{described}.yaml")])
        assert "has a bug" not in told.output
        assert ("no tool that could be called" in told.output) is (command == "try")

    own = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(own, cwd=project, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout
