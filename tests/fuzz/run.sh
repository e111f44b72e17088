#!/bin/sh
# Runs each fuzz target for SECONDS, two at a time, and fails when one finds a crash or a broken law:
#
#   cmake --preset asan && cmake --build --preset asan --target fuzz -j1
#   tests/fuzz/run.sh SECONDS [FOLDER OF THE TARGETS]
#
# What it finds on the way is thrown away; the input of a crash is kept in build/asan/crashes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:?usage: run.sh SECONDS [FOLDER]}
bin=${2:-$here/../../build/asan/bin}
crashes=$bin/../crashes
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
mkdir -p "$crashes" || exit 1

# run TARGET LENGTH: the target's line; how it ended is in $found/TARGET.failed.
run() {
  mkdir "$found/$1"
  if "$bin/$1" -max_total_time="$seconds" -max_len="$2" -timeout=10 -print_final_stats=1 -print_funcs=0 -dict="$here/words.dict" \
    -artifact_prefix="$crashes/$1-" "$found/$1" "$here/corpus/$1" >"$found/$1.log" 2>&1; then
    execs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$1.log")
    echo "$1: $execs runs in $seconds s, no crash"
  else
    echo "$1: FAILED"
    grep -v '^#' "$found/$1.log" | tail -40
    touch "$found/$1.failed"
  fi
}

for target in fuzz_bubbles fuzz_frame fuzz_journal fuzz_reversi fuzz_room; do
  if [ ! -x "$bin/$target" ]; then
    echo "$bin/$target is missing: cmake --preset asan && cmake --build --preset asan --target fuzz -j1" >&2
    exit 2
  fi
done
run fuzz_frame 4096 &
run fuzz_journal 4096 &
wait
run fuzz_reversi 512 &  # the options of a big board, and a game
run fuzz_room 192 &     # 63 inputs of a room
wait
run fuzz_bubbles 192  # options and some 80 shots
! ls "$found"/*.failed >/dev/null 2>&1
