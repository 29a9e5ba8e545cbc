from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from runtime._errors import CallError, NotSentError
from runtime.certificates import Authority, make_authority
from runtime.sending.api import Api
from runtime.sending.client import open_client
from runtime.sockets import Connection, serve
from runtime.upstream import entry, settings

pytestmark = pytest.mark.anyio

SCHEMES = {"Mutual": {"type": "mutualTLS", "env": "MUTUAL"}}


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return make_authority(tmp_path_factory.mktemp("tls"))


async def who_calls(connection: Connection) -> None:
    """Answer with the name in the client's certificate."""
    certificate: dict[str, Any] | None = connection.writer.get_extra_info("peercert")
    name = (
        dict(pair[0] for pair in certificate["subject"])["commonName"] if certificate else "nobody"
    )
    await connection.answer(f'"{name}"'.encode())


async def call(url: str, security: Any = (), **env: str) -> Any:
    found = settings({"BASE_URL": url, **env}, schemes=SCHEMES)
    async with open_client(found) as upstream:
        return await Api(upstream, entry(security=security)).get("/pets")


async def test_an_unknown_authority_is_not_trusted(authority: Authority) -> None:
    async with serve(who_calls, tls=authority.server_context()) as api:
        with pytest.raises(NotSentError, match="certificate"):
            await call(api.url)
    assert (api.connections, api.requests) == (0, [])


async def test_the_operator_may_trust_it(authority: Authority) -> None:
    async with serve(who_calls, tls=authority.server_context()) as api:
        assert await call(api.url, CA_FILE=str(authority.ca_file)) == "nobody"


async def test_a_client_certificate_is_shown_where_the_operation_wants_one(
    authority: Authority,
) -> None:
    certificate, key = authority.issue("shop")
    env = {
        "CA_FILE": str(authority.ca_file),
        "MUTUAL_CERT_FILE": str(certificate),
        "MUTUAL_KEY_FILE": str(key),
    }
    async with serve(who_calls, tls=authority.server_context(clients=True)) as api:
        assert await call(api.url, [{"Mutual": []}], **env) == "shop"
        with pytest.raises(CallError):
            await call(api.url, **env)
    assert len(api.requests) == 1


async def test_a_certificate_and_its_key_may_be_one_file(
    authority: Authority, tmp_path: Path
) -> None:
    both = tmp_path / "both.pem"
    both.write_bytes(b"".join(file.read_bytes() for file in authority.issue("both")))
    env = {"CA_FILE": str(authority.ca_file), "MUTUAL_CERT_FILE": str(both)}
    async with serve(who_calls, tls=authority.server_context(clients=True)) as api:
        assert await call(api.url, [{"Mutual": []}], **env) == "both"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("CA_FILE", "SHOP_CA_FILE holds no certificates"),
        ("MUTUAL_CERT_FILE", "SHOP_MUTUAL_CERT_FILE"),
    ],
)
async def test_a_file_that_holds_none_is_told(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "x.pem").write_text("nothing")
    with pytest.raises(NotSentError, match=told):
        await call("https://127.0.0.1:1", [{"Mutual": []}], **{name: str(tmp_path / "x.pem")})
