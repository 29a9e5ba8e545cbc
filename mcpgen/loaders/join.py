"""Several documents become one: names that clash get the prefix of their document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from mcpgen.model import (
    Body,
    Content,
    Document,
    Encoding,
    Encodings,
    Json,
    Operation,
    Response,
    Schema,
    SecurityScheme,
    Server,
    is_array,
    is_object,
)

_DEFINITION = "#/$defs/"
# Their values are data, in which `$ref` is a key like any other.
_DATA = frozenset({"const", "enum", "default", "examples"})
# Their keys are names, not keywords.
_BY_NAME = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """One document of several; `renamed` are, for each of these, the new names of its definitions by the old ones."""

    document: Document
    renamed: tuple[Mapping[str, str], ...]


def join(documents: Iterable[tuple[str, Document]]) -> Joined:
    """One document of all operations; each brings its prefix. What is said of the whole is what the first one says."""
    (first_prefix, first), *others = documents
    joined = _marked(first, first_prefix)
    renamed: list[Mapping[str, str]] = [{}]
    for prefix, document in others:
        names = _names(joined, document, prefix)
        joined = _added(joined, _marked(document, prefix), names)
        renamed.append(names.definitions)
    return Joined(document=joined, renamed=tuple(renamed))


def _added(joined: Document, document: Document, names: _Names) -> Document:
    servers = tuple(_server(server, names) for server in document.servers)
    return replace(
        joined,
        security_schemes={
            **joined.security_schemes,
            **{
                names.schemes.get(name, name): _scheme(scheme, names)
                for name, scheme in document.security_schemes.items()
            },
        },
        tags=(*joined.tags, *document.tags),
        extensions={**joined.extensions, **document.extensions},
        operations=(
            *joined.operations,
            *(_operation(op, servers or _NOWHERE, names) for op in document.operations),
        ),
        definitions={
            **joined.definitions,
            **{
                names.definitions.get(name, name): _schema(schema, names.definitions)
                for name, schema in document.definitions.items()
            },
        },
    )


# A document without any server: its base URL must be set, and is not that of the first document.
_NOWHERE = (Server(url=""),)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """New names by old ones, where those are taken."""

    definitions: Mapping[str, str]
    schemes: Mapping[str, str]
    variables: Mapping[str, str]


def _names(joined: Document, document: Document, prefix: str) -> _Names:
    return _Names(
        definitions=_renamed(
            document.definitions, joined.definitions, f"{_pascal(prefix)}{{}}", str
        ),
        schemes=_renamed(
            document.security_schemes, joined.security_schemes, f"{prefix}_{{}}", _variable
        ),
        variables=_variables(joined, document, prefix),
    )


def _marked(document: Document, prefix: str) -> Document:
    """Operations know the prefix of their document, and have keys that no other document's have; so have extensions."""
    if not prefix:
        return document
    operations = tuple(
        replace(op, key=f"{op.key}#{prefix}", prefix=prefix) for op in document.operations
    )
    tags = tuple(replace(tag, prefix=prefix) for tag in document.tags)
    extensions = {f"{name}#{prefix}": value for name, value in document.extensions.items()}
    return replace(document, operations=operations, tags=tags, extensions=extensions)


def _renamed(
    names: Iterable[str], taken: Iterable[str], form: str, spelt: Callable[[str], str]
) -> dict[str, str]:
    """New names for those that are spelt as one that is taken."""
    known = {spelt(name) for name in taken}
    return dict(_fresh(names, known, form, spelt))


