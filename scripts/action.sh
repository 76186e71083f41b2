#!/usr/bin/env bash
# The step of action.yml: checks a page, puts what was printed into the job's summary, and ends with the check's exit code.
set -uo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
folder=${CHECK_FOLDER:-towline-check}
mkdir -p "$folder" || exit 74
arguments=(check "--rounds=${CHECK_ROUNDS:-6}" "--folder=$folder" "--json=$folder/check.json" "--junit=$folder/check.xml")
# A runner gives no root, and so no packet filter; the page is that of who runs the action.
[ "$(id -u)" = 0 ] || arguments+=(--unconfined)
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("--assert=$line")
done <<< "${CHECK_ASSERT:-}"
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("$line")
done <<< "${CHECK_ARGUMENTS:-}"

"${TOWLINE_PROGRAM:-$root/towline}" "${arguments[@]}" -- "${CHECK_URL:?the URL of a page}" | tee "$folder/check.txt"
code=${PIPESTATUS[0]}

printf '%s\n' "json=$folder/check.json" "junit=$folder/check.xml" "exit-code=$code" >> "${GITHUB_OUTPUT:-/dev/null}"
{
  printf '### towline check\n\n'
  # Indented, so that nothing a site says of itself is read as Markdown.
  sed 's/^/    /' "$folder/check.txt"
} >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
