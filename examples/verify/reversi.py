"""Reversi: docs/reference/rules.md, section 1; games/reversi/wire.md, "In records"."""
import re

from .game import Game, Standing, by_score, is_object
from .lines import Wrong, text

PLAYERS, DISCS = "BWACY", "BWACYGR"
NOBODY = 7
NOT_YET, ALL_PASS, CUT_IN_STUCK = range(3)
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]

SEED = """HHHH..HHHH HHH..R.HHH HH......HH H...GC...H .R.YWBG... ...GBWY.R. H...CG...H HH......HH HHH.R..HHH HHHH..HHHH"""
FIVE = """HHHH..HHHH HHH..R.HHH HH......HH H...AC...H .R.YWBG... ...GBWY.R. H...CA...H HH......HH HHH.R..HHH HHHH..HHHH"""
DIAMOND = """HHHH..HHHH HHH....HHH HH......HH H...GC...H ...YWBG... ...GBWY... H...CG...H HH......HH HHH....HHH HHHH..HHHH"""
CLASSIC = """........ ........ ........ ...WB... ...BW... ........ ........ ........"""
OCTAGON = """HH....HH H......H ...BW... ..BWBW.. ..WBWB.. ...WB... H......H HH....HH"""
OCTAGON_THREE = """HH....HH H......H ...BA... ..AWBW.. ..WBWA.. ...AB... H......H HH....HH"""
OCTAGON_WILD = """HH....HH H......H ...GA... ..AWBG.. ..GBWA.. ...AG... H......H HH....HH"""


def preset(board, rotation, permanent="G", cut_ins=None):
    return {"board": board.split(), "rotation": rotation, "compete": rotation, "permanent": permanent, "cut_ins": cut_ins or {}, "first": rotation[0], "stuck_cut_in": "end"}


CUT_INS = {"10": "C", "30": "Y", "40": "Y"}
PRESETS = {
    "five": preset(FIVE, "BWACY"),
    "seed": preset(SEED, "BWA", "GCY", CUT_INS),
    "classic": preset(CLASSIC, "BW"),
    "octagon": preset(OCTAGON, "BW"),
    "octagon-three": preset(OCTAGON_THREE, "BWA"),
    "octagon-wild": preset(OCTAGON_WILD, "BWA"),
    "diamond": preset(DIAMOND, "BWA", "GCY", CUT_INS),
}


class Reversi(Game):
    def __init__(self, options, seed):
        variant = read_options(options)
        self.board = [list(row) for row in variant["board"]]
        self.rotation, self.permanent = variant["rotation"], variant["permanent"]
        self.cut_ins = {int(ply): color for ply, color in variant["cut_ins"].items()}
        self.skips = variant["stuck_cut_in"] == "skip"
        self.colors = colors_of_seats(variant)  # by seat
        self.seats = len(self.colors)
        self.compete = [self.colors.index(color) for color in variant["compete"]]
        self.ply, self.last, self.end = 0, -1, NOT_YET
        self.next = self.rotation.index(variant["first"])
        self.turn = None  # a letter
        self.seek()

    def to_act(self):
        return [self.colors.index(self.turn)] if self.turn else []

    def move(self, seat, move, t):
        is_object(move)
        column, row = read_cell(text(move, "cell"))
        lines = self.lines_from(column, row, self.turn) if self.letter(column, row) == "." else []
        if not lines:
            raise Wrong("a disc cannot be played there")
        self.put(column, row, lines)
        if self.cut_ins.get(self.ply + 1) != self.turn:
            self.next = (self.next + 1) % len(self.rotation)
        self.ply += 1
        self.last = 16 * row + column
        self.seek()

    def put(self, column, row, lines):
        flanked = [cell for cells, _ in lines for cell in cells]
        if any(self.letter(*cell) == "R" for cell in flanked):
            for x, y in [*flanked, *(flanker for _, flanker in lines)]:
                self.board[y][x] = "."
            return
        self.board[row][column] = self.turn
        for x, y in flanked:
            if self.board[y][x] not in self.permanent:
                self.board[y][x] = self.turn

    def seek(self):
        """Whose turn is the next ply: rules 11 to 14."""
        cut_in = self.cut_ins.get(self.ply + 1)
        self.turn = cut_in
        if cut_in and self.can_move(cut_in):
            return
        if cut_in and not self.skips:
            self.turn, self.end = None, CUT_IN_STUCK
            return
        for passes in range(len(self.rotation)):
            index = (self.next + passes) % len(self.rotation)
            if self.can_move(self.rotation[index]):
                self.turn, self.next = self.rotation[index], index
                return
        self.turn, self.end = None, ALL_PASS

    def letter(self, x, y):
        inside = 0 <= y < len(self.board) and 0 <= x < len(self.board[0])
        return self.board[y][x] if inside else "H"

    def can_move(self, color):
        empty = [(x, y) for y, row in enumerate(self.board) for x, letter in enumerate(row) if letter == "."]
        return any(self.line(x, y, step, color) for x, y in empty for step in DIRECTIONS)

    def lines_from(self, x, y, color):
        return [line for line in (self.line(x, y, step, color) for step in DIRECTIONS) if line]

    def line(self, x, y, step, color):
        """The flanked cells of one direction, and the flanker; None if nothing is flanked: rules 3 to 6."""
        run, wildcard = [], 0
        while True:
            x, y = x + step[0], y + step[1]
            letter = self.letter(x, y)
            if letter in "H.":
                break
            if letter == color:
                return (run, (x, y)) if run else None
            if letter == "G":
                wildcard = len(run)
            run.append((x, y))
        return (run[:wildcard], run[wildcard]) if wildcard > 0 else None

    def hashed(self):
        yield from map("".join, self.board)
        yield from (self.ply, DISCS.index(self.turn) if self.turn else NOBODY, self.next, self.end, self.last + 1)

    def standing(self):
        letters = "".join(map("".join, self.board))
        scores = [(seat, letters.count(self.colors[seat])) for seat in self.compete]
        return Standing(by_score(scores), "cutin_stuck" if self.end == CUT_IN_STUCK else "all_pass")


