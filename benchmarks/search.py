"""How often search mode finds the operation that a plain question is about.

    python benchmarks/search.py QUESTIONS.tsv --specs FOLDER [--show]

QUESTIONS.tsv has the columns id, document (a path below FOLDER), question, and acceptable (keys of operations, ` | ` between).
Printed are the share of questions with an acceptable operation first, and among the first five; `--show` lists the others.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mcpgen.config import Config, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import make_plan
from mcpgen.planners.expected import runtime
from mcpgen.renderers.catalog import catalog_file

FIRST_FIVE = 5


@dataclass(frozen=True)
class Asked:
    """A question, and the operations found for it, best first."""

    id: str
    text: str
    acceptable: list[str]
    found: list[str]

    @property
    def rank(self) -> int:
        """Where the first acceptable operation stands, from 1; 0 when it was not found."""
        return next((at for at, key in enumerate(self.found, 1) if key in self.acceptable), 0)


class Operations:
    """The operations of a document, as its server would search them."""

    def __init__(self, document: Path) -> None:
        diagnostics = Diagnostics()
        loaded = load(str(document), policy=Policy(), diagnostics=diagnostics)
        assert loaded, list(diagnostics)
        plan = make_plan(
            loaded.document, Config(types=TypeHints.NONE), diagnostics, names={}, source=""
        )
        entry, topic = runtime("serving.catalog").Entry, runtime("searching.finder").topic_of
        files = map(catalog_file, plan.modules)
        entries = [
            entry(tool=data["tool"], module="", data=data, tag=file.get("tag", ""))
            for file in files
            for data in file["tools"]
        ]
        self.keys = [each.data["operation"] for each in entries]
        start = time.perf_counter()
        self.ranking = runtime("searching.ranking").Ranking([topic(each) for each in entries])
        print(
            f"{document.parent.name}: {len(entries)} operations, indexed in {time.perf_counter() - start:.2f} s"
        )

    def find(self, question: str) -> list[str]:
        """The keys of the operations found, best first."""
        return [self.keys[number] for number in self.ranking.best(question, len(self.keys))]


def ask(questions: Path, specs: Path) -> Iterator[Asked]:
    """Ask every question of a file."""
    operations = cache(Operations)
    with questions.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            found = operations(specs / row["document"]).find(row["question"])
            yield Asked(row["id"], row["question"], row["acceptable"].split(" | "), found)


def report(asked: list[Asked], *, show: bool) -> None:
    """Print the two figures, and what was not among the first five."""
    first = sum(each.rank == 1 for each in asked) / len(asked)
    five = sum(0 < each.rank <= FIRST_FIVE for each in asked) / len(asked)
    for each in asked if show else ():
        if not 0 < each.rank <= FIRST_FIVE:
            print(
                f"\n{each.id} {each.text}\n  wanted {each.acceptable[0]} (found at {each.rank or '-'})"
            )
            print("\n".join(f"       {key}" for key in each.found[:3]))
    print(f"{len(asked)} questions: first {first:.0%}, among the first five {five:.0%}")


def main() -> None:
    """Read the command line, and ask."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--specs", type=Path, required=True, help="folder of the documents")
    parser.add_argument("--show", action="store_true", help="list what was not found")
    options = parser.parse_args()
    report(list(ask(options.questions, options.specs)), show=options.show)


if __name__ == "__main__":
    main()
