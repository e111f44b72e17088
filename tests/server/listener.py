"""A port on loopback that a test answers, like a faulty server or a relay."""
import contextlib
import socket
import threading

from harness import TIMEOUT


class Listener:
    """Gives each connection to `take(connection)`, on one thread: long work starts its own thread. Connections that take() leaves open are closed by
    close()."""

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
            hang_up(connection)
            connection.close()


def hang_up(connection):
    """Ends what other threads do with it. The TCP connection itself, also below TLS, whose own shutdown() would leave ciphertext to read."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class Wire(Listener):
    """A TCP relay to another port on loopback."""

    def __init__(self, target):
        self.target = target
        super().__init__(self.lead)

    def lead(self, client):
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            return client.close()
        self.taken.append(server)
        for source, sink in ((client, server), (server, client)):
            threading.Thread(target=self.carry, args=(source, sink, source is server), daemon=True).start()

    def carry(self, source, sink, is_answer):
        with contextlib.suppress(OSError):
            while (data := source.recv(65536)) and self.passes(data, is_answer):
                sink.sendall(data)
        for end in (source, sink):
            hang_up(end)

    def passes(self, data, is_answer):
        """Whether the data goes on; if not, both sides are hung up on."""
        return True
