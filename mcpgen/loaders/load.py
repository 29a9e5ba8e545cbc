"""From a path, a URL or standard input to the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import openapi2, openapi3
from mcpgen.loaders.context import Context
from mcpgen.loaders.library import Library, Read
from mcpgen.loaders.local import local_reader
from mcpgen.loaders.node import Node
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.recognise import recognise
from mcpgen.loaders.references import References
from mcpgen.loaders.schemas import Schemas
from mcpgen.loaders.syntax import Unreadable
from mcpgen.model import Document, Json, JsonObject, Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A description, lifted, with the parsed files that it was made from.

    `source` is the URL it came from, or the name of its file; `documents` are by name relative to the entry's folder.
    """

    document: Document
    source: str
    entry: str
    documents: Mapping[str, Json]

    def bundle(self) -> JsonObject:
        """Give what `load_bundle` makes the same document of, as JSON."""
        return {"source": self.source, "entry": self.entry, "documents": dict(self.documents)}


def load(
    source: str, *, policy: Policy, diagnostics: Diagnostics, stdin: bytes | None = None
) -> Loaded | None:
    """Read a description from a path, an http(s) URL or `-`; None when it is impossible, which is reported."""
    uri, read = _entry(source, policy, stdin)
    return _lift(Library(uri, read, policy, diagnostics), diagnostics, shown=source)


def _entry(source: str, policy: Policy, stdin: bytes | None) -> tuple[str, Read]:
    path = Path(source)
    return path.absolute().as_uri(), local_reader(path, policy)


def _lift(library: Library, diagnostics: Diagnostics, *, shown: str) -> Loaded | None:
    try:
        file = library.open_entry()
    except Unreadable as fault:
        origin = Origin(library.name(library.entry), "", fault.line, fault.column)
        diagnostics.report(fault.code, fault.message, origin)
        return None
    root = Node(file.root, file)
    dialect = recognise(root, diagnostics)
    if dialect is None:
        return None
    references = References(library, diagnostics, has_ids=dialect.siblings)
    context = Context(
        entry=root,
        address=file.uri if file.uri.startswith("http") else "",
        dialect=dialect,
        references=references,
        schemas=Schemas(references, diagnostics, root, siblings=dialect.siblings),
        diagnostics=diagnostics,
    )
    document = openapi2.lift(context) if dialect is openapi2.DIALECT else openapi3.lift(context)
    if not document.operations:
        diagnostics.report("MG106", "the description has no operation to offer", root.origin)
        return None
    documents = {other.name: other.root for other in library.files.values()}
    source = context.address or file.name
    return Loaded(document=document, source=source, entry=file.name, documents=documents)
