"""Values of the plan as JSON and back: a dataclass is the list of its fields, and its type says how to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from mcpgen.model import Json

_PLAIN = (str, int, float, bool, NoneType)


_Turn: TypeAlias = Callable[[Any], Any] | None


class Codec(NamedTuple):
    """To JSON and back; None where that is the value itself."""

    write: _Turn
    read: _Turn


_SAME = Codec(None, None)


def write(value: object) -> Json:
    """A dataclass as JSON."""
    kind: Any = type(value)
    turn = codec(kind).write
    assert turn is not None
    return turn(value)


def read(kind: type, value: Json) -> Any:
    """A dataclass from what `write` gave; ValueError, TypeError or KeyError where it is something else."""
    turn = codec(kind).read
    assert turn is not None
    return turn(value)


@cache
def codec(hint: Any) -> Codec:
    """How values of a type are written and read."""
    if hint is Any or (isinstance(hint, type) and hint in _PLAIN):
        return _SAME
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Codec(attrgetter("value"), hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint)
    return _generic(hint, get_origin(hint), get_args(hint))


def _generic(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> Codec:
    if origin is Literal:
        return _SAME
    if origin in {Union, UnionType}:
        return _optional(hint, arguments)
    if origin is tuple:
        return _tuple(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping | list):
        inner = codec(arguments[-1])
        if inner is _SAME:
            return _SAME
        if issubclass(origin, Mapping):
            return _mapping(inner)
    raise TypeError(f"{hint} has no form in JSON")


def _optional(hint: Any, arguments: tuple[Any, ...]) -> Codec:
    """A union: of plain values, or of one type and None."""
    others = [each for each in arguments if each is not NoneType]
    if all(codec(each) is _SAME for each in others):
        return _SAME
    if len(others) > 1:
        raise TypeError(f"{hint} has no form in JSON")
    inner = codec(others[0])
    return Codec(partial(_if_any, inner.write), partial(_if_any, inner.read))


def _if_any(turn: _Turn, value: Any) -> Any:
    return None if value is None else _turned(turn, value)


def _tuple(arguments: tuple[Any, ...]) -> Codec:
    inner = [codec(each) for each in arguments if each is not Ellipsis]
    if all(each is _SAME for each in inner):
        return Codec(list, tuple)
    (one,) = inner
    return Codec(partial(_each, one.write), partial(_tuple_of_each, one.read))


def _each(turn: _Turn, values: Iterable[Any]) -> list[Any]:
    return [_turned(turn, each) for each in values]


def _tuple_of_each(turn: _Turn, values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(_each(turn, values))


def _mapping(inner: Codec) -> Codec:
    return Codec(partial(_by_key, inner.write), partial(_by_key, inner.read))


def _by_key(turn: _Turn, values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _turned(turn, each) for key, each in values.items()}


def _turned(turn: _Turn, value: Any) -> Any:
    return value if turn is None else turn(value)


def _record(kind: type) -> Codec:
    """The fields are looked at when there is a value, for types may hold themselves."""

    def write_record(record: Any) -> Json:
        return [_turned(each.write, getattr(record, name)) for name, each in _fields(kind)]

    def read_record(row: Json) -> Any:
        values = dict(zip(_names(kind), row, strict=True))
        for name, turn in _turning(kind):
            values[name] = turn(values[name])
        return kind(**values)

    return Codec(write_record, read_record)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Codec], ...]:
    hints = get_type_hints(kind)
    return tuple((each.name, codec(hints[each.name])) for each in fields(kind))


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _turning(kind: Any) -> tuple[tuple[str, Callable[[Json], Any]], ...]:
    return tuple((name, each.read) for name, each in _fields(kind) if each.read is not None)
