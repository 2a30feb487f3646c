#!/bin/sh
# kernels.sh SINEW NATIVE MODULE FOLDER: locals, palettes, skinned vertices and a crowd that the portable kernel computes as WebAssembly
# equal the kernel's results on this processor bit for bit. NATIVE and MODULE are test_runtime for both.
set -eu
sinew=$1 native=$2 module=$3
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null 2>&1 || { echo 'skipped: no node'; exit 77; }
mkdir -p "$4"
cd "$4"
for model in samples/character.fbx samples/face.fbx tests/data/arm.fbx; do
    "$sinew" bake "$here/../../$model" -o "$(basename "$model").sinew" >/dev/null
done
"$native" ./*.sinew >native.out
node --no-warnings "$here/../runtime/run_wasi.mjs" "$module" ./*.sinew >module.out
for output in native.out module.out; do
    tail -n 1 "$output" | grep -qx passed || { echo "$output: not all was computed"; exit 1; }
done
sed -n '/^[a-z]* portable /p' native.out >wanted
sed -n '/^[a-z]* portable /p' module.out >found
diff wanted found
