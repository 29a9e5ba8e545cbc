"""From the plan to files, in memory: the same plan gives the same bytes."""

from mcpgen.renderers.project_files import render, runtime_files, unheaded

__all__ = ["render", "runtime_files", "unheaded"]
