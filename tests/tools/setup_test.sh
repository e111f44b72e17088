#!/usr/bin/env bash
# Tests tools/setup.sh as `serve` runs it, under `set -euo pipefail`, with missing packages and programs. The last line is `N passed, N failed`.
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

# The output of a line of a strict script, and its exit code; it has only the programs in $work/bin, if that folder exists.
strictly() {
  local path=$PATH bash
  bash=$(command -v bash)
  [ ! -d "$work/bin" ] || path=$work/bin
  PATH=$path "$bash" -euo pipefail -c '. tools/setup.sh; eval "$1"' serve "$1" >"$work/said" 2>&1
  local code=$?
  printf '%s [%d]' "$(xargs -d '\n' <"$work/said")" "$code"
}
# A folder with only these programs.
only() {
  local name
  mkdir -p "$work/bin"
  for name in "$@"; do ln -s "$(command -v "$name")" "$work/bin/$name"; done
}

expect 'a package that nobody knows is missing' 'engawa-nonesuch [0]' "$(strictly 'missing_packages bash engawa-nonesuch coreutils')"
expect 'several of them' 'engawa-none engawa-nonesuch [0]' "$(strictly 'missing_packages engawa-none bash engawa-nonesuch')"
expect 'another architecture of it is missing' 'bash:riscv64 [0]' "$(strictly 'missing_packages bash bash:riscv64')"
expect 'nothing is missing' ' [0]' "$(strictly 'missing_packages bash coreutils')"
expect 'the list of packages' 'g++ cmake [0]' "$(strictly 'list=$(build_packages); head -n 2 <<<"$list"')"

expect 'what the rules in the page are compiled with is among them' '1 [0]' "$(strictly 'list=$(build_packages); grep -cx libc++-19-dev-wasm32 <<<"$list"')"
expect 'names in a sentence' 'one, two and three [0]' "$(strictly 'and_list one two three')"
expect 'two of them' 'one and two [0]' "$(strictly 'and_list one two')"

# Progress: a line at a terminal, which is erased at the end; nothing without a terminal; the log has everything in both cases.
printf '%s\n' 'hello' '[1/3] one.cpp' '[2/3] two.cpp' '[3/3] linked' >"$work/ninja"
printf '%s\n' 'dlstatus:1:40.2:Retrieving' 'pmstatus:cmake:65.5:Unpacking' >"$work/apt"
shown() { # FILE [TERM]: the output to a terminal, with \r as newline and without the escapes
  TERM=${2:-xterm} script -qec "bash -euo pipefail -c '. tools/setup.sh; logged things \"$work/log\" <\"$work/$1\"'" /dev/null | tr '\r' '\n' | sed 's/\x1b\[K//g' | grep -v '^$' | xargs -d '\n'
}
expect 'progress of ninja at a terminal' 'things: 1 of 3 things: 2 of 3 things: 3 of 3' "$(rm -f "$work/log"; shown ninja)"
expect 'and everything in the log' "$(cat "$work/ninja")" "$(cat "$work/log")"
expect 'progress of apt' 'fetching packages: 40 % installing packages: 65 %' "$(shown apt)"
expect 'a terminal that can nothing' '' "$(shown ninja dumb)"
expect 'no terminal: nothing' ' [0]' "$(strictly 'logged things "'"$work"'/log" <"'"$work"'/ninja"')"
expect 'the end of the line is that of what ran' ' [3]' "$(strictly '(cat "'"$work"'/ninja"; exit 3) | logged things "'"$work"'/log"')"
expect 'seconds' '89 s' "$(bash -c '. tools/setup.sh; span 89')"
expect 'minutes' '2 min' "$(bash -c '. tools/setup.sh; span 100')"

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

# A separate tree for tests that depend on files.
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

# npm: once for each lock file; with fewer packages only if there are none.
mkdir -p page
printf '#!/bin/sh\nmkdir -p node_modules\necho "$@" >>../asked\n' >bin/npm
chmod +x bin/npm
npm_asked() {
  rm -f asked
  bash -euo pipefail -c '. tools/setup.sh; npm_packages page "$@"' - "$@" >/dev/null
  [ ! -f asked ] || cut -d' ' -f1,2 asked
}
echo one >page/package-lock.json
expect 'for the bundle alone' 'ci --omit=dev' "$(npm_asked --omit=dev)"
expect 'which is enough for it' '' "$(npm_asked --omit=dev)"
expect 'and not for the tests' 'ci --no-audit' "$(npm_asked)"
expect 'which have enough for the bundle' '' "$(npm_asked --omit=dev)"
echo two >page/package-lock.json
expect 'until the lock file changes' 'ci --omit=dev' "$(npm_asked --omit=dev)"

printf '#!/bin/sh\ncase $2 in nlohmann*) echo Architecture: all ;; *) echo Architecture: arm64 ;; esac\n' >bin/apt-cache
chmod +x bin/apt-cache
expect 'for arm64: its compiler, its libraries, our tools' 'g++-aarch64-linux-gnu cmake nlohmann-json3-dev zlib1g-dev:arm64 clang-19 [0]' \
  "$(strictly 'list=$(arm64_packages); grep -E "^(g|cmake|nlohmann|zlib|clang)" <<<"$list"')"

# apt, update-rc.d and deb-systemd-helper that record their calls, and the policy-rc.d in place at that time.
printf '#!/bin/sh\necho "$* $(cat "$ENGAWA_POLICY_FILE" 2>/dev/null | tail -n 1)" >>said\n' >bin/apt-get
printf '#!/bin/sh\necho "rc $*" >>said\n[ "$1" != caddy ]\n' >bin/update-rc.d
printf '#!/bin/sh\necho "unit $*" >>said\n' >bin/deb-systemd-helper
printf '#!/bin/sh\n[ "$*" = "-n true" ] || exec "$@"\n' >bin/sudo
chmod +x bin/*
export ENGAWA_POLICY_FILE=$work/tree/policy
installed() {
  rm -f said
  bash -euo pipefail -c '. tools/setup.sh; install_quietly "$@"' serve "$@"
  printf '%s%s' "$(tr '\n' ';' <said)" "$(cat policy 2>/dev/null)"
}
expect 'packages without services' '-y -q -o APT::Status-Fd=1 install --no-install-recommends g++ cmake ;' "$(installed g++ cmake)"
expect 'services do not start, now or later' \
  '-y -q -o APT::Status-Fd=1 install --no-install-recommends git haproxy nginx prometheus exit 101;rc nginx disable;rc haproxy disable;rc prometheus disable;' \
  "$(installed git haproxy nginx prometheus)"
expect 'nor one that only systemd knows' \
  '-y -q -o APT::Status-Fd=1 install --no-install-recommends apache2-bin caddy exit 101;rc caddy disable;unit disable caddy.service;' "$(installed apache2-bin caddy)"
echo mine >policy
expect "somebody's own policy stays" '-y -q -o APT::Status-Fd=1 install --no-install-recommends nginx mine;rc nginx disable;mine' "$(installed nginx)"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
