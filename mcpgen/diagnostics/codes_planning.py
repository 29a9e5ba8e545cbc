"""MG3xx: what becomes of an operation."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, error, note, warning

PLANNING: Mapping[str, Rule] = {
    "MG301": warning(
        "A security scheme is not declared",
        "An operation asks for a security scheme that the document does not declare. That alternative is left out; when "
        "it was the only one, the operation is called without credentials.",
        "Declare the scheme under `components.securitySchemes` (`securityDefinitions` in 2.0), or set `<NAME>_TOKEN` or "
        "`<NAME>_HEADERS` in the server's environment.",
    ),
    "MG302": warning(
        "A name cannot be sent",
        "Names of headers and cookies are tokens (RFC 9110, 5.6.2): letters, digits and a few signs. A parameter or an "
        "API key of another name is left out.",
        "Correct the name in the description.",
    ),
    "MG303": note(
        "There are many tools",
        "Most hosts stop at 40 to 128 tools, and a model reads every one of them before it answers. A list of more than "
        "128 tools or 50,000 tokens is more than most can use.",
        "Write `mode: search` into mcpgen.yaml, or serve the part of the API that is needed: choose operations there, or "
        "tags when the server starts (`--tags`).",
    ),
    "MG304": warning(
        "A path has a segment of dots",
        "Clients take `.` and `..` out of a URL before they send it (RFC 3986, 5.2.4), so the request would go to another "
        "path than the one described. The operation is left out.",
        "Write the path without such segments.",
    ),
    "MG305": note(
        "A credential is described as a parameter too",
        "The operation asks for an API key by `security`, and describes the same header, query parameter or cookie again "
        "among its parameters. The key comes from the server's environment; a model is not asked for it.",
    ),
    "MG306": note(
        "The description takes an operation away from models",
        "`x-mcp: false`, `x-mcp: {enabled: false}` or `x-speakeasy-mcp: {disabled: true}` at the operation, its path or the "
        "whole document says that it is not to become a tool.",
        "To have it all the same, name it in `include` of mcpgen.yaml, in full.",
    ),
    "MG307": note(
        "Tools are found by search",
        "A list of more than 128 tools or 50,000 tokens is more than most hosts and models can use. So the first generation "
        "wrote `mode: search` into mcpgen.yaml: clients see three tools, which find an operation by what it does, describe "
        "it and call it. It never changes by itself.",
        "To have all tools listed, write `mode: tools` into mcpgen.yaml, or give `--mode tools` at first generation.",
    ),
    "MG308": warning(
        "A security scheme needs a handshake",
        "HTTP authentication such as Negotiate or SCRAM answers a challenge of the API with each request, which a generated "
        "server does only for Digest: what the operator sets is sent as it is, after the scheme's name.",
        "Add the credential in `authenticate` of hooks.py, or put a proxy before the API that does the handshake.",
    ),
    "MG309": note(
        "A link leads to no operation of this server",
        "The description links an answer to an operation that it does not have, or that is in a file of another API. "
        "What that link says is not offered in the answers of the tool.",
        "Correct the link's `operationId` or `operationRef`, or add the other description to the server.",
    ),
    "MG310": note(
        "No sample call could be made up",
        "The emitted test of a tool calls it with made-up arguments that its schema allows. Here none were found, for "
        "instance because a pattern and a length exclude each other, or a function of its `select` refuses what is made up; "
        "the tool is there, its request test is not.",
        "Give the schema an `example` or a `default` that is legal, or write the test by hand.",
    ),
    "MG311": note(
        "A header of a part is left out",
        "Each part of this body may have the header, but the body is one argument, so nothing says what it would hold.",
        "Describe it with a `const`, or describe the body as an object with a property for each part.",
    ),
    "MG320": error(
        "A choice in mcpgen.yaml matches nothing",
        "The key names an operation, a tag, a path, an argument, a tool or a security scheme that is not there, or not any "
        "more. Nothing is guessed: a choice that is silently lost may be the one that kept a tool away from a model.",
    ),
    "MG321": error(
        "A choice in mcpgen.yaml cannot be made",
        "It names more than one thing, contradicts another choice, or takes away what the API needs.",
    ),
    "MG322": error(
        "Nothing is left to offer",
        "`include`, `exclude` and the description's own marks leave no operation, and there are no workflows, resources or "
        "prompts either.",
        "Widen `include`, or narrow `exclude`.",
    ),
    "MG323": error(
        "A value in mcpgen.yaml is not what the description allows",
        "The value that is pinned, or sent by default, does not meet the schema of its argument, so the API would refuse "
        "every call that sends it.",
        "Correct the value, or the description by an overlay; what `arguments` says for all may be said otherwise at one "
        "operation.",
    ),
    "MG324": warning(
        "A `select` takes what answers do not have",
        "The description says which properties the objects of an answer have, and one that the expression names is not "
        "among them: it gives null, or nothing at all.",
        "Correct the name, or describe the property by an overlay.",
    ),
}
