"""--help of engawad, of engawa and of its verbs, and the comments of engawad --print-config: the same in English and in Japanese, in the language of
the environment or --lang, without a word of the other one."""
import os
import re
import subprocess
import tempfile
import tomllib
import unicodedata
import unittest

from client import ENGAWA
from harness import ENGAWAD, TIMEOUT

VERBS = ("play", "watch", "rooms", "bots", "pipe", "bot", "rules", "verify", "replay", "doctor", "admin")
HELP = {"engawad": [ENGAWAD, "--help"], "engawa": [ENGAWA, "--help"], **{verb: [ENGAWA, verb, "--help"] for verb in VERBS}}
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("ENGAWA", "LC_", "LANG"))}
ENGLISH = ({"LANG": "C.UTF-8"}, {"LC_ALL": "en_US.UTF-8", "LANG": "ja_JP.UTF-8"}, {"LC_MESSAGES": "en_GB.UTF-8", "LANG": "ja_JP.UTF-8"}, {})
JAPANESE = ({"LANG": "ja_JP.UTF-8"}, {"LC_ALL": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"}, {"LC_ALL": "", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "C.UTF-8"})

LETTER = re.compile("[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]")  # hiragana, katakana, kanji
WIDE = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")  # and the punctuation of Japanese
SENTENCE = re.compile(r"[A-Za-z][a-z']*(?: [A-Za-z][a-z']*){2,}")
# The headings under which there are options or verbs.
HEADINGS = {"Positionals": "引数", "Options": "オプション", "Subcommands": "サブコマンド", "Settings": "設定", "Expert settings": "上級者向けの設定"}
COLUMN = 30  # where descriptions begin


def run(test, command, environment):
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=TIMEOUT, env={**CLEAN, **environment}, stdin=subprocess.DEVNULL, cwd=tempfile.gettempdir())
    test.assertEqual((done.returncode, done.stderr), (0, ""), command)
    return done.stdout


def cut(line):
    """The parts of the line before and after the column of the descriptions."""
    width = 0
    for at, letter in enumerate(line):
        if width >= COLUMN:
            return line[:at].rstrip(), line[at:]
        width += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
    return line.rstrip(), ""


def entries(text):
    """(heading, name, description) of each option and verb. A name that reaches the column has its description in the next line."""
    found, heading = [], None
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if match := re.fullmatch(r"(\S.*)[:：]", line):
            heading = match[1] if match[1] in {*HEADINGS, *HEADINGS.values()} else None
        elif not line.strip():
            heading = None
        elif heading and re.match(r"  \S", line):
            below = lines[at + 1] if at + 1 < len(lines) else ""
            name, description = (line, below.strip()) if below.startswith(" " * COLUMN) else cut(line)
            found.append((heading, re.match(r"  ([A-Za-z0-9,-]+)", name)[1], description))
    return found


def prose(text):
    """Without commands, quoted values and JSON."""
    text = "\n".join(line for line in text.splitlines() if not re.match(r"  (?:engawa|\{)|使い方：|Usage:", line))
    text = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"", "", text)
    while (without := re.sub(r"\{[^{}]*\}", "", text)) != text:
        text = without
    return text


class Help(unittest.TestCase):
    def test_both_languages_have_the_same_options(self):
        for name, command in HELP.items():
            english, japanese = (entries(run(self, command, how[0])) for how in (ENGLISH, JAPANESE))
            with self.subTest(name):
                self.assertEqual([(HEADINGS[heading], option) for heading, option, _ in english], [(heading, option) for heading, option, _ in japanese])
                self.assertIn("-h,--help", [option for _, option, _ in english])
        self.assertGreater(len(entries(run(self, HELP["engawad"], {}))), 70)
        self.assertEqual([option for heading, option, _ in entries(run(self, HELP["engawa"], {})) if heading == "Subcommands"], list(VERBS))

    def test_everything_is_said_in_japanese(self):
        for name, command in HELP.items():
            text = run(self, command, JAPANESE[0])
            with self.subTest(name):
                for _, option, description in entries(text):
                    self.assertRegex(description, LETTER, option)
                self.assertNotRegex(prose(text), SENTENCE)

    def test_everything_is_said_in_english(self):
        for name, command in HELP.items():
            text = run(self, command, ENGLISH[0])
            with self.subTest(name):
                self.assertNotRegex(text, WIDE)
                for _, option, description in entries(text):
                    self.assertRegex(description, "[a-z]", option)

    def test_who_says_which_language(self):
        for name, command in {**HELP, "alone": [ENGAWA], "config": [ENGAWAD, "--print-config", "--config", "/dev/null"]}.items():
            for cases in (ENGLISH, JAPANESE):
                first, *others = (run(self, command, environment) for environment in cases)
                for environment, other in zip(cases[1:], others):
                    with self.subTest(name, environment=environment):
                        self.assertEqual(other, first)

    def test_the_flag_is_stronger_than_the_environment(self):
        for verb in VERBS:
            if verb == "rules":
                continue  # it prints no text in a language
            english, japanese = (run(self, HELP[verb], how[0]) for how in (ENGLISH, JAPANESE))
            for flag, wanted, environment in ((["--lang", "ja"], japanese, ENGLISH[0]), (["--lang=ja"], japanese, ENGLISH[0]), (["--lang", "en"], english, JAPANESE[0])):
                self.assertEqual(run(self, [ENGAWA, verb, *flag, "--help"], environment), wanted)
                self.assertEqual(run(self, [ENGAWA, verb, "--help", *flag], environment), wanted)

    def test_the_help_without_arguments(self):
        english, japanese = (run(self, [ENGAWA], how[0]) for how in (ENGLISH, JAPANESE))
        self.assertNotRegex(english, WIDE)
        self.assertNotRegex(prose(japanese), SENTENCE)
        for text in (english, japanese):
            self.assertEqual(text.count("  engawa play"), 2)
            for verb in VERBS:
                self.assertIn(verb, text)
        self.assertRegex(japanese, LETTER)

    def test_lines_are_whole_characters(self):
        """As bytes: no character is cut, and no part of an unprintable one is left."""
        for name, command in {**HELP, "alone": [ENGAWA]}.items():
            done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, env={**CLEAN, **JAPANESE[0]}, stdin=subprocess.DEVNULL)
            with self.subTest(name):
                self.assertNotIn("\ufffd", done.stdout.decode("utf-8"))


class PrintedConfig(unittest.TestCase):
    def printed(self, environment):
        return run(self, [ENGAWAD, "--print-config", "--config", "/dev/null"], environment)

    def test_the_same_settings_in_both_languages(self):
        english, japanese = (self.printed(how[0]) for how in (ENGLISH, JAPANESE))
        values = tomllib.loads(english)
        self.assertEqual(values, tomllib.loads(japanese))
        self.assertGreater(sum(len(section) for section in values.values()), 60)

    def test_every_key_is_explained(self):
        for how, right, wrong in ((ENGLISH, "[a-z]", WIDE), (JAPANESE, LETTER, SENTENCE)):
            text = self.printed(how[0])
            keys = re.findall(r"(?m)^# (.+) \((--[\w-]+), (ENGAWA_\w+)\)\n(\w+) = ", text)
            self.assertEqual(len(keys), len(re.findall(r"(?m)^\w+ = ", text)))
            for explanation, flag, _, _ in keys:
                with self.subTest(flag, how=how[0]):
                    self.assertRegex(explanation, right)
                    self.assertNotRegex(explanation, wrong)


if __name__ == "__main__":
    unittest.main()
