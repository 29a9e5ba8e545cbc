"""What clients get of blocks that their revision does not know."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime import Blocks, audio, link
from petstore_mcp._runtime.serving.answers import result_of
from petstore_mcp._runtime.serving.older import for_revision
from petstore_mcp._runtime.serving.wire import guarded

from tests.wire.schemas import result_problems

from .test_answers import ERAS, answered
from .test_blocks import EVERY


@pytest.mark.parametrize("era", ERAS)
def test_every_kind_of_block_is_one_that_the_client_knows(era):
    result = for_revision(result_of(EVERY, answered()), era)

    assert not list(result_problems(era, "tools/call", result))


@pytest.mark.parametrize("era", ERAS)
def test_so_it_is_in_messages(era):
    messages = [{"role": "user", "content": block} for block in EVERY]
    result = for_revision({"resultType": "complete", "messages": messages}, era)

    assert not list(result_problems(era, "prompts/get", result))


def test_a_sound_is_a_file_and_a_link_is_text_to_the_oldest():
    blocks = Blocks(audio(b"RIFF", "audio/wav"), link("pets://2", "rex", title="Rex"))

    sound, text = for_revision(result_of(blocks, answered()), "2024-11-05")["content"]

    assert sound["resource"]["mimeType"] == "audio/wav"
    assert sound["resource"]["blob"] == "UklGRg=="
    assert text == {"type": "text", "text": "Rex: pets://2"}


def test_what_a_client_knows_stays_as_it_is():
    result = result_of(EVERY, answered())

    assert for_revision(result, "2025-06-18") is result
    assert for_revision({"tools": []}, "2024-11-05") == {"tools": []}


@pytest.mark.anyio
async def test_every_handler_gives_what_its_client_knows():
    class Context:
        protocol_version = "2025-03-26"

    async def handler(_context, _request):
        return {"content": [link("pets://2", "rex")]}

    assert (await guarded(handler)(Context, None))["content"] == [
        {"type": "text", "text": "rex: pets://2"}
    ]
