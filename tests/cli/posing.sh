# Posing by hand: bases, edits, limbs, stored poses. The arm has two bones of 10 along +Y from the origin; at the end of its clip the elbow is bent by
# 90 degrees, so that the hand is at (-10, 10).
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx

hand_is() { # x,y,z, then options
    expected=$1
    shift
    run pose "$A" --joints Hand --what global --format csv --digits 5 "$@"
    [ "$exit_code" = 0 ] || fail "exit $exit_code: $(cat .stderr)"
    found=$(awk -F, 'NR == 2 { for (i = 19; i <= 21; i++) { v = $i + 0; if (v * v < 1e-9) v = 0; printf("%s%g", (i > 19) ? "," : "", v) } }' .stdout)
    [ "$found" = "$expected" ] || fail "the hand is at $found, expected $expected"
}

hand_is -10,10,0 --at end
hand_is 0,20,0 --at end --base rest
hand_is 0,20,0 --at end --base bind
hand_is 10,10,0 --at 0 --base rest --set Elbow:rz=-90
hand_is 0,0,0 --at end --set Elbow:rz=90             # 90 more
hand_is 10,10,0 --at end --set Elbow:rz:=-90         # in place of 90
hand_is 10,10,0 --at end --set Elbow:rz=-90 --set Elbow:rz=-90
hand_is 3,25,7 --at 0 --base rest --set 'Shoulder:tx=3 ty=5,tz:=7'
hand_is 0,40,0 --at 0 --base rest --set Shoulder:sy:=2
hand_is 0,40,0 --at 0 --base rest --set Shoulder:sy=1 # 1 more
hand_is 10,10,0 --at end --ik Hand=10,10,0
hand_is 6,8,0 --at end --ik Hand=6,8,0

# The elbow bent by 30 degrees: 10 up and 10 cos 30 = 8.6602540378 more, 10 sin 30 beside. Text has the digits that are asked for, or five;
# whole units stay whole.
for digits in '1 19' '5 18.66' '3 18.7' '9 18.660254' '11 18.660254038'; do
    check 0 "*Hand   5 ${digits#* } 0 *" '*' -- pose "$A" --at 0 --base rest --set Elbow:rz=-30 --joints Hand --what global --digits ${digits% *}
done
check 0 'clip bend at 0.0000 s*5 18.66 0 *' '*' -- pose "$A" --at 0 --base rest --set Elbow:rz=-30 --joints Hand --what global
check 0 'clip bend at 0.3333333 s, frame 32
*' '*' -- pose "$A" --at 32f --joints Hand --digits 7
check 0 'clip bend at 0.3333 s, frame 32
*' '*' -- pose "$A" --at 32f --joints Hand

# In place: the hips of turn.bvh move from 0 90 0 to 300 90 400 and rotate by 90 degrees about y. In place they stay above the origin, 92 high
# in the middle, and the left joint stays 10 along x.
joint_is() { # joint, x,y,z of its global position, then options
    joint=$1 expected=$2
    shift 2
    run pose "$DATA/turn.bvh" --joints "$joint" --what global --format csv --digits 5 "$@"
    [ "$exit_code" = 0 ] || fail "exit $exit_code: $(cat .stderr)"
    found=$(awk -F, 'NR == 2 { for (i = 19; i <= 21; i++) { v = $i + 0; if (v * v < 1e-9) v = 0; printf("%s%g", (i > 19) ? "," : "", v) } }' .stdout)
    [ "$found" = "$expected" ] || fail "$joint is at $found, expected $expected"
}
joint_is Hips 300,90,400 --at end
joint_is Hips 0,90,0 --at end --in-place
joint_is Hips 0,92,0 --at 50% --in-place
joint_is Left 300,90,390 --at end
joint_is Left 10,90,0 --at end --in-place
joint_is Left 10,90,0 --at end --in-place --engine fast
joint_is Left 13,90,0 --at end --in-place --set Hips:tx=3 # edits come after it
joint_is Left 310,90,400 --at end --in-place --base rest --set 'Hips:tx=300 ty:=90 tz=400'
check 0 '*' '*no joint moves the character: --in-place has no effect*' -- pose "$DATA/surfaces/hair.fbx" --at 0 --clip none --in-place

