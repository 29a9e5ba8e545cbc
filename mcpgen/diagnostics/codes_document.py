"""MG2xx: what the description says, and what of it cannot be used."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, note, warning

DOCUMENT: Mapping[str, Rule] = {
    "MG201": warning(
        "An operation was left out",
        "The operation is not an object, its body is behind a reference that leads nowhere, or its method is not one. "
        "All other operations work.",
    ),
    "MG202": warning(
        "A path was left out",
        "The path item is not an object or is behind a reference that leads nowhere, so its operations are unknown.",
    ),
    "MG203": warning(
        "A parameter was left out",
        "The parameter has no usable name or place, is behind a reference that leads nowhere, or is a path parameter "
        "whose name is not in the path.",
    ),
    "MG204": warning(
        "A template parameter is not declared",
        "The path has a {template} that no path parameter describes. A required string parameter stands in for it.",
        "Declare the parameter with `in: path`.",
    ),
    "MG205": note(
        "A header parameter is ignored",
        "OpenAPI says that header parameters called Accept, Content-Type and Authorization are ignored: media types and "
        "security schemes speak for them (3.1, 4.8.12). Host, Content-Length and others that frame a message are the HTTP "
        "client's to write.",
    ),
    "MG206": warning(
        "A part of the description has the wrong form",
        "The value is not of the type that the specification asks for here, and nothing sensible could be made of it, so "
        "it is left out.",
    ),
    "MG207": note(
        "A part of the description was repaired",
        "The value is not of the form that the specification asks for here, but what its author meant is clear.",
    ),
    "MG208": warning(
        "A parameter is declared twice",
        "Two parameters of one operation have the same name and place; the first one counts.",
    ),
    "MG210": note(
        "A schema keyword was repaired",
        "The keyword's value is not legal in JSON Schema 2020-12, but what its author meant is clear, for instance a "
        "number in quotes, or `required: true` on a property.",
    ),
    "MG211": warning(
        "A schema keyword was left out",
        "The keyword's value is not legal in JSON Schema 2020-12 and nothing sensible could be made of it. The schema "
        "accepts more than its author meant.",
    ),
    "MG212": note(
        "An unknown schema keyword is ignored",
        "The keyword is not one of JSON Schema or OpenAPI; it may be misspelt or indented wrongly. Extensions begin with "
        "`x-`.",
    ),
    "MG213": warning(
        "A schema is nested too deeply",
        "A schema may have 64 levels of schemas inside it; what is deeper accepts anything, so that no client or server has "
        "to go down without end.",
        "Move inner schemas into components and refer to them.",
    ),
    "MG214": note(
        "Keywords beside $ref are ignored",
        "In Swagger 2.0 and OpenAPI 3.0 only `$ref` counts; descriptions, defaults and `nullable` beside it are kept all "
        "the same. From 3.1 on, all keywords count.",
    ),
    "MG215": note(
        "A pattern is not used",
        "The regular expression is not one that Python understands, by which a server checks arguments.",
    ),
    "MG216": note(
        "A pattern refuses the schema's own value",
        "An example, a default or a choice of the schema does not meet its `pattern`, so one of the two is wrong. Servers "
        "check arguments by the pattern: if that is the wrong one, nothing that the API accepts gets through.",
        "Mend the pattern or the value, in the description or by an overlay.",
    ),
    "MG220": warning(
        "A security scheme was left out",
        "The scheme's type is unknown or something that it needs is missing.",
    ),
    "MG221": warning(
        "A security requirement names an unknown scheme",
        "The scheme is not declared (or was left out), so the server cannot know which credential to send.",
        "Declare the scheme, or set the variable for additional headers when running the server.",
    ),
    "MG230": warning(
        "A server URL had to be repaired or left out",
        "The URL has no scheme, is not HTTP, or has a {variable} that is not declared.",
    ),
}
