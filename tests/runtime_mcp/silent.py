"""An API that takes requests and does not answer, and sees whether anybody still waits for one."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .processes import PATIENCE


class SilentApi:
    """`asked` is set by a request, `left` once its connection was closed by the other side."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.left = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connections: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        for each in (self._listener, *self._connections):
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self._connections.append(connection)
                threading.Thread(target=self._hold, args=[connection], daemon=True).start()

    def _hold(self, connection: socket.socket) -> None:
        with suppress(OSError):
            while connection.recv(65_536):
                self.asked.set()
        self.left.set()


@contextmanager
def silent_api() -> Iterator[SilentApi]:
    api = SilentApi()
    try:
        yield api
    finally:
        api.close()


def is_set(event: threading.Event) -> bool:
    """Whether it happens, in the time that a busy machine may take."""
    return event.wait(PATIENCE)
