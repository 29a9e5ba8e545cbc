"""The mcpgen.yaml that a first generation writes."""

from __future__ import annotations

from dataclasses import replace

import yaml
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.config import Config, Source, TypeHints, config_text, read_config, with_choices
from mcpgen.config.write import with_paths
from mcpgen.diagnostics import Diagnostics


def test_it_is_short() -> None:
    config = Config(
        name="petstore",
        openapi=(Source(source="../petstore.yaml"),),
        hosts=("petstore3.swagger.io",),
        types=TypeHints.INPUTS,
    )
    assert [line for line in config_text(config).splitlines() if not line.startswith("#")] == [
        "name: petstore",
        'openapi: "../petstore.yaml"',
        "hosts: [petstore3.swagger.io]",
        "types: inputs",
    ]


text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
paths = text | st.sampled_from(["no", "1e3", "0x1", "~", "a: b", "a #b", "https://a.b/c:d"])


@given(
    st.builds(
        Config,
        name=st.just("shop"),
        title=text,
        description=text,
        instructions=text,
        openapi=st.builds(Source, source=paths).map(lambda source: (source,)),
        hosts=st.none() | st.lists(st.sampled_from(["a.b", "[::1]:80", "on", "1"]), unique=True).map(tuple),
        types=st.none() | st.sampled_from(TypeHints),
        page_size=st.integers(0, 1000),
    )
)  # fmt: skip
def test_it_reads_back_as_the_same_values(config: Config) -> None:
    diagnostics = Diagnostics()
    written = config_text(config)

    assert read_config(written, "mcpgen.yaml", diagnostics) == config, list(diagnostics)
    # Other tools read YAML 1.1.
    assert yaml.safe_load(written)["openapi"] == config.openapi[0].source


def test_choices_stand_behind_what_a_person_wrote() -> None:
    text = "# mine\nname: shop # kept\nopenapi: shop.yaml\n"
    before = read_config(text, "mcpgen.yaml", Diagnostics())
    assert before is not None
    decided = replace(before, hosts=("api.example.com",), types=TypeHints.ALL)

    written = with_choices(text, before, decided)

    assert written.startswith(text)
    assert read_config(written, "mcpgen.yaml", Diagnostics()) == decided


def test_paths_are_made_anew_where_they_stand() -> None:
    text = """\
extends: ../org.yaml   # the team's
openapi:
  - {source: a.yaml, overlays: [one.yaml, 'two.yaml']}
  - source: https://api.example.com/b.yaml
    prefix: b
resources:
  notes: {file: notes.md}
tools:
  show: {blocks: [{text: a.png}, {file: a.png}]}
  none: {blocks: []}
prompts:
  tour:
    messages:
      - {role: user, file: b.png}
"""
    assert with_paths(text, lambda path: f"x/{path}") == """\
extends: x/../org.yaml   # the team's
openapi:
  - {source: x/a.yaml, overlays: [x/one.yaml, x/two.yaml]}
  - source: https://api.example.com/b.yaml
    prefix: b
resources:
  notes: {file: x/notes.md}
tools:
  show: {blocks: [{text: a.png}, {file: x/a.png}]}
  none: {blocks: []}
prompts:
  tour:
    messages:
      - {role: user, file: x/b.png}
"""


def test_text_that_cannot_be_added_to_stays_as_it_is() -> None:
    text = "{name: shop, openapi: shop.yaml}\n"
    before = read_config(text, "mcpgen.yaml", Diagnostics())
    assert before is not None

    assert with_choices(text, before, replace(before, hosts=())) == text
