# VRM: expressions in info, and a VRM animation on a body with other names, another front and another size, without --retarget.
. "$SCRIPTS/check.sh"

# vrm EXTENSION FRONT MEMBERS REST: a glTF of a body that faces FRONT · Z; its bones have the parts of a VRM 1 by an extension with further MEMBERS.
vrm() {
    awk -v extension="$1" -v front="$2" -v members="$3" -v rest="$4" '
        function add(bone, parent, x, y, z) {
            bones = bones (count ? "," : "") sprintf("\"%s\":{\"node\":%d}", bone, count)
            children[parent] = children[parent] (children[parent] == "" ? "" : ",") count
            place[count] = sprintf("[%g,%g,%g]", front * x, y, front * z)
            return count++
        }
        BEGIN {
            count = 0
            hips = add("hips", -1, 0, 1, 0); chest = add("spine", hips, 0, 0.3, 0); add("head", chest, 0, 0.3, 0)
            for (s = 1; s >= -1; s -= 2) {
                side = s > 0 ? "left" : "right"
                foot = add(side "Foot", add(side "LowerLeg", add(side "UpperLeg", hips, s * 0.1, 0, 0), 0, -0.45, 0), 0, -0.45, 0)
                add(side "Toes", foot, 0, -0.05, 0.1)
                add(side "Hand", add(side "LowerArm", add(side "UpperArm", chest, s * 0.15, 0.2, 0), s * 0.25, 0, 0), s * 0.25, 0, 0)
            }
            printf "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,%d]}],\"nodes\":[", count
            for (i = 0; i < count; i++)
                printf "{\"name\":\"%s%d\",\"translation\":%s%s},", extension == "VRMC_vrm" ? "b" : "a", i, place[i],
                    children[i] == "" ? "" : ",\"children\":[" children[i] "]"
            printf "{\"name\":\"face\"%s}],\"extensions\":{\"%s\":{%s\"humanoid\":{\"humanBones\":{%s}}}},%s}\n",
                extension == "VRMC_vrm" ? ",\"mesh\":0" : "", extension, members, bones, rest
        }'
}

# A triangle and two targets; the expressions name the second one, in a name with a control character.
vertices=$(printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0' | base64 | tr -d '\n')
vrm VRMC_vrm -1 '"expressions":{"preset":{"happy":{"morphTargetBinds":[{"node":17,"index":1,"weight":0.5}]}},"custom":{"my\\u001b[1m face":{}}},' \
    '"meshes":[{"name":"skin","extras":{"targetNames":["eye","mouth"]},"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0},{"POSITION":0}]}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,'"$vertices"'"}]' >body.vrm
check 0 '*
  presets of morph weights: happy, my\\x1b\[1m face*' '' -- info body.vrm
json_is happy presets/0/name info body.vrm --json
json_is skin presets/0/weights/0/mesh info body.vrm --json
json_is mouth presets/0/weights/0/morph info body.vrm --json
json_is 0.5 presets/0/weights/0/weight info body.vrm --json
json_is "my$(printf '\033')[1m face" presets/1/name info body.vrm --json
json_is b0 character/hips retarget body.vrm --anim body.vrm

# At 1 s the left upper arm is rotated by -90° about z: it hangs down.
keys=$(printf '\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0\363\004\065\277\363\004\065\077' | base64 | tr -d '\n')
vrm VRMC_vrm_animation 1 '' \
    '"animations":[{"name":"hang","channels":[{"sampler":0,"target":{"node":7,"path":"rotation"}}],"samplers":[{"input":0,"output":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC4"}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32}],"buffers":[{"byteLength":40,"uri":"data:application/octet-stream;base64,'"$keys"'"}]' >hang.vrma
case_words="pose body.vrm --anim hang.vrma"
forearm() { # at a time, from the upper arm
    "$SINEW" pose body.vrm --anim hang.vrma --at "$1" --joints b7,b8 --what global --format csv |
        awk -F, 'NR > 1 { x[NR] = $19; y[NR] = $20; z[NR] = $21 }
            END { s = sprintf("%.2f %.2f %.2f", x[3] - x[2], y[3] - y[2], z[3] - z[2]); gsub("-0.00", "0.00", s); printf "%s", s }'
}
at_rest=$(forearm 0) hanging=$(forearm 1s)
[ "$at_rest" = '-0.25 0.00 0.00' ] || fail "the arm at rest points to $at_rest"
[ "$hanging" = '0.00 -0.25 0.00' ] || fail "the arm that hangs points to $hanging"

# Bodies whose files state no parts play by names, or with --retarget.
cp "$DATA/../../samples/character.fbx" .
check 4 '' 'sinew: hang.vrma on character.fbx: no joint has the same name*' -- pose character.fbx --anim hang.vrma --at 0
check 0 '*' '*' -- pose character.fbx --anim hang.vrma --retarget --at 0
finish
