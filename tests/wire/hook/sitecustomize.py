"""Python imports this first in every process that a test starts (see `tests/wire`)."""

import recorder

recorder.install()
