"""Merging Python by meaning."""

from __future__ import annotations

import pytest

from mcpgen.writers.merge import Clash, ClashKind, Merged, Sides, Unmergeable, merge
from mcpgen.writers.merge.code import parse

HEAD = """# Written by mcpgen [tools/pets]
\"\"\"Tools for the `pets` tag.\"\"\"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._runtime import OMIT, Omit, csv

if TYPE_CHECKING:
    from .._runtime import Api
    from ..schemas import Pet
"""
LIST = '''

async def list_pets(
    api: Api, *, limit: int | Omit = OMIT, tags: list[str] | Omit = OMIT
) -> list[Pet]:
    """List the pets, newest first."""
    pets: list[Pet] = await api.get("/pets", query={"limit": limit, "tags": csv(tags)})
    return pets
'''
GET = '''

async def get_pet(api: Api, *, pet_id: int) -> Pet:
    """Get one pet."""
    pet: Pet = await api.get("/pets/{petId}", path={"petId": pet_id})
    return pet
'''
BASE = HEAD + LIST + GET


def merged(ours: str, theirs: str, base: str = BASE) -> Merged:
    result = merge("a.py", Sides(base=base, ours=ours, theirs=theirs))
    parse(result.text)
    return result


def clean(ours: str, theirs: str, base: str = BASE) -> str:
    result = merged(ours, theirs, base)
    assert result.clashes == ()
    return result.text


def changed(*pairs: tuple[str, str], text: str = BASE) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


LOGGED = ("    return pets\n", '    log.info("%d", len(pets))\n    return pets\n')
SORTED = (
    ("tags: list[str] | Omit = OMIT\n", "tags: list[str] | Omit = OMIT, sort: str\n"),
    ('"tags": csv(tags)}', '"tags": csv(tags), "sort": sort}'),
)  # fmt: skip


def test_only_theirs() -> None:
    theirs = changed(*SORTED)
    assert clean(BASE, theirs) == theirs


def test_only_ours() -> None:
    ours = changed(LOGGED)
    assert clean(ours, BASE) == ours


def test_a_statement_beside_a_changed_one() -> None:
    text = clean(changed(LOGGED), changed(*SORTED))
    assert '"sort": sort})\n    log.info("%d", len(pets))\n    return pets\n' in text
    assert "sort: str\n" in text


def test_the_pieces_of_a_function_are_merged_apart() -> None:
    ours = changed(("newest first", "ours first"), LOGGED)
    theirs = changed(
        ("limit: int", "limit: float"), ("    pets: list[Pet] = await", "    pets = await")
    )
    text = clean(ours, theirs)
    assert "limit: float" in text
    assert "ours first" in text
    assert "    pets = await" in text
    assert "log.info" in text


@pytest.mark.parametrize(
    ("ours", "theirs", "piece"),
    [
        (("newest", "ours"), ("newest", "theirs"), "docstring"),
        (('"/pets"', '"/ours"'), ('"/pets"', '"/theirs"'), "body"),
        (("limit: int", "limit: str"), ("limit: int", "limit: float"), "signature"),
    ],
)
def test_ours_stays_where_both_changed_one_piece(
    ours: tuple[str, str], theirs: tuple[str, str], piece: str
) -> None:
    result = merged(changed(ours), changed(theirs, ("Get one pet.", "Get a pet.")))

    assert result.clashes == (Clash(f"list_pets, {piece}"),)
    assert result.text == changed(ours, ("Get one pet.", "Get a pet."))


def test_parameters_are_merged_by_name() -> None:
    ours = changed(
        ("limit: int | Omit = OMIT", "limit: int = 10, quite_my_own: tuple[str, ...] = ()")
    )
    theirs = changed(("tags: list[str] | Omit = OMIT", "tags: list[int] | Omit = OMIT, sort: str"))
    text = clean(ours, theirs)
    assert (
        "async def list_pets(\n"
        "    api: Api,\n"
        "    *,\n"
        "    limit: int = 10,\n"
        "    tags: list[int] | Omit = OMIT,\n"
        "    sort: str,\n"
        "    quite_my_own: tuple[str, ...] = (),\n"
        ") -> list[Pet]:\n"
    ) in text


