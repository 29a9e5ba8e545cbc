"""What regenerating costs, against generating afresh in the same run: CPU of all processes, medians of alternating runs.

python benchmarks/regenerate.py --spec openapi.json
"""

from __future__ import annotations

import argparse
import copy
import gc
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import compare, make
from mcpgen.sources import read_project
from mcpgen.writers import apply

METHODS = ("get", "put", "post", "delete", "patch")
MERGED = 500  # groups, each of one module of tools and one of tests
LINE = "    # Mine.\n"

Api = dict[str, Any]


def made_up(groups: int) -> Api:
    """An API of two operations a group, as long as none is given."""
    paths: Api = {}
    for number in range(groups):
        for method in ("get", "post"):
            asked = [{"name": "limit", "in": "query", "schema": {"type": "integer"}}]
            paths.setdefault(f"/things{number}", {})[method] = {
                "operationId": f"{method}Thing{number}",
                "tags": [f"group{number}"],
                "summary": f"Do {method} on things of kind {number}",
                "parameters": asked,
                "responses": {"200": {"description": "ok"}},
            }
    info = {"title": "Things", "version": "1"}
    return {
        "openapi": "3.0.3",
        "info": info,
        "servers": [{"url": "https://things.example"}],
        "paths": paths,
    }


def operations(api: Api) -> list[Api]:
    return [item[key] for item in api["paths"].values() for key in METHODS if key in item]


def with_argument(api: Api, step: int = 0) -> Api:
    """The API with an argument more: of each so-and-so-many-th operation, or of the one in the middle."""
    new = copy.deepcopy(api)
    found = operations(new)
    for operation in found[::step] if step else [found[len(found) // 2]]:
        extra = {"name": "trace_label", "in": "query", "schema": {"type": "string"}}
        operation.setdefault("parameters", []).append(extra)
    return new


def cpu(*arguments: str) -> float:
    """Seconds of CPU of an mcpgen command, with all that it starts, its modules compiled as an installed one's are."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-m", "mcpgen", *arguments],
        check=False,
        env=env,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one_operation(api: Api, folder: Path, rounds: int) -> None:
    """One operation of a description changed."""
    old, new = folder / "old.json", folder / "new.json"
    old.write_text(json.dumps(api))
    new.write_text(json.dumps(with_argument(api)))
    before, project = folder / "before", folder / "project"
    cpu("generate", str(old), "--output", str(before))

    def fresh() -> float:
        shutil.rmtree(folder / "fresh", ignore_errors=True)
        return cpu("generate", str(new), "--output", str(folder / "fresh"))

    def again() -> float:
        shutil.rmtree(project, ignore_errors=True)
        shutil.copytree(before, project)
        return cpu("regenerate", str(project), "--spec", str(new))

    report("one operation changed", fresh, again, rounds)


def report(title: str, fresh: Callable[[], float], again: Callable[[], float], rounds: int) -> None:
    runs = [(fresh(), again()) for _ in range(rounds)]
    first, second = (median(each) for each in zip(*runs, strict=True))
    print(f"{title}: {second:.2f} s, afresh {first:.2f} s: ratio {second / first:.2f}")


def thousand_files(folder: Path, rounds: int) -> None:
    """A thousand files, each edited by its owner and changed by the description, merged."""
    api = made_up(MERGED)
    spec, project = folder / "things.json", folder / "things"
    spec.write_text(json.dumps(api))
    cpu("generate", str(spec), "--output", str(project))
    edited = [
        edit(path)
        for kind in ("src/*/tools/group*.py", "tests/test_group*.py")
        for path in project.glob(kind)
    ]
    # Of the two functions of each file its owner edited the second; the first changes, or both do.
    for step, what in ((2, "beside the edit"), (1, "in what was edited, too")):
        changed = folder / f"changed{step}.json"
        changed.write_text(json.dumps(with_argument(api, step)))
        runs = [
            merged(shutil.copytree(project, folder / f"copy{step}-{number}"), changed)
            for number in range(rounds)
        ]
        making, merging = (median(each) for each in zip(*runs, strict=True))
        beyond = f"{merging:.2f} s beyond the {making:.2f} s of making them"
        print(f"{len(edited):,} files merged, changed {what}: {beyond}")


def edit(path: Path) -> Path:
    """A comment of the owner's in the last function of a module."""
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:-1], LINE, lines[-1]]))
    return path


def merged(project: Path, spec: Path) -> tuple[float, float]:
    """CPU of making a server, and of bringing it to its project."""
    diagnostics = Diagnostics()
    start = time.process_time()
    inputs = read_project(project, policy=Policy(), diagnostics=diagnostics, spec=str(spec))
    assert inputs is not None
    made = make(inputs, diagnostics)
    done = time.process_time()
    assert apply(compare(made, diagnostics, keep=True), project, diagnostics)
    end = time.process_time()
    text = "".join(path.read_text() for path in project.glob("src/*/tools/group*.py"))
    assert text.count(LINE) == MERGED
    assert text.count("trace_label") >= MERGED
    return done - start, end - done


def described(path: Path) -> Api:
    text = path.read_text()
    api: Api = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
    return api


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--spec",
        type=Path,
        help="a description in JSON or YAML; one of 1,200 operations is made up without",
    )
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    gc.set_threshold(1_000_000, 50, 100)  # as the program itself does
    api = described(given.spec) if given.spec else made_up(600)
    with tempfile.TemporaryDirectory() as folder:
        # First, since a file system may be slow to make files for minutes after many were removed.
        thousand_files(Path(folder), given.rounds)
        one_operation(api, Path(folder), given.rounds)


if __name__ == "__main__":
    main()
