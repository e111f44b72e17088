"""A guest of one room: keeps the document, reconnects after every drop, and repeats unanswered requests with the same id."""
import asyncio
import socket

from link import Link
from player import seat_of
from raw import hello

# Temporary refusals (`retry` in protocol/errors.json): the same id may be sent again.
RETRY = {"rate_limited", "storage_limit", "too_soon", "busy", "internal", "draining", "limit_reached", "moved"}
KEPT = 64  # requests that may be repeated: fewer than the server remembers of a guest


class Request:
    def __init__(self, body, index):
        self.body, self.index = body, index
        self.sends, self.link = 0, None
        self.ok, self.error, self.life = None, None, None
        self.silent = False  # asked for the present state: its ok has no step

    @property
    def remembered(self):
        return self.body["type"] not in ("sync", "ping", "hint")


class Guest:
    """`room` has .code, .history and .arena; the arena says where to connect (.port), whether the server is up and how long to wait."""

    def __init__(self, room, name, chance, token=None, act=lambda guest: None):
        self.room, self.name, self.chance, self.token, self.act = room, name, chance, token, act
        self.id = None
        self.link, self.links = None, set()
        self.document, self.seq, self.hash = None, None, None
        self.rewound = False  # a restored backup is older than our state
        self.may_come = asyncio.Event()
        self.may_come.set()
        self.pending, self.requests = {}, {}
        self.count, self.connections = 0, 0
        self.leaving = False
        self.life = asyncio.create_task(self.live())

    @property
    def ready(self):
        return self.link is not None and self.link.ready

    def fail(self, kind, text):
        self.room.history.fail(kind, f"{self.name} ({self.id}): {text}")

    # The connection.

    async def live(self):
        arena = self.room.arena
        while not self.leaving:
            await self.may_come.wait()
            await arena.up.wait()
            try:
                link = await self.connect()
            except OSError:
                await asyncio.sleep(0.01)
                continue
            await link.ended
            if not self.leaving:
                await asyncio.sleep(self.pause_after(link.code))

    def pause_after(self, code):
        return self.chance.uniform(0, 0.02) if code < 1011 or code > 4100 else self.chance.uniform(0.05, 0.3)

    async def connect(self):
        self.connections += 1
        number, port = self.connections, self.room.arena.port
        loop = asyncio.get_running_loop()
        wire = socket.socket()
        wire.setblocking(False)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.room.arena.receive_buffer:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.room.arena.receive_buffer)
        try:
            await asyncio.wait_for(loop.sock_connect(wire, ("127.0.0.1", port)), 5)
            _, link = await loop.create_connection(lambda: Link(self, number, port), sock=wire)
        except (OSError, asyncio.TimeoutError) as error:
            wire.close()
            raise OSError("not connected") from error
        if not link.ended.done():  # its first write may already have failed
            self.links.add(link)
        return link

    def opened(self, link):
        """The handshake is done: sends our identity and the last step that we know."""
        self.link = link
        link.lost_past = self.rewound
        link.told = None if self.rewound else self.seq
        known = {}
        if self.seq is not None and self.chance.random() < 0.8:
            known = {"seq": self.seq, "hash": self.hash}
            link.document, link.seq, link.hash, link.of_lost_past = self.document, self.seq, self.hash, self.rewound
        link.send(hello(f"h{link.number}", self.token, self.name, **known))

    def lost(self, link):
        self.links.discard(link)
        self.room.history.note(f"{self.name}#{link.number}", "closed", {"code": link.code, "reason": link.reason})
        if self.link is link:
            self.link = None
        arena = self.room.arena
        replaced = link.code == 4004 and link.number < self.connections
        if not self.leaving and link.code not in arena.closes and not replaced:
            self.fail("closed", f"connection {link.number} was closed with {link.code} {link.reason}")
        if link.code == 1011:
            arena.life += 1  # a reloaded room has forgotten its refusals
        arena.closed[link.code] += 1

    def check_alive(self, now):
        """Gives up connections that do not answer. Must be called regularly."""
        arena = self.room.arena
        for link in list(self.links):
            quiet = now - link.heard
            if link is not self.link and link.head is not None and quiet > 5 * arena.patience and not arena.half_open_expected:
                self.fail("owner", f"connection {link.number} lives on beside {self.connections}")
            if quiet > arena.patience and (link.owed or not link.ready or link is not self.link):
                self.give_up(link)
            elif link.ready and quiet > arena.patience / 2 and link is self.link and not link.owed:
                self.ask("ping")

    def give_up(self, link):
        arena = self.room.arena
        if arena.half_open_expected:
            arena.counts["half-open connections given up"] += 1
        elif link is self.link:
            self.fail("unanswered", f"no answer for {arena.patience} s to {dict(link.owed)}")
        else:
            return
        link.abort()

    async def leave(self):
        self.leaving = True
        self.life.cancel()
        for link in list(self.links):
            link.say_goodbye()
        ends = [link.ended for link in self.links]
        if ends:
            await asyncio.wait(ends, timeout=2)
        for link in list(self.links):
            link.abort()

    # Requests.

    def next_id(self):
        self.count += 1
        return self.count if self.count % 3 else f"r{self.count}"

    def ask(self, kind, **fields):
        body = {"type": kind, "id": self.next_id(), **fields}
        request = Request(body, self.count)
        request.silent = self.has(body)
        self.requests[body["id"]] = request
        for old in [number for number, r in self.requests.items() if r.index <= self.count - KEPT and number not in self.pending]:
            del self.requests[old]
        self.pending[body["id"]] = request
        if self.ready:
            self.send(request)
        return request

    def has(self, body):
        """Whether the request asks for the present state of the document."""
        if self.document is None:
            return False
        seat = seat_of(self.document, self.id)
        if body["type"] == "sit":
            return seat == body["seat"] and not self.document["seats"][f"s{seat}"].get("left")
        return body["type"] == "rematch" and (f"s{seat}" in self.document.get("rematch", {})) == body["accept"]

    def send(self, request, body=None):
        """`body`: another request under the same id, which must be refused."""
        link = self.link
        request.sends += 1
        link.others[request.body["id"]] += body is not None
        request.link = link
        if request.body["type"] == "sync":
            link.syncs += 1
        link.send(body or request.body)
        self.room.arena.counts["requests"] += 1

    def send_pending(self):
        """After a reconnection. Sometimes in another order: the requests are independent."""
        waiting = list(self.pending.values())
        if self.chance.random() < 0.3:
            self.chance.shuffle(waiting)
        for request in waiting:
            self.send(request)

    def repeat(self):
        """Sends an answered request again: the first answer must come. Sometimes sends another request with its id: that must be refused."""
        done = [r for r in self.requests.values() if r.index > self.count - KEPT and r.remembered and (r.ok is not None or r.error is not None)]
        if not done or not self.ready:
            return
        request = self.chance.choice(done)
        other = None
        if self.chance.random() < 0.3:
            number = request.body["id"]
            other = {"type": "say", "id": number, "text": f"not the first request {number} of {self.name}"}
        if (request.ok is None or request.silent) and (request.life != self.link.life or other):
            return  # an answer without a step may be forgotten in between: then the other request is the first of its id
        self.room.arena.counts["used ids" if other else "repeats"] += 1
        self.send(request, other)

    # Frames.

    def take(self, link, raw):
        history = self.room.history
        frame = history.parse(raw)
        kind = frame["type"]
        history.note(f"{self.name}#{link.number}", "gets", raw)
        self.room.arena.counts["frames"] += 1
        if kind == "step":
            self.take_step(link, raw, frame)
        elif kind == "state":
            self.take_state(link, frame)
        elif kind == "welcome":
            self.take_welcome(link, frame)
        elif kind == "notice":
            self.take_notice(link, frame)
        elif "re" in frame:
            self.take_answer(link, raw, frame)
        elif kind == "error":
            self.fail("closed", f"an error that answers nothing: {frame}")
        if link is self.link:
            self.document, self.seq, self.hash = link.document, link.seq, link.hash
        self.check_arrived(link)

    def heard_all(self, link):
        if link is self.link and link.ready and not self.leaving:
            self.act(self)

    def take_welcome(self, link, frame):
        if not link.answered(frame["re"]):
            self.fail("unanswered", f"a welcome nobody asked for: {frame}")
        self.token = frame.get("token", self.token)
        if self.id not in (None, frame["guest"]["id"]):
            self.fail("lost", f"the token is of {frame['guest']['id']} now")
        self.id = frame["guest"]["id"]
        if link.told is not None and frame["seq"] < link.told:
            self.fail("lost", f"the room is at {frame['seq']}, but {link.told} was told")
        if link.seq is not None and (frame["seq"] < link.seq or (frame["seq"] == link.seq and frame["hash"] != link.hash)):
            link.seq = None  # a state must follow
        link.goal = frame["seq"]

    def take_notice(self, link, frame):
        if frame["kind"] != "history":
            return
        self.room.arena.counts["told that its past is another"] += 1
        if not link.of_lost_past:
            self.fail("forked", f"is told that its past is another history, which it is not: {link.seq} {link.hash}")
        link.seq = None

    def rewind(self, seq):
        """A backup was restored whose last step is `seq`."""
        self.rewound = self.rewound or (self.seq is not None and self.seq > seq)
        self.requests = dict(self.pending)  # other answered requests may never have happened

    def check_arrived(self, link):
        """Everything announced by the welcome has arrived: now requests may be sent."""
        if link.ready or link.goal is None or link.seq is None or link.seq < link.goal:
            return
        link.ready = True
        if link is self.link:
            self.check_resumed(link)
            if link.lost_past:  # what a request would have changed may be the present state without the steps that never happened
                for request in self.pending.values():
                    request.silent = self.has(request.body)
            self.send_pending()

    def check_resumed(self, link):
        known = self.room.history.documents.get(link.seq)
        if known != link.document:
            self.fail("mismatch", f"came back to another document than others have at {link.seq}")
        self.room.arena.counts["connections" if link.number == 1 else "resumes with the right document"] += 1

    def take_step(self, link, raw, frame):
        seq = frame["seq"]
        if link.of_lost_past:
            return self.fail("forked", f"step {seq} came to a client whose past is another history")
        if link.seq is None:
            return self.fail("gap", f"step {seq} came before any state")
        if seq <= link.seq:
            self.room.history.same_word(self.name, seq, hash(raw), frame)
            if link.syncs == 0:
                self.fail("gap", f"step {seq} came again at {link.seq}")
            return
        if seq != link.seq + 1:
            self.fail("gap", f"step {seq} after {link.seq}")
        if link.promised:
            self.fail("order", f"the ok of {link.promised[1]} came before step {link.promised[0]}")
            link.promised = None
        link.document = self.room.history.take_step(self.name, raw, frame, link.document)
        link.seq, link.hash = seq, frame["hash"]
        self.room.arena.counts["steps"] += 1

    def take_state(self, link, frame):
        if link.seq is not None and frame["seq"] < link.seq:
            self.fail("gap", f"a state of {frame['seq']} at {link.seq}")
        link.document, link.seq, link.hash = self.room.history.take_state(self.name, frame), frame["seq"], frame["hash"]
        link.of_lost_past = self.rewound = False
        self.room.arena.counts["snapshots"] += 1
        if link.ready and link.syncs == 0:
            self.room.arena.counts["states in place of steps"] += 1
        if link.promised and link.promised[0] <= link.seq:
            link.promised = None
        seat = frame["you"].get("seat")
        if seat is not None and frame["room"]["seats"][f"s{seat}"].get("guest") != self.id:
            self.fail("owner", f"is told to have seat {seat}, which is {frame['room']['seats'][f's{seat}']}")

    def take_answer(self, link, raw, frame):
        number = frame["re"]
        if not link.answered(number):
            return self.fail("unanswered", f"more answers than sends: {frame}")
        self.room.arena.counts["answers"] += 1
        request = self.requests.get(number)
        if request is None:
            return
        if request.body["type"] == "sync" and frame["type"] == "ok":
            link.syncs -= 1
        if self.refuses_other(link, number, frame):
            return
        if not request.remembered:
            self.pending.pop(number, None)
        elif frame["type"] == "ok":
            self.take_ok(link, request, frame["seq"])
        else:
            self.take_error(link, request, raw, frame)

    def refuses_other(self, link, number, frame):
        """Whether it refuses another request with a used id. When no more answers are due, each of them must have been refused."""
        code = frame.get("code")
        if code in RETRY and link.others[number] > 0:
            del link.others[number]  # this one or a repetition of the first: they cannot be told apart any more
            link.unsure.add(number)
            return True
        if code == "id_reused":
            link.others[number] -= 1
            if link.others[number] < 0 and number not in link.unsure:
                self.fail("changed", f"the same request with the same id {number} is called another one")
        if link.others[number] > 0 and link.owed[number] == 0:
            self.fail("changed", f"another request with the used id {number} was answered as the first: {frame}")
        return code == "id_reused"

    def take_ok(self, link, request, seq):
        self.pending.pop(request.body["id"], None)
        if request.ok is not None:
            if request.ok != seq:
                self.fail("changed", f"{request.body} was acknowledged as {request.ok} and now as {seq}")
            return
        if request.error is not None and request.life == link.life:
            self.fail("changed", f"{request.body} was refused first: {request.error}")
        request.ok, request.life = seq, link.life
        if link.seq is not None and seq > link.seq:
            link.promised = seq, request.body  # a whole state must follow: it replaced the step in a full outbox
        if request.silent:
            return
        self.room.history.acknowledge(self.id, request.body["id"], seq, request.body)
        self.room.arena.counts["acknowledged"] += 1
        if request.sends == 1 and request.link is link:
            index, before = link.told_ok
            if (request.index > index) != (seq > before):
                self.fail("order", f"{request.body} became step {seq}, but an earlier request step {before}")
            link.told_ok = (request.index, seq)

    def take_error(self, link, request, raw, frame):
        number, arena = request.body["id"], self.room.arena
        arena.refusals[frame["code"]] += 1
        if frame["code"] in RETRY:
            if number in self.pending:
                loop = asyncio.get_running_loop()
                loop.call_later(max(0.01, frame.get("retry_ms", 50) / 1000), self.send_again, request)
            return
        self.pending.pop(number, None)
        if request.ok is not None:
            self.fail("changed", f"{request.body} was acknowledged as {request.ok}, and then {frame}")
        elif request.error is not None and request.life == link.life and request.error != raw:
            self.fail("changed", f"{request.body} was refused with {request.error} and then with {raw}")
        request.error, request.life = raw, link.life

    def send_again(self, request):
        if self.ready and request.body["id"] in self.pending and not self.leaving:
            self.send(request)

    def debts(self):
        """The unanswered requests, for the report of a stuck room."""
        owed = {str(number): times for link in self.links for number, times in link.owed.items()}
        return {"who": self.name, "ready": self.ready, "seq": self.seq, "pending": [r.body for r in self.pending.values()], "owed": owed}