def test_a_body_that_needs_a_parameter_keeps_it() -> None:
    ours = changed(("    return pets\n", "    return pets[:limit]\n"))
    theirs = changed(("limit: int | Omit = OMIT, ", ""), ('"limit": limit, ', ""))

    result = merged(ours, theirs)

    assert result.clashes == (Clash("list_pets, body"),)
    assert result.text == ours


def test_a_body_that_needs_a_variable_keeps_it() -> None:
    base = changed(("    return pets\n", "    most = 9\n    return pets\n"))
    ours = changed(("    return pets\n", "    return pets[:most]\n"), text=base)

    result = merged(ours, BASE, base)

    assert result.clashes == (Clash("list_pets, body"),)
    assert result.text == ours


def test_a_new_function_stands_behind_the_one_it_is_generated_behind() -> None:
    new = GET.replace("get_pet", "new_pet")
    own = "\n\ndef own() -> None:\n    pass\n"
    ours = HEAD + GET + own + LIST

    text = clean(ours, HEAD + LIST + new + GET)

    assert text == HEAD + GET + own + LIST + new


def test_a_new_first_function_stands_in_front_of_the_next() -> None:
    new = GET.replace("get_pet", "new_pet")
    assert (
        clean(HEAD + "\nX = 1\n" + GET, HEAD + new + GET, HEAD + GET)
        == HEAD + "\nX = 1\n" + new + GET
    )


def test_an_unedited_function_goes_with_its_operation() -> None:
    assert clean(changed(("Get one pet.", "Ours.")), HEAD + GET) == HEAD.replace(
        "OMIT, Omit, csv", "OMIT, Omit, csv"
    ) + GET.replace("Get one pet.", "Ours.")


def test_an_edited_function_stays_without_its_operation() -> None:
    result = merged(changed(LOGGED), HEAD + GET)
    assert result.clashes == (Clash("list_pets", ClashKind.DROPPED),)
    assert result.text == changed(LOGGED)


def test_a_commented_function_is_an_edited_one() -> None:
    ours = changed(("\n\nasync def list", "\n\n# Ask Bo about this one.\nasync def list"))
    assert "# Ask Bo about this one.\nasync def list_pets" in merged(ours, HEAD + GET).text


def test_a_function_that_own_code_calls_stays() -> None:
    own = "\n\nasync def first(api: Api) -> Pet:\n    return (await list_pets(api))[0]\n"
    result = merged(BASE + own, HEAD + GET)
    assert result.clashes == (Clash("list_pets", ClashKind.DROPPED),)
    assert result.text == BASE + own


def test_a_name_that_is_local_elsewhere_keeps_no_function() -> None:
    own = "\n\ndef own() -> int:\n    list_pets = 1\n    return list_pets\n"
    assert clean(BASE + own, HEAD + GET) == HEAD + GET + own


def test_a_deleted_function_stays_deleted() -> None:
    theirs = changed(("Get one pet.", "Get a pet."))
    assert clean(HEAD + GET, theirs) == HEAD + GET.replace("Get one pet.", "Get a pet.")


def test_a_new_version_of_a_deleted_function_is_told() -> None:
    result = merged(HEAD + GET, changed(("newest first", "oldest first")))
    assert result == Merged(HEAD + GET, (Clash("list_pets", ClashKind.DELETED),))


def test_a_reformatted_function_is_not_an_edited_one() -> None:
    ours = changed(
        (
            "(\n    api: Api, *, limit: int | Omit = OMIT, tags: list[str] | Omit = OMIT\n)",
            "(\n    api: Api,\n    *,\n    limit: int | Omit = OMIT,\n    tags: list[str] | Omit = OMIT,\n)",
        ),
        ('"/pets"', "'/pets'"),
    )
    theirs = changed(*SORTED)
    assert clean(ours, theirs) == theirs
    assert clean(ours, BASE) == ours


