"""People in the terminal report somebody, and the operator reads it with `engawa admin`."""
import shutil
import unittest

from client import Case, json_lines
from harness import Client, serve
from screen import Screen

DONE = {"en": "Reported to the operator.", "ja": "運営者に通報しました。"}
BOT = {"en": "that is a bot: only people can be reported", "ja": "ボットは通報できません"}
SELF = {"en": "you cannot report yourself", "ja": "自分は通報できません"}
NOBODY = {"en": "nobody here has that name or seat", "ja": "その名前や席の人はいません"}
TOO_MANY = {"en": "too many reports", "ja": "速すぎます"}


class Reports(Case):
    def setUp(self):
        super().setUp()
        self.server = serve(self, "--admin-port", "0")

    def room_of_two(self):
        """The code of a room with two open seats and a bot; nobody is there yet."""
        bots = [{"bot": "minimum", "level": 1}] * 3
        return self.server.room(options={"preset": "five"}, seats=["open", "open", *bots])

    def enter(self, room, nick, *flags):
        run = self.run_client("play", room, "--plain", "--guest-file", f"{self.home}/{nick}", "--nick", nick, *flags)
        run.until(lambda line: "took a seat" in line or "着席しました" in line)
        return run

    def spectator(self, room, text):
        """Somebody without a seat, who has said this."""
        client = Client(self.server, room, nick="Kibitzer")
        self.addCleanup(client.close)
        client.ok("say", text=text)
        return client

    def reports(self):
        """What the operator sees: for each report the nick, the reason, and the lines of the chat."""
        code, out, err = self.finished("admin", "reports", "--json", "--admin", f"http://127.0.0.1:{self.server.admin_port}")
        self.assertEqual((code, err), (0, ""))
        return [(act["nick"], act.get("reason"), [("> " if line.get("reported") else "") + line["text"] for line in act["chat"]]) for act in json_lines(out)]


