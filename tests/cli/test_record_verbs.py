"""`engawa verify` and `engawa replay` on records of real rounds: all four games, any changed byte, and the last board."""
import hashlib
import json
import os
import random
import unittest

from client import Case, json_lines, on_terminal
from harness import Client

TABLES = [("reversi", {"preset": "classic"}), ("nim", {"preset": "753"}), ("fifteen", {"size": 3, "seats": 1}), ("bubbles", {"preset": "puzzle"})]


class Records(Case):
    server_flags = ("--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000")

    def finished_round(self, game, options, moves=40):
        """A round that was played to its end, or resigned after that many moves. Returns (record id, the last document)."""
        token = self.server.guest("Taro")
        client = Client(self.server, self.server.room(token, game=game, options=options), token)
        self.addCleanup(client.close)
        client.ok("start")
        while client.document["phase"] == "playing" and moves > 0:
            client.until(client.my_turn_or_over)
            if client.document["phase"] == "over":
                break
            moves -= client.follow_hint()
        if client.document["phase"] == "playing":
            client.resign()
        client.until(lambda: client.document["phase"] == "over")
        return client.document["result"]["record"], client.document

    def saved(self, name):
        status, text = self.server.http("GET", f"/api/records/{name}")
        self.assertEqual(status, 200)
        path = os.path.join(self.home, name + ".jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path, text

    def verified(self, *arguments, **more):
        code, out, err = self.finished("verify", "--json", *arguments, **more)
        self.assertEqual(err, "")
        return code, json_lines(out)[0]

    def test_every_game_is_verified_and_replayed_to_the_same_board(self):
        titles = {game["id"]: game["title"]["ja"] for game in self.server.http("GET", "/api/games")[1]["games"]}
        for game, options in TABLES:
            with self.subTest(game=game):
                name, document = self.finished_round(game, options)
                path, text = self.saved(name)
                link = f"http://127.0.0.1:{self.server.port}/api/records/{name}"
                for arguments, more in (((path,), {}), ((link,), {"server": None}), ((name,), {}), (("-",), {"stdin": text})):
                    code, answer = self.verified(*arguments, **more)
                    self.assertEqual((code, answer["ok"], answer["record"], answer["game"], answer["committed"]), (0, True, name, game, True))
                self.assertTrue(self.finished("verify", path, "--lang", "ja")[1].startswith(f"{name}：{titles[game]}、"))
                code, out, err = self.finished("replay", path, "--json")
                self.assertEqual((code, err), (0, ""))
                steps = json_lines(out)
                self.assertEqual(len(steps), len(text.splitlines()) - 1)
                for part in ("view", "ply", "result", "to_act", "phase", "options", "round"):
                    self.assertEqual(steps[-1]["room"][part], document[part], part)
                self.assertEqual(steps[-1]["events"], [{"kind": "over"}])

    def test_any_changed_byte_is_found_and_its_line_named(self):
        name, _ = self.finished_round("bubbles", {"preset": "puzzle"}, moves=6)
        path, text = self.saved(name)
        data, dice = text.encode(), random.Random(20261121)
        for _ in range(int(os.environ.get("ENGAWA_FLIPS", "40"))):
            at, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
            changed = bytearray(data)
            changed[at] ^= bit
            with open(path, "wb") as file:
                file.write(changed)
            code, answer = self.verified(path)
            self.assertEqual((code, answer["ok"]), (1, False))
            self.assertEqual(answer["line"], data[:at].count(b"\n") + 1, (at, bit, answer))

    def test_a_time_that_goes_back_is_noted_and_no_fault(self):
        name, _ = self.finished_round("nim", {"preset": "753"}, moves=3)
        path, text = self.saved(name)
        self.assertNotIn("set_back", self.verified(path)[1])
        lines, link = [json.loads(line) for line in text.splitlines()], "0" * 64
        with open(path, "w", encoding="utf-8") as file:
            for number, line in enumerate(lines):
                line.pop("hash")
                if 2 <= number < len(lines) - 1:
                    line["at"] -= 3600000
                body = json.dumps(line, ensure_ascii=False, separators=(",", ":"))[:-1]
                link = hashlib.sha256((link + body).encode()).hexdigest()
                file.write(f'{body},"hash":"{link}"}}\n')
        code, answer = self.verified(path)
        self.assertEqual((code, answer["ok"], answer["set_back"]), (0, True, 3))
        for lang, words in (("en", "the time of line 3 is earlier"), ("ja", "3行目の時刻が前の行より戻っています")):
            code, out, err = self.finished("verify", path, "--lang", lang)
            self.assertEqual((code, err), (0, ""))
            self.assertIn(words, out)
        self.assertEqual(self.finished("replay", path, "--plain")[0], 0)

    def test_what_is_wrong_is_said_in_both_languages(self):
        name, _ = self.finished_round("nim", {"preset": "753"}, moves=2)
        path, text = self.saved(name)
        lines = text.splitlines(True)
        for damage, line, en, ja in (
                ("".join(lines).replace('"in":"move"', '"in":"bot"', 1), 2, "was changed", "書き換え"),
                ("".join(lines[:-1]), len(lines) - 1, "still in progress", "末尾が欠けて"),
                ("", 1, "is truncated", "終わって"),
                ("hello\n", 1, "was changed", "書き換え")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(damage)
            for lang, words in (("en", en), ("ja", ja)):
                code, out, err = self.finished("verify", path, "--lang", lang)
                self.assertEqual((code, out), (1, ""))
                self.assertIn(words, err)
                self.assertIn({"en": f"line {line} ", "ja": f"{line}行目"}[lang], err)
                self.assertEqual(self.finished("replay", path, "--plain")[0], 1)

    def test_where_a_record_cannot_be_had(self):
        room = self.server.room()
        self.assertEqual(self.finished("verify", "/nonexistent/file")[0], 2)
        self.assertEqual(self.finished("verify", self.home)[0], 2)
        self.assertEqual(self.finished("verify", "http://127.0.0.1:1")[0], 2)
        self.assertEqual(self.finished("verify", "http://127.0.0.1:1/api/records/K7WMA2QX-1")[0], 3)
        code, _, err = self.finished("verify", f"{room}-1")
        self.assertEqual(code, 7)
        self.assertIn("[not_found]", err)
        self.assertEqual(self.finished("verify")[0], 2)

    def test_the_link_of_the_page_is_a_record_too(self):
        name, _ = self.finished_round("nim", {"preset": "753"})
        link = f"http://127.0.0.1:{self.server.port}/g/{name}"
        for address in (link, link + "#2"):
            self.assertEqual(self.finished("verify", address)[0], 0)

    def test_replay_as_lines_stops_where_it_is_told(self):
        name, _ = self.finished_round("reversi", {"preset": "classic"}, moves=6)
        path, _ = self.saved(name)
        code, out, err = self.finished("replay", path, "--plain")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("black (Taro) ", out)
        self.assertIn("resigned", out)
        self.assertIn("(by resignation)", out)
        code, out, _ = self.finished("replay", path, "--ply", "3", "--json")
        self.assertEqual((code, json_lines(out)[-1]["room"]["ply"]), (0, 3))
        self.assertIn("投了", self.finished("replay", path, "--plain", "--lang", "ja")[1])

    def test_replay_on_the_full_screen(self):
        name, _ = self.finished_round("reversi", {"preset": "classic"}, moves=4)
        path, _ = self.saved(name)
        out, code = on_terminal("replay", path, "--delay-ms", "10", server=self.server, home=self.home, until=b"game is over",
                                then=lambda pid, master: os.write(master, b"q"))
        self.assertEqual(code, 0)
        self.assertIn("q quit", out)

    def test_the_result_of_a_game_names_its_record(self):
        run = self.run_client("play", self.table("classic"), "--plain")
        run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)
        named = [line for line in run.lines if line and line.startswith("Record: engawa verify ")]
        self.assertEqual(len(named), 1, run.lines[-5:])
        code, answer = self.verified(named[0].split()[-1])
        self.assertEqual((code, answer["ok"]), (0, True))


if __name__ == "__main__":
    unittest.main()
