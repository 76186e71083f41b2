#!/usr/bin/env bash
# Unpacks the sandbox's web servers and its DNS server into .cache/towline/sandbox/root: no root needed, no
# service started, nothing written outside the cache folder. A second run finds everything there and says nothing
# with --quiet. Needs apt (Debian, Ubuntu) for the download; where the programs are on the PATH, apt is not needed.
set -euo pipefail

. "$(dirname "$0")/setup-part.sh"
root="$cache/root"
# The programs, and the packages that hold them. lighttpd speaks TLS by a module of its own.
programs=(caddy nginx apache2 lighttpd dnsmasq)
packages=(caddy nginx apache2-bin lighttpd lighttpd-mod-openssl dnsmasq-base)
libraries_without='tools|dev|dbd-.*'

command -v ip >/dev/null || cannot "the program 'ip' is missing: install the package iproute2"
command -v unshare >/dev/null || cannot "the program 'unshare' is missing: install the package util-linux"

. scripts/unpack-debs.sh

modules_there() {
  local prefix
  for prefix in "$root" ''; do
    [ -e "$prefix/usr/lib/apache2/modules/mod_http2.so" ] && [ -e "$prefix/usr/lib/lighttpd/mod_openssl.so" ] && return 0
  done
  return 1
}
have_all() {
  local program
  for program in "${programs[@]}"; do
    unpacked "$program" || command -v "$program" >/dev/null || return 1
  done
  modules_there
}

if have_all && { [ ! -d "$root" ] || [ -e "$root/.complete" ]; }; then
  say "nothing to do: all servers are there"
  exit 0
fi
need_apt 'cannot unpack servers without %s: install caddy, nginx, apache2 (with mod_http2), lighttpd (with mod_openssl) and dnsmasq'

loud "downloading ${packages[*]} into $cache (about 13 MB, no root needed, nothing is started)"
unpack_packages "${packages[@]}"
loud "servers are in $root"
