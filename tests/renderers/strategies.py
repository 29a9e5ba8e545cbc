"""Texts and expressions to lay out."""

from __future__ import annotations

from hypothesis import strategies as st

from mcpgen.renderers.code import literal
from mcpgen.renderers.layout import (
    Check,
    Node,
    Signature,
    Statement,
    Text,
    call,
    group,
    keyed,
    mapping,
    union,
    value,
)

# Everything but what cannot be in a source file at all; escapes are ours to choose.
texts = st.text(st.characters(codec=None), max_size=120)
awkward = st.lists(
    st.sampled_from(
        [
            "a word ",
            '"',
            "'",
            "\\",
            '"""',
            "'''",
            "\n",
            "\r\n",
            "\t",
            "\xa0",
            "\u202e",
            "漢字",
            "\u200b",
            "\x0c",
            "\u2028",
            "{{ x }}",
            "%}",
            "\\N{DASH}",
            " ",
            "�",
            "é",
        ]
    ),
    max_size=20,
).map("".join)
words = st.text("abcdefghij", min_size=1, max_size=60)
names = words.map(lambda word: f"n{word}")
short_names = st.text("abc", min_size=1, max_size=12).map(lambda word: f"n{word}")

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False)
    | words
    | awkward,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words | awkward, inner, max_size=5),
    max_leaves=12,
)
wrapped: st.SearchStrategy[Node] = st.one_of(
    names.map(Text),
    names.map(lambda name: call("csv", [Text(name)])),
    names.map(lambda name: call("csv", [Text(name), keyed("reserved=", Text("True"))])),
)
slots = st.dictionaries(words, wrapped, max_size=6).map(
    lambda items: mapping((literal(key), node) for key, node in items.items())
)
keywords = st.tuples(short_names, slots | names.map(Text)).map(
    lambda pair: keyed(f"{pair[0]}=", pair[1])
)
requests = st.builds(
    lambda function, path, rest: call(function, [value(path), *rest]),
    st.sampled_from(["await api.get", "await api.request", "f"]),
    words,
    st.lists(keywords, max_size=4),
)
types = st.one_of(
    names,
    names.map(lambda name: f"list[{name}]"),
    st.sampled_from(["Any", "dict[str, Any]", "int | None"]),
)
statements = st.one_of(
    st.builds(lambda hint, node: Statement(f"answer: {hint} = ", node), types, requests),
    st.builds(Statement, st.sampled_from(["return ", "", "result = "]), requests),
    st.builds(Statement, st.just("expected = "), values.map(value)),
    st.builds(Check, st.sampled_from(["sent.json()", 'sent.headers["X-A"]']), values.map(value)),
)
parameters = st.builds(
    lambda name, hint, tail: f"{name}: {hint}{tail}",
    short_names,
    types,
    st.sampled_from(["", " | Omit = OMIT"]),
)
signatures = st.builds(
    lambda name, rest, returns: Signature(
        name, ("api: Api", *(["*", *rest] if rest else [])), returns
    ),
    names,
    st.lists(parameters, max_size=5, unique_by=lambda text: text.split(":")[0]),
    types,
)


def _subscript(name: str, items: list[Text]) -> Node:
    return group(f"{name}[", items, "]")


unions = st.lists(
    st.one_of(
        names.map(Text),
        st.lists(words.map(literal).map(Text), min_size=1, max_size=5).map(
            lambda items: _subscript("Literal", items)
        ),
        names.map(lambda name: _subscript("list", [Text(name)])),
    ),
    min_size=1,
    max_size=5,
).map(union)
