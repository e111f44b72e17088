#!/usr/bin/env python3
"""Checks every #include against the arrows of the architecture: base <- games/core <- games/bots, games/GAME <- games/catalog; base <-
protocol; games/catalog <- games/record; games/core <- games/arena; server, clients/cli (over clients/console) and tools/lab on top; inside the
server the rooms of SERVER, inside clients/cli those of CLI. With --self-test it plants one violation of each kind and reports whether it was
found.

Each file is one test. The last line is `N passed, N failed`."""
import fnmatch
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("base", "games", "protocol", "server", "clients/cli", "clients/console", "clients/web/rules", "tools")

# Games as the server knows them: by name, and by Match.
MATCH = ["games/catalog.hpp", *(f"games/core/{name}.hpp" for name in ("info", "match", "ranking", "rng", "rules", "seat", "seed", "thinker", "thinking"))]
# The rooms of the server, the lowest first: what each may include besides base and itself. No arrow goes back.
SERVER = {
    "ops": ["games/core/seed.hpp", "protocol/own_paths.hpp"],
    "http": ["protocol/*"],
    "state": ["protocol/*", "games/record/*", *MATCH, "server/ops/fail_point.hpp"],
    "room": ["protocol/*", *MATCH, "server/ops/fail_point.hpp", "server/ops/token_bucket.hpp", "server/state/*"],
    "bots": [*MATCH, "server/ops/*"],
    "store": ["server/ops/*"],
    "records": ["games/catalog.hpp", "games/record/*", "server/ops/*", "server/http/*", "server/room/*", "server/state/*", "server/store/*"],
    "analysis": ["games/record/*", *MATCH, "server/ops/*", "server/http/*", "server/bots/*", "server/store/*", "server/records/*"],
    "lobby": ["protocol/*", "games/catalog.hpp", "server/ops/*", "server/http/header_text.hpp", "server/room/*", "server/state/*", "server/store/*"],
    "shard": [*MATCH, "server/ops/*", "server/room/*", "server/state/*", "server/bots/*", "server/store/*", "server/records/*", "server/analysis/*", "server/lobby/*"],
    "visit": ["protocol/*", "server/ops/*", "server/room/*", "server/state/*", "server/lobby/*", "server/shard/*"],
    "net": ["protocol/*", *(f"server/{room}/*" for room in ("ops", "http", "room", "state", "lobby", "shard", "visit"))],
    "site": ["protocol/*", "games/catalog.hpp", "server/ops/*", "server/http/*", "server/lobby/*"],
    "links": ["games/record/*", *MATCH, *(f"server/{room}/*" for room in ("ops", "http", "records", "analysis", "lobby", "room", "shard", "site", "state"))],
    "api": ["protocol/*", "games/record/*", *MATCH, *(f"server/{room}/*" for room in (
        "ops", "http", "room", "state", "bots", "store", "records", "analysis", "lobby", "shard", "visit", "net", "site", "links"))],
    # Nodes that hand clients to each other: no room knows whether there are other nodes.
    "cluster": ["protocol/*", *(f"server/{room}/*" for room in ("ops", "http", "room", "state", "store", "lobby", "shard", "net", "api"))],
}

# The interface of both stores, and their common parts.
STORE = [f"server/store/{name}.hpp" for name in (
    "act_table", "archive", "cluster", "guest_table", "input_columns", "packed_inputs", "row_sum", "store", "transfer", "value_sum")]
# The rooms of the terminal client, the lowest first. A stream reports in a sentence why it has no certificate.
CLI = {
    "text": [],
    "board": ["clients/cli/text/*"],
    "net": ["clients/cli/text/*", "clients/cli/board/sentence.hpp"],
    "room": ["games/record/*", "clients/cli/text/*", "clients/cli/board/*", "clients/cli/net/*"],
    "screen": ["clients/cli/text/*", "clients/cli/board/*", "clients/cli/net/*", "clients/cli/room/*"],
    "verbs": ["games/record/*", "clients/cli/*"],
}

