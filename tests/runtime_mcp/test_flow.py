"""Workflows: what a step is called with, what later steps get of it, and what is told when one fails."""

from __future__ import annotations

from typing import Any

import pytest
from petstore_mcp._runtime._errors import UpstreamError
from petstore_mcp._runtime.request.values import OMIT
from petstore_mcp._runtime.serving.audit import Audit
from petstore_mcp._runtime.serving.catalog import Entry
from petstore_mcp._runtime.serving.flow import Flow, WorkflowError
from petstore_mcp._runtime.serving.principal import NOBODY

pytestmark = pytest.mark.anyio


class FakeApi:
    principal = NOBODY
    audit = Audit("")
    idempotency_key = ""
    calls = ()

    def beside(self, _entry: Any, *, within: float) -> FakeApi:
        assert within > 0
        return self


class Answers:
    """Answers each call with the next of its values; an exception is raised."""

    def __init__(self, *values: Any) -> None:
        self.values = list(values)
        self.called: list[tuple[str, Any]] = []

    async def __call__(self, entry: Entry, arguments: Any, api: Any) -> Any:
        self.called.append((entry.name, arguments))
        value = self.values.pop(0)
        if isinstance(value, Exception):
            raise value
        return value


def flow(answers: Answers, limits: Any = None, **inputs: Any) -> Flow:
    peers: dict[str, Entry] = {}
    for name in ("find", "order", "adopt"):
        data = {"workflow": ["one", "two", "three"], "limits": limits or {}}
        peers[name] = Entry(tool={"name": name}, module="m", data=data, peers=peers)
    return Flow(peers["adopt"], inputs, FakeApi(), answers)  # type: ignore[arg-type]


async def test_a_step_gives_what_later_steps_need():
    answers = Answers({"items": [{"id": 7}]}, {"ok": True})
    run = flow(answers)

    found = await run.step("one", "find", {"q": "Rex"}, outputs={"id": "items[0].id"})
    await run.step("two", "order", {"pet": found["id"], "lines": [{"id": found["id"]}]})

    assert answers.called == [
        ("find", {"q": "Rex"}),
        ("order", {"pet": 7, "lines": [{"id": 7}]}),
    ]
    assert run.result({"id": found["id"]}) == {
        "outputs": {"id": 7},
        "steps": {"one": "done", "two": "done"},
    }


async def test_what_an_answer_does_not_have_is_left_out():
    answers = Answers({}, {})
    run = flow(answers)

    found = await run.step("one", "find", {"q": OMIT}, outputs={"id": "items[0].id"})
    await run.step(
        "two", "order", {"pet": found["id"], "lines": [found["id"], {"id": found["id"]}]}
    )

    assert answers.called == [("find", {}), ("order", {"lines": [{}]})]
    assert run.result({"id": found["id"]})["outputs"] == {"id": None}


async def test_a_step_is_skipped_where_its_condition_does_not_hold():
    answers = Answers({"stock": 0})
    run = flow(answers, urgent=True)

    await run.step("one", "find", {}, outputs={"stock": "stock"})
    second = await run.step("two", "order", {}, when="steps.one.outputs.stock > `0`")

    assert len(answers.called) == 1
    assert second["id"] is OMIT
    assert run.result({})["steps"] == {"one": "done", "two": "skipped"}


async def test_a_condition_sees_the_inputs():
    answers = Answers({})
    run = flow(answers, urgent=True)

    await run.step("one", "find", {}, when="inputs.urgent")

    assert len(answers.called) == 1


async def test_a_failure_tells_what_was_done_what_failed_and_what_was_not_begun():
    answers = Answers({"id": 7}, UpstreamError("The API answered 409.", status=409, headers={}))
    run = flow(answers)
    await run.step("one", "find", {}, outputs={"id": "id"})

    with pytest.raises(WorkflowError) as caught:
        await run.step("two", "order", {})

    assert str(caught.value).splitlines() == [
        "adopt ended at the step two. What was done before stays done.",
        '- one: done, gave {"id":7}',
        "- two: failed: The API answered 409.",
        "- three: not begun",
    ]


async def test_an_answer_that_is_no_success_ends_the_workflow():
    run = flow(Answers({"items": []}))

    with pytest.raises(WorkflowError) as caught:
        await run.step("one", "find", {}, success=["length(items) > `0`"])

    assert "its answer does not meet length(items) > `0`" in str(caught.value)


async def test_a_workflow_may_go_on_without_a_step():
    answers = Answers(UpstreamError("The API answered 409.", status=409, headers={}), {})
    run = flow(answers)

    first = await run.step("one", "find", {}, outputs={"id": "id"}, go_on=True)
    await run.step("two", "order", {"id": first["id"]})

    assert answers.called[-1] == ("order", {})
    assert run.result({})["steps"] == {"one": "failed: The API answered 409.", "two": "done"}


async def test_a_mistake_inside_tells_nothing_of_it():
    run = flow(Answers(RuntimeError("secret")))

    with pytest.raises(WorkflowError) as caught:
        await run.step("one", "find", {})

    assert "secret" not in str(caught.value)


async def test_a_tool_that_is_not_there_is_told():
    with pytest.raises(WorkflowError) as caught:
        await flow(Answers()).step("one", "nothing", {})

    assert "has no tool nothing" in str(caught.value)


async def test_a_text_is_put_together_of_texts_and_values():
    assert flow(Answers()).text("For ", "Ann", ": ", 3, [1], None) == "For Ann: 3[1]null"


async def test_a_text_of_which_a_part_is_missing_is_missing():
    assert flow(Answers()).text("For ", OMIT) is OMIT


async def test_no_step_begins_when_the_time_of_the_workflow_is_over(monkeypatch):
    now = 100.0
    monkeypatch.setattr("anyio.current_time", lambda: now)
    answers = Answers({}, {})
    run = flow(answers, limits={"timeout": 5})

    await run.step("one", "find", {})
    now += 5
    with pytest.raises(WorkflowError, match="the 5 s of adopt are over"):
        await run.step("two", "order", {})

    assert [name for name, _ in answers.called] == ["find"]
