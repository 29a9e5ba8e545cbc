"""Which module the tools that `mcpgen.yaml` describes are in, where it does not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from mcpgen.config import Config
from mcpgen.model import Document, Operation

_OWN: Final = "own"
_WITHOUT_TAG: Final = "operations"  # how the module of operations without a tag begins


def with_own_module(document: Document, config: Config, before: Mapping[str, str]) -> Document:
    """The document with its owner's tools in a module of their own, beside those of a description.

    `before` are the functions that tools had, `module.function`, by the keys of their operations: a project whose own tools
    are among those without a tag keeps them there, and those that come later join them.
    """
    own = {op.key for op in document.operations if op.tool and not _group(op, config)}
    among_others = any(before.get(key, "").startswith(_WITHOUT_TAG) for key in own)
    if among_others or not any(not op.tool for op in document.operations):
        return document
    operations = tuple(
        replace(op, tags=(_OWN,)) if op.key in own else op for op in document.operations
    )
    return replace(document, operations=operations)


def _group(op: Operation, config: Config) -> str:
    return config.tools[op.tool].choices.group
