"""A provider of OpenTelemetry for some tests, without which no trace is followed."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider

_ONLY = TracerProvider()  # the SDK's tracer keeps to the first that it meets


@contextmanager
def provided() -> Generator[TracerProvider]:
    """The provider is set until the block ends; by other means than this it could be set but once, and never unset."""
    before = trace._TRACER_PROVIDER
    trace._TRACER_PROVIDER = _ONLY
    try:
        yield _ONLY
    finally:
        trace._TRACER_PROVIDER = before
