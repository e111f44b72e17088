#!/usr/bin/env python3
"""The documents themselves: links and anchors exist, both languages of a document have the same headings, commands, tables and links, every command
names its test, everything can be reached from README.md, and the figures of the protocol are the defaults. The last line is `N passed, N failed`."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^<!-- (?P<mark>[^>]*) -->\n)?^```(?P<kind>\w*)\n(?P<code>.*?)^```", re.S | re.M)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")
PICTURE = re.compile(r'\b(?:src|srcset)="(?!https?:)([^"\s]+)"')
# For readers; deeper documents are for developers of that part, and need not be reachable from the README.
FOR_READERS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "ROADMAP.md", "docs/", "protocol/README", "games/README")


def all_documents():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True)
    return sorted(name for name in listed.stdout.splitlines() if (ROOT / name).exists())


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def without_code(text):
    return BLOCK.sub("", text)


def blocks(name):
    """Mark, kind and code of each fenced block."""
    return [(match["mark"] or "", match["kind"], match["code"]) for match in BLOCK.finditer(text_of(name))]


def headings(name):
    return re.findall(r"^(#+) (.*)$", without_code(text_of(name)), re.M)


def anchor(heading):
    """As GitHub generates it: https://docs.github.com/en/get-started/writing-on-github (section links)."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def links(name):
    """Target file (from the root) and anchor of each link."""
    found = []
    text = without_code(text_of(name))
    for target in LINK.findall(text) + PICTURE.findall(text):
        path, _, part = target.partition("#")
        place = (ROOT / name).parent / path if path else ROOT / name
        found.append((place.resolve(), part, target))
    return found


def broken_links(name):
    for place, part, target in links(name):
        if not place.exists():
            yield f"{name}: {target} does not exist"
        elif part and place.suffix == ".md" and part not in {anchor(text) for _, text in headings(place.relative_to(ROOT))}:
            yield f"{name}: {target} has no such heading"


def twin(name):
    other = name[:-3] + ".ja.md"
    return other if (ROOT / other).exists() else None


def in_english(place):
    return re.sub(r"-ja-(\w+\.webp)$", r"-en-\1", str(place).replace(".ja.md", ".md"))


def unseen_pictures(documents):
    shown = {place for name in documents for place, _, _ in links(name)}
    return [f"{place.relative_to(ROOT)} is shown nowhere" for place in sorted((ROOT / "docs/pictures").glob("*.webp")) if place not in shown]


def shape(text):
    """Level of each heading and number of rows of each table, in their order."""
    lines = without_code(text).splitlines()
    rows = [("#" * len(match[1]) if (match := re.match(r"(#+) ", line)) else "|") for line in lines if re.match(r"#+ |\|", line)]
    return rows


def differences(name, other):
    if shape(text_of(name)) != shape(text_of(other)):
        yield f"{other} has other headings or rows of tables than {name}"
    one, two = ([(kind, code) for _, kind, code in blocks(each) if kind != "text"] for each in (name, other))
    if one != two:
        at = next((number for number, pair in enumerate(zip(one, two)) if pair[0] != pair[1]), min(len(one), len(two)))
        yield f"{other} has another block {at + 1} than {name}"
    targets = [{in_english(place) for place, _, _ in links(each)} - {str(ROOT / name)} for each in (name, other)]
    if targets[0] != targets[1]:
        yield f"{other} and {name} differ in links: {sorted(pathlib.Path(each).name for each in targets[0] ^ targets[1])}"
    if not {str(ROOT / other)} <= {str(place) for place, _, _ in links(name)} or not {str(ROOT / name)} <= {str(place) for place, _, _ in links(other)}:
        yield f"{name} and {other} do not link each other"


def unmarked(name):
    for mark, kind, code in blocks(name):
        if kind == "sh" and not re.match(r"test: \w+$|not run here: \S", mark):
            yield f"{name}: no mark says how this is tested: {code.splitlines()[0]}"


def unreachable(documents):
    seen, ahead = set(), [ROOT / "README.md"]
    while ahead:
        place = ahead.pop()
        if place in seen:
            continue
        seen.add(place)
        ahead += [each for each, _, _ in links(place.relative_to(ROOT)) if each.suffix == ".md" and each.exists()]
    for name in documents:
        if name.startswith(FOR_READERS) and ROOT / name not in seen:
            yield f"{name} cannot be reached from README.md"


def versions():
    """The same version everywhere: the programs, the image, the page, the protocol, and the last entry of the changelog."""
    found = {"CMakeLists.txt": re.search(r"project\(engawa VERSION (\S+)", text_of("CMakeLists.txt")), "CHANGELOG.md": re.search(r"^## \[?([\d.]+)", text_of("CHANGELOG.md"), re.M)}
    found["docker/Dockerfile"] = re.search(r'image\.version="(.*)"', text_of("docker/Dockerfile"))
    found |= {name: re.search(r'^  "version": "(.*)"', text_of(name), re.M) for name in ("clients/web/package.json", "protocol/package.json")}
    values = {name: match and match[1] for name, match in found.items()}
    return [] if len(set(values.values())) == 1 else [f"{name}: {value}" for name, value in values.items()]


