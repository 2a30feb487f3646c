# What diff says of tests/data/arm.fbx and of copies of it that differ in one thing each; the answers follow from that file.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

# A file equals itself with any tolerance. 25 frames, and a keyframe between two of them. Equal clips share a line, and what nobody asked for
# is named.
check 0 "$A and $A: clips 'bend', 'lift' are equal: 4 joints, at most 0 deg and 0 cm
equal (tolerance 0.1 deg, 0.000447214 cm)
not compared: meshes, materials (use --meshes, --materials)" '' -- diff "$A" "$A"
check 0 "$A and $A: clip 'bend', 26 times, 4 joints
  angle               0 deg
  distance            0 cm
  distances rms       0 cm
equal (tolerance 0.1 deg, 0.000447214 cm)
not compared: meshes, materials (use --meshes, --materials)" '' -- diff "$A" "$A" --clip bend
check 0 'equal (tolerance 0.1 deg, 0.000447214 cm)
not compared: materials (use --materials)' '' -- diff "$A" "$A" --meshes --only-different
check 0 '*equal (tolerance 0.1 deg, 0.000447214 cm)' '' -- diff "$A" "$A" --meshes --materials
fields 0 diff "$A" "$A" --json <<'END'
not_compared/0=meshes
not_compared/1=materials
END
check 0 '*equal (tolerance 0 deg, 0 cm)*' '' -- diff "$A" "$A" --tol-angle 0 --tol-distance 0
check 0 "*clip 'lift', 13 times*" '' -- diff "$A" "$A" --clip lift
check 0 '*rest pose, 1 time, 4 joints*' '' -- diff "$A" "$A" --clip none
check 0 '*1 joint*' '' -- diff "$A" "$A" --joints Hand

# A clip of any name, if it is selected. 'bend' turns the elbow by 90 degrees in a second, 'lift' moves the shoulder in half a
# second.
check 1 "*clip 'bend', 26 times*90 deg, Elbow at 1.0000 s*" '*extrapolated*' -- diff "$A" "$A" --clip bend --other-clip lift
case $(cat .stdout) in *renamed*) fail 'a clip that was selected counts as renamed' ;; esac
check 0 "*clip 'bend'*equal (tol*" '' -- diff "$A" "$A" --clip bend --other-clip '#1'
check 4 '' "*no clip 'none of it'*" -- diff "$A" "$A" --other-clip 'none of it'
check 2 '' '*--other-clip needs two FILEs*' -- diff "$A" --engine exact,fast --other-clip lift
mkdir folder
check 2 '' '*--other-clip needs two FILEs*' -- diff folder folder --other-clip lift
rmdir folder

# At 0.51 s, between two floats, the hand is 3 cm higher for an instant: a step before it, a step to the next value (flag 258) after it. A
# glTF cannot store that, and both files are compared at floats.
sed -e 's/a: 10,10,10$/a: 10,13,10/' -e '/a: 10,13,10$/,/^	}/{
s/KeyAttrFlags: \*1/KeyAttrFlags: *3/
s/a: 4$/a: 2,258,4/
s/KeyAttrDataFloat: \*4/KeyAttrDataFloat: *12/
s/a: 0,0,0,0$/a: 0,0,0,0,0,0,0,0,0,0,0,0/
s/KeyAttrRefCount: \*1/KeyAttrRefCount: *3/
s/a: 3$/a: 1,1,1/
}' "$A" >jump.fbx
"$SINEW" export jump.fbx -o jump.glb || fail 'a clip that jumps cannot be written'
check 0 '*equal (tolerance*' '' -- diff jump.fbx jump.glb --clip bend
check 1 '*3 cm, Hand at 0.5100 s*' '' -- diff "$A" jump.fbx --clip bend

# Values are compared in the first file's unit and axes; a glTF is in metres.
check 0 '*
frame: +Y up, +Z front, cm, the origin of each file; its unit is 100 cm instead of 1
not compared*' '' -- diff jump.fbx jump.glb --clip bend
fields 0 diff jump.fbx jump.glb --clip bend --json <<'END'
frame/up=+Y
frame/front=+Z
frame/unit=cm
frame/origin=of each file
frame/b_is_rotated=OFF
END

