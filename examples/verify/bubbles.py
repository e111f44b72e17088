"""The bubble shooter: docs/reference/rules.md, section 4; games/bubbles/wire.md, "In records"."""
import math

from .game import Game, Place, Standing, by_score, is_object
from .lines import Wrong, integer

RADIUS, PITCH, ROW_PITCH, CONTACT = 2048, 4096, 3547, 3482
LOSE_ROW = 12
SCALE = 20  # bits of fraction of a position in flight
LEFT, RIGHT, CEILING = RADIUS << SCALE, 8 * PITCH - RADIUS << SCALE, RADIUS << SCALE
SINE = [round(2**20 * math.sin(math.radians(hundredths / 100))) for hundredths in range(9001)]
PRESETS = {"duel": 2, "puzzle": 1, "party": 5}


class Grid:
    """The bubbles of one field: colours 1 to 8 by row and column; cells without a bubble have no entry."""

    def __init__(self, bubbles):
        self.bubbles = dict(bubbles)
        self.shift = 0

    def columns(self, row):
        return 8 - (row + self.shift) % 2

    def depth(self):
        return max((row + 1 for row, _ in self.bubbles), default=0)

    def center(self, row, column):
        return RADIUS + PITCH * column + RADIUS * ((row + self.shift) % 2), RADIUS + ROW_PITCH * row

    def neighbors(self, row, column):
        left = column - 1 + (row + self.shift) % 2
        cells = [(row, column - 1), (row, column + 1), *((other, c) for other in (row - 1, row + 1) for c in (left, left + 1))]
        return [(r, c) for r, c in cells if r >= 0 and 0 <= c < self.columns(r)]

    def connected(self, seeds, within):
        found, waiting = set(seeds), list(seeds)
        while waiting:
            for cell in self.neighbors(*waiting.pop()):
                if cell in within and cell not in found:
                    found.add(cell)
                    waiting.append(cell)
        return found

    def hanging(self):
        return self.connected([cell for cell in self.bubbles if cell[0] == 0], self.bubbles)

    def attach(self, cell, color):
        """The numbers of bubbles that pop and that fall."""
        self.bubbles[cell] = color
        group = self.connected([cell], {other for other, its in self.bubbles.items() if its == color})
        if len(group) < 3:
            return 0, 0
        for popped in group:
            del self.bubbles[popped]
        held = self.hanging()
        fallen = [other for other in self.bubbles if other not in held]
        for other in fallen:
            del self.bubbles[other]
        return len(group), len(fallen)

    def push(self, colors):
        """A new row on top."""
        self.bubbles = {(row + 1, column): color for (row, column), color in self.bubbles.items()}
        self.bubbles.update({(0, column): color for column, color in enumerate(colors)})
        self.shift = 1 - self.shift

    def below_lowest(self, column):
        return max((row + 1 for row, its in self.bubbles if its == column), default=0), column

    def row_text(self, row):
        return "".join(".abcdefgh"[self.bubbles.get((row, column), 0)] for column in range(self.columns(row)))


# --- Flight

def fly(grid, angle):
    """The cell in which a shot lands, and its number of steps."""
    x, y = 4 * PITCH << SCALE, RADIUS + ROW_PITCH * (LOSE_ROW + 1) << SCALE
    across, up = PITCH // 16 * SINE[abs(angle)] * (-1 if angle < 0 else 1), PITCH // 16 * SINE[9000 - abs(angle)]
    reach = grid.center(grid.depth() - 1, 0)[1] + CONTACT  # nothing is touched below
    steps = 0
    while True:
        x, y, steps = x + across, y - up, steps + 1
        if x < LEFT:
            x, across = 2 * LEFT - x, -across
        elif x > RIGHT:
            x, across = 2 * RIGHT - x, -across
        if y <= CEILING or (y >> SCALE < reach and touches(grid, x >> SCALE, y >> SCALE)):
            return nearest_free(grid, x >> SCALE, y >> SCALE), steps


