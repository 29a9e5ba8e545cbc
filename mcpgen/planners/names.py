"""Every name that we make up: of the server, its tools, modules, functions and arguments."""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from mcpgen.model import Operation
from mcpgen.planners.plan import Names, Wrap

TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ARGUMENT_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_SERVER_NAME_LENGTH = 30
_MODULE_NAME_LENGTH = 40
_NOISE = {"official", "openapi", "swagger", "spec", "specification", "rest", "api", "mcp", "server"}
_VERSION = re.compile(r"v?\d+(\.\d+)*(beta|alpha|rc)?\d*", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['`\u2019]s?\b", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

# Names that a tool module or the body of a function uses for itself.
_TYPES = {"list", "dict", "str", "int", "float", "bool", "object", "Any", "Literal", "NotRequired"}
_RUNTIME = {"Api", "FileInput", "OMIT", "Omit", "annotations", "optional", "part", "plain"}
_MACHINERY = {"api", "answer"} | _TYPES | _RUNTIME | {wrap.value for wrap in Wrap}
# Files that a generated project has beside those of its modules.
_MODULE_FILES = {"acceptance", "contract", "init", "main", "primitives", "protocol", "support"}


def server_names(title: str, given: str | None = None) -> Names:
    """The names of a server: as `given`, else from the title by the rule in the guide."""
    name = (
        _server_name(given, noise=()) if given else _server_name(title.split(" - ", 1)[0], _NOISE)
    )
    under = name.replace("-", "_")
    return Names(name=name, distribution=f"{name}-mcp", package=f"{under}_mcp", env=under.upper())


def _server_name(text: str, noise: Container[str]) -> str:
    words = re.findall(r"[a-z0-9]+(?:\.[0-9]+)*", ascii_text(_POSSESSIVE.sub("", text)).lower())
    kept = [
        word for word in words if word not in noise and not (noise and _VERSION.fullmatch(word))
    ]
    name = ""
    for word in ".".join(kept).split("."):
        longer = f"{name}-{word}" if name else word[:_SERVER_NAME_LENGTH]
        if len(longer) > _SERVER_NAME_LENGTH:
            break
        name = longer
    return _no_leading_digit(name)[:_SERVER_NAME_LENGTH].rstrip("-") or "api"


def _no_leading_digit(name: str) -> str:
    return f"api-{name}" if name[:1].isdigit() else name


def ascii_text(text: str) -> str:
    """`text` in ASCII: accents dropped, what has no ASCII form left out."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def snake(text: str) -> str:
    """`text` as lower snake case, ASCII; may be empty."""
    return re.sub(r"[^A-Za-z0-9]+", "_", _HUMP.sub("_", ascii_text(text))).strip("_").lower()


def upper_snake(text: str) -> str:
    """The spelling of a scheme in an environment variable: `KeyH` → `KEY_H`, `JWTAuth` → `JWTAUTH`."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    return re.sub(r"[^A-Za-z0-9]+", "_", split).strip("_").upper()


def identifier(text: str, *, prefix: str = "op") -> str:
    """`text` as a Python identifier in snake case that shadows nothing a tool module uses."""
    name = snake(text) or prefix
    name = f"{prefix}_{name}" if name[0].isdigit() else name
    return f"{name}_" if keyword.iskeyword(name) or name in _MACHINERY else name


def function_name(tool: str) -> str:
    """The function of a tool; one that is called like a builtin gets an underscore, since it is a module's global."""
    name = identifier(tool)
    return f"{name}_" if hasattr(builtins, name) else name


def module_name(tag: str) -> str:
    """The Python module of a tag, not yet unique."""
    name = identifier(tag, prefix="tag")[:_MODULE_NAME_LENGTH].rstrip("_") or "operations"
    return f"{name}_" if keyword.iskeyword(name) or name in _MODULE_FILES else name


def argument_name(wire: str) -> str:
    """The name of an argument: the API's own where it fits, else cleaned."""
    if _ARGUMENT_NAME.fullmatch(wire):
        return wire
    cleaned = re.sub(r"[^A-Za-z0-9_.-]+", "_", ascii_text(wire)).strip("_")
    return _short(cleaned, wire) if cleaned else f"argument_{digest(wire)}"


def tool_names(
    operations: Iterable[Operation],
    kept: Mapping[str, str],
    given: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """A legal, unique name for each operation key: as `given`, else what it was (`kept`), else a new one.

    An operationId that is legal as written keeps its spelling, before any other may be cleaned into it; where two
    would be called the same, the later one gets a suffix from its key, so that order decides as little as possible.
    """
    every = list(operations)
    names = dict(given or {})
    taken = set(names.values())
    names |= {
        op.key: kept[op.key]
        for op in every
        if op.key in kept and op.key not in names and kept[op.key] not in taken
    }
    taken |= set(names.values())
    fresh = [op for op in every if op.key not in names]
    for op in sorted(fresh, key=lambda op: not TOOL_NAME.fullmatch(op.operation_id or "")):
        names[op.key] = _unique(wished_name(op), op.key, taken)
        taken.add(names[op.key])
    return names


def wished_name(op: Operation) -> str:
    """The name of a tool where no other has it."""
    name = _unprefixed(op)
    return _short(f"{op.prefix}_{name}", op.key) if op.prefix else name


def _unprefixed(op: Operation) -> str:
    if TOOL_NAME.fullmatch(op.operation_id or ""):
        return op.operation_id or ""
    cleaned = re.sub(r"[^A-Za-z0-9_-]+", "_", ascii_text(op.operation_id or "")).strip("_-")
    return _short(cleaned if re.search(r"[A-Za-z]", cleaned) else _method_and_path(op), op.key)


def _method_and_path(op: Operation) -> str:
    parts = re.sub(r"\{([^}]*)\}", r" by \1 ", op.path)
    return snake(f"{op.method} {parts}") if snake(parts) else f"{op.method.lower()}_root"


def _short(name: str, source: str, length: int = 64) -> str:
    return name if len(name) <= length else f"{name[: length - 9].rstrip('_-')}_{digest(source, 8)}"


def _unique(name: str, source: str, taken: Container[str]) -> str:
    if name not in taken:
        return name
    return next(new for new in _suffixed(name, source) if new not in taken)


def _suffixed(name: str, source: str) -> Iterator[str]:
    for length in range(6, 64):
        suffix = digest(source, length)
        yield f"{name[: 63 - length]}_{suffix}"


def digest(text: str, length: int = 6) -> str:
    """The first hex digits of the SHA-256 of `text`: a suffix that says nothing but is always the same."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


class Namespace:
    """Hands out names that differ from all it gave before, letter case aside; `_2`, `_3` … tell twins apart.

    `joint` stands before the number: the names of classes take none.
    """

    def __init__(
        self,
        taken: Iterable[str] = (),
        *,
        fold: Callable[[str], str] = str.lower,
        joint: str = "_",
    ) -> None:
        self._fold = fold
        self._joint = joint
        self._taken = {fold(name) for name in taken}

    def claim(self, *wishes: str) -> str:
        """The first of `wishes` that is free, else the last one numbered."""
        name = next((wish for wish in wishes if self._fold(wish) not in self._taken), None)
        name = name or self._numbered(wishes[-1])
        self._taken.add(self._fold(name))
        return name

    def _numbered(self, name: str) -> str:
        number = 2
        while self._fold(f"{name}{self._joint}{number}") in self._taken:
            number += 1
        return f"{name}{self._joint}{number}"
