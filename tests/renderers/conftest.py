"""Black as the judge of our layout."""

from __future__ import annotations

import black
import pytest

MODE = black.Mode(target_versions={black.TargetVersion.PY311}, line_length=100)


def by_black(source: str) -> str:
    return black.format_str(source, mode=MODE)


@pytest.fixture
def assert_stable():
    def check(source: str) -> None:
        assert by_black(source) == source

    return check
