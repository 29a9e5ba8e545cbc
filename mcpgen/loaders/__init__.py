"""Reading: bytes to the model, one reader per dialect."""

from mcpgen.loaders.load import (
    Familiar,
    Loaded,
    Recognise,
    load,
    load_bundle,
    nothing_familiar,
)
from mcpgen.loaders.policy import Policy

__all__ = ["Familiar", "Loaded", "Policy", "Recognise", "load", "load_bundle", "nothing_familiar"]
