"""The tests that come with a server bite: a function broken at random does not pass them."""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from .mutations import Fault, Function, broken, faults, functions

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "specs"
# They test the server, not its functions.
WHOLE = {f"test_{each}.py" for each in ("acceptance", "contract", "protocol", "support")}
# Picks the fault of a function among those that fit it.
Choice = Callable[[list[tuple[str, Fault]]], tuple[str, Fault]]


def generated(spec: Path, out: Path) -> Path:
    command = [sys.executable, "-m", "mcpgen", "generate", str(spec), "--output", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return out


def break_all(source: Path, target: Path, choice: Choice) -> dict[str, str]:
    """Copy a project and break each of its functions in one way; returns what was done, by `module.function`."""
    shutil.copytree(source, target)
    done: dict[str, str] = {}
    for path in sorted(target.glob("src/*/tools/[!_]*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for position, node in enumerate(tree.body):
            if isinstance(node, Function) and (possible := list(faults(node))):
                name, fault = choice(possible)
                tree.body[position] = broken(node, fault)
                done[f"{path.stem}.{node.name}"] = name
        path.write_text(ast.unparse(tree), encoding="utf-8")
    return done


def caught(project: Path) -> set[str]:
    """The functions whose tests fail, as `module.function`."""
    report = project / "report.xml"
    tests = [path for path in project.glob("tests/test_*.py") if path.name not in WHOLE]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--junit-xml={report}",
    ]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        [*command, *map(str, tests)], cwd=project, env=env, capture_output=True, check=False
    )
    cases = ET.parse(report).iter("testcase")
    return {
        f"{case.get('classname', '').rpartition('.test_')[2]}.{case.get('name', '').removeprefix('test_')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    }


def nth(possible: list[tuple[str, Fault]], *, number: int) -> tuple[str, Fault]:
    return possible[number % len(possible)]


def test_every_single_fault_in_the_bookshop_is_caught(tmp_path) -> None:
    project = generated(ROOT / "specs" / "bookshop.yaml", tmp_path / "whole")
    rounds = max(
        len(list(faults(function)))
        for path in project.glob("src/*/tools/[!_]*.py")
        for function in functions(ast.parse(path.read_text(encoding="utf-8")))
    )

    missed: list[str] = []
    for number in range(rounds):
        target = tmp_path / f"round{number}"
        done = break_all(project, target, partial(nth, number=number))
        missed += [f"{name}: {done[name]}" for name in done.keys() - caught(target)]

    assert missed == []


@pytest.mark.slow
@pytest.mark.skipif(not REAL.is_dir(), reason="needs the folder of real descriptions")
@pytest.mark.parametrize("entry", ["box/openapi.json", "docker-engine/swagger.yaml"])
def test_of_a_hundred_broken_functions_95_are_caught(tmp_path, entry) -> None:
    project = generated(REAL / entry, tmp_path / "whole")
    done = break_all(project, tmp_path / "broken", random.Random(7).choice)
    sample = random.Random(7).sample(sorted(done), 100)

    missed = set(sample) - caught(tmp_path / "broken")

    assert len(missed) <= 5, {name: done[name] for name in missed}
