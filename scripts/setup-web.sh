#!/usr/bin/env bash
# Builds the dashboard into web/dist, where its sources are newer than what stands there. With --quiet it says nothing
# where nothing is to be done.
set -euo pipefail

. "$(dirname "$0")/setup-part.sh"
export PATH="$PWD/node_modules/.bin:$PATH"

# What the dashboard is built from: its own files, the contract whose types it imports, figures, the text of its Method page.
sources() { find web advise figures server/contract model har docs/advise.schema.json docs/method.md docs/metrics.md docs/failures.md package-lock.json -type f ! -path 'web/dist/*' | LC_ALL=C sort; }
stamp=web/dist/.sources
now=$(sources | xargs cksum | cksum)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then
  say 'nothing to do: the dashboard is built'
  exit 0
fi
loud 'building the dashboard'
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! vite build web >"$log" 2>&1; then
  cat "$log" >&2
  loud 'the dashboard could not be built (see above)'
  exit 70
fi
echo "$now" >"$stamp"
