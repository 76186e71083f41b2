#!/usr/bin/env bash
# Finds a Chromium or Chrome to probe with, else gets one: puppeteer's own download, else, as root on Debian or Ubuntu,
# the package chromium. On Linux also NSS's certutil, by which the browser trusts the sandbox's private root: as root
# its package, else unpacked into .cache/towline/nss (no root needed). Nothing to do: says nothing with --quiet.
set -euo pipefail

folder=nss
. "$(dirname "$0")/setup-part.sh"
export PATH="$PWD/node_modules/.bin:$PATH"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# TypeScript in a clone, JavaScript in the package.
[ -f crawler/probe/browser/find-browser.ts ] && code=ts || code=js

# The same search as at run time: `found browser findBrowser` is true where that function finds something.
found() {
  node --input-type=module -e "
    const { $2: find } = await import('./crawler/probe/browser/find-$1.$code')
    process.exitCode = find() === null ? 1 : 0"
}

is_root() { [ "$(id -u)" = 0 ]; }
has_apt() { command -v apt-get >/dev/null && command -v dpkg >/dev/null; }
install_package() {
  loud "installing the package $1 (apt-get, without recommended packages)"
  local command=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1")
  "${command[@]}" >"$log" 2>&1 && return
  # The lists may be missing or old.
  apt-get update >"$log" 2>&1 && "${command[@]}" >"$log" 2>&1
}

get_browser() {
  [ -z "${PUPPETEER_EXECUTABLE_PATH:-}" ] ||
    cannot "PUPPETEER_EXECUTABLE_PATH names no program that can be run: $PUPPETEER_EXECUTABLE_PATH"
  loud "no Chromium or Chrome was found: downloading one for puppeteer (about 180 MB, into its cache)"
  if puppeteer browsers install chrome >"$log" 2>&1 && found browser findBrowser; then
    return
  fi
  if is_root && has_apt && install_package chromium && found browser findBrowser; then
    return
  fi
  cannot "no browser is to be had ($(tail -n 1 "$log")): install Chromium or Chrome, or set PUPPETEER_EXECUTABLE_PATH"
}

get_certutil() {
  if is_root && has_apt && install_package libnss3-tools && found certutil findCertutil; then
    return
  fi
  has_apt || cannot "certutil is missing, which the sandbox needs: install NSS's tools (libnss3-tools, nss-tools)"
  loud "unpacking certutil into $cache (about 3 MB, no root needed)"
  mkdir -p "$cache/debs" "$cache/root"
  (cd "$cache/debs" && apt-get download libnss3-tools libnss3 libnspr4) >"$log" 2>&1 ||
    cannot "certutil is not to be had ($(tail -n 1 "$log")): install the package libnss3-tools"
  local deb
  for deb in "$cache"/debs/*.deb; do
    dpkg -x "$deb" "$cache/root"
  done
  rm -rf "$cache/debs"
  found certutil findCertutil || cannot "certutil was unpacked into $cache and is not there"
}

if found browser findBrowser; then say 'nothing to do: a browser is there'; else get_browser; fi
[ "$(uname -s)" = Linux ] || exit 0
if found certutil findCertutil; then say 'nothing to do: certutil is there'; else get_certutil; fi
