#!/usr/bin/env bash
# Runs the unit tests of the lab's programs, lab/*/program, by cargo: in the profile and folder of scripts/setup-origin.sh,
# so that libraries are compiled once. The last line counts. Exit code 69: there is no cargo.
set -uo pipefail
cd "$(dirname "$0")/.."
target="${TOWLINE_CACHE:-$PWD/.cache/towline}/origin/target"
export PATH="$PATH:${HOME:-/root}/.cargo/bin"

command -v cargo >/dev/null || { echo 'test-rust: cargo is missing: the tests of lab/*/program are skipped' >&2; exit 69; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cargo test --quiet --no-fail-fast --profile quick --locked --lib --bins --manifest-path lab/Cargo.toml --target-dir "$target" \
  "$@" >"$log" 2>&1
status=$?
[ "$status" = 0 ] || cat "$log"
# Each program ends with `test result: ok. 15 passed; 0 failed; …`.
awk '/^test result:/ { passed += $4; failed += $6 } END { printf "rust: %d passed, %d failed\n", passed, failed }' "$log"
exit "$status"
