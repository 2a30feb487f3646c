# The output of info, tree, keys and pose for tests/data/arm.fbx; the expected values follow from the text of that file.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx

check 0 '*arm.fbx: FBX 7.4 ascii, by a hand*+Y up, +Z front, 1 unit = 1 cm, 24 frames per second*4 joints, 1 mesh of 4 vertices and 2 triangles, 2 clips*1  bend*24*1.000*24f*Sleeve*Red Cloth*' '' -- info "$A"
json_fields info "$A" --json <<END
schema=sinew.info/1
file=$A
format/name=FBX
format/version=7.4
format/encoding=ascii
format/generator=a hand
axes/up=+Y
axes/front=+Z
axes/unit_cm=1
axes/scene_fps=24
counts/joints=4
counts/meshes=1
counts/vertices=4
counts/clips=2
counts/morphs=0
clips/0/number=1
clips/0/name=bend
clips/0/default=ON
clips/0/fps=24
clips/0/start_frame=24
clips/0/start_s=1
clips/0/frames=24
clips/0/duration_s=1
clips/0/last_key_s=1
clips/0/channels=2
clips/0/animated_joints=2
clips/0/keys=3
clips/0/subframe_keys=1
clips/1/default=OFF
clips/1/start_s=0
clips/1/frames=12
clips/1/duration_s=0.5
clips/1/keys=2
clips/1/subframe_keys=0
clips/1/baked/encoding=compact
clips/1/baked/frames=2
clips/1/baked/exceptions=0
clips/1/baked/rotation_bits=16
meshes/0/name=Sleeve
meshes/0/vertices=4
meshes/0/triangles=2
meshes/0/joints=1
meshes/0/max_influences=1
meshes/0/materials/0=Red Cloth
END
json_is lift files/1/clips/1/name info --json "$A" "$A"

# An hour and a quarter into a recording, and far from the origin: every frame and unit is told.
sed -e 's/46186158000/207862728502250/; s/92372316000/207908914660250/; s/69741098580/207886283442830/; s/"A",0,10,0/"A",0,1234567,0/' "$A" >far.fbx
check 0 '*1  bend*108013f*' '' -- info far.fbx
check 0 '*frame 108025*Elbow*0 1234567 0*0 1234567 0*' '' -- pose far.fbx --at 108025f

check 0 'id  joint*
 0  Shoulder    *bone  2
 1    Elbow   *\**bone  1
 2      Hand  *bone  1
 3  Sleeve    *mesh' '' -- tree "$A"
check 0 'id  joint*1  Elbow*2    Hand*' '' -- tree "$A" --under Elbow
check 0 'id,name,parent,depth,kind,deforms,animated_in,length
0,Shoulder,-1,0,bone,0,2,10
1,Elbow,0,1,bone,1,1,10
2,Hand,1,2,bone,0,1,0
3,Sleeve,-1,0,mesh,0,,0' '' -- tree "$A" --format csv
check 0 'digraph*n0 -> n1;*n1 -> n2;*}' '' -- tree "$A" --format dot
check 0 'RootNode*Shoulder*' '' -- tree "$A" --raw
json_is RootNode nodes/0/name tree "$A" --raw --json
json_fields tree "$A" --json <<'END'
schema=sinew.tree/1
joints/0/parent=-1
joints/0/deforms=OFF
joints/0/animated_in/0=2
joints/1/id=1
joints/1/name=Elbow
joints/1/path=Shoulder/Elbow
joints/1/parent=0
joints/1/depth=1
joints/1/kind=bone
joints/1/deforms=ON
joints/1/animated_in/0=1
joints/1/length=10
joints/1/rest/t/1=10
joints/1/rest/r/w=1
joints/1/rest/s/2=1
joints/1/bind/t/1=10
joints/2/bind=
END
json_is Hand joints/0/children/0/children/0/name tree "$A" --nested

check 0 'clip bend
#  frame  seconds  joints  channels
1     24   0.0000       2  translation rotation
2  36.24   0.5100       1  translation
3     48   1.0000       2  translation rotation' '' -- keys "$A"
check 0 'clip bend*
1     24   0.0000       1  rotation
3     48   1.0000       1  rotation' '' -- keys "$A" --joints Elbow
check 0 'clip,number,frame,time_s,at_s,joints,channels
lift,1,0,0,0,1,translation
lift,2,12,0.5,0.5,1,translation' '' -- keys "$A" --clip lift --format csv
json_fields keys "$A" --json <<'END'
schema=sinew.keys/1
clip/number=1
clip/name=bend
grid=authored
keys/0/channels/1=r
keys/1/number=2
keys/1/time_s=0.51
keys/1/at_s=1.51
keys/1/joints=1
keys/1/channels/0=t
keys/2/frame=48
subframe_keys=1
END
check 0 'clip bend*36.24*clip lift*12*' '' -- keys "$A" --clip '*'
json_is lift clips/1/clip/name keys "$A" --clip '*' --json
json_is 25 keys/0/frame keys "$A" --grid frames --json --joints Hand --clip bend --fps 25
json_is '' keys/1/number keys "$A" --grid frames --json

