"""Python expressions and statements, laid out as black would (26.x, 100 columns).

Black formats about two thousand lines a second, too slow for a large API, so ours come out formatted. The rules are those
of black's `right_hand_split` and `delimiter_split` for the shapes that we write: a bracketed body goes on one line of its own
if it fits, else one item a line with a trailing comma. A statement that meets one of black's rarer rules raises `Unusual`,
and black itself lays out the function that it is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.model import Json, is_array, is_object
from mcpgen.renderers.code import INDENT, WIDTH, Code, literal


class Unusual(Exception):  # noqa: N818  # not an error: it is answered with black
    """A statement that this module does not lay out."""


@dataclass(frozen=True, slots=True)
class Text:
    """What cannot be split: a name, a number, a string."""

    flat: str


@dataclass(frozen=True, slots=True)
class Group:
    """Items between brackets. `opening` includes what stands before: `"tags": [` or `await api.get(`.

    A display (`[…]`, `{…}`) of two items or more is never split halfway: it is on one line or one item a line.
    """

    flat: str
    opening: str
    items: tuple[Node, ...]
    closing: str
    display: bool = False


@dataclass(frozen=True, slots=True)
class Union:
    """Types joined by `|`."""

    flat: str
    parts: tuple[Node, ...]


Node: TypeAlias = Text | Group | Union


def group(opening: str, items: Iterable[Node], closing: str, *, display: bool = False) -> Node:
    """Items between brackets; an empty pair is text."""
    parts = tuple(items)
    flat = f"{opening}{', '.join([part.flat for part in parts])}{closing}"
    return Group(flat, opening, parts, closing, display) if parts else Text(flat)


def call(function: str, items: Iterable[Node]) -> Node:
    """A call of `function`, which may begin with `await`."""
    return group(f"{function}(", items, ")")


def union(parts: Sequence[Node]) -> Node:
    """One type, or several joined by `|`."""
    return parts[0] if len(parts) == 1 else Union(" | ".join([p.flat for p in parts]), tuple(parts))


def keyed(prefix: str, node: Node) -> Node:
    """The node with a key before it: `limit=` or `"limit": `."""
    if isinstance(node, Group):
        return Group(
            prefix + node.flat, prefix + node.opening, node.items, node.closing, node.display
        )
    if isinstance(node, Union):  # in parentheses where it has to be split
        return Group(prefix + node.flat, f"{prefix}(", (node,), ")")
    return Text(prefix + node.flat)


def value(data: Json) -> Node:
    """A JSON value as a Python literal."""
    if isinstance(data, str):
        return Text(literal(data))
    if is_object(data):
        return mapping((literal(key), value(member)) for key, member in data.items())
    if is_array(data):
        return group("[", [value(item) for item in data], "]", display=True)
    return Text(_number(data) if isinstance(data, float) else repr(data))


def mapping(items: Iterable[tuple[str, Node]]) -> Node:
    """A dict display of keys that are code."""
    return group("{", [keyed(f"{key}: ", node) for key, node in items], "}", display=True)


def _number(number: float) -> str:
    text = repr(number).replace("e+", "e")
    return f'float("{text}")' if text in {"inf", "-inf", "nan"} else text


def width(text: str) -> int:
    """Columns that the text takes, as black counts them: two for a wide character."""
    if text.isascii():
        return len(text)
    from black.strings import str_width  # noqa: PLC0415  # a tenth of a second, for few documents

    return str_width(text)


def fits(text: str, indent: int) -> bool:
    """Whether the text stays within the line."""
    return indent + width(text) <= WIDTH


def spread(node: Node, indent: int, suffix: str = "") -> list[str]:
    """The lines of a node inside brackets, `suffix` (a comma) behind it."""
    pad = " " * indent
    if isinstance(node, Text) or fits(node.flat + suffix, indent):
        return [f"{pad}{node.flat}{suffix}"]
    if isinstance(node, Union):
        return _spread_union(node, indent, suffix)
    return [f"{pad}{node.opening}", *_body(node, indent + INDENT), f"{pad}{node.closing}{suffix}"]


def _spread_union(node: Union, indent: int, suffix: str) -> list[str]:
    lines = spread(node.parts[0], indent)
    for number, part in enumerate(node.parts[1:], 2):
        tail = suffix if number == len(node.parts) else ""
        lines += spread(keyed("| ", part), indent, tail)
    return lines


def _body(node: Group, indent: int) -> list[str]:
    flat = ", ".join([item.flat for item in node.items])
    if fits(flat, indent) and not (node.display and len(node.items) > 1):
        return [" " * indent + flat]
    if len(node.items) == 1:
        return spread(node.items[0], indent)
    return [line for item in node.items for line in spread(item, indent, ",")]


@dataclass(frozen=True, slots=True)
class Statement:
    """`start` (`answer: Pet = `, `return `, or nothing) and an expression."""

    start: str
    node: Node

    @property
    def flat(self) -> str:
        """The statement on one line."""
        return self.start + self.node.flat

    def lines(self, indent: int) -> list[str]:
        """The lines of the statement."""
        pad = " " * indent
        if fits(self.flat, indent):
            return [pad + self.flat]
        if isinstance(self.node, Group):
            return self._bracketed(self.node, indent)
        if isinstance(self.node, Text) and "[" not in self.start:
            return self._unbroken(self.node, indent)
        raise Unusual

    def _bracketed(self, node: Group, indent: int) -> list[str]:
        if not fits(self.start + node.opening, indent):
            raise Unusual
        pad = " " * indent
        return [
            f"{pad}{self.start}{node.opening}",
            *_body(node, indent + INDENT),
            pad + node.closing,
        ]

    def _unbroken(self, node: Text, indent: int) -> list[str]:
        pad = " " * indent
        if not fits(node.flat, indent + INDENT):
            return [pad + self.flat]
        return [f"{pad}{self.start}(", f"{pad}{' ' * INDENT}{node.flat}", f"{pad})"]


@dataclass(frozen=True, slots=True)
class Check:
    """`assert left == right`, written only where it fits: name a long value first."""

    left: str
    right: Node

    @property
    def flat(self) -> str:
        """The statement on one line."""
        operator = "is" if self.right.flat in {"None", "True", "False"} else "=="
        return f"assert {self.left} {operator} {self.right.flat}"

    def lines(self, indent: int) -> list[str]:
        """The one line of the statement."""
        if not fits(self.flat, indent):
            raise Unusual
        return [" " * indent + self.flat]


@dataclass(frozen=True, slots=True)
class Signature:
    """The first line or lines of a function; `parameters` are code, `*` among them."""

    name: str
    parameters: tuple[str, ...]
    returns: str

    @property
    def flat(self) -> str:
        """The signature on one line."""
        return f"async def {self.name}({', '.join(self.parameters)}) -> {self.returns}:"

    def lines(self, indent: int) -> list[str]:
        """The lines of the signature."""
        pad = " " * indent
        if fits(self.flat, indent):
            return [pad + self.flat]
        head, tail = f"async def {self.name}(", f") -> {self.returns}:"
        if not (fits(head, indent) and fits(tail, indent)):
            raise Unusual
        return [pad + head, *self._parameters(indent + INDENT), pad + tail]

    def _parameters(self, indent: int) -> list[str]:
        pad = " " * indent
        joined = ", ".join(self.parameters)
        if len(self.parameters) == 1:
            joined += ","
        if fits(joined, indent):
            return [pad + joined]
        lines = [f"{pad}{parameter}," for parameter in self.parameters]
        if not all(fits(line, 0) for line in lines):
            raise Unusual
        return lines


def function_text(
    signature: Signature, parts: Iterable[Sequence[Statement | Check]], doc: str = ""
) -> Code:
    """A function of several parts, with a blank line between them."""
    pad, written = " " * INDENT, [part for part in parts if part]
    above = [f"{pad}{doc}"] if doc else []
    try:
        blocks = [[line for each in part for line in each.lines(INDENT)] for part in written]
        return Code("\n".join([*signature.lines(0), *above, "\n\n".join(map("\n".join, blocks))]))
    except Unusual:
        flat = ["\n".join(f"{pad}{each.flat}" for each in part) for part in written]
        return by_black("\n".join([signature.flat, *above, "\n\n".join(flat)]))


def statement_text(start: str, node: Node) -> Code:
    """A statement of a module."""
    statement = Statement(start, node)
    try:
        return Code("\n".join(statement.lines(0)))
    except Unusual:
        return by_black(statement.flat)


def by_black(source: str) -> Code:
    """Source laid out by black itself: for small pieces with unusual statements."""
    import black  # noqa: PLC0415  # a tenth of a second, for few documents
    from black.mode import TargetVersion  # noqa: PLC0415

    mode = black.Mode(target_versions={TargetVersion.PY311}, line_length=WIDTH)
    return Code(black.format_str(source, mode=mode).rstrip("\n"))
