#!/usr/bin/env bash
# The Debian package: built in a bare Debian, twice, which must give the same file; installed in another one that has nothing, upgraded in the middle of
# a game, downgraded, removed and purged. The last line is `N passed, N failed`.
#
#   tests/outside/package.sh bookworm|trixie [--arm64] [--tree REPOSITORY]      of the committed state, after bare.sh, whose objects it uses
#
#   --arm64   for that processor, in Debians of its own: compared with the package for this processor, and tried in an emulator
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
suite=${1:?usage: package.sh bookworm|trixie [--arm64] [--tree REPOSITORY]}
shift
option='' root=$suite keep=() try=package
# shellcheck source=tests/outside/debian.sh
. "$here/debian.sh"
[ "$(id -u)" = 0 ] || outside_skip 'another Debian needs root: run this with sudo.'
if [ "${1:-}" = --arm64 ]; then
  shift
  option=--arm64 root=$suite-arm64 keep=(--apart arm64) try=arm64-package
elif [ -d "$OUTSIDE/$suite" ]; then
  keep=(--keep)
fi
need_network "$suite/${option:+main/binary-arm64/}Release"
made=$(mktemp -d) work=$(mktemp -d)
trap 'rm -rf "$made" "$work"' EXIT
bare() { "$here/../../tools/bare-debian.sh" --suite "$suite" "$@"; }

code=0
# shellcheck disable=SC2016
bare "${keep[@]}" "$@" -- 'package() { tools/package "$@" >package.log 2>&1 </dev/null || { tail -n 20 package.log; exit 1; }; }'"
  set -- $option"'
  for turn in 1 2; do package "$@"; sha256sum build/package/*.deb >/root/sum$turn; done; cat /root/sum1; cmp /root/sum1 /root/sum2
  mkdir -p /root/made && cp build/package/*.deb /root/made; package "$@" --revision +next; cp build/package/*.deb /root/made
  [ $# = 0 ] || package' || code=$?
tried "$code" "tools/package${option:+ $option} makes the same file twice"
[ "$code" = 0 ] || { outside_end; exit 1; }
cp "$OUTSIDE/$root"/root/made/*.deb "$made"
rm -rf "$OUTSIDE/$root/root/made"

# What should be the same for all processors: the files and scripts, but the two programs; and the names of the packages that it needs.
common() { # DEB FOLDER
  dpkg-deb -R "$1" "$2"
  rm "$2"/usr/bin/{engawa,engawad} "$2"/DEBIAN/{control,md5sums}
  dpkg-deb -c "$1" | awk '{print $1, $2, $6}' >"$2/list"
  dpkg-deb -f "$1" Depends | sed 's/ ([^)]*)//g' >"$2/depends"
}
if [ -n "$option" ]; then
  first=$(find "$made" -name 'engawa_*.deb' ! -name '*+next*') code=0
  { common "$first" "$work/arm64" && common "$(echo "$OUTSIDE/$root"/root/engawa/build/package/*.deb)" "$work/own" && diff -r "$work/arm64" "$work/own"; } || code=$?
  [ "$(dpkg-deb -f "$first" Architecture)" = arm64 ] || code=1
  tried "$code" "the package for arm64 differs from that for $(dpkg --print-architecture) only in the programs"
fi
code=0
bare --apart "$try" --with "$made" "$@" -- 'exec /root/outside/installed.sh' >"$made/log" 2>&1 || code=$?
cat "$made/log"
# Its counts, with the check above.
counts=$(tail -n 1 "$made/log")
inside_passed=$(sed -n 's/^\([0-9]*\) passed, .*/\1/p' <<<"$counts") inside_failed=$(sed -n 's/^.* passed, \([0-9]*\) failed$/\1/p' <<<"$counts")
outside_passed=$((outside_passed + ${inside_passed:-0})) outside_failed=$((outside_failed + ${inside_failed:-1}))
outside_end
