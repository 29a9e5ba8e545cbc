from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from runtime.request.bodies import Body, make_body
from runtime.request.files import Folder
from runtime.request.values import OMIT, ArgumentError, csv, deep, file, json_text, part
from runtime.upstream import make

PNG = "iVBORw0KGgr/AP8="
NOWHERE = Folder(None, "SHOP_FILES")


def body(kind: str, value: object, media_type: str = "", folder: Folder = NOWHERE) -> Body:
    return make_body(
        kind, value, media_type=media_type, folder=folder, xml={"name": "pet"}, parts={}
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": 1, "b": OMIT, "c": None}, '{"a":1,"c":null}'),
        ({"a": {"b": None}}, '{"a":{"b":null}}'),
        ([1, 2], "[1,2]"),
        ("true", '"true"'),
        (0, "0"),
        (None, "null"),
        ({"n": 12345678901234567890123}, '{"n":12345678901234567890123}'),
        ({"é": "\u2028"}, '{"é":"\u2028"}'),
        ({}, "{}"),
    ],
)
def test_json(value: object, text: str) -> None:
    assert body("json", value) == Body(content=text.encode(), media_type="application/json")


def test_a_json_kind_keeps_its_own_type() -> None:
    patch = body("json", {"name": None}, "application/merge-patch+json")
    assert (patch.content, patch.media_type) == (b'{"name":null}', "application/merge-patch+json")


def test_json_lines() -> None:
    assert body("json", [{"a": 1}, 2], "application/x-ndjson").content == b'{"a":1}\n2\n'


@pytest.mark.parametrize(
    ("media_type", "content"),
    [
        ("application/x-www-form-urlencoded", b"a=1"),
        ("application/xml", b'<?xml version="1.0" encoding="UTF-8"?>\n<pet><a>1</a></pet>'),
        ("text/plain", b'{"a":1}'),
        ("application/vnd.api+json", b'{"a":1}'),
    ],
)
def test_the_media_type_decides_how_a_body_is_written(media_type: str, content: bytes) -> None:
    assert body("json", {"a": 1}, media_type) == Body(content=content, media_type=media_type)


def test_a_file_of_any_type_stays_a_file() -> None:
    assert body("binary", PNG, "image/svg+xml").content[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("declared", "sent"),
    [("application/json; q=a b", "application/json"), ("nonsense\r\n", "application/json")],
)
def test_a_declared_type_that_no_header_can_hold_is_not_sent(declared: str, sent: str) -> None:
    assert body("json", {}, declared).media_type == sent


@pytest.mark.parametrize(
    ("text", "media_type", "content", "sent"),
    [
        ("hello", "", b"hello", "text/plain"),
        ("wörld", "", "wörld".encode(), "text/plain; charset=utf-8"),
        ("wörld", "text/plain; charset=ISO-8859-1", b"w\xf6rld", "text/plain; charset=ISO-8859-1"),
        (3, "text/csv", b"3", "text/csv"),
    ],
)
def test_text(text: object, media_type: str, content: bytes, sent: str) -> None:
    assert body("text", text, media_type) == Body(content=content, media_type=sent)


def test_text_that_its_charset_cannot_hold_is_refused() -> None:
    with pytest.raises(ArgumentError, match="iso8859-1"):
        body("text", "日本", "text/plain; charset=latin-1")


@pytest.mark.parametrize(
    ("value", "declared", "media_type"),
    [
        (PNG, "", "application/octet-stream"),
        (PNG, "image/*", "application/octet-stream"),
        (PNG, "image/png", "image/png"),
        ({"base64": PNG, "filename": "a.png"}, "", "image/png"),
        ({"base64": PNG, "mediaType": "image/webp"}, "image/png", "image/webp"),
        (f"data:image/gif;base64,{PNG}", "", "image/gif"),
    ],
)
def test_the_type_of_a_file(value: object, declared: str, media_type: str) -> None:
    sent = body("binary", value, declared)
    assert (sent.content, sent.media_type) == (b"\x89PNG\r\n\x1a\n\xff\x00\xff", media_type)


@pytest.mark.parametrize("text", ["_wD-AQI=", "/wD+AQI=", "/wD+AQI", " /wD+\nAQI= "])
def test_base64_in_either_alphabet(text: str) -> None:
    assert body("binary", text).content == b"\xff\x00\xfe\x01\x02"


@pytest.mark.parametrize("value", ["not base64!", {"base64": "%%"}, {"filename": "a"}, 3, None, []])
def test_what_is_no_file_is_refused(value: object) -> None:
    with pytest.raises(ArgumentError, match="base64"):
        body("binary", value)


@pytest.mark.parametrize("media_type", ["image/png\r\nX-Evil: 1", "png", "image/*"])
def test_a_caller_cannot_smuggle_anything_into_the_media_type(media_type: str) -> None:
    with pytest.raises(ArgumentError, match="not a media type"):
        body("multipart", {"f": file({"base64": PNG, "mediaType": media_type})})


