#!/usr/bin/env bash
# The first steps of a new user, in a bare Debian: the set-up of the README's two commands, the server, a game in the terminal. The last line
# is `N passed, N failed`.
#
#   tests/outside/bare.sh bookworm|trixie [--tree REPOSITORY]      of the committed state
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
suite=${1:?usage: bare.sh bookworm|trixie [--tree REPOSITORY]}
shift
# shellcheck source=tests/outside/debian.sh
. "$here/debian.sh"
[ "$(id -u)" = 0 ] || outside_skip 'another Debian needs root: run this with sudo.'
need_network "$suite/Release"
exec "$here/../../tools/bare-debian.sh" --suite "$suite" "$@" -- 'exec /root/outside/inside.sh'
