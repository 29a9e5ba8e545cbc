from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime._errors import UpstreamError
from runtime.credentials.secrets import register
from runtime.sending.failures import failure_of


def failure(
    body: Any = b"", status: int = 400, *, method: str = "GET", **headers: str
) -> UpstreamError:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = {} if isinstance(body, bytes) else {"content-type": "application/problem+json"}
    request = httpx2.Request(method, "https://api.test/pets")
    return failure_of(
        httpx2.Response(status, content=content, headers={**kind, **headers}, request=request)
    )


def headline(body: Any, **options: Any) -> str:
    return str(failure(body, **options)).splitlines()[0].partition(": ")[2]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            {"type": "about:blank", "title": "Out of stock", "detail": "none left", "status": 400},
            "Out of stock: none left",
        ),
        ({"title": "Out of stock"}, "Out of stock"),
        ({"detail": "no item 3"}, "no item 3"),
        ({"detail": [{"loc": ["body", "a"], "msg": "field required"}]}, "field required"),
        ({"error": "invalid_grant", "error_description": "expired"}, "expired"),
        ({"error": {"code": 400, "message": "bad name", "status": "INVALID"}}, "bad name"),
        ({"error": "oops"}, "oops"),
        ({"errors": [{"message": "first"}, {"message": "second"}]}, "first"),
        ({"errors": ["first", "second"]}, "first"),
        (
            {"message": "Validation Failed", "errors": [{"field": "title", "code": "missing"}]},
            "Validation Failed",
        ),
        ({"fault": {"faultstring": "no quota"}}, "no quota"),
        ({"Error": {"Message": "no bucket"}}, "no bucket"),
        ({"code": "E1"}, "E1"),
        ([{"message": "in a list"}], "in a list"),
        ("just text", "just text"),
        ({"odd": 1}, '{"odd":1}'),
    ],
)
def test_the_apis_own_words_are_told(body: Any, told: str) -> None:
    assert headline(body) == told


def test_what_else_the_body_holds_follows() -> None:
    body = {"message": "Validation Failed", "errors": [{"field": "title", "code": "missing"}]}
    assert '"field":"title"' in str(failure(body))
    assert str(failure({"detail": "no item 3"})).count("no item 3") == 1


@pytest.mark.parametrize(
    ("content", "content_type", "told"),
    [
        (b"<html><head><style>p{}</style></head><body><p>oops &amp; <b>sorry</b></p><script>x()</script></body>",
         "text/html", "oops & sorry"),
        (b"<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>", "application/xml", "NoSuchKey gone"),
        (b"plain words", "text/plain", "plain words"),
        ("Grüße".encode("latin-1"), "text/plain; charset=latin-1", "Grüße"),
        (b"\x89PNG\xff", "image/png", ""),
        (b"", "", ""),
    ],
)  # fmt: skip
def test_other_bodies(content: bytes, content_type: str, told: str) -> None:
    assert headline(content, **{"content-type": content_type}) == told


def test_the_status_is_told_by_number_and_name() -> None:
    assert str(failure(status=404)).startswith("The API answered 404 Not Found.")
    assert str(failure(status=599)).startswith("The API answered 599")


@pytest.mark.parametrize(
    ("status", "method", "told"),
    [
        (404, "GET", "Check the ids"),
        (409, "PUT", "present state"),
        (422, "POST", "Correct the arguments"),
        (500, "GET", "try again later"),
        (500, "POST", "look whether the request took effect"),
        (429, "GET", "Wait before"),
    ],
)
def test_what_to_do_next(status: int, method: str, told: str) -> None:
    assert told in str(failure(status=status, method=method))


def test_retry_after_is_told() -> None:
    assert "Retry after 7 s." in str(failure(status=429, **{"retry-after": "7"}))


def test_the_message_is_bounded_and_keeps_its_hint() -> None:
    text = str(failure({"message": "x" * 5000, "more": ["y" * 5000]}, status=404))
    assert len(text) <= 2001
    assert text.endswith("which exist.")


def test_the_message_is_clean() -> None:
    register(["s3cret-token"])
    text = str(failure({"message": "a\x00\x1b[31mb\u202e s3cret-token"}))
    assert "a[31mb [hidden]" in text


def test_the_error_keeps_status_and_headers() -> None:
    error = failure(status=418, **{"x-request-id": "r-1"})
    assert (error.status, error.headers["x-request-id"]) == (418, "r-1")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner)
    | st.dictionaries(st.sampled_from(["error", "errors", "message", "detail", "x"]), inner),
)


@given(JSON, st.integers(400, 599))
def test_any_body_makes_a_message(body: Any, status: int) -> None:
    assert str(status) in str(failure(body, status))
