"""Who looks at a resource, as whom, and how often."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from petstore_mcp._runtime._errors import NoAnswerError, UpstreamError
from petstore_mcp._runtime.serving.principal import NOBODY, Principal
from petstore_mcp._runtime.watching import watches as module
from petstore_mcp._runtime.watching.watches import TooManyError, Wanted, Watches, digest

pytestmark = pytest.mark.anyio

ADA, BOB = Principal(subject="ada", token="ada-1"), Principal(subject="bob", token="bob-1")


def failed(status: int) -> UpstreamError:
    return UpstreamError("no", status=status, headers={})


@dataclass(frozen=True)
class Tools:
    principal: Principal = NOBODY
    memory: Any = None


@dataclass
class Resource:
    """A resource that remembers as whom it was read."""

    poll: float = 0.01
    read: list[Principal] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def data(self) -> dict[str, Any]:
        return {"poll": self.poll}

    async def function(self, tools: Tools, **_: Any) -> Any:
        self.read.append(tools.principal)
        self.news.set()
        answer = self.answers.pop(0) if self.answers else "the same"
        if isinstance(answer, Exception):
            raise answer
        return answer


def wanted(resource: Resource, principal: Principal = NOBODY, uri: str = "a://b") -> Wanted:
    return Wanted(uri=uri, resource=resource, arguments={}, tools=Tools(principal))


async def reads(resource: Resource, count: int) -> None:
    async with asyncio.timeout(10):
        while len(resource.read) < count:
            resource.news.clear()
            await resource.news.wait()


async def test_each_caller_is_told_what_that_caller_may_see():
    watches, resource, told = Watches(), Resource(), []
    watches.open(wanted(resource, ADA), lambda: told.append("ada"))
    watches.open(wanted(resource, BOB), lambda: told.append("bob"))
    await reads(resource, 4)
    watches.close()

    assert {each.subject for each in resource.read} == {"ada", "bob"}


async def test_of_one_caller_the_latest_token_is_used_and_one_look_is_enough():
    watches, resource = Watches(), Resource(poll=60)
    watches.open(wanted(resource, ADA), lambda: None)
    watches.open(wanted(resource, replace(ADA, token="ada-2")), lambda: None)
    await reads(resource, 1)
    await asyncio.sleep(0.05)
    watches.close()

    assert [each.token for each in resource.read] == ["ada-2"]


async def test_the_last_to_leave_ends_the_watch():
    watches, resource = Watches(), Resource()
    first = watches.open(wanted(resource), lambda: None)
    second = watches.open(wanted(resource), lambda: None)
    first()
    await reads(resource, 2)
    second()
    second()  # again does no harm
    count = len(resource.read)
    await asyncio.sleep(0.1)

    assert len(resource.read) <= count + 1


async def test_who_comes_back_begins_anew():
    watches, resource, told = Watches(), Resource(answers=["one", "two"]), []
    first = watches.open(wanted(resource), lambda: told.append("first"))
    await reads(resource, 1)
    first()
    second = watches.open(wanted(resource), lambda: told.append("second"))
    await reads(resource, 2)
    second()

    assert told == []  # nobody knows what happened in between
    assert not watches._open


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["one", "one", "one"], 0),
        (["one", "two", "two"], 1),
        (["one", "two", "one"], 2),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], 0),
        (["one", failed(404), failed(410)], 1),
        ([failed(404), "one"], 1),
        (["one", failed(503), "one"], 0),
        (["one", NoAnswerError("silence"), RuntimeError("a mistake"), "two"], 1),
        ([NoAnswerError("silence"), "one"], 0),
    ],
)
async def test_what_counts_as_a_change(answers, told, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.01)
    resource, changes = Resource(answers=[*answers, answers[-1]]), []
    watches = Watches()
    watches.open(wanted(resource), lambda: changes.append(len(resource.read)))
    await reads(resource, len(answers))
    await asyncio.sleep(0)
    watches.close()

    assert len(changes) == told


async def test_there_is_a_limit_to_what_is_watched(monkeypatch):
    monkeypatch.setattr(module, "MOST", 2)
    watches, resource = Watches(), Resource(poll=60)
    closes = [watches.open(wanted(resource, uri=uri), lambda: None) for uri in ("a://1", "a://2")]
    with pytest.raises(TooManyError):
        watches.open(wanted(resource, uri="a://3"), lambda: None)
    closes[0]()
    watches.open(wanted(resource, uri="a://3"), lambda: None)
    watches.close()


@pytest.mark.parametrize("failures", [0, 1, 5, 50, 5_000])
def test_an_api_that_fails_is_asked_ever_less_often(failures):
    watch = module._Watch(Resource(poll=60))
    watch._failures = failures

    pauses = [watch._pause() for _ in range(20)]

    least = min(60 * 2.0 ** min(failures, 10), 3_600)
    assert all(least * 0.9 <= pause <= least * 1.1 for pause in pauses)


def test_who_asks_more_seldom_than_that_still_does():
    watch = module._Watch(Resource(poll=86_400))
    watch._failures = 3

    assert watch._pause() >= 86_400 * 0.9


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_anything_that_a_function_returns_has_a_digest(value):
    assert digest(value) == digest(value)
