#!/bin/sh
# Runs each fuzz target for SECONDS and fails when one finds a crash or a broken law:
#
#   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz -j1
#   tests/fuzz/run.sh SECONDS [FOLDER OF THE TARGETS]
#
# What it finds on the way is thrown away; the input of a crash is kept in build/fuzz/crashes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:?usage: run.sh SECONDS [FOLDER]}
bin=${2:-$here/../../build/fuzz/bin}
crashes=$bin/../crashes
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
mkdir -p "$crashes" || exit 1
failed=0
for target in fuzz_frame fuzz_journal fuzz_reversi fuzz_room; do
  if [ ! -x "$bin/$target" ]; then
    echo "$bin/$target is missing: cmake --preset fuzz && cmake --build --preset fuzz --target fuzz -j1" >&2
    exit 2
  fi
  case $target in
    fuzz_frame | fuzz_journal) length=4096 ;;
    fuzz_reversi) length=512 ;;  # the options of a big board, and a game
    *) length=192 ;;             # 63 inputs of a room
  esac
  mkdir "$found/$target"
  if "$bin/$target" -max_total_time="$seconds" -max_len=$length -timeout=10 -print_final_stats=1 -print_funcs=0 -dict="$here/words.dict" \
    -artifact_prefix="$crashes/$target-" "$found/$target" "$here/corpus/$target" >"$found/log" 2>&1; then
    execs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/log")
    echo "$target: $execs runs in $seconds s, no crash"
  else
    echo "$target: FAILED"
    grep -v '^#' "$found/log" | tail -40
    failed=1
  fi
done
exit $failed
