"""Servers: relative, with variables, and as people write them."""

from __future__ import annotations

import pytest

from mcpgen.model import ServerVariable

from .describe import read


def servers(text: str):
    found = read(f"openapi: 3.1.0\nservers: {text}\npaths: {{/a: {{get: {{}}}}}}")
    return found.document.servers, found


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("[{url: 'https://api.test/v1/'}]", "https://api.test/v1/"),
        ("[{url: /v1}]", "/v1"),
        ("[{url: ' https://api.test '}]", "https://api.test"),
        ("[{url: //api.test/v1}]", "https://api.test/v1"),
        ("[{url: api.example.com/v1}]", "https://api.example.com/v1"),
        ("[{url: 'localhost:8080'}]", "http://localhost:8080"),
        ("[{url: 'www.example.com'}]", "https://www.example.com"),
        ("['https://api.test']", "https://api.test"),
        ("[{url: '{scheme}://api.test', variables: {scheme: {default: https}}}]", "{scheme}://api.test"),
        ("[{url: '{base}/v1', variables: {base: {default: 'https://api.test'}}}]", "{base}/v1"),
        ("[{url: v1}]", "v1"),
        ("[{}]", "/"),
    ],
)  # fmt: skip
def test_urls(text: str, url: str) -> None:
    assert [server.url for server in servers(text)[0]] == [url]


def test_variables() -> None:
    made, found = servers(
        "[{url: 'https://{region}.test:{port}/{x}/{gone}', description: d, variables:"
        " {region: {default: eu, enum: [eu, us], description: r}, port: {default: 8443}, x: {enum: [a, b]}}}]"
    )

    assert made[0].variables == {
        "region": ServerVariable(default="eu", enum=("eu", "us"), description="r"),
        "port": ServerVariable(default="8443"),
        "x": ServerVariable(default="a", enum=("a", "b")),
        "gone": ServerVariable(default=""),
    }
    assert made[0].description == "d"
    assert found.codes == ["MG230"]


@pytest.mark.parametrize("text", ["[7]", "[[]]", "7", "{}"])
def test_what_is_no_server_is_left_out(text: str) -> None:
    assert servers(text)[0] == ()


def test_an_operations_servers_come_before_those_of_its_path() -> None:
    found = read("""
        openapi: 3.1.0
        servers: [{url: 'https://one.test'}]
        paths:
          /a:
            servers: [{url: 'https://two.test'}]
            get: {servers: [{url: 'https://three.test'}]}
            put: {}
          /b: {get: {}}
        """)

    assert [tuple(server.url for server in op.servers) for op in found.document.operations] == [
        ("https://three.test",),
        ("https://two.test",),
        (),
    ]


def test_without_servers_and_address_there_is_none() -> None:
    assert read("openapi: 3.1.0\npaths: {/a: {get: {}}}").document.servers == ()
