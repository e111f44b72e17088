"""A client of Engawa: one room, or the lobby, over one WebSocket.

It opens no socket itself: whoever makes a Client gives it a function that does. Such a socket has send(message) and receive(), which gives the next message
and raises an exception with a `code` when the connection ends, and close(). websocket.py has one.
"""
import random
import time


def merge(target, patch):
    """RFC 7386. Makes new objects and never changes the old ones."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = merge(target.get(key), value)
    return target


def hello(number, token=None, nick=None, bot=None, **known):
    """The first request of a connection. `known`: Replica.known() of a client that was here before. What is None is left out."""
    message = {"type": "hello", "id": number, "token": token, "nick": None if token else nick, "bot": bot, **known}
    return {name: value for name, value in message.items() if value is not None}


def seat_of(document, guest):
    """The number of the guest's seat, or None."""
    for name, seat in document["seats"].items():
        if seat.get("guest") == guest:
            return int(name[1:])
    return None


def comes_back(code):
    """Whether a client connects again by itself after its connection was closed with this code."""
    return code not in (1000, 1002, 1003, 1007, 1008, 1009, *range(4000, 4100))


class Replica:
    """What a client has of a room: the document, and the number and the hash of the last step in it."""

    def __init__(self):
        self.document, self.seq, self.hash = None, None, None

    def known(self):
        """For hello and sync: nothing before the first state."""
        return {name: value for name, value in (("seq", self.seq), ("hash", self.hash)) if value is not None}

    def misses(self, frame):
        """Whether the frame is a step, and there are steps before it that never came."""
        return frame["type"] == "step" and frame["seq"] > self.seq + 1

    def fold(self, frame):
        """A state replaces the document, the next step is merged into it. Gives whether the frame was one of these."""
        if frame["type"] == "state":
            self.document = frame["room"]
        elif frame["type"] == "step" and frame["seq"] == self.seq + 1:
            self.document = merge(self.document, frame["set"])
        else:
            return False
        self.seq, self.hash = frame["seq"], frame.get("hash")
        return True


class Client(Replica):
    """A guest of one room. Its methods wait; one thread at a time."""

    patience_s = 60  # the longest wait for an answer or a state

    def __init__(self, open_socket, token=None, nick=None, bot=None):
        super().__init__()
        self.open_socket, self.token, self.nick, self.bot = open_socket, token, nick, bot
        self.socket, self.guest = None, None
        self.next_id = random.randrange(2**40)  # so that no other Client of the same guest has used it
        self.states = 0  # how many states have come
        self.answers, self.unanswered = {}, {}  # by id: the newest answers, and the requests that wait for one

    def new_id(self):
        number = self.next_id
        self.next_id += 1
        return number

    # One connection.

    def open(self, resume=True):
        """Connects and says hello, and does not wait for the welcome. `resume`: it tells what it has. Gives the id of hello."""
        if self.socket:
            self.socket.close()
        self.socket = self.open_socket()
        number = f"h{self.new_id()}"
        self.socket.send(hello(number, self.token, self.nick, self.bot, **(self.known() if resume else {})))
        return number

    def connect(self, resume=True):
        """Connects, and waits until everything is here that the welcome spoke of."""
        before = self.seq, self.hash, self.states
        number = self.open(resume)
        welcome = self.until(lambda: self.answers.get(number))
        assert welcome["type"] == "welcome", welcome
        self.until(lambda: self.has_arrived(welcome, *before))

    def has_arrived(self, welcome, seq, history, states):
        """Whether a state has come since, or all steps after these."""
        if self.states > states:
            return True
        up_to_date = seq == welcome["seq"] and (history is None or history == welcome.get("hash", history))
        return up_to_date or (seq is not None and seq < welcome["seq"] <= self.seq)

    def take(self):
        """Reads one frame, makes it part of what is known, and gives it."""
        frame = self.socket.receive()
        self.handle(frame)
        return frame

    def handle(self, frame):
        if frame["type"] == "welcome" and "guest" in frame:  # the lobby greets strangers, too
            self.guest, self.token = frame["guest"]["id"], frame.get("token", self.token)
        self.states += frame["type"] == "state"
        self.fold(frame)
        if "re" in frame:
            self.answers[frame["re"]] = frame
            if "retry_ms" not in frame:
                self.unanswered.pop(frame["re"], None)

    def until(self, ready):
        """Reads frames until ready() gives something, and gives that."""
        end = time.monotonic() + self.patience_s  # the server's pings keep the socket from being silent
        while not (value := ready()):
            assert time.monotonic() < end, f"it does not happen; the room's phase is {self.document and self.document.get('phase')}"
            self.take()
        return value

    def post(self, kind, **fields):
        """Sends a request without waiting; gives its id."""
        number = fields.pop("id", None)
        request = {"type": kind, "id": self.new_id() if number is None else number, **fields}
        self.unanswered[request["id"]] = request
        self.socket.send(request)
        return request["id"]

    def ask(self, kind, **fields):
        """Sends a request and gives its answer."""
        number = self.post(kind, **fields)
        self.answers.pop(number, None)
        return self.until(lambda: self.answers.get(number))

    def close(self):
        self.socket.close()

    # Through drops, restarts and lost steps.

    def stay(self, act, closed):
        """Until the server closes for good: comes back after every drop, sends again what has no answer, asks for steps that are missing.
        Calls act() whenever there may be something to do. `closed`: the exception of the sockets."""
        while True:
            try:
                self.open()
                while True:
                    self.attend(self.take(), act)
            except closed as end:
                if not self.comes_back(end.code):
                    return
            time.sleep(random.uniform(0, 0.5))

    def comes_back(self, code):
        return comes_back(code)

    def attend(self, frame, act):
        if frame["type"] == "welcome":
            self.send_again()
        elif self.misses(frame):
            self.post("sync", **self.known())
        elif frame["type"] == "error" and "retry_ms" in frame:
            self.retry(self.unanswered[frame["re"]], frame["retry_ms"])
        elif frame["type"] in ("state", "step", "ok", "error") and not self.unanswered:
            act()

    def send_again(self):
        """On a new connection, under the same ids."""
        for request in self.unanswered.values():
            self.socket.send(request)

    def retry(self, request, retry_ms):
        time.sleep(retry_ms / 1000)
        self.socket.send(request)
