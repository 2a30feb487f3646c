# sinew edit: the effect of each edit, keys that stay keys, formats, and refused arguments.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
cp "$SAMPLES/walk.fbx" "$SAMPLES/character.fbx" "$SAMPLES/run.glb" "$SAMPLES/face.fbx" .

# Times are rounded: at half the speed a tick may fall between ticks.
keys_of() {
    "$SINEW" keys "$1" --format csv 2>.stderr |
        awk -F, '{ for (i = 1; i <= NF; ++i) { v = $i; if (v ~ /^-?[0-9.]+(e-?[0-9]+)?$/) v = sprintf("%.6f", v + 1); printf "%s,", v } print "" }'
}

# same FILE EDIT…: the edits undo each other: all joints and keys keep their positions.
same() {
    subject=$1
    shift
    check_file same.sinew 0 '' '*' -- edit "$subject" "$@" -o same.sinew
    check 0 '*' '*' -- diff "$subject" same.sinew --tol-angle 1e-6 --tol-distance 1e-6
    [ "$(keys_of "$subject")" = "$(keys_of same.sinew)" ] ||
        fail "keys of $subject after $*"
}
for model in walk.fbx run.glb face.fbx; do
    same $model --reverse --reverse
    same $model --speed 2 --speed 0.5
    same $model --start 3s --start 0s
    same $model --scale 2 --scale 0.5
    same $model --reverse --speed 4 --scale 8 --reverse --scale 0.125 --speed 0.25
done

# A trimmed clip plays the source's motion in its range, in each format.
at() { # file, time: the palette of all joints, rounded
    "$SINEW" pose "$1" --at "$2" --what global --format csv --digits 4 2>.stderr | cut -d, -f7-
}
check_file part.fbx 0 '' '*is linked, but no image file is found' -- edit walk.fbx --trim 5.5f..25f --start 0f -o part.fbx
json_is 0 clips/0/start_s info part.fbx --json
check_file part.sinew 0 '' '*' -- edit walk.fbx --trim 5.5f..25f -o part.sinew
[ "$(at walk.fbx 0.41)" = "$(at part.sinew 0.2266666666666667)" ] || fail "a trimmed clip plays something else"
check_file part.bvh 0 '' '' -- edit walk.fbx --trim 5f..25f -o part.bvh
grep -q '^Frames: 21' part.bvh || fail "part.bvh has $(grep Frames: part.bvh)"
check_file part.glb 0 '' '*left out*' -- edit walk.fbx --trim 5f..25f -o part.glb

# Clips: names, parts, one of several.
names() { "$SINEW" info "$1" --json 2>.stderr | tr '{' '\n' | sed -n 's/.*"number":[0-9]*,"name":"\([^"]*\)".*/\1/p' | paste -sd ' '; }
names_are() { # expected, words of the edit
    expected=$1
    shift
    check_file named.sinew 0 '' '*' -- edit "$@" -o named.sinew
    [ "$(names named.sinew)" = "$expected" ] || fail "clips are called $(names named.sinew)"
}
names_are 'walk' walk.fbx --name-clips file
names_are 'idle walk wave' character.fbx --name-clips file
names_are 'Armature|idle go Armature|wave' character.fbx --rename walk=go
names_are 'Armature|walk' character.fbx --keep walk
names_are 'Armature|idle Armature|walk 1 Armature|walk 2 Armature|wave' character.fbx --clip walk --split 10f
names_are 'Armature|idle Armature|walk Armature|wave' character.fbx --clip walk --split 10f,20f --join
printf '{"events": [{"track": "step", "time": 0.25}, {"track": "step", "frame": 18}]}' >walk.events.json
names_are 'Armature|walk 1 Armature|walk 2 Armature|walk 3' walk.fbx --split step
rm walk.events.json
"$SINEW" edit character.fbx --clip walk --trim 5f..10f -o named.sinew 2>.stderr
json_is 3 clips/0/duration_s info named.sinew --json

# Joints.
check_file joints.fbx 0 '' '*' -- edit walk.fbx --rename-joints '*.L=left_*' --drop-joints 'toe.R' -o joints.fbx
json_is 55 counts/joints info joints.fbx --json
check 0 '*left_hand*' '' -- tree joints.fbx
check_file joints.glb 0 '' '*' -- edit walk.fbx --drop-joints 'toe.*,hand.L' -o joints.glb

