"""Handing over the host's role: who may do it, to whom, and that neither a repetition nor a kill repeats or undoes it."""
import json
import unittest

from harness import serve, table


class HandOver(unittest.TestCase):
    def table(self, *flags, **body):
        """A room with its host, a friend at seat 1 and somebody who watches."""
        server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--admin-port", "0", *flags)
        return server, *table(self, server, ("Host", "Friend", "Watcher"), **body)

    def test_everybody_hears_who_is_the_host_now_and_the_old_one_is_not(self):
        _, host, friend, watcher = self.table()
        self.assertEqual(host.document["host"], host.guest)
        seq = host.ok("hand_over", guest=friend.guest)["seq"]
        for client in (host, friend, watcher):
            client.until(lambda client=client: client.seq >= seq)
            self.assertEqual(client.document["host"], friend.guest)
            self.assertEqual(client.steps[-1]["events"], [{"kind": "host", "seat": "s1"}])
            self.assertEqual(client.steps[-1]["set"], {"host": friend.guest})
        host.refused("not_host", "start")
        host.refused("not_host", "hand_over", guest=host.guest)
        friend.ok("kick", guest=watcher.guest)
        friend.ok("start")
        friend.ok("hand_over", guest=host.guest)  # also in mid-game
        self.assertEqual(friend.document["host"], host.guest)

    def test_only_to_somebody_at_their_seat_and_a_refusal_changes_nothing(self):
        server, host, friend, watcher = self.table()
        for code, sentence, fields in (
            ("forbidden", "only a person with a seat can be the host", {"guest": watcher.guest}),
            ("not_found", "no such guest is in this room", {"guest": "g_nobody"}),
            ("not_found", "no such guest is in this room", {"guest": ""}),
            ("bad_message", None, {}),
            ("bad_message", None, {"guest": 7}),
            ("bad_message", None, {"guest": "g" * 33}),
        ):
            before, seq = host.document, host.seq
            message = host.refused(code, "hand_over", **fields)["message"]
            self.assertEqual(message, sentence or message)
            host.ok("sync", seq=seq)
            self.assertEqual((host.document, host.seq), (before, seq))
        for client in (friend, watcher):
            self.assertEqual(client.refused("not_host", "hand_over", guest=friend.guest)["message"], "only the host may do that")
        host.ok("start")
        friend.socket.close()
        host.until(lambda: not host.document["seats"]["s1"]["online"])
        absent = host.refused("forbidden", "hand_over", guest=friend.guest)
        self.assertEqual(absent["message"], "this person is not connected; only somebody who is there can be the host")
        friend.connect(resume=True)
        friend.ok("stand")
        left = host.refused("forbidden", "hand_over", guest=friend.guest)
        self.assertEqual(left["message"], "this person has left their seat; only a person with a seat can be the host")
        self.assertEqual(host.document["host"], host.guest)

    def test_who_resigned_can_be_the_host_of_the_next_round(self):
        _, host, friend, _ = self.table()
        host.ok("start")
        friend.ok("resign")
        host.until(lambda: host.document["phase"] == "over")
        host.ok("hand_over", guest=friend.guest)
        self.assertEqual(host.document["host"], friend.guest)

    def test_a_muted_person_may_talk_as_the_host(self):
        _, host, friend, _ = self.table()
        host.ok("mute", guest=friend.guest, muted=True)
        friend.refused("muted", "say", text="hello?")
        host.ok("hand_over", guest=friend.guest)
        self.assertNotIn("muted", host.document)
        self.assertEqual(host.steps[-1]["events"], [{"kind": "host", "seat": "s1"}, {"kind": "unmute", "seat": "s1", "nick": "Friend"}])
        friend.ok("say", text="thank you")

    def test_a_repetition_and_a_kill_change_nothing(self):
        server, host, friend, _ = self.table()
        answer = host.ok("hand_over", id="once", guest=friend.guest)
        self.assertEqual(host.ok("hand_over", id="once", guest=friend.guest), answer)
        server.kill()
        server.start()
        for client in (host, friend):
            client.connect(resume=True)
        self.assertEqual(host.document["host"], friend.guest)
        self.assertEqual(host.ok("hand_over", id="once", guest=friend.guest), answer)
        friend.ok("start")
        status, journal = server.admin("GET", f"/rooms/{host.room}/journal")
        self.assertEqual(status, 200)
        lines = [json.loads(line) for line in journal.splitlines()]
        told = [line for line in lines if '"hand_over"' in json.dumps(line)]
        self.assertEqual(len(told), 1, told)

    def test_a_new_host_who_does_not_return_is_replaced(self):
        _, host, friend, _ = self.table("--grace-ms", "50")
        host.ok("hand_over", guest=friend.guest)
        friend.socket.close()
        host.until(lambda: host.document["host"] == host.guest)


if __name__ == "__main__":
    unittest.main()
