"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from mcpgen.loaders import Policy

Decorated = Callable[..., Any]

FORMATS = ("text", "json", "github")


def reading(command: Decorated) -> Decorated:
    """What a description may make us read; the command gets it as `policy`."""

    @wraps(command)
    def with_policy(*, allow_remote: tuple[str, ...], allow_outside: bool, **others: Any) -> Any:
        policy = Policy(allow_remote=allow_remote, allow_outside=allow_outside)
        return command(policy=policy, **others)

    remote = click.option(
        "--allow-remote",
        multiple=True,
        metavar="HOST",
        help="Follow references to this host too. May be given several times.",
    )
    outside = click.option(
        "--allow-outside",
        is_flag=True,
        help="Follow references to files outside the description's folder.",
    )
    return remote(outside(with_policy))


def reporting(command: Decorated) -> Decorated:
    """How findings are shown, and what they do to the exit code."""
    strict = click.option("--strict", is_flag=True, help="Exit with 1 when there is a warning.")
    return showing(strict(command))


def showing(command: Decorated, forms: tuple[str, ...] = FORMATS) -> Decorated:
    """How findings are shown."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default="text",
        help="How to show findings: for people, as JSON, or as annotations of GitHub Actions.",
    )(command)


def replacing(command: Decorated) -> Decorated:
    """Whether a description may take the place of one that it has next to nothing in common with."""
    return click.option(
        "--replace",
        is_flag=True,
        help="Go on although the description has hardly an operation of the project's tools.",
    )(command)