REVERSI = [f"games/reversi/{name}.hpp" for name in ("geometry", "kernel", "position", "processor", "rules", "variant")]

# Which of our files each part may include; the first matching pattern decides a file's part.
PARTS = [
    ("base/*", ["base/*"]),
    ("games/core/*", ["base/*", "games/core/*"]),
    ("games/bots/*", ["base/*", "games/core/*", "games/bots/*"]),
    ("games/catalog.*", ["base/*", "games/core/*", "games/catalog.hpp", "games/games.def"]),
    # Records are replayed wherever there are rules: in the server, and offline in the terminal client.
    ("games/record/*", ["base/*", "games/record/*", "games/catalog.hpp", "games/core/*"]),
    # Matches between bots use games only through Match, and no processes: the player of a program's seat is passed in.
    ("games/arena/*", ["base/*", "games/arena/*", "games/core/*"]),
    # Reversi: the two searches use the rules and the weights, and not each other.
    ("games/reversi/weights/*", ["base/*", "games/core/*", "games/reversi/variant.hpp", "games/reversi/weights/*"]),
    ("games/reversi/many/*", ["base/*", "games/core/*", "games/bots/*", *REVERSI, "games/reversi/weights/*", "games/reversi/many/*"]),
    ("games/reversi/two/*", ["base/*", "games/core/*", "games/bots/*", *REVERSI, "games/reversi/study.hpp", "games/reversi/weights/*", "games/reversi/two/*"]),
    ("games/*/*", ["base/*", "games/core/*", "games/bots/*", "games/{game}/*"]),
    ("protocol/*", ["base/*", "protocol/*"]),
    # Neither store knows the other one.
    ("server/store/sqlite/*", ["base/*", "server/ops/*", "server/store/sqlite/*", *STORE]),
    ("server/store/postgres/*", ["base/*", "server/ops/*", "server/store/postgres/*", *STORE]),
    *[(f"server/{room}/*", ["base/*", f"server/{room}/*", *others]) for room, others in SERVER.items()],
    ("server/main.cpp", ["base/*", "server/*"]),
    ("server/server.*", ["base/*", "protocol/*", *MATCH, "server/*"]),
    # Shared by the terminal client and the lab.
    ("clients/console/*", ["base/*", "games/catalog.hpp", "games/core/*", "clients/console/*"]),
    *[(f"clients/cli/{room}/*", ["base/*", "protocol/*", "games/catalog.hpp", "games/core/*", "clients/console/*", f"clients/cli/{room}/*", *others])
      for room, others in CLI.items()],
    ("clients/cli/*", ["base/*", "protocol/*", "games/record/*", "clients/cli/*", "clients/console/*", "games/catalog.hpp", "games/core/*"]),
    # The page's modules: the rules of a catalogue of one game, behind Match.
    ("clients/web/rules/*", ["base/*", "clients/web/rules/*", "games/record/*", "games/catalog.hpp", "games/core/*"]),
    # Measuring and training need more of a game than Match offers.
    ("tools/lab/*", ["base/*", "games/*", "tools/lab/*", "clients/console/*"]),
]

# A game's data that all threads share or that is computed once for all runs: found solutions, tables and their files (GameEntry::prepare).
SHARED = ["games/fifteen/layers.cpp", "games/fifteen/pattern_tables.cpp", "games/fifteen/ways.hpp", "games/reversi/evaluations.cpp"]
FILES = ["games/fifteen/pattern_tables.*", "games/reversi/many/evaluation.hpp", "games/reversi/evaluations.cpp"]

# Programs: they have files, threads and a clock.
TOP = ("server/*", "clients/cli/*", "clients/console/*", "tools/lab/*")

