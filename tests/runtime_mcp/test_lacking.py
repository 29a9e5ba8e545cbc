"""A file of the server's own that is missing or broken is told in one sentence."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime._errors import SettingsError
from petstore_mcp._runtime.serving.catalog import find_function, load_api, load_catalog


@pytest.fixture
def package(tmp_path, monkeypatch) -> str:
    folder = tmp_path / "lacking_mcp" / "tools"
    folder.mkdir(parents=True)
    for place in (folder, folder.parent):
        (place / "__init__.py").write_text("")
    (folder / "broken.py").write_text("def (:\n")
    (folder / "empty.py").write_text("")
    (folder / "needy.py").write_text("import lacking_mcp.schemas\n")
    (folder / "older.py").write_text("from lacking_mcp import Pet\n")
    (folder / "foreign.py").write_text("import there_is_no_such_module\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "lacking_mcp"


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("gone", "lacks tools/gone.py"),
        ("empty", "the function get in tools/empty.py"),
        ("needy", "lacks schemas.py"),
        ("broken", "cannot be read: .*broken.py"),
        ("older", "cannot be read: .*'Pet'"),
        ("foreign", "needs the module there_is_no_such_module"),
    ],
)
def test_a_function_that_is_not_to_be_had_is_named(package, module, told) -> None:
    with pytest.raises(SettingsError, match=told):
        find_function(f"{package}.tools.{module}", "get")


def test_a_missing_catalogue_is_named(package) -> None:
    with pytest.raises(SettingsError, match=r"lacks api\.json"):
        load_api(package)
    with pytest.raises(SettingsError, match=r"lacks pets\.json"):
        load_catalog(package, {"modules": ["pets"]})
