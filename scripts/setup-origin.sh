#!/usr/bin/env bash
# Builds the lab's own server, lab/origin/program, the page users who load it, lab/load/program, what delays packets of
# `bench:survey -- --internet`, lab/delay/program, and the QUIC client of surveys, lab/quic/program, by cargo into
# .cache/towline/origin, and again when their sources have changed. The lab needs Linux: elsewhere the QUIC client alone is
# built. The build is the quick one of lab/Cargo.toml;
# --optimised: the one for measurements of what a server costs, which takes much longer and serves for all else too.
# --with-link: also what emulates a link, lab/link/program, for scripts/setup-link.sh.
# No root needed; nothing is written outside the cache folder but cargo's own. A run that finds everything there says
# nothing with --quiet.
set -euo pipefail

options='--optimised --with-link'
. "$(dirname "$0")/setup-part.sh"
# The order of the files is part of the hash, which lab/process/find-program.ts computes too. Tests, src/*/tests.rs, are not.
export LC_ALL=C

build=quick profile=quick duration='a minute or two'
! is_given --optimised || build=optimised profile=release duration='some ten minutes'

# macOS has sha256sum since version 15 alone.
sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

hash=$(cat lab/Cargo.toml lab/Cargo.lock lab/*/program/Cargo.toml lab/*/program/src/*.rs | sha256 | cut -d ' ' -f 1)
programs=(towline-quic)
if [ "$(uname -s)" = Linux ]; then
  programs=(towline-delay towline-origin towline-load towline-quic)
  # One that is there is kept as new as the others.
  if is_given --with-link || [ -x "$cache/towline-link" ]; then programs+=(towline-link); fi
fi
packages=()
for program in "${programs[@]}"; do packages+=(--package "$program"); done
is_there() {
  local program
  for program in "${programs[@]}"; do [ -x "$cache/$program" ] || return 1; done
  [ "$(cat "$cache/sources.sha256" 2>/dev/null)" = "$hash" ] &&
    { [ "$build" = quick ] || [ "$(cat "$cache/build" 2>/dev/null)" = "$build" ]; }
}
if is_there; then
  say "nothing to do: ${programs[*]} are there"
  exit 0
fi
command -v cargo >/dev/null ||
  cannot "the lab's server is built by cargo, which is missing: install Rust 1.87 or newer (https://rustup.rs)"
command -v cc >/dev/null ||
  cannot "the lab's server needs a C compiler, which is missing: install the package gcc and libc6-dev"
mkdir -p "$cache"
loud "building the lab's programs ($build) into $cache by cargo ($duration, once)"
if ! cargo build --profile "$profile" --locked --manifest-path lab/Cargo.toml --target-dir "$cache/target" "${packages[@]}" >"$cache/cargo.log" 2>&1; then
  cannot "cargo could not build the lab's server: $(grep -m 1 '^error' "$cache/cargo.log" || tail -n 1 "$cache/cargo.log") (all of it in $cache/cargo.log)"
fi
# Moved into place whole: one that is running is not written over.
for program in "${programs[@]}"; do
  cp "$cache/target/$profile/$program" "$cache/$program.new"
  mv "$cache/$program.new" "$cache/$program"
done
echo "$build" >"$cache/build"
echo "$hash" >"$cache/sources.sha256"
loud "built in $cache: ${programs[*]}"
