#!/usr/bin/env bash
# Builds dist/, which the npm package consists of: compiled JavaScript, and beside it, where the code looks for them, the
# dashboard, the recorded demonstration, kept results, the lab's plans and programs, and the set-up scripts.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"

bash scripts/setup.sh --quiet web
rm -rf dist
# Types are what `npm run check` is for: to check them here as well would take nine tenths of the time.
tsc -p tsconfig.package.json --noCheck
cp package.json dist/package.json
for kept in web/dist web/styles demo/recorded.sqlite papers/results lab/plans lab/load/plans lab/Cargo.toml lab/Cargo.lock lab/*/program lab/stacks/*; do
  mkdir -p "dist/$(dirname "$kept")"
  cp -R "$kept" "dist/$(dirname "$kept")/"
done
rm -rf dist/web/dist/.sources
for part in browser link origin packets sandbox stack-nginx stack-quiche; do cp "scripts/setup-$part.sh" dist/scripts/; done
cp scripts/setup-part.sh scripts/unpack-debs.sh scripts/build-stack.sh dist/scripts/
echo "build-package: dist/ is ready ($(find dist -type f | wc -l) files, $(du -sh dist | cut -f1))" >&2
