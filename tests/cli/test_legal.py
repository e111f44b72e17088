"""`legal` matches games/*/wire.md: it has the documented form, and decoded that way it equals the list of `engawa rules`."""
import json
import random
import re
import unittest

from client import Case
from harness import ROOT


def form_of(game):
    """The regular expression for `legal` in wire.md."""
    text = (ROOT / "games" / game / "wire.md").read_text(encoding="utf-8")
    found = re.findall(r"`(\^\([^`]*\)\?\$)`", text)
    assert len(found) == 1, f"games/{game}/wire.md gives {len(found)} forms for legal"
    return re.compile(found[0])


def groups(word):
    row, cells = word.split(":")
    first, last = map(int, cells.split("-"))
    return [{"row": int(row), "from": start, "count": end - start + 1} for start in range(first, last + 1) for end in range(start, last + 1)]


def tiles(part):
    seat, list_of = part.split(":")
    return [{"seat": seat, "tile": int(tile)} for tile in list_of.split()]


def listed(state):
    """The list from the rules; a move names its seat if several seats are to act."""
    return [{"seat": state["to_act"][0], **move} if "tile" in move else move for move in state["legal"]]


def moves_of(game, legal):
    """The moves in the text, decoded as wire.md explains."""
    if game == "reversi":
        return [{"cell": cell} for cell in legal.split()]
    if game == "nim":
        return [move for word in legal.split() for move in groups(word)]
    return [move for part in legal.split(";") if part for move in tiles(part)]


def sorted_moves(moves):
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


class Legal(Case):
    GAMES = {"reversi": {"preset": "classic"}, "nim": {"rows": [7, "ooxooo", 1]}, "fifteen": {"tiles": [1, 2, 3, 4, 5, 6, 0, 7, 8], "seats": 2, "max_steps": 12},
             "bubbles": {"preset": "duel"}}

    def tried(self, game, made):
        """The server's document after these moves: `legal` is a text here."""
        body = {"options": self.GAMES[game], "moves": [{"seat": seat, "move": move} for seat, move in made]}
        status, answer = self.server.http("POST", f"/api/games/{game}/try", body)
        self.assertEqual(status, 200, answer)
        return answer

    def positions(self, game, most):
        """A random game: pairs of the server's text and the state of `engawa rules`."""
        rules, draw, made = self.run_client("rules", game), random.Random(1), []
        rules.send(json.dumps({"do": "new", "options": self.GAMES[game]}))
        for _ in range(most):
            state = json.loads(rules.line())
            yield self.tried(game, made)["legal"], state
            if not state["legal"]:
                break
            move = draw.choice(state["legal"])
            seat = move.pop("seat", state["to_act"][0])
            made.append((int(seat[1:]), move))
            rules.send(json.dumps({"do": "move", "seat": seat, "move": move}))
        rules.end()

    def test_the_text_is_the_list_of_the_rules(self):
        for game, most in {"reversi": 64, "nim": 20, "fifteen": 40}.items():
            form, seen = form_of(game), 0
            for legal, state in self.positions(game, most):
                with self.subTest(game=game, legal=legal):
                    self.assertRegex(legal, form)
                    self.assertEqual(sorted_moves(moves_of(game, legal)), sorted_moves(listed(state)))
                seen += 1
            self.assertGreater(seen, 3, game)

    def test_the_angles_of_bubbles_are_one_range(self):
        form = form_of("bubbles")
        legal = self.tried("bubbles", [])["legal"]
        low, high = map(int, form.fullmatch(legal)[1].split(".."))
        for angle, code in ((low, None), (high, None), (low - 1, "bad_message"), (high + 1, "bad_message")):
            body = {"options": self.GAMES["bubbles"], "moves": [{"seat": 0, "move": {"angle": angle}}]}
            status, answer = self.server.http("POST", "/api/games/bubbles/try", body)
            self.assertEqual((status, answer.get("code")), (200 if code is None else 400, code), answer)
        self.assertTrue(form.fullmatch(""))


if __name__ == "__main__":
    unittest.main()
