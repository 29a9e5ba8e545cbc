"""The table of everything that a generated project holds: where each file goes, whose it is, what fills it, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from mcpgen.files import Ownership
from mcpgen.renderers import catalog, jsontext, primitives, registry
from mcpgen.renderers.acceptance import acceptance_view
from mcpgen.renderers.context import Context
from mcpgen.renderers.environment import fill
from mcpgen.renderers.modules import schemas_view, test_module_view, tool_module_view
from mcpgen.renderers.project import project_view
from mcpgen.renderers.samples import is_testable
from mcpgen.renderers.support import support_view
from mcpgen.renderers.workflows import is_rehearsed, is_unwritten
from mcpgen.resources import specs_dir

GENERATED, MERGED, YOURS = Ownership.GENERATED, Ownership.MERGED, Ownership.YOURS
Text = Callable[[Context], str]


def always(_context: Context) -> bool:
    """Whether a file is written whatever the plan."""
    return True


def _has_types(context: Context) -> bool:
    """Whether there is anything to put into `schemas.py`."""
    return bool(context.plan.types.definitions)


def _has_samples(context: Context) -> bool:
    """Whether there is a tool of the module that can be tested."""
    tools = context.the_module.tools
    return any(is_testable(t) or is_rehearsed(t) or is_unwritten(t) for t in tools)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One file, or one for each module where `path` names `{module}`; `id` is filled like `path`."""

    path: str
    id: str
    ownership: Ownership
    text: Text
    when: Callable[[Context], bool] = always

    @property
    def per_module(self) -> bool:
        """Whether there is one for each module."""
        return "{module}" in self.path


def template(name: str, view: Callable[[Context], object] = project_view) -> Text:
    """Filled from a Jinja template."""
    return lambda context: fill(name, view(context))


def data(
    content: Callable[[Context], object], write: Callable[[object], str] = jsontext.pretty
) -> Text:
    """Written as JSON."""
    return lambda context: write(content(context))


_ROOT = [
    Row(path="mcpgen.yaml", id="config", ownership=YOURS, text=lambda context: context.config_text),
    Row(path="pyproject.toml", id="pyproject", ownership=MERGED, text=template("pyproject.toml")),
    Row(path="README.md", id="readme", ownership=MERGED, text=template("README.md")),
    Row(
        path="SUPPORT.md",
        id="support",
        ownership=GENERATED,
        text=template("SUPPORT.md", support_view),
    ),
    Row(path=".env.example", id="env-example", ownership=MERGED, text=template("env.example")),
    Row(path="Dockerfile", id="dockerfile", ownership=MERGED, text=template("Dockerfile")),
    Row(path=".gitignore", id="gitignore", ownership=MERGED, text=template("gitignore")),
    Row(path=".dockerignore", id="dockerignore", ownership=MERGED, text=template("dockerignore")),
    Row(
        path=".gitattributes", id="gitattributes", ownership=MERGED, text=template("gitattributes")
    ),
    Row(path=".mcpbignore", id="mcpbignore", ownership=MERGED, text=template("mcpbignore")),
    Row(path="server.json", id="server", ownership=MERGED, text=data(registry.server_file)),
    Row(path="manifest.json", id="bundle", ownership=MERGED, text=data(registry.bundle_file)),
    Row(
        path=".mcpgen/description.json",
        id="description",
        ownership=GENERATED,
        text=data(lambda context: context.bundle, jsontext.compact),
    ),
    Row(
        path=".mcpgen/mcpgen.schema.json",
        id="config-schema",
        ownership=GENERATED,
        text=lambda _: (specs_dir() / "capability.schema.json").read_text(encoding="utf-8"),
    ),
]
_PACKAGE = [
    Row(
        path="__init__.py", id="package", ownership=GENERATED, text=template("package/__init__.py")
    ),
    Row(path="__main__.py", id="main", ownership=GENERATED, text=template("package/__main__.py")),
    Row(path="py.typed", id="typed", ownership=GENERATED, text=lambda _: ""),
    Row(path="hooks.py", id="hooks", ownership=YOURS, text=template("package/hooks.py")),
    Row(
        path="api.json",
        id="api",
        ownership=GENERATED,
        text=data(lambda context: catalog.api_file(context.plan)),
    ),
    Row(
        path="catalog/{module}.json",
        id="catalog/{module}",
        ownership=GENERATED,
        text=data(lambda context: catalog.catalog_file(context.the_module)),
    ),
    Row(
        path="schemas.py",
        id="schemas",
        ownership=GENERATED,
        text=template("package/schemas.py", schemas_view),
        when=_has_types,
    ),
    Row(
        path="tools/__init__.py",
        id="tools",
        ownership=GENERATED,
        text=template("package/tools/__init__.py"),
    ),
    Row(
        path="tools/{module}.py",
        id="tools/{module}",
        ownership=MERGED,
        text=template("package/tools/module.py", tool_module_view),
    ),
    Row(
        path="resources.json",
        id="resources-data",
        ownership=GENERATED,
        text=data(lambda context: primitives.resources_file(context.plan)),
        when=primitives.has_resources,
    ),
    Row(
        path="resources.py",
        id="resources",
        ownership=MERGED,
        text=template("package/tools/module.py", primitives.resources_view),
        when=primitives.has_readers,
    ),
    Row(
        path="files.json",
        id="files-data",
        ownership=GENERATED,
        text=data(lambda context: primitives.files_file(context.plan)),
        when=primitives.has_files,
    ),
    Row(
        path="prompts.json",
        id="prompts-data",
        ownership=GENERATED,
        text=data(lambda context: primitives.prompts_file(context.plan)),
        when=primitives.has_prompts,
    ),
    Row(
        path="prompts.py",
        id="prompts",
        ownership=MERGED,
        text=template("package/tools/module.py", primitives.prompts_view),
        when=primitives.has_prompts,
    ),
]
_TESTS = [
    Row(path="__init__.py", id="tests", ownership=GENERATED, text=template("tests/__init__.py")),
    Row(path="conftest.py", id="conftest", ownership=YOURS, text=template("tests/conftest.py")),
    Row(
        path="test_contract.py",
        id="contract",
        ownership=GENERATED,
        text=template("tests/test_contract.py"),
    ),
    Row(
        path="test_protocol.py",
        id="protocol",
        ownership=GENERATED,
        text=template("tests/test_protocol.py"),
    ),
    Row(
        path="test_acceptance.py",
        id="acceptance",
        ownership=GENERATED,
        text=template("tests/test_acceptance.py", acceptance_view),
    ),
    Row(
        path="test_support.py",
        id="support-test",
        ownership=GENERATED,
        text=template("tests/test_support.py"),
    ),
    Row(
        path="test_{module}.py",
        id="tests/{module}",
        ownership=MERGED,
        text=template("tests/test_module.py", test_module_view),
        when=_has_samples,
    ),
    Row(
        path="test_primitives.py",
        id="primitives",
        ownership=MERGED,
        text=template("tests/test_module.py", primitives.primitive_tests_view),
        when=primitives.has_either,
    ),
]


def _below(folder: str, rows: list[Row]) -> list[Row]:
    return [replace(row, path=f"{folder}/{row.path}") for row in rows]


TABLE: tuple[Row, ...] = (*_ROOT, *_below("src/{package}", _PACKAGE), *_below("tests", _TESTS))
