#!/bin/sh
# kept_options.sh SINEW COMPARE ANEW FOLDER…: exports each FBX 7 of the folders with options that change a part of the
# author's document. Only records of the classes that an option is about may differ, and poses, meshes and materials must
# be the source's. ANEW is the number of files that may be written anew instead, as a note says. FOLDER may be missing.
sinew=$1 compare=$2 allowed=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for folder; do [ -d "$folder" ] && find "$folder" -iname '*.fbx'; done | sort > "$work/files"
if [ ! -s "$work/files" ]; then
    echo "skipped: there is no corpus beside the project"
    exit 77
fi
files=0 differing=0 anew=0
source=$work/source.fbx out=$work/out.fbx
lengths=GlobalSettings,Definitions,Model,Geometry,NodeAttribute,Deformer,Pose,Constraint,AnimationCurveNode,AnimationCurve
axes=GlobalSettings,Model,Deformer,Pose,AnimationCurveNode,AnimationCurve,Connections
images=Definitions,Texture,Video,Connections
meshes=$images,Model,Geometry,NodeAttribute,Deformer,Cache,Material,LayeredTexture,Implementation,BindingTable,BindingOperator,AnimationCurveNode,AnimationCurve

# check CLASSES DIFF-OPTIONS COMMAND…: the command writes $out from $source.
check() {
    classes=$1 with=$2 status=0
    shift 2
    files=$((files + 1))
    "$sinew" "$@" -o "$out" < /dev/null > "$work/report" 2>&1 || status=1
    if grep -q 'written anew' "$work/report"; then
        anew=$((anew + 1))
        echo "$path: $*: $(grep 'written anew' "$work/report")"
        return
    fi
    [ $status != 0 ] || "$compare" "$source" "$out" -except "$classes" > "$work/report" || status=$?
    # shellcheck disable=SC2086 # several words
    [ $status != 0 ] || "$sinew" diff "$source" "$out" $with < /dev/null > "$work/report" 2>&1 || status=$?
    [ $status = 0 ] && return
    echo "$path: $*"
    cat "$work/report"
    differing=$((differing + 1))
}

while read -r path; do
    cp "$path" "$source" && chmod u+w "$source" # beside it, links of images stay
    status=0
    "$compare" "$source" "$source" > /dev/null || status=$?
    [ $status != 77 ] || continue
    check "$meshes" '' export "$source" --no-mesh
    check "$images" '--meshes --materials' export "$source" --textures embed
    check "$images" --meshes export "$source" --textures link # embedded images are lost, as a note says
    check "$lengths" '--meshes --materials' export "$source" --unit m
    check "$axes" '--meshes --materials' export "$source" --up Z
    check "$axes" '--meshes --materials' export "$source" --up Y
    "$sinew" edit "$source" --scale 2.5 -o "$work/larger.fbx" < /dev/null > "$work/report" 2>&1 || cat "$work/report"
    if grep 'written anew' "$work/report"; then
        anew=$((anew + 1))
    else
        check "$lengths" '--meshes --materials' edit "$work/larger.fbx" --scale 0.4
    fi
done < "$work/files"
echo "$files exports, $differing differ, $anew written anew"
[ $differing = 0 ] && [ "$anew" -le "$allowed" ]
