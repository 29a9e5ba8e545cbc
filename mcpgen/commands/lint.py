"""`mcpgen lint SPEC`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from mcpgen.commands.options import reading, reporting
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.config import Profile
from mcpgen.diagnostics import RULES, Diagnostics
from mcpgen.diagnostics.text import counted
from mcpgen.linting import Fixes, Mark, Score, entries, lint, overlay, subjects
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject
from mcpgen.pipeline import plan_server
from mcpgen.sources import read_spec

EXAMPLES = """\b
Examples:
  mcpgen lint petstore.yaml
  mcpgen lint petstore.yaml --format github --strict    in CI: fail on a warning, beside the line
  mcpgen lint petstore.yaml --fix overlay.yaml          write what can be fixed without a model
  mcpgen lint petstore.yaml --entries fixes.yaml        the same as entries of mcpgen.yaml
  mcpgen lint petstore.yaml --profile openai-strict     which tools would OpenAI's strict mode refuse?"""


@click.command(epilog=EXAMPLES)
@click.argument("spec")
@click.option(
    "--profile",
    type=click.Choice([str(each) for each in Profile]),
    help="Tell too which tools this model's interface would refuse, and why.",
)
@click.option(
    "--fix",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write an OpenAPI overlay with the fixes that need no model.",
)
@click.option(
    "--entries",
    "entries_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write these fixes as entries of mcpgen.yaml, for its `extends`.",
)
@reporting
@reading
def command(
    spec: str,
    profile: str | None,
    fix: Path | None,
    entries_file: Path | None,
    form: str,
    *,
    strict: bool,
    policy: Policy,
) -> None:
    """Say how fit a description is for agents: what is missing, vague or too much, and a score of 100."""
    diagnostics = Diagnostics()
    with progress() as step:
        step(f"Reading {spec}")
        inputs = read_spec(spec, None, policy=policy, diagnostics=diagnostics)
        step("Looking at the tools")
        planned = plan_server(inputs, diagnostics) if inputs else None
    if planned is None or inputs is None:
        finish(diagnostics, form=form, strict=strict)
    found = subjects(planned.document, planned.plan, planned.config)
    chosen = Profile(profile) if profile else planned.config.profile
    score = lint(found, planned.tokens, diagnostics, chosen)
    written = [_write(fix, overlay(found, planned.document.origin.file))] if fix else []
    written += [_write(entries_file, entries(found))] if entries_file else []
    finish(diagnostics, form=form, strict=strict, summary=Linted(score=score, fixes=written))


def _write(path: Path, fixes: Fixes | None) -> str:
    """Write the file, unless there is another's, and say what was done."""
    if fixes is None:
        return "nothing can be fixed without a model"
    if path.exists() and not path.read_bytes().startswith(fixes.text.splitlines()[0].encode()):
        raise click.UsageError(f"{path} is there already, and lint has not written it")
    path.write_text(fixes.text, encoding="utf-8")
    told = "1 fix is" if fixes.count == 1 else f"{fixes.count:,} fixes are"
    return f"{told} in {path}: read through what was written"


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """The score, and what became of the fixes."""

    score: Score
    fixes: Sequence[str]

    def facts(self) -> JsonObject:
        """For programs."""
        marks = {
            mark.code: {"found": mark.found, "points": round(mark.points, 1), "of": mark.of}
            for mark in self.score.marks
        }
        score = self.score
        return {"score": score.total, "tools": score.tools, "tokens": score.tokens, "marks": marks}

    def lines(self) -> Iterator[str]:
        """For people."""
        score = self.score
        yield click.style(f"{score.total} of 100 points", bold=True)
        yield f"  {counted(score.tools, 'tool')}, about {score.tokens:,} tokens to list"
        yield from (_line(mark) for mark in score.marks if mark.found)
        yield from (f"  {each}" for each in self.fixes)


def _line(mark: Mark) -> str:
    lost = f"-{mark.of - mark.points:.1f}".removesuffix(".0")
    return f"  {'<-0.1' if lost == '-0' else lost:>6}  {mark.code} {RULES[mark.code].title} ({mark.found:,})"
