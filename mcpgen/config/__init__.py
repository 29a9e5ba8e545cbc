"""`mcpgen.yaml`: the second input of the program, and the memory of the choices made at first generation."""

from mcpgen.config.choices import ArgumentChoice, Choices, Confirm, Pin, Rule, StatusQuery
from mcpgen.config.config import Argument, Config, Limits, Mode, Profile, Source, Tool, TypeHints
from mcpgen.config.read import read_config
from mcpgen.config.write import config_text, with_choices, with_hosts

__all__ = [
    "Argument",
    "ArgumentChoice",
    "Choices",
    "Config",
    "Confirm",
    "Limits",
    "Mode",
    "Pin",
    "Profile",
    "Rule",
    "Source",
    "StatusQuery",
    "Tool",
    "TypeHints",
    "config_text",
    "read_config",
    "with_choices",
    "with_hosts",
]
