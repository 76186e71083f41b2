#!/usr/bin/env bash
# Builds the lab's server with Cloudflare's quiche, lab/stacks/quiche, for the level `server: quiche`. Its BoringSSL is
# compiled as well, which takes cmake, a C++ compiler and, for its bindings, libclang: that is unpacked into the cache folder
# where the machine has none. A run that finds everything there says nothing with --quiet.
set -euo pipefail

stack=quiche
duration='some five minutes of processor time'
folder=origin
. "$(dirname "$0")/setup-part.sh"
. scripts/build-stack.sh

need_tools() {
  command -v cmake >/dev/null || cannot 'BoringSSL is built by cmake, which is missing: install the package cmake'
  command -v c++ >/dev/null || cannot 'BoringSSL needs a C++ compiler, which is missing: install the package g++'
  # Debian's libclang comes without headers; the C compiler's are as good.
  BINDGEN_EXTRA_CLANG_ARGS="-isystem $(cc -print-file-name=include)"
  export BINDGEN_EXTRA_CLANG_ARGS
  if [ -n "${LIBCLANG_PATH:-}" ] || ldconfig -p 2>/dev/null | grep -q 'libclang[-.0-9]*\.so' ||
    compgen -G '/usr/lib/llvm-*/lib/libclang.so*' >/dev/null; then
    return
  fi
  LIBCLANG_PATH=$(unpacked_libclang) || exit
  # The libraries that it needs lie beside it.
  export LIBCLANG_PATH LD_LIBRARY_PATH="$LIBCLANG_PATH${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

# Folder of a libclang that is unpacked, not installed.
unpacked_libclang() (
  cache="$cache/libclang"
  root="$cache/root"
  libraries_without='dev'
  . scripts/unpack-debs.sh
  find_it() { find "$root" -name 'libclang-*.so.*' -type f -printf '%h\n' 2>/dev/null | head -n 1; }
  if [ ! -e "$root/.complete" ]; then
    command -v apt-cache >/dev/null || cannot 'libclang is missing: install it'
    # libclang-dev names the release's version of the compiler.
    version=$(apt-cache depends libclang-dev 2>/dev/null | sed -nE 's/.*Depends: libclang-([0-9]+)-dev/\1/p' | head -n 1)
    [ -n "$version" ] || cannot 'libclang is missing, and apt knows no libclang-dev: install libclang, or run apt-get update first'
    loud "unpacking libclang1-$version into $cache (about 6 MB, for BoringSSL's bindings)"
    unpack_packages "libclang1-$version" >&2
  fi
  find_it
)

build_stack
