from __future__ import annotations

from typing import Any

import httpx2
import pytest

from runtime._errors import AnswerError, UpstreamError
from runtime.upstream import entry, make

pytestmark = pytest.mark.anyio

OK = httpx2.Response(200, json="found")
HEAD = {"Head": {"type": "apiKey", "in": "header", "name": "X-Key", "env": "HEAD"}}


def to(location: str, status: int = 302) -> httpx2.Response:
    return httpx2.Response(status, headers={"Location": location})


def shop(*answers: Any, **options: Any) -> Any:
    options.setdefault("of", entry(security=[{"Head": []}]))
    return make(*answers, env={"HEAD_API_KEY": "hk-77"}, schemes=HEAD, **options)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_read_follows_within_its_origin(status: int, method: str) -> None:
    made = shop(to("/v2/pets?a=1#top", status), OK)
    await made.call(method)
    assert made.api.urls == ["https://api.test/v1/pets", "https://api.test/v2/pets?a=1"]
    assert made.api.last.method == method
    assert made.api.last.headers["x-key"] == "hk-77"


@pytest.mark.parametrize(
    "location", ["cats", "./cats", "//api.test/v1/cats", "https://API.test:443/v1/cats"]
)
async def test_a_location_may_be_relative(location: str) -> None:
    made = shop(to(location), OK)
    await made.call()
    assert made.api.last.url == "https://api.test/v1/cats"


@pytest.mark.parametrize(
    "location",
    ["https://evil.test/x", "//evil.test", "http://api.test/v1/pets", "https://api.test:444/"],
)
async def test_another_origin_is_told_and_not_followed(location: str) -> None:
    made = shop(to(location), OK)
    value = await made.call()
    assert value["status"] == 302
    assert value["location"].startswith("http")
    assert len(made.api.requests) == 1


async def test_another_host_of_the_api_is_followed() -> None:
    made = shop(to("https://www.api.test/x"), OK, hosts=("api.test", "www.api.test"))
    assert await made.call() == "found"
    assert made.api.last.headers["x-key"] == "hk-77"


async def test_tls_is_not_given_up_even_among_known_hosts() -> None:
    made = shop(to("http://api.test/v1/pets"), OK, hosts=("api.test",))
    assert (await made.call())["location"] == "http://api.test/v1/pets"


@pytest.mark.parametrize("status", [307, 308])
async def test_a_write_is_repeated_where_the_status_says_so(status: int) -> None:
    made = shop(to("/v2/pets", status), httpx2.Response(201, json={}))
    await made.call("POST", json={"a": 1})
    assert (made.api.last.method, made.api.last.content) == ("POST", b'{"a":1}')


async def test_see_other_is_a_read() -> None:
    made = shop(to("/v1/pets/7", 303), OK)
    assert await made.call("POST", json={"a": 1}) == "found"
    assert (made.api.last.method, made.api.last.content) == ("GET", b"")
    assert "content-type" not in made.api.last.headers


@pytest.mark.parametrize(
    ("status", "location"), [(301, "/v2/pets"), (302, "/v2/pets"), (307, "https://evil.test/")]
)
async def test_any_other_redirect_of_a_write_is_an_error(status: int, location: str) -> None:
    made = shop(to(location, status), OK)
    with pytest.raises(UpstreamError, match="check the base URL"):
        await made.call("POST", json={"a": 1})
    assert len(made.api.requests) == 1


async def test_a_result_elsewhere_is_told_and_not_an_error() -> None:
    made = shop(to("https://files.test/7", 303), OK)
    assert await made.call("POST") == {"status": 303, "location": "https://files.test/7"}


async def test_a_circle_ends() -> None:
    made = shop(to("/v1/pets"))
    with pytest.raises(AnswerError, match="redirects on and on"):
        await made.call()
    assert len(made.api.requests) == 6


@pytest.mark.parametrize("location", ["", " ", "http://[", "javascript:alert(1)", "mailto:a@b"])
async def test_a_redirect_to_nowhere_is_an_answer(location: str) -> None:
    made = shop(to(location), OK)
    assert await made.call() is None
    assert len(made.api.requests) == 1


async def test_a_redirect_that_brings_the_key_along_does_not_double_it() -> None:
    schemes = {"Query": {"type": "apiKey", "in": "query", "name": "key", "env": "QUERY"}}
    made = make(
        to("/v2/pets?key=qk%202"),
        OK,
        env={"QUERY_API_KEY": "qk 2"},
        schemes=schemes,
        of=entry(security=[{"Query": []}]),
    )
    await made.call()
    assert made.api.urls == [
        "https://api.test/v1/pets?key=qk%202",
        "https://api.test/v2/pets?key=qk%202",
    ]
