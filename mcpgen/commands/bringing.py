"""Projects brought up to date, one or many."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import click

from mcpgen.commands import Exit
from mcpgen.commands.callers import WARNINGS, ForCallers
from mcpgen.commands.listing import as_data, diffs, listing
from mcpgen.commands.parts import open_project
from mcpgen.commands.progress import Step
from mcpgen.commands.report import code_of, show
from mcpgen.commands.summary import Summary, write
from mcpgen.comparing import compare
from mcpgen.diagnostics import Diagnostics, as_json
from mcpgen.diagnostics.text import counted
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject, Origin
from mcpgen.offers import offered, offered_by
from mcpgen.pipeline import Made, make, with_new_hosts
from mcpgen.planners.known import Stale
from mcpgen.published import version_of
from mcpgen.renderers import runtime_files
from mcpgen.sources import read_project
from mcpgen.succession import succeeds
from mcpgen.writers import CATALOGUE, Changes, alone, apply, renew_runtime


@dataclass(frozen=True, slots=True, kw_only=True)
class Bringing:
    """What the command line says about how."""

    policy: Policy
    form: str
    spec: str = ""
    offline: bool = False
    dry_run: bool = False
    runtime_only: bool = False
    accept_security: bool = False
    replace: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Regenerated:
    """A project brought up to date, and what that means to its callers."""

    summary: Summary
    callers: ForCallers | None
    form: str

    @property
    def result(self) -> str:
        """In a few words."""
        return self.summary.written

    def fails(self, wanted: tuple[str, ...]) -> bool:
        """Whether it is what `--fail-on` names."""
        return self.callers is not None and self.callers.fails(wanted)

    def facts(self) -> JsonObject:
        """For programs."""
        told = {"callers": self.callers.facts()} if self.callers else {}
        return {**self.summary.facts(), **told}

    def lines(self) -> Iterator[str]:
        """For people, or for a pull request."""
        if self.form == "markdown":
            yield (
                self.callers.markdown.rstrip("\n")
                if self.callers
                else "Nothing is known of before."
            )
            return
        yield from self.summary.lines()
        if self.callers and not self.callers.comparison.empty:
            yield ""
            yield "For callers:"
            yield from (f"  {line}" for line in self.callers.lines())
        if self.summary.dry:
            yield from diffs(self.summary.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewed:
    """A project whose runtime was brought up to date."""

    root: Path
    changes: Changes
    dry: bool

    @property
    def result(self) -> str:
        """In a few words."""
        files = counted(len(self.changes.pending), "file")
        return f"runtime: {files} {'to write' if self.dry else 'written'}"

    def fails(self, wanted: tuple[str, ...]) -> bool:
        """Never: the runtime says nothing to callers."""
        del wanted
        return False

    def facts(self) -> JsonObject:
        """For programs."""
        return {"output": str(self.root), "written": not self.dry, "changes": as_data(self.changes)}

    def lines(self) -> Iterator[str]:
        """For people."""
        yield f"{self.root}: {self.result}"
        if self.dry:
            yield from listing(self.changes)


def bring(
    root: Path, how: Bringing, diagnostics: Diagnostics, step: Step
) -> Regenerated | Renewed | None:
    """Bring one project up to date; None after an error was reported."""
    with alone(root, diagnostics) as free:
        if not free:
            return None
        return (_renew if how.runtime_only else _bring)(root, how, diagnostics, step)


def _bring(root: Path, how: Bringing, diagnostics: Diagnostics, step: Step) -> Regenerated | None:
    made = _make(root, how, diagnostics, step)
    if made is None:
        return None
    return bring_about(made, diagnostics, dry=how.dry_run, keep=True, form=how.form)


def bring_about(
    made: Made, diagnostics: Diagnostics, *, dry: bool, keep: bool = False, form: str
) -> Regenerated:
    """Write a server over the one that its project is, and compare the two for their callers."""
    root = made.inputs.root
    before, version = offered_by(root), version_of(root)
    summary = write(made, diagnostics, dry=dry, keep=keep)
    callers = (
        ForCallers(comparison=compare(before, offered(made.plan)), version=version)
        if before
        else None
    )
    return Regenerated(summary=summary, callers=callers, form=form)


def _make(root: Path, how: Bringing, diagnostics: Diagnostics, step: Step) -> Made | None:
    """The server as it is to be: from what is known of it as far as that goes, else from the beginning."""
    found = Diagnostics()
    try:
        made = _made(root, how, found, step, reuse=True)
    except Stale:
        found = Diagnostics()
        made = _made(root, how, found, step, reuse=False)
    diagnostics.extend(found)
    diagnostics.sources.update(found.sources)
    return made


def _made(
    root: Path, how: Bringing, diagnostics: Diagnostics, step: Step, *, reuse: bool
) -> Made | None:
    step(f"Reading the description of {root}")
    inputs = read_project(
        root,
        policy=how.policy,
        diagnostics=diagnostics,
        spec=how.spec,
        offline=how.offline,
        reuse=reuse,
    )
    if inputs is None:
        return None
    step(f"Writing the code of {root}")
    if not succeeds(inputs, diagnostics, given=bool(how.spec), willing=how.replace):
        return None
    again = how.spec if how.dry_run else ""
    allowed = with_new_hosts(inputs, diagnostics, accept=how.accept_security, spec=again)
    return make(allowed, diagnostics)


def _renew(root: Path, how: Bringing, diagnostics: Diagnostics, _: Step) -> Renewed | None:
    manifest = open_project(root, diagnostics)
    if manifest is None:
        return None
    if manifest.catalogue != CATALOGUE:
        message = (
            f"its catalogue has format {manifest.catalogue}, and this runtime reads {CATALOGUE}"
        )
        diagnostics.report("MG436", message, Origin(str(root)))
        return None
    package = Path(manifest.files["package"].path).parent.name
    changes = renew_runtime(
        list(runtime_files(package)),
        root,
        manifest=manifest,
        diagnostics=diagnostics,
    )
    dry = how.dry_run or not apply(changes, root, diagnostics)
    return Renewed(root=root, changes=changes, dry=dry)


def bring_all(roots: Sequence[Path], how: Bringing, fail_on: tuple[str, ...]) -> NoReturn:
    """Bring many projects up to date, each by itself, and end with a table; exits with the gravest code."""
    done = [_outcome(root, how, fail_on) for root in roots]
    if how.form == "json":
        click.echo(json.dumps({"projects": [each.facts for each in done]}, indent=2))
    else:
        width = max(len(each.root) for each in done)
        for each in done:
            click.echo(f"{each.root:<{width}}  {each.result}")
    raise click.exceptions.Exit(max(each.code for each in done))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    root: str
    result: str
    code: Exit
    facts: JsonObject


def _outcome(root: Path, how: Bringing, fail_on: tuple[str, ...]) -> _Outcome:
    diagnostics = Diagnostics()
    failure = "failed"
    try:
        done = bring(root, how, diagnostics, lambda _: None)
    except Exception as bug:  # noqa: BLE001  # what one project shows must not keep the others back
        done, failure = None, f"failed, which is a bug: {type(bug).__name__}: {bug}"
    if how.form != "json":
        show(diagnostics, how.form)
    facts: JsonObject = {"output": str(root), "findings": as_json(diagnostics)}
    if done is None:
        code = Exit.NOTHING_WRITTEN
        return _Outcome(
            root=str(root), result=failure, code=code, facts={**facts, "failed": failure}
        )
    code = code_of(diagnostics, strict=WARNINGS in fail_on, found=done.fails(fail_on))
    return _Outcome(root=str(root), result=done.result, code=code, facts={**facts, **done.facts()})