def test_a_comment_is_an_edit() -> None:
    ours = changed(("    return pets\n", "    return pets  # all of them\n"))
    assert "# all of them" in clean(ours, changed(("newest", "oldest")))


def test_what_both_added_alike_is_no_clash() -> None:
    own = GET.replace("get_pet", "own")
    assert clean(BASE + own, BASE + own) == BASE + own


def test_what_both_added_differently_is() -> None:
    own = GET.replace("get_pet", "own")
    result = merged(BASE + own, BASE + own.replace("one pet", "a pet"))
    assert result.clashes == (Clash("own"),)
    assert result.text == BASE + own


def test_a_header_follows_the_description() -> None:
    ours = changed(LOGGED)
    theirs = changed(
        ("by mcpgen", "by mcpgen from b.yaml"), ("`pets` tag", "`pets` tag, all of them")
    )
    assert clean(ours, theirs) == changed(LOGGED, text=theirs)


def test_own_imports_and_new_imports_are_both_there() -> None:
    ours = changed(
        ("from typing", "import logging\nfrom typing"),
        ("import OMIT, Omit, csv", "import OMIT, Call, Omit, csv"),
        ("import Pet", "import Pet, Toy"),
    )
    theirs = changed(
        ("import OMIT, Omit, csv", "import OMIT, Omit, csv, pipes"),
        (
            "    from ..schemas import Pet",
            "    from ..other import Thing\n    from ..schemas import Owner, Pet",
        ),
        ("csv(tags)", "pipes(csv(tags))"),
    )
    text = clean(ours, theirs)
    assert "import logging\nfrom typing" in text
    assert "from .._runtime import OMIT, Call, Omit, csv, pipes\n" in text
    assert (
        "if TYPE_CHECKING:\n"
        "    from .._runtime import Api\n"
        "    from ..other import Thing\n"
        "    from ..schemas import Owner, Pet, Toy\n"
    ) in text


def test_an_import_that_is_no_longer_generated_goes_unless_it_is_used() -> None:
    theirs = changed(("OMIT, Omit, csv", "OMIT, Omit"), ("csv(tags)", "tags"))
    own = "\n\nX = 1\n"
    assert "csv" not in clean(BASE + own, theirs)
    own = "\n\ndef own(tags: list[str]) -> object:\n    return csv(tags)\n"
    assert "import OMIT, Omit, csv\n" in clean(BASE + own, theirs)


def test_a_removed_import_comes_back_for_code_that_needs_it() -> None:
    ours = changed((", csv\n", "\n"), ("csv(tags)", "tags"))
    new = LIST.replace("list_pets", "list_toys")
    assert "import OMIT, Omit, csv\n" in clean(ours, BASE + new)
    assert "csv" not in clean(ours, changed(("Get one pet.", "Get a pet.")))


def test_a_removed_import_does_not_come_back_over_an_own_one() -> None:
    ours = changed((", csv\n", "\nfrom .own import csv\n"))
    text = clean(ours, BASE + GET.replace("get_pet", "new").replace("pet_id}", "csv(pet_id)}"))
    assert text.count("csv\n") == 1


def test_a_comment_on_an_import_stays() -> None:
    ours = changed(("OMIT, Omit, csv\n", "OMIT, Omit, csv  # ours\n"))
    text = clean(ours, changed(("OMIT, Omit, csv", "OMIT, Omit, csv, pipes"), ("csv(", "pipes(")))
    assert "from .._runtime import OMIT, Omit, csv, pipes  # ours\n" in text


def test_comments_within_an_import_stay() -> None:
    ours = changed(
        ("import OMIT, Omit, csv\n", "import (\n    OMIT,\n    Omit,  # ours\n    csv,\n)\n")
    )
    text = clean(ours, changed(("OMIT, Omit, csv", "OMIT, Omit, csv, pipes"), ("csv(", "pipes(")))
    assert "    csv,\n)\nfrom .._runtime import pipes\n" in text


