#!/usr/bin/env python3
"""Checks the styles of the page: no size of text but the tokens of style/tokens.css, and no face but those two. What is drawn may have a
size of the drawing: of a board (cqw), or of the disc that a sign is on (em).
With --self-test it plants violations and says whether they were seen.

Each file is one test. The last line is `N passed, N failed`."""
import re
import sys

from layers import ROOT

WEB = ROOT / "clients/web"
TOKENS = WEB / "style/tokens.css"
SCALE = {"small": 14, "normal": 16, "large": 20, "big": 28, "huge": 40}  # px where 1rem is 16
BESIDE = {"tiny": 12}  # what is no sentence
DRAWN = {"mark", "count"}
SIZE = re.compile(r"(?<![\w-])font(?:-size)?:\s*([^;}]+)")
FAMILY = re.compile(r"font-family:\s*([^;}]+)")
FACES = {"var(--sans)", "var(--serif)", "ui-monospace, monospace"}


def named_in(value):
    """The tokens in a value."""
    return re.findall(r"var\(--([\w-]+)", value)


def is_size(value):
    """Whether a value of `font-size` or `font` is allowed."""
    if value in ("inherit", "0") or "cqw" in value or re.fullmatch(r"[\d.]+em", value):
        return True
    if re.search(r"\d(?:px|r?em|v\w+|%)", value):
        return False
    return set(named_in(value)) <= {*SCALE, *BESIDE, *DRAWN, "sans", "serif", "score-size"} and bool(named_in(value))


def faults_of(text):
    """What is wrong with the type in a style sheet."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    yield from (f"the size {value!r} is no token" for value in map(str.strip, SIZE.findall(text)) if not is_size(value))
    yield from (f"the face {value!r} is no token" for value in map(str.strip, FAMILY.findall(text)) if value not in FACES)


def faults_of_scale(text):
    """What is wrong with the tokens themselves."""
    for name, px in {**SCALE, **BESIDE}.items():
        if f"--{name}: {px / 16:g}rem;" not in text:
            yield f"--{name} is not {px / 16:g}rem"


def sheets():
    return sorted([*(WEB / "style").rglob("*.css"), *(WEB / "src").rglob("*.css")])


def check_all():
    passed = failed = 0
    for path in sheets():
        text = path.read_text(encoding="utf-8")
        found = list(faults_of_scale(text) if path == TOKENS else faults_of(text))
        for fault in found:
            print(f"{path.relative_to(ROOT)}: {fault}")
        passed, failed = passed + (not found), failed + bool(found)
    return passed, failed


# Declarations, and whether they are allowed.
PLANTS = [
    ("font-size: var(--small)", True), ("font-size: var(--score-size, var(--large))", True), ("font-size: 0", True),
    ("font-size: clamp(11px, calc(33cqw / 8), 24px)", True), ("font-size: 0.9em", True), ("font: inherit", True),
    ("font: var(--small) / 1.2 var(--sans)", True), ("font-family: var(--serif)", True), ("font-variant-numeric: tabular-nums", True),
    ("font-size: 0.9rem", False), ("font-size: 15px", False), ("font-size: clamp(1rem, 4vw, 2rem)", False), ("font-size: max(11px, 0.85em)", False),
    ("font-size: var(--medium)", False), ("font: 600 15px / 1 var(--sans)", False), ("font-family: Georgia, serif", False), ("font-size: small", False),
]


def self_test():
    passed = failed = 0
    for line, allowed in PLANTS:
        right = allowed == (not list(faults_of(f".a {{ {line}; }}")))
        if not right:
            print(f"{line!r} must {'be allowed' if allowed else 'be refused'}")
        passed, failed = passed + right, failed + (not right)
    wrong = TOKENS.read_text(encoding="utf-8").replace("--large: 1.25rem;", "--large: 1.3rem;")
    seen = bool(list(faults_of_scale(wrong)))
    return passed + seen, failed + (not seen)


if __name__ == "__main__":
    passed, failed = self_test() if "--self-test" in sys.argv[1:] else check_all()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
