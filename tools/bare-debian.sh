#!/usr/bin/env bash
# Tries the two commands where nothing is installed but git: makes a minimal Debian with debootstrap, clones the committed state into it, and runs
# `./serve --build-only` and `./check` there (or the command that is given). Mirror, certificates and npm registry are those of this machine,
# read from its own configuration. Everything runs in namespaces of its own for mounts and processes, so nothing stays mounted or running.
#
#   tools/bare-debian.sh [--suite bookworm|trixie] [--dir FOLDER] [--fresh] [--] [COMMAND]
#
#   --suite   the Debian to make (bookworm)        --fresh   throw an earlier one away first
#   --dir     where (/var/tmp/engawa-bare-SUITE); it stays, so that a second run shows what "quick the second time" means
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
suite=bookworm root='' fresh=''
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2; shift ;;
    --dir) root=$2; shift ;;
    --fresh) fresh=1 ;;
    --) shift; break ;;
    -*) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; exit 2 ;;
    *) break ;;
  esac
  shift
done
root=${root:-/var/tmp/engawa-bare-$suite}
command=${*:-./serve --build-only && ./check}
[ "$(id -u)" = 0 ] || { echo "bare-debian: debootstrap needs root: run this with sudo." >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "bare-debian: run 'apt-get install debootstrap' first." >&2; exit 1; }

# The URI of this machine's archive with that label.
archive() { apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Created-By: Packages' | sed -n "s/^$1|//p" | head -n 1; }

main=$(archive Debian)
[ -n "$main" ] || { echo "bare-debian: this machine's apt has no Debian archive: run 'apt-get update' and look at /etc/apt/sources.list.d." >&2; exit 1; }

[ -z "$fresh" ] || rm -rf --one-file-system "$root"
if [ ! -f "$root/.made" ]; then
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase "$suite" "$root" "$main"
  signed=$(find "$root/usr/share/keyrings" -name 'debian-archive-keyring.*' | sort | head -n 1)
  {
    printf 'deb [signed-by=%s] %s %s main\n' "${signed#"$root"}" "$main" "$suite"
    printf 'deb [signed-by=%s] %s %s-updates main\n' "${signed#"$root"}" "$main" "$suite"
    security=$(archive Debian-Security)
    [ -z "$security" ] || printf 'deb [signed-by=%s] %s %s-security main\n' "${signed#"$root"}" "$security" "$suite"
  } >"$root/etc/apt/sources.list"
  # Only what is about reaching the archive.
  apt-config dump | grep -E '^Acquire::(Check-Valid-Until|Check-Date|https?::Proxy[^-]*) ' >"$root/etc/apt/apt.conf.d/99host" || true
  touch "$root/.made"
fi
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -L /etc/hosts "$root/etc/hosts"
certificates=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
[ ! -f "$certificates" ] || cp -L "$certificates" "$root/etc/host-ca.crt"
registry=$(npm config get registry 2>/dev/null || true)

inside=(env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=/etc/host-ca.crt
  npm_config_cafile=/etc/host-ca.crt "npm_config_registry=${registry:-https://registry.npmjs.org/}"
  CI="${CI:-}" ENGAWA_JOBS="${ENGAWA_JOBS:-}" ENGAWA_FUZZ_SECONDS="${ENGAWA_FUZZ_SECONDS:-}")

rm -rf "$root/root/engawa.git"
git clone -q --bare --no-hardlinks "$here" "$root/root/engawa.git"
# shellcheck disable=SC2016
exec unshare --mount --pid --fork --propagation private bash -c '
  root=$1; shift
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  exec chroot "$root" "$@"
' _ "$root" "${inside[@]}" bash -euc '
  command -v git >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends git; }
  cd /root
  if [ -d engawa ]; then git -C engawa fetch -q && git -C engawa reset -q --hard origin/HEAD; else git clone -q engawa.git engawa; fi
  cd engawa
  git --no-pager log -1 --format="at %h %s"
  '"$command"