# Keys before the start of their clip are not played and not compared.
sed 's/"\(Local\|Reference\)Start", "KTime", "Time", "",46186158000/"\1Start", "KTime", "Time", "",57732697500/' "$A" >later.fbx
"$SINEW" export later.fbx -o later.glb || fail 'a clip that starts after its first key cannot be written'
check 0 '*equal (tolerance*' '' -- diff later.fbx later.glb

# A clip of 1e7 frames is compared at its keys.
sed 's/"\(Local\|Reference\)Stop", "KTime", "Time", "",92372316000/"\1Stop", "KTime", "Time", "",19244278686000000/' "$A" >long.fbx
check 0 "*clip 'bend', 4 times*equal (tolerance*" '*' -- diff long.fbx long.fbx --clip bend

# The tolerance for positions is a ten-thousandth of the character: of the sleeve's diagonal, √(2² + 4²).
# The elbow turns by 93 degrees instead of 90: 3 degrees at the end, so that the hand, 10 away, is off by 20 sin 1.5 = 0.523538966.
sed 's/a: 0,90$/a: 0,93/' "$A" >further.fbx
fields 1 diff "$A" further.fbx --json <<END
schema=sinew.diff/1
a=$A
b=further.fbx
clip=bend
clip_b=bend
engines=
tolerance/deg=0.1
tolerance/cm=0.000447213595
equal=OFF
times=26
joints=4
worst_angle/joint=Elbow
worst_angle/time_s=1
worst_angle/deg=3
worst_distance/joint=Hand
worst_distance/time_s=1
worst_distance/cm=0.523538966
worst/joint=Hand
worst/cm=0.523538966
worst_vertex=
comparisons=
END
check 1 "*  angle               3 deg, Elbow at 1.0000 s
  distance            0.523539 cm, Hand at 1.0000 s
*  one key of Elbow changed: 3 deg at 48f
*different (tolerance 0.1 deg, 0.000447214 cm)*" '' -- diff "$A" further.fbx
check 0 '*equal*' '' -- diff "$A" further.fbx --tol-angle 3.01 --tol-distance 0.53
check 1 '*' '' -- diff "$A" further.fbx --tol-angle 2.99 --tol-distance 0.53
check 1 '*' '' -- diff "$A" further.fbx --tol-angle 3.01 --tol-distance 0.52
check 0 '*' '' -- diff "$A" further.fbx --clip lift
check 0 '*' '' -- diff "$A" further.fbx --joints Shoulder,Sleeve

# Positions are compared in centimetres: with 2.54 cm to the unit the hand, 20 up, is off by 30.8.
sed 's/"UnitScaleFactor", "double", "Number", "",1/"UnitScaleFactor", "double", "Number", "",2.54/' "$A" >inches.fbx
fields 1 diff "$A" inches.fbx --json --clip none <<'END'
clip=
worst_distance/joint=Hand
worst_distance/cm=30.8
worst_angle/deg=0
times=1
END

# The root mean square of 0, 0, 30.8 and 15.4 (elbow; shoulder and sleeve are at the origin) is the root of 296.45.
fields 1 diff "$A" inches.fbx --json --clip none --joints Shoulder,Elbow,Hand,Sleeve <<'END'
rmse_cm=17.2177234
END

# A hand mirrored on two axes is one rotated by 180 degrees.
for property in 'Scaling:-1,-1,1' 'Rotation:0,0,180'; do
    name=${property%%:*}
    sed "/Model: 202/,/}/s/P: \"Lcl Translation.*/&\\
			P: \"Lcl $name\", \"Lcl $name\", \"\", \"A\",${property#*:}/" "$A" >"$name.fbx"
done
check 0 '*equal*' '' -- diff Scaling.fbx Rotation.fbx --joints Hand --tol-angle 1e-9
check 1 '*angle               180 deg, Hand*' '' -- diff "$A" Rotation.fbx --joints Hand

# Clips are compared from their own start: lift starts half a second later on the other timeline.
sed 's/"LocalStop", "KTime", "Time", "",23093079000/"LocalStart", "KTime", "Time", "",23093079000\
			P: "LocalStop", "KTime", "Time", "",46186158000/; s/"ReferenceStop", "KTime", "Time", "",23093079000/"ReferenceStart", "KTime", "Time", "",23093079000\
			P: "ReferenceStop", "KTime", "Time", "",46186158000/; s/a: 0,23093079000/a: 23093079000,46186158000/' "$A" >later.fbx
