"""Which definitions a tool's schema repeats in place, and which it keeps once in `$defs`.

Many clients lose `$ref`, so a schema that is small without it has none. What is recursive, large or used often stays a
definition: a document of 3 kB can otherwise grow to millions of copies.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from mcpgen.model import Schema
from mcpgen.planners.views import (
    REF,
    Side,
    Views,
    direct_refs,
    map_children,
    merge_siblings,
    ref_name,
)

# Characters of JSON: a tool's schemas up to this size are written without any `$defs`.
WHOLE = 4_000
# A definition used once is inlined up to this size; one used often where it is as short as a reference and its cost in `$defs`.
_ONCE = 1_500
_TINY = 160
_ENDLESS = 10**9


class Inliner:
    """Knows the size and the references of every definition as one side sees it."""

    def __init__(self, views: Views, side: Side) -> None:
        self._views = views
        self._side: Side = side
        self._refs: dict[str, Counter[str]] = {}
        self._sizes: dict[str, int] = {}

    def settle(self, schemas: Mapping[str, Schema]) -> tuple[dict[str, Schema], dict[str, Schema]]:
        """The schemas with references inlined by the rule above, and the `$defs` that they still need."""
        uses = self._uses(schemas)
        kept = (
            {name for name in uses if self._stays(name, uses)}
            if self._over(schemas)
            else set[str]()
        )
        settled = {name: self._inline(schema, kept) for name, schema in schemas.items()}
        reached = self._reached(settled.values(), kept)
        definition = self._views.definition
        return settled, {
            name: self._inline(definition(name, self._side), kept) for name in sorted(reached)
        }

    def _over(self, schemas: Mapping[str, Schema]) -> bool:
        return sum(self.expanded(schema) for schema in schemas.values()) > WHOLE

    def _stays(self, name: str, uses: Counter[str]) -> bool:
        size = self._definition_size(name)
        return size > (_ONCE if uses[name] == 1 else _TINY)

    def _inline(self, schema: Schema, kept: set[str]) -> Schema:
        name = ref_name(schema)
        if name is None:
            return map_children(schema, lambda child: self._inline(child, kept))
        if name in kept:
            return {
                **map_children(schema, lambda child: self._inline(child, kept)),
                "$ref": REF + name,
            }
        return self._inline(merge_siblings(self._views.definition(name, self._side), schema), kept)

    def _uses(self, schemas: Mapping[str, Schema]) -> Counter[str]:
        """How often each definition that the schemas reach is referred to, each definition read once."""
        uses = Counter[str]()
        for schema in schemas.values():
            uses += direct_refs(schema)
        todo = list(uses)
        seen = set(todo)
        while todo:
            for name, count in self._references(todo.pop()).items():
                uses[name] += count
                if name not in seen:
                    seen.add(name)
                    todo.append(name)
        return uses

    def _reached(self, schemas: Iterable[Schema], kept: set[str]) -> set[str]:
        todo = [name for schema in schemas for name in direct_refs(schema)]
        reached = set[str]()
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                definition = self._inline(self._views.definition(name, self._side), kept)
                todo += direct_refs(definition)
        return reached

    def _references(self, name: str) -> Counter[str]:
        if name not in self._refs:
            self._refs[name] = direct_refs(self._views.definition(name, self._side))
        return self._refs[name]

    def expanded(self, schema: Schema) -> int:
        """The size of a schema with everything inlined, in characters of JSON; endless when it is recursive."""
        return _own_size(schema) + sum(
            self._definition_size(name) * count for name, count in direct_refs(schema).items()
        )

    def _definition_size(self, name: str) -> int:
        """Worked out without recursion: chains of references can be thousands long."""
        path = [name]
        while path:
            top = path[-1]
            missing = [child for child in self._references(top) if child not in self._sizes]
            if top in self._sizes:
                path.pop()
            elif any(child in path for child in missing):
                self._mark_cycle(path, next(child for child in missing if child in path))
            elif missing:
                path.append(missing[0])
            else:
                self._sizes[top] = self._sum(top)
                path.pop()
        return self._sizes[name]

    def _mark_cycle(self, path: list[str], start: str) -> None:
        for name in path[path.index(start) :]:
            self._sizes[name] = _ENDLESS

    def _sum(self, name: str) -> int:
        own = _own_size(self._views.definition(name, self._side))
        total = own + sum(
            self._sizes[child] * count for child, count in self._references(name).items()
        )
        return min(total, _ENDLESS)


def _own_size(schema: Schema) -> int:
    return len(json.dumps(schema, ensure_ascii=False, separators=(",", ":")))
