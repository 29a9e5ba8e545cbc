"""`python -m mcpgen` is the same as `mcpgen`."""

from mcpgen.cli import main

if __name__ == "__main__":
    main()
