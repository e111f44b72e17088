"""The behaviour of a guest in a room: takes a seat, plays, chats, and sometimes repeats, breaks or requests something."""
import moves


def seat_of(document, guest):
    """The number of the guest's seat, or None."""
    return next((int(name[1:]) for name, seat in document["seats"].items() if seat.get("guest") == guest), None)


class Player:
    """Called by its guest whenever a frame has arrived. `seated`: wants a seat; else a spectator, who only chats."""

    def __init__(self, chance, seated, mischief):
        self.chance, self.seated, self.mischief = chance, seated, mischief
        self.fidgets = chance.randint(0, 3)
        self.waited = 0
        self.said = 0
        self.voted = 0

    def __call__(self, guest):
        document = guest.document
        if document is None or not guest.ready or len(guest.pending) >= 6:
            return
        if self.chance.random() < self.mischief:
            self.make_mischief(guest, document)
        busy = any(r.body["type"] in ("sit", "stand", "start", "move", "rematch", "resign") for r in guest.pending.values())
        if busy:
            return
        if document["phase"] == "lobby":
            self.settle(guest, document)
        elif document["phase"] == "playing":
            self.play(guest, document)
        else:
            self.vote(guest, document)

    def settle(self, guest, document):
        seats = document["seats"]
        seat = seat_of(document, guest.id)
        self.waited += 1
        if self.seated and seat is None:
            free = [int(name[1:]) for name, s in seats.items() if s["kind"] == "open"]
            taken = [int(name[1:]) for name, s in seats.items() if "guest" in s]
            if taken and self.fidgets > 0 and self.chance.random() < 0.5:
                self.fidgets -= 1
                guest.ask("sit", seat=self.chance.choice(taken))
            elif free:
                guest.ask("sit", seat=self.chance.choice(free))
                return
        elif seat is not None and self.fidgets > 0:
            self.fidgets -= 1
            if self.chance.random() < 0.5:
                guest.ask("stand")
            else:
                guest.ask("sit", seat=self.chance.randrange(len(seats)))
            return
        people = sum(s["kind"] == "human" and s.get("online", False) for s in seats.values())
        if document.get("host") == guest.id and (people >= 2 or self.waited > 20):
            guest.ask("start")

    def play(self, guest, document):
        seat = seat_of(document, guest.id)
        if seat is None:
            return
        mine = document["seats"][f"s{seat}"]
        if mine.get("left") and not mine.get("resigned"):
            guest.ask("sit", seat=seat)
            return
        if mine.get("resigned") or f"s{seat}" not in document["to_act"].split():
            return
        if self.chance.random() < 0.002:
            guest.ask("resign")
            return
        move = moves.CHOOSE[document["game"]](document, seat, self.chance, guest.room.hurry or document["round"] > 1)
        guest.ask("move", ply=document["ply"], move=move)

    def vote(self, guest, document):
        seat = seat_of(document, guest.id)
        if seat is None or document["round"] >= guest.room.rounds or f"s{seat}" in document.get("rematch", {}):
            return
        if document["seats"][f"s{seat}"].get("left"):
            return  # has no vote
        guest.ask("rematch", accept=self.chance.random() < 0.9)

    def make_mischief(self, guest, document):
        self.chance.choice((self.talk, self.talk, self.hurry_talk, self.repeat, self.repeat, self.stutter, self.sync, self.ping, self.break_rules, self.get_up, self.hand_over, self.ask_hint))(guest, document)

    def talk(self, guest, _):
        self.said += 1
        return guest.ask("say", text=f"{guest.name} says {self.said}")

    def hurry_talk(self, guest, document):
        """Several at once, without waiting: they must keep their order."""
        for _ in range(3):
            self.talk(guest, document)

    def stutter(self, guest, document):
        """The same request twice before its first answer."""
        guest.room.arena.counts["repeats"] += 1
        guest.send(self.talk(guest, document))

    def repeat(self, guest, _):
        guest.repeat()

    def sync(self, guest, _):
        guest.ask("sync", **({"seq": max(0, guest.seq - self.chance.randint(0, 20))} if self.chance.random() < 0.7 else {}))

    def ping(self, guest, _):
        guest.ask("ping", client_ms=self.said)

    def break_rules(self, guest, document):
        """Always refused."""
        kind, fields = self.chance.choice((("move", {"ply": 100000, "move": {"nothing": 1}}), ("sit", {"seat": 15}), ("seat", {"seat": 14, "to": "open"}), ("say", {"text": "  "})))
        guest.ask(kind, **fields)

    def get_up(self, guest, document):
        """In mid-game: a bot has the seat until its player sits down again."""
        if document["phase"] == "playing" and seat_of(document, guest.id) is not None and not guest.room.hurry:
            guest.ask("stand")

    def hand_over(self, guest, document):
        """To any player; refused if we are not the host, or they are not connected."""
        others = [seat["guest"] for seat in document["seats"].values() if seat.get("guest", guest.id) != guest.id]
        if others:
            guest.ask("hand_over", guest=self.chance.choice(others))

    def ask_hint(self, guest, document):
        if self.chance.random() < 0.1 and document["phase"] == "playing":
            guest.ask("hint")
