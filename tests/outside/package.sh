#!/usr/bin/env bash
# The Debian package: built in a bare Debian, twice, which must give the same file; installed in another one that has nothing, upgraded in the middle of
# a game, downgraded, removed and purged. The last line is `N passed, N failed`.
#
#   tests/outside/package.sh bookworm|trixie [--tree REPOSITORY]      of the committed state, after bare.sh, whose objects it uses
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
suite=${1:?usage: package.sh bookworm|trixie [--tree REPOSITORY]}
shift
# shellcheck source=tests/outside/debian.sh
. "$here/debian.sh"
[ "$(id -u)" = 0 ] || outside_skip 'another Debian needs root: run this with sudo.'
need_network
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
bare() { "$here/../../tools/bare-debian.sh" --suite "$suite" "$@"; }

keep=()
[ ! -d "$OUTSIDE/$suite" ] || keep=(--keep)
code=0
# shellcheck disable=SC2016
bare "${keep[@]}" "$@" -- 'for turn in 1 2; do tools/package >package.log 2>&1 </dev/null || { tail -n 20 package.log; exit 1; }
  sha256sum build/package/*.deb >/root/sum$turn; done; cat /root/sum1; cmp /root/sum1 /root/sum2; mkdir -p /root/made && cp build/package/*.deb /root/made
  tools/package --revision +next >package.log 2>&1 </dev/null || { tail -n 20 package.log; exit 1; }; cp build/package/*.deb /root/made' || code=$?
tried "$code" 'tools/package makes the same file twice'
[ "$code" = 0 ] || { outside_end; exit 1; }
cp "$OUTSIDE/$suite"/root/made/*.deb "$made"
rm -rf "$OUTSIDE/$suite/root/made"
code=0
bare --apart package --with "$made" "$@" -- 'exec /root/outside/installed.sh' >"$made/log" 2>&1 || code=$?
cat "$made/log"
# Its counts, with the check above.
counts=$(tail -n 1 "$made/log")
inside_passed=$(sed -n 's/^\([0-9]*\) passed, .*/\1/p' <<<"$counts") inside_failed=$(sed -n 's/^.* passed, \([0-9]*\) failed$/\1/p' <<<"$counts")
outside_passed=$((outside_passed + ${inside_passed:-0})) outside_failed=$((outside_failed + ${inside_failed:-1}))
outside_end
