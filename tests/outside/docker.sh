#!/usr/bin/env bash
# The image as an operator has it: built from docker/Dockerfile, started with the settings of docker/compose.yml, a game begun, the container stopped and
# started again on the same volume, and the game played to its end. Where a Docker daemon answers it is used, else buildah and podman, with a Debian made
# here in place of the one from Docker Hub. The last line is `N passed, N failed`.
#
#   tests/outside/docker.sh [--tree REPOSITORY]      of the committed state
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
# shellcheck source=tests/outside/debian.sh
. "$here/debian.sh"
tree=$here/../..
case ${1:-} in
  '') ;;
  --tree) tree=$2 ;;
  *) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 2 ;;
esac

mkdir -p "$OUTSIDE"
exec 8>"$OUTSIDE/docker.lock"
flock -n 8 || outside_fail "another docker.sh runs: wait for it, or stop it."
work=$(mktemp -d "$OUTSIDE/docker.XXXXXX")
name=engawa-check-$$ image=localhost/engawa-check:latest
cleanup() {
  set +e
  containers rm -f "$name" >/dev/null 2>&1
  containers volume rm -f "$name" >/dev/null 2>&1
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

if docker info >/dev/null 2>&1; then
  containers() { docker "$@"; }
  build_image() { docker build -q -t "$image" -f "$1/docker/Dockerfile" "$1"; }
else
  [ "$(id -u)" = 0 ] || outside_fail "there is no Docker daemon here, and buildah and podman need root for this: run it with sudo."
  # shellcheck source=tests/outside/podman.sh
  . "$here/podman.sh"
fi

git clone -q --no-hardlinks "$tree" "$work/tree"
git -C "$work/tree" --no-pager log -1 --format='at %h %s'
began=$SECONDS code=0
build_image "$work/tree" >"$work/build.log" 2>&1 || code=$?
if [ "$code" = 0 ]; then tail -n 3 "$work/build.log"; else grep -m 3 -E 'error|Error' "$work/build.log" || tail -n 20 "$work/build.log"; fi
tried "$code" "the image is built ($((SECONDS - began)) s)"
[ "$code" = 0 ] || { outside_end; exit 1; }
code=0
! grep 'warning:' "$work/build.log" || code=1
tried "$code" 'no warning of the compiler'
containers image inspect --format 'size {{.Size}} bytes, user {{.Config.User}}' "$image"

# A port that is free now.
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# start PORT: as docker/compose.yml has it, with the port open on the loopback address alone.
start() {
  containers run -d --name "$name" -p "127.0.0.1:$1:8080" -v "$name:/data" --read-only --cap-drop ALL --security-opt no-new-privileges "${run_options[@]}" "$image"
}
# Whether PORT answers within half a minute.
wait_for() {
  local i
  for ((i = 0; i < 150; ++i)); do
    if answers "$1" /healthz >/dev/null; then
      answers "$1" /healthz
      return
    fi
    sleep 0.2
  done
  containers logs --tail 20 "$name"
  return 1
}
# The terminal client of the image, in the container.
inside() { containers exec -i -e HOME=/data -e XDG_STATE_HOME=/data/state "$name" "$@"; }
[ -n "${run_options+set}" ] || run_options=()

first=$(port) code=0
start "$first" >/dev/null || code=$?
tried "$code" 'a container starts: read-only, without capabilities, as nobody in particular'
code=0
wait_for "$first" || code=$?
tried "$code" 'it answers on its published port'
code=0
answers "$first" / || code=$?
tried "$code" 'and has the page'
code=0
inside engawad --healthcheck || code=$?
tried "$code" 'its health check passes'

# The rooms belong to the volume, the guest to a file in it.
cat "$here/play.sh" >"$work/play.sh"
code=0
PLIES=4 "$work/play.sh" containers_exec engawa play --plain --preset classic >"$work/play.log" 2>&1 || code=$?
tail -n 2 "$work/play.log"
room=$(sed -n 's/^played 4 moves in room //p' "$work/play.log")
tried "$code" "four moves of a game in room ${room:-(none)}"
