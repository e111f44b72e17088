#!/usr/bin/env bash
# Tests tools/setup.sh as `serve` runs it, under `set -euo pipefail`, where packages and programs are missing. The last line is `N passed, N failed`.
# shellcheck disable=SC2016
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

# What a line of a strict script prints, and its exit code; its programs are those of the folder $work/bin alone, if there is one.
strictly() {
  local path=$PATH bash
  bash=$(command -v bash)
  [ ! -d "$work/bin" ] || path=$work/bin
  PATH=$path "$bash" -euo pipefail -c '. tools/setup.sh; eval "$1"' serve "$1" >"$work/said" 2>&1
  local code=$?
  printf '%s [%d]' "$(xargs -d '\n' <"$work/said")" "$code"
}
# A folder of programs that has these, and no others.
only() {
  local name
  mkdir -p "$work/bin"
  for name in "$@"; do ln -s "$(command -v "$name")" "$work/bin/$name"; done
}

expect 'a package that nobody knows is missing' 'engawa-nonesuch [0]' "$(strictly 'missing_packages bash engawa-nonesuch coreutils')"
expect 'several of them' 'engawa-none engawa-nonesuch [0]' "$(strictly 'missing_packages engawa-none bash engawa-nonesuch')"
expect 'nothing is missing' ' [0]' "$(strictly 'missing_packages bash coreutils')"
expect 'the list of packages' 'g++ cmake [0]' "$(strictly 'list=$(build_packages); head -n 2 <<<"$list"')"

only cat grep sed dirname
expect 'no node' 'serve: Node.js here is missing, the page needs 18 or later: install Debian'"'"'s nodejs, or put a newer node first in PATH. [1]' "$(strictly check_node)"
expect 'no apt' 'serve: this script installs what it needs with apt, which is not here: use Debian 12 or 13, or the image that docker/Dockerfile makes. [1]' \
  "$(strictly 'install_packages bash')"
printf '#!/bin/sh\necho v16.20.2\n' >"$work/bin/node"
chmod +x "$work/bin/node"
expect 'an old node' 'serve: Node.js here is 16, the page needs 18 or later: install Debian'"'"'s nodejs, or put a newer node first in PATH. [1]' "$(strictly check_node)"
printf '#!/bin/sh\necho v18.20.4\n' >"$work/bin/node"
expect 'a new one' ' [0]' "$(strictly check_node)"
rm -rf "${work:?}/bin"

# A tree of its own for what depends on files.
mkdir -p "$work/tree/build/test" "$work/tree/tools" "$work/tree/bin"
cp tools/setup.sh "$work/tree/tools/"
printf '#!/bin/sh\necho "$@" >>ran\ntouch build/test/build.ninja\n' >"$work/tree/bin/cmake"
chmod +x "$work/tree/bin/cmake"
cd "$work/tree" || exit 1
PATH=$work/tree/bin:$PATH
configured() {
  bash -euo pipefail -c '. tools/setup.sh; configure test'
  wc -l <ran
}
echo one >CMakePresets.json
expect 'a build folder is made' 1 "$(configured)"
expect 'and left alone' 1 "$(configured)"
echo two >CMakePresets.json
expect 'until the presets change' 2 "$(configured)"

hash() { bash -euo pipefail -c '. tools/setup.sh; hash_of folder file'; }
mkdir folder
echo 1 >folder/a
echo 1 >file
before=$(hash)
expect 'the same files have one hash' "$before" "$(hash)"
echo 2 >file
expect 'another file has another' 1 "$([ "$before" != "$(hash)" ] && echo 1)"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
