#!/usr/bin/env bash
# Makes sure that a link can be emulated on this machine: by netem of the kernel, else by the program rattan, which is
# looked for on the PATH and in .cache/towline/link, and else built there by cargo. ping and iperf3, by which a link is
# checked, are unpacked there where the machine lacks them; where they cannot be had it says so once and continues without.
# --check: gets and builds nothing, and ends with 69 where no link can be emulated yet.
# --with-uml: also a kernel that has netem and runs as a process, for the tests of netem where this one has none.
# No root needed; nothing is written outside the cache folder but cargo's own. A second run finds everything there and
# says nothing with --quiet.
set -euo pipefail

options='--check --with-uml'
. "$(dirname "$0")/setup-part.sh"
root="$cache/root"
libraries_without='tools|dev|data'
version=0.1.1

. scripts/unpack-debs.sh

kernel_has_netem() {
  command -v tc >/dev/null && command -v unshare >/dev/null || return 1
  local own=()
  [ "$(id -u)" = 0 ] || own=(--user --map-root-user)
  unshare "${own[@]}" --net tc qdisc add dev lo root netem 2>/dev/null
}

# Packages of the programs that neither the machine nor the cache has.
missing_packages() {
  have ping || echo iputils-ping
  have iperf3 || echo iperf3
  ! is_given --with-uml || kernel_has_netem || have linux.uml || echo user-mode-linux
}
have() { command -v "$1" >/dev/null || unpacked "$1"; }

# In a shell of its own, which `cannot` ends well: what is unpacked here is not needed to open a link.
unpack_tools() (
  mapfile -t packages < <(missing_packages)
  [ ${#packages[@]} -gt 0 ] || exit 0
  is_given --with-uml || end_if_tried
  without="links work without ${packages[*]}, and are checked by towline's own echo alone"
  need_apt "${packages[*]} are missing, and cannot be unpacked without %s: install them"
  loud "downloading ${packages[*]} into $cache (no root needed, nothing is started)"
  unpack_packages "${packages[@]}"
  rm -f "$warned"
  loud "${packages[*]} are in $root"
)

build_rattan() {
  command -v cargo >/dev/null ||
    cannot "a link needs netem in the kernel (module sch_netem) or the program rattan: install cargo (Rust 1.86 or newer, a C compiler), and it is built here"
  mkdir -p "$cache"
  loud "this kernel has no netem: building rattan $version into $cache by cargo (some two minutes, once)"
  # Its own release profile has debugging information of everything, and optimises what reads its options as well: twice the
  # processor time of only what a packet passes.
  export CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=2
  local profile=(--config 'profile.release.package."*".opt-level=0') crate
  for crate in rattan-core tokio mio bytes nix etherparse netem-trace rand chacha20 futures-util crossbeam-utils tracing-core; do
    profile+=(--config "profile.release.package.$crate.opt-level=3")
  done
  if ! cargo install rattan --version "$version" --locked --root "$cache" "${profile[@]}" >"$cache/cargo.log" 2>&1; then
    cannot "cargo could not build rattan: $(grep -m 1 '^error' "$cache/cargo.log" || tail -n 1 "$cache/cargo.log") (all of it in $cache/cargo.log)"
  fi
  loud "rattan is in $cache/bin"
}

is_given --check || unpack_tools
if kernel_has_netem; then
  say 'the kernel has netem: nothing to build'
elif command -v rattan >/dev/null || [ -x "$cache/bin/rattan" ]; then
  say 'rattan is there: nothing to build'
elif is_given --check; then
  [ "$quiet" = 1 ] || loud 'this kernel has no netem, and rattan is not there'
  exit 69
else
  build_rattan
fi
