"""Jinja, locked down: templates loop and print, and print nothing but `Code`."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mcpgen.renderers.code import Code
from mcpgen.resources import templates_dir


def fill(template: str, view: object) -> str:
    """The text of a template, which sees one object under the name `it`."""
    return _environment().get_template(f"{template}.jinja").render(it=view)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(templates_dir() / "server", encoding="utf-8"),
        undefined=StrictUndefined,
        finalize=only_code,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # `finalize` is stricter: it refuses instead of guessing the context
    )


def only_code(printed: object) -> object:
    """Refuse to print what no function of `code` or `escape` has made."""
    if isinstance(printed, Code | int):
        return printed
    raise TypeError(f"a template printed {printed!r}, which is not Code")