class Lines(Reports):
    def see_a_report(self, lang):
        room = self.room_of_two()
        me = self.enter(room, "Hana", "--lang", lang)
        other = self.enter(room, "Taro San")
        me.until(lambda line: "Taro San" in line)
        other.send("say go away")
        me.until(lambda line: line.endswith("go away"))
        for line in ("report Taro San ひどい 言葉", "report 2"):
            me.send(line)
            me.until(lambda line: line == DONE[lang])
        for line, answer in (("report 3", BOT), ("report minimum is slow", BOT), ("report 1", SELF), ("report Hana", SELF), ("report Taro", NOBODY), ("report", NOBODY)):
            before = me.errors.count(answer[lang])
            me.send(line)
            me.until_errors(answer[lang], before + 1)
        self.assertEqual(self.reports(), [("Taro San", "ひどい 言葉", ["go away"]), ("Taro San", None, ["go away"])])
        for run in (me, other):
            run.send("quit")
            self.assertEqual(run.end(), 0)
        self.assertNotIn("report", " ".join(line for line in other.lines if line))

    def report_a_message(self, lang):
        room = self.room_of_two()
        me = self.enter(room, "Hana", "--lang", lang)
        other = self.enter(room, "Taro San")
        spectator = self.spectator(room, "boo")
        for text in ("go away", "bye"):
            other.send(f"say {text}")
            me.until(lambda line: line.endswith(text))
        me.send("report last Taro San 悪口")
        me.until(lambda line: line == DONE[lang])
        spectator.close()  # who has left can be reported, too
        me.send("report last Kibitzer")
        me.until(lambda line: line == DONE[lang])
        me.send("report last Hana")
        me.until_errors(SELF[lang], 1)
        me.send("report last 1 is me")
        me.until_errors(SELF[lang], 2)
        me.send("report last Nobody")
        me.until_errors(NOBODY[lang], 1)
        self.assertEqual(self.reports(), [("Taro San", "悪口", ["boo", "go away", "> bye"]), ("Kibitzer", None, ["> boo", "go away", "bye"])])
        code, out, err = self.finished("admin", "reports", "--lang", lang, "--admin", f"http://127.0.0.1:{self.server.admin_port}")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"(?m)^  > .*Taro San.* g_\w+: .*bye")
        self.assertEqual(out.count("\n  > "), 2, out)
        for run in (other, me):
            run.send("quit")
            self.assertEqual(run.end(), 0)

    def test_one_message_in_english(self):
        self.report_a_message("en")

    def test_one_message_in_japanese(self):
        self.report_a_message("ja")

    def test_somebody_who_has_said_nothing(self):
        room = self.room_of_two()
        me = self.enter(room, "Hana")
        self.enter(room, "Taro")
        me.until(lambda line: "Taro" in line)
        me.send("report last Taro")
        me.until_errors("no message of theirs is here", 1)
        self.assertEqual(self.reports(), [])

    def test_a_report_in_english(self):
        self.see_a_report("en")

    def test_a_report_in_japanese(self):
        self.see_a_report("ja")

    def test_a_spectator_who_talked_and_too_many_reports(self):
        for lang in ("en", "ja"):
            self.server = serve(self, "--admin-port", "0")
            room = self.room_of_two()
            me = self.enter(room, "Hana", "--lang", lang)
            self.spectator(room, "boo")
            me.until(lambda line: line.endswith("boo"))
            for _ in range(5):
                me.send("report Kibitzer")
                me.until(lambda line, lang=lang: line == DONE[lang])
            me.send("report Kibitzer once more")
            me.until_error("[rate_limited]")
            self.assertIn(TOO_MANY[lang], me.errors)
            self.assertEqual(self.reports(), [("Kibitzer", None, ["boo"])] * 5)
            me.send("quit")
            self.assertEqual(me.end(), 0)

    def test_a_program_that_reads_json(self):
        room = self.room_of_two()
        me = self.run_client("play", room, "--plain", "--json", "--nick", "Hana")
        spectator = self.spectator(room, "boo")
        me.until(lambda line: "boo" in line)
        me.send("report Kibitzer spam")
        self.assertEqual(json_lines(me.until(lambda line: "reported" in line)), [{"room": room, "reported": spectator.guest}])
        me.send("quit")
        self.assertEqual(me.end(), 0)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class FullScreen(Reports, Screen):
    def talk(self, line):
        self.keys("t")
        self.type(line)
        self.keys("Enter")

    def see_a_report(self, lang, verb="play"):
        room = self.room_of_two()
        self.start(verb, room, "--lang", lang, *(["--nick", "Hana"] if verb == "play" else []))
        self.until("ENGAWA")
        self.spectator(room, "boo")
        self.until("Kibitzer: boo")
        self.talk("/report 3")
        self.until(BOT[lang])
        self.talk("/report Nobody")
        self.until(NOBODY[lang])
        self.talk("/report Kibitzer spam")
        self.until(DONE[lang])
        self.assertEqual(self.reports(), [("Kibitzer", "spam", ["boo"])])
        return room

    def see_refusals(self, lang):
        for done in range(2, 6):
            self.talk("/report Kibitzer")
            self.until(rf"(?s)({DONE[lang]}.*){{{done}}}")
        self.talk("/report Kibitzer")
        self.until(TOO_MANY[lang])
        self.assertEqual(len(self.reports()), 5)
        self.keys("C-c")
        self.until("exit=130")

    def test_a_report_in_english(self):
        self.see_a_report("en")
        self.talk("/report Hana")
        self.until(SELF["en"])
        self.see_refusals("en")

    def test_a_report_in_japanese(self):
        self.see_a_report("ja")
        self.talk("/report 1")
        self.until(SELF["ja"])
        self.see_refusals("ja")

    def test_one_message(self):
        self.see_a_report("en")
        self.talk("/report last Kibitzer")
        self.until(rf"(?s)({DONE['en']}.*){{2}}")
        self.assertEqual(self.reports()[1:], [("Kibitzer", None, ["> boo"])])

    def test_a_spectator_reports(self):
        self.see_a_report("en", "watch")
        self.keys("q")
        self.until("exit=0")


if __name__ == "__main__":
    unittest.main()
