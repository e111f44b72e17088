# shellcheck shell=bash disable=SC2034
# The stages of ./check, as data: name | speed | needs these stages | lane | seconds at most | what it is. Speed: `quick` stages run in ./check, all of
# them in ./check --full. Lane: `compile` stages run one at a time (each has a compiler for every core), and so do `outside` stages, which make a Debian or an
# image and compile there; `test` stages run some at a time, since they wait more than they compute. The lanes run side by side. What compiles for
# ./check --full does so at the lowest priority, with half of the compilers in each lane: while one installs, links or plays a game, the other compiles.
# The limits are for what hangs: a machine that is three times slower, or has nothing in its caches, stays below them.
# For each there is a function stage_NAME, which runs its runners through `counted`; a stage passes when all of them do and at least one test was run.
# Stages run under `set -euo pipefail`: a command that fails ends its stage.
# REQUIRES: tools/setup.sh is sourced, the current folder is the repository's.

STAGES='
build     | quick |       | compile | 2400 | the programs, the tests and the page; a warning is an error
browser   | quick | build | test    | 1200 | Chromium against a real engawad: each game, and lost connections
server    | quick | build | test    | 2700 | a real engawad: requests, seats, restarts, kill -9
cpp       | quick | build | test    | 1800 | unit and law tests in C++
cli       | quick | build | test    | 1200 | engawa against a real engawad
faults    | quick | build | test    |  800 | kill -9, dropped connections, restored backups and a failing store for some seconds: nothing lost, nothing twice, nobody stuck
page      | quick | build | test    |  600 | types and style of the page, its own tests
protocol  | quick |       | test    |  300 | schemas, examples, errors, generated types
tools     | quick |       | test    |  600 | ./check itself: how it counts and what it refuses to call passed; what the benchmark makes of results
scripts   | quick |       | test    |  300 | shellcheck over every script; no large file is tracked
format    | quick |       | test    |  300 | the C++ sources as clang-format has them
layers    | quick |       | test    |  200 | which part may include which; what documents name is there
traffic   | quick | build server cli browser | test |  600 | all frames of the stages before against the schemas
browsers  | full  | build | test | 3600 | Chromium against a real engawad: the other files, from a to k
browsers-more | full  | build | test | 3600 | Chromium against a real engawad: the other files, from l to z
asan-build | full | build | compile | 4500 | parsers, rooms, store and engawad with the address and undefined-behaviour sanitizers (clang)
asan-server | full | asan-build | test | 3000 | a real engawad under the sanitizers
postgres  | full  | build | test    | 1800 | real engawads over a real PostgreSQL: kill -9 of either, lost answers, a move from SQLite and back; several nodes
readme    | full  | build | test    |  600 | every command of the README
bench     | full  | build | test | 1500 | the benchmarks, short: no step missing, no move refused; what a move may ask of the kernel and the allocator
rules     | full  | build | test | 1800 | ten thousand random games of every variant, by the rules of the server and by those of the page
engine    | full  | build | test |  600 | games against the Othello engine of Debian, where there is one
faults-long | full | build | test | 1500 | all faults: also stops, drains, clock jumps, floods, a full disk; and broken builds that must be caught
simulation | full | build | test | 1500 | a cluster under a simulated clock, network and database for a million seconds
asan      | full  | asan-build | test | 1800 | their C++ tests under the sanitizers
fuzz      | full  | asan-build | test |  600 | three quarters of a minute of fuzzing messages, journals, rules, rooms, settings and the port
docker    | full  | build | outside | 4500 | the image: built, a game played, stopped, started again, and the game is there; its record opened in a browser
docker-cluster | full | build docker | outside | 2400 | three nodes, PostgreSQL and Caddy in containers: a node is killed, and the game goes on
bare12    | full  | build | outside | 4500 | a bare Debian 12: the README'"'"'s two commands, the server, a game in the terminal, its record opened in a browser
bare13    | full  | build | outside | 4500 | a bare Debian 13: the same
tsan-build | full | build asan-build | compile | 3000 | where threads meet, with the thread sanitizer (clang)
tsan      | full  | tsan-build | test | 1200 | shards, journal, bot pool and lobby under the thread sanitizer
tidy      | full  | asan-build | compile | 3000 | clang-tidy over every unit of the programs (one that has passed and not changed is not looked at again)
'

