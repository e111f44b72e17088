"""Whom the operator has muted or banned reads in the terminal why, and until when."""
import re
import shutil
import time
import unittest

from client import Case, json_lines
from harness import serve
from screen import Screen

REASON = {"en": "too loud", "ja": "大声"}
LONG = "you have insulted everybody in this room, and have been asked to stop it"


class Silenced(Case):
    def setUp(self):
        super().setUp()
        self.server = serve(self, "--admin-port", "0")

    def admin(self, *arguments):
        code, out, err = self.finished("admin", *arguments, "--json", "--admin", f"http://127.0.0.1:{self.server.admin_port}")
        self.assertEqual((code, err), (0, ""))
        return json_lines(out)

    def stop(self, act, reason, minutes=60):
        """Mutes or bans the guest called Taro. Returns the sentences that tell it in each language, without the reason."""
        guest = next(one["guest"] for one in self.admin("guests") if one["nick"] == "Taro")
        self.admin(act, guest, "--reason", reason, *(["--minutes", str(minutes)] if minutes else []))
        until = (self.admin("acts")[-1].get("until") or 0) / 1000
        ja = {"mute": "発言を止められているため、チャットに書き込めません。", "ban": "このサーバーの運営者により、利用を停止されています。"}[act]
        en = {"mute": "the operator of this server has muted you", "ban": "the operator of this server has banned you"}[act]
        if not minutes:
            return {"en": f"{en}: ", "ja": f"{ja}理由："}
        return {"en": time.strftime(f"{en} until %Y-%m-%d %H:%M UTC: ", time.gmtime(until)), "ja": time.strftime(f"{ja}期限：%Y-%m-%d %H:%M。理由：", time.localtime(until))}


class Lines(Silenced):
    def enter(self, lang):
        run = self.run_client("play", self.server.room(seats=["open", "open"]), "--plain", "--nick", "Taro", "--lang", lang)
        run.until(lambda line: "took a seat" in line or "着席しました" in line)
        return run

    def see_a_mute(self, lang):
        taro = self.enter(lang)
        for minutes in (60, None):
            words = self.stop("mute", REASON[lang], minutes)
            taro.send("say hello")
            taro.until_error(f"{words[lang]}{REASON[lang]} [muted]")
        taro.send("quit")
        self.assertEqual(taro.end(), 0)

    def test_a_mute_in_english(self):
        self.see_a_mute("en")

    def test_a_mute_in_japanese(self):
        self.see_a_mute("ja")

    def test_a_ban(self):
        for lang in ("en", "ja"):
            taro = self.enter(lang)
            words = self.stop("ban", REASON[lang])
            self.assertEqual(taro.end(), 4)
            self.assertIn(f"{words[lang]}{REASON[lang]} [banned]", taro.errors)
            code, _, err = self.finished("play", "--plain", "--make", "--lang", lang)  # over HTTP
            self.assertEqual((code, words[lang] + REASON[lang] in err), (4, True), err)
            self.admin("unban", next(act["guest"] for act in self.admin("acts") if act["act"] == "ban"))


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class FullScreen(Silenced, Screen):
    def see_a_mute(self, lang, reason):
        self.start("play", self.server.room(seats=["open", "open"]), "--nick", "Taro", "--lang", lang)
        self.until("Taro")
        words = self.stop("mute", reason)
        self.keys("t")
        self.type("hello")
        self.keys("Enter")
        self.until(r"\s*".join(map(re.escape, (words[lang] + reason).replace(" ", ""))))  # it may be broken into lines
        self.keys("C-c")
        self.until("exit=130")

    def test_a_mute_in_english(self):
        self.see_a_mute("en", "loud")

    def test_a_mute_in_japanese(self):
        self.see_a_mute("ja", "大声")

    def test_a_reason_that_is_longer_than_the_line_of_status(self):
        self.see_a_mute("en", LONG)


if __name__ == "__main__":
    unittest.main()