check 0 "*clip 'lift', 13 times*" '' -- diff "$A" later.fbx --clip lift

# Joints are matched by name: under other parents, in another namespace, of equal names in order.
sed 's/C: "OO",202,201$/C: "OO",202,0/' "$A" >moved.fbx
check 1 '*4 joints*, Hand *  joint Hand reparented from Elbow to the root*' '' -- diff "$A" moved.fbx
sed 's/C: "OO",202,201$/C: "OO",202,200/' "$A" >reparented.fbx
fields 1 diff "$A" reparented.fbx --json <<'END'
reparented_joints/0/joint=Hand
reparented_joints/0/parent_a=Elbow
reparented_joints/0/parent_b=Shoulder
END
sed 's/Model::/Model::left:/' "$A" >named.fbx
check 0 '*4 joints*equal*' '' -- diff "$A" named.fbx
sed 's/Model::Hand/Model::Elbow/' "$A" >twice.fbx
check 0 '*4 joints*equal*' '*' -- diff twice.fbx twice.fbx

# What exists in one file only is a difference: a joint, a clip.
sed 's/Model::Sleeve/Model::Coat/' "$A" >coat.fbx
fields 1 diff "$A" coat.fbx --json <<'END'
equal=OFF
joints=3
only_in_a/0=Sleeve
only_in_b/0=Coat
END
sed 's/Model::Hand/Model::Paw/' "$A" >paw.fbx
check 1 "*are equal: 4 joints*
  joint Hand renamed to Paw
different*" '' -- diff "$A" paw.fbx
sed 's/Model::Elbow/Model::Joint/; s/Model::Hand/Model::Paw/' "$A" >joint.fbx
fields 1 diff "$A" joint.fbx --json <<'END'
joints=4
renamed_joints/0/a=Elbow
renamed_joints/0/b=Joint
renamed_joints/1/a=Hand
renamed_joints/1/b=Paw
END
sed '/Model: 202/,/}/s/"A",0,10,0$/"A",0,11,0/' paw.fbx >longer_paw.fbx # elsewhere, so another joint
check 1 "*  only in $A: Hand
  only in longer_paw.fbx: Paw
different*" '' -- diff "$A" longer_paw.fbx
check 0 '*equal*' '' -- diff "$A" paw.fbx --joints 'S*,Elbow'
sed 's/Model::/Model::x/' "$A" >strange.fbx
check 1 '*  joint Shoulder renamed to xShoulder
  joint Elbow renamed to xElbow
*' '' -- diff "$A" strange.fbx
check 4 '' "*no joint has the same name as one of *" -- diff "$A" "$DATA/turn.bvh" --clip none
json_error_is no-match code diff "$A" "$DATA/turn.bvh" --clip none --json

# Clips are matched by exact name, by the part after the last bar, or as the only clips.
sed 's/AnimStack::bend/AnimStack::Arm|Bend/' "$A" >bar.fbx
json_is 'Arm|Bend' clip_b diff "$A" bar.fbx --json
sed 's/AnimStack::bend/AnimStack::turn/' "$A" >turn.fbx
fields 1 diff "$A" turn.fbx --json <<'END'
equal=OFF
clips/0/clip=lift
clips/0/clip_b=lift
clips/1/clip=bend
clips/1/clip_b=turn
clips/1/equal=ON
END
check 1 "*clips 'lift', 'bend' are equal*
  clip 'bend' renamed to 'turn'
different*" '' -- diff "$A" turn.fbx
sed 's/a: 0,90$/a: 0,93/' turn.fbx >other_turn.fbx
check 1 "*clip 'lift', 13 times*
  clips only in $A: bend
  clips only in other_turn.fbx: turn
different*" '' -- diff "$A" other_turn.fbx
check 0 '*' '' -- diff "$A" turn.fbx --clip lift

# The only clips that have keys match under any names, beside takes without any.
sed '/C: "OO",512,511$/d' "$A" >keyed.fbx # without the key of lift
sed 's/AnimStack::bend/AnimStack::turn/; s/AnimStack::lift/AnimStack::Take/' keyed.fbx >renamed.fbx
check 1 "*clip 'bend', 26 times*
  clips only in keyed.fbx: lift
  clips only in renamed.fbx: Take
