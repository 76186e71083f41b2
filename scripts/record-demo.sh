#!/usr/bin/env bash
# Makes demo/recorded.sqlite, the data set that `npm run demo` opens on: a survey of the sandbox, loads of eight of its
# sites behind an emulated link, a lab run, a short load run, and a field release that is made up and says so.
#
# TOWLINE_DEMO_ROUNDS, TOWLINE_DEMO_SITES, TOWLINE_DEMO_LAB_ROUNDS and TOWLINE_DEMO_FILE change its size and where it is
# written, for a trial. Nothing else may run on the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${TOWLINE_DEMO_ROUNDS:-15}
sites=${TOWLINE_DEMO_SITES:-8}
lab_rounds=${TOWLINE_DEMO_LAB_ROUNDS:-10}
file=${TOWLINE_DEMO_FILE:-demo/recorded.sqlite}
bash scripts/setup.sh --quiet sandbox browser packets link origin
export PATH="$PWD/node_modules/.bin:$PATH"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
database=$folder/demo.sqlite
node scripts/towline.ts crawl --sandbox --link rtt=50ms,down=20,up=10 --rounds "$rounds" --select "$sites" --pause 300ms \
  --vantage 'recorded: sandbox behind 50 ms, 20/10 Mbit/s' --database "$database"
node scripts/towline.ts lab run quick --rounds "$lab_rounds" --database "$database"
node scripts/towline.ts load run quick --database "$database"
node scripts/add-synthetic-field.ts "$database"
mkdir -p "$(dirname "$file")"
node scripts/shrink-demo.ts "$database" "$file"
ls -l "$file"
