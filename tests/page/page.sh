#!/bin/sh
# page.sh SINEW SOURCE FOLDER: runs page.mjs where there is a browser.
for program in node chromium; do
    command -v $program >/dev/null 2>&1 || { echo "skipped: no $program"; exit 77; }
done
exec node "$(dirname "$0")/page.mjs" "$@"