*" '*' -- diff keyed.fbx renamed.fbx
check 0 "*clip 'bend', 26 times*equal*" '*' -- diff keyed.fbx renamed.fbx --clip bend
check 4 '' "sinew: turn.fbx: no clip 'bend', which $A has*" -- diff "$A" turn.fbx --clip bend
sed 's/AnimStack::lift/AnimStack::hop/; s/a: 0,5$/a: 0,6/' other_turn.fbx >other.fbx
check 4 '' "sinew: other.fbx: no clip matches a clip of $A by name*" -- diff "$A" other.fbx
check 4 '' "sinew: $A: no clip 'walk'*" -- diff "$A" "$A" --clip walk
sed '/AnimationStack: 500/,/^}$/{/^}$/!d;}' "$A" >still.fbx
check 4 '' '*sinew: still.fbx: no clip *--clip none*' -- diff "$A" still.fbx
check 4 '' '*sinew: still.fbx: no clip *--clip none*' -- diff still.fbx "$A"
check 0 '*rest pose*' '*' -- diff still.fbx still.fbx
check 0 '*rest pose*' '*' -- diff "$A" still.fbx --clip none

# The longer clip determines the times.
sed 's/"\(Local\|Reference\)Stop", "KTime", "Time", "",92372316000/"\1Stop", "KTime", "Time", "",115465395000/' "$A" >longer.fbx
check 0 '*equal*' '*lasts 1.500 s*1.000 s*' -- diff "$A" longer.fbx
check 0 '*38 times*' '*lasts 1.500 s*1.000 s*' -- diff "$A" longer.fbx --clip bend

# At another tempo: all times of the second file are 0.8 times the first file's.
"$SINEW" edit "$A" --speed 1.25 -o fast.fbx || fail 'edit --speed'
check 1 '*  all times × 0.8
*  all times × 0.8
*different*' '*' -- diff "$A" fast.fbx
fields 1 diff "$A" fast.fbx --json <<'END'
clips/0/tempo=0.8
END

# The front: an export faces +Z. The same file with another statement of its front is as it was.
sed 's/"FrontAxisSign", "int", "Integer", "",1/"FrontAxisSign", "int", "Integer", "",-1/' "$A" >back.fbx
"$SINEW" export back.fbx -o back.glb 2>/dev/null || fail 'export'
check 0 '*equal*' '*its front is +Z, that of back.fbx is -Z; it is rotated before it is compared' -- diff back.fbx back.glb --meshes
check 0 '*
frame: +Y up, -Z front, cm, the origin of each file; the second file has +Y up, +Z front; its unit is 100 cm instead of 1*' '*' -- diff back.fbx back.glb
json_is ON frame/b_is_rotated diff back.fbx back.glb --json
check 0 '*equal*' '*' -- diff back.fbx "$A" --meshes

# A clip that is not the default differs: the shoulder rises by 6 in place of 5.
sed 's/a: 0,5$/a: 0,6/' "$A" >higher.fbx
fields 1 diff "$A" higher.fbx --json <<'END'
clip=lift
worst_distance/cm=1
clips/0/clip=bend
clips/0/equal=ON
clips/1/equal=OFF
END

# Meshes, triangle by triangle: a corner of the sleeve is 3 to the side in the rest pose, and stays that far away.
sed 's/a: -1,10,0,1,10,0,1,14,0,-1,14,0/a: -1,10,0,1,10,0,4,14,0,-1,14,0/' "$A" >wider.fbx
check 0 '*equal*' '' -- diff "$A" wider.fbx
check 0 '*  mesh Sleeve: 2 triangles, 0 cm
equal*' '' -- diff "$A" "$A" --meshes
check 1 '*  mesh Sleeve: 2 triangles, 3 cm at 0.0000 s
different*' '' -- diff "$A" wider.fbx --meshes --clip none
fields 1 diff "$A" wider.fbx --meshes --json --clip none <<'END'
meshes/0/object=Sleeve
meshes/0/triangles_a=2
meshes/0/triangles_b=2
meshes/0/cm=3
meshes/0/equal=OFF
END
sed 's/a: 0,1,2,-4$/a: 0,1,-3/; s/Normals: \*12/Normals: *9/; s/a: 0,0,1,0,0,1,0,0,1,0,0,1$/a: 0,0,1,0,0,1,0,0,1/; s/UVIndex: \*4/UVIndex: *3/; s/a: 0,1,2,3$/a: 0,1,2/; s/PolygonVertexIndex: \*4/PolygonVertexIndex: *3/' "$A" >half.fbx
check 1 '*  mesh Sleeve: 2 and 1 triangles*different*' '*' -- diff "$A" half.fbx --meshes
check 2 '' 'sinew: --meshes needs two FILEs*' -- diff "$A" --engine fast,exact --meshes
check 2 '' 'sinew: --materials needs two FILEs*' -- diff "$A" --engine fast,exact --materials

