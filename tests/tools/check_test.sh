#!/usr/bin/env bash
# Tests ./check itself: how it counts, and that nothing slips through as passed: a runner that ran no test, one that died, a stage that left a process
# behind or took too long, one whose need failed. The last line is `N passed, N failed`.
# shellcheck disable=SC2016,SC2030,SC2031
set -u
cd "$(dirname "$(readlink -f "$0")")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

expect() { # WHAT WANTED GOT
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '%s: expected "%s", got "%s"\n' "$1" "$2" "$3"
  fi
}

# What `counted` makes of a runner that prints OUTPUT and exits with CODE: its counts.
counts() { # KIND CODE OUTPUT
  (
    # shellcheck source=tools/setup.sh
    . tools/setup.sh
    # shellcheck source=tools/stages.sh
    . tools/stages.sh
    export CHECK_DIR=$work COUNTS=$work/counts
    : >"$COUNTS"
    : >"$COUNTS.failed"
    counted "$1" bash -c 'printf "%b" "$2"; exit "$1"' _ "$2" "$3" >/dev/null
    cat "$COUNTS"
  )
}

expect 'ctest' '41 0 0' "$(counts ctest 0 '100% tests passed, 0 tests failed out of 41\n')"
expect 'ctest with a failure' '40 1 0' "$(counts ctest 8 '98% tests passed, 1 tests failed out of 41\n')"
two='      Start  1: a\n1/2 Test #1: a ....   Passed    0.1 sec\n      Start  2: b\nb is wrong\n50% tests passed, 1 tests failed out of 2\n'
expect 'ctest, counted' '1 1 0' "$(counts ctest 8 "$two")"
expect 'ctest says what failed, and nothing else' $'b is wrong\n50% tests passed, 1 tests failed out of 2' "$(tail -n +2 "$work/counts.failed")"
expect 'ctest without tests' '0 1 0' "$(counts ctest 0 'No tests were found!!!\n')"
expect 'node' '7 0 0' "$(counts node 0 '# tests 7\n# pass 7\n# fail 0\n# cancelled 0\n')"
expect 'node with failures' '5 2 0' "$(counts node 1 '# tests 7\n# pass 5\n# fail 1\n# cancelled 1\n')"
tap='not ok 1 - a\n  ---\n  error: a is wrong\n  ...\nok 2 - b\n  ---\n  ...\n# tests 2\n# pass 1\n# fail 1\n'
expect 'node, counted' '1 1 0' "$(counts node 1 "$tap")"
expect 'node says what failed' $'not ok 1 - a\n  ---\n  error: a is wrong\n  ...' "$(tail -n 4 "$work/counts.failed")"
late='ok 1 - a\n  ---\n  ...\n# Error: Test "a" ended before b was closed\nnot ok 2 - a.test.mjs\n  ---\n  ...\n# pass 1\n# fail 1\n'
expect 'node that fails after a test, counted' '1 1 0' "$(counts node 1 "$late")"
expect 'node says what failed after a test' $'# Error: Test "a" ended before b was closed\nnot ok 2 - a.test.mjs\n  ---\n  ...' "$(tail -n 4 "$work/counts.failed")"
expect 'node without tests' '0 1 0' "$(counts node 0 '# tests 0\n# pass 0\n# fail 0\n# cancelled 0\n')"
expect 'node that dies' '0 1 0' "$(counts node 1 'Cannot find module\n')"
expect 'unittest' '12 0 0' "$(counts unittest 0 'Ran 12 tests in 3.1s\n\nOK\n')"
expect 'unittest with skipped tests' '10 0 2' "$(counts unittest 0 'Ran 12 tests in 3.1s\n\nOK (skipped=2)\n')"
expect 'unittest with failures' '9 3 0' "$(counts unittest 1 'Ran 12 tests in 3.1s\n\nFAILED (failures=1, errors=2)\n')"
expect 'unittest without tests' '0 1 0' "$(counts unittest 5 'Ran 0 tests in 0.0s\n\nNO TESTS RAN\n')"
expect 'a line' '3 0 0' "$(counts line 0 'words\n3 passed, 0 failed\n')"
expect 'a line with failures' '3 2 0' "$(counts line 1 '3 passed, 2 failed\n')"
expect 'no line' '0 1 0' "$(counts line 0 'words\n')"
expect 'a line, but a bad exit code' '3 1 0' "$(counts line 9 '3 passed, 0 failed\n')"
expect 'fuzz' '2 0 0' "$(counts fuzz 0 'a: 17 runs in 60 s, no crash\nb: 5 runs in 60 s, no crash\n')"
expect 'fuzz with a crash' '1 1 0' "$(counts fuzz 1 'a: 17 runs in 60 s, no crash\nb: FAILED\n')"
expect 'once' '1 0 0' "$(counts once 0 '')"
expect 'once with a bad exit code' '0 1 0' "$(counts once 3 'a is wrong\n')"
expect 'what it said' 'a is wrong' "$(tail -n 1 "$work/counts.failed")"
counts once 0 'all is well\n' >/dev/null
expect 'nothing of what passed' '' "$(cat "$work/counts.failed")"

