"""Hooks of the owner; this one also shows that importing it may print."""

print("hooks are imported")  # noqa: T201  # what a test looks for
