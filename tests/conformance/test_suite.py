"""The official conformance suite, in both eras: all of it against the server that shows everything, and what applies to any server
against two others.

What does not apply is what needs tools, prompts and resources of the suite's own names.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.conformance.suite import Check, run
from tests.served import BOOKSHOP, EVERYTHING, LIBRARY, api, base_url_of, served

pytestmark = pytest.mark.conformance

CHECKS = {"2025-11-25": 84, "2026-07-28": 152}
ANY = {
    "2025-11-25": [
        "server-initialize",
        "server-session-lifecycle",
        "ping",
        "tools-list",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
    ],
    "2026-07-28": [
        "tools-list",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
        "http-header-validation",
        "input-required-result-unsupported-methods",
        "input-required-result-validate-input",
        "server-stateless",
    ],
}
WITH_PRIMITIVES = {
    "2025-11-25": ["resources-list", "prompts-list"],
    "2026-07-28": ["resources-list", "prompts-list", "caching", "sep-2164-resource-not-found"],
}
# Checks of server-stateless that call a tool of the suite's own.
DIAGNOSTIC = {
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
}


@pytest.mark.parametrize("revision", CHECKS)
def test_a_server_of_everything_passes_all_of_the_suite(
    revision: str, node: tuple[str, Path], tmp_path: Path
) -> None:
    with served(EVERYTHING) as url:
        found = run(node, url, revision, tmp_path)

    assert not [str(check) for check in found if check.status != "SUCCESS"]
    assert len(found) == CHECKS[revision]


@pytest.mark.parametrize("revision", CHECKS)
@pytest.mark.parametrize(
    ("project", "more"), [(BOOKSHOP, {}), (LIBRARY, WITH_PRIMITIVES)], ids=["tools", "primitives"]
)
def test_any_server_passes_what_applies_to_it(
    project: Path,
    more: dict[str, list[str]],
    revision: str,
    node: tuple[str, Path],
    tmp_path: Path,
) -> None:
    with api() as base, served(project, **{base_url_of(project): base}) as url:
        found = run(node, url, revision, tmp_path)

    wanted = {*ANY[revision], *more.get(revision, ())}
    applying = [each for each in found if each.scenario in wanted and each.id not in DIAGNOSTIC]
    assert not [str(check) for check in applying if _is_failed(check)]
    assert wanted <= {scenario for scenario, n in _passed(applying).items() if n}


def _is_failed(check: Check) -> bool:
    """What a server does not have is skipped."""
    return check.status not in {"SUCCESS", "SKIPPED"}


def _passed(checks: list[Check]) -> Counter[str]:
    return Counter(check.scenario for check in checks if check.status == "SUCCESS")
