"""What the templates of a project's own files print: names, texts, variables and tools."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.diagnostics.text import counted
from mcpgen.model.prose import prose
from mcpgen.planners.plan import Module, Plan, Variable
from mcpgen.renderers import primitives
from mcpgen.renderers.code import (
    Code,
    clipped,
    comment,
    docstring,
    identifier,
    literal,
    one_line,
    sentence,
)
from mcpgen.renderers.context import Context
from mcpgen.renderers.escape import code_span, dockerfile, dotenv, markdown, toml
from mcpgen.renderers.registry import summary
from mcpgen.renderers.settings import all_variables, signs_in

_LISTED_TOOLS = 80  # in the README; more are counted, module by module
_LINE = 110
_LINES = 4  # of one comment


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableView:
    """An environment variable: a row of the README, and a comment and a line of `.env.example`."""

    cell: Code
    about: Code
    comment: Code
    line: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleRow:
    """A module in the README."""

    title: Code
    catalog: Code
    count: int
    tools: tuple[ToolRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRow:
    """A tool in the README."""

    name: Code
    about: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectView:
    """Names are code as they stand; each text is there once for every language it is printed in."""

    header: Code
    name: Code
    distribution: Code
    package: Code
    env: Code
    version: Code
    doc: Code
    intro: Code
    source: Code
    summary_toml: Code
    summary_label: Code
    registry_name: Code
    package_literal: Code
    variables: tuple[VariableView, ...]
    offers_tools: bool
    modules: tuple[ModuleRow, ...]  # told with each of their tools, where these are few
    groups: tuple[ModuleRow, ...]  # told with how many tools they have
    typed: bool
    selects: bool
    search: bool
    signs_in: bool
    has_api: bool
    readers: bool  # there is a resources.py
    prompts: bool


def project_view(context: Context) -> ProjectView:
    """The view that most templates share."""
    plan = context.plan
    names = plan.names
    are_many = len(plan.offered) > _LISTED_TOOLS
    modules = tuple(_modules(plan, with_tools=not are_many))
    return ProjectView(
        header=context.header,
        name=word(names.name),
        distribution=word(names.distribution),
        package=identifier(names.package),
        env=identifier(names.env),
        version=toml(plan.version),
        doc=docstring(f"{summary(plan)}."),
        intro=markdown(_intro(plan)),
        source=code_span(plan.source),
        summary_toml=toml(summary(plan)),
        summary_label=dockerfile(summary(plan)),
        registry_name=word(plan.registry_name),
        package_literal=literal(names.package),
        variables=tuple(map(_variable, all_variables(plan))),
        offers_tools=bool(modules),
        modules=() if are_many else modules,
        groups=modules if are_many else (),
        typed=bool(plan.types.definitions),
        selects=plan.selects,
        search=plan.search,
        signs_in=signs_in(plan),
        has_api=plan.has_api,
        readers=primitives.has_readers(context),
        prompts=primitives.has_prompts(context),
    )


def word(name: str) -> Code:
    """A name of letters, digits, `-`, `.` and `/`, safe everywhere."""
    if not name.replace("-", "").replace(".", "").replace("/", "").replace("_", "").isalnum():
        raise ValueError(f"{name!r} is not a plain word")
    return Code(name)


def _intro(plan: Plan) -> str:
    offers = ", ".join(counted(number, kind) for number, kind in plan.counts)
    return f"An {summary(plan)}, with {offers}. {sentence(plan.description)}".strip()


def _variable(variable: Variable) -> VariableView:
    name = identifier(variable.name)
    told = one_line(prose(variable.description))
    mark, needed = ("", " Required.") if variable.required else ("# ", "")
    default = f" Default: {code_span(variable.example)}." if variable.example and mark else ""
    return VariableView(
        cell=code_span(variable.name),
        about=Code(f"{markdown(f'{told}{needed}'.strip())}{default}"),
        comment=_comments(f"{told}{needed}".strip()),
        line=Code(f"{mark}{name}={dotenv(variable.example)}"),
    )


def _comments(text: str) -> Code:
    lines = textwrap.wrap(clipped(text, _LINES * _LINE), _LINE) or [""]
    return Code("\n".join(map(comment, lines)))


def _modules(plan: Plan, *, with_tools: bool) -> Iterator[ModuleRow]:
    """Those with tools on offer."""
    for module in (each for each in plan.modules if each.offered):
        yield ModuleRow(
            title=markdown(module.tag or module.name),
            catalog=Code(
                f"src/{identifier(plan.names.package)}/catalog/{identifier(module.name)}.json"
            ),
            count=len(module.offered),
            tools=tuple(_tools(module)) if with_tools else (),
        )


def _tools(module: Module) -> Iterator[ToolRow]:
    for tool in module.offered:
        about = prose(tool.title or tool.description)
        yield ToolRow(name=code_span(tool.name), about=markdown(clipped(about, _LINE)))
