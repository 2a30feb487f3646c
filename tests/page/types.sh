#!/bin/sh
# types.sh SCRIPT…: the scripts of a page under the TypeScript compiler, from the npm package typescript, from the folder $SINEW_NODE_MODULES or the PATH.
tsc=${SINEW_NODE_MODULES:+$SINEW_NODE_MODULES/node_modules/.bin/tsc}
[ -x "$tsc" ] || tsc=$(command -v tsc) || { echo 'skipped: no TypeScript compiler'; exit 77; }
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cat "$@" >"$folder/page.js" # one script in the page
"$tsc" --noEmit --allowJs --checkJs --strict --target es2023 --lib es2023,dom,dom.iterable "$folder/page.js"