# Elbow has rotated by 90 degrees about Z at frame 48, and by half of it in the middle of the straight line.
check 0 '*Elbow*0 10 0*0 0 90*0 10 0*0 0 90*Hand*-10 10 0*' '' -- pose "$A" --at 48f
for at in @2s 48f 1 1.0s end 100% '#3' k3 '#-1' '#2@Elbow' -0 -0f; do json_is -10 joints/0/global/12 pose "$A" --at $at --joints Hand --digits 9 --json; done
for at in @1.5s 36f 0.5 50% -0.5 -12f -50%; do json_is 45 joints/0/euler/deg/2 pose "$A" --at $at --joints Elbow --euler XYZ --digits 9 --json; done
for at in @-3s @0s 0f 24f start '#1' k-3; do json_is 0 joints/0/global/12 pose "$A" --at $at --joints Hand --digits 9 --json; done
json_is 0 joints/0/global/12 pose "$A" --clip none --at @2s --joints Hand --json
json_is 5 joints/0/global/13 pose "$A" --clip lift --at end --joints Shoulder --json
for engine in fast exact reference assimp gpu; do
    json_is $engine engine pose "$A" --at end --engine $engine --json
    json_is -10 joints/0/global/12 pose "$A" --at end --engine $engine --joints Hand --digits 6 --json
done
json_fields pose "$A" --at 48f --what local,global,palette --json <<'END'
schema=sinew.pose/1
clip=bend
time_s=1
at_s=2
frame=48
unit_cm=1
up=+Y
engine=exact
joints/0/parent=
joints/0/parent_id=
joints/2/name=Hand
joints/2/parent=Elbow
joints/2/id=2
joints/2/parent_id=1
joints/1/local/t/1=10
joints/1/global/15=1
joints/1/palette/0/mesh=0
joints/1/palette/0/name=Sleeve
END
# An entry that two meshes of one skin share is listed for each.
sed 's/"skin":1,"name":"B"/"skin":0,"name":"B"/' "$DATA/../gltf/files/skins.gltf" >skin.gltf
json_fields pose skin.gltf --clip none --at 0 --what palette --json <<'END'
joints/2/palette/0/mesh=0
joints/2/palette/1/mesh=1
joints/3/palette/1/mesh=1
END
json_is 1.5 poses/12/at_s pose "$A" --range start..end --json
json_is 24 poses/0/frame pose "$A" --from start --to +2f --json
json_is 26 poses/2/frame pose "$A" --from start --to +2f --json
json_is 1.75 poses/3/at_s pose "$A" --range 0..1 --frames 5 --json
check 0 'time_s,at_s,frame,id,joint,parent_id,translation_x*
0,1,24,2,Hand,1,0,10,0,*
0.5,1.5,36,2,Hand,1,*
1,2,48,2,Hand,1,*' '' -- pose "$A" --range 0..1 --step 0.5 --format csv --joints Hand
check 0 '{*}
{*}' '' -- pose "$A" --at 0 --at 1 --format jsonl

# Warnings name the object: a joint with a second parent.
sed 's/^\tC: "OO",201,200$/&\n\tC: "OO",201,203/' "$DATA/arm.fbx" >parents.fbx
check 0 "*warning I12: Elbow: has a second parent, 'Sleeve', which is ignored*" '' -- info parents.fbx
check 0 '*' "sinew: parents.fbx: warning: I12: Elbow: has a second parent, 'Sleeve', which is ignored" -- keys parents.fbx
# A long output is written in chunks: complete, but not beyond a closed pipe.
case_words='pose --frames 5000 --format jsonl'
"$SINEW" pose "$A" --frames 5000 --format jsonl >.long || fail "exit $?"
[ "$(wc -l <.long)" = 5000 ] || fail "$(wc -l <.long) lines"
[ "$(wc -c <.long)" -gt 2000000 ] || fail 'that is less than two chunks' # of a mebibyte
"$SINEW" pose "$A" --at end --format jsonl >.end
tail -1 .long | cmp -s - .end || fail "ends with $(tail -1 .long)"
rm .long .end
case_words='pose --frames 1000000 | head -1'
[ "$("$SINEW" pose "$A" --frames 1000000 --format csv | head -1 | cut -c1-12)" = time_s,at_s, ] || fail 'no title'
if [ -w /dev/full ]; then
    "$SINEW" pose "$A" --frames 5000 --format csv >/dev/full 2>.stderr
    [ $? = 6 ] || fail 'a full disk is no failure'
