"""Imports run one way: cli → commands → pipeline and stand-in → the stages → the values they pass on."""

from __future__ import annotations

import pytest

from .source import PACKAGE, RUNTIME, Module, imports, modules

# What a part may import of the others; its own modules always.
VALUES = {"model", "diagnostics", "files", "resources", "__version__"}
STAGES = {"comparing", "config", "loaders", "planners", "renderers", "writers"}
ALLOWED = {
    "model": set(),
    "files": set(),
    "resources": set(),
    "renamed": {"model"},
    "diagnostics": {"model"},
    # mcpgen.yaml is read by the readers of YAML 1.2 that descriptions are read by, and gives operations as they do.
    "config": VALUES | {"loaders.policy", "loaders.syntax", "loaders.text"},
    "loaders": VALUES | {"config.config"},
    "planners": VALUES | {"config"},
    "renderers": VALUES | {"planners.plan", "planners.scripts"},
    "writers": VALUES | {"planners.plan"},
    "viewing": VALUES
    | {"planners.plan", "planners.scripts", "renderers.catalog", "renderers.jsontext"},
    "linting": VALUES | {"config", "planners", "renderers.catalog", "renderers.jsontext"},
    "comparing": VALUES,
    "standin": VALUES | {"planners.plan", "planners.samples", "renderers.jsontext"},
    "reuse": VALUES | STAGES | {"renamed"},
    "published": set(),
    "pipeline": VALUES | STAGES | {"attachments", "published", "reuse"},
    "descriptions": VALUES | STAGES,
    "attachments": VALUES | {"config"},
    "sources": VALUES | STAGES | {"attachments", "pipeline", "descriptions", "renamed", "reuse"},
    "succession": VALUES | {"pipeline", "renamed", "sources"},
    "offers": VALUES | STAGES | {"pipeline", "descriptions", "sources"},
    "commands": VALUES
    | STAGES
    | {
        "pipeline",
        "descriptions",
        "sources",
        "succession",
        "offers",
        "published",
        "standin",
        "linting",
        "viewing",
    },
    "cli": VALUES | {"commands"},
    "__main__": {"cli"},
}


def parts(module: Module) -> tuple[str, list[str]]:
    part = module.name.removeprefix("mcpgen").strip(".").split(".")[0]
    taken = [name.removeprefix("mcpgen.") for name in imports(module) if name.startswith("mcpgen.")]
    return part, [name for name in taken if name.split(".")[0] != part]


@pytest.mark.parametrize("module", modules(PACKAGE, "mcpgen"), ids=str)
def test_a_part_imports_only_what_stands_below_it(module: Module) -> None:
    part, taken = parts(module)
    allowed = ALLOWED[part] if part else set()

    wrong = [
        name
        for name in taken
        if not any(name == each or name.startswith(f"{each}.") for each in allowed)
    ]

    assert wrong == []


@pytest.mark.parametrize("module", modules(RUNTIME, "runtime"), ids=str)
def test_the_runtime_knows_nothing_of_the_generator(module: Module) -> None:
    assert [name for name in imports(module) if name.split(".")[0] == "mcpgen"] == []


def test_one_module_imports_datamodel_code_generator() -> None:
    importers = {
        module.name
        for module in modules(PACKAGE, "mcpgen")
        for name in imports(module)
        if name.split(".")[0] == "datamodel_code_generator"
    }

    assert len(importers) == 1