# External headers that only some files may include: header pattern, allowed files, reason.
OUTSIDE = [
    ("nlohmann/json.hpp", ["*.cpp", "games/core/match_of.hpp", "games/core/match_thinkers.hpp"], "a header takes <nlohmann/json_fwd.hpp>, since the library takes seconds to compile"),
    ("boost/beast*", ["server/*.cpp", "clients/cli/*.cpp"], "Beast takes ten seconds to compile: only source files of server and clients/cli"),
    ("boost/asio*", ["server/*", "clients/cli/*", "clients/console/*"], "only server and clients have sockets"),
    ("boost/*", ["base/*", "games/record/*", "games/arena/*", *TOP], "games and protocol need no Boost"),
    ("chrono", ["base/*", "protocol/*", "games/arena/*", *TOP, "games/core/match.hpp", "games/core/thinking.hpp", "games/bots/*"],
     "rules know no time"),
    ("ctime", ["base/*", "protocol/*", "games/arena/*", *TOP, "games/core/thinking.hpp"], "rules know no time"),
    *[(header, ["base/*", "protocol/*", "games/arena/*", *TOP, *SHARED], "games share nothing between threads but finished tables")
      for header in ("mutex", "atomic")],
    *[(header, ["base/*", "protocol/*", *TOP, "games/core/match.hpp", *FILES], "only a game's tables are kept in files")
      for header in ("filesystem", "fstream", "random")],
    *[(header, ["base/*", "protocol/*", "games/arena/*", *TOP], "games have no threads, no clock, no files and no sockets")
      for header in ("thread", "shared_mutex", "condition_variable", "future", "semaphore", "latch", "barrier", "time.h",
                     "iostream", "cstdio", "stdio.h", "pthread.h", "unistd.h", "fcntl.h", "poll.h", "sys/*", "netinet/*",
                     "arpa/*", "netdb.h")],
    *[(header, ["games/arena/*", *TOP, *SHARED, "base/progress.cpp", "base/mapped_file.cpp"], "base and protocol have no threads and no sockets")
      for header in ("thread", "mutex", "condition_variable", "sys/*", "netinet/*", "poll.h", "unistd.h")],
]

# Words that only some files may contain, whatever they include.
WORDS = [
    (r"_clock\s*::\s*now\b", ["base/*", "protocol/*", *TOP, "games/core/thinking.hpp"], "a game does not read a clock"),
    (r"\brandom_device\b", ["base/large_file.cpp", *TOP], "chance comes from a seeded generator"),
    (r"\b(?:reversi|nim|fifteen|bubbles)\b", ["base/*", "games/*", "protocol/*", "server/*", "tools/*"],
     "the terminal client knows no game by name: a game describes itself in games/NAME/terminal.cpp"),
    (r"\bstd::(?:cout|cerr|clog)\b|\bf?(?:puts|printf)\s*\(", ["base/*", "games/*", "protocol/*", "server/*", "tools/*", "clients/web/*"],
     "the terminal client speaks through one door, which lets nothing out that steers a terminal: clients/console/door.hpp"),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.M)


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def allowed_of(name):
    for pattern, allowed in PARTS:
        if fnmatch.fnmatchcase(name, pattern):
            game = name.split("/")[1] if name.startswith("games/") else ""
            return [item.replace("{game}", game) for item in allowed]
    return None


def faults_of(name, text, exists):
    """The fault of the file `name`; `exists` returns whether a path is one of our files."""
    allowed = allowed_of(name)
    if allowed is None:
        return ["belongs to no part: give it one in tests/layers/layers.py"]
    faults = []
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start(0)) + 1 + match.group(0).count("\n")
        ours, outside = match.groups()
        if ours:
            if not exists(ours):
                faults.append(f'line {line}: "{ours}" is not a path from the root of the repository')
            elif not fits(ours, allowed):
                faults.append(f'line {line}: "{ours}" is not for this part, which may include {", ".join(allowed)}')
            continue
        for header, who, why in OUTSIDE:
            if fnmatch.fnmatchcase(outside, header) and not fits(name, who):
                faults.append(f"line {line}: <{outside}>: {why}")
    for word, who, why in WORDS:
        if re.search(word, text) and not fits(name, who):
            faults.append(f"has {word}: {why}")
    return faults


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".in") and path.is_file() and "node_modules" not in path.parts:
                yield path.relative_to(ROOT).as_posix().removesuffix(".in"), path.read_text(encoding="utf-8")


