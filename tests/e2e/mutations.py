"""Ways to break a generated function, as a careless edit would."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

Function = ast.AsyncFunctionDef
# Changes a copy of a function in place; one for each place where a fault fits.
Fault = Callable[[Function], None]


def functions(tree: ast.Module) -> list[Function]:
    return [node for node in tree.body if isinstance(node, ast.AsyncFunctionDef)]


def faults(function: Function) -> Iterator[tuple[str, Fault]]:
    """Every single fault that fits: a path value swapped, a header dropped, a query key renamed, a body field lost."""
    for keyword in request(function).keywords:
        name = keyword.arg or ""
        entries = len(keyword.value.keys) if isinstance(keyword.value, ast.Dict) else 0
        for index in range(entries):
            if name == "path":
                yield f"path value {index} swapped", change(name, index, swap)
            elif name in {"headers", "cookies"} and not repeated(keyword.value, index):
                yield f"{name} entry {index} dropped", change(name, index, drop)
            elif name == "query":
                yield f"query key {index} renamed", change(name, index, rename)
            elif name in {"json", "form", "multipart", "xml"}:
                yield f"{name} field {index} lost", change(name, index, drop)
        if name in {"json", "form", "multipart", "text", "binary", "xml"} and not entries:
            yield f"{name} body lost", lose(name)


def repeated(headers: ast.expr, index: int) -> bool:
    """Whether the runtime sends a header by itself too, from the argument, so that dropping it changes nothing."""
    match headers:
        case ast.Dict(keys=keys):
            key = keys[index]
            return isinstance(key, ast.Constant) and key.value == "Idempotency-Key"
    return False


def broken(function: Function, fault: Fault) -> Function:
    other = copy.deepcopy(function)
    fault(other)
    return ast.fix_missing_locations(other)


def request(function: Function) -> ast.Call:
    """The call of the `api` in a function."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="api"))):
                return node
    raise AssertionError(f"{function.name} calls no api")


def change(name: str, index: int, how: Callable[[ast.Dict, int], None]) -> Fault:
    def fault(function: Function) -> None:
        keyword = next(each for each in request(function).keywords if each.arg == name)
        assert isinstance(keyword.value, ast.Dict)
        how(keyword.value, index)

    return fault


def lose(name: str) -> Fault:
    def fault(function: Function) -> None:
        call = request(function)
        call.keywords = [each for each in call.keywords if each.arg != name]

    return fault


def swap(entries: ast.Dict, index: int) -> None:
    other = (index + 1) % len(entries.values)
    if other == index:
        entries.values[index] = ast.Constant("swapped")
    else:
        entries.values[index], entries.values[other] = entries.values[other], entries.values[index]


def drop(entries: ast.Dict, index: int) -> None:
    del entries.keys[index], entries.values[index]


def rename(entries: ast.Dict, index: int) -> None:
    key = entries.keys[index]
    assert isinstance(key, ast.Constant)
    entries.keys[index] = ast.Constant(f"{key.value}Renamed")
