"""`mcpgen new NAME`."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from mcpgen.commands.options import reading, reporting
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.commands.summary import Summary, write
from mcpgen.config.write import quoted
from mcpgen.descriptions import is_url
from mcpgen.diagnostics import Diagnostics
from mcpgen.diagnostics.text import counted
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject
from mcpgen.pipeline import CONFIG, make
from mcpgen.planners.names import server_names
from mcpgen.resources import templates_dir
from mcpgen.sources import read_spec

EXAMPLES = """\b
Examples:
  mcpgen new shop                                        asks what it needs to know
  mcpgen new shop --from openapi.yaml
  mcpgen new shop --from https://api.example.com/openapi.json --output servers/shop
  mcpgen new weather --yes                               a sample to begin with, without questions"""


@click.command(epilog=EXAMPLES)
@click.argument("name")
@click.option("--from", "source", metavar="SPEC", help="Path or URL of an OpenAPI document.")
@click.option(
    "--output",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the project; ./NAME-mcp by default.",
)
@click.option("--yes", is_flag=True, help="Ask nothing, and take what is usual.")
@reporting
@reading
def command(
    name: str,
    source: str | None,
    output: Path | None,
    form: str,
    *,
    yes: bool,
    strict: bool,
    policy: Policy,
) -> None:
    """Begin a project called NAME: from an OpenAPI document, or with a sample API that works at once.

    What the server offers stands in its mcpgen.yaml, with comments. Where there is no Git repository yet, one is made.
    """
    diagnostics = Diagnostics()
    names = server_names("", name)
    if source is None and not yes:
        source = _ask("OpenAPI file or URL; nothing for a sample API", "")
    if output is None and not yes:
        output = Path(_ask("Folder", names.distribution))
    root = output or Path(names.distribution)
    begun = _begin(root, names.name, source or "", diagnostics)
    summary = _generate(root, policy, diagnostics) if begun else None
    if summary is None or summary.dry:
        if begun:
            begun.undo()
        finish(diagnostics, form=form, strict=strict)
    finish(diagnostics, form=form, strict=strict, summary=Started(summary, git=_init_git(root)))


def _ask(question: str, usual: str) -> str:
    return str(click.prompt(question, default=usual, show_default=bool(usual), err=True)).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A folder with nothing but our mcpgen.yaml; `made` is the first folder that was not there before, if any."""

    config: Path
    made: Path | None

    def undo(self) -> None:
        """Take away what was begun, and nothing else."""
        self.config.unlink(missing_ok=True)
        folder = self.config.parent
        while self.made is not None and folder != self.made.parent and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent


def _begin(root: Path, name: str, source: str, diagnostics: Diagnostics) -> Begun | None:
    """Write the mcpgen.yaml that the project is generated from."""
    if root.exists() and any(root.iterdir()):
        diagnostics.report("MG006", f"{root} is not empty")
        return None
    missing = [folder for folder in (root, *root.parents) if not folder.exists()]
    root.mkdir(parents=True, exist_ok=True)
    config = root / CONFIG
    config.write_text(_config_text(root, name, source), encoding="utf-8")
    return Begun(config=config, made=missing[-1] if missing else None)


def _config_text(root: Path, name: str, source: str) -> str:
    file = "described.yaml" if source else "sample.yaml"
    text = (templates_dir() / "new" / file).read_text(encoding="utf-8")
    reference = source if is_url(source) else Path(os.path.relpath(source or ".", root)).as_posix()
    return text.replace("{name}", quoted(name), 1).replace("{openapi}", quoted(reference), 1)


def _generate(root: Path, policy: Policy, diagnostics: Diagnostics) -> Summary | None:
    with progress() as step:
        step("Reading the description")
        inputs = read_spec(str(root / CONFIG), root, policy=policy, diagnostics=diagnostics)
        step("Writing code")
        made = make(inputs, diagnostics) if inputs else None
    return write(made, diagnostics, dry=False) if made else None


def _init_git(root: Path) -> bool:
    """Make the folder a Git repository, unless it is in one or there is no Git; whether it was made one."""
    git = shutil.which("git")
    if git is None:
        return False
    if _run(git, "-C", str(root), "rev-parse", "--is-inside-work-tree"):
        return False
    return _run(git, "init", "--quiet", str(root))


def _run(*command: str) -> bool:
    # Git itself, by its path.
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    return done.returncode == 0


@dataclass(frozen=True, slots=True)
class Started:
    """A project that was begun, and what to do next."""

    summary: Summary
    git: bool

    def facts(self) -> JsonObject:
        """For programs."""
        return {**self.summary.facts(), "git": self.git}

    def lines(self) -> Iterator[str]:
        """For people."""
        made = self.summary.made
        root, names = made.inputs.root, made.plan.names
        offers = ", ".join(counted(number, kind) for number, kind in made.plan.counts)
        yield click.style(f"{names.distribution}: {offers} in {root}", bold=True)
        if self.git:
            yield "  a Git repository, nothing committed yet"
        yield f"  {root / CONFIG} says what the server offers, with comments"
        yield ""
        yield "Next:"
        yield f"  cd {shlex.quote(str(root))} && pip install --editable '.[dev]'"
        yield "  pytest"
        yield f"  {names.distribution} config claude --write"
