"""Reading: bytes to the model, one reader per dialect."""

from mcpgen.loaders.load import Loaded, load, load_bundle
from mcpgen.loaders.policy import Policy

__all__ = ["Loaded", "Policy", "load", "load_bundle"]
