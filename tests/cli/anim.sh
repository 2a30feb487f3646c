# --anim: the clips of one file on the mesh of another.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
cp "$SAMPLES/character_mesh.fbx" "$SAMPLES/character_anim.fbx" "$SAMPLES/character.fbx" "$SAMPLES/walk.fbx" "$SAMPLES/face.fbx" "$DATA/arm.fbx" .
mkdir textures && cp "$SAMPLES/textures/character.png" textures

# On the file that the animation was extracted from, the result has the same bytes. The file without clips has another rest pose, and its
# bone lengths differ in the last digits that the exporter wrote.
for clip in idle walk wave; do
    for time in 0 37% 100%; do
        "$SINEW" export character.fbx --clip "*$clip" --at $time -o own.obj || fail "export"
        "$SINEW" export character.fbx --anim character_anim.fbx --clip "*$clip" --at $time -o same.obj || fail "export --anim"
        "$SINEW" export character_mesh.fbx --anim character_anim.fbx --clip "*$clip" --at $time -o mesh.obj || fail "export --anim"
        case_words="export --anim ($clip at $time)"
        cmp -s own.obj same.obj || fail "the vertices are not the same"
        paste own.obj mesh.obj | awk '/^v / { for (i = 2; i <= 4; ++i) if (($i - $(i + 4)) ^ 2 > 1e-6) far = 1; ++count }
            END { exit !(count == 4006 && !far) }' || fail "vertices are more than 0.001 cm apart"
    done
done
json_is 31 keys/30/number keys character_mesh.fbx --anim character_anim.fbx --clip '*walk' --json
json_is 'Armature|walk' clip pose character_mesh.fbx --anim character_anim.fbx --clip '*walk' --at 7f --joints hips --json
json_is 7 frame pose character_mesh.fbx --anim character_anim.fbx --clip '*walk' --at 7f --joints hips --json

# Files that do not match.
check 4 '' 'sinew: arm.fbx on character_mesh.fbx: no joint has the same name' -- pose character_mesh.fbx --anim arm.fbx --at 0
json_error_is no-match code pose character_mesh.fbx --anim arm.fbx --at 0 --json
json_error_is 4 exit pose character_mesh.fbx --anim arm.fbx --at 0 --json
check 4 '' 'sinew: character_mesh.fbx: there is no clip to play' -- keys character_anim.fbx --anim character_mesh.fbx
check 3 '' 'sinew: none.fbx: no such file' -- render character_mesh.fbx --anim none.fbx -o x.png
check 2 '' "sinew: --anim: unsupported by the engine 'assimp'*" -- pose character_mesh.fbx --anim character_anim.fbx --at 0 --engine assimp
check 2 '' "sinew: --anim: unsupported by the engine 'assimp'*" -- play character_mesh.fbx --anim character_anim.fbx --engine assimp
check 0 '*' "sinew: walk.fbx: warning: I55: face.fbx: 1 of 3 joints that move in the animation are not here: 'lock'
sinew: walk.fbx: warning: I56: face.fbx: bones differ from those here: 1 of 1 in length, most 'head' by * %" -- keys walk.fbx --anim face.fbx
check 2 '' '*--anim needs a FILE*' -- bench --anim character_anim.fbx

# Clips of another file are baked like a file's own clips: on the file that they were extracted from, to the same frames. The timeout
# allows for a busy machine.
rows() { "$SINEW" info "$@" -v --timeout 60s | sed -n '/played from/,/^$/p'; }
rows character.fbx >own
for error in 1e-4 1e-5; do
    case_words="info --anim -v --bake-error $error"
    rows character.fbx --bake-error $error >own
    [ "$(grep -cE '^  [0-9]  compact ' own)" = 3 ] || fail "baked are only: $(cat own)"
    rows character.fbx --anim character_anim.fbx --bake-error $error >joined
    cmp -s own joined || fail "the baked frames are $(cat joined), expected $(cat own)"
done
json_is "$("$SINEW" bench character.fbx --clip '*wave' --seconds 0.1 --timeout 60s --json | sed 's/.*"frames":\([0-9]*\).*/\1/')" pose/frames bench character.fbx --anim character_anim.fbx --clip '*wave' --seconds 0.1 --timeout 60s --json
check_file joined.sinew 0 '' '' -- bake character_mesh.fbx --anim character_anim.fbx --timeout 60s -o joined.sinew
rows joined.sinew >baked
rows character_mesh.fbx --anim character_anim.fbx >joined
cmp -s baked joined || fail "the baked frames are $(cat baked), expected $(cat joined)"
finish
