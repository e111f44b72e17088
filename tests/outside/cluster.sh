#!/usr/bin/env bash
# docker/compose.cluster.yml as an operator runs it: three nodes, PostgreSQL and Caddy are started, and a client plays through Caddy. The node that
# has the room is killed, and the game continues to its end; the node returns; all are stopped. A Docker daemon is used if there is one, with the
# images of Docker Hub; else podman, with substitutes made here from Debian's packages, in a separate network. The last line is `N passed, N failed`.
#
#   tests/outside/cluster.sh [--tree REPOSITORY] [--built]      of the committed state; --built: with the image that docker.sh made last
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
# shellcheck source=tests/outside/debian.sh
. "$here/debian.sh"
tree=$here/../.. built=''
while [ $# -gt 0 ]; do
  case $1 in
    --tree) tree=$2; shift ;;
    --built) built=1 ;;
    *) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 2 ;;
  esac
  shift
done

mkdir -p "$OUTSIDE"
exec 8>"$OUTSIDE/docker.lock"
flock -n 8 || outside_fail "another cluster.sh or docker.sh runs: wait for it, or stop it."
work=$(mktemp -d "$OUTSIDE/cluster.XXXXXX")
project=engawa-cluster-$$ image=localhost/engawa-check:latest
player=$project-player network='' playing='' up=''
cleanup() {
  set +e
  [ -z "$playing" ] || kill "$playing" 2>/dev/null
  "${containers[@]}" rm -f "$player" >/dev/null 2>&1
  [ -z "$up" ] || compose down >/dev/null 2>&1
  [ -z "$network" ] || kill "$network"
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

containers=(docker) inside=() run_options=() public=${project}_public
if docker info >/dev/null 2>&1; then
  docker compose version >/dev/null 2>&1 || outside_fail "this Docker has no compose: install its plugin."
  build_image() { docker build -q --build-arg "JOBS=$jobs" -t "$image" -f "$1/docker/Dockerfile" "$1"; }
  build_others() { compose pull caddy database; }
  compose() { # up, stop, down, pull
    local words=("$@")
    case $1 in
      up) words=(up --no-build --detach) ;;
      down) words=(down --volumes) ;;
    esac
    docker compose -p "$project" --project-directory "$work/tree" -f "$work/tree/docker/compose.cluster.yml" "${words[@]}"
  }
else
  [ "$(id -u)" = 0 ] || outside_skip "there is no Docker daemon here, and podman needs root for this: run it with sudo."
  need_network trixie/Release
  # shellcheck source=tests/outside/podman.sh
  . "$here/podman.sh"
  # Bridges, names and published ports are made in a separate network, which this machine's firewall does not affect.
  unshare --net sh -c 'ip link set lo up && echo up && exec sleep infinity' >"$work/network" 8>&- &
  network=$!
  until [ -s "$work/network" ]; do kill -0 "$network" && sleep 0.05; done
  inside=(nsenter -t "$network" -n) run_options=(--no-healthcheck) public=$project-public
  containers=("${inside[@]}" "${containers[@]}")
  build_others() { stand_in postgres 17 && stand_in caddy 2; }
  compose() { python3 "$here/compose.py" "$work/tree/docker/compose.cluster.yml" "$project" "$1" "${containers[@]}"; }
fi

git clone -q --no-hardlinks "$tree" "$work/tree"
git -C "$work/tree" --no-pager log -1 --format='at %h %s'
began=$SECONDS code=0
log=$OUTSIDE/cluster-build.log
{ { [ -n "$built" ] || build_image "$work/tree"; } && build_others; } >"$log" 2>&1 || code=$?
[ "$code" = 0 ] || tail -n 20 "$log"
tried "$code" "the images are there ($((SECONDS - began)) s)"
[ "$code" = 0 ] || { outside_end; exit 1; }

port=$(free_port)
secure=$(free_port)
export ENGAWA_IMAGE=$image ENGAWA_HTTP_PORT=127.0.0.1:$port ENGAWA_HTTPS_PORT=127.0.0.1:$secure
export ENGAWA_DATABASE_PASSWORD=3f0c6b7a9d2e4851
unset ENGAWA_CLUSTER_SECRET
code=0
! compose up >"$work/refused.log" 2>&1 && grep -q ENGAWA_CLUSTER_SECRET "$work/refused.log" || code=1
tried "$code" 'without a secret nothing starts'
export ENGAWA_CLUSTER_SECRET=0123456789abcdef0123456789abcdef
up=1 began=$SECONDS code=0
compose up >"$work/up.log" 2>&1 || code=$?
[ "$code" = 0 ] || tail -n 20 "$work/up.log"
tried "$code" "three nodes, a database and a proxy start ($((SECONDS - began)) s)"

# The container of a service, and its reported state.
of() { if [ -n "$network" ]; then printf '%s' "$project-$1"; else compose ps -a -q "$1"; fi; }
state() { "${containers[@]}" inspect --format "{{.State.$2}}" "$(of "$1")" 2>/dev/null; }
sql() { "${containers[@]}" exec "$(of database)" psql -U engawa -d games -X -q -A -t -c "$1"; }
# Whether a command succeeds in time. The limit is for what hangs: the machine may be busy.
soon() {
  local end=$((SECONDS + 180))
  until "$@" >/dev/null 2>&1; do [ "$SECONDS" -lt "$end" ] && sleep 0.2 || return 1; done
}
# shellcheck disable=SC2016
proxied() { "${inside[@]}" timeout 5 bash -c '. "$1/debian.sh"; answers "$2" "$3"' - "$here" "$port" "$1"; }
living() { [ "$(sql 'SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp()')" = "$1" ]; }
turns() { [ "$(grep -c '^Your turn' "$work/lines")" -ge "$1" ]; }

