"""A room of an arena with its guests: whether its game is over, and whether it makes progress."""

MOVING_S = 20  # a game without progress for so long at the end is stuck


class Table:
    """A room of an arena with its guests."""

    def __init__(self, arena, code, history, rounds):
        self.arena, self.code, self.history, self.rounds = arena, code, history, rounds
        self.guests = []
        self.hurry = False

    def over(self):
        document = self.history.document()
        if document is None or document["phase"] != "over" or (self.arena.steady and not self.arena.finishing):
            return False
        voters = any(seat["kind"] == "human" and not seat.get("left") for seat in document["seats"].values())
        return document["round"] >= self.rounds or self.arena.finishing or not voters

    def standing(self):
        """The progress of its game, and the unanswered requests."""
        return (self.history.document() or {}).get("ply"), {(guest.name, number) for guest in self.guests for number in guest.pending}

    def moves_on(self, before):
        """Whether it has made progress since that `standing()`. A duel of two bots may last for many minutes: it is not stuck while it moves and all
        requests are answered."""
        if before is None:
            return False
        (ply, owed), (ply_now, owed_now) = before, self.standing()
        return ply != ply_now and not owed & owed_now
