"""Answers the close frames of a server that stops, as programs do that read all the time. The sockets of a test are read only while it waits for something, and
a server waits some seconds for the answer to a close, and for the end of the connection."""
import os
import select
import socket

from raw import CLOSE, SOCKETS, TIMEOUT, encode, split


def close_in(ws):
    """The payload of the close that a WebSocket has received and not read yet; None: there is none. Everything stays to be read."""
    try:
        data = bytes(ws.data) + ws.connection.recv(1 << 22, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    at = 0
    while frame := split(data, at):
        opcode, payload, at = frame
        if opcode == CLOSE:
            return payload
    return None


def answer(ws):
    """True: its close is answered, or the connection has ended."""
    try:
        payload = close_in(ws)
        if payload is None:
            return False
        ws.connection.sendall(encode(payload, CLOSE))
        ws.connection.shutdown(socket.SHUT_WR)  # as a program does when the server has ended its side, which it does next
    except OSError:
        pass
    return True


def answer_closes(port, process):
    """Until the process has ended, or the deadline."""
    ended = os.pidfd_open(process.pid)
    try:
        with select.epoll() as events:
            events.register(ended, select.EPOLLIN)
            left = {}
            for ws in [ws for ws in SOCKETS if ws.port == port and ws.connection.fileno() >= 0]:
                left[ws.connection.fileno()] = ws
                events.register(ws.connection, select.EPOLLIN | select.EPOLLET)  # once for each arrival: the data stays
            while ready := events.poll(3 * TIMEOUT):
                for descriptor, _ in ready:
                    if descriptor == ended:
                        return
                    if answer(left[descriptor]):
                        events.unregister(descriptor)
    finally:
        os.close(ended)
