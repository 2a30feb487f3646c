# GLB and FBX files as other programs read them: the Khronos validator and three.js, in Node, and Autodesk's FBX SDK. Needs in the environment: CHECK_GLB, CHECK_FBX,
# CHECK_READ and SINEW_NODE_MODULES, a folder with the result of `npm install gltf-validator three fbx2gltf`.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
CORPUS=$DATA/../../../shared/corpus
if ! command -v node >/dev/null; then
    skip_line 'node is not installed'
    exit 0
fi

# exported FILE [CLIP]: exports FILE, and compares joints and vertices of a clip. The times are not on frames: at the time when a stepped curve
# jumps, the rounding of the times to single precision decides.
exported() {
    case_words="export $1"
    clip=${2:-#1}
    set -- "$1" --clip "$clip" --at 0% --at 13.1% --at 37.3% --at 71.7% --at 98.9%
    rm -f pose-*.obj
    "$SINEW" export "$1" -o model.glb 2>.stderr || fail "$(cat .stderr)"
    "$SINEW" info "$1" --json >info.json 2>.stderr || fail "$(cat .stderr)"
    "$SINEW" pose "$@" --what global --format jsonl >poses.jsonl 2>.stderr || fail "$(cat .stderr)"
    "$SINEW" export "$@" -o 'pose-{number}.obj' >.stdout 2>.stderr || fail "$(cat .stderr)"
    node --no-warnings "$CHECK_GLB" model.glb info.json poses.jsonl pose-*.obj >.report 2>&1
    case $? in
    0) ;;
    77)
        skip_line "$(cat .report)"
        exit 0
        ;;
    *) fail "$(cat .report)" ;;
    esac
}

# portable FILE CLIP SIZE: exports FILE as portable FBX, binary and text, and compares the joints at its frames.
portable() {
    "$SINEW" pose "$1" --clip "$2" --range start..end --step 5f --what global --format jsonl >poses.jsonl 2>.stderr || fail "$(cat .stderr)"
    for form in fbx fbx-ascii; do
        case_words="export $1 as portable $form"
        "$SINEW" export "$1" --curves portable --format $form -o model.fbx 2>.stderr || fail "$(cat .stderr)"
        node --no-warnings "$CHECK_FBX" model.fbx poses.jsonl "$3" >.report 2>&1 || fail "$(cat .report)"
    done
}

# sdk FILE FORMAT: exports FILE as faithful FBX, then converts it with FBX2glTF to a glb with the SDK's poses at 60 frames per second. Joints have FILE's positions, in all clips.
FBX2GLTF=$SINEW_NODE_MODULES/node_modules/fbx2gltf/bin/Linux/FBX2glTF
sdk() {
    case_words="export $1 as faithful fbx"
    "$SINEW" export "$1" --format "$2" -o model.fbx 2>.stderr || fail "$(cat .stderr)"
    "$FBX2GLTF" --binary --anim-framerate bake60 -i model.fbx -o sdk.glb >.report 2>&1 || fail "$(cat .report)"
    "$SINEW" diff "$1" sdk.glb --json 2>.stderr | python3 -c 'import json, sys
for clip in json.load(sys.stdin)["clips"]:
    worst = clip["worst_distance"]
    if not worst["cm"] <= 1e-3: sys.exit("%s: %s" % (clip["clip"], worst))' >.report 2>&1 || fail "$(cat .report)"
}

# compressed FILE: exports FILE compressed, which three.js and sinew read with the positions of the uncompressed file, to half the usual error each.
compressed() {
    case_words="export $1 --compress"
    "$SINEW" export "$1" --error 5e-5 -o plain.glb 2>.stderr || fail "$(cat .stderr)"
    "$SINEW" export "$1" --error 5e-5 --compress -o small.glb 2>.stderr || fail "$(cat .stderr)"
    node --no-warnings "$CHECK_READ" "$SINEW" small.glb plain.glb >.report 2>&1 || fail "$(cat .report)"
    node --no-warnings "$CHECK_READ" "$SINEW" small.glb >.report 2>&1 || fail "$(cat .report)"
}
exported "$SAMPLES/character.fbx" wave
for sample in walk character face; do compressed "$SAMPLES/$sample.fbx"; done
portable "$SAMPLES/character.fbx" wave 195
exported "$SAMPLES/walk.fbx"
exported "$SAMPLES/face.fbx"
if [ -x "$FBX2GLTF" ]; then
    sdk "$SAMPLES/character.fbx" fbx # its events are custom properties
    sdk "$SAMPLES/walk.fbx" fbx-ascii
else
    skip_line 'the npm package fbx2gltf is missing: the FBX SDK reads no file'
fi

# Several meshes, other axes and units, pivots, morphs with in-betweens, steps, more than four weights, scales that are not inherited.
if [ -d "$CORPUS" ]; then
    for file in truth/max2009_blob_6100_binary truth/max_transformed_skin_7500_binary truth/maya_pivot_offset_7700_binary \
        truth/maya_blend_inbetween_7500_binary truth/motionbuilder_sausage_rrss_7700_binary sampled/maya_anim_interpolation_7700_binary \
        sampled/animation_with_skeleton sampled/huesitos sampled/blender_293_barbarian_7400_binary; do
        exported "$CORPUS/$file.fbx"
    done
else
    skip_line 'no corpus beside the project: only the samples are compared'
fi
finish
