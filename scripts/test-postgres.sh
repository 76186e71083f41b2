#!/usr/bin/env bash
# Runs the database tests on a throw-away PostgreSQL: the distribution's server, on a Unix socket in a temporary
# folder. `--run COMMAND...` runs that instead, with such a server. Installs nothing: packages that are not there are
# unpacked into the project's cache. Leaves nothing running.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

cache="$PWD/${TOWLINE_CACHE:-.cache/towline}/postgres"
case "${TOWLINE_CACHE:-}" in /*) cache="$TOWLINE_CACHE/postgres" ;; esac
say() { echo "test-postgres: $*" >&2; }

# Prints the folder of initdb and postgres: the machine's own, else the unpacked one.
find_server() {
  local found
  for found in /usr/lib/postgresql/*/bin "$cache"/usr/lib/postgresql/*/bin; do
    [ -x "$found/initdb" ] && [ -x "$found/postgres" ] && echo "$found" && return
  done
  return 1
}

unpack_server() {
  command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1 || {
    say "no PostgreSQL server here, and no apt-get to fetch one: install the package postgresql"
    exit 69
  }
  local version package
  version=$(apt-cache depends postgresql | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | head -1)
  [ -n "$version" ] || { say "apt knows no package postgresql: run apt-get update"; exit 69; }
  say "unpacking postgresql-$version into $cache"
  mkdir -p "$cache/packages"
  # The server, and whatever apt would install with it that is not there yet.
  local packages
  packages=$(
    echo "postgresql-$version"
    apt-get -qq -s install --no-install-recommends "postgresql-$version" | sed -n 's/^Inst \([^ ]*\).*/\1/p'
  )
  for package in $(sort -u <<<"$packages"); do
    (cd "$cache/packages" && apt-get -qq download "$package") || { say "cannot fetch $package"; exit 69; }
  done
  for package in "$cache"/packages/*.deb; do dpkg -x "$package" "$cache"; done
}

[ "${TOWLINE_POSTGRES:-}" = unpack ] && server='' || server=$(find_server || true)
if [ -z "$server" ]; then
  [ -x "$(echo "$cache"/usr/lib/postgresql/*/bin/initdb)" ] || unpack_server
  server=$(echo "$cache"/usr/lib/postgresql/*/bin)
  libraries=$(find "$cache/usr/lib" -maxdepth 2 -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
fi

# In memory where there is room for it: a disk's journal makes a database that lives for a second cost many times as much.
if [ "$(df -Pk /dev/shm 2>/dev/null | awk 'END { print $4 }')" -ge $((2 * 1024 * 1024)) ] 2>/dev/null; then memory=/dev/shm; fi
folder=$(mktemp -d "${TMPDIR:-${memory:-/tmp}}/towline-postgres.XXXXXX")
pid=''
finish() {
  if [ -n "$pid" ]; then
    # SIGINT is PostgreSQL's fast shutdown.
    kill -INT "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap finish EXIT

# PostgreSQL refuses to run as root: then it runs as nobody, who must be able to reach its folder; where nobody cannot reach
# the server, as below root's own folder, as root without any right.
as=()
if [ "$(id -u)" = 0 ]; then
  as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
  if "${as[@]}" test -x "$server/initdb"; then chown nobody:nogroup "$folder"; else as=(unshare --user --map-user=65534 --); fi
fi
run() { LD_LIBRARY_PATH="${libraries:-}" "${as[@]}" "$@"; }

(cd "$folder" && run "$server/initdb" --pgdata="$folder/data" --username=towline --auth=trust --encoding=UTF8 --no-locale --no-sync >"$folder/initdb.log" 2>&1) || {
  cat "$folder/initdb.log" >&2
  exit 70
}
(cd "$folder" && run cp -a data cluster)
# Nothing outlives the server, and no database lives long enough to be tidied up.
settings=(-c jit=off -c autovacuum=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c synchronous_commit=off)
(cd "$folder" && LD_LIBRARY_PATH="${libraries:-}" exec "${as[@]}" "$server/postgres" -D "$folder/data" -k "$folder" -h '' -F "${settings[@]}" >"$folder/server.log" 2>&1) &
pid=$!
for _ in $(seq 600); do
  [ -S "$folder/.s.PGSQL.5432" ] && break
  kill -0 "$pid" 2>/dev/null || { cat "$folder/server.log" >&2; exit 70; }
  sleep 0.1
done

# For tests that need a server of their own, to kill it: words to run one of its programs with, their folder, and what initdb
# made, to be copied.
export TEST_POSTGRES_RUN="env LD_LIBRARY_PATH=${libraries:-} ${as[*]}" TEST_POSTGRES_BIN="$server" TEST_POSTGRES_CLUSTER="$folder/cluster"
export TEST_DATABASE_URL="postgres://towline@localhost/postgres?host=$folder"
if [ "${1:-}" = --run ]; then
  shift
  "$@"
  exit
fi
files=${*:-$(grep -rlE 'onEveryDatabase|onOwnPostgres' test --include=*.test.ts | grep -v "\.slow\.test\.ts$" | sort)}
# shellcheck disable=SC2086 # the list is of our own file names, which have no spaces
node test/runner/run-tests.ts --only PostgreSQL $files
