# shellcheck shell=bash disable=SC2034,SC2154
# Sourced by docker.sh and cluster.sh where there is no Docker daemon: buildah and podman with separate storage, so that this machine's own is not
# touched. Sets `settings`, `containers`, `run_options`, and build_image FOLDER, stand_in NAME TAG. REQUIRES: root; debian.sh is sourced; `work` and
# `image` are set.

for program in /usr/bin/{buildah,podman,slirp4netns} /usr/sbin/runc /usr/lib/podman/{netavark,aardvark-dns} /usr/sbin/{iptables,nft}; do
  [ -x "$program" ] || outside_fail "run 'apt-get install buildah podman slirp4netns runc netavark aardvark-dns iptables nftables python3-yaml' first."
done
mkdir -p "$OUTSIDE/containers"
cat >"$work/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$OUTSIDE/containers/storage"
runroot = "$work/run"
END
# No more than this machine allows a container.
files=$(ulimit -Hn) processes=$(ulimit -Hu)
[ "$files" != unlimited ] || files=1048576
if [ "$processes" = unlimited ] || [ "$processes" -gt 32768 ]; then processes=32768; fi
cat >"$work/containers.conf" <<END
[containers]
default_ulimits = ["nofile=$files:$files", "nproc=$processes:$processes"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "$work/networks"
END
settings=(env "CONTAINERS_CONF=$work/containers.conf" "CONTAINERS_STORAGE_CONF=$work/storage.conf")
containers=("${settings[@]}" podman)
# A separate network for the container without rules in this machine's firewall. podman's health checks need systemd, so docker.sh runs the image's
# check itself.
run_options=(--network slirp4netns --no-healthcheck)

# The settings with which a build reaches the archives, the same as this machine's.
reach=()
reach_from_build() {
  local certificates compiled
  certificates=$(host_certificates)
  mkdir -p "$work/reach"
  printf 'registry=%s\n' "$(npm_registry)" >"$work/reach/npmrc"
  if [ -f "$certificates" ]; then
    cp -L "$certificates" "$work/reach/host-ca.crt"
    printf 'cafile=/mnt/host-ca.crt\n' >>"$work/reach/npmrc"
  fi
  # Shares compiled objects with a bare Debian of the same version; the Dockerfile's own cache mounts are for its users.
  compiled=$(ccache_of trixie)
  mkdir -p "$compiled" "$work/reach/ccache"
  printf 'cache_dir = /mnt/ccache\n' >"$work/reach/ccache.conf"
  reach=(-v "$work/reach:/mnt:ro" -v "$work/reach/npmrc:/root/.npmrc:ro" -v "$work/reach/ccache.conf:/etc/ccache.conf:ro" -v "$compiled:/mnt/ccache")
}

# debian:trixie-slim, made here, without Docker Hub.
make_base() {
  local base=docker.io/library/debian:trixie-slim container
  if "${settings[@]}" buildah inspect --type image "$base" >/dev/null 2>&1; then return; fi
  debian_base trixie
  container=$("${settings[@]}" buildah from scratch)
  "${settings[@]}" buildah add -q "$container" "$OUTSIDE/trixie.tar" / >/dev/null
  "${settings[@]}" buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$container"
  "${settings[@]}" buildah commit --quiet --format docker --rm "$container" "$base" >/dev/null
}

# build TAG DOCKERFILE FOLDER OPTION...
build() {
  make_base
  reach_from_build
  "${settings[@]}" buildah bud --pull-never --network host --format docker --layers "${reach[@]}" "${@:4}" -t "$1" -f "$2" "$3"
}
build_image() { build "$image" "$1/docker/Dockerfile" "$1" --build-arg "JOBS=$jobs"; }

# An image of Docker Hub, made here from Debian's packages: stand_in postgres 17.
stand_in() { build "docker.io/library/$1:$2" "$here/stand-ins/$1.Dockerfile" "$here/stand-ins"; }
