"""A move for each game, chosen at random from the document alone."""


def reversi(document, seat, chance, _):
    return {"cell": chance.choice(document["legal"].split())}


def nim(document, seat, chance, _):
    row, cells = chance.choice(document["legal"].split()).split(":")
    first, last = map(int, cells.split("-"))
    start = chance.randint(first, last)
    return {"row": int(row), "from": start, "count": chance.randint(1, min(3, last - start + 1))}


def fifteen(document, seat, chance, _):
    tiles = dict(part.split(":") for part in document["legal"].split(";"))
    return {"tile": int(chance.choice(tiles[f"s{seat}"].split()))}


def bubbles(document, seat, chance, hurry):
    """`hurry`: straight up, which fills the field and ends the game soon."""
    return {"angle": 0 if hurry else chance.randint(-6000, 6000), "shot": document["view"]["fields"][f"s{seat}"]["shot"]}


CHOOSE = {"reversi": reversi, "nim": nim, "fifteen": fifteen, "bubbles": bubbles}

ROWS = ["abcabcab", "bcabcab"]  # no three in a row

# The rooms of a run: body of POST /api/rooms, and the number of people who want a seat.
TABLES = [
    ({"game": "reversi", "options": {"preset": "five"}, "seats": ["me", "open", {"bot": "random"}, {"bot": "minimum"}, {"bot": "maximum"}], "clock": {"kind": "none"}}, 2),
    ({"game": "nim", "options": {"preset": "753"}, "seats": ["me", "open"], "clock": {"kind": "move", "limit_ms": 3000}}, 3),
    ({"game": "fifteen", "options": {"size": 3, "seats": 3, "max_steps": 60}, "seats": ["me", "open", {"bot": "usagi"}]}, 2),
    ({"game": "bubbles", "options": {"seats": 2, "colors": 3, "hurry_s": 3, "field": ROWS * 5}, "seats": ["me", "open"]}, 2),
    ({"game": "reversi", "options": {"preset": "classic"}, "seats": ["me", "open"], "clock": {"kind": "move", "limit_ms": 3000}}, 3),
    ({"game": "reversi", "options": {"preset": "seed"}, "seats": ["open", "me", {"bot": "random"}, {"bot": "random"}, "open"], "clock": {"kind": "none"}}, 3),
    ({"game": "nim", "options": {"preset": "puzzle"}, "seats": ["me", "open"], "clock": {"kind": "none"}}, 2),
    ({"game": "fifteen", "options": {"size": 3, "seats": 2, "max_steps": 80}, "seats": ["me", "open"]}, 2),
]
