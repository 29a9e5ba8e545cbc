"""A description as agents will find it: what is missing, vague or too much, as findings, as a score, and partly as fixes."""

from mcpgen.linting.entries import entries
from mcpgen.linting.fixes import Fixes, overlay
from mcpgen.linting.score import Mark, Score, lint
from mcpgen.linting.subjects import Subject, subjects

__all__ = ["Fixes", "Mark", "Score", "Subject", "entries", "lint", "overlay", "subjects"]
