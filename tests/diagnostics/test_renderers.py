"""Findings as people, programs and GitHub see them."""

from __future__ import annotations

import pytest

from mcpgen.diagnostics import (
    RULES,
    Diagnostics,
    Severity,
    Source,
    as_json,
    explain,
    render_github,
    render_text,
)
from mcpgen.model import Origin

TEXT = "paths:\n  /pets:\n    get: {summary: 7, deprecated: maybe}\n"


@pytest.fixture
def diagnostics() -> Diagnostics:
    made = Diagnostics()
    made.sources["api.yaml"] = Source(shown="specs/api.yaml", text=TEXT)
    return made


def test_a_finding_shows_its_line_and_what_to_do(diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "MG206",
        "`deprecated` must be true or false; left out",
        Origin("api.yaml", "/paths/~1pets/get/deprecated"),
        notes=("it is text",),
        help="Write true or false.",
    )

    assert render_text(diagnostics) == (
        "specs/api.yaml:3:23: warning MG206: `deprecated` must be true or false; left out\n"
        "     3 |     get: {summary: 7, deprecated: maybe}\n"
        "       |                       ^^^^^^^^^^\n"
        "    note: it is text\n"
        "    help: Write true or false.\n"
    )


def test_a_syntax_error_shows_the_line_where_the_parser_gave_up(diagnostics: Diagnostics) -> None:
    diagnostics.report("MG102", "broken", Origin("api.yaml", "", 2, 3))

    assert render_text(diagnostics).startswith(
        "specs/api.yaml:2:3: error MG102: broken\n     2 |   /pets:\n"
    )


def test_a_finding_without_a_place_is_a_line(diagnostics: Diagnostics) -> None:
    diagnostics.report("MG106", "nothing to do", help="Add an operation.")

    assert render_text(diagnostics) == "error MG106: nothing to do\n    help: Add an operation.\n"


def test_a_file_that_was_not_read_is_named_by_its_name(diagnostics: Diagnostics) -> None:
    diagnostics.report("MG106", "nothing", Origin("other.yaml", "/paths"), help="-")

    assert render_text(diagnostics).startswith("other.yaml: error MG106: nothing\n")


def test_equal_findings_are_counted(diagnostics: Diagnostics) -> None:
    for index in range(400):
        diagnostics.report(
            "MG212", "`foo` is not a keyword of schemas", Origin("x.yaml", f"/{index}")
        )

    shown = render_text(diagnostics)

    assert shown.count("MG212") == 3
    assert "… and 397 more places" in shown


def test_one_code_does_not_fill_the_screen(diagnostics: Diagnostics) -> None:
    for index in range(100):
        diagnostics.report("MG212", f"`k{index}` is not a keyword of schemas")

    shown = render_text(diagnostics)

    assert len(shown.splitlines()) < 20
    assert "… and 88 more of note MG212" in shown


def test_help_is_given_once(diagnostics: Diagnostics) -> None:
    for name in "ab":
        diagnostics.report("MG204", f"`{name}` is not declared")

    assert render_text(diagnostics).count("help:") == 1


def test_nothing_found_is_nothing_shown(diagnostics: Diagnostics) -> None:
    assert render_text(diagnostics) == render_github(diagnostics) == ""
    assert as_json(diagnostics) == []


def test_colours_only_when_asked_for(diagnostics: Diagnostics) -> None:
    diagnostics.report("MG206", "x", Origin("api.yaml", "/paths"))

    assert "\x1b[" not in render_text(diagnostics)
    assert "\x1b[1;33mwarning MG206\x1b[0m" in render_text(diagnostics, colour=True)


HOSTILE = "\x1b[2J\x07\u202eevil\u200b\r\nfake: error"


def test_a_description_cannot_write_on_the_terminal(diagnostics: Diagnostics) -> None:
    diagnostics.sources["h.yaml"] = Source(shown=HOSTILE, text='{"a": "\u202e\u200b"}')
    diagnostics.report("MG206", HOSTILE, Origin("h.yaml", "/a"), notes=(HOSTILE,), help=HOSTILE)

    shown = render_text(diagnostics)

    assert len(shown.splitlines()) == 5
    assert not any(char in shown for char in "\x1b\x07\r\u202e\u200b")


def test_a_long_line_is_cut_around_the_place(diagnostics: Diagnostics) -> None:
    text = '{"a": "' + "x" * 5_000_000 + '", "b": 1}'
    diagnostics.sources["long.json"] = Source(shown="long.json", text=text)
    diagnostics.report("MG206", "wrong", Origin("long.json", "/b"))

    first, line, mark, *_ = render_text(diagnostics).splitlines()

    assert first.startswith("long.json:1:5000011:")
    assert len(line) < 130
    assert line[mark.index("^") :].startswith('"b"')


def test_json_has_every_field_that_has_a_value(diagnostics: Diagnostics) -> None:
    diagnostics.report("MG212", "m", Origin("api.yaml", "/paths/~1pets"), notes=("n",), help="h")

    assert as_json(diagnostics) == [
        {
            "code": "MG212",
            "severity": "note",
            "message": "m",
            "file": "specs/api.yaml",
            "line": 2,
            "column": 3,
            "pointer": "/paths/~1pets",
            "notes": ["n"],
            "help": "h",
        }
    ]


@pytest.mark.parametrize(
    ("code", "word"), [("MG101", "error"), ("MG206", "warning"), ("MG212", "notice")]
)
def test_github_shows_findings_beside_the_line(
    diagnostics: Diagnostics, code: str, word: str
) -> None:
    diagnostics.report(code, "m", Origin("api.yaml", "/paths/~1pets"), help="h")

    assert render_github(diagnostics) == (
        f"::{word} file=specs/api.yaml,line=2,col=3,title={code}::m. h\n"
    )


def test_github_commands_cannot_be_broken_out_of(diagnostics: Diagnostics) -> None:
    diagnostics.sources["x"] = Source(shown="a,b:c\n.yaml", text="a: 1")
    diagnostics.report("MG206", "100%\r\n::error::fake", Origin("x", "/a"))

    assert render_github(diagnostics) == (
        "::warning file=a%2Cb%3Ac%0A.yaml,line=1,col=1,title=MG206::100%25%0D%0A::error::fake\n"
    )


def test_the_same_finding_at_the_same_place_is_kept_once(diagnostics: Diagnostics) -> None:
    for _ in range(2):
        diagnostics.report("MG206", "m", Origin("api.yaml", "/a"))

    assert len(diagnostics) == 1
    assert not diagnostics.failed


def test_an_error_fails(diagnostics: Diagnostics) -> None:
    diagnostics.report("MG101", "m")

    assert diagnostics.failed


@pytest.mark.parametrize("code", sorted(RULES))
def test_every_code_explains_itself(code: str) -> None:
    text = explain(code.lower())

    assert text is not None
    assert text.startswith(f"{code} ({RULES[code].severity}): {RULES[code].title}")
    assert len(RULES[code].explanation.split()) >= 8
    assert max(map(len, text.splitlines())) <= 120


def test_an_unknown_code_has_no_explanation() -> None:
    assert explain("MG999") is None


@pytest.mark.parametrize("severity", Severity)
def test_severities_have_codes(severity: Severity) -> None:
    assert any(rule.severity is severity for rule in RULES.values())
