from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from runtime._errors import SettingsError
from runtime.settings.settings import Settings
from runtime.upstream import settings

KEY = {"key": {"type": "apiKey", "in": "header", "name": "X-Key", "env": "KEY"}}

FILED = {
    "mtls": {"type": "mutualTLS", "env": "MTLS"},
    "oauth": {"type": "oauth2", "flows": {}, "env": "OAUTH"},
}


def read(api: dict[str, Any], **env: str) -> Settings:
    return Settings.read({"name": "shop", "env": "SHOP", **api}, env)


def test_the_defaults() -> None:
    found = settings()
    assert (found.timeout, found.connect_timeout, found.result_tokens) == (60, 10, 20_000)
    assert (found.read_only, found.files, found.rate) == (False, None, 0)
    assert found.base_url(0) == "https://api.test/v1"


def test_the_catalogue_may_set_limits_and_the_operator_others() -> None:
    limits = {"limits": {"timeout": 5, "resultTokens": 100}}
    assert (read(limits).timeout, read(limits).result_tokens) == (5, 100)
    assert read(limits, SHOP_TIMEOUT="7.5", SHOP_RESULT_TOKENS="50").timeout == 7.5


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TIMEOUT", "soon", "number above 0"),
        ("TIMEOUT", "0", "number above 0"),
        ("TIMEOUT", "nan", "number above 0"),
        ("CONNECT_TIMEOUT", "-1", "number above 0"),
        ("RATE", "-1", "number from 0"),
        ("RESULT_TOKENS", "1.5", "whole number"),
        ("MAX_CONCURRENCY", "0", "number above 0"),
        ("READ_ONLY", "maybe", "1 or 0"),
        ("FILES", "/no/such/folder", "names no folder"),
        ("CA_FILE", "/no/such/file", "names no file"),
        ("MTLS_CERT_FILE", "/no/such/file", "names no file"),
        ("OAUTH_TOKEN_URL", "auth.test", "absolute URL"),
        ("BASE_URL", "api.test", "absolute URL"),
        ("BASE_URL", "ftp://api.test", "absolute URL"),
        ("BASE_URL", "https://user:pass@api.test", "user name"),
        ("BASE_URL", "https://api.test/#x", "fragment"),
        ("BASE_URL", "https://api.test:99999", "not a URL"),
        ("HEADERS", "{", "not JSON"),
        ("HEADERS", '{"a": 1}', "text"),
        ("HEADERS", "no colon", "Name: value"),
        ("HEADERS", "a b: c", "name"),
        ("HEADERS", '{"a": "b\\nc"}', "control character"),
    ],
)
def test_a_wrong_value_is_told_by_its_variable_and_not_repeated(
    name: str, value: str, told: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        settings({name: value}, schemes=FILED)
    assert f"SHOP_{name}" in str(caught.value)
    assert told in str(caught.value)
    assert "pass@" not in str(caught.value)


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        settings({"TIMEOUT": "x", "RATE": "y"})
    assert len(str(caught.value).splitlines()) == 2


def test_an_empty_variable_is_not_set() -> None:
    found = settings({"TIMEOUT": "", "BASE_URL": " ", "KEY_API_KEY": ""}, schemes=KEY)
    assert found.timeout == 60
    assert found.schemes["key"].given == {}


@pytest.mark.parametrize("text", ["X-A: 1\nX-B: two: three", '{"X-A": "1", "X-B": "two: three"}'])
def test_headers(text: str) -> None:
    assert settings({"HEADERS": text}).headers == {"X-A": "1", "X-B": "two: three"}


@pytest.mark.parametrize(
    ("value", "flag"), [("1", True), ("true", True), ("Yes", True), ("0", False), ("off", False)]
)
def test_flags(value: str, *, flag: bool) -> None:
    assert settings({"READ_ONLY": value}).read_only is flag


def test_secrets_are_in_no_repr() -> None:
    found = settings(
        {"KEY_API_KEY": "hush-1", "TOKEN": "hush-2", "HEADERS": "X-Key: hush-3"}, schemes=KEY
    )
    assert "hush" not in repr(found)


def test_folders_may_begin_at_home(tmp_path: Path) -> None:
    assert settings({"FILES": str(tmp_path)}).files == tmp_path


class TestServers:
    def test_the_operator_replaces_one_server_only(self) -> None:
        found = settings(
            {"BASE_URL": "http://localhost:1/"}, servers=("https://a.test/v1", "https://b.test")
        )
        assert found.base_urls == ("http://localhost:1", "https://b.test")
        assert (
            settings({"BASE_URL_1": "http://c.test"}, servers=("https://a.test", "/b")).base_url(1)
            == "http://c.test"
        )

    @pytest.mark.parametrize(("number", "name"), [(0, "SHOP_BASE_URL"), (1, "SHOP_BASE_URL_1")])
    def test_a_relative_server_must_be_set(self, number: int, name: str) -> None:
        with pytest.raises(SettingsError, match=rf"must set {name}\."):
            settings(servers=("/v1", "")).base_url(number)

    def test_without_servers_there_is_still_one_to_set(self) -> None:
        assert read({}, SHOP_BASE_URL="http://x.test/given").base_url(0) == "http://x.test/given"

    def test_variables(self) -> None:
        server = {
            "url": "https://{region}.test:{port}/v{v}",
            "variables": {
                "region": {"default": "eu"},
                "port": {"default": "443"},
                "v": {"default": "7"},
            },
        }
        assert read({"servers": [server]}).base_url(0) == "https://eu.test:443/v7"
        assert (
            read({"servers": [server]}, SHOP_SERVER_REGION="us").base_url(0)
            == "https://us.test:443/v7"
        )

    @pytest.mark.parametrize("url", ["https://{undeclared}/v1", "https://api.test/{undeclared}"])
    def test_a_variable_that_is_not_declared_leaves_no_address(self, url: str) -> None:
        with pytest.raises(SettingsError):
            settings(servers=(url,)).base_url(0)

    def test_a_variable_without_a_value_leaves_no_address(self) -> None:
        with pytest.raises(SettingsError):
            read(
                {"servers": [{"url": "https://{tenant}/v1", "variables": {"tenant": {}}}]}
            ).base_url(0)


class TestHosts:
    def test_the_hosts_of_the_catalogue_and_the_operators_own(self) -> None:
        found = settings({"BASE_URL": "http://Localhost:8080/x"}, hosts=("api.test",)).hosts
        assert found.allow("https://API.test/x")
        assert found.allow("https://api.test:443/x")
        assert found.allow("http://localhost:8080")
        assert found.allow("https://localhost:8080")
        assert not found.allow("http://localhost:8081")
        assert not found.allow("https://api.test.evil.test")
        assert not found.allow("https://user@evil.test")
        assert not found.allow("https://api.test@evil.test")
        assert not found.allow("ftp://api.test")
        assert not found.allow("nonsense")

    def test_a_known_host_is_not_trusted_in_plain_text(self) -> None:
        found = settings(hosts=("api.test", "http://plain.test")).hosts
        assert not found.allow("http://api.test/x")
        assert not found.allow("http://api.test:443/x")
        assert found.allow("http://plain.test/x")
        assert found.allow("https://plain.test/x")

    def test_a_server_described_later_is_not_trusted(self) -> None:
        assert not settings(servers=("https://evil.test",)).hosts.allow("https://evil.test/x")

    @pytest.mark.parametrize(
        ("url", "tenant", "trusted"),
        [
            ("https://{tenant}.shop.test", "acme", True),
            ("https://{tenant}.evil.test", "acme", False),
            ("https://{tenant}.shop.test", "a.b", False),
            ("https://{tenant}/", "evil.test", False),
        ],
    )
    def test_a_server_variable_chooses_among_hosts_of_a_known_kind(
        self, url: str, tenant: str, *, trusted: bool
    ) -> None:
        default = "demo.shop.test" if url.endswith("}/") else "demo"
        api = {
            "servers": [{"url": url, "variables": {"tenant": {"default": default}}}],
            "credentialHosts": ["demo.shop.test"],
        }
        found = read(api, SHOP_SERVER_TENANT=tenant)
        assert found.hosts.allow(found.base_url(0)) is trusted

    def test_an_address_of_ip_version_6(self) -> None:
        found = settings({"BASE_URL": "http://[::1]:8080"}).hosts
        assert found.allow("http://[::1]:8080/x")
        assert not found.allow("http://[::1]/x")

    def test_one_host_has_one_spelling(self) -> None:
        assert settings(hosts=("xn--bcher-kva.test",)).hosts.allow("https://bücher.test")


def test_what_a_scheme_was_given() -> None:
    schemes = {
        "JWTAuth": {"type": "http", "scheme": "Bearer"},
        "KeyH": {"type": "apiKey", "in": "header", "name": "X", "env": "OTHER"},
    }
    found = settings({"JWTAUTH_TOKEN": "t0k", "OTHER_API_KEY": "k"}, schemes=schemes).schemes
    assert found["JWTAuth"].given == {"TOKEN": "t0k"}
    assert found["KeyH"].variable("API_KEY") == "SHOP_OTHER_API_KEY"
