from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from runtime.credentials import secrets as _secrets
from runtime.sending import retry as _retry

settings.register_profile("runtime", deadline=None)
settings.load_profile("runtime")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_secrets_of_other_tests() -> Iterator[None]:
    """Secrets are known to the whole process; each test begins with none."""
    yield
    _secrets._lasting.clear()
    _secrets._passing.clear()
    _secrets._pattern.cache_clear()


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_retry, "_FIRST_PAUSE", 0.001)
