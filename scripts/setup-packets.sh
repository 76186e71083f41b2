#!/usr/bin/env bash
# Makes sure that packets can be captured, analysed and filtered: tcpdump, tshark and nft on the PATH, else unpacked into
# .cache/towline/packets/root, with no root needed, nothing started and nothing written outside the cache folder.
# Where neither can be had it says so once and ends well: probing continues without packets, and their metrics are
# null. A second run finds everything there and says nothing with --quiet.
set -euo pipefail

without='everything else works without, packet metrics are null'
. "$(dirname "$0")/setup-part.sh"
root="$cache/root"
programs=(tcpdump tshark nft)
# What tshark reads besides its libraries is in a package of its own.
packages=(tcpdump tshark libwireshark-data nftables)
libraries_without='tools|dev|data'

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
need_apt "${programs[*]} are missing, and cannot be unpacked without %s: install them"
end_if_tried

loud "downloading ${packages[*]} into $cache (no root needed, nothing is started)"
unpack_packages "${packages[@]}"
rm -f "$warned"
loud "${programs[*]} are in $root"
