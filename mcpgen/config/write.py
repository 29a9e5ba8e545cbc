"""The shortest `mcpgen.yaml`: what the first generation decided, and nothing that is a default."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from typing import Any

import yaml

from mcpgen.config.config import Config, Mode, Source
from mcpgen.config.layers import BLOCKS, rebased_source
from mcpgen.config.read import own_config

# What editors read keys and values from; `renderers/table.py` writes it into every project.
_SCHEMA = "# yaml-language-server: $schema=.mcpgen/mcpgen.schema.json\n"
_HEADER = "# What this server offers, and what was decided when it was first generated. Yours to change.\n"
_HOSTS = "# Only these hosts may receive a credential, whatever a later description says.\n"
_SEARCH = "# Too many tools to list: three find, describe and call them. `tools` lists them all.\n"
# What reads as the same text in YAML 1.1 and 1.2 without quotes.
_PLAIN = re.compile(
    r"[A-Za-z][A-Za-z0-9_./-]*|https?://[A-Za-z0-9_./-]+(?::[0-9]+)?[A-Za-z0-9_./-]*"
)
_RESERVED = re.compile(r"(?i:true|false|yes|no|on|off|y|n|null)$")
# JSON leaves these as they are; YAML (1.2, 5.1) does not allow them.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def config_text(config: Config) -> str:
    """Write what a first generation may decide; it reads back as the same values. Limits and tools only people write."""
    return with_schema(_HEADER + "".join(_lines(config)))


def with_schema(text: str) -> str:
    """The text with a line that tells editors its schema, unless it has one."""
    return text if "yaml-language-server:" in text else _SCHEMA + text.removeprefix("\ufeff")


def with_choices(text: str, given: Config, decided: Config) -> str:
    """The text that a person wrote, with what the first generation decided behind it.

    `given` is what the text and all that it extends say. Text that cannot be added to by line (a mapping in braces)
    stays as it is, and its choices are made again each time.
    """
    added = Config(
        name="" if given.name else decided.name,
        hosts=decided.hosts if given.hosts is None else None,
        types=decided.types if given.types is None else None,
        mode=decided.mode if given.mode is None else None,
    )
    longer = text.rstrip("\n") + "\n" + "".join(_lines(added))
    before, after = own_config(text), own_config(longer)
    if before is None or after is None:
        return text
    expected = replace(
        before,
        name=added.name or before.name,
        hosts=before.hosts if added.hosts is None else added.hosts,
        types=added.types or before.types,
        mode=added.mode or before.mode,
    )
    return longer if after == expected else text


def with_hosts(text: str, hosts: tuple[str, ...]) -> str | None:
    """The text with other hosts for credentials; None where it cannot be changed by line."""
    line = f"hosts: [{', '.join(map(quoted, hosts))}]\n"
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    pairs: list[Any] = root.value if isinstance(root, yaml.MappingNode) else []
    found = [(key, value) for key, value in pairs if key.value == "hosts"]
    lines = text.splitlines(keepends=True)
    for key, value in found:
        last = value.end_mark.line + (1 if value.end_mark.column else 0)
        lines[key.start_mark.line : last] = [line]
    longer = "".join(lines) if found else text.rstrip("\n") + f"\n{_HOSTS}{line}"
    before, after = own_config(text), own_config(longer)
    return longer if before and after == replace(before, hosts=hosts) else None


def with_source(text: str, source: str) -> str | None:
    """The text with another place of its one description, or with one where it had none; None where that cannot be done."""
    node = _only_source(yaml.compose(text, Loader=yaml.CSafeLoader))
    if node is None:
        longer = text.rstrip("\n") + f"\nopenapi: {quoted(source)}\n"
    else:
        longer = _with_scalar(text, node, source)
    before, after = own_config(text), own_config(longer)
    if before is None:
        return None
    known = before.openapi or (Source(source=source),)
    expected = replace(before, openapi=(replace(known[0], source=source), *known[1:]))
    return longer if after == expected else None


def _only_source(root: yaml.Node | None) -> yaml.ScalarNode | None:
    """The scalar that says where the first description is."""
    pairs: list[Any] = root.value if isinstance(root, yaml.MappingNode) else []
    for key, value in pairs:
        if key.value == "openapi":
            node = value.value[0] if isinstance(value, yaml.SequenceNode) else value
            if isinstance(node, yaml.MappingNode):
                node = next(each for name, each in node.value if name.value == "source")
            return node if isinstance(node, yaml.ScalarNode) else None
    return None


def _with_scalar(text: str, node: yaml.ScalarNode, value: str) -> str:
    lines = text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    begin, end = (starts[mark.line] + mark.column for mark in (node.start_mark, node.end_mark))
    return text[:begin] + quoted(value) + text[end:]


def with_paths(text: str, rebase: Callable[[str], str]) -> str:
    """The text with every relative path that it names made anew by `rebase`, since the file moves."""
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    found = list(_paths(root)) if isinstance(root, yaml.MappingNode) else []
    for node in sorted(
        found, key=lambda each: (each.start_mark.line, each.start_mark.column), reverse=True
    ):
        text = _with_scalar(text, node, rebase(node.value))
    return text


def _paths(root: yaml.MappingNode) -> Iterator[yaml.ScalarNode]:
    """The scalars that are paths: what is extended, descriptions that are no URLs, overlays, files whose content is given."""
    for key, value in root.value:
        if key.value == "extends":
            yield value
        elif key.value == "resources":
            for resource in _members(value):
                yield from _members(resource, "file")
        elif key.value in BLOCKS:
            for entry in _members(value):
                for block in _items(entry, BLOCKS[key.value]):
                    yield from _members(block, "file")
        elif key.value == "openapi":
            entries = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for entry in entries:
                yield from _source_paths(entry)


def _members(node: yaml.Node, wanted: str = "") -> Iterator[Any]:
    """The values of a mapping: all of them, or the one of a key."""
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        if not wanted or key.value == wanted:
            yield value


def _items(entry: yaml.Node, key: str) -> Iterator[yaml.Node]:
    """The items of a list under a key of an entry."""
    for value in _members(entry, key):
        yield from value.value if isinstance(value, yaml.SequenceNode) else ()


def _source_paths(entry: yaml.Node) -> Iterator[yaml.ScalarNode]:
    if isinstance(entry, yaml.ScalarNode) and rebased_source(entry.value, lambda _: "") == "":
        yield entry
    elif isinstance(entry, yaml.MappingNode):
        for key, value in entry.value:
            if key.value == "source":
                yield from _source_paths(value)
            elif key.value == "overlays":
                yield from value.value


def _lines(config: Config) -> Iterator[str]:
    for key in ("name", "title", "description", "instructions"):
        if text := getattr(config, key):
            yield f"{key}: {quoted(text)}\n"
    yield from _sources(config.openapi)
    if config.base_url:
        yield f"base_url: {quoted(config.base_url)}\n"
    if config.hosts is not None:
        yield _HOSTS
        yield f"hosts: [{', '.join(map(quoted, config.hosts))}]\n"
    if config.types is not None:
        yield f"types: {config.types}\n"
    if config.mode is not None:
        yield from [_SEARCH] if config.mode is Mode.SEARCH else []
        yield f"mode: {config.mode}\n"
    if config.page_size:
        yield f"page_size: {config.page_size}\n"


def _sources(sources: tuple[Source, ...]) -> Iterator[str]:
    """A first generation knows one description, and no more of it than where it is."""
    for source in sources:
        yield f"openapi: {quoted(source.source)}\n"


def quoted(text: str) -> str:
    """A text as a YAML scalar on one line, in quotes only where it needs them."""
    if _PLAIN.fullmatch(text) and not _RESERVED.fullmatch(text):
        return text
    return _UNPRINTABLE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False)
    )
