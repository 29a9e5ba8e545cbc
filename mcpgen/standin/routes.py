"""Which documented answer belongs to a request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from mcpgen.model import Document
from mcpgen.planners.plan import Plan, Request
from mcpgen.standin.answers import Answer, answer_to, problem

_PLACE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """An operation as the wire shows it: `query` are pairs that its path fixes, as in `/books?view=short`."""

    method: str
    path: re.Pattern[str]
    query: frozenset[tuple[str, str]]
    literal: int
    answer: Answer


def routes_of(plan: Plan, document: Document) -> tuple[Route, ...]:
    """One route a tool, the most literal first, so that `/books/new` is not taken for a book's id."""
    operations = {operation.key: operation for operation in document.operations}
    routes = [
        _route(tool.function.request, answer_to(operations[tool.key], document))
        for tool in plan.tools
        if tool.function.request
    ]
    return tuple(sorted(routes, key=lambda route: (-len(route.query), -route.literal)))


def find_answer(routes: Sequence[Route], method: str, path: str, query: str) -> Answer:
    """The answer to a request; `path` is decoded, without the base URL's own path."""
    asked = frozenset(parse_qsl(query, keep_blank_values=True))
    for route in routes:
        if route.method == method and route.query <= asked and route.path.fullmatch(path):
            return route.answer
    return problem(404, f"no operation {method} {path} is described")


def _route(request: Request, answer: Answer) -> Route:
    template = request.path.partition("#")[0]
    path, _, query = template.partition("?")
    return Route(
        method=request.method,
        path=re.compile(_path_pattern(path), re.DOTALL),
        query=frozenset(_fixed(parse_qsl(query, keep_blank_values=True))),
        literal=len(_PLACE.sub("", path)),
        answer=answer,
    )


def _path_pattern(path: str) -> str:
    literals = [re.escape(unquote(part)) for part in _PLACE.split(path)]
    return ".*?".join(literals)


def _fixed(pairs: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    return (pair for pair in pairs if not _PLACE.search(pair[1]))
