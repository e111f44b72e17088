# shellcheck shell=bash disable=SC2034
# Sourced by tools/bare-debian.sh and tests/outside/docker.sh: minimal Debians, as a new user has them. Mirror, certificates and npm registry are
# those of this machine, read from its configuration; nothing else is taken from it. REQUIRES: root; `set -euo pipefail`.

# Results that take long to make and do not change: a tar of each Debian, its packages as they were fetched, compilers' caches. Safe to remove.
OUTSIDE=${ENGAWA_OUTSIDE:-/var/tmp/engawa-outside}

# The number of compilers that build an image.
jobs=${ENGAWA_JOBS:-2}

outside_fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# For tests that cannot run here: CTest counts the test as skipped, and ./check prints the sentence.
outside_skip() {
  printf '%s: %s\n' "${0##*/}" "$*"
  exit 77
}

# need_network FILE: without a network there are no packages for another Debian. FILE: below dists/ in the archive.
need_network() {
  local main release file=dists/$1
  main=$(archive Debian) release=$(mktemp)
  [ -n "$main" ] || outside_skip "this machine's apt has no Debian archive: run 'apt-get update' and look at /etc/apt/sources.list.d."
  timeout 60 /usr/lib/apt/apt-helper -o Acquire::Retries=2 download-file "${main%/}/$file" "$release" >/dev/null 2>&1 ||
    outside_skip "the archive of Debian cannot be reached from here, or lacks what this needs (${main%/}/$file)."
  rm -f "$release"
}

# ccache_of SUITE: the folder of its compiled objects; if this machine has the same Debian, the one that ./check fills.
ccache_of() {
  local here folder=$OUTSIDE/ccache-$1
  # shellcheck disable=SC1091
  here=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  if [ "$here" = "$1" ] && command -v ccache >/dev/null; then folder=$(ccache --get-config cache_dir); fi
  printf '%s' "$folder"
}

# archive LABEL: the URI of this machine's archive with that label, or nothing.
archive() {
  local all
  # shellcheck disable=SC2016
  all=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Created-By: Packages')
  all=$(sed -n "s/^$1|//p" <<<"$all")
  printf '%s' "${all%%$'\n'*}"
}

# The settings of this machine's apt for reaching the archive.
apt_reach() { apt-config dump | grep -E '^Acquire::(Check-Valid-Until|Check-Date|https?::Proxy[^-]*) ' || true; }

host_certificates() { printf '%s' "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}"; }

npm_registry() {
  local registry
  registry=$(npm config get registry 2>/dev/null || true)
  case $registry in http*) printf '%s' "$registry" ;; *) printf 'https://registry.npmjs.org/' ;; esac
}

# debian_base SUITE: makes $OUTSIDE/SUITE.tar, a minimal Debian without package lists, if it does not exist.
debian_base() {
  local suite=$1 tar=$OUTSIDE/$1.tar root main security signed keys
  [ ! -s "$tar" ] || return 0
  [ "$(id -u)" = 0 ] || outside_fail "debootstrap needs root: run this with sudo."
  command -v debootstrap >/dev/null || outside_fail "run 'apt-get install debootstrap' first."
  main=$(archive Debian) security=$(archive Debian-Security)
  [ -n "$main" ] || outside_fail "this machine's apt has no Debian archive: run 'apt-get update' and look at /etc/apt/sources.list.d."
  mkdir -p "$OUTSIDE"
  root=$OUTSIDE/making-$suite
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase "$suite" "$root" "$main" >"$OUTSIDE/debootstrap-$suite.log" 2>&1 || {
    tail -n 5 "$OUTSIDE/debootstrap-$suite.log" >&2
    outside_fail "debootstrap could not make $suite (see $OUTSIDE/debootstrap-$suite.log)."
  }
  keys=("$root"/usr/share/keyrings/debian-archive-keyring.*)
  signed=${keys[0]#"$root"}
  {
    printf 'deb [signed-by=%s] %s %s main\n' "$signed" "$main" "$suite"
    printf 'deb [signed-by=%s] %s %s-updates main\n' "$signed" "$main" "$suite"
    [ -z "$security" ] || printf 'deb [signed-by=%s] %s %s-security main\n' "$signed" "$security" "$suite"
  } >"$root/etc/apt/sources.list"
  apt_reach >"$root/etc/apt/apt.conf.d/99host"
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*
  tar --numeric-owner --one-file-system -C "$root" -cf "$tar.new" .
  mv "$tar.new" "$tar"
  rm -rf --one-file-system "$root"
}

# Counts the checks, and prints the counts at the end in the form that ./check reads.
outside_passed=0 outside_failed=0
tried() { # CODE WHAT
  if [ "$1" = 0 ]; then
    outside_passed=$((outside_passed + 1))
    printf 'ok: %s\n' "$2"
  else
    outside_failed=$((outside_failed + 1))
    printf 'FAILED: %s\n' "$2"
  fi
}
outside_end() {
  printf '%d passed, %d failed\n' "$outside_passed" "$outside_failed"
  [ "$outside_failed" = 0 ] && [ "$outside_passed" -gt 0 ]
}

# answers PORT PATH: whether GET returns 200, using only bash.
answers() {
  local status
  {
    exec 7<>"/dev/tcp/127.0.0.1/$1" || return 1
    printf 'GET %s HTTP/1.1\r\nHost: localhost:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&7
    IFS= read -r -t 10 status <&7 || status=
    exec 7>&-
  } 2>/dev/null
  printf 'GET %s: %s\n' "$2" "${status%$'\r'}"
  [ "${status#HTTP/1.1 200}" != "$status" ]
}

# A port that the system assigns to no other process.
free_port() { PYTHONPATH="${BASH_SOURCE[0]%/*}/../tools" python3 -c 'from postgres import free_port; print(free_port())'; }
