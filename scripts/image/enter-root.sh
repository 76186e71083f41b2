#!/usr/bin/env bash
# enter-root.sh ROOT USER FOLDER [FROM:TO...] -- COMMAND...: a command in another root, for `unshare --mount --pid --fork`:
# what is mounted here goes with that namespace. FROM of this machine is shown at TO.
set -euo pipefail
root=$1 user=$2 folder=$3
shift 3
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
while [ "$1" != -- ]; do
  # Resolved in the root: its links, such as /var/run, would lead out of it.
  from=${1%%:*} to=$root$(chroot "$root" realpath --canonicalize-missing "${1#*:}")
  if [ -d "$from" ]; then mkdir -p "$to"; else mkdir -p "$(dirname "$to")" && touch "$to"; fi
  mount --bind "$from" "$to"
  shift
done
shift
exec chroot --userspec="$user" "$root" env --chdir="$folder" "$@"
