"""The log of a round: the same for early and late viewers, and after kill -9."""
import unittest

from harness import Client, enter, serve


def log_of(client):
    """Every page, requested as by a client that has just received a state."""
    entries, before = [], client.seq + 1
    while True:
        page = client.ok("log", before=before)["log"]
        entries = page["entries"] + entries
        if "more" not in page:
            return entries, page.get("cut", False)
        before = entries[0]["seq"]


def told(client):
    """The log from the steps that this client received since the last start."""
    steps = [step for step in client.steps if any(event["kind"] != "say" for event in step["events"])]
    start = max(i for i, step in enumerate(steps) if {"kind": "start"} in step["events"])
    return [(step["seq"], step["events"]) for step in steps[start:]]


def plain(entries):
    return [(entry["seq"], entry["events"]) for entry in entries]


class Log(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000")

    def begin(self, **room):
        client = enter(self, self.server, "Taro", **room)
        client.ok("start")
        return client

    def later(self, client, token=None):
        other = Client(self.server, client.room, token, nick=None if token else "Late")
        self.addCleanup(other.close)
        return other

    def test_a_late_watcher_has_the_log_of_who_was_there(self):
        client = self.begin(options={"preset": "five"})
        for number in range(3):
            client.ok("say", text=f"not in the log {number}")
            client.until(client.my_turn_or_over)
            if client.my_turn():
                client.play_first_legal()
        client.until(client.my_turn_or_over)  # it pauses here
        entries, cut = log_of(self.later(client))
        self.assertFalse(cut)
        self.assertEqual(plain(entries), told(client))
        self.assertEqual(entries[0]["seats"]["s0"]["nick"], "Taro")
        self.assertEqual(plain(log_of(self.later(client, client.token))[0])[:len(entries)], plain(entries), "a second device")

    def test_kill_9_loses_no_line_and_adds_the_restart(self):
        client = self.begin(options={"preset": "classic"})
        for _ in range(6):
            client.until(client.my_turn)
            client.play_first_legal()
        client.until(client.my_turn)
        before = told(client)
        self.server.kill()
        self.server.start()
        entries, _ = log_of(self.later(client))
        self.assertEqual(plain(entries)[:len(before)], before)
        self.assertIn({"kind": "restart"}, entries[len(before)]["events"])
        client.connect(resume=True)
        self.assertEqual(client.play_to_the_end()["reason"], "all_pass")
        entries, _ = log_of(self.later(client))
        self.assertIn({"kind": "over"}, entries[-1]["events"])
        self.assertEqual(plain(entries)[:len(before)], before)

    def test_after_the_end_the_log_stays_until_the_next_round(self):
        client = self.begin(game="nim", options={"preset": "753"}, seats=["me", {"bot": "random"}])
        client.ok("resign")
        entries, _ = log_of(self.later(client))
        self.assertEqual(plain(entries), told(client))
        self.assertIn({"kind": "over"}, entries[-1]["events"])
        self.server.kill()
        self.server.start()
        again = log_of(self.later(client))[0]
        self.assertEqual(again[:len(entries)], entries)
        client.connect(resume=True)
        client.ok("rematch")
        entries, _ = log_of(self.later(client))
        self.assertEqual(plain(entries)[0], told(client)[0])
        self.assertIn({"kind": "start"}, entries[0]["events"])

    def test_what_is_hidden_stays_hidden(self):
        client = self.begin(game="bubbles", options={"seats": 2, "colors": 3, "hurry_s": 3}, seats=["me", {"bot": "awa", "level": 4}])
        kinds = lambda: [event["kind"] for step in client.steps for event in step["events"]]
        client.until(lambda: kinds().count("shot") > 5 and ("sent" in kinds() or "over" in kinds()))
        entries, _ = log_of(self.later(client))
        client.until(lambda: client.seq >= entries[-1]["seq"])
        known = {step["seq"]: [event for event in step["events"] if event["kind"] not in ("shot", "row")] for step in client.steps}
        for entry in entries:
            self.assertLessEqual(set(entry), {"seq", "events", "seats"})
            self.assertEqual(entry["events"], known[entry["seq"]])

    def test_a_number_that_is_none_is_refused(self):
        client = self.begin(options={"preset": "classic"})
        for bad in (-1, 1.5, "3", None, [3], 2**53):
            client.refused("bad_message", "log", before=bad)
        self.assertEqual(client.ok("log", before=0)["log"], {"entries": []})
        self.assertEqual(client.ok("log", before=2**53 - 1)["log"], client.ok("log")["log"])


if __name__ == "__main__":
    unittest.main()
