#!/usr/bin/env bash
# Makes sure that there is a Firefox for the extension's tests: one on the PATH or in FIREFOX_PATH, else firefox-esr unpacked
# into .cache/towline/firefox, with no root needed, nothing started and nothing written outside the cache folder. Where none
# can be had it says so once and ends well: the tests are skipped and say why. With --quiet it says nothing where nothing is
# to be done.
set -euo pipefail

quiet=0
[ "${1:-}" = --quiet ] && quiet=1
cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/firefox"
root="$cache/root"
warned="$cache/.told"
program="$cache/firefox"
libraries_without='tools|dev|data|doc'

say() { [ "$quiet" = 1 ] || echo "setup-firefox: $*"; }
loud() { echo "setup-firefox: $*" >&2; }
cannot() {
  if [ ! -e "$warned" ] || [ "$quiet" = 0 ]; then
    loud "$*; the extension is tested in Chromium alone"
    mkdir -p "$cache"
    touch "$warned"
  fi
  exit 0
}

. scripts/unpack-debs.sh

if [ -n "${FIREFOX_PATH:-}" ] || command -v firefox-esr >/dev/null || command -v firefox >/dev/null || [ -x "$program" ]; then
  say 'nothing to do: there is a Firefox'
  exit 0
fi
for tool in apt-get dpkg apt-cache; do
  command -v "$tool" >/dev/null || cannot "there is no Firefox, and without $tool none can be unpacked"
done
[ "$quiet" = 1 ] && [ -e "$warned" ] && exit 0

loud "downloading firefox-esr into $cache (about 70 MB, no root needed, nothing is started)"
unpack_packages firefox-esr
[ -x "$root/usr/lib/firefox-esr/firefox-esr" ] || cannot 'the package firefox-esr holds no such program'
folders=$(find "$root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd: -)
printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$folders" "$root/usr/lib/firefox-esr/firefox-esr" >"$program"
chmod +x "$program"
rm -f "$warned"
loud "firefox-esr is in $root"
