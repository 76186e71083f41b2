#!/usr/bin/env bash
# Makes sure that packets can be captured, analysed and filtered: tcpdump, tshark and nft on the PATH, else unpacked into
# .cache/towline/packets/root, with no root needed, nothing started and nothing written outside the cache folder.
# Where neither can be had it says so once and ends well: probing continues without packets, and their metrics are
# null. A second run finds everything there and says nothing with --quiet.
set -euo pipefail

quiet=0
[ "${1:-}" = --quiet ] && quiet=1
cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/packets"
root="$cache/root"
warned="$cache/.told"
programs=(tcpdump tshark nft)
# What tshark reads besides its libraries is in a package of its own.
packages=(tcpdump tshark libwireshark-data nftables)
libraries_without='tools|dev|data'
export PATH="$PATH:/usr/sbin:/sbin"

say() { [ "$quiet" = 1 ] || echo "setup-packets: $*"; }
loud() { echo "setup-packets: $*" >&2; }
# Once: what cannot be had today is not to be read before every command.
cannot() {
  if [ ! -e "$warned" ] || [ "$quiet" = 0 ]; then
    loud "$*; everything else works without, packet metrics are null"
    mkdir -p "$cache"
    touch "$warned"
  fi
  exit 0
}

. scripts/unpack-debs.sh

have_all() {
  local program
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null || { [ -e "$root/.complete" ] && unpacked "$program"; } || return 1
  done
}

if have_all; then
  say "nothing to do: ${programs[*]} are there"
  exit 0
fi
for tool in apt-get dpkg apt-cache; do
  command -v "$tool" >/dev/null || cannot "${programs[*]} are missing, and cannot be unpacked without $tool: install them"
done
# What could not be had before is tried again only where it was asked for.
[ "$quiet" = 1 ] && [ -e "$warned" ] && exit 0

loud "downloading ${packages[*]} into $cache (no root needed, nothing is started)"
unpack_packages "${packages[@]}"
rm -f "$warned"
loud "${programs[*]} are in $root"
