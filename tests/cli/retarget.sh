# --retarget: clips of another body, its map, and files that are not a body.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
cp "$SAMPLES/character.fbx" "$SAMPLES/character_mesh.fbx" "$SAMPLES/walk.fbx" "$DATA/arm.fbx" .

# Legs of 0.9 (0.45 twice, in single precision), z to the front, in the names of a motion capture file. In frame 2 the left knee is bent by 90°.
joint() { # indent-free: HIERARCHY text is nested by the caller
    printf '%s %s { OFFSET %s CHANNELS 3 Zrotation Xrotation Yrotation\n' "$1" "$2" "$3"
}
leg() { # side, x
    joint JOINT "$1Hip" "$2 0 0"
    joint JOINT "$1Knee" "0 -0.45 0"
    joint JOINT "$1Ankle" "0 -0.45 0"
    printf 'End Site { OFFSET 0 -0.08 0.15 } } } }\n'
}
{
    printf 'HIERARCHY\nROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    leg Left 0.1
    leg Right -0.1
    joint JOINT Chest '0 0.3 0'
    joint JOINT Head '0 0.3 0'
    printf 'End Site { OFFSET 0 0.2 0 } } } }\nMOTION\nFrames: 2\nFrame Time: 0.5\n'
    zeros() { for _ in $(seq "$1"); do printf '0 '; done; }
    printf '0 1 0 '; zeros 27; echo
    printf '0 1 0 '; zeros 3; zeros 3; printf '0 90 0 '; zeros 18; echo
} >walker.bvh

# The map, as a table, as JSON, and as a file to be edited.
check 0 'part *hips  *hips  *Hips*left_shin *shin.L *LeftKnee*left_toes *toe.L *- *missing in the animation: rests*positions are scaled by 3*' '' -- retarget character.fbx --anim walker.bvh --explain
json_is sinew.retarget/1 schema retarget character.fbx --anim walker.bvh --explain --json
json_is 0.899999976 animation/leg_length retarget character.fbx --anim walker.bvh --explain --json
json_is Chest parts/1/animation retarget character.fbx --anim walker.bvh --explain --json
json_is LeftKnee animation/left_shin retarget character.fbx --anim walker.bvh
cp .stdout found.json
check 0 "$(cat found.json)" '' -- retarget character.fbx --anim walker.bvh --retarget-map found.json

# Without --retarget there is nothing to play; with it the shin is horizontal and points back: its y axis is along the bone.
check 4 '' 'sinew: walker.bvh on character.fbx: no joint has the same name*' -- pose character.fbx --anim walker.bvh --at 0
case_words="pose --retarget"
shin() { # of the pose at a time, from knee to ankle, as a unit vector
    "$SINEW" pose character.fbx --anim walker.bvh "$@" --joints shin.L,foot.L --what global --format csv |
        awk -F, 'NR > 1 { x[NR] = $19; y[NR] = $20; z[NR] = $21 }
            END { a = x[3] - x[2]; b = y[3] - y[2]; c = z[3] - z[2]; l = sqrt(a * a + b * b + c * c); s = sprintf("%.1f %.1f %.1f", a / l, b / l, c / l); gsub("-0.0", "0.0", s); printf "%s", s }'
}
standing=$(shin --retarget --at 0) bent=$(shin --retarget --at 0.5)
[ "$standing | $bent" = "0.0 -1.0 0.0 | 0.0 0.0 -1.0" ] || fail "the shin points along $standing, then $bent"

# `check` checks the clip on the character.
check 1 "character.fbx: *clip 'Motion': *sinew keys character.fbx --clip Motion --anim walker.bvh --retarget
*" '' -- check character.fbx --anim walker.bvh --retarget --fail-on info --verbose

