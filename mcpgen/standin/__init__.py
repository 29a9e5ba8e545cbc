"""A stand-in for the real API, and one MCP session against it: what `mcpgen try` runs."""
