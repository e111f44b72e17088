"""Proxies in front of a server, as small as a test can use: one that changes the head of a request, and another site that shows the server below a path."""
import re
import socket
import ssl
import threading

from listener import Listener, hang_up


class Proxy:
    """Passes on the bytes of each connection to a port, after `edit` has changed the head of the request. `answer`: bytes that it sends instead, or a
    function of the head, which may give none. `tls`: what it speaks with its clients."""

    def __init__(self, test, port, edit=lambda head: head, answer=None, tls=None):
        self.target, self.edit, self.answer, self.tls = port, edit, answer if callable(answer) else lambda _: answer, tls
        listener = Listener(lambda connection: threading.Thread(target=self.serve, args=(connection,), daemon=True).start())
        test.addCleanup(listener.close)
        self.port = listener.port
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"

    def serve(self, connection):
        try:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection, socket.create_connection(("127.0.0.1", self.target)) as upstream:
                head = b""
                while b"\r\n\r\n" not in head:
                    got = connection.recv(65536)
                    if not got:
                        return
                    head += got
                for end in (connection, upstream):  # small frames do not wait for the last one's acknowledgement
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if answer := self.answer(head):
                    return connection.sendall(answer)
                upstream.sendall(self.edit(head))
                sender = threading.Thread(target=self.pump, args=(connection, upstream), daemon=True)
                sender.start()
                self.pump(upstream, connection)
                sender.join()
        except (OSError, ssl.SSLError):
            pass

    @staticmethod
    def pump(source, target):
        try:
            while got := source.recv(65536):
                target.sendall(got)
        except OSError:
            pass
        hang_up(source)
        hang_up(target)


class Site(Proxy):
    """Another site, which shows the server below `path` (`url`), and removes the path or passes it on. The rest of the site has a page for whatever is
    asked of it: one that says that there is nothing."""

    def __init__(self, test, port, path, removes):
        super().__init__(test, port, self.forward, self.elsewhere)
        self.path, self.removes = path.encode(), removes
        self.root, self.url = self.url, self.url + path

    def elsewhere(self, head):
        target = re.split(rb"[ ?]", head, maxsplit=2)[1]
        if target.startswith(self.path + b"/"):
            return None
        return b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 11\r\nConnection: close\r\n\r\n<p>no, sorry"

    # Each request comes by its own connection, since only the first head of one is read here.
    def forward(self, head):
        if self.removes:
            head = head.replace(self.path + b"/", b"/", 1)
        if b"\r\nupgrade:" in head.lower():
            return head
        return re.sub(rb"(?i)\r\nconnection: [^\r]*", b"", head).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
