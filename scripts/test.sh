#!/usr/bin/env bash
# Sets up what a suite needs and runs it: `test.sh quick|slow|nightly|postgres`. The last lines say how long set-up and tests
# took, which tests did not run, for what, and how to get it.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH:${HOME:-/root}/.cargo/bin"

# Files that start browsers, sandboxes or servers to kill take longest: begun first, none of them is still at work when all
# others are done.
longest_first() {
  local all long='^test/(end-to-end|hostile|web/browser|server/collection|record/live|cli/(demo|exit|follow|record)|crawler/probe|server/(checks|defaults)|papers|fleet|lab/run)/'
  all=$(sort)
  grep -E "$long" <<<"$all" || true
  grep -vE "$long" <<<"$all" || true
}
has_cargo() { command -v cargo >/dev/null; }

parts=(sandbox browser packets web)
# Without cargo the tests of the lab's programs are skipped and say so; with it a build that fails is a failure.
if has_cargo; then parts+=(origin); fi
checks=()
at_once=3
case "${1:-quick}" in
  quick)
    at_once=4
    bash scripts/setup.sh --quiet "${parts[@]}"
    # One thread each: two threads that check the same types cost twice the processor time of one, which the tests need.
    types=.cache/towline/types
    mkdir -p "$types"
    for project in . web extension; do
      checks+=(--check "tsc --noEmit --singleThreaded --incremental --tsBuildInfoFile $types/${project/./root}.tsbuildinfo -p $project")
    done
    checks+=(--check 'biome check --error-on-warnings .')
    if has_cargo; then checks+=(--check 'npm run --silent test:rust'); fi
    files=$(find test -name '*.test.ts' ! -name '*.slow.test.ts' ! -name '*.nightly.test.ts' | longest_first)
    ;;
  slow | nightly)
    bash scripts/setup.sh --quiet "${parts[@]}"
    # Without a link, another server or a Firefox their tests are skipped and say so.
    bash scripts/setup-link.sh --quiet --with-uml || true
    bash scripts/setup-stack-nginx.sh --quiet || true
    bash scripts/setup-firefox.sh --quiet || true
    if [ "$1" = nightly ]; then
      # Nothing else needs Python's packages, 700 MB.
      bash scripts/setup-data-tools.sh --quiet || true
      # Nothing else compiles the server with quiche against what it shares with ours.
      if has_cargo; then bash scripts/setup.sh --quiet stack-quiche; fi
    fi
    if [ "$1" = slow ] && command -v clippy-driver >/dev/null; then checks+=(--check 'npm run --silent check:rust'); fi
    files=$(find test -name "*.$1.test.ts" | longest_first)
    ;;
  postgres)
    bash scripts/setup.sh --quiet
    exec bash scripts/test-postgres.sh
    ;;
  *) echo "test: unknown suite '$1' (known: quick, slow, nightly, postgres)" >&2; exit 64 ;;
esac
set_up_seconds=$SECONDS

# Files of one folder share a process, those of the dashboard a server and a browser as well, unless they kill or crowd.
own_process='^test/end-to-end/|^test/([^w]|w[^e]).*\.slow\.test\.ts$|\.nightly\.test\.ts$'
# A survey of the whole sandbox has time limits, a link a rate, and what a graph guesses goes by time: other work makes them miss.
# What only counts over a link without a rate is right beside it.
alone='^test/(end-to-end/survey/(sandbox-truth\.test|quic-clients)|(lab/(link/measure|load/planted|run/(?!udp-paths|early-hints)|graph/lab-pages|replay/(replay-hard|live-pages|recorded-window))|cli/(graph|replay)|crawler/probe/(load/(odd-pages|https-record-page|packets-of-ports)|packets/dissect)|end-to-end/(load|probe/truth)).*(slow|nightly))'
idle='^test/(server/(http/slow-readers|collection/slow-sockets)|end-to-end/checks/killed-server|crawler/probe/browser/private-addresses|cli/demo/demo).slow'
# shellcheck disable=SC2086 # the list is of our own file names, which have no spaces
exec node test/runner/run-tests.ts --at-once "$at_once" --set-up-seconds "$set_up_seconds" \
  --own-process "$own_process" --alone "$alone" --idle "$idle" ${checks[@]+"${checks[@]}"} $files
