#!/usr/bin/env bash
# The step of action.yml: checks a page or gives advice on it, puts what was printed into the job's summary, and ends with the command's exit code.
set -uo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
folder=${CHECK_FOLDER:-towline-check}
mkdir -p "$folder" || exit 74
command=${CHECK_COMMAND:-check}
case $command in
  check) own=("--rounds=${CHECK_ROUNDS:-6}") ;;
  advise) own=("--report=$folder/advise.html") ;;
  *) echo "command: check or advise, not '$command'" >&2; exit 64 ;;
esac
arguments=("$command" "${own[@]}" "--folder=$folder" "--json=$folder/$command.json" "--junit=$folder/$command.xml")
# A runner gives no root, and so no packet filter; the page is that of who runs the action.
[ "$(id -u)" = 0 ] || arguments+=(--unconfined)
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("--assert=$line")
done <<< "${CHECK_ASSERT:-}"
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("$line")
done <<< "${CHECK_ARGUMENTS:-}"

"${TOWLINE_PROGRAM:-$root/towline}" "${arguments[@]}" -- "${CHECK_URL:?the URL of a page}" | tee "$folder/$command.txt"
code=${PIPESTATUS[0]}

printf '%s\n' "json=$folder/$command.json" "junit=$folder/$command.xml" "exit-code=$code" >> "${GITHUB_OUTPUT:-/dev/null}"
{
  printf '### towline %s\n\n' "$command"
  # Indented, so that nothing a site says of itself is read as Markdown.
  sed 's/^/    /' "$folder/$command.txt"
} >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