# Motion: left and right, in place, loops, fewer keys.
same run.glb --mirror --mirror
check_file mirrored.fbx 0 '' '*' -- edit walk.fbx --mirror -o mirrored.fbx
check 1 '*' '*' -- diff walk.fbx mirrored.fbx
check_file mirrored_face.fbx 0 '' '*both sides are those of the rest pose*' -- edit face.fbx --mirror -o mirrored_face.fbx
printf '{"schema": "sinew.contract/1", "clips": [{"clip": "*", "loop": true, "in_place": true}]}' >contract.json
check_file open.fbx 0 '' '' -- edit character.fbx --keep idle --trim 5f..50f -o open.fbx
check 1 '*L01 error*sinew edit open.fbx --clip *--close 6 -o L01.fbx*' '' -- check open.fbx --config contract.json --only L01,L02
check_file closed.fbx 0 '' '' -- edit open.fbx --close 6 -o closed.fbx
check 0 'closed.fbx: no findings*' '' -- check closed.fbx --config contract.json --only L01,L02,R01
# Without its last frame the walk is an open loop: it gets that frame back, and no other changes.
check_file cut.fbx 0 '' '*' -- edit walk.fbx --trim 0f..29f -o cut.fbx
check_file whole.fbx 0 '' '*' -- edit cut.fbx --close 6 -o whole.fbx
check 0 '*, 31 times, *equal*' '' -- diff walk.fbx whole.fbx --tol-angle 0.01 --tol-distance 0.02
check_file few.sinew 0 '' '*--reduce: * of * keys remain*' -- edit walk.fbx --reduce 0.001 -o few.sinew
check 0 '*' '*' -- diff walk.fbx few.sinew --tol-distance 0.2 --tol-angle 1

# Poses hold over a range, or are a clip of one frame; poses of a file become keys at their times.
check_file posed.sinew 0 '' '*1 joints are sampled' -- edit walk.fbx --during 10f..20f --ease 4f --set 'forearm.L:rz=30' -o posed.sinew
[ "$(at walk.fbx 0.1)" = "$(at posed.sinew 0.1)" ] || fail "the pose does not fade"
[ "$(at walk.fbx 0.5)" != "$(at posed.sinew 0.5)" ] || fail "the pose does not hold"
"$SINEW" pose walk.fbx --at 15f --set 'forearm.L:rz=30' --digits 17 --json >pose.json 2>.stderr
check_file keyed.sinew 0 '' '*1 joints are sampled' -- edit walk.fbx --keys pose.json -o keyed.sinew
# Keys of several clips of one file go to their own clips.
elbow() { "$SINEW" pose "$1" --clip "$2" --at 0.25s --joints Elbow,Hand --what global --format csv --digits 4 $3 | cut -d, -f 4-; }
for clip in bend lift; do "$SINEW" pose "$DATA/arm.fbx" --clip $clip --at 0.25s --set Elbow:rz=10 --json >$clip.json; done
printf '{"schema":"sinew.pose/1","poses":[%s,%s]}' "$(cat bend.json)" "$(cat lift.json)" >both.json
check_file both.fbx 0 '' '*' -- edit "$DATA/arm.fbx" --keys both.json -o both.fbx
for clip in bend lift; do
    [ "$(elbow both.fbx $clip)" = "$(elbow "$DATA/arm.fbx" $clip '--set Elbow:rz=10')" ] || fail "the key of $clip is elsewhere"
done
# The arm grows from 20 to 25: the hand reaches 22 at the end only, and 40 never.
check_file reach.fbx 0 '' '*--ik: * cannot reach * at one time of the clip: the limb points there*' -- edit "$DATA/arm.fbx" --clip lift --ik Hand=0,22,0 -o reach.fbx
check 4 '' "sinew: $DATA/arm.fbx: joint 'Hand' cannot reach 0,40,0: *" -- edit "$DATA/arm.fbx" --clip lift --ik Hand=0,40,0 -o never.fbx
rm -f both.fbx reach.fbx bend.json lift.json both.json
[ "$(at keyed.sinew 0.5)" = "$(at posed.sinew 0.5)" ] || fail "a key has another pose"
names_are 'Armature|walk aim' walk.fbx --during 15f..15f --still aim --set 'forearm.L:rz=30'

# check --fix: a copy without the finding, the original as it was.
cp open.fbx original.fbx
mkdir fixed
check_file fixed/open.fbx 1 "*L01 error*mended in fixed/open.fbx by --clip 'Armature|idle' --close 6*" '' -- check open.fbx --config contract.json --only L01,L02 --fix -o fixed
check 0 'fixed/open.fbx: no findings*' '' -- check fixed/open.fbx --config contract.json --only L01,L02
cmp -s open.fbx original.fbx || fail "check --fix changed the file"
check 2 '' "sinew: './open.fbx' is an input of the command*" -- check open.fbx --config contract.json --only L01 --fix -o .
# The written file has none of the findings when it is read: a clip that starts one second late with keys that never change, and names of a program, in
# each format.
cp "$DATA/arm.fbx" late.fbx
"$SINEW" export walk.fbx -o named.glb 2>.stderr && "$SINEW" bake walk.fbx -o baked.sinew 2>.stderr || fail "$(cat .stderr)"
for copy in late.fbx walk.fbx character.fbx named.glb baked.sinew; do
    check_file fixed/$copy 0 "*mended in fixed/$copy by *" '*' -- check $copy --only W07,W19,W25,W26,R06 --fix -o fixed
    check 0 "fixed/$copy: no findings*" '*' -- check fixed/$copy --only W07,W19,W25,W26,R06
