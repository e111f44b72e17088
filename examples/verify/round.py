"""Replays a round: its inputs, resignations, and its end. protocol/records.md."""
import hashlib
import re

from . import bubbles, fifteen, nim, reversi
from .draws import Seed
from .game import Place, Standing
from .lines import Wrong, at, bodies, hexadecimal, integer, member, read_object, same, text, time

GAMES = {"reversi": reversi.Reversi, "nim": nim.Nim, "fifteen": fifteen.Fifteen, "bubbles": bubbles.Bubbles}
MOVES = ("move", "bot", "timeout")
INPUTS = (*MOVES, "tick", "solution", "resign", "seat")
REASONS = ("resign", "time", "absent")  # for a round that ends by a resignation


def verify(data):
    """Raises Wrong unless the bytes are the record of a finished round."""
    lines = bodies(data)
    if not lines:
        raise Wrong("there is no line at all")
    number = 1
    try:
        header = read_header(read_object(lines[0]))
        number = len(lines)
        ending = read_ending(read_object(lines[-1]), number)
        number = 1
        playing = Round(header, ending["seed"])
        for number in range(2, len(lines)):
            playing.take(read_object(lines[number - 1]))
        number = len(lines)
        playing.end(ending)
    except Wrong as wrong:
        raise at(number, wrong)


def read_header(line):
    integer(line, "version", 1, 1)
    if text(line, "format") != "engawa-record":
        raise Wrong("format is not engawa-record")
    for key in ("record", "game"):
        text(line, key)
    for key in ("options", "clock"):
        member(line, key)
    time(line, "started")
    integer(line, "rules", 1, 1000000)
    if type(line.get("commitment", "")) is not str:
        raise Wrong("commitment is not a text")
    seats = member(line, "seats")
    if type(seats) is not dict or set(seats) != {f"s{seat}" for seat in range(len(seats))}:
        raise Wrong("seats is not an object with a member for each seat")
    return line


def read_ending(line, number):
    if number == 1 or "result" not in line:
        raise Wrong("the round is not over, or its end is missing")
    time(line, "ended")
    hexadecimal(line, "state", 16)
    seed = text(line, "seed")
    if not re.fullmatch("[0-9a-f]{64}", seed) and not (re.fullmatch("[0-9]{1,20}", seed) and int(seed) < 2**64):
        raise Wrong("seed is neither 64 hexadecimal digits nor a number")
    return line


def commitment(record, seed):
    return hashlib.sha256(f"engawa commitment 1\n{record}\n{seed}\n".encode()).hexdigest()


class Round:
    def __init__(self, header, seed):
        if header["game"] not in GAMES or header["rules"] != 1:
            raise Wrong("a game or rules that are not known here")
        promised = commitment(header["record"], seed) if Seed(seed).is_secret else ""
        game = GAMES[header["game"]]
        self.game = game(header["options"], Seed(seed))
        if len(header["seats"]) != self.game.seats:
            raise Wrong(f"the game has {self.game.seats} seats")
        if header.get("commitment", "") != promised:
            raise Wrong("the commitment is not to the seed")
        self.record = header["record"]
        self.players = [header["seats"][f"s{seat}"] for seat in range(self.game.seats)]
        self.resigned = []
        self.given_up = False
        self.t = 0

    def take(self, line):
        """One input."""
        kind = text(line, "in")
        if kind not in INPUTS:
            raise Wrong(f"no input is called {kind}")
        time(line, "at")
        seat = self.seat_of(line) if kind != "solution" else None
        if self.given_up or not self.game.to_act():
            raise Wrong("the round is over")
        if kind == "seat":
            self.players[seat] = member(line, "to")
        elif kind == "resign":
            self.resign(seat)
        else:
            self.play(kind, seat, line)

    def seat_of(self, line):
        names = [f"s{seat}" for seat in range(self.game.seats)]
        if text(line, "seat") not in names:
            raise Wrong("there is no such seat")
        return names.index(line["seat"])

    def play(self, kind, seat, line):
        """An input of the game."""
        t = time(line, "t") if self.game.timed else 0
        state = hexadecimal(line, "state", 16)
        if t < self.t:
            raise Wrong("it is earlier than the line before")
        self.t = t
        if kind == "tick":
            self.game.tick(seat, t)
        elif kind == "solution":
            self.game.solve(member(line, "solution"))
        else:
            self.game.may_act(seat)
            self.game.move(seat, member(line, "move"), t)
        self.check_state(state)

    def check_state(self, state):
        if self.game.state() != state:
            raise Wrong(f"the state is {self.game.state()}, not {state}")

    # --- Resignations and the end

    def is_person(self, seat):
        """The seat belongs to a person who has neither left nor resigned."""
        player = self.players[seat]
        human = type(player) is dict and player.get("kind") == "human" and "left" not in player
        return human and seat not in self.resigned

    def resign(self, seat):
        if not self.is_person(seat) or "stand_in" in self.players[seat]:
            raise Wrong("nobody plays this seat who could resign")
        if self.game.simultaneous and seat not in self.game.to_act():
            raise Wrong("this seat has finished already")
        self.resigned.append(seat)
        competing = [place for place in self.game.standing().places if place.seat not in self.resigned]
        people = any(map(self.is_person, range(self.game.seats)))
        self.given_up = len(competing) <= 1 or not people

    def end(self, ending):
        self.check_state(ending["state"])
        if not self.game.to_act():
            standing = self.game.standing()
        elif not self.given_up:
            raise Wrong("the round is not over in this position")
        else:
            reason = ending["result"].get("reason") if type(ending["result"]) is dict else None
            if reason not in REASONS:
                raise Wrong("no round ends for this reason")
            standing = behind_the_others(self.game.standing(), self.resigned, reason)
        if not same(ending["result"], result_of(standing, self.record)):
            raise Wrong(f"the result is {result_of(standing, self.record)}")


def behind_the_others(standing, resigned, reason):
    """Players who resigned rank behind the others, the first to resign last."""
    ranks = {place.seat: place.rank for place in standing.places}
    stayed = [place for place in standing.places if place.seat not in resigned]
    places = [Place(place.seat, 1 + sum(ranks[other.seat] < place.rank for other in stayed), place.score) for place in stayed]
    for seat in reversed(resigned):
        places += [Place(seat, len(places) + 1, place.score) for place in standing.places if place.seat == seat]
    return Standing(places, reason, lost=len(standing.places) == 1)


def result_of(standing, record):
    result = {"ranking": [{"seat": f"s{place.seat}", "rank": place.rank, "score": place.score} for place in standing.places]}
    first = [place.seat for place in standing.places if place.rank == 1]
    if standing.lost:
        result["lost"] = True
    elif len(first) == 1:
        result["winner"] = f"s{first[0]}"
    else:
        result["draw"] = True
    return {**result, "reason": standing.reason, "record": record}
