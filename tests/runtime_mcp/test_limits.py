"""Limits by caller, told apart by the tokens of a real authorization server: one caller's calls cost another nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from .processes import PATIENCE
from .scoped import recording_api
from .serving import server
from .test_authorization import RESOURCE, call, settings


def said(answer: httpx2.Response) -> str:
    """What a call failed with, nothing when it did not."""
    result = answer.json()["result"]
    return result["content"][0]["text"] if result.get("isError") else ""


@pytest.fixture(scope="module")
def tokens(auth):
    issued = {
        name: auth.issue(RESOURCE, "pets:read", person=name.removesuffix("'s other"))
        for name in ("ada", "ada's other", "bob")
    }
    return {**issued, "a machine": auth.issue(RESOURCE, "pets:read", person="")}


def test_the_rate_of_a_caller_is_no_other_ones(scoped, auth, tokens):
    with (
        recording_api() as api,
        server(scoped, **settings(auth, api, PETSTORE_RATE="1")) as (http, _),
    ):
        first = [said(call(http, tokens[who], "listPets")) for who in ("ada", "bob", "a machine")]
        again = [said(call(http, token, "listPets")) for token in tokens.values()]
        another = said(call(http, tokens["ada"], "getPet", petId=1))

    assert first == ["", "", ""]
    assert len(again) == 4
    assert all("may be called 1 times a minute. Retry after" in text for text in again)
    assert another == ""
    assert len(api.requests) == 4


def test_a_caller_who_waits_for_a_slot_holds_no_other_one_up(scoped, auth, tokens):
    with recording_api() as api:
        go, inside = threading.Event(), threading.Semaphore(0)
        api.hold = lambda: (inside.release(), go.wait(PATIENCE))
        limit = settings(auth, api, PETSTORE_MAX_CONCURRENCY="1")
        with server(scoped, **limit) as (http, _), ThreadPoolExecutor(3) as pool:
            calls = [pool.submit(call, http, tokens["ada"], "listPets")]
            assert inside.acquire(timeout=PATIENCE)
            calls += [
                pool.submit(call, http, tokens[who], "listPets") for who in ("ada's other", "bob")
            ]
            assert inside.acquire(timeout=PATIENCE)  # Bob's
            waited = not inside.acquire(timeout=0.2)  # Ada's second, which her first holds up
            go.set()
            assert [said(each.result(PATIENCE)) for each in calls] == ["", "", ""]

    assert waited
    assert len(api.requests) == 3