def _fresh(
    names: Iterable[str], known: set[str], form: str, spelt: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    for name in names:
        new = name
        while spelt(new) in known:
            new = form.format(new)
        known.add(spelt(new))
        if new != name:
            yield name, new


def _variables(joined: Document, document: Document, prefix: str) -> dict[str, str]:
    """Server variables share the environment, so two documents' `region` must differ."""
    taken = {name for server in joined.all_servers for name in server.variables}
    names = dict.fromkeys(name for server in document.all_servers for name in server.variables)
    return _renamed(names, taken, f"{prefix}_{{}}", _variable)


def _variable(name: str) -> str:
    """What a name is in an environment variable, near enough."""
    return re.sub(r"[^A-Za-z0-9]", "", name).lower()


def _pascal(prefix: str) -> str:
    return "".join(word.capitalize() for word in prefix.split("_"))


def _server(server: Server, names: _Names) -> Server:
    url = server.url
    for old, new in names.variables.items():
        url = url.replace(f"{{{old}}}", f"{{{new}}}")
    variables = {names.variables.get(name, name): each for name, each in server.variables.items()}
    return replace(server, url=url, variables=variables)


def _scheme(scheme: SecurityScheme, names: _Names) -> SecurityScheme:
    return replace(scheme, name=names.schemes.get(scheme.name, scheme.name))


def _operation(op: Operation, servers: tuple[Server, ...], names: _Names) -> Operation:
    definitions = names.definitions
    return replace(
        op,
        parameters=tuple(
            replace(each, schema=_schema(each.schema, definitions)) for each in op.parameters
        ),
        body=_body(op.body, definitions) if op.body else None,
        responses=tuple(_response(each, definitions) for each in op.responses),
        security=tuple(
            {names.schemes.get(name, name): scopes for name, scopes in each.items()}
            for each in op.security
        ),
        servers=tuple(_server(each, names) for each in op.servers) or servers,
    )


def _body(body: Body, names: Mapping[str, str]) -> Body:
    return replace(body, contents=tuple(_content(each, names) for each in body.contents))


def _response(response: Response, names: Mapping[str, str]) -> Response:
    return replace(
        response,
        contents=tuple(_content(each, names) for each in response.contents),
        headers=_schemas(response.headers, names),
    )


def _content(content: Content, names: Mapping[str, str]) -> Content:
    return replace(
        content,
        schema=_schema(content.schema, names),
        encoding=_encodings(content.encoding, names),
    )


def _encodings(encodings: Encodings, names: Mapping[str, str]) -> Encodings:
    others = encodings.others
    return Encodings(
        by_name={name: _encoding(each, names) for name, each in encodings.by_name.items()},
        first=tuple(_encoding(each, names) for each in encodings.first),
        others=_encoding(others, names) if others else None,
    )


def _encoding(encoding: Encoding, names: Mapping[str, str]) -> Encoding:
    headers = tuple(replace(each, schema=_schema(each.schema, names)) for each in encoding.headers)
    parts = _encodings(encoding.parts, names) if encoding.parts else None
    return replace(encoding, headers=headers, parts=parts)


def _schemas(schemas: Mapping[str, Schema], names: Mapping[str, str]) -> dict[str, Schema]:
    return {name: _schema(schema, names) for name, schema in schemas.items()}


def _schema(schema: Json, names: Mapping[str, str]) -> Json:
    """The schema with its references led to the new names."""
    if not names:
        return schema
    if is_array(schema):
        return [_schema(item, names) for item in schema]
    if is_object(schema):
        return {key: _keyword(key, value, names) for key, value in schema.items()}
    return schema


def _keyword(key: str, value: Json, names: Mapping[str, str]) -> Json:
    if key in _DATA:
        return value
    if key in _BY_NAME and is_object(value):
        return _schemas(value, names)
    if key == "discriminator" and is_object(value):
        mapping: dict[str, Json] = value.get("mapping", {})
        led = {tag: _led(target, names) for tag, target in mapping.items()}
        told = {each: _led(target, names) for each, target in value.items() if each != "mapping"}
        return {**told, **({"mapping": led} if led else {})}
    return _led(value, names) if key == "$ref" else _schema(value, names)


def _led(reference: Json, names: Mapping[str, str]) -> Json:
    """The reference to the new name; any other value as it is."""
    if not isinstance(reference, str) or not reference.startswith(_DEFINITION):
        return reference
    name = reference.removeprefix(_DEFINITION)
    return f"{_DEFINITION}{names.get(name, name)}"
