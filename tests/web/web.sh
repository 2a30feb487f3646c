#!/bin/sh
# web.sh SINEW SOURCE PACKAGE FOLDER: the npm package in node, with three.js in Chromium, and its types under the TypeScript compiler.
command -v node >/dev/null || { echo 'skipped: no node'; exit 77; }
here=$(dirname "$0")
node "$here/package.mjs" "$@" && node "$here/mixer.mjs" "$@" && node "$here/three.mjs" "$@" && node "$here/crowd.mjs" "$@" || exit 1
tsc=${SINEW_NODE_MODULES:+$SINEW_NODE_MODULES/node_modules/.bin/tsc}
[ -x "$tsc" ] || tsc=$(command -v tsc) || { echo 'skipped: no TypeScript compiler'; exit 0; }
cp "$here/types.ts" "$3/README.md" "$4/" && cp "$3/"*.js "$3/"*.d.ts "$4/" || exit 1
cd "$4" || exit 1
set -- --noEmit --strict --target es2023 --lib es2023,dom,dom.iterable --module es2022 --moduleResolution bundler
# The README's examples: each in a block of its own, with the objects that it takes for granted.
{
    sed -n "/^import/{ /'three'/d; s,'@[a-z-]*/sinew','./sinew.js',; s,'@[a-z-]*/sinew/\\([a-z]*\\)','./\\1.js',; p; }" README.md
    echo "declare const model: import('./sinew.js').Model, mixer: import('./sinew.js').Mixer, pose: import('./sinew.js').Pose;"
    echo "declare const THREE: import('./three.js').ThreeModule, scene: { add(object: unknown): void }, file: File;"
    awk '/^```js/ { print "{"; on = 1; next } /^```/ { if (on) print "}"; on = 0 } on && !/^import/' README.md
} >readme.ts
[ "$(grep -c '^import' readme.ts)" -ge 3 ] || { echo 'the README has no examples'; exit 1; }
"$tsc" "$@" --allowImportingTsExtensions types.ts readme.ts || exit 1
mv sinew.d.ts declared.d.ts && rm import.d.ts three.d.ts && sed -i 's,./sinew.d.ts,./declared.d.ts,' three.js || exit 1
"$tsc" "$@" --allowJs --checkJs sinew.js module.js import.js three.js
