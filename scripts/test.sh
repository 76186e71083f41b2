#!/usr/bin/env bash
# Runs one of the suites with node --test: `test.sh quick|slow|postgres`.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

# Without cargo the tests of the lab's server are skipped and say so.
lab_server() { bash scripts/setup-origin.sh --quiet || true; }

# Files that start browsers, sandboxes or servers to kill take longest: begun first, none of them is still at work when all
# others are done.
longest_first() {
  local all long='^test/(end-to-end|web/browser|server/collection)/'
  all=$(sort)
  grep -E "$long" <<<"$all"
  grep -vE "$long" <<<"$all"
}

case "${1:-quick}" in
  quick)
    lab_server
    tsc --noEmit
    tsc --noEmit -p web
    tsc --noEmit -p extension
    biome check --error-on-warnings .
    files=$(find test -name '*.test.ts' ! -name '*.slow.test.ts' | longest_first)
    ;;
  slow)
    # Without a link its tests are skipped and say so.
    bash scripts/setup-link.sh --quiet --with-uml || true
    # Without a Firefox its tests are skipped and say so.
    bash scripts/setup-firefox.sh --quiet || true
    # Without Python packages their snippets, and the checks of data sets, are skipped and say so.
    bash scripts/setup-data-tools.sh --quiet || true
    lab_server
    files=$(find test -name '*.slow.test.ts' | longest_first)
    ;;
  postgres) exec bash scripts/test-postgres.sh ;;
  *) echo "test: unknown suite '$1' (known: quick, slow, postgres)" >&2; exit 64 ;;
esac

alone='^test/(lab/(link|load|run)|cli/(graph|replay)|end-to-end/(load|probe/truth)).*slow'
idle='^test/(end-to-end/probe/back-off|server/(http/slow-readers|collection/slow-sockets)).slow'
# shellcheck disable=SC2086 # the list is of our own file names, which have no spaces
exec node test/runner/run-tests.ts --alone "$alone" --idle "$idle" $files