fi

# The table of meshes names every material once.
cat >two.fbx <<'END'
; FBX 7.4.0 project file
FBXHeaderExtension:  {
 FBXVersion: 7400
}
Objects:  {
 Geometry: 20, "Geometry::Pair", "Mesh" {
  Vertices: *12 { a: 0,0,0,1,0,0,0,1,0,1,1,0 }
  PolygonVertexIndex: *9 { a: 0,1,-3,1,3,-3,0,3,-3 }
  LayerElementMaterial: 0 {
   MappingInformationType: "ByPolygon"
   ReferenceInformationType: "IndexToDirect"
   Materials: *3 { a: 0,1,0 }
  }
  Layer: 0 {
   LayerElement:  {
    Type: "LayerElementMaterial"
    TypedIndex: 0
   }
  }
 }
 Model: 2, "Model::Pair", "Mesh" {
 }
 Material: 30, "Material::Cloth", "" {
 }
 Material: 31, "Material::Skin", "" {
 }
}
Connections:  {
 C: "OO",2,0
 C: "OO",20,2
 C: "OO",30,2
 C: "OO",31,2
}
END
check 0 '*  materials*Pair *  Cloth, Skin*' '*' -- info two.fbx

# Speed and turn of a clip: 3 m and 4 m along the ground, and a quarter turn, in one second.
cp "$DATA/turn.bvh" .
check 0 '*between frames   m/s  path m/s  feet m/s  turn °  total °*5.00 * 90 *90*' '' -- info turn.bvh
json_is 5 clips/0/speed_m_s info turn.bvh --json
json_is 90 clips/0/yaw_rate_deg_s info turn.bvh --json
json_is 90 clips/0/net_turn_deg info turn.bvh --json
json_is 90 clips/0/total_turn_deg info turn.bvh --json
json_is '' clips/0/foot_speed_m_s info turn.bvh --json # no feet
json_is OFF clips/0/reference_pose info turn.bvh --json
json_is 0 clips/0/speed_m_s info "$DATA/../../samples/walk.fbx" --json # walks in place

# Events beside a model: the clip bend starts at frame 24. They move with the clips into .sinew files.
cp "$A" eventful.fbx
echo '{"events":[{"clip":"bend","track":"step","frame":30,"text":"left","value":2},{"clip":"hop","track":"step","time":0}]}' >eventful.events.json
check 0 "*1  step      30    0.250      2  left*warning I23: eventful.events.json: line 1: no clip 'hop'; the event is dropped*" '' -- info eventful.fbx
json_fields info eventful.fbx --json <<END
clips/0/events/0/track=step
clips/0/events/0/text=left
clips/0/events/0/value=2
clips/0/events/0/frame=30
clips/0/events/0/time_s=0.25
END
"$SINEW" bake eventful.fbx -o eventful.sinew --quiet || fail 'bake eventful.fbx'
json_is step clips/0/events/0/track info eventful.sinew --json
echo 'step: 30' >eventful.events.json
check 0 '*warning I23: eventful.events.json: line 1: expected a value; its events are dropped*' '' -- info eventful.fbx

# The contacts of the fox's walk, whose feet docs/10 follows by hand: heel 4 to 10, toe 4 to 17; the right foot half a
# second later, across the end of the loop.
check 0 '*foot contacts*1  foot.L *4f  17f *0.133  0.567*foot.L         foot.L    4f  10f*toe.L *4f  17f*foot.R *19f  32f *0.633  1.067*' '' -- info --contacts "$DATA/../../samples/walk.fbx"
json_fields info --contacts "$DATA/../../samples/walk.fbx" --json <<END
feet/0/joint=foot.L
feet/0/toe=toe.L
feet/1/joint=foot.R
clips/0/contacts/0/foot=foot.L
clips/0/contacts/0/from_frame=4
clips/0/contacts/0/to_frame=17
clips/0/contacts/1/joint=foot.L
clips/0/contacts/1/to_frame=10
clips/0/contacts/2/joint=toe.L
clips/0/contacts/2/to_frame=17
clips/0/contacts/3/foot=foot.R
clips/0/contacts/3/from_frame=19
clips/0/contacts/3/to_frame=32
END
check 0 '*no feet found*' '' -- info --contacts "$A"

finish