# A body whose bones all point up at rest, like some motion capture, and that is upright in its clip: its legs are off by two rotations of 90 degrees.
# The character's legs are off as well, and a warning says so. A body that is upright at rest has no such warning.
case_words="retarget from a body whose rest is not upright"
up_leg() { # side
    joint JOINT "$1Pelvis" '0 0 0'
    joint JOINT "$1Hip" '0 0.1 0'
    joint JOINT "$1Knee" '0 0.45 0'
    joint JOINT "$1Ankle" '0 0.45 0'
    printf 'End Site { OFFSET 0 0.1 0 } } } } }\n'
}
{
    printf 'HIERARCHY\nROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    up_leg Left
    up_leg Right
    joint JOINT Chest '0 0.3 0'
    joint JOINT Head '0 0.3 0'
    printf 'End Site { OFFSET 0 0.2 0 } } } }\nMOTION\nFrames: 2\nFrame Time: 0.5\n'
    for _ in 1 2; do
        printf '0 1 0 0 0 0 '
        for turn in -90 90; do printf '%d 0 0 %d 0 0 ' "$turn" "$turn"; zeros 6; done
        zeros 6; echo
    done
} >stick.bvh
check 0 '*' 'sinew: character.fbx: warning: I59: the rest pose of the animation does not stand; *' -- pose character.fbx --anim stick.bvh --retarget --at 0
check 0 '*' '' -- pose character.fbx --anim walker.bvh --retarget --at 0
hanging=$("$SINEW" pose character.fbx --anim stick.bvh --retarget --at 0 --joints shin.L,foot.L --what global --format csv 2>.stderr |
    awk -F, 'NR > 1 { y[NR] = $20 } END { print (y[3] < y[2]) ? "down" : "up" }')
[ "$hanging" = down ] || fail "the shin points $hanging"

# The candidates for the reference pose, their scores and the choice. The walk's rest pose is a step, and its bind pose is upright.
case_words="reference pose"
check 0 '*reference pose of the character *bind pose *chosen*reference pose of the animation *bind pose *chosen*rest pose *does not stand*' '' -- retarget character_mesh.fbx --anim walk.fbx --explain
check 0 '*reference pose of the animation *rest pose *chosen*' '' -- retarget character_mesh.fbx --anim walk.fbx --explain --reference rest
check 0 "*reference pose of the character *rest pose *chosen*reference pose of the animation *at 0.500 s *chosen*" '' -- retarget character_mesh.fbx --anim walk.fbx --explain --reference 0.5s,character:rest
json_is 'bind pose' animation/reference retarget character_mesh.fbx --anim walk.fbx --explain --json
json_is OFF animation/references/1/stands retarget character_mesh.fbx --anim walk.fbx --explain --json
check 4 '' 'sinew: walker.bvh: animation walker.bvh: there is no bind pose of all parts of the body' -- pose character.fbx --anim walker.bvh --retarget --reference bind --at 0
check 2 '' "sinew: walker.bvh: 'never' is not a time*" -- pose character.fbx --anim walker.bvh --retarget --reference never --at 0

# Equal skeletons copy: the arm, which has no body, on itself.
case_words="equal skeletons"
check 0 'equal skeletons: *' '' -- retarget arm.fbx --anim arm.fbx --explain
check 0 '*' '' -- pose arm.fbx --anim arm.fbx --retarget --at 0

# A map from a file.
printf '{"animation": {"left_shin": "LeftAnkle", "left_foot": null}}' >bad.json
check 4 '' "sinew: walker.bvh: animation: not a body: no joint for 'left_foot'" -- pose character.fbx --anim walker.bvh --retarget-map bad.json --at 0
printf '{"animation": {"left_wing": "LeftAnkle"}}' >bad.json
check 3 '' "sinew: walker.bvh: bad.json: unknown part of a body 'left_wing'" -- pose character.fbx --anim walker.bvh --retarget-map bad.json --at 0
printf '{"character": {"spine": ["chest", "wing"]}}' >bad.json
check 4 '' "sinew: character.fbx: bad.json: no joint 'wing'*" -- pose character.fbx --anim walker.bvh --retarget-map bad.json --at 0
for text in '{' '[]' '{"hips": "Hips"}' '{"animation": {"hips": 3}}' '{"animation": {"hips": ["Hips"]}}'; do
    echo "$text" >bad.json
    check 3 '' 'sinew: *: bad.json: *' -- pose character.fbx --anim walker.bvh --retarget-map bad.json --at 0
done
check 3 '' 'sinew: character.fbx: none.json: no such file' -- pose character.fbx --anim walker.bvh --retarget-map none.json --at 0

# Files that are not a body.
check 4 '' "sinew: arm.fbx: animation: not a body: no joint for 'hips'" -- pose character.fbx --anim arm.fbx --retarget --at 0
check 4 '' "sinew: arm.fbx: character: not a body: no joint for 'hips'" -- pose arm.fbx --anim walk.fbx --retarget --at 0
check 2 '' 'sinew: --retarget needs --anim*' -- pose character.fbx --retarget --at 0
check 2 '' 'sinew: retarget needs --anim*' -- retarget character.fbx
check 3 '' 'sinew: none.fbx: no such file' -- retarget character.fbx --anim none.fbx
finish
