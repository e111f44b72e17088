#!/usr/bin/env python3
"""Checks the first line of every commit since FIRST: `area: what it does`, imperative, at most 72 characters, one change (CONTRIBUTING.md, which
lists the areas). With --self-test it judges right and wrong lines. Each line is one test; the last line is `N passed, N failed`."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST = "007c825"  # commits up to this one predate the rule
SKIPPED = 77
MOST = 72
# Imperatives with the ending of another verb form.
IMPERATIVES = {"address", "bring", "compress", "discuss", "embed", "express", "feed", "focus", "guess", "need", "pass", "press", "process", "redress",
               "seed", "shed", "speed", "spring", "stress", "string", "suppress", "swing", "tests", "witness"}

LINES = [
    ("page: load the texts of dialogs on first use", True),
    ("room: move the members and their held steps out of Room", True),
    ("store: pass the rows by reference", True),
    ("page: loads the texts of dialogs", False),
    ("page: loaded the texts of dialogs", False),
    ("page: loading the texts of dialogs", False),
    ("page: Load the texts of dialogs", False),
    ("page: load the texts of dialogs.", False),
    ("page: load the texts; keep the pictures", False),
    ("Page: load the texts", False),
    ("load the texts of dialogs", False),
    ("kitchen: load the texts of dialogs", False),
    ("page: load the texts of all dialogs of every game when a person opens the", False),
]


def areas():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return set(re.split(r",\s+|\s+and\s+", re.search(r"The areas are (.*?)\.\s", text, re.S)[1]))


def fault_of(line, known):
    area, colon, rest = line.partition(": ")
    if not colon or area not in known:
        return f"does not begin with an area ({', '.join(sorted(known))}) and a colon"
    if len(line) > MOST:
        return f"has {len(line)} characters; {MOST} are allowed"
    if line.endswith("."):
        return "ends with a full stop"
    if ";" in line:
        return "has a semicolon: a commit is one change"
    verb = rest.split(" ")[0]
    if not re.fullmatch(r"[a-z][a-z-]*", verb):
        return f'does not go on with a verb in small letters, but with "{verb}"'
    if verb not in IMPERATIVES and re.search(r"(?:[^s]s|ed|ing)$", verb):
        return f'is not in the imperative: "{verb}"'
    return None


def new_lines():
    """None without a history: an archive, or a shallow clone."""
    git = ["git", "-C", str(ROOT), "log", "--no-merges", "--format=%s", f"{FIRST}..HEAD"]
    done = subprocess.run(git, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else None


def main():
    known = areas()
    if "--self-test" in sys.argv[1:]:
        wrong = [f"{line!r} must {'be allowed' if right else 'be refused'}" for line, right in LINES if (fault_of(line, known) is None) != right]
        lines = LINES
    else:
        lines = new_lines()
        if lines is None:
            print(f"skipped: the history does not reach back to {FIRST}")
            sys.exit(SKIPPED)
        wrong = [f"{line!r} {fault}" for line in lines if (fault := fault_of(line, known))]
    print(*wrong, sep="\n")
    print(f"{max(1, len(lines)) - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong else 0)


main()
