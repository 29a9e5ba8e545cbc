"""Arguments that no model chooses: from a constant, the environment or the caller's token."""

from __future__ import annotations

from typing import Any

import pytest

from runtime._errors import NotSentError, SettingsError
from runtime.serving.pins import pin_value
from runtime.settings.settings import Settings


def settings(pins: dict[str, str], **env: str) -> Settings:
    return Settings.read({"name": "shop", "env": "SHOP", "pins": pins}, env)


def value(spec: dict[str, Any], claims: dict[str, Any] | None = None, **env: str) -> Any:
    pins = {spec["env"]: spec.get("type", "string")} if "env" in spec else {}
    return pin_value(spec, settings(pins, **env), claims or {})


def test_a_constant_may_be_anything() -> None:
    assert value({"value": {"a": [None]}}) == {"a": [None]}


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [("string", "7", "7"), ("integer", "7", 7), ("number", "1.5", 1.5), ("boolean", "true", True)],
)
def test_a_variable_has_the_type_of_its_argument(kind: str, text: str, expected: Any) -> None:
    assert value({"env": "OWNER", "type": kind}, SHOP_OWNER=text) == expected


@pytest.mark.parametrize(
    ("kind", "text"), [("integer", "x"), ("integer", "true"), ("boolean", "1")]
)
def test_a_variable_of_another_type_is_named_without_its_value(kind: str, text: str) -> None:
    with pytest.raises(SettingsError, match="SHOP_OWNER must be") as caught:
        value({"env": "OWNER", "type": kind}, SHOP_OWNER=text)
    assert repr(text) not in str(caught.value)


def test_a_variable_that_is_not_set_is_named() -> None:
    with pytest.raises(SettingsError, match="must set SHOP_OWNER"):
        value({"env": "OWNER"})


@pytest.mark.parametrize(
    ("claim", "claims"),
    [
        ("org", {"org": "acme"}),
        ("org.id", {"org": {"id": "acme"}}),
        ("https://a.example/org.id", {"https://a.example/org.id": "acme"}),
    ],
)
def test_a_claim_is_what_the_token_says(claim: str, claims: dict[str, Any]) -> None:
    assert value({"claim": claim}, claims) == "acme"


@pytest.mark.parametrize("claims", [{}, {"org": ""}, {"org": None}, {"org": ["a"]}, {"org": {}}])
def test_without_the_claim_nothing_is_sent(claims: dict[str, Any]) -> None:
    with pytest.raises(NotSentError, match="'org'"):
        value({"claim": "org"}, claims)
