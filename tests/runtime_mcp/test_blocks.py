"""Content blocks that a function of the owner's gives."""

from __future__ import annotations

import pytest
from mcp.types import methods
from petstore_mcp._runtime import Blocks, attached, audio, embedded, image, link
from petstore_mcp._runtime.serving.answers import MOST_BYTES, result_of

from .test_answers import ERAS, OBJECT, answered, texts

EVERY = Blocks(
    "Here they are:",
    image(b"\x89PNG", "image/png"),
    audio(b"RIFF", "audio/wav"),
    embedded("pets://1", '{"id": 1}', "application/json"),
    embedded("pets://1/photo", b"\x89PNG", "image/png"),
    link("pets://2", "Rex", title="Rex the dog", mime_type="application/json"),
)


@pytest.mark.parametrize("era", ERAS[2:])
def test_every_kind_of_block_is_legal(era):
    result = result_of(EVERY, answered())

    content = methods.serialize_server_result("tools/call", era, result)["content"]
    assert [each["type"] for each in content] == [
        "text",
        "image",
        "audio",
        "resource",
        "resource",
        "resource_link",
    ]


def test_blocks_come_as_the_function_gave_them():
    assert result_of(EVERY, answered())["content"][3] == {
        "type": "resource",
        "resource": {"uri": "pets://1", "mimeType": "application/json", "text": '{"id": 1}'},
    }


def test_blocks_are_no_structured_content_but_where_clients_insist():
    assert "structuredContent" not in result_of(EVERY, answered())
    assert result_of(EVERY, answered(output=OBJECT))["structuredContent"] == {"result": None}


def test_the_text_of_all_blocks_together_is_bounded():
    blocks = Blocks("a\n" * 3_000, embedded("pets://1", "b\n" * 3_000), "c")

    result = result_of(blocks, answered(tokens=1_000))

    first, second, *_ = result["content"]
    assert len(first["text"]) + len(second["resource"]["text"]) < 4_000
    assert "Shortened to fit 1,000 tokens: `[0]` has the first" in texts(result)[-1]


def test_text_in_blocks_is_clean():
    blocks = Blocks("a\x00b", embedded("pets://1", "c\u202ed"), link("pets://2", "e\x00f"))

    content = result_of(blocks, answered())["content"]

    assert content[0]["text"] == "ab"
    assert content[1]["resource"]["text"] == "cd"
    assert content[2]["name"] == "ef"


def test_a_file_that_is_too_big_is_told_and_not_passed_on():
    result = result_of(Blocks(image(b"x" * (MOST_BYTES + 1), "image/png")), answered())

    assert texts(result) == [
        "A file of 1,048,577 bytes is too big to pass on; at most 1,048,576 are."
    ]


def test_an_attached_file_becomes_the_block_of_its_media_type():
    assert attached("dot.png")["type"] == "image"
    assert attached("bark.wav")["type"] == "audio"
    assert attached("notes/care.md") == {
        "type": "resource",
        "resource": {
            "uri": "petstore://files/notes/care.md",
            "mimeType": "text/markdown",
            "text": "Feed it twice a day.",
        },
    }


def test_no_other_file_can_be_attached():
    with pytest.raises(KeyError):
        attached("../api.json")
