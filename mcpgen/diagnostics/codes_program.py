"""MG0xx: what the program was asked to do."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, error

PROGRAM: Mapping[str, Rule] = {
    "MG001": error(
        "There is no project here",
        "A project that mcpgen wrote has an mcpgen.yaml and its notes in .mcpgen/, both of which belong into version "
        "control.",
        "Name the project's folder, or write a project first with `mcpgen generate`.",
    ),
    "MG002": error(
        "The project has an mcpgen.yaml of its own",
        "The project was generated from a capability spec and its copy of it was edited since. Generating from another "
        "file would lose that.",
        "Make the change in the project's mcpgen.yaml, then run `mcpgen regenerate` there.",
    ),
    "MG003": error(
        "The project has made this choice already",
        "The name decides the package, the command and the environment variables, and the mode decides what clients see; "
        "both are chosen once, so that neither changes by itself later. They stand in the project's mcpgen.yaml.",
        "Leave --name and --mode out; change `mode` in mcpgen.yaml, or generate into another folder.",
    ),
    "MG004": error(
        "The project's copy of its descriptions is another one",
        "`mcpgen check` and `--offline` read the descriptions from the project itself, and mcpgen.yaml names others since.",
        "Run `mcpgen regenerate`, which reads them anew.",
    ),
    "MG005": error(
        "The project has several descriptions",
        "Which of them is to be replaced by another file cannot be known.",
        "Change its `source` in mcpgen.yaml, and run `mcpgen regenerate` without a description.",
    ),
    "MG006": error(
        "The folder is not empty",
        "A new project begins in a folder of its own; what stands there already is not touched.",
        "Choose another folder with `--output`, or use `mcpgen generate` to write into a project that is there.",
    ),
    "MG007": error(
        "The folder has a project of another description",
        "Without `--output` a project stands in a folder called after the title of its description, and two descriptions may "
        "have one title. What the project there follows is changed only where the project is named.",
        "Choose another folder with `--output` or `--name`, or let that project follow the new description with "
        "`mcpgen regenerate PROJECT --spec NEW`.",
    ),
    "MG008": error(
        "There is nothing to compare",
        "What is compared is a project, a description (a path or a URL), a git revision of the project, or a description "
        "at a revision (`v1.2:openapi.yaml`).",
        "Check the spelling; name the project of a revision with --project.",
    ),
    "MG009": error(
        "There is no such part of the project",
        "Only tools, and files that mcpgen writes, have another version to look at or to accept.",
        "`mcpgen diff` without a name shows every part that is not as it was generated.",
    ),
}
