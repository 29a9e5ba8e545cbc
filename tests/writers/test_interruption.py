"""A stop at any point: the project is as before or as after, and no file is in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.writers import Changes, apply, read_manifest, reconcile, recover

from .project import PACKAGE, PETS, Project, merged, server

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # of os.fork

TOOLS = f"{PACKAGE}/tools/pets.py"
OLD = (*server(PETS), merged("extra/old.txt", "old", "old\n"))
NEW = (*server(PETS[:2], mcp=">=2.4,<3", version="2"), merged("extra/new.txt", "new", "new\n"))
# What Python tells before it changes anything on disk.
_EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "shutil.rmtree")


def contents(project: Project) -> dict[str, bytes]:
    """Every file of the project, but for what only concerns this machine."""
    return {
        path: raw
        for path, (raw, _) in project.snapshot().items()
        if not path.startswith((".mcpgen/stage", ".mcpgen/journal"))
    }


@pytest.fixture
def before(project: Project) -> dict[str, bytes]:
    project.generate(OLD)
    return contents(project)


@pytest.fixture
def after(tmp_path: Path) -> dict[str, bytes]:
    finished = Project(tmp_path / "finished")
    finished.generate(OLD)
    finished.generate(NEW)
    return contents(finished)


def changes(project: Project) -> Changes:
    diagnostics = Diagnostics()
    manifest = read_manifest(project.root, diagnostics)
    return reconcile(NEW, project.root, manifest=manifest, tools={}, diagnostics=diagnostics)


def stop_after(steps: int, root: Path, stop: Callable[[], None]) -> None:
    """Call `stop` in place of the step that follows so many changes below a folder."""
    left = steps

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        writes = event != "open" or "w" in str(arguments[1])
        if event in _EVENTS and writes and str(root) in str(arguments[0]):
            left -= 1
            if left == -1:
                stop()

    sys.addaudithook(watch)


def killed(project: Project, steps: int, work: Callable[[], object]) -> bool:
    """Do some work in a process of its own that dies before its step number `steps`; whether it got that far."""
    child = os.fork()
    if child == 0:
        stop_after(steps, project.root, lambda: os._exit(9))
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 9


def journal(project: Project) -> Path:
    return project.root / ".mcpgen/journal.json"


def stopped(project: Project, steps: int = 20) -> int:
    """Write, and be killed in the middle, after so many steps or as many more as it takes for the journal to be there."""
    pending = changes(project)
    while not journal(project).exists():
        steps += 1
        assert killed(project, steps, lambda: apply(pending, project.root, Diagnostics()))
    return steps - 1


def test_killed_at_every_step(
    project: Project, before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    outcomes: list[str] = []

    def write() -> None:
        apply(changes(project), project.root, Diagnostics())

    while killed(project, len(outcomes), write):
        for path, raw in contents(project).items():
            assert raw in (before.get(path), after.get(path)), path
        codes = ["MG430"] if journal(project).exists() else []
        diagnostics = Diagnostics()
        recover(project.root, diagnostics)
        assert [each.code for each in diagnostics] == codes
        assert contents(project) in (before, after)
        outcomes.append("before" if contents(project) == before else "after")
        assert not journal(project).exists()
        assert not (project.root / ".mcpgen/stage").exists()
        project.generate(OLD)

    assert contents(project) == after
    assert outcomes == sorted(outcomes, key=["before", "after"].index)
    assert set(outcomes) == {"before", "after"}


def test_killed_at_every_step_of_finishing(project: Project, after: dict[str, bytes]) -> None:
    project.generate(OLD)
    steps, needed = 0, stopped(project)

    while killed(project, steps, lambda: recover(project.root, Diagnostics())):
        recover(project.root, Diagnostics())
        assert contents(project) == after
        project.generate(OLD)
        stopped(project, needed)
        steps += 1

    assert steps > 5


def test_killed_at_every_step_of_taking_back(project: Project, before: dict[str, bytes]) -> None:
    steps, needed = 0, stopped(project)
    edited = project.read(TOOLS) + "\n# mine\n"
    project.write(TOOLS, edited)

    while killed(project, steps, lambda: recover(project.root, Diagnostics())):
        recover(project.root, Diagnostics())
        assert contents(project) == before | {TOOLS: edited.encode()}
        project.write(TOOLS, before[TOOLS].decode())
        stopped(project, needed)
        project.write(TOOLS, edited)
        steps += 1

    assert steps > 5


def test_a_file_edited_since_is_not_overwritten(project: Project, before: dict[str, bytes]) -> None:
    stopped(project)
    project.edit(TOOLS, "Lists pets.", "Lists my pets.")
    diagnostics = Diagnostics()

    recover(project.root, diagnostics)

    assert [each.code for each in diagnostics] == ["MG431"]
    assert "Lists my pets." in project.read(TOOLS)
    rest = {path: raw for path, raw in contents(project).items() if path != TOOLS}
    assert rest == {path: raw for path, raw in before.items() if path != TOOLS}


def test_an_edit_made_after_a_kill_is_merged_like_any_other(
    project: Project, before: dict[str, bytes]
) -> None:
    assert before
    stopped(project)
    project.edit(TOOLS, "Lists pets.", "Lists my pets.")

    run = project.generate(NEW)

    assert run.messages("MG420") == []
    assert "Lists my pets." in project.read(TOOLS)
    assert "delete_pet" not in project.read(TOOLS)


@pytest.mark.parametrize("fails", range(0, 40, 3))
def test_a_failure_half_way_is_taken_back(
    project: Project, before: dict[str, bytes], fails: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = changes(project)
    count = 0

    def replace(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == fails + 2:  # the first puts the journal in place
            raise PermissionError(13, "Permission denied", str(target))
        return self.rename(target)

    monkeypatch.setattr(Path, "replace", replace)
    diagnostics = Diagnostics()

    done = apply(pending, project.root, diagnostics)

    assert done is (count < fails + 2)
    if not done:
        assert contents(project) == before
        assert [each.code for each in diagnostics] == ["MG415"]
        assert "Permission denied" in next(iter(diagnostics)).message


def test_what_cannot_be_taken_back_at_once_is_taken_back_later(
    project: Project, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = changes(project)
    count = 0

    def replace(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count in {4, 6}:
            raise PermissionError(13, "Permission denied", str(target))
        return self.rename(target)

    diagnostics = Diagnostics()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace)
        assert not apply(pending, project.root, diagnostics)
    assert "could not be taken back" in next(iter(diagnostics)).message
    assert contents(project) != before

    recover(project.root, Diagnostics())

    assert contents(project) == before


def test_a_full_disk_changes_nothing(
    project: Project, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = changes(project)

    def fsync(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    diagnostics = Diagnostics()

    assert not apply(pending, project.root, diagnostics)

    assert contents(project) == before
    assert "No space left" in next(iter(diagnostics)).message


def test_a_journal_never_reaches_out_of_the_project(project: Project, tmp_path: Path) -> None:
    project.generate(OLD)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    project.write(
        ".mcpgen/journal.json",
        '{"undo": false, "steps": [{"path": "../victim", "staged": "0", "before": "", "after": ""}]}',
    )
    diagnostics = Diagnostics()

    recover(project.root, diagnostics)

    assert victim.read_text() == "mine"
    assert [each.code for each in diagnostics] == ["MG415"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"undo": false, "steps": [{}]}'])
def test_a_journal_that_cannot_be_read_is_told(project: Project, text: str) -> None:
    project.generate(OLD)
    project.write(".mcpgen/journal.json", text)
    diagnostics = Diagnostics()

    recover(project.root, diagnostics)

    assert [each.code for each in diagnostics] == ["MG415"]


_SCRIPT = """
import sys, time
sys.path.insert(0, {repository!r})
from pathlib import Path
from mcpgen.diagnostics import Diagnostics
from mcpgen.writers import apply
from tests.writers.project import Project
from tests.writers.test_interruption import changes
slow = Path.replace
def replace(self, target):
    time.sleep(0.02)
    print(target, flush=True)
    return slow(self, target)
Path.replace = replace
root = Path({root!r})
apply(changes(Project(root)), root, Diagnostics())
"""


def test_a_real_kill(project: Project, after: dict[str, bytes]) -> None:
    project.generate(OLD)
    script = _SCRIPT.format(repository=str(Path(__file__).parents[2]), root=str(project.root))
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(5):
            assert process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()

    recover(project.root, Diagnostics())

    assert contents(project) == after