def check_all():
    passed = failed = 0
    for name, text in sources():
        faults = faults_of(name, text, lambda other: (ROOT / other).is_file())
        for fault in faults:
            print(f"{name}: {fault}")
        passed, failed = passed + (not faults), failed + bool(faults)
    return passed, failed


# Planted lines: file, line, whether it must be refused.
PLANTS = [
    ("base/result.hpp", '#include "games/core/seat.hpp"', True),
    ("games/core/match.hpp", '#include "games/bots/random.hpp"', True),
    ("games/core/match.hpp", '#include "protocol/messages.hpp"', True),
    ("games/core/match.hpp", "#include <thread>", True),
    ("games/core/match.hpp", "#include <nlohmann/json.hpp>", True),
    ("games/core/match.hpp", "#include <chrono>", False),
    ("games/bots/greedy.hpp", '#include "games/reversi/rules.hpp"', True),
    ("games/nim/rules.hpp", '#include "games/reversi/rules.hpp"', True),
    ("games/nim/rules.hpp", '#include "games/core/rules.hpp"', False),
    ("games/nim/rules.hpp", '#include "server/room/room.hpp"', True),
    ("games/nim/rules.cpp", "#include <sys/socket.h>", True),
    ("games/nim/rules.cpp", "auto now = std::chrono::steady_clock::now();", True),
    ("games/nim/rules.cpp", "#include <chrono>", True),
    ("games/catalog.cpp", '#include "games/games.def"', False),
    ("games/catalog.cpp", '#include "games/reversi/rules.hpp"', True),
    ("games/record/replay.cpp", '#include "games/catalog.hpp"', False),
    ("games/record/replay.cpp", '#include "games/nim/rules.hpp"', True),
    ("games/record/replay.cpp", '#include "server/room/room.hpp"', True),
    ("games/record/replay.cpp", "#include <chrono>", True),
    ("games/catalog.cpp", '#include "games/record/replay.hpp"', True),
    ("server/records/round_record.cpp", '#include "games/record/lines.hpp"', False),
    ("games/arena/blocks.cpp", '#include "games/nim/rules.hpp"', True),
    ("games/arena/contest.cpp", "#include <thread>", False),
    ("games/arena/contest.cpp", '#include "clients/console/child.hpp"', True),
    ("protocol/messages.hpp", '#include "games/catalog.hpp"', True),
    ("protocol/messages.hpp", '#include "server/room/room.hpp"', True),
    ("server/room/room.cpp", '#include "server/net/outbox.hpp"', True),
    ("server/room/room.hpp", '#include "server/store/journal.hpp"', True),
    ("server/room/room.cpp", '#include "server/shard/shard.hpp"', True),
    ("server/room/room.cpp", '#include "server/ops/config.hpp"', True),
    ("server/room/room.cpp", '#include "server/state/parts/seats.hpp"', False),
    ("server/ops/metrics.cpp", '#include "server/room/room.hpp"', True),
    ("server/store/journal.cpp", '#include "server/shard/room_slot.hpp"', True),
    ("server/lobby/lobby.hpp", '#include "server/shard/shard.hpp"', True),
    ("server/shard/shard.cpp", '#include "server/net/connection.hpp"', True),
    ("server/net/connection.cpp", '#include "server/api/api.hpp"', True),
    ("server/api/api.cpp", '#include "server/net/http_server.hpp"', False),
    ("server/room_of_its_own.cpp", "", True),
    ("server/store/journal.hpp", '#include "server/room/room.hpp"', True),
    ("server/store/sqlite/survey.cpp", '#include "server/store/postgres/rows.hpp"', True),
    ("server/store/sqlite/survey.cpp", '#include "server/store/journal.hpp"', True),
    ("server/store/sqlite/survey.cpp", '#include "server/store/store.hpp"', False),
    ("server/store/postgres/rows.cpp", '#include "server/store/sqlite/schema.hpp"', True),
    ("server/net/http_session.cpp", '#include "server/cluster/link.hpp"', True),
    ("server/api/api.cpp", '#include "server/cluster/whereabouts.hpp"', True),
    ("server/cluster/whereabouts.cpp", '#include "server/api/create_room.hpp"', False),
    ("clients/cli/board/board.cpp", '#include "clients/cli/net/http.hpp"', True),
    ("clients/cli/net/stream.cpp", '#include "clients/cli/board/sentence.hpp"', False),
    ("clients/cli/net/stream.cpp", '#include "clients/cli/board/table.hpp"', True),
    ("clients/cli/room/past.cpp", '#include "clients/cli/screen/screen.hpp"', True),
    ("clients/cli/screen/screen.cpp", '#include "clients/cli/verbs/verbs.hpp"', True),
    ("clients/console/door.cpp", '#include "clients/cli/text/fields.hpp"', True),
    ("games/reversi/two/search.cpp", '#include "games/reversi/many/patterns.hpp"', True),
    ("games/reversi/many/model.hpp", '#include "games/reversi/two/board.hpp"', True),
    ("games/reversi/weights/embedded.cpp", '#include "games/reversi/many/model.hpp"', True),
    ("server/room/room.hpp", '#include "games/reversi/rules.hpp"', True),
    ("server/room/room.cpp", '#include "games/core/match_of.hpp"', True),
    ("server/room/room.cpp", '#include "games/core/match.hpp"', False),
    ("server/room/room.cpp", '  #  include "clients/console/text.hpp"', True),
    ("server/room/room.hpp", "#include <boost/beast/websocket.hpp>", True),
    ("server/net/http_server.cpp", "#include <boost/beast/websocket.hpp>", False),
    ("server/room/room.hpp", '#include "room_state.hpp"', True),
    ("clients/cli/main.cpp", '#include "server/room/room.hpp"', True),
    ("clients/cli/main.cpp", '#include "games/reversi/rules.hpp"', True),
    ("clients/cli/main.cpp", '#include "games/catalog.hpp"', False),
    ("clients/cli/board/board.cpp", 'if (table.game == "nim") return;', True),
    ("clients/console/console.cpp", 'std::cout << text;', True),
    ("clients/console/door.cpp", "::write(file, bytes.data(), bytes.size());", False),
    ("clients/cli/main.cpp", '#include "games/arena/contest.hpp"', True),
    ("clients/cli/main.cpp", '#include "tools/lab/bot_match.hpp"', True),
    ("clients/console/child.cpp", '#include "clients/console/lines.hpp"', False),
    ("clients/console/child.cpp", '#include "clients/cli/board/phrases.hpp"', True),
    ("tools/lab/program_player.cpp", '#include "clients/console/child.hpp"', False),
    ("tools/lab/bot_match.cpp", '#include "clients/cli/board/phrases.hpp"', True),
    ("tools/lab/bench_figures.cpp", '#include "games/reversi/rules.hpp"', False),
    ("tools/lab/bench_verb.cpp", '#include "server/room/room.hpp"', True),
    ("elsewhere/main.cpp", "", True),
]


def self_test():
    passed = failed = 0
    for name, line, refused in PLANTS:
        # Every planted path counts as one of our files, except the one that is not relative to the root.
        seen = bool(faults_of(name, line + "\n", lambda other: "/" in other))
        if seen != refused:
            print(f"{name}: {line!r} must {'be refused' if refused else 'be allowed'}")
        passed, failed = passed + (seen == refused), failed + (seen != refused)
    return passed, failed


if __name__ == "__main__":
    passed, failed = self_test() if "--self-test" in sys.argv[1:] else check_all()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
