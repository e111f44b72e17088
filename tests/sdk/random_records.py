"""Records to compare verifiers with: of random rounds with the presets and with custom options, and such records with one change and new
hashes. All follow from a generator."""
import functools
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))
from verify.lines import Wrong  # noqa: E402
from verify.round import Round, behind_the_others, result_of  # noqa: E402

PROGRAM = ROOT / "build/test/bin/record_rounds"
BOARDS = (ROOT / "docs/reference/boards.md").read_text(encoding="utf-8")


@functools.lru_cache
def presets():
    return json.loads(subprocess.run([PROGRAM, "presets"], stdout=subprocess.PIPE, check=True).stdout)


@functools.lru_cache
def documented(game):
    """The options in the examples of boards.md."""
    return [json.loads(text) for text in re.findall(rf"<!-- options: {game} -->\n```json\n(.*?)```", BOARDS, re.S)]


def documented_rounds():
    """The worked example of each game in its wire.md: lines of JSON, by game."""
    rounds = {}
    for file in sorted(ROOT.glob("games/*/wire.md")):
        for game, text in re.findall(r"<!-- worked example: (\w+) -->\n```text\n(.*?)```", file.read_text(encoding="utf-8"), re.S):
            rounds[game] = [json.loads(line) for line in text.splitlines()]
    return rounds


