#!/usr/bin/env python3
"""Checks every import of the page: there are no cycles, including types and later loads; only a game's folder itself and the catalogue
import from it; and a room (a folder of src) imports only rooms below it, except for later loads. With --self-test it plants one
violation of each kind and reports whether it was found.

Each file is one test. The last line is `N passed, N failed`."""
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("clients/web/src", "clients/web/worker")
GAMES = "clients/web/src/games"
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]""")
# The rooms of the page, the lowest first; "game" is the folder of each game.
FLOORS = ("base", "texts", "net", "rules", "sound", "model", "ui", "pages", "games", "card", "game", "room", "record", "lobby", "dev")
LATER = re.compile(r"""\bimport\s*\(\s*['"]([^'"]+)['"]""")
# The files that games-plugin.mjs looks for in a game's folder.
PARTS = ("module", "picture", "card", "judge")


def sources():
    """The page's modules: path to text."""
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.ts"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths if not path.name.endswith(".d.ts")}


def game_of(name):
    """The folder of a game that a module is in; None outside of games."""
    folder, _, rest = name.removeprefix(f"{GAMES}/").partition("/")
    return folder if name.startswith(f"{GAMES}/") and rest else None


def imports_of(name, text, names):
    """The modules that a module imports, by path."""
    found = set()
    for wanted in IMPORT.findall(text):
        if wanted == "virtual:games":
            found |= {other for other in names if game_of(other) and pathlib.PurePosixPath(other).stem in PARTS}
        elif wanted.startswith("."):
            found.add(posixpath.normpath(posixpath.join(posixpath.dirname(name), wanted)) + ".ts")
    return sorted(found & names.keys())


def room_of(name):
    """The room that a module is in; None at the top of src."""
    if game_of(name):
        return "game"
    room, _, rest = name.removeprefix("clients/web/src/").partition("/")
    return room if name.startswith("clients/web/src/") and rest else None


def climbs(name, text, names):
    """The modules of higher rooms that a module imports at once."""
    room = room_of(name)
    if room is None or room not in FLOORS:
        return []
    at_once = imports_of(name, LATER.sub("", text).replace("virtual:games", ""), names)
    return [other for other in at_once if room_of(other) in FLOORS and FLOORS.index(room_of(other)) > FLOORS.index(room)]


def way_back(graph, start):
    """A shortest cycle through `start`, or None."""
    ways = [[start]]
    seen = set()
    for way in ways:
        for other in graph[way[-1]]:
            if other == start:
                return [*way, other]
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return None


def check(modules):
    """The faults, by module."""
    graph = {name: imports_of(name, text, modules) for name, text in modules.items()}
    faults = {name: [] for name in modules}
    for name, others in graph.items():
        circle = way_back(graph, name)
        if circle:
            faults[name].append(f"imports itself: {' -> '.join(circle)}")
        faults[name] += [f"imports {other}, which is in a room above" for other in climbs(name, modules[name], modules)]
        if room_of(name) not in (None, *FLOORS) and name.startswith("clients/web/src/"):
            faults[name].append("is in a room without a floor: give it one in FLOORS")
        if "virtual:games" not in modules[name]:
            faults[name] += [f"imports {other}: only the catalogue knows a game" for other in others if game_of(other) not in (None, game_of(name))]
    return faults


# Lines added to modules, and the module that must be refused because of them; none: they are allowed.
ROOM, GAME = "clients/web/src/model/facts.ts", "clients/web/src/model/module.ts"
PLANTS = [
    ({ROOM: "import { Board } from '../games/reversi/board';"}, ROOM),
    ({ROOM: "import type { GameModule } from './module';"}, ROOM),
    ({ROOM: "const later = () => import('./module');"}, ROOM),
    ({ROOM: "export type { GamePart } from './module';"}, GAME),
    ({ROOM: "import { seatNames } from './facts';"}, ROOM),
    ({ROOM: "import { GAMES } from 'virtual:games';"}, f"{GAMES}/nim/module.ts"),
    ({GAME: "import { games } from '../games/catalogue';"}, GAME),
    ({f"{GAMES}/nim/rows.ts": "import { Board } from '../reversi/board';"}, f"{GAMES}/nim/rows.ts"),
    ({f"{GAMES}/nim/rows.ts": "import { mySeat } from '../../model/facts';"}, None),
    ({ROOM: "import { api } from '../room/view';"}, ROOM),
    ({"clients/web/src/base/dom.ts": "import { api } from '../net/backoff';"}, "clients/web/src/base/dom.ts"),
    ({"clients/web/src/attic/box.ts": ""}, "clients/web/src/attic/box.ts"),
    ({"clients/web/src/room/view.ts": "import type { RoomFacts } from '../model/facts';"}, None),
]


def self_test():
    passed = failed = 0
    modules = sources()
    for lines, refused in PLANTS:
        planted = modules | {name: f"{modules.get(name, '')}\n{line}\n" for name, line in lines.items()}
        faults = check(planted)
        right = bool(faults[refused]) if refused else not any(faults.values())
        if not right:
            print(f"{lines} must {'be refused' if refused else 'be allowed'}")
        passed, failed = passed + right, failed + (not right)
    return passed, failed


def check_all():
    faults = check(sources())
    for name, found in sorted(faults.items()):
        for fault in found:
            print(f"{name}: {fault}")
    failed = sum(bool(found) for found in faults.values())
    return len(faults) - failed, failed


if __name__ == "__main__":
    passed, failed = self_test() if "--self-test" in sys.argv[1:] else check_all()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