def touches(grid, x, y):
    row, column = (y - RADIUS) // ROW_PITCH, (x - RADIUS) // PITCH
    near = [(r, c) for r in (row, row + 1) for c in range(column - 1, column + 2) if (r, c) in grid.bubbles]
    return any(distance(grid, cell, x, y) < CONTACT**2 for cell in near)


def distance(grid, cell, x, y):
    """Squared."""
    center = grid.center(*cell)
    return (x - center[0]) ** 2 + (y - center[1]) ** 2


def nearest_free(grid, x, y):
    cells = {(0, column) for column in range(grid.columns(0))}
    for bubble in grid.bubbles:
        cells.update(grid.neighbors(*bubble))
    return min((cell for cell in cells if cell not in grid.bubbles), key=lambda cell: (distance(grid, cell, x, y), cell))


# --- The game

class Field:
    def __init__(self, grid, drop_in, streams):
        self.grid = grid
        self.deepest, self.drop_in = grid.depth(), drop_in
        self.now = self.next = 0
        self.place = self.shot = self.queue = self.popped = self.fallen = self.sent = self.ready = self.out_at = 0
        self.shots, self.rows, self.garbage = streams

    def hashed(self):
        for row in range(self.deepest):
            yield from (self.grid.row_text(row), "/")
        yield from (self.grid.shift, self.now, self.next, self.drop_in, self.deepest, self.place)
        yield from (self.shot, self.queue, self.popped, self.fallen, self.sent, self.ready, self.out_at)
        yield from (self.shots.mark(), self.rows.mark(), self.garbage.mark())


