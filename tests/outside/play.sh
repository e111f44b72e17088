#!/usr/bin/env bash
# Plays a whole game as a person with --plain would: answers each turn with the first offered move, and prints the winner.
#
#   tests/outside/play.sh COMMAND...      for example: tests/outside/play.sh engawa play --plain --preset classic
#   PLIES=4 tests/outside/play.sh ...     stops after that many own moves, without leaving the seat
#
# Prints the last lines of the game, and "played N moves in room CODE". Exit code 1 if the game did not end within MINUTES (3).
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
limit=$((SECONDS + ${MINUTES:-3} * 60))
room='' moves=0 over='' ending=()

coproc GAME { exec "$@"; }
player=$GAME_PID
# Copies, because bash closes its own as soon as the game has ended, even if there are lines to read.
exec {from}<&"${GAME[0]}" {to}>&"${GAME[1]}"
trap 'kill "$player" 2>/dev/null || true' EXIT
while IFS= read -r -t $((limit > SECONDS ? limit - SECONDS : 1)) -u "$from" line; do
  case $line in
    'Room '*) room=${line#Room } room=${room%%:*} ;;
    'Your turn. '*)
      move=${line#*: }
      printf '%s\n' "${move%% *}" >&"$to"
      moves=$((moves + 1))
      [ "$moves" != "${PLIES:-}" ] || break
      ;;
    'The game is over'*) over=1 ;;
  esac
  [ -z "$over" ] || ending+=("$line")
done
[ ${#ending[@]} = 0 ] || printf '%s\n' "${ending[@]}"
printf 'played %d moves in room %s\n' "$moves" "${room:-(none)}"
[ -n "$room" ] && [ "$moves" -gt 0 ] && { [ -n "$over" ] || [ "$moves" = "${PLIES:-}" ]; }
