#!/bin/sh
# Runs all fuzz targets, two at a time, for about SECONDS in all, and fails when one finds a crash or a broken law:
#
#   cmake --preset asan && cmake --build --preset asan --target fuzz -j1
#   tests/fuzz/run.sh [SECONDS [FOLDER OF THE TARGETS]]
#
# New inputs found on the way are discarded; the input of a crash is kept in build/asan/crashes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:-45}
bin=${2:-$here/../../build/asan/bin}
crashes=$bin/../crashes
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
mkdir -p "$crashes" || exit 1

# The targets, and the length of their longest inputs.
targets='
fuzz_bubbles 192
fuzz_config 2048
fuzz_frame 4096
fuzz_http 2048
fuzz_journal 4096
fuzz_moves 256
fuzz_record 4096
fuzz_reversi 512
fuzz_room 192
'

# run TARGET LENGTH: the target's line; how it ended is in $found/TARGET.failed.
run() {
  mkdir -p "$found/$1"
  if "$bin/$1" -max_total_time="$each" -max_len="$2" -timeout=10 -print_final_stats=1 -print_funcs=0 -dict="$here/words.dict" \
    -artifact_prefix="$crashes/$1-" "$found/$1" "$here/corpus/$1" >"$found/$1.log" 2>&1; then
    execs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$1.log")
    echo "$1: $execs runs in $each s, no crash"
  else
    echo "$1: FAILED"
    grep -v '^#' "$found/$1.log" | tail -40
    touch "$found/$1.failed"
  fi
}

sources=$(cd "$here" && ls fuzz_*.cpp)
for source in $sources; do
  if ! echo "$targets" | grep -q "^${source%.cpp} "; then
    echo "tests/fuzz/$source is not among the targets of run.sh" >&2
    exit 2
  fi
done
for target in $(echo "$targets" | cut -d' ' -f1); do
  if [ ! -x "$bin/$target" ]; then
    echo "$bin/$target is missing: cmake --preset asan && cmake --build --preset asan --target fuzz -j1" >&2
    exit 2
  fi
done
mkdir "$found/fuzz_frame" && python3 "$here/frames.py" "$found/fuzz_frame" || exit 2
each=$((2 * seconds / $(echo "$targets" | grep -c fuzz_)))
[ "$each" -ge 1 ] || each=1
# Two lanes, each takes every second target.
lane() { echo "$targets" | grep fuzz_ | sed -n "$1~2p" | while read -r target length; do run "$target" "$length"; done; }
lane 1 &
lane 2 &
wait
failed=$(find "$found" -name '*.failed' | grep -c .)
echo "$(($(echo "$targets" | grep -c fuzz_) - failed)) passed, $failed failed"
[ "$failed" = 0 ]
