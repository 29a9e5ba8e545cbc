"""Asking an API only for what is newer (RFC 9110, 13)."""

from __future__ import annotations

import httpx2
import pytest
from petstore_mcp._runtime.request.draft import Draft
from petstore_mcp._runtime.watching import memory as module
from petstore_mcp._runtime.watching.memory import Memory

URL = "https://api.example.com/pets/7"
TAG = {"ETag": 'W/"7-1"'}
DATE = {"Last-Modified": "Mon, 30 Nov 2026 02:41:48 GMT"}


def draft(url: str = URL, method: str = "GET", **headers: str) -> Draft:
    return Draft(method=method, url=url, headers={"Accept": "application/json", **headers})


def answer(content: bytes = b"{}", status: int = 200, **headers: str) -> httpx2.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx2.Response(status, content=content, headers=named)


def asked(memory: Memory, request: Draft) -> dict[str, str]:
    """The conditions of the next request."""
    conditional = memory.conditional(request).headers
    return {name: conditional[name] for name in conditional if name.startswith("If-")}


@pytest.mark.parametrize(
    ("told", "conditions"),
    [
        (TAG, {"If-None-Match": 'W/"7-1"'}),
        (DATE, {"If-Modified-Since": DATE["Last-Modified"]}),
        (
            TAG | DATE,
            {"If-None-Match": 'W/"7-1"', "If-Modified-Since": DATE["Last-Modified"]},
        ),
        ({}, {}),
    ],
)
def test_what_the_api_tells_is_asked_with(told, conditions):
    memory = Memory()
    assert asked(memory, draft()) == {}

    memory.settled(draft(), httpx2.Response(200, content=b"{}", headers=told))

    assert asked(memory, draft()) == conditions


def test_what_has_not_changed_is_what_it_was():
    memory, known = Memory(), httpx2.Response(200, content=b"known", headers=TAG)
    memory.settled(draft(), known)

    assert memory.settled(draft(), answer(b"", 304)) is known
    assert asked(memory, draft()) != {}


def test_what_has_changed_takes_its_place():
    memory, newer = Memory(), httpx2.Response(200, content=b"new", headers={"ETag": '"2"'})
    memory.settled(draft(), httpx2.Response(200, content=b"old", headers=TAG))

    assert memory.settled(draft(), newer) is newer
    assert asked(memory, draft()) == {"If-None-Match": '"2"'}


@pytest.mark.parametrize(
    "other",
    [
        draft("https://api.example.com/pets/8"),
        draft(X_Tenant="b"),
        draft(method="HEAD"),
        draft(method="POST"),
    ],
)
def test_another_request_is_another_matter(other):
    memory = Memory()
    memory.settled(draft(), httpx2.Response(200, content=b"{}", headers=TAG))

    assert asked(memory, other) == {}


@pytest.mark.parametrize("status", [204, 206, 404, 500])
def test_only_a_whole_answer_is_kept(status):
    memory = Memory()
    memory.settled(draft(), httpx2.Response(status, headers=TAG))

    assert asked(memory, draft()) == {}


def test_after_an_error_all_is_asked_for():
    memory = Memory()
    memory.settled(draft(), httpx2.Response(200, content=b"{}", headers=TAG))
    memory.settled(draft(), answer(b"", 500))

    assert asked(memory, draft()) == {}


def test_a_304_that_nobody_asked_for_stays_one():
    assert Memory().settled(draft(), answer(b"", 304)).status_code == 304


def test_conditions_of_the_caller_stand():
    memory, own = Memory(), draft(**{"If-None-Match": '"mine"'})
    memory.settled(own, httpx2.Response(200, content=b"{}", headers=TAG))

    assert asked(memory, own) == {"If-None-Match": '"mine"'}


def test_what_is_large_or_too_much_is_not_kept(monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    monkeypatch.setattr(module, "_MOST_KEPT", 2)
    memory = Memory()
    memory.settled(draft(), httpx2.Response(200, content=b"x" * 11, headers=TAG))
    assert asked(memory, draft()) == {}

    for number in range(3):
        request = draft(f"{URL}{number}")
        memory.settled(request, httpx2.Response(200, content=b"{}", headers=TAG))

    assert [bool(asked(memory, draft(f"{URL}{number}"))) for number in range(3)] == [
        True,
        True,
        False,
    ]
