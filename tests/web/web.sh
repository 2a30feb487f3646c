#!/bin/sh
# web.sh SINEW SOURCE PACKAGE FOLDER: the npm package in node, with three.js in Chromium, and its types under the TypeScript compiler.
command -v node >/dev/null || { echo 'skipped: no node'; exit 77; }
here=$(dirname "$0")
node "$here/package.mjs" "$@" && node "$here/mixer.mjs" "$@" && node "$here/three.mjs" "$@" || exit 1
tsc=${SINEW_NODE_MODULES:+$SINEW_NODE_MODULES/node_modules/.bin/tsc}
[ -x "$tsc" ] || tsc=$(command -v tsc) || { echo 'skipped: no TypeScript compiler'; exit 0; }
cp "$here/types.ts" "$4/" && cp "$3/"*.js "$3/"*.d.ts "$4/" || exit 1
cd "$4" || exit 1
set -- --noEmit --strict --target es2023 --lib es2023,dom,dom.iterable --module es2022 --moduleResolution bundler
"$tsc" "$@" --allowImportingTsExtensions types.ts || exit 1
mv sinew.d.ts declared.d.ts && rm import.d.ts three.d.ts && sed -i 's,./sinew.d.ts,./declared.d.ts,' three.js || exit 1
"$tsc" "$@" --allowJs --checkJs sinew.js module.js import.js three.js