code=0
{ soon living 3 && soon proxied /; } || code=$?
proxied / || true
tried "$code" 'three nodes have a lease, and the page comes through the proxy'
[ "$code" = 0 ] || for service in caddy node1 database; do "${containers[@]}" logs --tail 8 "$(of "$service")" 2>&1; done

# 60 requests for a missing room, from one address, although they claim to come from others: the status of each answer. From a container of the
# database's image, which has a shell.
strangers() {
  local other
  other=$("${containers[@]}" inspect --format '{{.Image}}' "$(of database)")
  # shellcheck disable=SC2016
  "${containers[@]}" run --rm "${run_options[@]}" --network "$public" --entrypoint bash "$other" -c 'for ((i = 0; i < 60; ++i)); do
    exec 7<>/dev/tcp/caddy/80
    printf "GET /api/rooms/K7WMA2QX HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.$i\r\nConnection: close\r\n\r\n" >&7
    read -r _ status _ <&7 && echo "$status"
  done'
}
code=0
strangers >"$work/strangers" || code=$?
printf 'a stranger has %s\n' "$(sort "$work/strangers" | uniq -c | xargs)"
proxied /api/rooms/K7WMA2QX >"$work/other" || true
cat "$work/other"
grep -q 429 "$work/strangers" && grep -q ' 404 ' "$work/other" || code=1
tried "$code" 'the nodes count by the address of the client, not by that of the proxy, whatever the client says'

# The terminal client of the image, outside of the nodes' networks. Its output is copied, so that the kill can wait for the third turn.
: >"$work/lines"
# shellcheck disable=SC2016
"$here/play.sh" bash -c 'lines=$1; shift; "$@" | tee "$lines"' - "$work/lines" "${containers[@]}" run -i --rm --name "$player" "${run_options[@]}" --network host --entrypoint engawa \
  -e HOME=/tmp -e XDG_STATE_HOME=/tmp "$image" play --plain --preset classic --server "http://127.0.0.1:$port" >"$work/play.log" 2>&1 &
playing=$!
code=0
soon turns 3 || code=$?
room=$(sed -n 's/^Room \([^:]*\):.*/\1/p' "$work/lines" | head -n 1)
tried "$code" "a game through the proxy, in room ${room:-(none)}"
[ "$code" = 0 ] || { tail -n 20 "$work/lines" "$work/play.log"; "${containers[@]}" logs --tail 8 "$(of caddy)" 2>&1; outside_end; exit 1; }
owner=$(sql "SELECT n.address FROM rooms r JOIN nodes n ON n.id = r.owner WHERE r.code = '$room'")
killed=${owner%%.*} seen=$(grep -c '^Your turn' "$work/lines")
began=$(date +%s%N) code=0
"${containers[@]}" kill --signal KILL "$(of "$killed")" >/dev/null || code=$?
tried "$code" "the node that has the room, ${killed:-(none)}, is killed"
code=0
soon turns $((seen + 2)) || code=$?
tried "$code" "the game goes on: two turns later $((($(date +%s%N) - began) / 1000000)) ms after the kill"
code=0
{ soon living 2 && proxied /; } || code=$?
after=$(sql "SELECT n.address FROM rooms r JOIN nodes n ON n.id = r.owner WHERE r.code = '$room'")
[ -n "$after" ] && [ "$after" != "$owner" ] || code=1
tried "$code" "two nodes live, and ${after%%.*} has the room"
code=0
wait "$playing" || code=$?
playing=''
tail -n 12 "$work/play.log"
tried "$code" 'the same client plays the game to its end'

code=0
{ "${containers[@]}" start "$(of "$killed")" >/dev/null && soon living 3 && soon proxied /; } || code=$?
tried "$code" 'the killed node comes back'
[ "$code" = 0 ] || {
  sql 'SELECT address, lease_until, clock_timestamp() FROM nodes'
  for service in caddy "$killed"; do "${containers[@]}" logs --tail 20 "$(of "$service")" 2>&1; done
}
code=0
"${containers[@]}" run --rm "${run_options[@]}" --network host --entrypoint engawa "$image" verify "$room-1" --server "http://127.0.0.1:$port" || code=$?
tried "$code" 'the record is right'
[ "$code" = 0 ] || for service in caddy "$killed"; do "${containers[@]}" logs --tail 20 "$(of "$service")" 2>&1; done
began=$SECONDS code=0
compose stop >"$work/stop.log" 2>&1 || code=$?
for service in caddy node1 node2 node3 database; do
  printf '%s: exit code %s\n' "$service" "$(state "$service" ExitCode)"
  [ "$(state "$service" ExitCode)" = 0 ] && [ "$(state "$service" Running)" = false ] || code=1
done
tried "$code" "all five stop with exit code 0 ($((SECONDS - began)) s)"
outside_end
