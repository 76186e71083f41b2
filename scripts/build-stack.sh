# To be sourced: builds a stack of lab/stacks, which is the lab's server with another QUIC, by cargo into
# .cache/towline/origin, and again when its sources have changed. The one that sources it sets `stack` (its folder in
# lab/stacks) and `duration` (as a reader is told), has sourced scripts/setup-part.sh, and defines `need_tools`, which gets or
# asks for what cargo needs beside a C compiler.
program="towline-$stack"
# The order of the files is part of the hash, which lab/process/find-program.ts computes too.
export LC_ALL=C

build_stack() {
  local hash
  hash=$(cat lab/Cargo.toml lab/Cargo.lock lab/*/program/Cargo.toml lab/*/program/src/*.rs "lab/stacks/$stack/Cargo.toml" \
    "lab/stacks/$stack"/src/*.rs | sha256sum | cut -d ' ' -f 1)
  if [ -x "$cache/$program" ] && [ "$(cat "$cache/$program.sha256" 2>/dev/null)" = "$hash" ]; then
    say "nothing to do: $program is there"
    return
  fi
  command -v cargo >/dev/null || cannot 'cargo is missing: install Rust 1.88 or newer (https://rustup.rs)'
  command -v cc >/dev/null || cannot 'a C compiler is missing: install the packages gcc and libc6-dev'
  need_tools
  mkdir -p "$cache"
  loud "building $program into $cache by cargo ($duration, once)"
  if ! cargo build --profile quick --locked --manifest-path lab/Cargo.toml --target-dir "$cache/target" --package "$program" \
    >"$cache/$program.log" 2>&1; then
    cannot "cargo could not build it: $(grep -m 1 '^error' "$cache/$program.log" || tail -n 1 "$cache/$program.log") (all of it in $cache/$program.log)"
  fi
  # Moved into place whole: one that is running is not written over.
  cp "$cache/target/quick/$program" "$cache/$program.new"
  mv "$cache/$program.new" "$cache/$program"
  echo "$hash" >"$cache/$program.sha256"
  loud "built $cache/$program"
}
