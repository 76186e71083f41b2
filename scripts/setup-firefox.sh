#!/usr/bin/env bash
# Makes sure that there is a Firefox for the extension's tests: one on the PATH or in FIREFOX_PATH, else firefox-esr unpacked
# into .cache/towline/firefox, with no root needed, nothing started and nothing written outside the cache folder. Where none
# can be had it says so once and ends well: the tests are skipped and say why. With --quiet it says nothing where nothing is
# to be done.
set -euo pipefail

without='the extension is tested in Chromium alone'
. "$(dirname "$0")/setup-part.sh"
root="$cache/root"
program="$cache/firefox"
libraries_without='tools|dev|data|doc'

. scripts/unpack-debs.sh

if [ -n "${FIREFOX_PATH:-}" ] || command -v firefox-esr >/dev/null || command -v firefox >/dev/null || [ -x "$program" ]; then
  say 'nothing to do: there is a Firefox'
  exit 0
fi
need_apt 'there is no Firefox, and without %s none can be unpacked'
end_if_tried

loud "downloading firefox-esr into $cache (about 70 MB, no root needed, nothing is started)"
unpack_packages firefox-esr
[ -x "$root/usr/lib/firefox-esr/firefox-esr" ] || cannot 'the package firefox-esr holds no such program'
folders=$(find "$root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd: -)
printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$folders" "$root/usr/lib/firefox-esr/firefox-esr" >"$program"
chmod +x "$program"
rm -f "$warned"
loud "firefox-esr is in $root"
