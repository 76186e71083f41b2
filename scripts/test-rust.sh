#!/usr/bin/env bash
# Runs the unit tests of the lab's programs, lab/*/program, by cargo: in the profile and folder of scripts/setup-origin.sh,
# so that libraries are compiled once. The last line counts. Exit code 69: there is no cargo.
set -uo pipefail
cd "$(dirname "$0")/.."
target="${TOWLINE_CACHE:-$PWD/.cache/towline}/origin/target"
export PATH="$PATH:${HOME:-/root}/.cargo/bin"

command -v cargo >/dev/null || { echo 'test-rust: cargo is missing: the tests of lab/*/program are skipped' >&2; exit 69; }
# Optimising is most of what the tests cost. What all programs share stays as it was built for them.
settings=()
for crate in delay load origin quic; do settings+=(--config "profile.quick.package.towline-$crate.opt-level=0"); done
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cargo test --quiet --no-fail-fast --profile quick --locked --tests --manifest-path lab/Cargo.toml --target-dir "$target" \
  "${settings[@]}" "$@" >"$log" 2>&1
status=$?
[ "$status" = 0 ] || cat "$log"
# Each program ends with `test result: ok. 15 passed; 0 failed; …`.
awk '/^test result:/ { passed += $4; failed += $6 } END { printf "rust: %d passed, %d failed\n", passed, failed }' "$log"
exit "$status"
