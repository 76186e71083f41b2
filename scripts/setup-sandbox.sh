#!/usr/bin/env bash
# Unpacks the sandbox's web servers and its DNS server into .cache/towline/sandbox/root: no root needed, no
# service started, nothing written outside the cache folder. A second run finds everything there and says nothing
# with --quiet. Needs apt (Debian, Ubuntu) for the download; where the programs are on the PATH, apt is not needed.
set -euo pipefail

quiet=0
[ "${1:-}" = --quiet ] && quiet=1
cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/sandbox"
root="$cache/root"
debs="$cache/debs"
# The programs, and the packages that hold them. lighttpd speaks TLS by a module of its own.
programs=(caddy nginx apache2 lighttpd dnsmasq)
packages=(caddy nginx apache2-bin lighttpd lighttpd-mod-openssl dnsmasq-base)
export PATH="$PATH:/usr/sbin:/sbin"

say() { [ "$quiet" = 1 ] || echo "setup-sandbox: $*"; }
loud() { echo "setup-sandbox: $*" >&2; }
fail() { loud "$*"; exit 69; }

command -v ip >/dev/null || fail "the program 'ip' is missing: install the package iproute2"
command -v openssl >/dev/null || fail "the program 'openssl' is missing: install the package openssl"
command -v unshare >/dev/null || fail "the program 'unshare' is missing: install the package util-linux"

unpacked() { [ -x "$root/usr/bin/$1" ] || [ -x "$root/usr/sbin/$1" ]; }
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

# Shared objects that the unpacked programs ask for and neither the machine nor the cache has.
missing_libraries() {
  local folders
  folders=$(find "$root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd: -)
  # ldd fails on files that are not dynamic, which is no matter here.
  { find "$root" -type f \( -path '*/bin/*' -o -path '*/sbin/*' -o -name 'mod_*.so' \) \
    -exec env LD_LIBRARY_PATH="$folders" ldd {} + 2>/dev/null || true; } |
    awk '/=> not found/ { print $1 }' | sort -u
}

apt_options=()
download() { (cd "$debs" && apt-get "${apt_options[@]}" download "$@") >"$cache/apt.log" 2>&1; }
refresh_lists() {
  if [ "$(id -u)" = 0 ]; then
    loud 'apt has no usable package lists: running apt-get update'
  else
    loud "apt has no usable package lists: fetching them into $cache/apt (no root needed)"
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial"
    apt_options=(-o "Dir::State=$cache/apt" -o "Dir::State::status=/var/lib/dpkg/status" -o "Dir::Cache=$cache/apt")
  fi
  apt-get "${apt_options[@]}" update >"$cache/apt.log" 2>&1 || fail "apt-get update failed: $(tail -n 1 "$cache/apt.log")"
}
fetch() {
  download "$@" && return
  refresh_lists
  download "$@" || fail "apt-get download failed: $(grep -m 1 '^E:' "$cache/apt.log" || tail -n 1 "$cache/apt.log")"
}
unpack() {
  local deb
  for deb in "$debs"/*.deb; do
    dpkg -x "$deb" "$root"
    rm "$deb"
  done
}

# Library packages below the given packages that are not installed; what is installed has its own libraries.
library_packages() {
  local layer=("$@") next seen=' ' name
  while [ ${#layer[@]} -gt 0 ]; do
    next=()
    while read -r name; do
      case "$seen" in *" $name "*) continue ;; esac
      seen="$seen$name "
      [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] && continue
      echo "$name"
      next+=("$name")
    done < <(apt-cache "${apt_options[@]}" depends --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
      --no-enhances "${layer[@]}" | awk '$1 == "Depends:" && $2 ~ /^lib/ && $2 !~ /-(tools|dev|dbd-.*)$/ { print $2 }')
    layer=("${next[@]}")
  done
}

if have_all && { [ ! -d "$root" ] || [ -e "$root/.complete" ]; }; then
  say "nothing to do: all servers are there"
  exit 0
fi
for tool in apt-get dpkg apt-cache; do
  command -v "$tool" >/dev/null ||
    fail "cannot unpack servers without $tool: install caddy, nginx, apache2 (with mod_http2), lighttpd (with mod_openssl) and dnsmasq"
done

mkdir -p "$root" "$debs"
rm -f "$debs"/*.deb
loud "downloading ${packages[*]} into $cache (about 13 MB, no root needed, nothing is started)"
fetch "${packages[@]}"
unpack
missing=$(missing_libraries)
if [ -n "$missing" ]; then
  mapfile -t libraries < <(library_packages "${packages[@]}")
  if [ ${#libraries[@]} -gt 0 ]; then
    loud "downloading the libraries they need: ${libraries[*]}"
    fetch "${libraries[@]}"
    unpack
  fi
fi
missing=$(missing_libraries)
[ -z "$missing" ] || fail "shared libraries are missing: $(echo "$missing" | paste -sd' ' -)"
rm -rf "$debs" "$cache/apt"
touch "$root/.complete"
loud "servers are in $root"
