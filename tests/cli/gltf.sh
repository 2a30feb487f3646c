# GLB files as other programs read them: the Khronos validator and three.js, in Node. Needs in the environment: CHECK_GLB, and
# SINEW_NODE_MODULES, a folder in which `npm install gltf-validator three` has run.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
if ! command -v node >/dev/null; then
    skip_line 'node is not installed'
    exit 0
fi

# exported NAME CLIP SIZE: exports samples/NAME.fbx, and compares a clip; SIZE is the character's diagonal in metres.
exported() {
    "$SINEW" export "$SAMPLES/$1.fbx" -o "$1.glb" 2>.stderr || fail "export $1: $(cat .stderr)"
    "$SINEW" pose "$SAMPLES/$1.fbx" --clip "$2" --range start..end --step 0.1 --what global --format jsonl >poses.jsonl 2>.stderr
    "$SINEW" pose "$SAMPLES/$1.fbx" --clip "$2" --at 37% --what global --format jsonl >>poses.jsonl 2>.stderr
    "$SINEW" export "$SAMPLES/$1.fbx" --clip "$2" --at 37% -o pose.obj 2>.stderr || fail "pose of $1: $(cat .stderr)"
    node --no-warnings "$CHECK_GLB" "$1.glb" "$3" poses.jsonl pose.obj >.report 2>&1
    case $? in
    0) ;;
    77) skip_line "$(cat .report)" ;;
    *) fail "$(cat .report)" ;;
    esac
}
exported character wave 1
exported walk walk 1
exported face expressions 0.4
finish