def test_many_imports_are_laid_out_as_black_does() -> None:
    names = [f"a_rather_long_name_{index}" for index in range(5)]
    theirs = changed(("OMIT, Omit, csv", ", ".join(["OMIT", "Omit", "csv", *names])))
    text = clean(changed(("OMIT, Omit, csv", "OMIT, Call, Omit, csv")), theirs)
    assert f"import (\n    OMIT,\n    Call,\n    Omit,\n    {names[0]},\n" in text


def test_other_statements_are_merged_one_by_one() -> None:
    base = "A = 1\nB: int = 1\nif A:\n    C = 1\nprint(A)\n"
    ours = base.replace("A = 1", "A = 2").replace("C = 1", "C = 2")
    theirs = base.replace("B: int = 1", "B: int = 3") + "D = 4\n"
    assert clean(ours, theirs, base) == "A = 2\nB: int = 3\nif A:\n    C = 2\nprint(A)\nD = 4\n"


def test_a_changed_class_clashes_as_a_whole() -> None:
    base = "class A:\n    x = 1\n"
    result = merged(base.replace("1", "2"), base.replace("1", "3"), base)
    assert result == Merged("class A:\n    x = 2\n", (Clash("A"),))


def test_statements_on_one_line_stay_together() -> None:
    base = "A = 1; B = 2\nC = 3\n"
    assert clean(base.replace("C = 3", "C = 4"), base.replace("B = 2", "B = 5"), base) == (
        "A = 1; B = 5\nC = 4\n"
    )


def test_a_function_on_one_line_clashes_as_a_whole() -> None:
    base = "def a(): return 1\n"
    result = merged(base.replace("1", "2"), base.replace("1", "3"), base)
    assert result == Merged("def a(): return 2\n", (Clash("a"),))


def test_comments_at_the_end_of_a_function_and_of_the_file_stay() -> None:
    ours = (
        changed(("    return pet\n", "    return pet\n    # end of get_pet\n")) + "\n# The end.\n"
    )
    new = GET.replace("get_pet", "new_pet")
    assert clean(ours, BASE + new) == ours.replace(
        "\n\n# The end.\n", "\n" + new + "\n# The end.\n"
    ).replace("get_pet\n\n\n", "get_pet\n\n\n")


def test_comments_at_the_end_of_the_file_that_both_changed_stay_ours() -> None:
    ours, theirs = (f"{BASE}# {whose}\n" for whose in ("ours", "theirs"))
    result = merged(ours, theirs, f"{BASE}# old\n")
    assert result == Merged(ours, (Clash("end of the file"),))


def test_text_in_strings_is_not_code() -> None:
    base = 'A = """\ndef list_pets():\n# not a comment\n"""\n' + GET
    ours = base.replace("not a comment", "ours")
    assert "# ours" in clean(ours, base.replace("Get one pet.", "Get a pet."), base)


@pytest.mark.parametrize(
    "text",
    [
        'TEXT = """\ndef get_pet():\n    pass\n"""\n',
        'TEXT = """\n@mine\n"""\n',
        "@mine(\n    1,\n)\n@other\ndef own() -> int:\n    return 1\n",
        "class Own:\n    @property\n    def own(self) -> int:\n        return 1\n",
        "if OMIT:\n    own = 1\nelse:\n    own = 2\ndef of_own(): return own\n",
        "own = \\\n    1\n",
    ],
)
def test_own_statements_stay_whole(text: str) -> None:
    assert clean(changed((GET, f"\n\n{text}{GET}")), changed(*SORTED)).endswith(f"\n\n{text}{GET}")
    assert clean(BASE + text, changed(*SORTED)).endswith(f"{GET}{text}")


