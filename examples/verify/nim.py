"""753: docs/reference/rules.md, section 2; games/nim/wire.md, "In records"."""
from .game import Game, Standing, by_score, is_object
from .lines import Wrong, integer, is_integer

MOST_ROWS, MOST_CELLS = 8, 32
ROWS_753 = ["o" * 7, "o" * 5, "o" * 3]
PRESETS = {"753": (ROWS_753, False), "753-misere": (ROWS_753, True), "puzzle": (None, False)}


class Nim(Game):
    seats = 2

    def __init__(self, options, seed):
        rows, self.misere = read_options(options)
        rows = rows or draw_rows(seed.generator())
        self.lengths = [len(row) for row in rows]
        self.untaken = [{cell for cell, letter in enumerate(row) if letter == "o"} for row in rows]
        self.ply = 0
        self.last = (0, 0, 0)

    def to_act(self):
        return [self.ply % 2] if any(self.untaken) else []

    def move(self, seat, move, t):
        is_object(move)
        row, first = integer(move, "row", 0, MOST_ROWS - 1), integer(move, "from", 0, MOST_CELLS - 1)
        count = integer(move, "count", 1, MOST_CELLS)
        cells = set(range(first, first + count))
        if row >= len(self.untaken) or not cells <= self.untaken[row]:
            raise Wrong("not all of these cells are untaken")
        self.untaken[row] -= cells
        self.last = (row, first, count)
        self.ply += 1

    def hashed(self):
        for length, untaken in zip(self.lengths, self.untaken):
            yield from (length, sum(1 << cell for cell in untaken))
        yield from (int(self.misere), self.ply, *self.last)

    def standing(self):
        if any(self.untaken):
            return Standing(by_score([(0, 0), (1, 0)]), "last_taken")
        last_mover = (self.ply - 1) % 2
        winner = 1 - last_mover if self.misere else last_mover
        return Standing(by_score([(winner, 1), (1 - winner, 0)]), "last_taken")


def draw_rows(generator):
    lengths = [0] * (3 + generator.below(3))
    lengths = [2 + generator.below(11) for _ in lengths]
    xor = 0
    for length in lengths:
        xor ^= length
    if xor == 0:
        lengths[0] += 1
    return ["o" * length for length in lengths]


def read_options(options):
    """The rows as texts, or None if they are drawn; and whether it is misère. Wrong unless the options are complete."""
    keys = set(options) if type(options) is dict else set()
    if keys == {"preset"} and type(options["preset"]) is str and options["preset"] in PRESETS:
        return PRESETS[options["preset"]]
    if keys not in ({"rows", "misere"}, {"puzzle", "misere"}) or type(options["misere"]) is not bool:
        raise Wrong("these are not complete options")
    if "puzzle" in keys:
        if options["puzzle"] is not True:
            raise Wrong("puzzle is true, or there are rows")
        return None, options["misere"]
    if type(options["rows"]) is not list or not 1 <= len(options["rows"]) <= MOST_ROWS:
        raise Wrong("rows is an array of 1 to 8 rows")
    rows = [read_row(row) for row in options["rows"]]
    if not any("o" in row for row in rows):
        raise Wrong("no cell is untaken")
    return rows, options["misere"]


def read_row(row):
    if is_integer(row, 1, MOST_CELLS):
        return "o" * row
    if type(row) is not str or not 1 <= len(row) <= MOST_CELLS or not set(row) <= set("ox") or "x" not in row:
        raise Wrong("a row is a number of cells, or a text of o and at least one x")
    return row
