"""Run the server: stdio, or `http` to listen on a port."""

from petstore_mcp._runtime.cli import main


def run() -> None:
    main("petstore_mcp")


if __name__ == "__main__":
    run()
