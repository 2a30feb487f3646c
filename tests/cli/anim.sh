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
        "$SINEW" export character.fbx --anim character_anim.fbx --clip "character_anim*$clip" --at $time -o same.obj || fail "export --anim"
        "$SINEW" export character_mesh.fbx --anim character_anim.fbx --clip "*$clip" --at $time -o mesh.obj || fail "export --anim"
        case_words="export --anim ($clip at $time)"
        for f in own same; do grep -v "^# .*, clip" $f.obj >$f.bytes; done # the comment names the clip
        cmp -s own.bytes same.bytes || fail "the vertices are not the same"
        paste own.obj mesh.obj | awk '/^v / { for (i = 2; i <= 4; ++i) if (($i - $(i + 4)) ^ 2 > 1e-6) far = 1; ++count }
            END { exit !(count == 4006 && !far) }' || fail "vertices are more than 0.001 cm apart"
    done
done
json_is 31 keys/30/number keys character_mesh.fbx --anim character_anim.fbx --clip '*walk' --json
json_is 'Armature|walk' clip pose character_mesh.fbx --anim character_anim.fbx --clip '*walk' --at 7f --joints hips --json
json_is 7 frame pose character_mesh.fbx --anim character_anim.fbx --clip '*walk' --at 7f --joints hips --json

# The clips of several files are added to the character's clips; the first clip of the first file plays.
case_words="info with two --anim"
"$SINEW" info character.fbx --anim character_anim.fbx --anim walk.fbx | awk '$1 ~ /^[0-9]$/ && /rmature/ { print $1, $2 ($3 == "default" ? " " $3 : "") }' >clips
cat >expected <<'END'
1 Armature|idle
2 Armature|walk
3 Armature|wave
4 character_anim|Armature|idle default
5 character_anim|Armature|walk
6 character_anim|Armature|wave
7 walk|Armature|walk
END
cmp -s clips expected || fail "the clips are $(cat clips)"
touch other.sinew
check 2 '' "sinew: 'other.sinew' is an input of the command*" -- bake character.fbx --anim character_anim.fbx --anim other.sinew -o other.sinew
check 4 '' 'sinew: character.fbx: arm.fbx: no joint has the same name*' -- pose character.fbx --anim character_anim.fbx --anim arm.fbx --at 0

# Clips that cannot be added replace the character's clips.
check_file bare.sinew 0 '*' '' -- bake walk.fbx --strip -o bare.sinew
check 0 '*' 'sinew: bare.sinew: warning: the clips of the file are left out: the model was stripped*' -- keys bare.sinew --anim walk.fbx

# Files that do not match.
check 4 '' 'sinew: arm.fbx on character_mesh.fbx: no joint has the same name*' -- pose character_mesh.fbx --anim arm.fbx --at 0
json_error_is no-match code pose character_mesh.fbx --anim arm.fbx --at 0 --json
json_error_is 4 exit pose character_mesh.fbx --anim arm.fbx --at 0 --json
check 4 '' 'sinew: character_mesh.fbx: there is no clip to play' -- keys character_anim.fbx --anim character_mesh.fbx
check 4 '' "*no joint has the same name
  hint: --retarget transfers the clips to a body with other names" -- render arm.fbx --anim walk.fbx -o x.png
check 3 '' 'sinew: none.fbx: no such file' -- render character_mesh.fbx --anim none.fbx -o x.png
check 2 '' "sinew: --anim: unsupported by the engine 'assimp'*" -- pose character_mesh.fbx --anim character_anim.fbx --at 0 --engine assimp
check 2 '' "sinew: --anim: unsupported by the engine 'assimp'*" -- play character_mesh.fbx --anim character_anim.fbx --engine assimp
check 0 '*' "sinew: walk.fbx: warning: I55: face.fbx: 1 of 3 joints that move in the animation are not here: 'lock'
sinew: walk.fbx: warning: I56: face.fbx: bones differ from those here: 1 of 1 in length, most 'head' by * %" -- keys walk.fbx --anim face.fbx

# Clips of another file are baked like a file's own clips: on the file that they were extracted from, to the same frames. The timeout
# allows for a busy machine.
rows() { "$SINEW" info "$@" -v --timeout 60s | sed -n '/played from/,/^$/p'; }
rows character.fbx >own
for error in 1e-4 1e-5; do
    case_words="info --anim -v --error $error"
    rows character.fbx --error $error >own
    [ "$(grep -cE '^  [0-9]  compact ' own)" = 3 ] || fail "baked are only: $(cat own)"
    rows character.fbx --anim character_anim.fbx --error $error >joined
    [ "$(grep -cE '^  [0-9]  compact ' joined)" = 6 ] || fail "baked are only: $(cat joined)"
    # The packed bytes of a clip include the offsets of its arrays, which depend on its position: 16 of them, up to 2 bytes longer.
    awk '$1 !~ /^[0-9]$/ { next }
        NR == FNR { frames[$1] = $2 " " $3 " " $4 " " $6 " " $7; bytes[$1] = $5; next }
        { own = ($1 - 1) % 3 + 1; if (frames[own] != $2 " " $3 " " $4 " " $6 " " $7 || (bytes[own] - $5) ^ 2 > 32 ^ 2) wrong = 1; ++count }
        END { exit !(count == 6 && !wrong) }' own joined || fail "the baked frames are $(cat joined), expected $(cat own)"
done
json_is "$("$SINEW" bench character.fbx --clip '*wave' --seconds 0.1 --timeout 60s --json | sed 's/.*"frames":\([0-9]*\).*/\1/')" pose/frames bench character.fbx --anim character_anim.fbx --clip 'character_anim*wave' --seconds 0.1 --timeout 60s --json
check_file joined.sinew 0 '' '' -- bake character_mesh.fbx --anim character_anim.fbx --timeout 60s -o joined.sinew
rows joined.sinew >baked
rows character_mesh.fbx --anim character_anim.fbx >joined
cmp -s baked joined || fail "the baked frames are $(cat baked), expected $(cat joined)"
finish