# How many `test` stages run at a time.
TEST_LANE=$(($(nproc) + 1))

# counted KIND COMMAND...: runs a test runner and adds what its closing lines say to $COUNTS, and what failed to $COUNTS.failed.
# KIND: ctest, node (TAP), unittest (Python), line ("N passed, N failed"), fuzz (a line for each target), once (one test that passes with exit code 0).
counted() {
  local kind=$1 output passed=0 failed=0 skipped=0 code=0
  shift
  output=$(mktemp "$CHECK_DIR/output.XXXXXX")
  printf '$ %s\n' "$*"
  set +eo pipefail
  "$@" 2>&1 | tee "$output"
  code=${PIPESTATUS[0]}
  case $kind in
    ctest)
      failed=$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of .*/\1/p' "$output")
      passed=$(sed -n 's/^[0-9]*% tests passed, .* out of \([0-9]*\)$/\1/p' "$output")
      passed=$((${passed:-0} - ${failed:-0}))
      ;;
    node)
      passed=$(sed -n 's/^# pass \([0-9]*\)$/\1/p' "$output")
      failed=$(awk '/^# (fail|cancelled) [0-9]+$/ {sum += $3} END {print sum + 0}' "$output")
      ;;
    unittest)
      passed=$(sed -n 's/^Ran \([0-9]*\) tests* in .*/\1/p' "$output")
      failed=$(sed -n 's/^FAILED (\(.*\))$/\1/p' "$output" | tr ',' '\n' | awk -F= '/failures|errors|unexpected/ {sum += $2} END {print sum + 0}')
      skipped=$(sed -n 's/.*skipped=\([0-9]*\).*/\1/p' "$output" | tail -n 1)
      passed=$((${passed:-0} - ${failed:-0} - ${skipped:=0}))
      ;;
    line)
      passed=$(sed -nE 's/^([A-Za-z]+: )?([0-9]+) passed, [0-9]+ failed.*/\2/p' "$output" | tail -n 1)
      failed=$(sed -nE 's/^([A-Za-z]+: )?[0-9]+ passed, ([0-9]+) failed.*/\2/p' "$output" | tail -n 1)
      ;;
    fuzz)
      passed=$(grep -c ': [0-9]* runs in [0-9]* s, no crash$' "$output")
      failed=$(grep -c ': FAILED$' "$output")
      ;;
    once) [ "$code" = 0 ] && passed=1 ;;
  esac
  passed=${passed:-0} failed=${failed:-0}
  [ "$passed" -lt 0 ] && passed=0
  if [ "$code" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
  if [ "$passed" = 0 ] && [ "$failed" = 0 ]; then
    printf 'no test was run\n' | tee -a "$output"
    failed=1
  fi
  [ "$failed" = 0 ] || { printf '$ %s\n' "$*"; what_failed "$kind" "$output"; } >>"$COUNTS.failed"
  rm -f "$output"
  printf '%s %s %s\n' "$passed" "$failed" "$skipped" >>"$COUNTS"
  set -eo pipefail
}

# what_failed KIND OUTPUT: what ./check shows of a runner's output.
what_failed() {
  case $1 in
    ctest) grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .* Passed )' "$2" ;;
    # What goes wrong after a test has ended fails its file, and only a line before the file's says what it was.
    node) awk '/^ *not ok / {block = 1} block || /^ *# (Error|Warning): / {print} /^ *\.\.\.$/ {block = 0}' "$2" ;;
    *) tail -n 30 "$2" ;;
  esac
}

# Older thread sanitizers cannot live with as much randomness in addresses as newer kernels have.
plain_addresses=()
if setarch -R true 2>/dev/null; then plain_addresses=(setarch -R); fi

