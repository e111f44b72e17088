#!/usr/bin/env bash
# The image as an operator uses it: built from docker/Dockerfile, started with the settings of docker/compose.yml, a game begun, the container stopped
# and started again on the same volume, the game played to its end, and its record opened from a file in a browser. A Docker daemon is used if there
# is one, else buildah and podman, with a Debian made here instead of the one from Docker Hub. The last line is `N passed, N failed`.
#
#   tests/outside/docker.sh [--tree REPOSITORY]      of the committed state; the browser's driver is that of this checkout, clients/web/node_modules
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
  "${containers[@]}" rm -f "$name" >/dev/null 2>&1
  "${containers[@]}" volume rm -f "$name" >/dev/null 2>&1
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# The command for containers, and the options of `run` that are needed here.
containers=(docker) run_options=()
if docker info >/dev/null 2>&1; then
  build_image() { docker build -q --build-arg "JOBS=$jobs" -t "$image" -f "$1/docker/Dockerfile" "$1"; }
else
  [ "$(id -u)" = 0 ] || outside_skip "there is no Docker daemon here, and buildah and podman need root for this: run it with sudo."
  need_network trixie/Release
  # shellcheck source=tests/outside/podman.sh
  . "$here/podman.sh"
fi

git clone -q --no-hardlinks "$tree" "$work/tree"
git -C "$work/tree" --no-pager log -1 --format='at %h %s'
began=$SECONDS code=0
log=$OUTSIDE/docker-build.log
build_image "$work/tree" >"$log" 2>&1 || code=$?
grep -m 3 -A 3 -E '(error|Error): ' "$log" || tail -n $((code == 0 ? 2 : 20)) "$log"
tried "$code" "the image is built ($((SECONDS - began)) s)"
[ "$code" = 0 ] || { outside_end; exit 1; }
code=0
! grep -E 'warning: .*\[-W' "$log" || code=1
tried "$code" 'no warning of the compiler'
code=0
[ "$("${containers[@]}" image inspect --format '{{index .Config.Labels "org.opencontainers.image.version"}}' "$image")" = "$(sed -n 's/^project(engawa VERSION \([^ ]*\).*/\1/p' "$work/tree/CMakeLists.txt")" ] || code=1
tried "$code" 'the image says its version'
size=$("${containers[@]}" image inspect --format '{{.Size}}' "$image") code=0
[ "$size" -lt 100000000 ] || code=1
tried "$code" "it has less than 100 MB: $size bytes"

# Whether PORT answers soon: within three minutes, because the machine may be busy.
comes_up() {
  local i
  for ((i = 0; i < 900; ++i)); do
    if answers "$1" /healthz >/dev/null; then return 0; fi
    sleep 0.2
  done
  "${containers[@]}" logs --tail 20 "$name"
  return 1
}
# The terminal client of the image, in the container; its guest is kept in the volume.
inside=("${containers[@]}" exec -i -e HOME=/data -e XDG_STATE_HOME=/data/state "$name")

port=$(free_port) code=0
"${containers[@]}" run -d --name "$name" -p "127.0.0.1:$port:8080" -v "$name:/data" --read-only --cap-drop ALL \
  --security-opt no-new-privileges "${run_options[@]}" "$image" >/dev/null || code=$?
tried "$code" 'a container starts: read-only, without capabilities'
code=0
comes_up "$port" || code=$?
tried "$code" 'it answers on its published port'
code=0
answers "$port" / || code=$?
tried "$code" 'and has the page'
code=0
address=$(python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=10).read().decode())' "http://localhost:$port/api/address") || code=$?
[ "$address" = '{"reach":"unknown"}' ] || code=1
tried "$code" "it does not take an address of its network for one that friends reach: ${address:-no answer}"
code=0
"${inside[@]}" engawad --healthcheck || code=$?
tried "$code" 'its health check passes'
code=0
! "${inside[@]}" sh -c true 2>"$work/shell.log" || code=1
tried "$code" 'it has no shell'

code=0
PLIES=4 "$here/play.sh" "${inside[@]}" engawa play --plain --preset classic >"$work/play.log" 2>&1 || code=$?
tail -n 3 "$work/play.log"
room=$(sed -n 's/^played 4 moves in room //p' "$work/play.log")
tried "$code" "four moves of a game in room ${room:-(none)}"

code=0
{ "${inside[@]}" engawad --backup /data/engawa-copy.db && "${inside[@]}" cat /data/engawa-copy.db >"$work/copy.db" &&
  "${inside[@]}" rm /data/engawa-copy.db && "${containers[@]}" cp "$work/copy.db" "$name:/data/copy.db"; } || code=$?
tried "$code" 'a copy of its database comes out of the volume, and goes into it'

code=0
"${containers[@]}" stop -t 25 "$name" >/dev/null || code=$?
ended=$("${containers[@]}" inspect --format '{{.State.ExitCode}}' "$name")
[ "$ended" = 0 ] || code=1
tried "$code" "the container stops with exit code $ended"
code=0
once=("${containers[@]}" run --rm -v "$name:/data" "${run_options[@]}")
# Over the inputs of the person who may have left since the copy was made.
{ "${once[@]}" "$image" --restore /data/copy.db --over && "${once[@]}" --entrypoint rm "$image" -f /data/copy.db; } || code=$?
tried "$code" 'the copy is restored'
code=0
"${containers[@]}" start "$name" >/dev/null || code=$?
comes_up "$port" || code=$?
tried "$code" 'it starts again on the same volume'

code=0
"$here/play.sh" "${inside[@]}" engawa play --plain "$room" >"$work/play.log" 2>&1 || code=$?
tail -n 12 "$work/play.log"
moves=$(sed -n 's/^played \([0-9]*\) moves in room .*/\1/p' "$work/play.log")
tried "$code" 'the game is there, and goes on to its end'
code=0
"${inside[@]}" engawa verify "$room-1" | tee "$work/verify.log" || code=$?
tried "$code" "its record is right, with the four moves before the stop and the ${moves:-0} after it"
code=0
(cd "$here/../.." && node tests/outside/page.mjs "http://127.0.0.1:$port" "$room-1") >"$work/page.log" 2>&1 || code=$?
cat "$work/page.log"
tried "$code" 'a browser opens the record from a file and foretells a move, and asks the server for neither'
code=0
"${containers[@]}" cp "$name:/usr/share/engawa/sbom.json" "$work/sbom.json" || code=$?
# The image's own list of packages equals what scanners find; it also has the header-only libraries and the page's packages.
"${containers[@]}" cp "$name:/var/lib/dpkg/status.d" "$work/status.d" || code=$?
for package in "$work"/status.d/*; do sed -n 's/^Package: //p; s/^Version: //p' "$package" | paste -s -d ' '; done >"$work/installed" || code=$?
python3 - "$work/sbom.json" "$work/installed" <<'END' || code=$?
import json, sys
bill = json.load(open(sys.argv[1], encoding="utf-8"))
of = lambda part: {(each["name"], each["version"]) for each in bill["components"] if {"name": "engawa:in", "value": part} in each["properties"]}
assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
assert of("image") == {tuple(line.split()) for line in open(sys.argv[2], encoding="utf-8")}, of("image")
assert {"nlohmann-json3-dev", "libsqlitecpp-dev", "wasi-libc"} <= {name for name, _ in of("programs")}, of("programs")
assert "uqr" in {name for name, _ in of("page")}, of("page")
print(f"{len(bill['components'])} components")
END
tried "$code" 'its bill of materials lists what is in it'
outside_end
