# y in the player: the command line that it copies draws the picture that the player shows.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/screen.sh"
SAMPLES=$DATA/../../samples
cp "$DATA/arm.fbx" "it's an arm.fbx"
cp "$SAMPLES/walk.fbx" "$SAMPLES/character_mesh.fbx" "$SAMPLES/character_anim.fbx" .
mkdir textures bin && cp "$SAMPLES/textures/character.png" textures
sed 's/AnimStack::bend/AnimStack::$(exit) `exit`/' "$DATA/arm.fbx" >name.fbx
printf '#!/bin/sh\nexec "%s" "$@"\n' "$SINEW" >bin/sinew && chmod +x bin/sinew
PATH=$PWD/bin:$PATH

# copies COMMAND KEY… -- WORD…: plays, presses the keys and then y. The copied command must fit the pattern COMMAND, and must draw the image that
# the player showed last, except for the player's words.
copies() {
    pattern=$1 keys=
    shift
    while [ "$1" != -- ]; do
        keys="$keys $1"
        shift
    done
    shift
    rm -f shown.png drawn.png
    start "$@" --paused --size 320x240 --screenshot shown.png
    pane set -s set-clipboard on
    press o $keys
    wait_without '00 s'
    press y
    command=
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        command=$(pane show-buffer 2>/dev/null) && break
        sleep 0.3
    done
    press q
    ends 0
    case $command in
    $pattern) ;;
    *) fail "copied: $command" ;;
    esac
    sh -c "$command --reference shown.png --tol-image 0.001 --difference difference.png" <"${input:-/dev/null}" >.stdout 2>.stderr || fail "$command: $(cat .stdout .stderr)"
}
copies "sinew render walk.fbx --clip * --at 0.51s --size 320x240 --camera *:* -o walk-0.510s.png" -- walk.fbx --at 0.51
copies "sinew render walk.fbx --clip * --at 7f --size 320x240 --camera *:* --ortho -o *" 3 5 -- walk.fbx --at 7f
copies "sinew render walk.fbx * --camera *:* --skeleton --no-grid -o *" 7 a g -- walk.fbx
copies "sinew render walk.fbx * --camera *:* --crowd 9 -o *" -- walk.fbx --at 7f --crowd 9
copies "sinew render walk.fbx * --wireframe -o *" 9 e m -- walk.fbx --at 30%
copies "sinew render walk.fbx * --colors influences *" c c -- walk.fbx
copies "sinew render walk.fbx * --skeleton --no-mesh -o *" a m -- walk.fbx
copies "sinew render 'it'\\\\''s an arm.fbx' --clip lift --at 6f *" w . . . . . . -- "it's an arm.fbx"
cp "$DATA/arm.fbx" '{x}}.fbx'
copies "sinew render '{x}}.fbx' * -o '{{x}}}}-0.000s.png'" -- '{x}}.fbx'
rm '{x}}.fbx'
copies "sinew render name.fbx --clip '\$(exit) \`exit\`' *" -- name.fbx
copies "sinew render character_mesh.fbx --clip *wave* --anim character_anim.fbx *" -- character_mesh.fbx --anim character_anim.fbx --clip wave --at 36f
input=$DATA/arm.fbx
copies "sinew render - --clip bend --at 30f --size 320x240 --camera *:* -o stdin-0.250s.png" -- - --at 30f
input=character_anim.fbx
copies "sinew render character_mesh.fbx --clip *wave* --anim - *" -- character_mesh.fbx --anim - --clip wave --at 36f
"$SINEW" pose walk.fbx --at 7f --json >turned.json
input=turned.json
copies "sinew render walk.fbx * --pose - *" -- walk.fbx --pose /dev/stdin --at 12f
input=
copies "sinew render walk.fbx * --base rest --set 'upper_arm.L:rz=40 rx=10' *" -- walk.fbx --at 7f --base rest --set 'upper_arm.L:rz=40 rx=10'
copies "sinew render walk.fbx * --set 'forearm.L:rx=0 ry=0 rz=40' *" r r z = 4 0 Enter -- walk.fbx --at 7f --joint forearm.L
copies "sinew render walk.fbx * --at 9f * --set 'forearm.L:rx=0 ry=0 rz=32.98*' *" r r z = 4 0 Enter K . . -- walk.fbx --at 7f --joint forearm.L
copies "sinew render walk.fbx * --at 7f * --colors *" r r z = 4 0 Enter u c -- walk.fbx --at 7f --joint forearm.L
copies "sinew render walk.fbx * --at 7f * --set 'forearm.L:rx=0 ry=0 rz=40' *" r r z = 4 0 Enter R u -- walk.fbx --at 7f --joint forearm.L
rm -f walk-keys.json
# A walk of half a metre in a second, from (0, 1, 0).
joint() { printf '%s %s { OFFSET %s CHANNELS 3 Zrotation Xrotation Yrotation\n' "$1" "$2" "$3"; }
leg() { joint JOINT "$1Hip" "$2 0 0"; joint JOINT "$1Knee" '0 -0.45 0'; joint JOINT "$1Ankle" '0 -0.45 0'; printf 'End Site { OFFSET 0 -0.08 0.15 } } } }\n'; }
{
    printf 'HIERARCHY\nROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    leg Left 0.1
    leg Right -0.1
    printf '}\nMOTION\nFrames: 3\nFrame Time: 0.5\n'
    for z in 0 0.25 0.5; do printf "0 1 $z 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"; done
} >away.bvh
copies "sinew render away.bvh * --in-place *" -- away.bvh --in-place --at 1
# In place, the character is drawn at its start position also at the end.
"$SINEW" render away.bvh --at 0 --in-place --size 160x120 -o start.png -q || fail 'the start is not drawn'
check 0 '*' '*' -- render away.bvh --at 1 --in-place --size 160x120 --reference start.png --tol-image 0.0001
check 1 '*' '*' -- render away.bvh --at 1 --size 160x120 --reference start.png --tol-image 0.0001
check 2 '' 'sinew: --crowd and --in-place are mutually exclusive*' -- render away.bvh --crowd 4 --in-place -o end.png
finish