# Rows of "Limits" in protocol/README.md, by their beginnings: their figures, by the names of the settings.
FIGURES = {
    "messages per connection": "{messages_per_s}/s, burst {messages_burst};",
    "chat per guest": "{chat_per_10s} per 10 s",
    "previews per seat": "{previews_per_s}/s, burst {twice_previews_per_s}",
    "bytes that requests add to the journal": "{mb_per_guest} MB, {mb_per_ip} MB, {mb_per_room} MB per hour",
    "new rooms per address": "{rooms_per_min}/min",
    "open rooms created by one address, one guest": "{rooms_per_ip}, {rooms_per_guest}",
    "new guests per address": "{guests_per_min}/min",
    "new WebSockets per address": "{joins_per_min}/min",
    "unknown room codes per address": "{unknown_rooms_per_min}/min;",
    "WebSockets per address": "{connections_per_ip}",
    "HTTP requests per address": "{requests_per_s}/s, burst {four_requests_per_s}",
    "new connections, HTTP connections at once per address": "{accepts_per_s}/s, burst {four_accepts_per_s}; {http_connections_per_ip}",
    "spectators of a room": "{watchers_per_room}",
    "rooms listed in the lobby": "{listed_rooms}",
    "rooms, WebSockets, HTTP connections in total": "{rooms}, {connections}, {http_connections}",
    "outbox of a connection": "{outbox_frames} frames or {kib_outbox} KiB",
    "request head, body": "{kib_head} KiB,",
    "time for a head": "{s_header} s; {s_idle} s",
    "silence": "{ping_s} s: the server pings; {twice_ping_s} s",
    "moves tried out": "{tries_per_min}/min",
}
IN_OTHER_UNITS = {"stored_kb_per_guest", "stored_kb_per_ip", "stored_kb_per_room"}


def figures():
    """What protocol/README.md says of the limits, against the defaults of the settings."""
    found = re.findall(r'^NUMBER\("(\w+)\.\w+", "[^"]*", (\w+), (-?\d+),', text_of("server/ops/settings.def"), re.M)
    number = {name: int(default) for _, name, default in found}
    number |= {f"twice_{name}": 2 * number[name] for name in ("previews_per_s", "ping_s")}
    number |= {f"four_{name}": 4 * number[name] for name in ("requests_per_s", "accepts_per_s")}
    number |= {f"mb_per_{each}": number[f"stored_kb_per_{each}"] // 1000 for each in ("guest", "ip", "room")}
    number |= {"kib_outbox": number["outbox_bytes"] // 1024, "kib_head": number["http_head_bytes"] // 1024}
    number |= {"s_header": number["http_header_ms"] // 1000, "s_idle": number["http_idle_ms"] // 1000}
    words = {name: f"{value:,}".replace(",", " ") for name, value in number.items()}
    section = text_of("protocol/README.md").partition("\n### Limits")[2]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")]
    for start, wanted in FIGURES.items():
        said = [limit for what, limit, *_ in rows if what.startswith(f"| {start}")]
        text = wanted.format(**words)
        if not said or not all(re.match(rf"{re.escape(text)}(?![\d/])", limit) for limit in said):
            yield f"protocol/README.md says {said} of \"{start}\", the defaults are: {text}"
    named = set(re.findall(r"\{(\w+)\}", " ".join(FIGURES.values()))) | IN_OTHER_UNITS
    for group, name, _ in found:
        if group == "limits" and name not in named:
            yield f"{name} of server/ops/settings.def is in no row of \"Limits\" in protocol/README.md"


def main():
    documents = all_documents()
    tests = {
        "links lead somewhere": [fault for name in documents for fault in broken_links(name)],
        "both languages have the same": [fault for name in documents if (other := twin(name)) for fault in differences(name, other)],
        "every command says how it is tested": [fault for name in documents if name.startswith(("README", "CONTRIBUTING", "docs/")) for fault in unmarked(name)],
        "what readers need can be reached from README.md": list(unreachable(documents)),
        "every picture is shown": unseen_pictures(documents),
        "one version everywhere": versions(),
        "the limits of the protocol are the defaults": list(figures()),
        "there are documents": [] if len(documents) > 30 else [f"only {len(documents)} were found"],
    }
    for name, faults in tests.items():
        print(f"{'FAILED' if faults else 'ok'}: {name}", *faults, sep="\n  ")
    failed = sum(bool(faults) for faults in tests.values())
    print(f"{len(tests) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
