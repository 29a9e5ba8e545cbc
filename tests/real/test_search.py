"""Search mode over a real API of 1,223 operations, asked in plain words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT / "../shared"
QUESTIONS = SHARED / "questions/questions-visible.tsv"


@pytest.mark.slow
@pytest.mark.skipif(not QUESTIONS.is_file(), reason="questions and descriptions are not here")
def test_the_right_operation_is_among_the_first() -> None:
    asked = [sys.executable, "benchmarks/search.py", str(QUESTIONS), "--specs", SHARED / "specs"]

    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    words = told.splitlines()[-1].replace("%", "").replace(",", "").split()
    assert int(words[3]) >= 45, told
    assert int(words[-1]) >= 75, told
