from __future__ import annotations

from pathlib import Path

import pytest

from .project import Project


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "shop-mcp")