class Bubbles(Game):
    timed = simultaneous = True

    def __init__(self, options, seed):
        self.seats, self.colors, self.everybubble, hurry_s, field = read_options(options)
        self.hurry_ms, self.now, self.ply = 1000 * hurry_s, 0, 0
        self.drop_every = 9 if self.seats == 1 else 12
        layout, *streams = seed.streams(1 + 3 * self.seats)
        bubbles = field or {(row, column): self.draw(layout) for row in range(5) for column in range(8 - row % 2)}
        self.fields = [Field(Grid(bubbles), self.drop_every, streams[3 * seat : 3 * seat + 3]) for seat in range(self.seats)]
        for own in self.fields:
            own.now, own.next = self.draw(own.shots, own.grid), self.draw(own.shots, own.grid)

    def draw(self, stream, grid=None):
        """A colour: with one seat, one of those in the grid if there are any, else any."""
        palette = sorted(set(grid.bubbles.values())) if grid and self.seats == 1 else []
        palette = palette or range(1, self.colors + 1)
        return palette[stream.below(len(palette))]

    def living(self):
        return [seat for seat, field in enumerate(self.fields) if field.place == 0]

    def is_cleared(self):
        return self.seats == 1 and not self.fields[0].grid.bubbles

    def to_act(self):
        living = self.living()
        return living if len(living) >= min(2, self.seats) and not self.is_cleared() else []

    def move(self, seat, move, t):
        is_object(move)
        angle = integer(move, "angle", -8000, 8000)
        field = self.fields[seat]
        if "shot" in move and integer(move, "shot", 0, 2**31 - 1) != field.shot:
            raise Wrong(f"the next shot is number {field.shot}")
        if t < field.ready:
            raise Wrong(f"the shot before lands at {field.ready}")
        self.now = max(self.now, t)
        self.shoot(seat, angle)

    def tick(self, seat, t):
        due = min(((self.fields[other].ready + self.hurry_ms, other) for other in self.to_act()), default=None)
        if due is None or due[1] != seat or due[0] > t:
            raise Wrong("nothing is due for this seat")
        self.now = max(self.now, t)
        self.shoot(seat, 0)

    def shoot(self, seat, angle):
        """One shot and all its effects: rules.md 4.3."""
        field = self.fields[seat]
        cell, steps = fly(field.grid, angle)
        popped, fallen = field.grid.attach(cell, field.now)
        field.popped, field.fallen = field.popped + popped, field.fallen + fallen
        field.ready = self.now + 4 * steps
        field.deepest = max(field.deepest, cell[0] + 1)
        if popped:
            self.attack(seat, popped + 2 * fallen if self.everybubble else popped + fallen - 3)
        if not self.is_cleared():
            self.drop_row(field)
        self.hang_garbage(field)
        field.deepest = max(field.deepest, field.grid.depth())
        if field.grid.depth() > LOSE_ROW:
            field.place, field.out_at = len(self.living()), field.ready
        field.now, field.next = field.next, self.draw(field.shots, field.grid)
        field.shot += 1
        self.ply += 1

    def attack(self, seat, strength):
        own = self.fields[seat]
        cancelled = min(strength, own.queue)
        own.queue -= cancelled
        others = [(seat + i) % self.seats for i in range(1, self.seats)]
        others = [other for other in others if self.fields[other].place == 0]
        if not others:
            return
        own.sent += strength - cancelled
        for i in range(strength - cancelled):
            self.fields[others[i % len(others)]].queue += 1

    def drop_row(self, field):
        field.drop_in -= 1
        if field.drop_in == 0:
            field.drop_in = self.drop_every
            columns = 8 - (1 - field.grid.shift)
            field.grid.push([self.draw(field.rows, field.grid) for _ in range(columns)])

    def hang_garbage(self, field):
        for _ in range(min(field.queue, 7)):
            cell = field.grid.below_lowest(field.garbage.below(7))
            field.grid.bubbles[cell] = self.draw(field.garbage, field.grid)
            field.queue -= 1

    def hashed(self):
        yield from (self.seats, self.colors, int(self.everybubble), self.hurry_ms, self.now, self.ply)
        for field in self.fields:
            yield from field.hashed()

    def standing(self):
        scores = [field.popped + field.fallen for field in self.fields]
        out = [Place(seat, field.place, scores[seat]) for seat, field in enumerate(self.fields) if field.place]
        places = by_score([(seat, scores[seat]) for seat in self.living()]) + sorted(out, key=lambda place: place.rank)
        if self.seats > 1:
            return Standing(places, "last_standing")
        return Standing(places, "cleared" if self.is_cleared() else "lost", lost=not self.is_cleared())


# --- Options

def read_options(options):
    """Seats, colours, whether every bubble attacks, hurry_s, and the field or None. Wrong unless the options are complete."""
    keys = set(options) if type(options) is dict else set()
    if keys == {"preset"} and type(options["preset"]) is str and options["preset"] in PRESETS:
        return PRESETS[options["preset"]], 6, False, 10, None
    if keys - {"field"} != {"seats", "colors", "attack", "hurry_s"} or options["attack"] not in ("classic", "everybubble"):
        raise Wrong("these are not complete options")
    colors = integer(options, "colors", 3, 8)
    field = read_field(options["field"], colors) if "field" in keys else None
    return integer(options, "seats", 1, 5), colors, options["attack"] == "everybubble", integer(options, "hurry_s", 3, 60), field


def read_field(rows, colors):
    if type(rows) is not list or not 1 <= len(rows) <= LOSE_ROW - 1:
        raise Wrong("field is 1 to 11 rows")
    bubbles = {}
    for number, row in enumerate(rows):
        if type(row) is not str or len(row) != 8 - number % 2 or not set(row) <= set(".abcdefgh"[: colors + 1]):
            raise Wrong("a row of the field has 8 or 7 letters")
        bubbles.update({(number, column): ".abcdefgh".index(letter) for column, letter in enumerate(row) if letter != "."})
    if not bubbles or len(Grid(bubbles).hanging()) < len(bubbles):
        raise Wrong("a bubble does not hang on the ceiling, or there is none")
    return bubbles
