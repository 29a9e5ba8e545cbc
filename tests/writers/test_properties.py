"""Any edits, any changes: no line of the owner's is lost, everything parses, and a second run has nothing to do."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .project import PACKAGE, Op, Project, records, server

PATHS = ("/a", "/b", "/c", "/d", "/e")
TAGS = ("pets", "shop")
MODULES = [f"{PACKAGE}/tools/{tag}.py" for tag in TAGS]

ops = st.lists(
    st.builds(
        lambda path, tag, takes, doc, renamed: Op(
            key=f"GET {path}",
            name=f"get_{path[1:]}" + "_new" * renamed,
            tag=tag,
            takes=tuple(takes),
            doc=doc,
        ),
        path=st.sampled_from(PATHS),
        tag=st.sampled_from(TAGS),
        takes=st.lists(st.sampled_from(["limit", "page", "sort"]), min_size=1, unique=True),
        doc=st.sampled_from(["Does it.", "Does it well."]),
        renamed=st.booleans(),
    ),
    min_size=1,
    unique_by=lambda op: op.path,
).map(tuple)

# An edit changes the lines of a module; `mark` is a name that stands in what it adds.
Lines = list[str]
Make = Callable[[Lines, int, str], Lines]


def inserted(text: str) -> Make:
    """Put text in front of some statement, indented as that is."""

    def make(lines: Lines, at: int, mark: str) -> Lines:
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        added = [indent + each for each in text.format(mark=mark).split("\n")]
        return [*lines[:at], *added, *lines[at:]]

    return make


def replaced(pattern: str, new: str) -> Make:
    """Change the first line from some place on that has a pattern."""

    def make(lines: Lines, at: int, mark: str) -> Lines:
        for index in [*range(at, len(lines)), *range(at)]:
            changed, count = re.subn(pattern, new.format(mark=mark), lines[index], count=1)
            if count:
                return [*lines[:index], changed, *lines[index + 1 :]]
        return lines

    return make


def reversed_functions(lines: Lines, _at: int, _mark: str) -> Lines:
    """Turn the order of the functions round."""
    head, *functions = re.split(r"\n\n\n(?=async def )", "\n".join(lines))
    return "\n\n\n".join([head, *functions[::-1]]).split("\n")


def deleted_function(lines: Lines, at: int, _mark: str) -> Lines:
    head, *functions = re.split(r"\n\n\n(?=async def )", "\n".join(lines))
    if not functions:
        return lines
    del functions[at % len(functions)]
    return "\n\n\n".join([head, *functions]).split("\n")


def reformatted(lines: Lines, _at: int, _mark: str) -> Lines:
    return [
        re.sub(r'"(/\w+)"', r"'\1'", line).replace("(api: Api, *, ", "( api: Api,*, ")
        for line in lines
    ]


EDITS: dict[str, Make] = {
    "statement": inserted("{mark} = 1"),
    "block": inserted("if {mark} := 1:\n    print({mark})"),
    "comment": inserted("# {mark}"),
    "string": inserted('{mark} = """\nasync def get_a(\n# no comment\n"""'),
    "docstring": replaced(r'"""Does it', '"""{mark}'),
    "parameter": replaced(r"\) -> Json:", ", {mark}: int = 1) -> Json:"),
    "result": replaced(r"return answer", "return {{'{mark}': answer}}"),
    "request": replaced(r"api\.get\(", "api.get({mark}=1, *"),
    "decorator": replaced(r"^async def ", "@{mark}\nasync def "),
    "comment behind": replaced(r"return answer$", "return answer  # {mark}"),
    "import": replaced(r"^from typing import", "import {mark}\nfrom typing import"),
    "imported name": replaced(r"import OMIT, ", "import OMIT, {mark}, "),
    "imported type": replaced(r"^    from \.\._runtime import ", "    from ..own import {mark}\n    from .._runtime import "),
    "function": replaced(r"^async def ", "def {mark}():\n    return get_a\n\n\nasync def "),
    "last": replaced(r"^$", "\n# {mark}\n"),
    "header": replaced(r"Tools for", "{mark}"),
    "reversed": reversed_functions,
    "deleted": deleted_function,
    "reformatted": reformatted,
}  # fmt: skip

edits = st.lists(
    st.tuples(st.sampled_from(sorted(EDITS)), st.sampled_from(MODULES), st.integers(0, 80)),
    max_size=6,
)


def edit(project: Project, kind: str, path: str, place: int, mark: str) -> None:
    """Make an edit if it leaves the module one that can be imported."""
    if not (project.root / path).exists():
        return
    tree = ast.parse(project.read(path))
    starts = sorted({node.lineno - 1 for node in ast.walk(tree) if isinstance(node, ast.stmt)})
    if not starts:
        return
    lines = project.read(path).split("\n")
    text = "\n".join(EDITS[kind](lines, starts[place % len(starts)], mark))
    try:
        compile(text, path, "exec")
    except SyntaxError:
        return
    project.write(path, text)


def sources(project: Project) -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((project.root / PACKAGE).rglob("*.py"))
    )


def functions(project: Project) -> Counter[str]:
    return Counter(
        node.name
        for path in sorted((project.root / PACKAGE).rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AsyncFunctionDef)
    )


def survive(
    root: Path, before: tuple[Op, ...], after: tuple[Op, ...], made: list[tuple[str, str, int]]
) -> None:
    project = Project(root / "shop-mcp")
    project.generate(server(before), tools=records(before))
    for index, (kind, path, place) in enumerate(made):
        edit(project, kind, path, place, f"own_{index}_")
    marks = set(re.findall(r"own_\d+_", sources(project)))

    project.generate(server(after), tools=records(after))

    assert marks - set(re.findall(r"own_\d+_", sources(project))) == set()
    for path in sorted((project.root / PACKAGE).rglob("*.py")):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")
    assert project.generate(server(after), tools=records(after)).changes.pending == ()
    kinds = {kind for kind, _, _ in made}
    if "deleted" not in kinds:
        assert {op.name for op in after} <= set(functions(project))
    if "function" not in kinds:  # which reads get_a, and so may keep it where it was
        assert set(functions(project).values()) <= {1}


@settings(max_examples=40, deadline=None)
@given(before=ops, after=ops, made=edits)
def test_no_edit_is_lost(
    tmp_path_factory: pytest.TempPathFactory,
    before: tuple[Op, ...],
    after: tuple[Op, ...],
    made: list[tuple[str, str, int]],
) -> None:
    survive(tmp_path_factory.mktemp("any"), before, after, made)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(before=ops, after=ops, made=edits)
def test_no_edit_is_lost_in_many_more(
    tmp_path_factory: pytest.TempPathFactory,
    before: tuple[Op, ...],
    after: tuple[Op, ...],
    made: list[tuple[str, str, int]],
) -> None:
    survive(tmp_path_factory.mktemp("any"), before, after, made)
