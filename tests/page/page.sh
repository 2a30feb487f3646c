#!/bin/sh
# page.sh SCRIPT ARGUMENT…: runs page.mjs, viewer.mjs, report.mjs, limits.mjs, touch.mjs or axe.mjs if there is a browser, and import.mjs, which
# needs none. The browser is Chromium, or with SINEW_BROWSER=firefox Firefox under Xvfb.
script=$1
shift
needed='node chromium'
[ "$SINEW_BROWSER" != firefox ] || needed='node firefox-esr Xvfb'
[ "$script" != import.mjs ] || needed=node
for program in $needed; do
    command -v $program >/dev/null 2>&1 || { echo "skipped: no $program"; exit 77; }
done
if [ "$SINEW_BROWSER" = firefox ]; then
    node -e 'globalThis.WebSocket || require("/usr/share/nodejs/ws")' 2>/dev/null || { echo 'skipped: no node-ws'; exit 77; }
fi
exec node "$(dirname "$0")/$script" "$@"
