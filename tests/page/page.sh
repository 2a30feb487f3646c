#!/bin/sh
# page.sh SCRIPT SINEW SOURCE FOLDER: runs page.mjs, report.mjs or axe.mjs where there is a browser.
script=$1
shift
for program in node chromium; do
    command -v $program >/dev/null 2>&1 || { echo "skipped: no $program"; exit 77; }
done
exec node "$(dirname "$0")/$script" "$@"
