"""What a change means to callers, as every command shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import click

from mcpgen.comparing import Comparison, as_data, as_lines, changelog_entry, markdown, next_version
from mcpgen.model import JsonObject

FAILURES = ("breaking", "security")
WARNINGS = "warnings"
_MEANT = {
    "breaking": "callers are broken (breaking)",
    "security": "a person should look (security)",
    WARNINGS: "something was left out (warnings)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ForCallers:
    """A comparison, and the version of the package before it; empty where that is not known."""

    comparison: Comparison
    version: str = ""

    @property
    def next(self) -> str:
        """The version that the package should have."""
        return next_version(self.version, self.comparison) if self.version else ""

    def facts(self) -> JsonObject:
        """For programs."""
        proposed = {"version": self.version, "next": self.next} if self.version else {}
        return {**as_data(self.comparison), **proposed, "changelog": self.changelog}

    def lines(self) -> Iterator[str]:
        """For people."""
        yield from as_lines(self.comparison)
        if self.next != self.version:
            yield f"proposed version: {self.version} → {self.next}"

    @property
    def changelog(self) -> str:
        """The entry of a changelog."""
        return changelog_entry(self.next or "Unreleased", self.comparison)

    @property
    def markdown(self) -> str:
        """For a pull request."""
        text = markdown(self.comparison)
        if self.comparison.empty:
            return text
        proposed = f"Proposed version: `{self.version}` → `{self.next}`.\n\n" if self.next else ""
        entry = "".join(f"    {line}\n" if line else "\n" for line in self.changelog.splitlines())
        return f"{text}\n### For the changelog\n\n{proposed}{entry}"

    def fails(self, wanted: tuple[str, ...]) -> bool:
        """Whether it is what `--fail-on` names."""
        return any(getattr(self.comparison, each) for each in FAILURES if each in wanted)


def failing(command: Callable[..., Any], what: tuple[str, ...] = FAILURES) -> Callable[..., Any]:
    """The option `--fail-on`; the command gets it as `fail_on`."""
    return click.option(
        "--fail-on",
        multiple=True,
        type=click.Choice(what),
        help=f"Exit with 1 when {', or '.join(_MEANT[each] for each in what)}.",
    )(command)
