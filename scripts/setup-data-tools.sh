#!/usr/bin/env bash
# Installs what only tests of data need, into virtual environments in .cache/towline/data-tools: DuckDB and pandas for the
# snippets of docs/data.md, and Frictionless, mlcroissant and cffconvert, which check data sets (the last in an environment of
# its own, as it wants another jsonschema). Where that is not possible it says so once and ends well: the tests are skipped
# and say why. With --quiet it says nothing where nothing is to be done.
set -euo pipefail

# DuckDB's Python needs pytz for times with a zone.
packages='duckdb==2.0.0 pytz==2026.6 pandas==3.1.1 pyarrow==26.0.1 frictionless==5.21.0 mlcroissant==1.1.1'
citation_packages='cffconvert==2.0.0'

without='snippets for DuckDB and pandas are not run, and data sets are not checked'
. "$(dirname "$0")/setup-part.sh"

# What was installed, by name and version.
if [ "$(cat "$cache/.complete" 2>/dev/null)" = "$packages $citation_packages" ]; then
  say 'nothing to do: everything is there'
  exit 0
fi
end_if_tried
command -v python3 >/dev/null || cannot 'there is no python3'
loud "installing $packages $citation_packages into $cache (about 700 MB)"
mkdir -p "$cache"

install() {
  python3 -m venv "$1" >"$cache/log" 2>&1 || cannot "python3 makes no virtual environment: $(tail -n 1 "$cache/log")"
  # shellcheck disable=SC2086 # names without spaces
  "$1/bin/pip" install -q --disable-pip-version-check $2 >"$cache/log" 2>&1 ||
    cannot "pip failed: $(tail -n 1 "$cache/log")"
}
install "$cache" "$packages"
install "$cache/citation" "$citation_packages"
echo "$packages $citation_packages" >"$cache/.complete"
