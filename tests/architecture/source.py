"""Python files of the repository as the rules look at them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mcpgen"
RUNTIME = ROOT / "templates" / "runtime"


@dataclass(frozen=True)
class Module:
    path: Path
    name: str
    tree: ast.Module
    lines: int

    def __str__(self) -> str:
        return self.name


def modules(folder: Path, prefix: str) -> list[Module]:
    found: list[Module] = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join((prefix, *parts)).removesuffix(".__init__")
        found.append(Module(path, name, ast.parse(text), text.count("\n")))
    return found


def imports(module: Module) -> Iterator[str]:
    """Absolute names of what a module imports; `from a import b` counts as `a.b`."""
    package = module.name if module.path.name == "__init__.py" else module.name.rpartition(".")[0]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - max(node.level - 1, 0)]
            base = (
                [*above, *([node.module] if node.module else [])] if node.level else [node.module]
            )
            yield from (".".join([*filter(None, base), alias.name]) for alias in node.names)


def functions(module: Module) -> Iterator[tuple[str, int]]:
    """Each function with its length in lines, from `def` to its end."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def classes(module: Module) -> Iterator[str]:
    return (node.name for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef))
