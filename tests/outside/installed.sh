#!/usr/bin/env bash
# The part of package.sh that runs inside a bare Debian: nothing of the repository is used but play.sh.
set -euo pipefail
cd /root
# shellcheck source=tests/outside/debian.sh
. /root/outside/debian.sh
first=$(find /root/with -name 'engawa_*.deb' ! -name '*+next*') next=$(find /root/with -name 'engawa_*+next*.deb')
architecture=$(dpkg-deb -f "$first" Architecture)
unit=/usr/lib/systemd/system/engawa.service
state=/var/lib/engawa
export PATH=$PATH:/usr/sbin
port=8080 server='' emulator=()
if [ "$architecture" != "$(dpkg --print-architecture)" ]; then
  dpkg --add-architecture "$architecture"
  emulator=(qemu-aarch64)
fi
client=("${emulator[@]}" /usr/bin/engawa)

# What the unit does, without systemd: as a user who may do nothing else, in its folder.
start() {
  local command
  command=$(sed -n 's/^ExecStart=//p' "$unit")
  install -d -m 700 -o 4242 -g 4242 "$state"
  rm -f /root/server.log # the line below is of this start
  (cd "$state" && exec setpriv --reuid 4242 --regid 4242 --clear-groups --no-new-privs "${emulator[@]}" "$command" >/root/server.log 2>&1) &
  server=$!
  for ((i = 0; i < 1800; ++i)); do
    if grep -qs 'listening on' /root/server.log; then return 0; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  tail -n 5 /root/server.log
  return 1
}
stop() { local code=0; kill -TERM "$server"; wait "$server" || code=$?; return "$code"; }
check() { # WHAT COMMAND...
  local code=0
  "${@:2}" >/root/step.log 2>&1 || code=$?
  [ "$code" = 0 ] || tail -n 12 /root/step.log
  tried "$code" "$1"
}
install_package() { apt-get install -y -q --no-install-recommends --allow-downgrades "$1"; }

apt-get update -q >/root/apt.log 2>&1
[ ${#emulator[@]} = 0 ] || apt-get install -y -q --no-install-recommends qemu-user >>/root/apt.log 2>&1
check "apt install ./engawa_..._$architecture.deb" install_package "$first"
check 'the programs are there' "${client[@]}" --version
for file in /usr/share/man/man8/engawad.8.gz /usr/share/man/man1/engawa-play.1.gz /usr/share/bash-completion/completions/engawa \
  /usr/share/zsh/vendor-completions/_engawad /usr/share/fish/vendor_completions.d/engawa.fish /usr/share/doc/engawa/copyright "$unit" /usr/lib/systemd/system/engawa.socket; do
  check "  $file" test -s "$file"
done
# shellcheck disable=SC2016
check 'the completions complete' bash -c '. /usr/share/bash-completion/completions/engawa; COMP_WORDS=(engawa play --ma) COMP_CWORD=2; _engawa; [ "${COMPREPLY[*]}" = --make ]'
check 'the server starts as the unit starts it' start
check '  it answers' answers "$port" /healthz
check '  and has the page' answers "$port" /
check 'a game of five in the terminal, as far as four moves' env PLIES=4 /root/outside/play.sh "${client[@]}" play --plain --preset five
room=$(sed -n 's/^played [0-9]* moves in room //p' /root/step.log)
check 'the upgrade while the game is open' install_package "$next"
check '  the old server still answers' answers "$port" /healthz
check '  it stops' stop
check '  the new one starts' start
check '  and the game goes on to its end' /root/outside/play.sh "${client[@]}" play --plain "$room"
cp /root/step.log /root/end.log
check '  in the same room' grep -q "in room $room" /root/end.log
check 'back to the version before' install_package "$first"
check '  its settings are still there' test -s /etc/engawa/config.toml
check '  it stops' stop
# A database of a version to come.
newer() {
  apt-get install -y -q --no-install-recommends sqlite3 && sqlite3 "$state/engawa.db" 'PRAGMA user_version = 99' && ! start && grep -q 'newer version of engawad' /root/server.log
}
check '  it refuses the database of a newer version, and says why' newer
check 'apt remove' apt-get remove -y -q engawa
check '  keeps the games' test -s "$state/engawa.db"
check 'apt purge' apt-get purge -y -q engawa
gone() { [ ! -e "$state" ] && [ ! -e /etc/engawa ] && [ ! -e /usr/bin/engawad ] && [ ! -e /usr/share/engawa ]; }
check '  leaves nothing' gone
outside_end