stage_tools() {
  counted line tests/tools/check_test.sh
  counted line tests/tools/setup_test.sh
  counted unittest python3 tests/tools/bench_test.py
  counted unittest python3 tests/tools/rate_bots_test.py
  counted unittest python3 tests/tools/guest_test.py
  counted unittest python3 tests/tools/scale_test.py
}

stage_scripts() { counted line tests/tools/scripts.sh; }

stage_format() { counted once tools/format --check; }

stage_layers() {
  counted line python3 tests/layers/layers.py --self-test
  counted line python3 tests/layers/layers.py
  counted line python3 tests/layers/page.py --self-test
  counted line python3 tests/layers/page.py
  counted line python3 tests/layers/architecture.py
  counted line python3 tests/layers/named_tests.py
  counted line python3 tests/layers/mains.py --self-test
  counted line python3 tests/layers/mains.py
}

stage_build() {
  configure test
  counted once build_targets test all
  counted once build_page
}

stage_protocol() {
  npm_packages protocol
  counted node node --test --test-reporter=tap tests/protocol/protocol.test.mjs
  counted line tools/unicode_tables.py --check
}

# It computes without a pause. Beside it run servers whose bots think at a low priority, and people in browsers who wait for them.
stage_cpp() { counted ctest nice -n 19 ctest --test-dir build/test --output-on-failure -j "$(nproc)"; }

stage_page() {
  counted once npm --prefix clients/web run -s check
  counted node npm --prefix clients/web run -s test -- --test-reporter=tap
}

# The page's tests have some games of each; where the page was built without its rules, both say so and skip them.
stage_rules() {
  counted node env ENGAWA_RULES_GAMES=10000 nice -n 10 npm --prefix clients/web run -s test -- --test-reporter=tap --test-name-pattern='random games of every preset|has a module'
}

stage_server() { counted unittest python3 -m unittest discover -s tests/server -p 'test_*.py'; }

stage_postgres() {
  export ENGAWA_TRAFFIC_DIR=''
  counted unittest python3 -m unittest discover -s tests/postgres -p 'test_*.py'
  counted node tests/store/with_postgres.py node --test --test-reporter=tap tests/postgres/cluster.test.mjs
  counted line python3 tests/faults/cluster.py --faults 22
}

stage_cli() {
  npm_packages protocol
  counted unittest python3 -m unittest discover -s tests/cli -p 'test_*.py'
}

# The browser's files for ./check: one for each game, one for lost connections, one for relays that go wrong and one for proxies. `browsers` and
# `browsers-more` run the others.
QUICK_BROWSER='game nim fifteen bubbles connection relay proxies'

stage_browser() {
  local files=() name
  for name in $QUICK_BROWSER; do files+=("tests/browser/$name.test.mjs"); done
  counted node node --test --test-reporter=tap "${files[@]}"
}

other_browser_files() {
  local file files=() name
  for file in "$@"; do
    name=${file##*/} name=${name%.test.mjs}
    case " $QUICK_BROWSER " in *" $name "*) ;; *) files+=("$file") ;; esac
  done
  # The same browser without what draws its windows: half of the processor time.
  CHROMIUM=/usr/bin/chromium-headless-shell counted node node --test --test-reporter=tap "${files[@]}"
}
stage_browsers() { other_browser_files tests/browser/[a-k]*.test.mjs; }
stage_browsers_more() { other_browser_files tests/browser/[!a-k]*.test.mjs; }

stage_readme() { counted line python3 tests/readme/readme.py; }

stage_traffic() {
  local files
  mapfile -t files < <(find "$ENGAWA_TRAFFIC_DIR" -name '*.jsonl' -size +0)
  counted line node tests/protocol/validate.mjs --traffic "${files[@]}"
}

stage_engine() { ENGAWA_ENGINES=1 counted unittest python3 -m unittest discover -s tests/cli -p 'test_gtp.py'; }