done
[ "$(names fixed/late.fbx)$(names fixed/character.fbx)" = 'bend liftidle walk wave' ] || fail "clips are called $(names fixed/character.fbx)"
json_is 0 clips/0/start_s info fixed/late.fbx --json
check 2 '' 'sinew: --fix needs -o*' -- check open.fbx --fix
check 2 '' 'sinew: --embed-bytes needs --format html*' -- check open.fbx --embed-bytes 1M

# Several files, and a file of several.
mkdir out
before=$(ls -A)
run edit walk.fbx character.fbx --name-clips file -o 'out/{file}.fbx'
[ "$exit_code" = 0 ] && [ -f out/walk.fbx ] && [ -f out/character.fbx ] || fail "two files: $(cat .stderr)"

# A refused edit writes nothing.
check 2 '' 'sinew: edit needs -o*' -- edit walk.fbx --reverse
check 2 '' "sinew: edit needs a step*'sinew help edit' lists the steps*" -- edit walk.fbx -o x.fbx
check 2 '' 'sinew: --close needs a value: FRAMES' -- edit walk.fbx --close -o x.fbx
check 2 '' "sinew: 'walk.fbx' is an input of the command*" -- edit walk.fbx --reverse -o walk.fbx
check 2 '' "sinew: unsupported format 'obj'*glb fbx fbx-ascii bvh sinew*" -- edit walk.fbx --reverse -o x.obj
check 2 '' "sinew: unknown option '--revers'*did you mean '--reverse'*" -- edit walk.fbx --revers -o x.fbx
check 4 '' "sinew: walk.fbx: clip 'Armature|walk': nothing is left from 0.5 s to 0.5 s" -- edit walk.fbx --trim 15f..15f -o x.fbx
check 4 '' "sinew: walk.fbx: clip 'Armature|walk': 0.5 s to 2 s is not inside its 1 s" -- edit walk.fbx --trim 15f..60f -o x.fbx
check 2 '' "sinew: --trim: '15f' is not a range*" -- edit walk.fbx --trim 15f -o x.fbx
check 2 '' "sinew: --trim: '15x' is not a time*" -- edit walk.fbx --trim 15x..20f -o x.fbx
check 4 '' "sinew: walk.fbx: no clip 'rnu'*" -- edit walk.fbx --clip rnu --reverse -o x.fbx
check 2 '' "sinew: --rename: there is a clip 'Armature|walk' already" -- edit character.fbx --rename 'idle=Armature|walk' -o x.fbx
check 2 '' "sinew: --rename: 'walk' is not a pair*" -- edit walk.fbx --rename walk -o x.fbx
check 2 '' "sinew: --name-clips: 'clip' is not a valid choice*" -- edit walk.fbx --name-clips clip -o x.fbx
check 2 '' 'sinew: --join: there are not two clips to join' -- edit walk.fbx --join -o x.fbx
check 2 '' "sinew: --split: 'stamp' is neither a time nor a track of events*" -- edit walk.fbx --split stamp -o x.fbx
check 4 '' "sinew: walk.fbx: clip 'Armature|walk': 2 s is not inside its 1 s" -- edit walk.fbx --split 60f -o x.fbx
check 2 '' 'sinew: --speed: speed 0 is out of range' -- edit walk.fbx --speed 0 -o x.fbx
check 2 '' "sinew: --speed: 'fast' is not a number" -- edit walk.fbx --speed fast -o x.fbx
check 2 '' 'sinew: --scale: scale -1 is out of range' -- edit walk.fbx --scale -1 -o x.fbx
check 4 '' "sinew: walk.fbx: no joint 'wing*'" -- edit walk.fbx --drop-joints 'wing*' -o x.fbx
check 2 '' 'sinew: --drop-joints: *' -- edit walk.fbx --drop-joints '*' -o x.fbx
check 2 '' "sinew: --rename-joints: joints 'hand.?' and 'hand.?' would both be called 'hand'" -- edit walk.fbx --rename-joints 'hand.*=hand' -o x.fbx
check 4 '' "sinew: walk.fbx: no joint's name begins with 'mixamorig:'" -- edit walk.fbx --strip-prefix mixamorig: -o x.fbx
check 4 '' "sinew: walk.fbx: clip 'Armature|walk': 100 frames are not inside its 1 s" -- edit walk.fbx --close 100 -o x.fbx
check 2 '' "sinew: --close: 'all' is not a number" -- edit walk.fbx --close all -o x.fbx
check 2 '' "sinew: --reduce: '0' is out of range*" -- edit walk.fbx --reduce 0 -o x.fbx
check 4 '' "sinew: walk.fbx: no joint 'wing'*" -- edit walk.fbx --set 'wing:rz=1' -o x.fbx
check 4 '' "sinew: walk.fbx: *" -- edit walk.fbx --ik 'hand.L=1000,1000,1000' -o x.fbx
check 3 '' "sinew: contract.json: not a pose: *" -- edit walk.fbx --keys contract.json -o x.fbx
check 2 '' "sinew: 2 files would all be 'x.fbx'*" -- edit walk.fbx character.fbx --reverse -o x.fbx
finish
