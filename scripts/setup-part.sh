# To be sourced by scripts/setup-PART.sh, with its arguments: reads its options and goes to the clone's folder. The one that
# sources it may have set `options` (beside --quiet), `folder` (in the cache folder; default: PART) and `without` (what is the case
# where the part cannot be had: then its end is good, and it is said once). Sets `quiet`, `cache` and `warned`.
part=${0##*/}
part=${part%.sh}
known=(--quiet ${options:-})
given=" $* "
for argument in "$@"; do
  case " ${known[*]} " in
    *" $argument "*) ;;
    *) echo "$part: unknown option '$argument' (known: ${known[*]})" >&2; exit 64 ;;
  esac
done
is_given() { case "$given" in *" $1 "*) ;; *) return 1 ;; esac; }
quiet=0
! is_given --quiet || quiet=1

cd "$(dirname "$0")/.."
cache="${TOWLINE_CACHE:-$PWD/.cache/towline}/${folder:-${part#setup-}}"
warned="$cache/.told"
export PATH="$PATH:/usr/sbin:/sbin:${HOME:-/root}/.cargo/bin"

say() { [ "$quiet" = 1 ] || echo "$part: $*"; }
loud() { echo "$part: $*" >&2; }
cannot() {
  [ -n "${without:-}" ] || { loud "$*"; exit 69; }
  # Once: what cannot be had today is not to be read before every command.
  if [ ! -e "$warned" ] || [ "$quiet" = 0 ]; then
    loud "$*; $without"
    mkdir -p "$cache"
    touch "$warned"
  fi
  exit 0
}
# What could not be had before is tried again only where it was asked for.
end_if_tried() { [ "$quiet" = 0 ] || [ ! -e "$warned" ] || exit 0; }
