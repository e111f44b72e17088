# shellcheck shell=bash disable=SC2034
# The stages of ./check, as data: name | needs these stages | seconds at most | what it is. For each there is a function stage_NAME, which runs its runners
# through `counted`; a stage passes when all of them do and at least one test was run. One whose name ends in & runs beside those after it, at the lowest
# priority, until a stage needs it: compiling fills the time that tests spend waiting.
# REQUIRES: tools/setup.sh is sourced, the current folder is the repository's.

STAGES='
tools    |         |  120 | ./check itself: how it counts and what it refuses to call passed
layers   |         |   60 | which part may include which
build    |         | 1500 | the programs, the tests and the page; a warning is an error
asan-build & |     | 1500 | the C++ tests, fuzz targets and engawad with the address and undefined-behaviour sanitizers
tsan-build & |     | 1500 | engawad and the tests of the bot pool with the thread sanitizer
protocol |         |  120 | schemas, examples, errors, generated types
cpp      | build   |  600 | unit and law tests in C++
page     | build   |  300 | types and style of the page, its own tests
server   | build   |  900 | a real engawad: requests, seats, restarts, kill -9
cli      | build   |  600 | engawa against a real engawad
browser  | build   |  900 | Chromium against a real engawad
readme   | build   |  300 | every command of the README
bench    | build   |  120 | the benchmarks, short: no step missing, no move refused
traffic  | build   |  300 | all frames of the stages before against the schemas
fuzz     | asan-build |  900 | three quarters of a minute of fuzzing messages, journals, rules, rooms, settings and the port
asan &   | asan-build | 1200 | the C++ tests under the sanitizers
asan-server | asan-build | 1200 | a real engawad under the sanitizers
faults   | build asan-build |  400 | kill -9, dropped connections, stops, clock jumps, floods, a failing disk: nothing lost, nothing twice, nobody stuck
tsan     | tsan-build | 1200 | a real engawad and the bot pool under the thread sanitizer
'

# counted KIND COMMAND...: runs a test runner and adds what its closing lines say to $COUNTS.
# KIND: ctest, node (TAP), unittest (Python), line ("N passed, N failed"), fuzz (a line for each target), once (one test that passes with exit code 0).
counted() {
  local kind=$1 output passed=0 failed=0 code=0
  shift
  output=$(mktemp "$CHECK_DIR/output.XXXXXX")
  printf '$ %s\n' "$*"
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
      local skipped
      skipped=$(sed -n 's/.*skipped=\([0-9]*\).*/\1/p' "$output" | tail -n 1)
      passed=$((${passed:-0} - ${failed:-0} - ${skipped:-0}))
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
  rm -f "$output"
  passed=${passed:-0} failed=${failed:-0}
  [ "$passed" -lt 0 ] && passed=0
  if [ "$code" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
  if [ "$passed" = 0 ] && [ "$failed" = 0 ]; then
    printf 'no test was run\n'
    failed=1
  fi
  printf '%s %s\n' "$passed" "$failed" >>"$COUNTS"
}

# The programs that ctest would run in build/PRESET, as targets. (ctest itself does not name programs that are not built yet.)
test_targets() {
  find "build/$1" -name CTestTestfile.cmake -exec sed -n "s|^add_test(.* \"[^\"]*/build/$1/bin/\([^\"/]*\)\".*|\1|p" {} + | sort -u
}

# Older thread sanitizers cannot live with as much randomness in addresses as newer kernels have.
plain_addresses=()
if setarch -R true 2>/dev/null; then plain_addresses=(setarch -R); fi

# sanitized_server PRESET TEST...: the server's tests against the engawad of a preset; a report of the sanitizer ends the program.
sanitized_server() {
  local preset=$1
  shift
  ENGAWAD=$PWD/build/$preset/bin/engawad ENGAWA_KILLS=5 ENGAWA_TRAFFIC_DIR='' ENGAWA_STDERR=1 ENGAWA_SANITIZED=1 \
    counted unittest "${plain_addresses[@]}" env PYTHONPATH=tests/server python3 -W ignore -m unittest "$@"
}

stage_tools() { counted line tests/tools/check_test.sh; }

stage_layers() {
  counted line python3 tests/layers/layers.py --self-test
  counted line python3 tests/layers/layers.py
}

stage_build() {
  configure release -DENGAWA_TESTS=ON
  counted once build_targets release all
  counted once build_page
}

stage_protocol() {
  npm_packages protocol
  counted node node --test --test-reporter=tap tests/protocol/protocol.test.mjs
}

stage_cpp() { counted ctest ctest --test-dir build/release --output-on-failure -j "$(nproc)"; }

stage_page() {
  counted once npm --prefix clients/web run -s check
  counted node npm --prefix clients/web run -s test -- --test-reporter=tap
}

stage_server() { counted unittest python3 -m unittest discover -s tests/server -p 'test_*.py'; }

stage_cli() {
  npm_packages protocol
  counted unittest python3 -m unittest discover -s tests/cli -p 'test_*.py'
}

stage_browser() { counted node node --test --test-reporter=tap tests/browser/*.test.mjs; }

stage_readme() { counted line python3 tests/readme/readme.py; }

stage_traffic() {
  local files
  mapfile -t files < <(find "$ENGAWA_TRAFFIC_DIR" -name '*.jsonl' -size +0)
  counted line node tests/protocol/validate.mjs --traffic "${files[@]}"
}

stage_bench() { counted once python3 tests/bench/bench.py --short; }

# One of them at a time: each has a compiler for every core.
stage_asan_build() {
  local targets
  configure asan
  mapfile -t targets < <(test_targets asan)
  [ ${#targets[@]} -gt 0 ] || fail "there are no tests in build/asan."
  counted once flock build/check/compilers bash -c '. tools/setup.sh; build_targets asan "$@"' check fuzz "${targets[@]}" engawad
}

stage_tsan_build() {
  configure tsan
  counted once flock build/check/compilers bash -c '. tools/setup.sh; build_targets tsan engawad pool_tests' check
}

stage_fuzz() { counted fuzz sh tests/fuzz/run.sh "${ENGAWA_FUZZ_SECONDS:-45}"; }

# All but those that measure memory and outlast floods, which takes a server at its full speed.
sanitized_tests() { find tests/server -name 'test_*.py' ! -name test_overload.py -printf '%f\n' | sed 's/\.py$//' | sort; }

# What has the label `slow` is left out: it would take minutes here.
stage_asan() {
  export ASAN_OPTIONS=detect_stack_use_after_return=1
  counted ctest ctest --test-dir build/asan --output-on-failure -j "$(nproc)" -LE slow
}

stage_asan_server() {
  local tests
  export ASAN_OPTIONS=detect_stack_use_after_return=1
  mapfile -t tests < <(sanitized_tests)
  sanitized_server asan "${tests[@]}"
}

stage_faults() {
  export ENGAWA_TRAFFIC_DIR=''
  counted line python3 tests/faults/faults.py
  counted line python3 tests/faults/broken_builds.py
}

# Where threads meet: the server, and the pool that its bots think on. The other C++ tests have one thread.
stage_tsan() {
  counted once "${plain_addresses[@]}" build/tsan/bin/pool_tests
  sanitized_server tsan test_requests test_presence test_games test_bots test_kills test_store test_drain test_records
}