# Programs order vertices and triangles as they like, and name objects anew: a bowl and a cube, backwards, are the same, from any corner on.
# The vertex in the middle of the bowl is then moved by 0.5, which in metres is 50 cm. There is only one cube, so its name does not matter.
bowl() { # file, object, order (1 or -1), height of the middle
    awk -v order="$3" -v middle="$4" -v object="$2" 'BEGIN {
        n = 7; print "o " object
        for (k = 0; k < n * n; ++k) {
            i = order > 0 ? k : n * n - 1 - k; x = i % n - 3; y = int(i / n) - 3; number[i] = k + 1
            print "v", x, x == 0 && y == 0 ? middle : (x * x + y * y) / 10, y }
        for (k = 0; k < (n - 1) * (n - 1); ++k) {
            i = order > 0 ? k : (n - 1) * (n - 1) - 1 - k; a = i % (n - 1) + n * int(i / (n - 1))
            if (order > 0) print "f", number[a], number[a + n], number[a + n + 1], number[a + 1]
            else print "f", number[a + n + 1], number[a + 1], number[a], number[a + n] } }' >"$1"
}
cube() { # file, object: its vertices follow the bowl's
    printf 'o %s\n' "$2" >>"$1"
    awk 'BEGIN { for (i = 0; i < 8; ++i) print "v", 9 + i % 2, int(i / 2) % 2, int(i / 4) }' >>"$1"
    printf 'f -8 -7 -5 -6\nf -4 -3 -1 -2\n' >>"$1"
}
bowl bowl.obj Bowl 1 0 && cube bowl.obj Cube
bowl again.obj mesh_1 -1 0 && cube again.obj mesh_0
bowl deeper.obj mesh_1 -1 -0.5 && cube deeper.obj mesh_0
check 0 '*  mesh Bowl: 72 triangles, 0 cm
  mesh Cube: 4 triangles, 0 cm
equal*' '*' -- diff bowl.obj again.obj --meshes
check 1 '*  mesh Bowl: 72 triangles, 0.5 cm at 0.0000 s
  mesh Cube: 4 triangles, 0 cm
*different*' '*' -- diff bowl.obj deeper.obj --meshes

# Two programs wrote the fox. Its rest poses differ by half a metre at the hands, its clips from the first frame on by less than a centimetre
# at each joint (in one the ears are keyed at frames only), and the order of vertices is another. It was bound to its joints in one pose: there
# the vertices match, and none is much farther from its own than the joints are.
FOX=$DATA/../../samples/character
# Rounded positions are nearer to vertices of other parts, such as the other eyelid: each vertex is matched to the one that stays near.
# The error of the export is 1e-3 of the diagonal, 214.49 cm by the line of the tolerance.
"$SINEW" export $DATA/../../samples/face.fbx --compress --error 1e-3 -o face.glb
check 0 '*  mesh Face: 9452 triangles, 0.0*equal (tolerance 0.1 deg, 0.214 cm)*' '*' -- diff $DATA/../../samples/face.fbx face.glb --meshes --tol-distance 0.214
rm face.glb
check 1 '*distance            0.856* cm, *mesh Fox: 7974 triangles, 1.0[0-9]* cm at *different*' '' -- diff "$FOX.fbx" "$FOX.glb" --meshes --clip '*wave*'

