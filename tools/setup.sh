# shellcheck shell=bash
# Sourced by serve and check: installs what is missing, builds the programs and the page. Every failing step ends with a sentence that tells what to
# do. It is quick if nothing has changed: one dpkg-query, one ninja without work, one hash of the page's sources. It works under `set -euo pipefail`
# on a bare system (tests/tools/setup_test.sh): a command that may fail is in an `if` or before `||`, and no list is made in a process substitution,
# whose exit code is lost. REQUIRES: the current folder is the repository's.

say() { printf '%s\n' "$*"; }
# and_list NAME...: `one, two and three`.
and_list() { sed 's/ /, /g; s/\(.*\), /\1 and /' <<<"$*"; }
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

debian_version() {
  # shellcheck disable=SC1091
  (. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && printf '%s' "${VERSION_ID:-}") || true
}

build_packages() {
  printf '%s\n' g++ cmake ninja-build ccache pkg-config nlohmann-json3-dev libsqlitecpp-dev libsqlite3-dev libpq-dev libspdlog-dev libcli11-dev \
    libtomlplusplus-dev libqrencode-dev libssl-dev libncurses-dev libutf8proc-dev zlib1g-dev
  wasm_packages
  # Debian 12's own Boost, 1.74, lacks parts that the server uses.
  if [ "$(debian_version)" = 12 ]; then printf 'libboost1.81-dev\n'; else printf 'libboost-dev\n'; fi
  # Node.js may not be Debian's, and its npm may conflict with Debian's.
  command -v node >/dev/null || printf 'nodejs\n'
  command -v npm >/dev/null || printf 'npm\n'
}

# Additional packages for ./check.
check_packages() {
  printf '%s\n' git catch2 python3 chromium chromium-headless-shell fonts-noto-cjk iproute2 tmux clang-19 libclang-rt-19-dev clang-format-19 clang-tidy-19 procps shellcheck postgresql pgbouncer unicode-data python3-icu python3-pip python3-setuptools python3-wheel python3-yaml python3-kubernetes binutils openssl nginx apache2-bin caddy haproxy prometheus
}

# These add the rules of games to the page as WebAssembly (clients/web/rules), to open records from files and to preview moves.
wasm_packages() { printf '%s\n' clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32; }

# Additional packages for ./check --full, to make other Debians and images.
outside_packages() { printf '%s\n' debootstrap buildah podman slirp4netns runc netavark aardvark-dns iptables nftables; }

# build_packages for the preset arm64: another compiler, an emulator, and the libraries of arm64, which apt learns about here.
arm64_packages() {
  local name
  know_arm64
  printf 'qemu-user\n'
  build_packages | while read -r name; do
    case $name in
      g++) name=g++-aarch64-linux-gnu ;;
      # Not those that are the same for all processors.
      *-dev) if [[ $(apt-cache show "$name:arm64" 2>/dev/null) == *'Architecture: arm64'* ]]; then name+=:arm64; fi ;;
    esac
    printf '%s\n' "$name"
  done
}

# An opponent for ./check --full, if Debian has it; without it that test is skipped, and reports it.
engine_packages() {
  if [ -x /usr/games/gtp-rhino ] || apt-cache policy grhino 2>/dev/null | grep -q 'Candidate: [0-9]'; then printf 'grhino\n'; fi
}

# The names among "$@" that are not installed; those of another architecture end with :ARCHITECTURE. dpkg-query fails if it does not know one of them,
# but still names the others.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}:${Architecture}\n' "$@" 2>/dev/null || true)
  installed=$(sed -nE "s/:($(dpkg --print-architecture)|all)$//; s/^ii  *//p" <<<"$installed")
  printf '%s\n' "$@" | grep -vxF "${installed:-nothing at all}" || true
}

# Runs a command as root, if this user may; asks for a password only at a terminal.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    sudo "$@"
  else
    return 126
  fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o APT::Status-Fd=1 "$@"; }

# Makes apt know Debian's packages for arm64.
know_arm64() {
  local log=build/setup.log
  mkdir -p build
  apt-cache show libc6:arm64 >"$log" 2>&1 || { as_root dpkg --add-architecture arm64 && apt_get update && apt-cache show libc6:arm64; } >"$log" 2>&1 ||
    fail "apt has no packages for arm64 (see $log): run 'dpkg --add-architecture arm64' and 'apt-get update' as root."
}

