"""`x-mcp` and `x-speakeasy-mcp`: what a description itself says of its operations as tools.

`x-mcp` is true or false, or an object with `enabled`, `name`, `title`, `description` and `annotations`, at an operation, its path or the
whole document. `x-speakeasy-mcp` is an object with `disabled`, `name`, `title`, `description`, the hints themselves and `scopes`: no OAuth
scopes, but words by which a server may be started with a part of its tools, as it may be by tags. Other things by these names (a description
of an MCP server at the root, say) are not about tools and are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mcpgen.model import Document, Json, JsonObject, Operation, is_array, is_object

_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """What is said of an operation; `offered` is None where nothing is."""

    offered: bool | None = None
    name: str = ""
    title: str = ""
    description: str = ""
    annotations: dict[str, bool] = field(default_factory=dict[str, bool])
    scopes: tuple[str, ...] = ()


_SILENT = Extension()


def extension_of(op: Operation, document: Document) -> Extension:
    """What the description says of an operation: what stands nearer to it counts more, `x-mcp` more than the other."""
    general = _offered(document.extensions.get(f"x-mcp#{op.prefix}" if op.prefix else "x-mcp"))
    if general is None and not op.extensions:
        return _SILENT
    theirs = _read(op.extensions.get("x-speakeasy-mcp"))
    own = _read(op.extensions.get("x-mcp"))
    said = [each for each in (own.offered, theirs.offered, general) if each is not None]
    return Extension(
        offered=said[0] if said else None,
        name=own.name or theirs.name,
        title=own.title or theirs.title,
        description=own.description or theirs.description,
        annotations={**theirs.annotations, **own.annotations},
        scopes=theirs.scopes,
    )


def _read(value: Json) -> Extension:
    if not is_object(value):
        return Extension(offered=_offered(value))
    hints = value.get("annotations")
    flags = {**value, **(hints if is_object(hints) else {})}
    return Extension(
        offered=_offered(value),
        name=_text(value, "name"),
        title=_text(value, "title"),
        description=_text(value, "description"),
        annotations={hint: flags[hint] for hint in _HINTS if isinstance(flags.get(hint), bool)},
        scopes=_texts(value.get("scopes")),
    )


def _offered(value: Json) -> bool | None:
    if isinstance(value, bool):
        return value
    if is_object(value) and isinstance(value.get("enabled"), bool):
        return bool(value["enabled"])
    if is_object(value) and isinstance(value.get("disabled"), bool):
        return not value["disabled"]
    return None


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if is_array(value) else ()


def _text(value: JsonObject, key: str) -> str:
    text = value.get(key)
    return text.strip() if isinstance(text, str) else ""
