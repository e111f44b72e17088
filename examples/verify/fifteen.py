"""The 15-puzzle race: docs/reference/rules.md, section 3; games/fifteen/wire.md, "In records"."""
from .game import Game, Place, Standing, is_object
from .lines import Wrong, integer, is_integer

LARGEST, MOST_SEATS = 5, 5
# Size, seats, and whether the scramble is one of the 480.
PRESETS = {"race": (4, 4, False), "solo": (4, 1, False), "eight": (3, 2, False), "twenty-four": (5, 2, False), "article": (4, 1, True)}


class Board:
    """One seat's."""

    def __init__(self, tiles):
        self.tiles = list(tiles)
        self.steps = self.place = self.solved_at = 0
        self.out = False

    def is_playing(self):
        return self.place == 0 and not self.out

    def hashed(self):
        yield from padded(self.tiles)
        yield from (self.steps, self.place, int(self.out), self.solved_at)


class Fifteen(Game):
    timed = simultaneous = True

    def __init__(self, options, seed):
        size, self.seats, scramble, tiles, finish_s, self.max_steps = read_options(options)
        if tiles is None:
            tiles = article_scramble(seed.generator()) if scramble == "seed" else random_scramble(size, seed.generator())
        self.start = tiles
        self.size = int(len(tiles) ** 0.5)
        self.boards = [Board(tiles) for _ in range(self.seats)]
        self.finish_ms = 1000 * finish_s
        self.ply = self.now = 0
        self.optimal, self.proved = 0, False

    def to_act(self):
        return [seat for seat, board in enumerate(self.boards) if board.is_playing()]

    def move(self, seat, move, t):
        is_object(move)
        board = self.boards[seat]
        tile = integer(move, "tile", 1, len(self.start) - 1)
        self.now = max(self.now, t)
        board.steps += slide(board.tiles, self.size, tile)
        self.ply += 1
        if board.tiles == goal(self.size):
            board.place = self.finishers() + 1
            board.solved_at = self.now
        elif board.steps >= self.max_steps:
            board.out = True

    def tick(self, seat, t):
        first = [board.solved_at + self.finish_ms for board in self.boards if board.place == 1]
        if not first or not self.to_act() or first[0] > t or self.to_act()[0] != seat:
            raise Wrong("nothing is due for this seat")
        self.now = max(self.now, t)
        self.boards[seat].out = True

    def solve(self, solution):
        if self.optimal or self.size == LARGEST:
            raise Wrong("no solution is awaited")
        moves = solution.get("moves") if type(solution) is dict else None
        if type(moves) is not list or len(moves) > 1000 or type(solution.get("optimal")) is not bool:
            raise Wrong("a solution has moves and optimal")
        tiles = list(self.start)
        for tile in moves:
            if not is_integer(tile, 1, len(tiles) - 1) or slide(tiles, self.size, tile) != 1:
                raise Wrong("a move of the solution is not one step")
        if tiles != goal(self.size):
            raise Wrong("the solution does not solve the start")
        self.optimal, self.proved = len(moves), solution["optimal"]

    def hashed(self):
        yield from padded(self.start)
        for board in self.boards:
            yield from board.hashed()
        for _ in range(self.seats, MOST_SEATS):
            yield from Board([]).hashed()
        yield from (self.seats, self.max_steps, self.finish_ms, self.ply, self.now, self.optimal, int(self.proved))

    def finishers(self):
        return sum(board.place > 0 for board in self.boards)

    def standing(self):
        solved = self.finishers()
        behind = solved + len(self.to_act()) + 1
        ranks = [board.place or (behind if board.out else solved + 1) for board in self.boards]
        places = [Place(seat, rank, self.boards[seat].steps) for seat, rank in enumerate(ranks)]
        return Standing(sorted(places, key=lambda place: (place.rank, place.seat)), "solved" if solved else "out", lost=solved == 0)


# --- Boards: lists of tiles in reading order, 0 is the hole

def padded(tiles):
    return list(tiles) + [0] * (LARGEST * LARGEST - len(tiles))


def goal(size):
    return [*range(1, size * size), 0]


def slide(tiles, size, tile):
    """Slides the tiles between the hole and this tile, this one included. Returns their number."""
    cell, hole = tiles.index(tile), tiles.index(0)
    if cell // size != hole // size and cell % size != hole % size:
        raise Wrong(f"tile {tile} is not in line with the hole")
    step = (1 if cell // size == hole // size else size) * (1 if cell > hole else -1)
    count = (cell - hole) // step
    for _ in range(count):
        tiles[hole], tiles[hole + step] = tiles[hole + step], 0
        hole += step
    return count


def is_solvable(tiles, size):
    order = [tile for tile in tiles if tile]
    inversions = sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])
    rows_below = size - 1 - tiles.index(0) // size
    return (inversions + (rows_below if size % 2 == 0 else 0)) % 2 == 0


def made_solvable(tiles, size):
    if not is_solvable(tiles, size):
        a, b = [cell for cell, tile in enumerate(tiles) if tile][:2]
        tiles[a], tiles[b] = tiles[b], tiles[a]
    return tiles


def random_scramble(size, generator):
    tiles = goal(size)
    while True:
        for left in range(size * size, 1, -1):
            drawn = generator.below(left)
            tiles[left - 1], tiles[drawn] = tiles[drawn], tiles[left - 1]
        if made_solvable(tiles, size) != goal(size):
            return tiles


def article_scramble(generator):
    index = generator.below(480)
    a, c, x = 1 + 4 * (index // 120), 1 + 2 * (index // 15 % 8), 1 + index % 15
    tiles = []
    for _ in range(16):
        tiles.append((x + 1) % 16)
        x = (a * x + c) % 16
    return made_solvable(tiles, 4)


# --- Options

def read_options(options):
    """Size, seats, scramble, tiles or None, finish_s, max_steps. Wrong unless the options are complete."""
    keys = set(options) if type(options) is dict else set()
    if keys == {"preset"} and type(options["preset"]) is str and options["preset"] in PRESETS:
        size, seats, article = PRESETS[options["preset"]]
        return size, seats, "seed" if article else "random", None, 120, 5000
    rest = {"seats", "finish_s", "max_steps"}
    if keys not in (rest | {"tiles"}, rest | {"size", "scramble"}):
        raise Wrong("these are not complete options")
    numbers = integer(options, "finish_s", 10, 3600), integer(options, "max_steps", 1, 100000)
    seats = integer(options, "seats", 1, MOST_SEATS)
    if "tiles" in keys:
        return None, seats, None, read_tiles(options["tiles"]), *numbers
    size, scramble = integer(options, "size", 3, LARGEST), options["scramble"]
    if scramble not in ("random", "seed") or (scramble == "seed" and size != 4):
        raise Wrong("scramble is random, or seed with size 4")
    return size, seats, scramble, None, *numbers


def read_tiles(tiles):
    cells = len(tiles) if type(tiles) is list else 0
    if cells not in (9, 16, 25) or not all(is_integer(tile, 0, cells - 1) for tile in tiles) or len(set(tiles)) < cells:
        raise Wrong("tiles has each number from 0 once")
    size = int(cells**0.5)
    if tiles == goal(size) or not is_solvable(tiles, size):
        raise Wrong("the tiles are solved, or cannot be solved")
    return tiles