# A name with a colon and an equals sign: the edit follows the last of them.
sed 's/Elbow/up:rz=1/g' "$A" >colon.fbx
run pose colon.fbx --at 0 --base rest --set 'up:rz=1:rz=-90' --joints Hand --what global
check_run 0 '*Hand   10 10 0*' '*'

# A pose is stored and loaded: on the same model at another time, and on a model without some of its joints.
run pose "$A" --at end --set Elbow:rx=30 --json
cp .stdout stored.json
hand_is "$("$SINEW" pose "$A" --at end --set Elbow:rx=30 --joints Hand --what global --format csv --digits 5 | awk -F, 'NR == 2 { printf "%g,%g,%g", $19, $20, $21 }')" \
    --at start --pose stored.json
sed 's/"Shoulder"/"Other"/g' stored.json >other.json
check 0 '*' "sinew: other.json: warning: 1 of the pose's joints are not in the model, 'Other' first" -- pose "$A" --at 0 --pose other.json
sed 's/"name":"/"name":"x/g' stored.json >none.json
check 4 '' "sinew: none.json: the pose has none of the model's joints" -- pose "$A" --at 0 --pose none.json
sed 's/"unit_cm":1.0/"unit_cm":100.0/' stored.json >unit.json
check 3 '' 'sinew: unit.json: not a pose: its unit is not the unit of the model*' -- pose "$A" --at 0 --pose unit.json
for damage in 's/"w":/"v":/' 's/"t":\[/"t":[1e30,/' 's/"local"/"lokal"/g' 's/sinew.pose/sinew.tree/' 's/"joints":\[/"joints":[{},/' 's/.$//'; do
    sed "$damage" stored.json >damaged.json
    check 3 '' 'sinew: damaged.json: not a pose: *' -- pose "$A" --at 0 --pose damaged.json
done
run pose "$A" --at 0 --at end --json
cp .stdout two.json
check 3 '' 'sinew: two.json: not a pose: it holds several poses*' -- pose "$A" --at 0 --pose two.json
check 3 '' 'sinew: nowhere.json: no such file*' -- pose "$A" --at 0 --pose nowhere.json

check 4 '' "sinew: $A: joint 'Hand' cannot reach 0,30,0: 10 are missing" -- pose "$A" --at 0 --base rest --ik Hand=0,30,0
check 4 '' "sinew: $A: no two bones end at joint 'Elbow'" -- pose "$A" --at 0 --ik Elbow=0,1,0
check 4 '' "sinew: $A: no joint 'Elbo'
  hint: did you mean 'Elbow'?" -- pose "$A" --at 0 --set Elbo:rz=1
for wrong in Elbow Elbow: Elbow:rz Elbow:rz= Elbow:rz=nan Elbow:rz=0x Elbow:rw=1 Elbow:rz=1rx=2 'Elbow:rz=1 rz=2' Elbow:rz==1 :; do
    check 2 '' "sinew: --set: '$wrong' is not an edit*" -- pose "$A" --at 0 --set "$wrong"
done
check 2 '' "sinew: --set: joint 'Elbow': the value 1e+300 is out of range" -- pose "$A" --at 0 --set Elbow:rz=1e300
for wrong in Hand Hand= Hand=1,2 Hand=1,2,3,4 Hand=1,2,nan Hand=1,2,1e300; do
    check 2 '' "sinew: --ik: '$wrong' is not a target*" -- pose "$A" --at 0 --ik "$wrong"
done
# Exports of one pose are edited, exports of clips are not.
check 0 '*v -1 10 0*' '' -- export "$A" --at end --set Elbow:rz:=0 -o - --format obj
check 4 '' "sinew: $A: joint 'Hand' cannot reach 0,90,0: 70 are missing" -- export "$A" --at end --ik Hand=0,90,0 -o - --format obj
check 2 '' 'sinew: glb contains clips; *' -- export "$A" --base rest -o arm.glb
check 2 '' 'sinew: --crowd draws the clip: *' -- render "$A" --base rest --crowd 3 -o arm.png
finish
