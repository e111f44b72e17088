"""A room created in the terminal: its clock, and players who are removed, leave and return."""
import unittest

from client import Case


class Seats(Case):
    def made(self, *flags):
        """A host who has created a room; returns the run and the room code."""
        host = self.run_client("play", "--make", "--preset", "classic", "--plain", "--guest-file", self.home + "/host", "--nick", "Host", *flags)
        first = host.until(lambda line: line.startswith("Room "))
        return host, first.split()[1].rstrip(":")

    def test_leaving_and_coming_back_under_a_clock(self):
        host, _ = self.made("--clock", "5+3")
        host.send("start")
        host.until(lambda line: "(300 s left)" in line)
        host.send("stand")
        host.until(lambda line: line == "you (black) left the seat")
        host.send("sit")
        host.until(lambda line: line == "you (black) came back and took over from the bot")
        host.send("quit")
        self.assertEqual(host.end(), 0)

    def test_somebody_is_removed_and_let_back(self):
        host, room = self.made("--open", "--clock", "none")
        guest = self.run_client("play", room, "--plain", "--guest-file", self.home + "/guest", "--nick", "Guest1")
        host.until(lambda line: "Guest1" in line and "took a seat" in line)
        host.send("kick Guest1")
        host.until(lambda line: line == "The host removed Guest1")
        self.assertEqual(guest.end(), 5, guest.errors)
        again = self.run_client("play", room, "--plain", "--guest-file", self.home + "/guest", "--nick", "Guest1")
        again.until_error("[forbidden]")
        again.end()
        host.send("kick Guest1")
        host.until_error("nobody here has that name or seat")
        host.send("pardon Guest1")
        host.until(lambda line: line == "The host allowed Guest1 to sit")
        last = self.run_client("play", room, "--plain", "--guest-file", self.home + "/guest", "--nick", "Guest1")
        host.until(lambda line: "Guest1" in line and "took a seat" in line)
        last.send("quit")
        last.end()
        host.send("quit")
        self.assertEqual(host.end(), 0)

    def test_somebody_is_muted_and_may_talk_again(self):
        host, room = self.made("--open", "--clock", "none")
        guest = self.run_client("play", room, "--plain", "--guest-file", self.home + "/guest", "--nick", "Guest1")
        host.until(lambda line: "Guest1" in line and "took a seat" in line)
        host.send("mute Guest1")
        host.until(lambda line: line == "The host muted Guest1")
        guest.until(lambda line: line == "The host muted Guest1")
        guest.send("say can you hear me?")
        guest.until_error("[muted]")
        host.send("mute Nobody")
        host.until_error("nobody here has that name or seat")
        host.send("unmute Guest1")
        guest.until(lambda line: line == "The host unmuted Guest1")
        guest.send("say and now?")
        host.until(lambda line: line.endswith("and now?"))
        host.send("unmute Guest1")
        host.until_error("nobody with that name is muted")
        for client in (guest, host):
            client.send("quit")
            self.assertEqual(client.end(), 0)

    def test_the_host_makes_somebody_else_the_host(self):
        host, room = self.made("--open", "--clock", "none")
        guest = self.run_client("play", room, "--plain", "--guest-file", self.home + "/guest", "--nick", "Guest1", "--lang", "ja")
        host.until(lambda line: "Guest1" in line and "took a seat" in line)
        guest.send("host 1")
        guest.until_error("[not_host]")
        host.send("host Nobody")
        host.until_error("nobody here has that name or seat")
        host.send("host 2")
        host.until(lambda line: "Guest1" in line and line.endswith("became the host"))
        guest.until(lambda line: line.endswith("がホストになりました"))
        host.send("start")
        host.until_error("[not_host]")
        guest.send("start")
        host.until(lambda line: line.startswith("Your turn"))
        guest.send("host Host")
        host.until(lambda line: line == "you (black) became the host")
        for client in (guest, host):
            client.send("quit")
            self.assertEqual(client.end(), 0)

    def test_a_latecomer_takes_the_seat_of_a_bot(self):
        host, room = self.made("--join", "bots", "--clock", "none", "--stand-in", "mcs:1")
        host.send("start")
        host.until(lambda line: line.startswith("Your turn"))
        late = self.run_client("play", room, "--plain", "--guest-file", self.home + "/late", "--nick", "Late")
        host.until(lambda line: "(Late) took a seat" in line)
        late.send("quit")
        late.end()
        host.send("quit")
        self.assertEqual(host.end(), 0)

    def test_wishes_that_make_no_sense(self):
        for flags, words in ((["--clock", "5"], None), (["--make", "--clock", "2"], "--clock must be"), (["--make", "--clock", "5+"], "--clock must be"),
                             (["--make", "--stand-in", "mcs:x"], "--stand-in must be"), (["--make", "--grace", "9999"], None), (["K7WMA2QX", "--make"], "--make makes a room")):
            code, _, err = self.finished("play", "--plain", *flags, stdin="")
            self.assertEqual(code, 2, err)
            self.assertIn(words or "--help", err)


if __name__ == "__main__":
    unittest.main()