def records(game, count, dice):
    """Options of every preset in turn, then as many others."""
    named = [{"preset": name} for name in presets()[game]]
    options = [named[i // 2 % len(named)] if i % 2 == 0 else own_options(game, dice) for i in range(count)]
    wishes = [json.dumps({"game": game, "options": each, "seed": dice.getrandbits(63)}) for each in options]
    made = subprocess.run([PROGRAM, "rounds"], input="\n".join(wishes) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return [record + "\n" for record in made.stdout.split("\n\n")[:-1]]


# --- Options

def own_options(game, dice):
    if dice.randrange(4) == 0:
        return dice.choice(documented(game))
    return {"nim": nim_options, "fifteen": fifteen_options, "bubbles": bubbles_options, "reversi": reversi_options}[game](dice)


def nim_options(dice):
    if dice.randrange(2):
        return {"puzzle": True, "misere": dice.random() < 0.5}
    rows = [dice.choice([dice.randint(1, 32), "".join(dice.choices("ox", k=dice.randint(1, 32)))]) for _ in range(dice.randint(1, 8))]
    return {"rows": [1, *rows[1:]], "misere": dice.random() < 0.5}


def fifteen_options(dice):
    size = dice.randint(3, 5)
    options = {"seats": dice.randint(1, 5), "finish_s": dice.randint(10, 200), "max_steps": dice.choice([1, 30, 200, 5000])}
    if dice.randrange(2):
        return {**options, "size": size, "scramble": dice.choice(["random", "seed"]) if size == 4 else "random"}
    tiles = [*range(1, size * size), 0]
    while tiles == [*range(1, size * size), 0]:
        for _ in range(dice.randint(1, 30)):
            hole = tiles.index(0)
            cell = dice.choice([c for c in range(size * size) if abs(c // size - hole // size) + abs(c % size - hole % size) == 1])
            tiles[hole], tiles[cell] = tiles[cell], 0
    return {**options, "tiles": tiles}


def bubbles_options(dice):
    colors = dice.randint(3, 8)
    options = {"seats": dice.randint(1, 5), "colors": colors, "attack": dice.choice(["classic", "everybubble"]), "hurry_s": dice.choice([3, 10, 60])}
    if dice.randrange(2):
        return options
    few = dice.randint(1, colors)
    rows = ["".join(dice.choices("abcdefgh"[:few], k=8 - row % 2)) for row in range(dice.randint(1, 11))]
    return {**options, "field": [*rows[:-1], rows[-1][:3] + "." + rows[-1][4:]]}


def reversi_options(dice):
    width, height = (dice.randint(9, 16), dice.randint(9, 16)) if dice.randrange(8) == 0 else (dice.randint(4, 8), dice.randint(4, 8))
    players = dice.sample("BWACY", dice.randint(2, 5))
    letters = "".join(players) + dice.choice(["", "GR", "GGR", "BWACY"])
    board = [dice.choices("." * 3 * len(letters) + letters + dice.choice(["", "H"]), k=width) for _ in range(height)]
    board[height // 2][width // 2 - 1 : width // 2 + 1] = players[:2]
    return {
        "board": ["".join(row) for row in board],
        "rotation": "".join(players),
        "compete": "".join(dice.sample(players, dice.randint(1, len(players)))),
        "permanent": "".join(dice.sample("GBWACY", dice.choice([0, 1, 2, 3]))),
        "cut_ins": {str(dice.randint(1, 30)): dice.choice("BWACY") for _ in range(dice.choice([0, 0, 1, 3]))},
        "stuck_cut_in": dice.choice(["end", "skip"]),
        "first": dice.choice(players),
    }


# --- Changes

def bodies_of(record):
    return [line[:-75] + "}" for line in record.splitlines()]


def with_hashes(bodies):
    out, link = b"", "0" * 64
    for body in bodies:
        link = hashlib.sha256(link.encode() + body[:-1]).hexdigest()
        out += b'%s,"hash":"%s"}\n' % (body[:-1], link.encode())
    return out


def changed(record, dice):
    """The record with one change, as bytes."""
    bodies = bodies_of(record)
    change = dice.choices([change_value, change_lines, change_byte, change_seed, leave_out, go_on, give_up], [10, 3, 2, 1, 2, 2, 2])[0]
    return with_hashes([body if type(body) is bytes else body.encode() for body in change(bodies, dice)])


def change_value(bodies, dice):
    """Another value somewhere; the first and the last line more often than by chance."""
    number = dice.choice([0, len(bodies) - 1, dice.randrange(len(bodies)), dice.randrange(len(bodies))])
    line = json.loads(bodies[number])
    holder, key = dice.choice(list(places(line)))
    holder[key] = other(holder[key], dice)
    return [*bodies[:number], dumped(line), *bodies[number + 1 :]]


def places(value):
    """The places of numbers, texts and truth values."""
    keys = value if type(value) is dict else range(len(value))
    for key in keys:
        if type(value[key]) in (dict, list):
            yield from places(value[key])
        else:
            yield value, key


def other(value, dice):
    if type(value) is bool:
        return not value
    if type(value) is int:
        return dice.choice([value + 1, value - 1, value + dice.randint(-1000, 1000), dice.randint(0, 9), -1])
    if value[:1] in ("s", "g") and value[1:].isdigit():
        return f"s{dice.randint(0, 5)}"
    words = ["move", "bot", "timeout", "tick", "resign", "seat", "time", "absent", "human", "solved", "end", "skip", "classic", "puzzle", "seed", "B", "a1", "c4", ""]
    if not value or dice.randrange(2):
        return dice.choice(words)
    at = dice.randrange(len(value))
    return value[:at] + dice.choice("0123456789abcdefBWACYGRHox.") + value[at + 1 :]


def change_lines(bodies, dice):
    """A line added, removed, or moved."""
    bodies = list(bodies)
    line = bodies.pop(dice.randrange(len(bodies)))
    if dice.randrange(3):
        bodies.insert(dice.randrange(len(bodies) + 1), line)
        if dice.randrange(2):
            bodies.insert(dice.randrange(len(bodies) + 1), line)
    return bodies


def change_byte(bodies, dice):
    number = dice.randrange(len(bodies))
    line = bytearray(bodies[number].encode())
    line[dice.randrange(len(line) - 1)] = dice.randrange(32, 256)
    return [*bodies[:number], bytes(line), *bodies[number + 1 :]]


def change_seed(bodies, dice):
    """Another seed, and the commitment to it."""
    first, last = json.loads(bodies[0]), json.loads(bodies[-1])
    last["seed"] = f"{dice.getrandbits(256):064x}"
    first["commitment"] = hashlib.sha256(f"engawa commitment 1\n{first['record']}\n{last['seed']}\n".encode()).hexdigest()
    return [dumped(first), *bodies[1:-1], dumped(last)]


def leave_out(bodies, dice):
    """A member is missing."""
    number = dice.randrange(len(bodies))
    line = json.loads(bodies[number])
    holder, key = dice.choice([place for place in places(line) if type(place[0]) is dict])
    del holder[key]
    return [*bodies[:number], dumped(line) if line else '{"x":1}', *bodies[number + 1 :]]


def go_on(bodies, dice):
    """An extra line after the end."""
    seat = dice.choice(list(json.loads(bodies[0])["seats"]))
    more = dice.choice([{"in": "resign", "at": 1, "seat": seat}, {"in": "seat", "at": 1, "seat": seat, "to": {"kind": "human", "nick": "B"}}])
    return [*bodies[:-1], dumped(more), bodies[-1]]


def give_up(bodies, dice):
    """A player resigns at some time, and the round ends there with the right state and ranking, whether or not a room would have ended it."""
    first, last = json.loads(bodies[0]), json.loads(bodies[-1])
    kept = bodies[: dice.randint(1, len(bodies) - 1)]
    playing = Round(first, last["seed"])
    for body in kept[1:]:
        playing.take(json.loads(body))
    seat = dice.choice(list(first["seats"]))
    marks = dice.choice([{}, {"stand_in": True}, {"stand_in": True, "left": True}])
    lines = [{"in": "seat", "at": 1, "seat": seat, "to": {"kind": "human", "nick": "B", **marks}}] if dice.randrange(3) == 0 else []
    lines.append({"in": "resign", "at": 1, "seat": seat})
    try:
        for line in lines:
            playing.take(line)
    except Wrong:
        playing.resigned.append(int(seat[1:]))
    reason = dice.choice(["resign", "time", "absent"])
    result = result_of(behind_the_others(playing.game.standing(), playing.resigned, reason), first["record"])
    return [*kept, *map(dumped, lines), dumped({**last, "result": result, "state": playing.game.state()})]


def dumped(line):
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
