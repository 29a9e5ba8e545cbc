"""MG4xx: the project on disk, its `mcpgen.yaml` and its files."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, error, note, warning

PROJECT: Mapping[str, Rule] = {
    "MG401": error(
        "mcpgen.yaml is not YAML",
        "The file cannot be parsed. The position is where the parser gave up; the fault itself is often a line earlier: "
        "a tab in the indentation, an unclosed quote, text with `: ` in it that needs quotes.",
        "Mend the syntax at the place shown.",
    ),
    "MG402": error(
        "mcpgen.yaml says what has no meaning",
        "Keys and values are checked against a schema, which each project has as .mcpgen/mcpgen.schema.json, for editors. "
        "Nothing is guessed: a misspelt key would otherwise be an option silently lost.",
        "`mcpgen explain KEY` tells what a key means and takes.",
    ),
    "MG403": error(
        "A tool's arguments do not fit its request",
        "Every `{name}` of a request's path is an argument of that name, and an argument said to be `in: path` stands "
        "in the path.",
    ),
    "MG404": error(
        "A key is written twice in mcpgen.yaml",
        "A mapping has two values under one key, so one of them would be lost.",
        "Remove or rename one of the two.",
    ),
    "MG405": error(
        "A file that mcpgen.yaml extends cannot be used",
        "`extends` names a YAML file by a relative path. It has the form of an mcpgen.yaml itself, and may extend another, "
        "but none that leads back to where it began.",
        "Correct the path, which is relative to the file that names it.",
    ),
    "MG406": error(
        "A file whose content is to be given cannot be used",
        "The content of a `file` (of a resource, or in a tool or a prompt) becomes part of the server when it is generated. "
        "It is a file of at most 1 MiB, named by a path relative to mcpgen.yaml.",
        "Correct the path, or make the file smaller; what is larger belongs behind an operation.",
    ),
    "MG407": error(
        "An entry cannot be added to mcpgen.yaml",
        "New entries are added as lines of their own, so that comments and formatting stay as they are.",
        "Write the entry by hand, then run `mcpgen regenerate`.",
    ),
    "MG410": error(
        "The project's manifest cannot be read",
        ".mcpgen/manifest.json says what mcpgen wrote and whose each file is; without it an edit cannot be told from "
        "generated text, so nothing is written. Most often a merge of two branches left its conflict markers in it.",
        "Restore the file from version control, or take either branch's and generate again.",
    ),
    "MG411": error(
        "The project was written by a newer mcpgen",
        "The notes in .mcpgen/ are in a format that this version does not know.",
        "Install the newer mcpgen.",
    ),
    "MG412": error(
        "The folder holds something else",
        "A project is generated into a new or empty folder (version control, a licence and mcpgen.yaml may be there), or "
        "over what mcpgen wrote before. These files are neither.",
        "Give another folder with --output, or move them away.",
    ),
    "MG413": error(
        "A generated file was edited",
        "Files said to be generated are overwritten by each generation, which would lose the edit. Behaviour is changed "
        "in hooks.py, in the functions of tools/ and in mcpgen.yaml, which stay yours.",
        "Move the edit to where it lasts; `mcpgen regenerate` leaves the file as it is, and `mcpgen accept PATH` takes it back "
        "(a backup stays in .mcpgen/backup/).",
    ),
    "MG414": error(
        "A file cannot be written where it belongs",
        "Nothing is written through a symbolic link, over a folder, or outside the project.",
        "Move away what stands there.",
    ),
    "MG415": error(
        "The project could not be written",
        "Writing stopped half-way, and what had been written was taken back: the project is as it was. Where even that "
        "was not possible, the next run of mcpgen tries again; .mcpgen/backup/ has the files as they were.",
        "Mend what the message names, and run mcpgen again. If it is .mcpgen/journal.json that cannot be read, remove it.",
    ),
    "MG416": warning(
        "A file was left as it is",
        "Regenerating never overwrites a generated file that was edited, nor a file of yours that stands where a new one "
        "belongs; everything else is brought up to date. The rest of the server may count on what was not written.",
        "Move the edit to where it lasts (hooks.py, the functions of tools/, mcpgen.yaml), or overwrite generated files "
        "with `mcpgen accept PATH` (a backup stays in .mcpgen/backup/).",
    ),
    "MG420": warning(
        "You and the description changed the same part",
        "Functions are merged by signature, docstring and body, files of settings by key, others by lines. Where both "
        "sides changed one part, yours stays as it is; everything else is merged.",
        "`mcpgen diff TOOL` shows the new version, `mcpgen accept TOOL` takes it.",
    ),
    "MG421": warning(
        "Something you changed or use is no longer generated",
        "The description has dropped it. It stays because your work is in it or depends on it.",
        "Delete it when you no longer need it; `mcpgen accept TOOL` does that for the function of a tool.",
    ),
    "MG422": note(
        "What you deleted stays deleted",
        "Deleting a generated file or function is an edit like any other.",
        "To have a file again, restore it from version control; a generated one also comes back with "
        "`mcpgen accept PATH`.",
    ),
    "MG423": note(
        "A file was found where you moved it",
        "It is known by the id in its header, and is kept up to date where it is now.",
    ),
    "MG424": warning(
        "A file could not be merged",
        "Your version cannot be read as what its name says (Python, TOML, JSON or text in UTF-8), so it stays as it is.",
        "Mend it and generate again.",
    ),
    "MG425": warning(
        "What was generated last is not known",
        "The text in .mcpgen/base.json is missing or does not belong to the manifest, so your edits cannot be told from "
        "changes of the description. Your version stays as it is.",
        "Restore .mcpgen/ from version control.",
    ),
    "MG426": note(
        "Your edit moved along with its function",
        "The description now has the function in another module or under another name.",
    ),
    "MG430": note(
        "An interrupted run was finished",
        "mcpgen was stopped while it wrote. Everything had been prepared, so the rest was written now.",
    ),
    "MG431": note(
        "An interrupted run was taken back",
        "mcpgen was stopped while it wrote, and files were edited since. What had been written was taken back, except "
        "where you edited it.",
        "Generate again.",
    ),
    "MG432": warning(
        "A new host gets no credential",
        "The description names a host that `hosts` in mcpgen.yaml does not. Requests may go there, but no credential "
        "does: who can change the description could otherwise have it sent anywhere.",
        "If the host is right, run `mcpgen regenerate PROJECT --accept-security`, or add it to `hosts`.",
    ),
    "MG433": error(
        "The hosts in mcpgen.yaml cannot be changed by line",
        "`hosts` stands in a shared file, or in a form that cannot be edited without touching what is around it.",
        "Add the host to `hosts` by hand.",
    ),
    "MG434": note(
        "An operation was renamed",
        "Its operationId changed. The tool keeps its name, since callers know it by that.",
        "To take the new name, set `name` for the operation in mcpgen.yaml.",
    ),
    "MG435": error(
        "Another run of mcpgen is at work on this project",
        "Two runs at once would undo each other's work, so the second one stops before it has read or written anything. A run "
        "that was killed keeps nobody away.",
        "Try again when the other has ended.",
    ),
    "MG436": error(
        "The runtime does not fit the project",
        "`--runtime-only` leaves the catalogue as it is, which the runtime reads. This one reads another format, so the whole "
        "project has to be brought up to date.",
        "Run `mcpgen regenerate` without `--runtime-only`; with `--offline` the description stays as it is.",
    ),
    "MG437": note(
        "mcpgen.yaml names another description now",
        "What the project is generated from was given on the command line. It stands in mcpgen.yaml from now on, so that "
        "`mcpgen regenerate` alone follows it too.",
    ),
    "MG438": error(
        "The description in mcpgen.yaml cannot be replaced by line",
        "`openapi` stands in a shared file, or in a form that cannot be edited without touching what is around it. Were it "
        "not replaced there, the next `mcpgen regenerate` would go back to the old description.",
        "Change `openapi` by hand, then run `mcpgen regenerate` without a description.",
    ),
    "MG439": error(
        "The description is of another API",
        "Hardly any operation that the project's tools stand for is in the description. Going on would remove these tools, and "
        "keep the name, the hosts for credentials and the choices that were made for the other API.",
        "Generate into a folder of its own (`mcpgen generate … --output`). If it is the same API after all, say so with `--replace`.",
    ),
    "MG440": note(
        "A file that the server needs was missing",
        "What only mcpgen writes below src/ (the catalogue, the types, the runtime) is no place for edits, and without it "
        "the server does not start. It is written again.",
        "`mcpgen regenerate` writes it. To leave out a tool, use `exclude` in mcpgen.yaml.",
    ),
    "MG441": warning(
        "What the server offers cannot work",
        "The functions of these tools, or a whole file of them, were deleted. That is an edit like any other and stays, but "
        "the server goes on listing what they were for, and every call of it fails.",
        "`mcpgen accept PATH` or `mcpgen accept TOOL` brings the code back; `exclude` in mcpgen.yaml leaves the tools out.",
    ),
    "MG442": note(
        "Your version stands in place of a newer generated one",
        "You and the description changed the same part in an earlier run, and yours stayed. What the description asks for "
        "there may be missing in yours.",
        "`mcpgen diff PATH` shows the generated version, `mcpgen accept TOOL` takes it. This is told until you do, or change "
        "yours.",
    ),
    "MG443": error(
        "The memory of the project is missing",
        "`.mcpgen/` says what mcpgen wrote last, so that your edits can be told from it. It belongs into version control, "
        "beside the code.",
        "Restore it from version control.",
    ),
}