def read_cell(name):
    if not re.fullmatch("[a-p]([1-9]|1[0-6])", name):
        raise Wrong("a cell is a letter from a to p and a number from 1 to 16")
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def colors_of_seats(variant):
    return in_order(variant["rotation"] + "".join(variant["cut_ins"].values()))


def in_order(letters):
    return "".join(color for color in PLAYERS if color in letters)


# --- Options

def read_options(options):
    """The variant with all seven members. Wrong unless the options are complete."""
    if type(options) is not dict:
        raise Wrong("options are an object")
    if "board" not in options:
        if set(options) > {"preset", "stuck_cut_in"} or options.get("stuck_cut_in", "skip") != "skip":
            raise Wrong("these are not complete options")
        if set(options) - {"stuck_cut_in"} != {"preset"} or text(options, "preset") not in PRESETS:
            raise Wrong("there is no such preset")
        return {**PRESETS[options["preset"]], "stuck_cut_in": options.get("stuck_cut_in", "end")}
    if set(options) != set(PRESETS["five"]):
        raise Wrong("these are not complete options")
    check_board(options["board"])
    check_players(options)
    if options["stuck_cut_in"] not in ("end", "skip"):
        raise Wrong("stuck_cut_in is end or skip")
    return options


def check_board(board):
    rows = board if type(board) is list else []
    texts = all(type(row) is str and set(row) <= set("H.") | set(DISCS) for row in rows)
    if not texts or not 1 <= len(rows) <= 16 or not 1 <= len(rows[0]) <= 16 or len({len(row) for row in rows}) > 1:
        raise Wrong("board is 1 to 16 rows of 1 to 16 letters")
    if not set("".join(rows)) - {"H"}:
        raise Wrong("the board has no cell")


def check_players(options):
    rotation, compete, permanent, first = (text(options, key) for key in ("rotation", "compete", "permanent", "first"))
    if not rotation or len(set(rotation)) < len(rotation) or not set(rotation) <= set(PLAYERS):
        raise Wrong("rotation is different letters of BWACY")
    cut_ins = options["cut_ins"]
    if type(cut_ins) is not dict or not all(re.fullmatch("[1-9][0-9]{0,2}", ply) for ply in cut_ins):
        raise Wrong("cut_ins is an object from plies to letters")
    if not all(type(color) is str and len(color) == 1 and color in PLAYERS for color in cut_ins.values()):
        raise Wrong("a value of cut_ins is a letter of BWACY")
    players = colors_of_seats(options)
    if len(players) < 2:
        raise Wrong("there are at least two players")
    if not compete or compete != in_order(compete) or not set(compete) <= set(players):
        raise Wrong("compete is players in the order BWACY")
    if permanent != "G" + in_order(permanent):
        raise Wrong("permanent is G, and players in the order BWACY")
    if len(first) != 1 or first not in rotation:
        raise Wrong("first is a player of the rotation")
