#!/usr/bin/env bash
# Makes demo/recorded.sqlite, the data set that `npm run demo` shows where no sandbox can be opened: a survey of the
# sandbox and loads of eight of its sites behind an emulated link.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/setup.sh --quiet sandbox browser packets link
export PATH="$PWD/node_modules/.bin:$PATH"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
node scripts/towline.ts crawl --sandbox --link rtt=50ms,down=20,up=10 --rounds 15 --select 8 --pause 300ms \
  --vantage 'sandbox behind 50 ms, 20/10 Mbit/s' --database "$folder/demo.sqlite"
mkdir -p demo
node scripts/shrink-demo.ts "$folder/demo.sqlite" demo/recorded.sqlite
