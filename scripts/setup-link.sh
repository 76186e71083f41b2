#!/usr/bin/env bash
# Makes sure that a link can be emulated on this machine: by netem of the kernel, else by the program rattan, which is
# looked for on the PATH and in .cache/towline/link, and else built there by cargo. No root needed; nothing is
# written outside the cache folder but cargo's own. A second run finds everything there and says nothing with --quiet.
set -euo pipefail

quiet=0
[ "${1:-}" = --quiet ] && quiet=1
cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/link"
version=0.1.1
export PATH="$PATH:/usr/sbin:/sbin:${HOME:-/root}/.cargo/bin"

say() { [ "$quiet" = 1 ] || echo "setup-link: $*"; }
loud() { echo "setup-link: $*" >&2; }
fail() { loud "$*"; exit 69; }

kernel_has_netem() {
  command -v tc >/dev/null && command -v unshare >/dev/null || return 1
  local own=()
  [ "$(id -u)" = 0 ] || own=(--user --map-root-user)
  unshare "${own[@]}" --net tc qdisc add dev lo root netem 2>/dev/null
}

if kernel_has_netem; then
  say 'nothing to do: the kernel has netem'
  exit 0
fi
if command -v rattan >/dev/null || [ -x "$cache/bin/rattan" ]; then
  say 'nothing to do: rattan is there'
  exit 0
fi
command -v cargo >/dev/null ||
  fail "a link needs netem in the kernel (module sch_netem) or the program rattan: install cargo (Rust 1.86 or newer, a C compiler), and it is built here"
mkdir -p "$cache"
loud "this kernel has no netem: building rattan $version into $cache by cargo (some five minutes, once)"
if ! cargo install rattan --version "$version" --locked --features http --root "$cache" >"$cache/cargo.log" 2>&1; then
  fail "cargo could not build rattan: $(grep -m 1 '^error' "$cache/cargo.log" || tail -n 1 "$cache/cargo.log") (all of it in $cache/cargo.log)"
fi
loud "rattan is in $cache/bin"
