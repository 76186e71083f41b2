#!/usr/bin/env bash
# Puts an nginx with HTTP/3 into .cache/towline/stack-nginx, for the lab's level `server: nginx-quic`: the one of Debian 13
# (1.26), with its own C library beside it, so that it runs on older systems too. No root needed, nothing started, nothing
# written outside the cache folder. Packages come from the archive that this machine's own packages come from; where that has
# no Debian 13, an nginx on the PATH serves that was built with HTTP/3.
set -euo pipefail

release=trixie
packages=(nginx libc6 libcrypt1 libpcre2-8-0 libssl3t64 libzstd1 zlib1g)
. "$(dirname "$0")/setup-part.sh"
root="$cache/root"
libraries_without='tools|dev'

. scripts/unpack-debs.sh

# A program that is started by its path, moved into place when all of it is there.
write_program() {
  printf '#!/bin/sh\n%s\n' "$1" >"$cache/nginx.new"
  chmod +x "$cache/nginx.new"
  mv "$cache/nginx.new" "$cache/nginx"
  "$cache/nginx" -V 2>&1 | grep -q http_v3_module || { rm "$cache/nginx"; cannot "the nginx that was found has no HTTP/3"; }
}

# The lines of the machine's own Debian archive, for the other release.
release_sources() {
  local key=/usr/share/keyrings/debian-archive-keyring.gpg
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Identifier: Packages' |
    sed -nE "s#^([^ ]+) (bullseye|bookworm|trixie)(-security)? main\$#\1 $release\3 main#p" | sort -u |
    while read -r line; do echo "deb $([ ! -e "$key" ] || echo "[signed-by=$key] ")$line"; done
}

if [ -x "$cache/nginx" ]; then
  say "nothing to do: nginx is there"
  exit 0
fi
mkdir -p "$cache"
if command -v nginx >/dev/null && nginx -V 2>&1 | grep -q http_v3_module; then
  write_program "exec $(command -v nginx) \"\$@\""
  loud "$cache/nginx is the nginx on the PATH"
  exit 0
fi
need_apt 'cannot unpack nginx without %s: install an nginx with http_v3_module'
release_sources >"$cache/sources.list"
[ -s "$cache/sources.list" ] || cannot "this machine's packages are not Debian's: install an nginx with http_v3_module"
mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial"
: >"$cache/apt/status"
apt_options=(-o "Dir::State=$cache/apt" -o "Dir::State::status=$cache/apt/status" -o "Dir::Cache=$cache/apt"
  -o "Dir::Etc::SourceList=$cache/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Acquire::Languages=none
  -o Dir::Cache::pkgcache=pkgcache.bin -o Dir::Cache::srcpkgcache=)
loud "downloading nginx of Debian 13 into $cache (about 7 MB and 10 MB of package lists, no root needed)"
apt-get "${apt_options[@]}" update >"$cache/apt.log" 2>&1 || cannot "apt-get update failed: $(tail -n 1 "$cache/apt.log")"
mkdir -p "$root" "$debs"
rm -f "$debs"/*.deb
download "${packages[@]}" || cannot "apt-get download failed: $(grep -m 1 '^E:' "$cache/apt.log" || tail -n 1 "$cache/apt.log")"
unpack
rm -rf "$debs" "$cache/apt"
loader=$(find "$root" -name 'ld-linux-*.so.*' -type f | head -n 1)
libraries=$(dirname "$(find "$root" -name libc.so.6 | head -n 1)")
[ -n "$loader" ] || cannot 'the packages hold no loader of programs'
write_program "exec '$loader' --library-path '$libraries' '$root/usr/sbin/nginx' \"\$@\""
loud "$cache/nginx is $("$cache/nginx" -v 2>&1)"
