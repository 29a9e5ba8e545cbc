"""`mcpgen.yaml`: the second input of the program, and the memory of the choices made at first generation."""

from mcpgen.config.config import Argument, Config, Limits, Tool, TypeHints

__all__ = ["Argument", "Config", "Limits", "Tool", "TypeHints"]
