"""All files of a project: the rows of the table, filled, and the runtime, copied."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.files import File, Ownership
from mcpgen.model import JsonObject
from mcpgen.planners.plan import Plan
from mcpgen.renderers.context import Context, Rendered
from mcpgen.renderers.headers import header
from mcpgen.renderers.table import TABLE, Row
from mcpgen.resources import templates_dir

_NONE: Final = MappingProxyType[str, Rendered]({})


def render(
    plan: Plan,
    *,
    bundle: JsonObject,
    config_text: str,
    diagnostics: Diagnostics,
    known: Mapping[str, Rendered] = _NONE,
) -> tuple[File, ...]:
    """Every file of the project, sorted by path.

    `bundle` is the description with its source, `config_text` the text of `mcpgen.yaml`, `known` what need not be rendered again,
    by the ids of files. Types that had to become `Any` are reported, and so is Python that doesn't parse, which is an error
    of ours (MG350).
    """
    context = Context(
        plan=plan, bundle=bundle, config_text=config_text, diagnostics=diagnostics, known=known
    )
    made, runtime = list(_from_table(context)), list(runtime_files(plan.names.package))
    for file in made if known else [*made, *runtime]:
        if file.id not in known:
            _check(file, diagnostics)
    return tuple(sorted([*made, *runtime], key=lambda file: file.path))


def unheaded(file: File) -> Rendered:
    """A file as it may be known."""
    return Rendered.of(file.text, header(file.path, file.ownership, file.id))


def _from_table(context: Context) -> Iterator[File]:
    modules = [replace(context, module=module) for module in context.plan.modules]
    for row in TABLE:
        for each in modules if row.per_module else [context]:
            file_id = row.id.format(module=each.module.name if each.module else "")
            if file_id in context.known or row.when(each):
                yield _file(row, file_id, each)


def _file(row: Row, file_id: str, context: Context) -> File:
    module = context.module.name if context.module else ""
    path = row.path.format(package=context.plan.names.package, module=module)
    line = header(path, row.ownership, file_id)
    known = context.known.get(file_id)
    text = known.under(line) if known else row.text(replace(context, header=line))
    return File(path=path, id=file_id, text=text, ownership=row.ownership)


def runtime_files(package: str) -> Iterator[File]:
    """The runtime as it is, the same in every server; only its folder is called after the package."""
    runtime = templates_dir() / "runtime"
    for path in sorted(runtime.rglob("*.py")):
        name = path.relative_to(runtime).as_posix()
        yield File(
            path=f"src/{package}/_runtime/{name}",
            id=f"runtime/{name.removesuffix('.py')}",
            text=path.read_text(encoding="utf-8"),
            ownership=Ownership.GENERATED,
        )


def _check(file: File, diagnostics: Diagnostics) -> None:
    if not file.path.endswith(".py"):
        return
    try:
        with warnings.catch_warnings(action="error"):
            compile(file.text, file.path, "exec", dont_inherit=True)
    except (SyntaxError, SyntaxWarning, ValueError, RecursionError, MemoryError) as error:
        diagnostics.report("MG350", f"{file.path} is not Python: {error}")