# Directories: by path, without the extension; what exists in one only is a difference.
mkdir -p left/deep right/deep && cp "$A" left/deep/arm.fbx && cp "$A" right/deep/arm.fbx
"$SINEW" bake "$A" -o left/baked.sinew && cp "$A" right/baked.fbx
check 0 'left/baked.sinew and right/baked.fbx: *equal*left/deep/arm.fbx and right/deep/arm.fbx: *equal*' '' -- diff left right
fields 0 diff left right --json <<'END'
schema=sinew.diff/1
files/0/a=left/baked.sinew
files/1/equal=ON
equal=ON
END
cp "$A" right/new.fbx
check 1 '*
only in right: new.fbx
2 files compared: 2 equal, 0 different; 1 only in right
not compared: meshes, materials (use --meshes, --materials)' '' -- diff left right
check 1 'only in right: new.fbx
2 files compared: 2 equal, 0 different; 1 only in right
not compared: *' '' -- diff left right --only-different
# Of several files that differ in the extension only, the same extension wins, else the last in byte order.
mkdir several others && for name in arm.fbx arm.v2.fbx arm-.fbx; do cp "$A" several/$name; done
for name in arm.fbx arm.sinew arm.v2.glb.fbx; do cp "$A" others/$name; done && cp left/baked.sinew others/arm.glb
cp "$A" others/arm-.fbx && mv others/arm.sinew others/arm-.gltf && cp left/baked.sinew others/arm.v2.sinew
check 1 'several/arm-.fbx and others/arm-.fbx: *several/arm.fbx and others/arm.fbx: *several/arm.v2.fbx and others/arm.v2.sinew: *
only in others: arm.v2.glb.fbx
3 files compared: *' '' -- diff several others
# Sixty thousand names that have no match are compared in less than a second; each with each took minutes.
if command -v python3 >/dev/null; then
    mkdir one two && python3 -c 'for i in range(30000): open(f"one/a{i}.fbx", "w").close(), open(f"two/b{i}.fbx", "w").close()'
    case_words='diff of two directories with 30000 files each'
    (ulimit -t 20 && "$SINEW" diff one two) >.stdout 2>.stderr
    [ "$(grep -c '^only in' .stdout)" = 60000 ] || fail "$(wc -l <.stdout) lines; $(cat .stderr)"
    rm -rf one two
fi
cp higher.fbx right/deep/arm.fbx && rm right/new.fbx
check 1 'left/deep/arm.fbx and right/deep/arm.fbx: *different*
2 files compared: 1 equal, 1 different
not compared: *' '' -- diff left right --only-different
fields 1 diff left right --only-different --json <<'END'
files/0/a=left/deep/arm.fbx
summary/files=2
summary/equal=1
summary/different=1
summary/failed=0
END
check 2 '' 'sinew: --only-different needs two FILEs or two directories' -- diff "$A" --engine fast,exact --only-different
check 1 "$A and higher.fbx: clip 'lift', *" '' -- diff "$A" higher.fbx --only-different
echo text >right/deep/arm.fbx
check 7 '*' 'sinew: right/deep/arm.fbx: *
sinew: 1 of 2 files failed' -- diff left right
check 3 '' 'sinew: left: is a directory*' -- diff left "$A"

# Engines are compared with the first one.
fields 0 diff "$A" --engine exact,reference,fast,assimp --json <<END
a=$A
b=
engines/0=exact
engines/3=assimp
equal=ON
comparisons/0/engine=reference
comparisons/0/equal=ON
comparisons/2/engine=assimp
comparisons/2/worst_vertex/mesh=0
clip_b=
END
check 0 "$A: clip 'bend'*reference compared with exact: equal*vertex distance*vertices rms*" '' -- diff "$A" --engine exact,reference
check 0 '*gpu compared with fast: equal*' '' -- diff "$A" --engine=fast,gpu
check 0 '*' '' -- --engine fast,gpu diff "$A"
check 0 '*' '' -- diff "$A" "$A" --engine assimp

# Baked clips keep 1e-4 of the character, wherever a camera is: of the sleeve's diagonal, √(2² + 4²), that is 0.00044 cm.
sed 's/^	NodeAttribute: 210,/	Model: 250, "Model::Camera", "Camera" {\
		Version: 232\
		Properties70:  {\
			P: "Lcl Translation", "Lcl Translation", "", "A",0,0,100000\
		}\
	}\
	NodeAttribute: 251, "NodeAttribute::Camera", "Camera" {\
		TypeFlags: "Camera"\
	}\
&/; s/^	C: "OO",203,0/&\
	C: "OO",250,0\
	C: "OO",251,250/' "$A" >camera.fbx
