"""MG5xx: what makes a description hard for agents."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, note, warning

LINTING: Mapping[str, Rule] = {
    "MG501": warning(
        "An operation says nothing of itself",
        "It has neither a summary nor a description, so a model has its name, method and path to go by.",
        "Write a summary that says what it does, and a description that says when to use it.",
    ),
    "MG502": warning(
        "An argument has no description",
        "A model guesses what an argument means from its name and type. It guesses identifiers, units and formats wrongly.",
        "Describe the parameter or the property; say where a value comes from and in which unit.",
    ),
    "MG503": note(
        "A tool's name says little",
        "A model chooses a tool by its name first. Without an operationId the name is made from method and path.",
        "Give the operation an operationId of a verb and a noun, such as `listOrders`.",
    ),
    "MG504": warning(
        "The list of tools is long",
        "Hosts stop at 40 to 128 tools, and a model reads all of them before its first word. Points are lost from 40 tools or "
        "20,000 tokens, and all of them at 128 tools or 50,000 tokens.",
        "Choose operations in mcpgen.yaml (`include`, `exclude`), offer tags at start (`--tags`), or `mode: search`.",
    ),
    "MG505": note(
        "A tool is large",
        "A single tool takes more than 2,000 tokens of tools/list, which every conversation pays for.",
        "Hide arguments that nobody needs (`arguments` in mcpgen.yaml), and shorten descriptions and long `enum`s.",
    ),
    "MG506": note(
        "The arguments of a tool are huge",
        "A model fills a schema of more than 100 properties, or one that is nested more than 8 deep, with mistakes.",
        "Hide what nobody needs, or describe a smaller body of your own in mcpgen.yaml.",
    ),
    "MG507": note(
        "An argument has no example",
        "A required text has no example, choice, format or pattern, so its form has to be guessed.",
        "Give the parameter an `example`, or its schema `examples`, `enum`, `format` or `pattern`.",
    ),
    "MG508": note(
        "No errors are declared",
        "The operation declares no response of 4xx, 5xx or `default`, so nothing tells what a failure looks like.",
        "Declare at least a `default` response.",
    ),
    "MG509": note(
        "Two tools are described in the same words",
        "Only their names tell a model which of the two to call.",
        "Say in each description what tells it from the other.",
    ),
    "MG510": note(
        "Parts of the description cannot be used",
        "What could not be read, or cannot become a tool as it is described, was left out or changed; other findings name it.",
        "Correct the description where the other warnings say, or by an overlay.",
    ),
    "MG511": warning(
        "A model's interface would refuse the tool",
        "Hosts hand tools to their model's interface, which may take only a part of JSON Schema. Some hosts leave a refused tool "
        "out, others fail altogether.",
        "Hide the argument, give it a plainer schema by an overlay, or write the `profile:` of the interface into mcpgen.yaml.",
    ),
}
