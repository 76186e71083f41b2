#!/usr/bin/env bash
# Makes sure that a link can be emulated on this machine: by netem of the kernel, else by the program towline-link, which
# scripts/setup-origin.sh builds with the lab's other programs. ping and iperf3, by which a link is checked, are unpacked into
# .cache/towline/link where the machine lacks them; where they cannot be had it says so once and continues without.
# --with-uml: also a kernel that has netem and runs as a process, for the tests of netem where this one has none.
# --optimised: of scripts/setup-origin.sh.
# No root needed; nothing is written outside the cache folder but cargo's own. A second run finds everything there and
# says nothing with --quiet.
set -euo pipefail

options='--with-uml --optimised'
. "$(dirname "$0")/setup-part.sh"
root="$cache/root"
libraries_without='tools|dev|data'

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

unpack_tools
if kernel_has_netem; then
  say 'the kernel has netem: nothing to build'
else
  flags=()
  for flag in --quiet --optimised; do ! is_given "$flag" || flags+=("$flag"); done
  # It needs no cargo where the program is there.
  bash scripts/setup-origin.sh --with-link ${flags[@]+"${flags[@]}"} ||
    cannot 'a link needs netem in the kernel (module sch_netem), or the program that could not be built (see above)'
fi
