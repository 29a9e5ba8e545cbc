"""Which documented answer belongs to a request."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from mcpgen.model import Json
from mcpgen.planners.plan import Plan, Tool

_PLACE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the stand-in sends back."""

    status: int = 200
    media_type: str = "application/json"
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """An operation as the wire shows it: `query` are pairs that its path fixes, as in `/books?view=short`."""

    method: str
    path: re.Pattern[str]
    query: frozenset[tuple[str, str]]
    literal: int
    answer: Answer


def routes_of(plan: Plan) -> tuple[Route, ...]:
    """One route a tool, the most literal first, so that `/books/new` is not taken for a book's id."""
    routes = [_route(tool) for tool in plan.tools]
    return tuple(sorted(routes, key=lambda route: (-len(route.query), -route.literal)))


def find_answer(routes: Sequence[Route], method: str, path: str, query: str) -> Answer:
    """The answer to a request; `path` is decoded, without the base URL's own path."""
    asked = frozenset(parse_qsl(query, keep_blank_values=True))
    for route in routes:
        if route.method == method and route.query <= asked and route.path.fullmatch(path):
            return route.answer
    return _problem(404, f"no operation {method} {path} is described")


def _route(tool: Tool) -> Route:
    template = tool.function.request.path.partition("#")[0]
    path, _, query = template.partition("?")
    return Route(
        method=tool.function.request.method,
        path=re.compile(_path_pattern(path), re.DOTALL),
        query=frozenset(_fixed(parse_qsl(query, keep_blank_values=True))),
        literal=len(_PLACE.sub("", path)),
        answer=_answer(tool),
    )


def _path_pattern(path: str) -> str:
    literals = [re.escape(unquote(part)) for part in _PLACE.split(path)]
    return ".*?".join(literals)


def _fixed(pairs: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    return (pair for pair in pairs if not _PLACE.search(pair[1]))


def _answer(tool: Tool) -> Answer:
    sample = tool.sample
    if sample is None:
        return _problem(501, f"the description says too little to answer {tool.key}")
    if not sample.answer_media_type:
        return Answer(status=204, media_type="")
    return Answer(
        media_type=sample.answer_media_type, body=_encode(sample.answer, sample.answer_media_type)
    )


def _encode(value: Json, media_type: str) -> bytes:
    if isinstance(value, str) and "json" not in media_type:
        return value.encode()
    return json.dumps(value, ensure_ascii=False).encode()


def _problem(status: int, detail: str) -> Answer:
    body = json.dumps({"title": "Stand-in", "status": status, "detail": detail})
    return Answer(status=status, media_type="application/problem+json", body=body.encode())
