#!/usr/bin/env bash
# Installs DuckDB and pandas, for the tests of docs/data.md alone, into a virtual environment in .cache/towline/data-tools.
# Where that is not possible it says so once and ends well: the tests are skipped and say why. With --quiet it says nothing
# where nothing is to be done.
set -euo pipefail

quiet=0
[ "${1:-}" = --quiet ] && quiet=1
cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/data-tools"

say() { [ "$quiet" = 1 ] || echo "setup-data-tools: $*"; }
loud() { echo "setup-data-tools: $*" >&2; }
cannot() {
  loud "$*; snippets for DuckDB and pandas are not run"
  mkdir -p "$cache"
  touch "$cache/.told"
  exit 0
}

if [ -e "$cache/.complete" ]; then
  say 'nothing to do: DuckDB and pandas are there'
  exit 0
fi
[ "$quiet" = 1 ] && [ -e "$cache/.told" ] && exit 0
command -v python3 >/dev/null || cannot 'there is no python3'
loud "installing DuckDB and pandas into $cache (about 60 MB)"
mkdir -p "$cache"
python3 -m venv "$cache" >"$cache/log" 2>&1 || cannot "python3 makes no virtual environment: $(tail -n 1 "$cache/log")"
"$cache/bin/pip" install -q --disable-pip-version-check duckdb==2.0.0 pandas==3.1.1 >"$cache/log" 2>&1 ||
  cannot "pip failed: $(tail -n 1 "$cache/log")"
touch "$cache/.complete"
