"""MG1xx: getting at the description and the files it refers to."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, error, note, warning

READING: Mapping[str, Rule] = {
    "MG101": error(
        "The description cannot be read",
        "The file or URL does not exist, cannot be opened, or is not text in UTF-8 (or UTF-16 or UTF-32 with a byte "
        "order mark).",
        "Check the path or URL.",
    ),
    "MG102": error(
        "The description is neither JSON nor YAML",
        "Text that begins with { or [ is parsed as JSON, any other text (and JSON with faults that YAML allows) as YAML "
        "1.2. The position is where the parser gave up; the fault itself is often a line earlier: an unclosed quote, a "
        "tab in the indentation, a value with `: ` in it that needs quotes.",
        "Mend the syntax at the place shown.",
    ),
    "MG103": error(
        "The description is too large",
        "There are limits on bytes, on nesting and on the number of values that YAML aliases may expand to, so that a "
        "hostile document cannot exhaust memory. No real API description comes near them.",
    ),
    "MG104": error(
        "The file is not an API description",
        "mcpgen reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2. Arazzo workflows, Overlays, AsyncAPI, JSON Schemas, "
        "Postman collections and the like describe something else.",
        "Give the OpenAPI document that the file belongs to.",
    ),
    "MG105": error(
        "The version of the description is not supported",
        "The `openapi` or `swagger` field names a version that mcpgen does not know: it reads 2.0, 3.0.x, 3.1.x and 3.2.x.",
        "Convert the document to OpenAPI 3.1, for instance with the tool that wrote it.",
    ),
    "MG106": error(
        "The description has no operation to offer",
        "`paths` is missing or empty, or every operation in it had to be left out. Webhooks and callbacks are requests "
        "that the API sends, so they cannot become tools.",
        "Name the API's own description, with its requests under `paths`. What of them was left out is named in warnings.",
    ),
    "MG107": note(
        "The version of the description had to be guessed",
        "The `openapi` or `swagger` field is missing or names a version later than 3.2. The document is read as the "
        "dialect that it resembles most.",
        "Say `openapi: 3.1.0`, or whichever version the document is written in.",
    ),
    "MG110": warning(
        "A key is written twice",
        "An object has two values under one key; JSON and YAML allow only one. The last one counts.",
        "Remove or rename one of the two.",
    ),
    "MG111": note(
        "A value had to be read as text",
        "Infinity, not-a-number and numbers beyond every float cannot be written in JSON, and control characters or half "
        "a surrogate pair are not text. Numbers are kept as the text the author wrote, characters are replaced by U+FFFD.",
    ),
    "MG112": warning(
        "Only the first of several YAML documents is read",
        "The file has a `---` line with another document after it.",
    ),
    "MG120": warning(
        "A reference to another host was not followed",
        "Reading a description must not send requests to addresses that the description chose, so a reference to a URL is "
        "followed only within the origin of a description that was itself given by URL, or to a host named with "
        "--allow-remote. What stood behind the reference is unknown.",
        "Name the host with --allow-remote HOST if you trust it, or save the file beside the description.",
    ),
    "MG121": warning(
        "A reference to a file outside the description's folder was not followed",
        "A description may refer to files in its own folder and below; symbolic links are resolved first. Anything else "
        "could pull private files into the generated server.",
        "Give --allow-outside if you trust the description.",
    ),
    "MG122": warning(
        "A referenced file cannot be read",
        "The file or URL that a reference names does not exist, cannot be opened or fetched, is too large, or is neither "
        "JSON nor YAML.",
    ),
    "MG123": warning(
        "A host with a private address was not contacted",
        "The host of a reference is, or resolves to, a loopback, link-local or private address; such addresses must be "
        "named themselves with --allow-remote, so that a description cannot reach into your network.",
        "Name the address itself with --allow-remote if this is meant.",
    ),
    "MG124": warning(
        "A reference leads nowhere",
        "The JSON pointer, anchor or `$id` of a `$ref` is not found in the file it names, or the reference leads back to "
        "itself, or to a schema where a response or a request body belongs.",
        "Mend the reference; the part it stood for is left out or taken as anything.",
    ),
    "MG130": error(
        "An overlay cannot be read",
        "The file that `overlays` names does not exist, cannot be opened, or is neither JSON nor YAML.",
        "Mend the path or the file; paths in mcpgen.yaml are relative to it.",
    ),
    "MG131": error(
        "The file is no overlay",
        "mcpgen reads OpenAPI Overlay 1.0 and 1.1: `overlay` (the version), `info` with title and version, and `actions`, "
        "each with a `target` that is a JSONPath (RFC 9535).",
    ),
    "MG132": warning(
        "An action of an overlay changes nothing",
        "Its target matches nothing in the description, or its `copy` does not match exactly one place; most often the "
        "description has changed since.",
        "Correct the target, or remove the action.",
    ),
    "MG133": error(
        "A variable for a header is not set",
        "The headers that a description is fetched with name environment variables, so that no secret is written into "
        "mcpgen.yaml, and one of them is not set here or holds what no header may.",
        "Set the variable where mcpgen runs; `mcpgen check` needs none, since it reads the project's own copy.",
    ),
}
