"""Common parts of the four games: the hash of a state, and a ranking by score. protocol/records.md, "State" and "The end"."""
from typing import NamedTuple

from .lines import Wrong


class Place(NamedTuple):
    seat: int
    rank: int
    score: int


class Standing(NamedTuple):
    places: list
    reason: str
    lost: bool = False


class Game:
    """A game in progress. A game has `seats`, `to_act()` (the seats that may move; empty when it is over), `move(seat, move, t)`,
    `standing()` and `hashed()`: the numbers and texts of its state, in the order in which they are hashed."""
    timed = False  # its lines have `t`
    simultaneous = False

    def tick(self, seat, t):
        raise Wrong("this game has no ticks")

    def solve(self, solution):
        raise Wrong("this game has no solution")

    def may_act(self, seat):
        if seat not in self.to_act():
            raise Wrong(f"s{seat} is not to act")

    def state(self):
        value = 14695981039346656037
        for item in self.hashed():
            for byte in item.encode() if type(item) is str else item.to_bytes(8, "little"):
                value = (value ^ byte) * 1099511628211 % 2**64
        return f"{value:016x}"


def by_score(scores):
    """Places of pairs of seat and score, best first; ties share the better rank."""
    scores = sorted(scores, key=lambda pair: (-pair[1], pair[0]))
    return [Place(seat, 1 + sum(other > score for _, other in scores), score) for seat, score in scores]


def is_object(move):
    if type(move) is not dict:
        raise Wrong("a move is an object")
