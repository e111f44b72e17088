#!/usr/bin/env bash
# Runs a command where only git is installed: in a minimal Debian made by debootstrap, in a clone of the committed state. Without a command, the
# two of the README. Everything runs in separate namespaces for mounts and processes, so nothing stays mounted or running.
#
#   tools/bare-debian.sh [--suite bookworm|trixie] [--keep] [--tree REPOSITORY] [--apart NAME] [--with FILE] [--] [COMMAND]
#
#   --suite   the Debian (bookworm)
#   --keep    continue in the tree of the last call, which shows what "quick the second time" means; without it the Debian is new
#   --tree    the repository to clone (this one)
#   --apart   another Debian than the one of the last call without this option, which is still there
#   --with    a file or folder that is then in /root/with; there may be several
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
# shellcheck source=tests/outside/debian.sh
. "$here/tests/outside/debian.sh"
suite=bookworm keep='' tree=$here apart='' with=()
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2; shift ;;
    --tree) tree=$(cd "$2" && pwd); shift ;;
    --keep) keep=1 ;;
    --apart) apart=-$2; shift ;;
    --with) with+=("$2"); shift ;;
    --) shift; break ;;
    -*) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 2 ;;
    *) break ;;
  esac
  shift
done
case $suite in bookworm | trixie) ;; *) outside_fail "there is no suite $suite here: bookworm (Debian 12) or trixie (Debian 13)." ;; esac
command=${*:-./serve --build-only && ./check}
[ "$(id -u)" = 0 ] || outside_fail "it makes a Debian of its own, which needs root: run this with sudo."

debian_base "$suite"
root=$OUTSIDE/$suite$apart
exec 8>"$root.lock"
flock -n 8 || outside_fail "another bare-debian.sh runs in $root: wait for it, or stop it."
[ -n "$keep" ] || rm -rf --one-file-system "$root"
if [ ! -d "$root" ]; then
  mkdir -p "$root"
  tar --numeric-owner -C "$root" -xf "$OUTSIDE/$suite.tar"
fi
compiled=$(ccache_of "$suite")
mkdir -p "$OUTSIDE/debs-$suite/partial" "$compiled" "$root/root/.cache/ccache"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
certificates=$(host_certificates)
[ ! -f "$certificates" ] || cp -L "$certificates" "$root/etc/host-ca.crt"
rm -rf "$root/root/outside" "$root/root/engawa.git"
cp -r "$here/tests/outside" "$root/root/outside"
rm -rf "$root/root/with"
mkdir "$root/root/with"
[ ${#with[@]} = 0 ] || cp -r "${with[@]}" "$root/root/with"
git clone -q --bare --no-hardlinks "$tree" "$root/root/engawa.git"

inside=(env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=/etc/host-ca.crt
  npm_config_cafile=/etc/host-ca.crt "npm_config_registry=$(npm_registry)" CI="${CI:-}" ENGAWA_JOBS="${ENGAWA_JOBS:-}"
  ENGAWA_BUDGET_S="${ENGAWA_BUDGET_S:-}")
# shellcheck disable=SC2016
exec unshare --mount --pid --fork --kill-child --propagation private bash -c '
  root=$1 packages=$2 ccache=$3; shift 3
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  mount --bind "$packages" "$root/var/cache/apt/archives"
  mount --bind "$ccache" "$root/root/.cache/ccache"
  exec chroot "$root" "$@"
' _ "$root" "$OUTSIDE/debs-$suite" "$compiled" "${inside[@]}" bash -euc '
  command -v git >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends git; } >/root/git.log 2>&1 ||
    { tail -n 5 /root/git.log; exit 1; }
  cd /root
  if [ -d engawa ]; then git -C engawa fetch -q && git -C engawa reset -q --hard origin/HEAD; else git clone -q engawa.git engawa; fi
  cd engawa
  git --no-pager log -1 --format="at %h %s"
  '"$command"
