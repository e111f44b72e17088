#!/usr/bin/env python3
"""Checks the words of the code: the bold words of the last column of docs/develop/glossary.md are used neither in names nor in comments, texts
and names of files. `front page` is also found in FrontPage, front_page, front-page and frontpage, and with an ending.
With --self-test it plants uses and says whether they were seen.

Each word is one test. The last line is `N passed, N failed`."""
import re
import subprocess
import sys

from layers import ROOT

GLOSSARY = ROOT / "docs/develop/glossary.md"
FOLDERS = ("base", "games", "protocol", "server", "clients", "tests")
SOURCES = (".cpp", ".hpp", ".ts", ".mjs", ".js", ".py")
LEAST = 15  # bold words; the table is read wrongly if there are fewer
# Names that others see: (word, the name, what it is).
NAMES = [
    ("watcher", "watchers_per_room", "a setting"),
    ("set aside", "rooms_set_aside", "a metric"),
]
# Another meaning, or names that stay: (word, where, why).
PLACES = [
    ("watcher", "tests/", "the glossary keeps names of tests: a client that watches"),
    ("promote", "tests/postgres/", "a replica of PostgreSQL"),
    ("promote", "tests/tools/postgres.py", "a replica of PostgreSQL"),
    ("tally", "games/arena/", "what the bots of an arena did, not the rounds won in a room"),
    ("timeline", "tests/browser/lib/trace.mjs", "a category of Chromium"),
]
SELF = "tests/layers/words.py"


def marked_words(text):
    """The bold words of the last column in the tables with four columns; `the front page` as `front page`."""
    cells = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| ")]
    words = [word for row in cells if len(row) == 4 for word in re.findall(r"\*\*(.+?)\*\*", row[-1])]
    return [re.sub(r"^(the|a) ", "", word) for word in words]


def spread(line):
    """The line in small letters, with a space between the words of every name: "FrontPage", "front_page" and "front-page" are "front page"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\s_-]+", " ", line).lower()


def pattern(word):
    """Finds a word with an ending: watchers, promoted, tallies, turns over."""
    forms = (rf"(?:{one}s?|{re.sub(r'[ey]$', '', one)}(?:es|ed|ies|ied|ing))" for one in spread(word).split())
    return re.compile(r"(?<![a-z])" + " ?".join(forms) + r"(?![a-z])")


def uses_in(name, lines, words):
    """(line, word) of each use; line 0 is the name of the file."""
    for number, line in enumerate([name, *lines]):
        here = spread(line)
        for word, found in words.items():
            if any(word == kept and name.startswith(place) for kept, place, _ in PLACES):
                continue
            kept = [spread(known) for other, known, _ in NAMES if other == word]
            if found.search(re.sub("|".join(kept), "", here) if kept else here):
                yield number, word


def sources():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if name.endswith(SOURCES) and name != SELF and (ROOT / name).is_file()]


def unneeded(files, words):
    """Exceptions that no file needs."""
    for word, known, _ in NAMES:
        if word not in words or not any(known in text for text in files.values()):
            yield known
    for word, place, _ in PLACES:
        if word not in words or not any(words[word].search(spread(text)) for name, text in files.items() if name.startswith(place)):
            yield f"“{word}” in {place}"


def check_all():
    words = {word: pattern(word) for word in marked_words(GLOSSARY.read_text(encoding="utf-8"))}
    files = {name: (ROOT / name).read_text(encoding="utf-8") for name in sources()}
    table = [f"{SELF}: nothing needs the exception {known}" for known in unneeded(files, words)]
    if len(words) < LEAST:
        table.append(f"the glossary has {len(words)} bold words, fewer than {LEAST}")
    found = [(name, number, word) for name, text in files.items() for number, word in uses_in(name, text.splitlines(), words)]
    for fault in [*table, *(f"{name}:{number}: “{word}”: the glossary has another word for it" for name, number, word in found)]:
        print(fault)
    wrong = {word for _, _, word in found}
    return len(words) - len(wrong), len(wrong) + len(table)


# A line, its file, and the words that are found.
PLANTS = [
    ("class FrontPage {", "server/a.hpp", ["front page"]), ("int front_pages = 0;", "server/a.hpp", ["front page"]),
    ("// the front page shows", "clients/web/a.ts", ["front page"]), ("const frontPageURL = 1;", "clients/web/a.ts", ["front page"]),
    ("kFRONT_PAGE, frontpage", "games/a.hpp", ["front page"]), ("in front of the page", "games/a.hpp", []), ("t('front.page')", "clients/web/a.ts", []),
    ("def watchers(self):", "server/a.py", ["watcher"]), ("def watchers(self):", "tests/server/test_a.py", []),
    ("config.watchers_per_room", "server/a.cpp", []), ("watchersPerRoom(watchers)", "clients/web/a.ts", ["watcher"]), ("dogwatcher", "server/a.cpp", []),
    ("std::vector<Tally> tallies;", "server/a.cpp", ["tally"]), ("he promoted it", "server/a.cpp", ["promote"]),
    ("it turns over", "games/a.cpp", ["turn over"]), ("nothing", "server/watcher.cpp", ["watcher"]),
    ("self.replica.promote()", "tests/postgres/test_a.py", []), ("self.replica.promote()", "tests/server/test_a.py", ["promote"]),
]
TABLE = "| a | あ | one | **front page**, the **watcher**, chair, **the way down** |\n| b | **い** | **two** | |\n| **c** | d |\n**e**\n"


def self_test():
    words = {word: pattern(word) for word in ("front page", "watcher", "tally", "promote", "turn over")}
    right = [marked_words(TABLE) == ["front page", "watcher", "way down"], len(list(unneeded({}, words))) == len(NAMES) + len(PLACES)]
    for line, name, expected in PLANTS:
        found = sorted({word for _, word in uses_in(name, [line], words)})
        right.append(found == expected)
        if found != expected:
            print(f"{name}: {line!r} gives {found}, must give {expected}")
    return sum(right), len(right) - sum(right)


if __name__ == "__main__":
    passed, failed = self_test() if "--self-test" in sys.argv[1:] else check_all()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
