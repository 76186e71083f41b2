#!/usr/bin/env bash
# Runs the unit tests of the lab's programs, lab/*/program, by cargo: in the profile and folder of scripts/setup-origin.sh,
# so that libraries are compiled once. The last line counts. `--lint` compiles the tests by clippy and runs none: libraries serve
# it as well, which `cargo clippy` would check once more; any warning is red. Exit code 69: there is no cargo, or no clippy.
set -uo pipefail
cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/origin"
export PATH="$PATH:${HOME:-/root}/.cargo/bin"

command -v cargo >/dev/null || { echo 'test-rust: cargo is missing: the tests of lab/*/program are skipped' >&2; exit 69; }
how=()
lint=0
if [ "${1:-}" = --lint ]; then
  lint=1
  shift
  command -v clippy-driver >/dev/null || { echo 'test-rust: clippy is missing: rustup component add clippy' >&2; exit 69; }
  export RUSTC_WORKSPACE_WRAPPER=clippy-driver
  how=(--no-run)
fi
# Optimising is most of what the tests cost. What all programs share stays as it was built for them.
for crate in delay link load origin quic; do how+=(--config "profile.quick.package.towline-$crate.opt-level=0"); done
# What emulates a link is not built everywhere; where it is, all are chosen by name, since libraries have the features that they need
# together.
if [ -x "$cache/towline-link" ]; then for crate in delay link load origin process quic; do how+=(--package "towline-$crate"); done; fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cargo test --quiet --no-fail-fast --profile quick --locked --tests --manifest-path lab/Cargo.toml --target-dir "$cache/target" \
  "${how[@]}" "$@" >"$log" 2>&1
status=$?
if [ "$lint" = 1 ]; then
  # What only the programs warn of, such as code that nothing but tests uses, is in the log of their build.
  cat "$log" "$cache/cargo.log" 2>/dev/null | grep -E -B 1 -A 10 '^ +--> .*\.rs:' && exit 1
  [ "$status" = 0 ] || cat "$log"
  exit "$status"
fi
[ "$status" = 0 ] || cat "$log"
# Each program ends with `test result: ok. 15 passed; 0 failed; …`.
awk '/^test result:/ { passed += $4; failed += $6 } END { printf "rust: %d passed, %d failed\n", passed, failed }' "$log"
exit "$status"
