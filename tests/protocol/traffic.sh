#!/usr/bin/env bash
# traffic.sh FOLDER: checks every frame that the servers of the other tests have written there against the schemas. The last line is `N passed, N
# failed`.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
mapfile -t files < <(find "$1" -name '*.jsonl' -size +0 2>/dev/null)
[ ${#files[@]} -gt 0 ] || { echo "there is no traffic in $1: run the tests of tests/server, tests/cli or tests/browser first"; exit 77; }
exec node tests/protocol/validate.mjs --traffic "${files[@]}"
