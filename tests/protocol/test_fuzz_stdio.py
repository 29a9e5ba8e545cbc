"""Hostile lines over stdio, in both eras: each is survived, tells nothing, and the next request is served."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .hostile import table
from .judge import Target

ERAS = {"modern": True, "legacy": False}


@pytest.fixture(scope="module", params=ERAS)
def target(request, api) -> Iterator[Target]:
    target = Target(api, modern=ERAS[request.param])
    with target.stdio:
        yield target


GROUPS = 12


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_hostile_line_is_survived(target, request, group):
    modern = ERAS[request.node.callspec.params["target"]]
    for number, (name, body) in enumerate(table(modern=modern)):
        if number % GROUPS == group:
            try:
                target.survives(body.replace(b"\n", b" "))
            except Exception as error:
                raise AssertionError(f"{name}: {body[:300]!r}: {error}") from error