class TestPaths:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Folder:
        (tmp_path / "files" / "in").mkdir(parents=True)
        (tmp_path / "files" / "in" / "a.txt").write_text("inside")
        (tmp_path / "secret.txt").write_text("outside")
        return Folder(tmp_path / "files", "SHOP_FILES")

    def test_a_file_below_the_folder_is_read(self, folder: Folder) -> None:
        sent = body("binary", {"path": "in/a.txt"}, folder=folder)
        assert sent == Body(content=b"inside", media_type="text/plain")

    @pytest.mark.parametrize(
        "path", ["../secret.txt", "in/../../secret.txt", "/etc/passwd", "in", "none", "", "."]
    )
    def test_nothing_else_is(self, folder: Folder, path: str) -> None:
        with pytest.raises(ArgumentError, match="no file below"):
            body("binary", {"path": path}, folder=folder)

    def test_a_symbolic_link_does_not_lead_out(self, folder: Folder, tmp_path: Path) -> None:
        (tmp_path / "files" / "link").symlink_to(tmp_path / "secret.txt")
        with pytest.raises(ArgumentError, match="no file below"):
            body("binary", {"path": "link"}, folder=folder)

    def test_a_named_pipe_does_not_block(self, folder: Folder, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "files" / "pipe")
        with pytest.raises(ArgumentError, match="no file below"):
            body("binary", {"path": "pipe"}, folder=folder)

    def test_a_file_has_a_largest_size(
        self, folder: Folder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("runtime.request.files._MOST_BYTES", 3)
        with pytest.raises(ArgumentError, match="larger than 3 bytes"):
            body("binary", {"path": "in/a.txt"}, folder=folder)

    def test_without_a_folder_the_variable_is_named(self) -> None:
        with pytest.raises(ArgumentError, match="SHOP_FILES"):
            body("binary", {"path": "a.txt"})


def parts(value: object) -> list[tuple[str, bytes]]:
    """Head and content of each part of a multipart body."""
    sent = body("multipart", value)
    boundary = sent.media_type.partition("boundary=")[2].encode()
    *between, end = sent.content.split(b"--" + boundary)[1:]
    assert end == b"--\r\n"
    found = [piece.removesuffix(b"\r\n").partition(b"\r\n\r\n") for piece in between]
    return [(head.decode().removeprefix("\r\n"), content) for head, _, content in found]


def test_multipart() -> None:
    assert parts(
        {
            "title": "sea",
            "public": True,
            "tags": ["a", "b"],
            "about": {"a": 1},
            "json": json_text([1]),
            "csv": csv(["x", "y"]),
            "deep": deep({"a": 1}),
            "xml": part("<a/>", "text/xml"),
            "typed": part({"a": 1}, "application/vnd.a+json"),
            "none": None,
            "out": OMIT,
        }
    ) == [
        ('Content-Disposition: form-data; name="title"', b"sea"),
        ('Content-Disposition: form-data; name="public"', b"true"),
        ('Content-Disposition: form-data; name="tags"', b"a"),
        ('Content-Disposition: form-data; name="tags"', b"b"),
        (
            'Content-Disposition: form-data; name="about"\r\nContent-Type: application/json',
            b'{"a":1}',
        ),
        ('Content-Disposition: form-data; name="json"\r\nContent-Type: application/json', b"[1]"),
        ('Content-Disposition: form-data; name="csv"', b"x,y"),
        ('Content-Disposition: form-data; name="deep[a]"', b"1"),
        ('Content-Disposition: form-data; name="xml"\r\nContent-Type: text/xml', b"<a/>"),
        (
            'Content-Disposition: form-data; name="typed"\r\nContent-Type: application/vnd.a+json',
            b'{"a":1}',
        ),
    ]


@pytest.mark.parametrize(
    ("given", "filename"),
    [
        (PNG, "up.png"),
        ({"base64": PNG, "filename": "sea.jpg"}, "sea.jpg"),
        ({"base64": PNG, "filename": "../../a b.png"}, "a b.png"),
        ({"base64": PNG, "filename": 'a"\r\nX: 1;.png'}, "a%22%0D%0AX: 1;.png"),
        ({"base64": PNG, "filename": "日本.png"}, "日本.png"),
    ],
)
def test_file_names(given: Any, filename: str) -> None:
    ((head, _),) = parts({"up": file(given, "image/png")})
    lines = head.split("\r\n")
    assert lines == [
        f'Content-Disposition: form-data; name="up"; filename="{filename}"',
        "Content-Type: image/png",
    ]


def test_several_files_are_parts_of_one_name() -> None:
    found = parts({"up[]": file([PNG, {"base64": PNG, "filename": "b"}], "image/png, image/gif")})
    assert [head.split("\r\n")[0] for head, _ in found] == [
        'Content-Disposition: form-data; name="up[]"; filename="up.bin"',
        'Content-Disposition: form-data; name="up[]"; filename="b"',
    ]


def test_a_multipart_body_is_an_object_or_an_array() -> None:
    assert parts([{"a": 1}, "b"]) == [("Content-Type: application/json", b'{"a":1}'), ("", b"b")]
    with pytest.raises(ArgumentError, match="multipart"):
        body("multipart", "x")


@pytest.mark.anyio
async def test_a_body_that_is_left_out_is_not_sent() -> None:
    shop = make(of={**make().entry, "operation": "POST /pets"})
    await shop.call("POST", json=OMIT)
    assert shop.api.last.content == b""
    assert "content-type" not in shop.api.last.headers


@pytest.mark.anyio
@pytest.mark.parametrize("method", ["GET", "DELETE", "QUERY"])
async def test_any_method_may_have_a_body(method: str) -> None:
    shop = make()
    await shop.call(method, json={"a": OMIT})
    assert json.loads(shop.api.last.content) == {}


@pytest.mark.anyio
async def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(ArgumentError, match="cannot be sent"):
        await make().call("POST", json={"a": "\ud800"})
    with pytest.raises(ArgumentError, match="cannot be sent"):
        await make().call("GET", query={"a": "\ud800"})
