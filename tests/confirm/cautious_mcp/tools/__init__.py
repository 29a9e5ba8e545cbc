"""Tools of the shop."""
