from __future__ import annotations

import pytest

from runtime._errors import CallError
from runtime.credentials.secrets import redact, register


@pytest.mark.parametrize(
    ("secret", "text", "shown"),
    [
        ("s3cret-token", "was s3cret-token!", "was [hidden]!"),
        ("s3cret-token", "xs3cret-tokenx", "x[hidden]x"),
        ("p:w é/&+ok", "?key=p%3Aw%20%C3%A9%2F%26%2Bok", "?key=[hidden]"),
        ("p:w é/&+ok", "key=p%3Aw+%C3%A9%2F%26%2Bok", "key=[hidden]"),
        ('quo"te\\secret', '{"a":"quo\\"te\\\\secret"}', '{"a":"[hidden]"}'),
        ("hk-77", "(hk-77) hk-778", "([hidden]) hk-778"),
        ("admin", "admin", "admin"),
        ("1234", "1234", "1234"),
        ("K", "OK K", "OK K"),
        ("", "anything", "anything"),
    ],
)
def test_a_secret_is_hidden(secret: str, text: str, shown: str) -> None:
    register([secret])
    assert redact(text) == shown


def test_the_longest_secret_wins() -> None:
    register(["abcdefgh", "abcdefgh-ijkl"])
    assert redact("abcdefgh-ijkl") == "[hidden]"


def test_old_secrets_make_room() -> None:
    register([f"secret-number-{number}" for number in range(2000)])
    assert redact("secret-number-1999") == "[hidden]"
    assert redact("secret-number-0.") == "secret-number-0."


def test_the_secrets_of_the_settings_stay() -> None:
    register(["s3cret-of-the-settings"], lasting=True)
    register([f"token-number-{number}" for number in range(2000)])
    assert redact("s3cret-of-the-settings") == "[hidden]"


def test_an_error_never_tells_a_secret() -> None:
    register(["s3cret-token"])
    assert str(CallError("sent s3cret-token")) == "sent [hidden]"