# Whole runs, in a tree of their own with stages of their own and nothing to install.
tree=$work/tree
mkdir -p "$tree/tools"
cp check "$tree/check"
sed 's/^install_packages() {/install_packages() { return 0; }\nreal_install_packages() {/' tools/setup.sh >"$tree/tools/setup.sh"
{
  cat <<'END'
STAGES='
good  | quick |      | test    | 20 | passes
bad   | quick |      | test    | 20 | fails
needy | quick | bad  | test    | 20 | needs a stage that fails
neediest | quick | needy | test | 20 | needs that one
empty | quick |      | test    | 20 | runs nothing
stray | quick |      | test    | 20 | leaves a process behind
slow  | quick |      | test    |  1 | takes too long
careless | quick |   | test    | 20 | goes on after a command that failed
talks | quick |      | test    | 20 | fails, and then prints much
aside | quick |      | test    | 20 | ends after `later` has begun, which is listed after it
later | quick |      | test    | 20 | ends after `aside` has begun
after | quick | aside | test   | 20 | needs a stage that is listed before it
first | full  |      | compile | 20 | ends before `second` begins
second | full |      | compile | 20 | shares its lane
out   | full  |      | outside | 20 | ends after `within` has begun, with half of the compilers
within | full |      | compile | 20 | ends after `out` has begun
'
TEST_LANE=3
stage_out() {
  [ "$ENGAWA_JOBS" = 2 ]
  meet out within
}
stage_within() { meet within out; }
stage_good() { counted line echo '2 passed, 0 failed'; }
stage_bad() { counted line echo '1 passed, 1 failed'; }
stage_needy() { counted line echo '1 passed, 0 failed'; }
stage_empty() { true; }
stage_stray() {
  setsid sleep 300 &
  counted line echo '1 passed, 0 failed'
}
stage_slow() { sleep 300; }
stage_careless() {
  counted line echo '1 passed, 0 failed'
  false
  counted line echo '1 passed, 0 failed'
}
meet() { # MINE OTHER
  touch "$CHECK_DIR/$1.here"
  until [ -e "$CHECK_DIR/$2.here" ]; do sleep 0.05; done
  counted line echo '1 passed, 0 failed'
}
stage_talks() {
  counted once bash -c 'echo "a is wrong"; exit 1'
  counted once seq 100
}
stage_aside() { meet aside later; }
stage_later() { meet later aside; }
stage_after() { counted line echo '1 passed, 0 failed'; }
stage_first() {
  touch "$CHECK_DIR/compiling"
  sleep 0.5
  rm "$CHECK_DIR/compiling"
  counted line echo '1 passed, 0 failed'
}
stage_second() {
  [ ! -e "$CHECK_DIR/compiling" ]
  counted line echo '1 passed, 0 failed'
}
END
  sed -n '/^\(counted\|what_failed\)() {/,/^}/p' tools/stages.sh
} >"$tree/tools/stages.sh"
run() { "$tree/check" "$@" 2>&1; }

expect 'a good stage' '2 passed, 0 failed' "$(run good | tail -n 1)"
run good >/dev/null
expect 'its exit code' 0 $?
expect 'a bad stage' '1 passed, 1 failed' "$(run bad | tail -n 1)"
run bad >/dev/null
expect 'its exit code' 1 $?
expect 'a stage whose need fails' '1 passed, 2 failed' "$(run needy | tail -n 1)"
expect 'a stage that runs nothing' '0 passed, 1 failed' "$(run empty | tail -n 1)"
expect 'a stage that leaves a process' '1 passed, 1 failed' "$(run stray | tail -n 1)"
expect 'the process is gone' '' "$(pgrep -f '^sleep 300$' | while read -r pid; do grep -qz "^CHECK_DIR=$tree" "/proc/$pid/environ" 2>/dev/null && echo "$pid"; done)"
expect 'a stage that takes too long' '0 passed, 1 failed' "$(run slow | tail -n 1)"
expect 'a stage whose need was not run' '1 passed, 3 failed' "$(run neediest | tail -n 1)"
expect 'a stage that goes on after a failure' '1 passed, 1 failed' "$(run careless | tail -n 1)"
expect 'what failed is shown, whatever was printed after it' '1' "$(run talks | grep -c '^a is wrong')"
rm -f "$tree"/build/check/*.here
expect 'two stages beside each other' '2 passed, 0 failed' "$(run aside later | tail -n 1)"
expect 'a stage that needs another' 'aside after' "$(run after later | awk '/^(aside|after) / {print $1}' | xargs)"
expect 'one stage at a time where they compile' '2 passed, 0 failed' "$(run second first | tail -n 1)"
rm -f "$tree"/build/check/*.here
expect 'all quick stages' '9 passed, 8 failed' "$(run | tail -n 1)"
rm -f "$tree"/build/check/*.here
expect 'really all' '13 passed, 8 failed' "$(ENGAWA_JOBS=4 run --full | tail -n 1)"
expect 'a stage that does not exist' "check: there is no stage odd; './check --list' names them." "$(run odd)"
expect 'the list' 16 "$(run --list | wc -l)"
grep -q 'fails$' <(run --list)
expect 'what a stage is' 0 $?
expect 'an option that serve does not have' "serve: there is no option --odd: flags for engawad come after '--'." "$(./serve --odd 2>&1 | tail -n 1)"
# Python would take one for the other: the tests of the command line import what the server's have.
expect 'test files of one name' '' "$(find tests/server tests/cli -name 'test_*.py' -printf '%f\n' | sort | uniq -d)"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
