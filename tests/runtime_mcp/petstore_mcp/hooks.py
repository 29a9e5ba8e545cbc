"""Hooks of the owner; this one also shows that importing it may print."""

print("hooks are imported")