def test_python_that_does_not_parse_is_told_by_its_line() -> None:
    wrong = changed(("return pet\n", "return pet)\n"))
    line = wrong[: wrong.index("return pet)")].count("\n") + 1
    with pytest.raises(Unmergeable, match=f"line {line} is no Python"):
        merged(wrong, BASE)


def test_python_that_does_not_parse_is_not_merged() -> None:
    with pytest.raises(Unmergeable, match="line 2 is no Python"):
        merge("a.py", Sides(base="A = 1\n", ours="A = 1\ndef (\n", theirs="A = 2\n"))


def test_other_line_ends_within_lines_are_not_merged() -> None:
    with pytest.raises(Unmergeable, match="carriage returns"):
        merge("a.py", Sides(base="A = 1\n", ours="A = 1\rB = 2\n", theirs="A = 2\n"))


def test_a_null_byte_is_not_python() -> None:
    with pytest.raises(Unmergeable):
        merge("a.py", Sides(base="A = 1\n", ours="A = '\0'\n", theirs="A = 2\n"))


def test_deprecated_escapes_are_the_owners_business() -> None:
    ours = changed(("    return pets\n", '    x = "\\d"\n    return pets\n'))
    assert '"\\d"' in clean(ours, changed(("newest", "oldest")))


ONE = '''async def find(api: Api, *, limit: int | Omit = OMIT) -> Json:
    """Finds."""
    return await api.get("/pets", query={"limit": limit})
'''
MORE = changed(
    (") -> Json", ", sort: str | Omit = OMIT) -> Json"),
    ('"limit": limit}', '"limit": limit, "sort": sort}'),
    text=ONE,
)


def body(text: str) -> str:
    return text.partition('"""Finds."""\n')[2]


def test_a_request_follows_the_description_into_the_statement_its_owner_wrote() -> None:
    ours = changed(("    return await", "    found = await"), text=ONE) + "    return found[:3]\n"
    assert body(clean(ours, MORE, ONE)) == (
        '    found = await api.get("/pets", query={"limit": limit, "sort": sort})\n'
        "    return found[:3]\n"
    )


def test_a_request_follows_the_description_into_a_block() -> None:
    ours = changed(
        ("    return await", "    # Twice.\n    for _ in range(2):\n        await"), text=ONE
    )
    theirs = changed(("limit}", f'limit, "a_long_name": {"n" * 50}}}'), text=ONE)
    assert body(clean(ours, theirs, ONE)) == (
        "    # Twice.\n"
        "    for _ in range(2):\n"
        "        await api.get(\n"
        '            "/pets",\n'
        "            query={\n"
        '                "limit": limit,\n'
        f'                "a_long_name": {"n" * 50},\n'
        "            },\n"
        "        )\n"
    )


def test_arguments_of_a_request_are_merged_by_name_and_key() -> None:
    ours = changed(("limit}", 'limit or 10, "own": 1}, headers={"X": "1"}'), text=ONE)
    assert body(clean(ours, MORE, ONE)) == (
        "    return await api.get(\n"
        '        "/pets", query={"limit": limit or 10, "sort": sort, "own": 1}, headers={"X": "1"}\n'
        "    )\n"
    )


QUERY = 'query={"limit": limit}'


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ('query={"limit": int(limit)}', 'query={"limit": str(limit)}'),
        ("query={**more}", 'query={"limit": limit, "sort": "up"}'),
        ("query={}, **more", 'query={"limit": limit, "sort": "up"}'),
        ('query={"limit": 1}  # ours\n    ', 'query={"limit": limit, "sort": "up"}'),
    ],
)
def test_a_request_that_both_changed_stays_ours(ours: str, theirs: str) -> None:
    mine = changed((QUERY, ours), text=ONE)
    result = merged(mine, changed((QUERY, theirs), text=ONE), ONE)
    assert result == Merged(mine, (Clash("find, body"),))


def test_two_requests_are_no_one_request() -> None:
    ours = changed(("    return await", '    await api.get("/ping")\n    found = await'), text=ONE)
    assert merged(ours, MORE, ONE).clashes == (Clash("find, body"),)
