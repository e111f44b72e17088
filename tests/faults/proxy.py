"""A wire between clients and the server that can be cut, delayed, slowed down and left half open."""
import asyncio
import collections


class Half(asyncio.Protocol):
    """One side of a pipe."""

    def __init__(self, pipe):
        self.pipe, self.transport, self.other = pipe, None, None
        self.late = collections.deque()  # delayed data, in order

    def connection_made(self, transport):
        self.transport = transport
        self.pipe.made(self)

    def data_received(self, data):
        self.pipe.carry(self, data)

    def connection_lost(self, _):
        self.pipe.lost(self)


class Pipe:
    def __init__(self, proxy):
        self.proxy = proxy
        self.client, self.server = Half(self), Half(self)
        self.client.other, self.server.other = self.server, self.client
        self.waiting = []  # from the client, before the server's side is there
        self.stalled, self.cut_next, self.delay = False, False, 0
        self.over = False

    def made(self, half):
        if half is self.client and self.proxy.cut:
            return self.abort()
        if half is self.client:
            self.proxy.pipes.add(self)
            self.stalled = self.proxy.stalled
            self.proxy.loop.create_task(self.dial())
            return
        if self.over:
            return half.transport.abort()
        for data in self.waiting:
            half.transport.write(data)
        self.waiting.clear()

    async def dial(self):
        try:
            await self.proxy.loop.create_connection(lambda: self.server, self.proxy.host, self.proxy.target)
        except OSError:
            self.abort()

    def carry(self, half, data):
        if self.stalled or self.over:
            return  # swallowed: neither side learns of it
        if not self.delay and not half.late:
            return self.write(half.other, data)
        half.late.append(data)
        self.proxy.loop.call_later(self.delay, self.catch_up, half)

    def catch_up(self, half):
        if half.late:
            self.write(half.other, half.late.popleft())

    def write(self, half, data):
        if self.over or self.stalled:
            return
        if half.transport is None:
            self.waiting.append(data)
        elif self.cut_next:
            half.transport.write(data[:max(1, len(data) // 2)])
            self.over = True
            self.proxy.loop.call_later(0.005, self.abort)  # the half of the frame goes out first
        else:
            half.transport.write(data)

    def lost(self, half):
        if self.stalled:
            return  # no FIN goes through either
        self.proxy.pipes.discard(self)
        self.over = True
        if half.other.transport:
            half.other.transport.close()

    def abort(self):
        self.over = True
        self.proxy.pipes.discard(self)
        for half in (self.client, self.server):
            if half.transport:
                half.transport.abort()


class Proxy:
    """Listens on its own port. The faults apply to the pipes that are open at the moment; `cut` and `stalled` also to future ones."""

    def __init__(self, target, chance, host="127.0.0.1"):
        self.target, self.chance, self.host = target, chance, host
        self.cut = self.stalled = False
        self.pipes = set()
        self.loop = asyncio.get_running_loop()
        self.listener = None

    async def start(self, port=0):
        self.listener = await self.loop.create_server(lambda: Pipe(self).client, "127.0.0.1", port)
        return self.listener.sockets[0].getsockname()[1]

    def find(self, link):
        """The pipe of a client's connection."""
        name = link.transport.get_extra_info("sockname")
        for pipe in self.pipes:
            if pipe.client.transport and pipe.client.transport.get_extra_info("peername") == name:
                return pipe
        return None

    def stop(self):
        self.listener.close()
        self.end_pipes()

    def end_pipes(self):
        for pipe in list(self.pipes):
            pipe.stalled = False
            pipe.abort()
