# To be sourced: unpacks Debian packages with the libraries they need, with no root needed and nothing started. The one
# that sources it sets `cache` (a folder), `root` (where programs end up) and `libraries_without` (ends of package names
# that are no libraries, as `tools|dev`), and has sourced scripts/setup-part.sh.
debs="$cache/debs"
apt_options=()

# Ends where there is no apt: `need_apt 'cannot unpack servers without %s'`.
need_apt() {
  local tool
  for tool in apt-get dpkg apt-cache; do command -v "$tool" >/dev/null || cannot "${1/\%s/$tool}"; done
}
unpacked() { [ -x "$root/usr/bin/$1" ] || [ -x "$root/usr/sbin/$1" ] || [ -x "$root/bin/$1" ]; }

# Downloads packages, and the libraries they need and neither the machine nor the cache has, into $root.
unpack_packages() {
  local missing libraries
  mkdir -p "$root" "$debs" "$cache/apt"
  rm -f "$debs"/*.deb
  # Images of containers keep no index of the package lists: each call of apt would make it anew, a second of a processor.
  apt_options=(-o "Dir::Cache::pkgcache=$cache/apt/pkgcache.bin" -o Dir::Cache::srcpkgcache=)
  fetch "$@"
  unpack
  if [ -n "$(missing_libraries)" ]; then
    mapfile -t libraries < <(library_packages "$@")
    if [ ${#libraries[@]} -gt 0 ]; then
      loud "downloading the libraries they need: ${libraries[*]}"
      fetch "${libraries[@]}"
      unpack
    fi
  fi
  missing=$(missing_libraries)
  [ -z "$missing" ] || cannot "shared libraries are missing: $(echo "$missing" | paste -sd' ' -)"
  rm -rf "$debs" "$cache/apt"
  touch "$root/.complete"
}

# Shared objects that the unpacked programs and modules ask for and neither the machine nor the cache has.
missing_libraries() {
  local folders
  folders=$(find "$root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd: -)
  # ldd fails on files that are not dynamic, which is no matter here.
  { find "$root" -type f \( -path '*/bin/*' -o -path '*/sbin/*' -o -name 'lib*.so*' -o -name 'mod_*.so' \) \
    -exec env LD_LIBRARY_PATH="$folders" ldd {} + 2>/dev/null || true; } |
    awk '/=> not found/ { print $1 }' | sort -u
}

download() { (cd "$debs" && apt-get "${apt_options[@]}" download "$@") >"$cache/apt.log" 2>&1; }
refresh_lists() {
  if [ "$(id -u)" = 0 ]; then
    loud 'apt has no usable package lists: running apt-get update'
  else
    loud "apt has no usable package lists: fetching them into $cache/apt (no root needed)"
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial"
    apt_options+=(-o "Dir::State=$cache/apt" -o "Dir::State::status=/var/lib/dpkg/status" -o "Dir::Cache=$cache/apt")
  fi
  apt-get "${apt_options[@]}" update >"$cache/apt.log" 2>&1
}
fetch() {
  download "$@" && return
  refresh_lists || cannot "apt-get update failed: $(tail -n 1 "$cache/apt.log")"
  download "$@" || cannot "apt-get download failed: $(grep -m 1 '^E:' "$cache/apt.log" || tail -n 1 "$cache/apt.log")"
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
  {
    dpkg-query -W -f '${db:Status-Status} ${Package}\n'
    apt-cache "${apt_options[@]}" depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
      --no-enhances "$@"
  } | awk -v given="$*" -v without="-($libraries_without)$" '
    $1 == "installed" { installed[$2] = 1 }
    /^[^ ]+$/ { package = $1 }
    $1 == "Depends:" && $2 ~ /^lib/ && $2 !~ without { libraries[package] = libraries[package] " " $2 }
    END {
      count = split(given, layer, " ")
      for (place = 1; place <= count; place++) {
        split(libraries[layer[place]], below, " ")
        for (one in below) {
          name = below[one]
          if (installed[name] || seen[name]++) continue
          print name
          layer[++count] = name
        }
      }
    }'
}
