"""Keywords of arrays."""

from __future__ import annotations

import math
from collections.abc import Iterator

from mcpgen.comparing.containment.conjunction import Either
from mcpgen.comparing.containment.gap import Gap
from mcpgen.comparing.containment.objects import Compare
from mcpgen.comparing.containment.scalars import size_gaps, types
from mcpgen.model import Schema


def array_gaps(part: Schema, whole: Schema, path: str, compare: Compare) -> Iterator[Gap]:
    """Where arrays of `part` may be none of `whole`."""
    if "array" not in types(part):
        return
    yield from size_gaps(part, whole, path, "minItems", "maxItems")
    if whole.get("uniqueItems") and not part.get("uniqueItems") and part.get("maxItems", 2) > 1:
        yield Gap(path, "uniqueItems", part=False, whole=True)
    first = max(len(part.get("prefixItems", ())), len(whole.get("prefixItems", ())))
    longest = part.get("maxItems", math.inf)
    for index in range(first):
        if index < longest:
            yield from compare(_item(part, index), _item(whole, index), f"{path}[{index}]")
    if first < longest:
        yield from compare(_item(part, first), _item(whole, first), f"{path}[]")


def _item(schema: Schema, index: int) -> Either:
    first = schema.get("prefixItems", ())
    item: Either = first[index] if index < len(first) else schema.get("items", True)
    return item