# span SECONDS: that duration, for people to read.
span() { if [ "$1" -ge 90 ]; then printf '%d min' $((($1 + 30) / 60)); else printf '%d s' "$1"; fi; }

# logged WHAT LOG: adds what it reads to the file LOG. At a terminal it shows, in one line that is erased at the end, the progress and the estimated
# remaining time, from the output of ninja (`[3/40] ...`) or apt (`dlstatus:1:12.5:...` for fetching, then `pmstatus:NAME:7.5:...`).
logged() {
  local what=$1 log=$2 line done='' all='' stage='' seen='' began=$SECONDS left columns
  if [ ! -t 2 ] || [ "${TERM:-dumb}" = dumb ]; then
    cat >>"$log"
    return
  fi
  columns=$(tput cols 2>/dev/null || printf 80)
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} stage=$what:$all
    elif [[ $line =~ ^(dl|pm)status:[^:]*:([0-9]+)\. ]]; then
      done=${BASH_REMATCH[2]} all=100 stage=${BASH_REMATCH[1]}
    else
      continue
    fi
    # Each part has its own start time.
    if [ "$stage" != "$seen" ]; then seen=$stage began=$SECONDS; fi
    case $stage in dl) line="fetching packages: $done %" ;; pm) line="installing packages: $done %" ;; *) line="$what: $done of $all" ;; esac
    if [ $((SECONDS - began)) -ge 3 ] && [ "$done" -gt 0 ] && [ "$done" -lt "$all" ]; then
      left=$(((SECONDS - began) * (all - done) / done))
      line+=", about $(span "$left") left"
    fi
    printf '\r\033[K%s' "${line:0:$((columns - 1))}" >&2
  done
  [ -z "$stage" ] || printf '\r\033[K' >&2
}

# The package of PostgreSQL would create a database and start it at every boot. The tests create their own and do not need it.
no_main_cluster() {
  local folder=/etc/postgresql-common/createcluster.d
  # shellcheck disable=SC2016
  as_root sh -c 'mkdir -p "$1" && echo "create_main_cluster = false" >"$1/engawa.conf"' sh "$folder" || true  # then apt reports the error
}

# Some packages would start a service, now and at every boot; the tests run those programs themselves. Debian asks policy-rc.d before it starts one.
# apache2-bin has no service: that is in apache2.
SERVICES='nginx caddy haproxy prometheus'

# install_quietly PACKAGE...: no service of theirs starts. Services that existed before are left alone.
install_quietly() {
  local policy=${ENGAWA_POLICY_FILE:-/usr/sbin/policy-rc.d} made='' service status=0 services=''
  for service in $SERVICES; do
    case " $* " in *" $service "*) services="$services $service" ;; esac
  done
  # shellcheck disable=SC2016
  if [ -n "$services" ] && [ ! -e "$policy" ] && as_root sh -c 'printf "#!/bin/sh\nexit 101\n" >"$1" && chmod 755 "$1"' sh "$policy"; then made=yes; fi
  apt_get install --no-install-recommends "$@" || status=$?
  if [ -n "$made" ]; then as_root rm -f "$policy"; fi
  # Caddy has no script for update-rc.d, only a unit of systemd.
  for service in $services; do as_root update-rc.d "$service" disable || as_root deb-systemd-helper disable "$service.service" || true; done
  return "$status"
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    fail "this script installs what it needs with apt, which is not here: use Debian 12 or 13, or the image that docker/Dockerfile makes."
  fi
  local missing log=build/setup.log
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  mapfile -t missing <<<"$missing"
  local command="apt-get install --no-install-recommends ${missing[*]}"
  mkdir -p build
  say "installing ${missing[*]}"
  if [ "$(id -u)" != 0 ] && ! as_root true; then fail "some packages are missing and this user may not install them: run 'sudo $command' first."; fi
  case " ${missing[*]} " in *" postgresql "*) no_main_cluster ;; esac
  : >"$log"
  {
    install_quietly "${missing[@]}" || { apt_get update && install_quietly "${missing[@]}"; }
  } 2>&1 | logged 'installing packages' "$log" || {
    grep -v '^[a-z]*status:' "$log" | tail -n 5 >&2
    fail "apt could not install them (see $log): see that 'apt-get update' works here, then run '$command' as root."
  }
}

