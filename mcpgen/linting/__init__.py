"""A description as agents will find it: what is missing, vague or too much, as findings, as a score, and partly as fixes."""

from mcpgen.linting.fixes import overlay
from mcpgen.linting.score import Mark, Score, lint
from mcpgen.linting.subjects import Subject, subjects

__all__ = ["Mark", "Score", "Subject", "lint", "overlay", "subjects"]
