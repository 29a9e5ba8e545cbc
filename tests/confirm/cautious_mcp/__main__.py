"""Starts the server."""

from cautious_mcp._runtime.cli import main

if __name__ == "__main__":
    main("cautious_mcp")
