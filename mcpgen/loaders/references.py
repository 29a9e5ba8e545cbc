"""Following `$ref`: to a file, a JSON pointer, an anchor or an `$id`; through other references; never in circles."""

from __future__ import annotations

from urllib.parse import unquote

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import identifiers
from mcpgen.loaders.library import File, Library, Refusal, resolve
from mcpgen.loaders.node import Node
from mcpgen.loaders.pointers import MISSING, escape, split, step
from mcpgen.model import Json, is_object

_LONGEST_CHAIN = 100
# Absolute paths by which some authors mean places in the same file.
_MEANT_LOCAL = ("/components/", "/definitions/", "/parameters/", "/responses/")


class References:
    """Resolves the references of one description; each is looked up once."""

    def __init__(self, library: Library, diagnostics: Diagnostics, *, has_ids: bool) -> None:
        self._library = library
        self._diagnostics = diagnostics
        self._has_ids = has_ids  # `$id` is a keyword of schemas from OpenAPI 3.1 on
        self._index = identifiers.Index(library.files)
        self._found: dict[tuple[str, str, str], Node | Refusal] = {}

    def follow(self, node: Node) -> Node | None:
        """Give what a node stands for when it is a reference, else the node; report one that leads nowhere.

        A `summary` or `description` beside the reference replaces that of its target (OpenAPI 3.1, 4.8.23).
        """
        start = node
        said: dict[str, str] = {}
        for _ in range(_LONGEST_CHAIN):
            reference = reference_of(node.value)
            if reference is None:
                return _with(node, said) if said else node
            said = {**_said(node.value), **said}
            found = self.find(node, reference)
            if found is None:
                return None
            node = found
        self.report(start, circular(str(reference_of(start.value))))
        return None

    def find(self, node: Node, reference: str, key: str = "$ref") -> Node | None:
        """Give the target of a reference that stands in a node; report one that leads nowhere."""
        found = self.look_up(node, reference)
        if isinstance(found, Node) and _is_description(found):
            found = _too_much(reference)
        if isinstance(found, Refusal):
            self.report(node, found, key)
            return None
        return found

    def place(self, node: Node, reference: str) -> tuple[str, tuple[str, ...]]:
        """Say where a reference points by its text alone, without reading anything."""
        uri, fragment = resolve(self._base(node), reference)
        return self._library.name(uri), tuple(split(unquote(fragment)))

    def look_up(self, node: Node, reference: str) -> Node | Refusal:
        """Give the target of a reference, or why there is none, without reporting it."""
        base = self._base(node)
        key = (node.file.uri, base, reference)
        if key not in self._found:
            self._found[key] = circular(reference)  # what a search that needs its own answer finds
            self._found[key] = self._search(node.file, base, reference)
        return self._found[key]

    def report(self, node: Node, refusal: Refusal, key: str = "$ref") -> None:
        """Report why a reference was not followed."""
        origin = node.origin.child(key)
        self._diagnostics.report(refusal.code, refusal.message, origin, help=refusal.help)

    def _base(self, node: Node) -> str:
        if not self._has_ids or not identifiers.places(node.file):
            return identifiers.base_of(node.file)
        return identifiers.base_at(node.file, split(node.pointer))

    def _search(self, file: File, base: str, reference: str) -> Node | Refusal:
        """Try the base of the nearest `$id` first, then the file's own address: many documents mean that."""
        named = self._by_name(file, reference)
        if named is not None:
            return named
        written = reference.replace("\\", "/")
        if written.startswith(_MEANT_LOCAL):
            written = f"#{written}"
        bases = dict.fromkeys((base, file.uri))
        candidates = list(dict.fromkeys(resolve(each, written) for each in bases))
        for uri, fragment in candidates:
            known = self._known(uri, fragment)
            if known is not None:
                return known
        tried = [self._opened(uri, fragment, reference) for uri, fragment in reversed(candidates)]
        good = (found for found in tried if isinstance(found, Node))
        return next(good, None) or tried[-1]

    def _known(self, uri: str, fragment: str) -> Node | None:
        """Look among the files, `$self`s and `$id`s that were read already."""
        file = self._library.files.get(uri)
        found = self._within(Node(file.root, file), fragment, uri) if file else None
        if found is not None or not self._has_ids:
            return found
        place = self._index.find(uri)
        if place is None:
            return None
        root = self._walk(Node(place[0].root, place[0]), split(place[1]))
        return self._within(root, fragment, uri) if root else None

    def _opened(self, uri: str, fragment: str, reference: str) -> Node | Refusal:
        file = self._library.file(uri)
        if isinstance(file, Refusal):
            message = f"`{reference}` was not followed: {file.message}"
            return Refusal(code=file.code, message=message, help=file.help)
        found = self._within(Node(file.root, file), fragment, uri)
        nowhere = Refusal(code="MG124", message=f"`{reference}` leads nowhere in {file.name}")
        return found or nowhere

    def _within(self, root: Node, fragment: str, uri: str) -> Node | None:
        """Follow a fragment: a pointer, percent-encoded or as it is, or an anchor."""
        if not fragment:
            return root
        if "/" not in fragment:
            pointer = identifiers.places(root.file).get(f"{uri}#{unquote(fragment)}")
            top = Node(root.file.root, root.file)
            return None if pointer is None else self._walk(top, split(pointer))
        for pointer in dict.fromkeys((unquote(fragment), fragment)):
            found = self._walk(root, split(pointer if pointer.startswith("/") else f"/{pointer}"))
            if found is not None:
                return found
        return None

    def _walk(self, node: Node, keys: list[str], chain: int = 0) -> Node | None:
        """Go down a pointer; where a step is missing beside a `$ref`, go on behind the reference."""
        for index, key in enumerate(keys):
            value = step(node.value, key)
            if value is not MISSING:
                node = Node(value, node.file, f"{node.pointer}/{escape(key)}")
                continue
            reference = reference_of(node.value)
            behind = self.look_up(node, reference) if reference and chain < _LONGEST_CHAIN else None
            return self._walk(behind, keys[index:], chain + 1) if isinstance(behind, Node) else None
        return node

    def _by_name(self, file: File, reference: str) -> Node | None:
        """Read `$ref: Pet`, which old tools wrote, as the schema of that name."""
        if not reference or "/" in reference or "#" in reference:
            return None
        for section in (["definitions"], ["components", "schemas"]):
            found = self._walk(Node(file.root, file), [*section, reference])
            if found is not None:
                return found
        return None


def reference_of(value: Json) -> str | None:
    """Give the `$ref` of an object that has one."""
    reference = value.get("$ref") if is_object(value) else None
    return reference if isinstance(reference, str) else None


def circular(reference: str) -> Refusal:
    """Say that a reference leads to itself."""
    return Refusal(code="MG124", message=f"`{reference}` leads back to itself")


def _too_much(reference: str) -> Refusal:
    name = f"`{reference}`" if reference.strip() else "an empty reference"
    message = f"{name} stands for a whole description, not for a part of one"
    return Refusal(code="MG124", message=message)


def _is_description(node: Node) -> bool:
    return (
        not node.pointer
        and is_object(node.value)
        and not node.value.keys().isdisjoint({"openapi", "swagger"})
    )


def _said(value: Json) -> dict[str, str]:
    return {
        key: value[key] for key in ("summary", "description") if isinstance(value.get(key), str)
    }


def _with(node: Node, said: dict[str, str]) -> Node:
    return Node({**node.value, **said}, node.file, node.pointer) if is_object(node.value) else node
