#!/bin/sh
# page.sh SCRIPT ARGUMENT…: runs page.mjs, viewer.mjs, report.mjs, limits.mjs or axe.mjs where there is a browser, and import.mjs, which needs none.
script=$1
shift
needed='node chromium'
[ "$script" != import.mjs ] || needed=node
for program in $needed; do
    command -v $program >/dev/null 2>&1 || { echo "skipped: no $program"; exit 77; }
done
exec node "$(dirname "$0")/$script" "$@"
