"""The upstream half of the runtime: what is sent, and what becomes of the answer.

The modules of templates/runtime are imported as parts of this package, as a generated server has them in `_runtime`; its own
`__init__` belongs to the other half and is left out.
"""

from __future__ import annotations

from pathlib import Path

__path__.append(str(Path(__file__).parents[2] / "templates" / "runtime"))
