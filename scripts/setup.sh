#!/usr/bin/env bash
# Makes a fresh clone ready. `setup.sh [--quiet] [PART...]`: the npm packages (with Node 26 among them), and, only
# where asked for by name, the sandbox's web servers, a browser, the packet tools, the emulated link, the lab's server
# (optimised-origin: for measurements of what it costs), further servers of the lab (stack-*), the dashboard. Says what it does; does nothing twice.
set -euo pipefail
cd "$(dirname "$0")/.."

quiet=0
parts=()
for argument in "$@"; do
  case "$argument" in
    --quiet) quiet=1 ;;
    sandbox | browser | packets | link | origin | optimised-origin | web | stack-nginx | stack-quiche) parts+=("$argument") ;;
    *) echo "setup: unknown part '$argument' (known: sandbox, browser, packets, link, origin, optimised-origin, web, stack-nginx, stack-quiche)" >&2; exit 64 ;;
  esac
done

say() { echo "setup: $*" >&2; }
need() { command -v "$1" >/dev/null 2>&1 || { say "'$1' is missing: $2"; exit 69; }; }

# Two of them at once would install into the same node_modules. What a process left that was killed counts no longer.
lock=.cache/towline/set-up-by
wait_for_others() {
  mkdir -p .cache/towline
  local said=0 other
  until (set -o noclobber && echo $$ >"$lock") 2>/dev/null; do
    other=$(cat "$lock" 2>/dev/null || true)
    if [ -n "$other" ] && ! kill -0 "$other" 2>/dev/null; then
      rm -f "$lock"
      continue
    fi
    [ "$said" = 1 ] || say "waiting for another set-up of this clone (process $other)"
    said=1
    sleep 0.2
  done
}

install_packages() {
  need npm "install Node.js (any version from 20 on; the project brings its own Node 26 for itself)"
  local stamp=node_modules/.towline-lock
  if [ -f "$stamp" ] && cmp -s package-lock.json "$stamp"; then
    return
  fi
  say "installing the npm packages (Node 26 among them)"
  local log
  log=$(mktemp)
  # A browser is looked for, and fetched where there is none, only when one is needed (setup-browser.sh).
  if ! PUPPETEER_SKIP_DOWNLOAD=1 npm ci --no-audit --no-fund >"$log" 2>&1; then
    # npm 9, which Debian 13 has, writes ERR! where later ones write error.
    { grep -E '^npm (error|ERR!)' "$log" || cat "$log"; } | tail -n 20 >&2
    rm -f "$log"
    say "npm ci failed (see above)"
    exit 69
  fi
  rm -f "$log"
  # npm 9 links no program that the packages of several platforms have.
  local runtime
  for runtime in node_modules/node-*/bin/node; do
    [ ! -e "$runtime" ] || [ -e node_modules/.bin/node ] || ln -s "../${runtime#node_modules/}" node_modules/.bin/node
  done
  cp package-lock.json "$stamp"
}

# What needs nothing of npm is got beside it: web servers and packet tools by apt, one after the other, and the lab's
# programs by cargo, that of a link among them.
has() { local part; for part in ${parts[@]+"${parts[@]}"}; do [ "$part" != "$1" ] || return 0; done; return 1; }
set_up() {
  local part flags
  for part in "$@"; do
    has "$part" || continue
    flags=()
    [ "$quiet" = 0 ] || flags+=(--quiet)
    case "$part" in optimised-origin | link) ! has optimised-origin || flags+=(--optimised) ;; esac
    bash "scripts/setup-${part#optimised-}.sh" ${flags[@]+"${flags[@]}"} || return
  done
}
wait_for_others
trap 'rm -f "$lock"' EXIT
set_up sandbox packets stack-nginx & apt=$!
set_up link origin optimised-origin stack-quiche & cargo=$!
# Else they would be left behind by a Ctrl-C, or by a failure of npm.
trap 'kill "$apt" "$cargo" 2>/dev/null || true; rm -f "$lock"' EXIT
install_packages
wait "$apt"
set_up browser web
wait "$cargo"
trap 'rm -f "$lock"' EXIT
[ "$quiet" = 1 ] || say "ready: try 'npm run crawl -- --sandbox' or 'npm test'"