check 0 '*4 joints*equal*' '' -- diff camera.fbx --engine exact,fast --tol-distance 0.00044 --joints 'S*,Elbow,Hand'

# Assimp knows no stepped keys: in the last frame before the step its elbow has rotated by 23/24 of 90 degrees, its hand is 20 sin 43.125 off, and
# the sleeve's far corners, at (±1, 4) from the elbow, 2 √17 sin 43.125.
sed 's/a: 4$/a: 2/' "$A" >stepped.fbx
fields 1 diff stepped.fbx --engine exact,assimp --json <<'END'
comparisons/0/equal=OFF
worst_angle/joint=Elbow
worst_angle/deg=86.25
worst_angle/time_s=0.958333333
worst_distance/joint=Hand
worst_vertex/name=Sleeve
END
check 1 '*13.6718 cm, Hand at 0.9583 s*5.63705 cm, vertex ? of*Sleeve*' '' -- diff stepped.fbx --engine exact,assimp

# The same as test cases: of clips, of engines, and of what exists on one side only.
check 1 "<?xml *
<testsuites name=\"sinew diff\" tests=\"1\" failures=\"1\" errors=\"0\">
  <testsuite name=\"stepped.fbx\" *
    <testcase name=\"clip 'bend', assimp\" *
      <failure type=\"difference\" message=\"assimp compared with exact: different\">*
distance *13.6718 cm, Hand at 0.9583 s
*</failure>
*" '' -- diff stepped.fbx --engine exact,assimp --format junit
check 1 "::error file=stepped.fbx,title=clip 'bend'%2C assimp::assimp compared with exact: different%0Aangle *" '' \
    -- diff stepped.fbx --engine exact,assimp --format github
check 0 '' '' -- diff "$A" "$A" --format github

case_words='diff with the gpu where there is no driver'
__EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$SINEW" diff "$A" --engine fast,gpu >.stdout 2>.stderr
exit_code=$?
check_run 5 '' 'sinew: cannot start OpenGL 3.3: *'

# Z up and Y up: (x, y, z) of the one is (x, z, -y) of the other, and a rotation about the up axis stays one about the up axis.
write_dae() { # file, up axis, translation and rotation of a node, three vertices
    cat >"$1" <<END
<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><up_axis>$2</up_axis></asset>
<library_geometries><geometry id="g" name="G"><mesh><source id="p"><float_array id="pa" count="9">$4</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="root" name="root">$3<instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
END
}
# The vertices come from the Z-up file: -90 degrees about x bring them to Y up.
write_dae z.dae Z_UP '<translate>1 2 3</translate><rotate>0 0 1 90</rotate>' '0 0 0 1 0 0 0 2 0'
write_dae y.dae Y_UP '<translate>1 3 -2</translate><rotate>0 1 0 90</rotate><rotate>1 0 0 -90</rotate>' '0 0 0 1 0 0 0 2 0'
write_dae w.dae Y_UP '<translate>1 3 2</translate><rotate>0 1 0 90</rotate><rotate>1 0 0 -90</rotate>' '0 0 0 1 0 0 0 2 0'
check 0 '*equal (tolerance 0.1 deg, 0.0223607 cm)*' 'sinew: y.dae: warning: its up axis is +Y, that of z.dae is +Z; it is rotated before it is compared' \
    -- diff z.dae y.dae --meshes
check 0 '*equal (tolerance 0.1 deg, 0.0223607 cm)*' '*its up axis is +Z, that of y.dae is +Y*' -- diff y.dae z.dae --meshes
check 1 '*distance            400 cm, root*' '*its up axis*' -- diff z.dae w.dae
rm -f z.dae y.dae w.dae

# Two directories as test cases: a suite for each pair, for each file without a partner, and for each file that cannot be compared.
mkdir ours theirs
cp "$A" ours/same.fbx && cp "$A" theirs/same.fbx
sed 's/a: 4$/a: 2/' "$A" >theirs/other.fbx && cp "$A" ours/other.fbx
cp "$A" ours/alone.fbx
cp "$A" ours/cut.fbx && head -c 3000 "$A" >theirs/cut.fbx
run diff ours theirs --format junit
[ "$exit_code" = 7 ] || fail "exit $exit_code: $(cat .stderr)"
case $(cat .stdout) in
*'failures="3" errors="1">
  <testsuite name="ours/cut.fbx" tests="1" failures="0" errors="1">
