"""A port on loopback that a test answers, as servers do that go wrong, and relays."""
import contextlib
import socket
import threading

from harness import TIMEOUT


class Listener:
    """Gives each connection to `take(connection)`, on one thread: what takes long starts a thread of its own. What take leaves open ends with close()."""

    def __init__(self, take):
        self.take, self.taken = take, []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.taken.append(connection)
            with contextlib.suppress(OSError):
                self.take(connection)

    def close(self):
        # Closing alone would leave the thread in accept(), and the descriptor's number to the next listener.
        self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(TIMEOUT)
        self.socket.close()
        for connection in self.taken:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
