# GLB files as exporters write them, read as three.js reads them, in Node. Needs in the environment: GLTF, the folder of the scripts, and
# SINEW_NODE_MODULES, a folder with the result of `npm install gltf-validator three meshoptimizer draco3d`.
. "$SCRIPTS/check.sh"
if ! command -v node >/dev/null; then
    skip_line 'node is not installed'
    exit 0
fi
# ended REPORT CODE: skips the rest if a package is missing.
ended() {
    case $2 in
    0) ;;
    77)
        skip_line "$(cat "$1")"
        exit 0
        ;;
    *) fail "$(cat "$1")" ;;
    esac
}
case_words='the files'
node --no-warnings "$GLTF/make_gltf.mjs" . >.report 2>&1
ended .report $?
for file in plain mirrored names skins primitives clips sparse quantised meshopt draco grid; do
    case_words=$file.glb
    reference=
    [ ! -f $file.reference.glb ] || reference=$file.reference.glb
    node --no-warnings "$GLTF/check_read.mjs" "$SINEW" $file.glb $reference >.report 2>&1
    ended .report $?
done
finish