'*'<testsuite name="ours/other.fbx" '*'failures="2"'*'<testsuite name="ours/same.fbx" '*'failures="0"'*'<testsuite name="ours/alone.fbx" tests="1" failures="1" errors="0">
    <testcase name="comparison" '*'exists in this directory only</failure>'*) ;;
*) fail "$(cat .stdout)" ;;
esac
rm -r ours theirs

# Materials: factors, images by content, and which object has which.
sed 's/"DiffuseColor", "Color", "", "A",[0-9.,]*/"DiffuseColor", "Color", "", "A",0.1,0.2,0.3/' "$A" >colour.fbx
check 1 "*  material 'Red Cloth': base colour *different*" '' -- diff "$A" colour.fbx --materials
check 0 '*equal*' '' -- diff "$A" colour.fbx --meshes
sed 's/Material::Red Cloth/Material::Silk/' "$A" >silk.fbx
check 1 "*  material 'Red Cloth' only in $A
  material 'Silk' only in silk.fbx
  object 'Sleeve' has material 'Red Cloth' only in $A
  object 'Sleeve' has material 'Silk' only in silk.fbx
different*" '' -- diff "$A" silk.fbx --materials
fields 1 diff "$A" silk.fbx --materials --json <<'END'
materials/compared=0
materials/different=4
END

# Pipes are files, and git shows the changes of a model. The drivers are taken from docs/08-compare.md.
if command -v bash >/dev/null; then
    bash -c '"$SINEW" diff <(cat "$0") <(cat further.fbx)' "$A" >.stdout 2>.stderr
    exit_code=$?
    case_words='diff of two pipes'
    check_run 1 "/dev/fd/*one key of Elbow changed: 3 deg at 48f*" ''
fi
if command -v git >/dev/null; then
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
    mkdir program && ln -s "$SINEW" program/sinew && PATH="$PWD/program:$PATH"
    git init -q tracked && cp "$A" tracked/arm.fbx && cp "$A" tracked/glance.fbx
    printf '*.fbx diff=sinew\n*.glb diff=sinew\nglance.fbx diff=glance\n' >tracked/.gitattributes
    git -C tracked add . && git -C tracked -c user.name=a -c user.email=a@b commit -qm first || fail 'git commit'
    git -C tracked config diff.sinew.command 'f() { sinew diff "$2" "$5" --only-different || true; }; f'
    git -C tracked config diff.glance.textconv 'sinew keys --values'
    cp further.fbx tracked/arm.fbx && cp further.fbx tracked/glance.fbx
    git -C tracked diff >.stdout 2>.stderr
    exit_code=$?
    case_words='git diff'
    check_run 0 '*one key of Elbow changed: 3 deg at 48f*-*90*+*93*' ''
fi

check 2 '' 'sinew: diff needs two FILEs or two engines*' -- diff "$A"
check 2 '' 'sinew: diff needs two FILEs or two engines*' -- diff "$A" --engine fast
check 2 '' 'sinew: comparing engines takes one FILE*' -- diff "$A" "$A" --engine fast,exact
check 2 '' "sinew: --engine: 'exat' is not a valid choice*" -- diff "$A" --engine fast,exat
check 2 '' "sinew: --engine: '' is not a valid choice*" -- diff "$A" --engine fast,
check 2 '' "sinew: --engine: duplicate 'fast'" -- diff "$A" --engine fast,exact,fast
check 2 '' "sinew: --tol-angle: '-1' is out of range*" -- diff "$A" "$A" --tol-angle -1
check 2 '' 'sinew: diff needs a FILE*' -- diff
check 2 '' "sinew: unexpected argument '*'*" -- diff "$A" "$A" "$A"
check 3 '' 'sinew: none.fbx: no such file' -- diff "$A" none.fbx
check 3 '' 'sinew: none.fbx: no such file' -- diff none.fbx "$A"
check 4 '' "sinew: $A: no joint 'Tail'*" -- diff "$A" "$A" --joints Tail
finish
