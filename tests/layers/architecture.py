#!/usr/bin/env python3
"""Checks docs/develop/architecture.md against the code: its diagram matches the includes, each `file:function` it names exists, and no arrow
leads back. With --write it generates the diagram again.

The last line is `N passed, N failed`."""
import fnmatch
import re
import sys

from layers import INCLUDE, ROOT, sources

DOCUMENT = ROOT / "docs/develop/architecture.md"
BEGIN, END = "<!-- made by tests/layers/architecture.py --write -->\n", "<!-- end -->\n"


def part_of(name):
    """The box of the diagram that a file belongs to: a room of the server, or a folder of the project."""
    if fnmatch.fnmatch(name, "games/*/*"):
        folder = name.split("/")[1]
        return f"games/{folder}" if folder in ("core", "bots", "record", "arena") else "games/NAME"
    if name.startswith("games/"):
        return "games/catalog"
    if name.startswith("server/") and name.count("/") == 1:
        return "server/main"
    return "/".join(name.split("/")[:2]) if name.startswith(("server/", "clients/", "tools/")) else name.split("/")[0]


def arrows():
    """Each box with the boxes that it includes."""
    found = {}
    for name, text in sources():
        here = part_of(name)
        found.setdefault(here, set())
        for match in INCLUDE.finditer(text):
            if match[1] and part_of(match[1]) != here:
                found[here].add(part_of(match[1]))
    # The catalogue names each game's entry without including it.
    found["games/catalog"].add("games/NAME")
    return found


def reach(graph, start):
    seen, open_ = set(), [start]
    while open_:
        for other in graph.get(open_.pop(), ()):
            if other not in seen:
                seen.add(other)
                open_.append(other)
    return seen


def diagram(graph):
    """Mermaid. An arrow that a longer path already implies is left out."""
    lines = ["```mermaid", "flowchart TD"]
    for here in sorted(graph):
        for other in sorted(graph[here]):
            if any(other in reach(graph, third) for third in graph[here] if third != other):
                continue
            lines.append(f"  {here.replace('/', '_')}[{here}] --> {other.replace('/', '_')}[{other}]")
    return "\n".join([*lines, "```", ""])


def faults():
    text = DOCUMENT.read_text(encoding="utf-8")
    graph = arrows()
    for here in sorted(graph):
        if here in reach(graph, here):
            yield f"the includes of {here} lead back to it"
    if text.split(BEGIN)[1].split(END)[0] != diagram(graph):
        yield "the diagram is not what the includes say: run tests/layers/architecture.py --write"
    names = re.findall(r"`([\w./-]+\.(?:cpp|hpp|ts)):(\w+)`", text)
    if len(names) < 20:
        yield "the life of a move names hardly any function"
    for file, function in names:
        path = ROOT / file
        if not path.is_file():
            yield f"there is no {file}"
        elif not re.search(rf"\b{function}\b\s*[(<]", path.read_text(encoding="utf-8")):
            yield f"{file} has no {function}"
    for folder in re.findall(r"^\| `([\w/]+/)` \|", text, re.M):
        if not (ROOT / folder).is_dir():
            yield f"there is no folder {folder}"
    for room in sorted(graph):
        if room.startswith("server/") and room != "server/main" and f"| `{room}/` |" not in text:
            yield f"{room}/ has no line"


def write():
    text = DOCUMENT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    DOCUMENT.write_text(before + BEGIN + diagram(arrows()) + END + rest.split(END)[1], encoding="utf-8")


if "--write" in sys.argv[1:]:
    write()
found = list(faults())
for fault in found:
    print(f"docs/develop/architecture.md: {fault}")
print(f"{0 if found else 1} passed, {len(found)} failed")
sys.exit(1 if found else 0)
