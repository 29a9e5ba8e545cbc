"""The definitions of two schemas: which references mean the same on both sides."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from mcpgen.comparing.containment.conjunction import Either
from mcpgen.model import Schema

_REFERENCE = re.compile(r'"\$ref": "#/\$defs/((?:[^"\\]|\\.)*)"')


def text_of(schema: Either) -> str:
    """A schema as text, the same for equal schemas."""
    return json.dumps(schema, sort_keys=True)


class Definitions:
    """The `$defs` of both sides."""

    def __init__(self, part: Mapping[str, Schema], whole: Mapping[str, Schema]) -> None:
        self.part = part
        self.whole = whole
        self._equal = part == whole
        self._alike: dict[str, bool] = {}

    def alike(self, schema: Either) -> bool:
        """Whether a schema that stands on both sides means the same on both."""
        if self._equal:
            return True
        text = text_of(schema)
        if text not in self._alike:
            self._alike[text] = all(
                self.part.get(name) == self.whole.get(name) for name in self._reached(text)
            )
        return self._alike[text]

    def _reached(self, text: str) -> Iterator[str]:
        todo, seen = [text], set[str]()
        while todo:
            for found in _REFERENCE.findall(todo.pop()):
                name: str = json.loads(f'"{found}"')
                if name not in seen:
                    seen.add(name)
                    todo.append(text_of(self.part.get(name, {})))
                    yield name