stage_bench() {
  counted once python3 tests/bench/bench.py --bin build/test/bin --short
  counted once python3 tests/bench/budgets.py --bin build/test/bin
  counted once python3 tests/bench/store_load.py --bin build/test/bin --rounds 1 --ms 500
  counted once python3 tests/bench/cluster_load.py --bin build/test/bin --rounds 1 --ms 500
  counted once python3 tests/bench/take_rooms.py --bin build/test/bin --rounds 1 --rooms 200
  counted once python3 tests/bench/lose_node.py --bin build/test/bin --rounds 1 --rooms 20 --lease-ms 1000
}

stage_faults() {
  export ENGAWA_TRAFFIC_DIR=''
  counted line python3 tests/faults/faults.py --share 0.5 --only steps --only kills --only errors --only disconnects --only restores
}

stage_faults_long() {
  export ENGAWA_TRAFFIC_DIR=''
  counted line python3 tests/faults/faults.py
  counted line python3 tests/faults/broken_builds.py
  counted line python3 tests/faults/cluster_broken.py
}

# The second one has more to do at a time, and a shorter lease.
stage_simulation() {
  counted once nice -n 10 build/test/bin/simulation --seed 1 --seconds 1000000 --rooms 2 --think-ms 8000 --lease-ms 5000
  counted once nice -n 10 build/test/bin/simulation --seed 2 --seconds 20000 --nodes 4
}

# What parses bytes, owns memory, or is shared by threads. Searches, solvers, training and statistics are arithmetic on values: they run once, at full speed.
# The client and the lab are built for their warnings: clang has others than g++.
ASAN_TESTS='rooms_tests store_tests games_tests cli_tests'

stage_asan_build() {
  configure asan
  # shellcheck disable=SC2086
  counted once build_targets asan fuzz engawad engawa engawa-lab $ASAN_TESTS
}

stage_fuzz() { counted fuzz sh tests/fuzz/run.sh "${ENGAWA_FUZZ_SECONDS:-45}"; }

# What has the label `slow` would take minutes here; `arithmetic`: see above.
stage_asan() {
  local names=${ASAN_TESTS//_tests/}
  export ASAN_OPTIONS=detect_stack_use_after_return=1
  counted ctest ctest --test-dir build/asan --output-on-failure -j "$(nproc)" -R "^(${names// /|})_" -LE 'slow|arithmetic'
}

# The server's tests, but for those that measure memory and outlast floods, which takes a server at its full speed. A report of a sanitizer ends the program.
stage_asan_server() {
  local tests
  export ASAN_OPTIONS=detect_stack_use_after_return=1
  tests=$(find tests/server -name 'test_*.py' ! -name test_overload.py -printf '%f\n' | sed 's/\.py$//' | sort)
  mapfile -t tests <<<"$tests"
  ENGAWAD=$PWD/build/asan/bin/engawad ENGAWA_KILLS=5 ENGAWA_TRAFFIC_DIR='' ENGAWA_STDERR=1 ENGAWA_SANITIZED=1 PYTHONPATH=tests/server \
    counted unittest python3 -W ignore -m unittest "${tests[@]}"
}

stage_tidy() { counted line tools/tidy; }

stage_tsan_build() {
  configure tsan
  counted once build_targets tsan threads_tests
}

# Where threads meet: one program, made for this. The other C++ tests have one thread.
stage_tsan() {
  local symbolizer  # Debian's clang looks for its own version only, which is in a package of its own
  symbolizer=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer || true)
  [ -z "$symbolizer" ] || export TSAN_OPTIONS="external_symbolizer_path=$symbolizer"
  counted ctest "${plain_addresses[@]}" ctest --test-dir build/tsan --output-on-failure -R '^threads_'
}

stage_bare12() { counted line tests/outside/bare.sh bookworm; }
stage_bare13() { counted line tests/outside/bare.sh trixie; }
stage_docker() { counted line tests/outside/docker.sh; }
stage_docker_cluster() { counted line tests/outside/cluster.sh; }
