"""Descriptions and references over HTTP: within one origin, else only where the user says so."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.loaders.addresses import Site, is_private
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.web import Web

from .describe import Read
from .invariants import check_bundle


class Upstream:
    """A server on loopback: what it answers by path, and what it was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        site = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
                status, headers, body = site.answers.get(self.path, (404, {}, b""))
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                """Keep quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.thread = threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        self.thread.start()

    @property
    def port(self) -> int:
        return self.server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def put(self, path: str, text: str, **headers: str) -> str:
        self.answers[path] = (200, headers, text.encode())
        return self.url + path

    def redirect(self, path: str, to: str) -> str:
        self.answers[path] = (302, {"Location": to}, b"")
        return self.url + path

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def site() -> Iterator[Upstream]:
    made = Upstream()
    yield made
    made.close()


@pytest.fixture
def other() -> Iterator[Upstream]:
    made = Upstream()
    yield made
    made.close()


def read_url(url: str, **policy) -> Read:
    diagnostics = Diagnostics()
    return Read(load(url, policy=Policy(**policy), diagnostics=diagnostics), diagnostics)


def referring(reference: str) -> str:
    return f"openapi: 3.1.0\npaths: {{/a: {{get: {{parameters: [{{$ref: '{reference}'}}]}}}}}}"


LIMIT = "{name: limit, in: query, schema: {}}"


def test_references_are_followed_within_the_origin(site: Upstream) -> None:
    url = site.put("/specs/api.yaml?v=1", referring("../common/limit.yaml"))
    site.put("/common/limit.yaml", LIMIT)

    found = read_url(url)

    assert [p.name for p in found.operation().parameters] == ["limit"]
    assert found.loaded.source == url
    assert found.loaded.entry == "api.yaml?v=1"
    assert set(found.loaded.documents) == {"api.yaml?v=1", "../common/limit.yaml"}


def test_a_relative_server_is_resolved_against_the_descriptions_address(site: Upstream) -> None:
    text = "openapi: 3.0.3\nservers: [{url: ../v1}, {url: /v2}]\npaths: {/a: {get: {}}}"

    servers = read_url(site.put("/specs/api.yaml", text)).document.servers

    assert [server.url for server in servers] == [f"{site.url}/v1", f"{site.url}/v2"]


def test_no_server_at_all_means_the_root_of_the_descriptions_host(site: Upstream) -> None:
    url = site.put("/specs/api.yaml", "openapi: 3.0.3\npaths: {/a: {get: {}}}")

    assert [server.url for server in read_url(url).document.servers] == [f"{site.url}/"]


def test_another_origin_is_not_asked(site: Upstream, other: Upstream) -> None:
    other.put("/limit.yaml", LIMIT)

    found = read_url(site.put("/api.yaml", referring(f"{other.url}/limit.yaml")))

    assert found.codes == ["MG120"]
    assert f"{other.url}/limit.yaml" in found.messages
    assert other.asked == []


def test_another_origin_is_asked_when_its_address_is_named(site: Upstream, other: Upstream) -> None:
    url = site.put("/api.yaml", referring(f"{other.url}/limit.yaml"))
    other.put("/limit.yaml", LIMIT)

    found = read_url(url, allow_remote=(f"127.0.0.1:{other.port}",), headers=(("X-Key", "secret"),))

    assert found.codes == []
    assert "x-key" in site.asked[0][1]
    assert "x-key" not in other.asked[0][1]


def test_a_named_host_with_a_private_address_is_not_asked(other: Upstream) -> None:
    policy = Policy(allow_remote=("schemas.test",))

    with (
        Web(policy, look_up=lambda host, port: ["127.0.0.1"]) as web,
        pytest.raises(Unreadable) as caught,
    ):
        web.read(f"http://schemas.test:{other.port}/limit.yaml")

    assert caught.value.code == "MG123"
    assert other.asked == []


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    policy = Policy(allow_remote=("schemas.test",))

    with (
        Web(policy, look_up=lambda host, port: ["93.184.216.34", "10.0.0.1"]) as web,
        pytest.raises(Unreadable) as caught,
    ):
        web.read("http://schemas.test/limit.yaml")

    assert caught.value.code == "MG123"


def test_the_request_goes_to_the_address_that_was_checked(other: Upstream) -> None:
    other.put("/limit.yaml", LIMIT)
    policy = Policy(allow_remote=("schemas.test", "127.0.0.1"))

    with Web(policy, look_up=lambda host, port: ["127.0.0.1"]) as web:
        raw = web.read(f"http://schemas.test:{other.port}/limit.yaml")

    assert raw == LIMIT.encode()
    assert other.asked[0][1]["host"] == f"schemas.test:{other.port}"


def test_a_redirect_within_the_origin_changes_what_the_description_is_relative_to(
    site: Upstream,
) -> None:
    site.put("/v2/api.yaml", "openapi: 3.0.3\nservers: [{url: here}]\npaths: {/a: {get: {}}}")

    found = read_url(site.redirect("/api.yaml", "/v2/api.yaml"))

    assert found.document.servers[0].url == f"{site.url}/v2/here"
    assert found.loaded.source == f"{site.url}/v2/api.yaml"


def test_credentials_do_not_follow_a_redirect(site: Upstream, other: Upstream) -> None:
    other.put("/api.yaml", referring("limit.yaml"))
    other.put("/limit.yaml", LIMIT)
    site.redirect("/api.yaml", f"{other.url}/api.yaml")
    policy = {"allow_remote": (f"127.0.0.1:{other.port}",), "headers": (("X-Key", "secret"),)}

    found = read_url(f"http://me:secret@127.0.0.1:{site.port}/api.yaml", **policy)

    assert found.codes == []
    assert {"x-key", "authorization"} <= set(site.asked[0][1])
    assert other.paths == ["/api.yaml", "/limit.yaml"]
    assert not any({"x-key", "authorization"} & set(headers) for _, headers in other.asked)


def test_escapes_of_an_address_stay(site: Upstream) -> None:
    url = site.put("/a%2Fb/api.yaml", referring("limit%20one.yaml"))
    site.put("/a%2Fb/limit%20one.yaml", LIMIT)

    found = read_url(url)

    assert found.codes == []
    assert site.paths == ["/a%2Fb/api.yaml", "/a%2Fb/limit%20one.yaml"]


def test_a_bundle_of_an_address_gives_the_same_document(site: Upstream) -> None:
    url = site.put("/specs/api.yaml?v=1", referring("../common/limit.yaml"))
    site.put("/common/limit.yaml", LIMIT)

    check_bundle(read_url(url).loaded)


def test_a_redirect_to_a_private_address_is_refused(site: Upstream, other: Upstream) -> None:
    other.put("/api.yaml", "openapi: 3.0.3\npaths: {/a: {get: {}}}")

    found = read_url(site.redirect("/api.yaml", f"{other.url}/api.yaml"))

    assert found.codes == ["MG101"]
    assert "private address" in found.messages
    assert other.asked == []


def test_a_referenced_files_redirect_is_checked_like_a_reference(
    site: Upstream, other: Upstream
) -> None:
    site.redirect("/limit.yaml", f"{other.url}/limit.yaml")

    found = read_url(site.put("/api.yaml", referring("limit.yaml")))

    assert found.codes == ["MG120"]
    assert other.asked == []


def test_a_redirect_loop_ends(site: Upstream) -> None:
    found = read_url(site.redirect("/api.yaml", "/api.yaml"))

    assert found.codes == ["MG101"]
    assert len(site.asked) == 6


def test_a_body_over_the_limit_is_refused_also_when_it_was_compressed(site: Upstream) -> None:
    bomb = gzip.compress(b"a" * 1_000_000)
    site.answers["/api.yaml"] = (200, {"Content-Encoding": "gzip"}, bomb)

    assert read_url(f"{site.url}/api.yaml", max_bytes=100_000).codes == ["MG103"]


@pytest.mark.parametrize("status", [404, 500])
def test_an_error_status_is_an_error(site: Upstream, status: int) -> None:
    site.answers["/api.yaml"] = (status, {}, b"openapi: 3.1.0")

    found = read_url(f"{site.url}/api.yaml")

    assert found.codes == ["MG101"]
    assert str(status) in found.messages


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/api.yaml", "http://[::1", "http:///x", "https://a b/"]
)
def test_an_address_that_does_not_answer_is_an_error(url: str) -> None:
    found = read_url(url)

    assert found.loaded is None
    assert found.diagnostics.failed


def test_the_users_login_is_sent_and_never_shown(site: Upstream) -> None:
    site.put("/api.yaml", "openapi: 3.0.3\npaths: {/a: {get: 7, put: {}}}")

    found = read_url(f"http://me:secret@127.0.0.1:{site.port}/api.yaml")

    assert site.asked[0][1]["authorization"].startswith("Basic ")
    assert "secret" not in repr((found.loaded, found.messages, found.diagnostics.sources))


def test_a_local_description_sends_no_request(tmp_path, site: Upstream) -> None:
    (tmp_path / "api.yaml").write_text(referring(f"{site.url}/limit.yaml"))

    found = read_url(str(tmp_path / "api.yaml"))

    assert found.codes == ["MG120"]
    assert site.asked == []


def test_a_description_by_url_reads_no_local_file(site: Upstream) -> None:
    found = read_url(site.put("/api.yaml", referring("file:///etc/hostname")))

    assert found.codes == ["MG121"]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "2002:0a00:0001::",
        "224.0.0.1",
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert is_private(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_addresses_that_are_public(address: str) -> None:
    assert not is_private(address)


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("schemas.test", True),
        ("SCHEMAS.test", True),
        ("schemas.test:443", True),
        ("https://schemas.test", True),
        ("http://schemas.test", False),
        ("schemas.test:8443", False),
        ("test", False),
        ("evil-schemas.test", False),
    ],
)
def test_how_a_host_may_be_named(name: str, *, matches: bool) -> None:
    site = Site.of("https://schemas.test/x.yaml")

    assert site is not None
    assert site.named_by((name,)) is matches
