"""What somebody at a terminal sees, and a script does not."""

from __future__ import annotations

import os
import pty
import subprocess
import sys


def stderr_of(*arguments: str, env: dict[str, str]) -> str:
    """What a process writes to a terminal that is its stderr."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mcpgen", *arguments]
    environment = {**os.environ, "TERM": "xterm-256color", **env}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        seen = b""
        while chunk := read(ours):
            seen += chunk
        assert process.wait(60) in {0, 2}
    os.close(ours)
    return seen.decode()


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""


def test_a_terminal_shows_progress(here) -> None:
    assert "Writing code" in stderr_of("generate", "shop.yaml", env={})


def test_a_terminal_shows_colours_unless_told_otherwise(here) -> None:
    assert "\x1b[1;31merror MG101" in stderr_of("generate", "missing.yaml", env={"NO_COLOR": ""})
    assert "\x1b[1;31m" not in stderr_of("generate", "missing.yaml", env={"NO_COLOR": "1"})


def test_a_pipe_stays_silent(here) -> None:
    command = [sys.executable, "-m", "mcpgen", "generate", "shop.yaml"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stderr == ""
    assert "\x1b" not in done.stdout