check_node() {
  local version
  version=$(node --version 2>/dev/null || true)
  version=${version#v} version=${version%%.*}
  [ "${version:-0}" -ge 18 ] || fail "Node.js here is ${version:-missing}, the page needs 18 or later: install Debian's nodejs, or put a newer node first in PATH."
}

# One compiler for each core, but not more than memory allows (a file with Beast takes more than a gigabyte). ENGAWA_JOBS overrides it.
jobs_here() {
  local cores memory
  if [ -n "${ENGAWA_JOBS:-}" ]; then
    printf '%s' "$ENGAWA_JOBS"
    return
  fi
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1500000)}' /proc/meminfo)
  [ "$memory" -lt "$cores" ] && cores=$memory
  [ "$cores" -ge 1 ] && printf '%s' "$cores" || printf 1
}

# configure PRESET: creates build/PRESET, or recreates it if CMakePresets.json has changed since.
configure() {
  local preset=$1 log=build/$1.log stamp=build/$1/presets
  mkdir -p build
  if [ -f "build/$preset/build.ninja" ] && cmp -s CMakePresets.json "$stamp"; then return 0; fi
  cmake --preset "$preset" >"$log" 2>&1 || {
    tail -n 15 "$log" >&2
    fail "cmake could not set up build/$preset (see $log): remove build/$preset and try again, and report it if that does not help."
  }
  cp CMakePresets.json "$stamp"
}

# build_targets PRESET TARGET...
build_targets() {
  local preset=$1 log
  shift
  log=build/$preset.log
  : >"$log"
  cmake --build "build/$preset" -j "$(jobs_here)" --target "$@" 2>&1 | logged 'files compiled' "$log" || {
    grep -m 1 -A 20 -E 'FAILED|error:' "$log" >&2 || tail -n 20 "$log" >&2
    fail "the build stopped ($log has everything): correct what the compiler names above, or 'git stash' your changes, and try again."
  }
}

# build_programs [TARGET...]: engawad, engawa, and the named targets.
build_programs() {
  say "building $(and_list engawad engawa "$@") (build/release/bin)"
  configure release
  build_targets release engawad engawa "$@"
}

hash_of() { find "$@" -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64; }

# npm_packages FOLDER [OPTION...]: installs from package-lock.json if that has changed; the options are those of `npm ci`. An installation without
# options also serves every later call with options.
npm_packages() {
  local folder=$1 lock stamp log there
  shift
  stamp=$folder/node_modules/.engawa-lock
  lock=$(sha256sum <"$folder/package-lock.json")
  there=$(cat "$stamp" 2>/dev/null || true)
  if [ "$there" = "$lock" ] || [ "$there" = "$lock $*" ]; then return 0; fi
  say "installing the npm packages of $folder"
  log=build/npm-${folder//\//-}.log
  mkdir -p build
  (cd "$folder" && npm ci "$@" --no-audit --no-fund --loglevel=error) >"$log" 2>&1 || {
    tail -n 10 "$log" >&2
    fail "npm could not install the packages of $folder (see $log): see that 'npm ping' works here, and try again."
  }
  printf '%s\n' "$lock${*:+ $*}" >"$stamp"
}

# build_page [OPTION...]: with these options for `npm ci`.
build_page() {
  local stamp=build/page.stamp now log=build/page.log
  check_node
  npm_packages clients/web "$@"
  now="$(hash_of clients/web protocol/errors.json base games) $(command -v wasm-ld-19 || true)"
  [ -f clients/web/dist/index.html ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  say "building the page (clients/web/dist)"
  : >"$log"
  (cd clients/web && npm run -s build -- --need-rules) 2>&1 | logged 'files of the page compiled' "$log" || {
    tail -n 20 "$log" >&2
    fail "the page was not built ($log has everything): correct what is named above and try again."
  }
  printf '%s\n' "$now" >"$stamp"
}
