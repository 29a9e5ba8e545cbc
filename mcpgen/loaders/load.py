"""From a path, a URL or standard input to the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from mcpgen.diagnostics import RULES, Diagnostics, Severity
from mcpgen.loaders import openapi2, openapi3
from mcpgen.loaders.context import Context
from mcpgen.loaders.library import Library, normal
from mcpgen.loaders.node import Node
from mcpgen.loaders.overlays import Overlay, apply_overlay
from mcpgen.loaders.pointers import join, split
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.recognise import recognise
from mcpgen.loaders.references import References
from mcpgen.loaders.schemas import Schemas
from mcpgen.loaders.sources import STDIN, Sources
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import Parsed
from mcpgen.loaders.web import Web, plain
from mcpgen.model import Document, Json, JsonObject, Origin, is_object


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A description, lifted, with the parsed files that it was made from.

    `source` is the URL it came from, or the name of its file; `documents` are by name relative to the entry's folder, `names`
    those of definitions by file and pointer.
    """

    document: Document
    source: str
    entry: str
    documents: Mapping[str, Json]
    names: Mapping[tuple[str, str], str]

    def bundle(self) -> JsonObject:
        """Give what `load_bundle` makes the same document of, as JSON."""
        return {"source": self.source, "entry": self.entry, "documents": dict(self.documents)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Familiar:
    """What need not be read of a description: the inside of `operations` (by key), and `definitions` (by pointer)."""

    operations: frozenset[str] = frozenset()
    definitions: tuple[str, ...] = ()


# Looks at a description before it is lifted, and says what of it is familiar.
Recognise = Callable[[Json], Familiar]


def nothing_familiar(_root: Json) -> Familiar:
    """Read everything."""
    return Familiar()


def load(
    source: str,
    *,
    policy: Policy,
    diagnostics: Diagnostics,
    stdin: bytes | None = None,
    label: str = "",
    overlays: Sequence[Overlay] = (),
    familiar: Recognise = nothing_familiar,
) -> Loaded | None:
    """Read a description from a path, an http(s) URL or `-`; None when it is impossible, which is reported.

    `overlays` change it before it is read; what is `familiar` of it then is passed over. `label` begins the names of its files in
    findings, where files of several descriptions may be called the same.
    """
    with Web(policy) as web:
        try:
            sources = _sources(source, policy, web, stdin)
        except Unreadable as fault:
            _refuse(diagnostics, fault, Origin(plain(source)))
            return None
        library = Library(sources.entry, sources.read, policy, diagnostics, label=label)
        return _lift(library, diagnostics, overlays, familiar)


def _sources(source: str, policy: Policy, web: Web, stdin: bytes | None) -> Sources:
    if source == "-":
        return Sources(
            entry=STDIN, shown="standard input", raw=stdin or b"", policy=policy, web=web
        )
    if source.lower().startswith(("http://", "https://")):
        url, raw = web.open_entry(source)
        return Sources(entry=normal(url), shown=url, raw=raw, policy=policy, web=web)
    path = Path(source).absolute()
    return Sources(
        entry=normal(path.as_uri()), shown=source, folder=path.parent, policy=policy, web=web
    )


def load_bundle(
    bundle: JsonObject, *, policy: Policy, diagnostics: Diagnostics, label: str = ""
) -> Loaded | None:
    """Load what `Loaded.bundle` gave; the document is the same as at first, and nothing else is read."""
    documents, source, entry = bundle.get("documents"), bundle.get("source"), bundle.get("entry")
    if not is_object(documents) or not isinstance(source, str) or not isinstance(entry, str):
        diagnostics.report("MG101", "the bundled description is not a bundle of mcpgen")
        return None
    remote = source.startswith(("http://", "https://"))
    base = normal(source if remote else _folder(documents) + quote(entry))

    def read(uri: str) -> tuple[Parsed, str]:
        name = library.name(uri)
        if name not in documents:
            raise Unreadable("MG101", "it is not in the bundled description")
        return Parsed(text="", value=documents[name]), name

    library = Library(base, read, policy, diagnostics, label=label)
    return _lift(library, diagnostics)


def _folder(names: Iterable[str]) -> str:
    """Give a folder deep enough that the names of files above it can be told apart."""
    return "file:///" + "d/" * max((name.count("../") for name in names), default=0)


def _lift(
    library: Library,
    diagnostics: Diagnostics,
    overlays: Sequence[Overlay] = (),
    familiar: Recognise = nothing_familiar,
) -> Loaded | None:
    try:
        file = library.open_entry()
        for overlay in overlays:
            file.root = apply_overlay(file.root, overlay, diagnostics)
    except Unreadable as fault:
        origin = Origin(library.label + library.name(library.entry), "", fault.line, fault.column)
        _refuse(diagnostics, fault, origin)
        return None
    root = Node(file.root, file)
    dialect = recognise(root, diagnostics)
    if dialect is None:
        return None
    passed_over = familiar(file.root)
    references = References(library, diagnostics, has_ids=dialect.siblings)
    context = Context(
        entry=root,
        address=file.uri if file.uri.startswith("http") else "",
        dialect=dialect,
        references=references,
        schemas=Schemas(references, diagnostics, root, siblings=dialect.siblings),
        diagnostics=diagnostics,
        outlined=passed_over.operations,
        familiar=frozenset((file.name, tuple(split(each))) for each in passed_over.definitions),
    )
    document = openapi2.lift(context) if dialect is openapi2.DIALECT else openapi3.lift(context)
    if not document.operations:
        place = root.child("paths") if root.get("paths") is not None else root
        diagnostics.report("MG106", _nothing(root), place.origin)
        return None
    documents = {other.name: other.root for other in library.files.values()}
    source = context.address or file.name
    names = {(place[0], join(place[1])): name for place, name in context.schemas.names.items()}
    return Loaded(
        document=document, source=source, entry=file.name, documents=documents, names=names
    )


def _refuse(diagnostics: Diagnostics, fault: Unreadable, origin: Origin) -> None:
    """Report that the description itself cannot be had: what is a warning of a reference is an error here."""
    code = fault.code if RULES[fault.code].severity is Severity.ERROR else "MG101"
    diagnostics.report(code, fault.message, origin)


def _nothing(root: Node) -> str:
    """Say why there is no operation."""
    if not root.get("paths"):
        return "the description has no `paths`" + (
            ", only webhooks" if root.get("webhooks") else ""
        )
    empty = not any(child.value for _, child in root.child("paths").members())
    return "`paths` is empty" if empty else "no operation under `paths` can be used"
