"""One self-contained page to browse a server: nothing is loaded from elsewhere, and text of a description stays text.

The template escapes all that it prints, and the page's own policy (Content-Security-Policy) lets no script run but the one that
filters, which is named by its digest.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from mcpgen.diagnostics import Diagnostics, as_json
from mcpgen.resources import templates_dir
from mcpgen.viewing.view import ServerView

_WHOLE = 100.0  # per cent


def page(server: ServerView, diagnostics: Diagnostics) -> str:
    """The page as HTML text."""
    script = (templates_dir() / "inspect" / "filter.js").read_text(encoding="utf-8")
    largest = max((group.tokens for group in server.groups), default=0)
    return _template().render(
        server=server,
        findings=as_json(diagnostics),
        bars=[(group, _percent(group.tokens, largest)) for group in server.groups],
        script=script,
        digest=_digest(script),
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(templates_dir() / "inspect"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.jinja")


def _digest(script: str) -> str:
    """How a policy names a script (CSP 3, 2.3.1)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def _percent(part: int, whole: int) -> str:
    return f"{_WHOLE * part / whole:.1f}" if whole else "0"
