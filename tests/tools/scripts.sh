#!/usr/bin/env bash
# Runs shellcheck over every tracked shell script, and checks the size of the tracked files. The last line is `N passed, N failed`.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
passed=0 failed=0

mapfile -t scripts < <(git grep -lE -e '^#!.*\<(ba)?sh\>' -e '^# shellcheck shell=' -- ':!*.md')
for script in "${scripts[@]}"; do
  if shellcheck -x "$script"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done

# Everyone waits for a clone. Only files listed here with a reason may be larger than this.
limit=$((300 * 1024))
allowed='
games/reversi/weights/classic.weights what the bots of classic know
tests/data/reversi/examples.jsonl positions of the reference implementation
'
large=$(git ls-files -z | xargs -0 stat -c '%s %n' 2>/dev/null | awk -v limit="$limit" '$1 > limit {print $2}')
allowed=$(awk 'NF {print $1}' <<<"$allowed")
unexpected=$(comm -23 <(sort <<<"$large") <(sort <<<"$allowed"))
generated=$(git ls-files '*.pyc' '*.o' '*.tables' '*/__pycache__/*')
if [ -z "$unexpected$generated" ]; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  printf 'these files should not be tracked (larger than %d bytes, or generated):\n%s\n%s\n' "$limit" "$unexpected" "$generated"
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
