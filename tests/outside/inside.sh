#!/usr/bin/env bash
# The part of bare.sh that runs inside the bare Debian, in the clone. (Not from the clone, so that an older tree can be tried, too.)
set -euo pipefail
# shellcheck source=tests/outside/debian.sh
. /root/outside/debian.sh
log=/root/outside/log
shown() { tail -n 12 "$log"; }

grep -m 1 PRETTY_NAME /etc/os-release
began=$SECONDS code=0
./serve --build-only >"$log" 2>&1 </dev/null || code=$?
shown
tried "$code" "./serve --build-only ($((SECONDS - began)) s, $(c++ -dumpfullversion 2>/dev/null || echo 'no compiler'))"
[ "$code" = 0 ] || { outside_end; exit 1; }

code=0
! grep -nE 'warning: .*\[-W' build/release.log || code=1
tried "$code" 'no warning of the compiler'

code=0
./serve --build-only >"$log" 2>&1 </dev/null || code=$?
[ "$(wc -l <"$log")" -le 2 ] || { shown; code=1; }
tried "$code" 'the second time there is nothing to do'

mkdir /root/data
ENGAWA_STORE_DATA=/root/data ./serve -- --port 0 --admin-port -1 >"$log" 2>&1 </dev/null &
server=$! port=''
for ((i = 0; i < 1800 && ${#port} == 0; ++i)); do
  port=$(sed -n 's/.*listening on http:[^ ]*:\([0-9]*\).*/\1/p' "$log")
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
shown
code=0
answers "${port:-0}" /healthz || code=$?
tried "$code" 'the server answers /healthz'
code=0
answers "${port:-0}" / || code=$?
tried "$code" 'and the page'

export PATH=$PWD/build/release/bin:$PATH ENGAWA_SERVER=http://127.0.0.1:$port
room=''
for preset in five classic; do
  code=0
  /root/outside/play.sh engawa play --plain --preset "$preset" | tee "$log.play" || code=$?
  room=$(sed -n 's/^played [0-9]* moves in room //p' "$log.play")
  tried "$code" "a game of reversi ($preset) in the terminal, to the end"
done

began=$SECONDS code=0
./check --set-up >"$log" 2>&1 </dev/null || code=$?
shown
tried "$code" "./check --set-up ($((SECONDS - began)) s)"
for program in chromium clang++-19 clang-format-19 shellcheck tmux python3; do
  code=0
  command -v "$program" >/dev/null || code=1
  tried "$code" "  $program is there"
done

code=0
bash -euo pipefail -c '. tools/setup.sh; npm_packages clients/web' || code=$?
CHROMIUM=/usr/bin/chromium-headless-shell node /root/outside/page.mjs "$ENGAWA_SERVER" "$room-1" || code=$?
tried "$code" 'a browser opens the record from a file and foretells a move, and asks the server for neither'

code=0
kill -TERM "$server"
wait "$server" || code=$?
tried "$code" "the server ends on SIGTERM with exit code $code"

# A command of the README may fail on the older Debian.
if grep -q VERSION_CODENAME=trixie /etc/os-release; then
  outside_end
  exit
fi

began=$SECONDS code=0
./serve --build-only --lab >"$log" 2>&1 </dev/null || code=$?
shown
tried "$code" "./serve --build-only --lab ($((SECONDS - began)) s)"
code=0
env -u ENGAWA_SERVER ENGAWA_BIN="$PWD/build/release/bin" ENGAWAD="$PWD/build/release/bin/engawad" python3 tests/readme/readme.py >"$log" 2>&1 || code=$?
shown
tried "$code" "the README's commands, with what ./serve has built"
outside_end
