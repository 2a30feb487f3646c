# The objects of an FBX that survive an export: each cell of the table in docs/formats.md. "kept": the file has data that only this kind of
# object could have brought into it. Anything else: the file lacks them.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx PAGE=$SOURCE/docs/formats.md

# The arm with one object of every kind.
cat >objects <<'END'
	Model: 900, "Model::Watcher", "Camera" {
		Version: 232
	}
	NodeAttribute: 901, "NodeAttribute::Watcher", "Camera" {
		Properties70:  {
			P: "FieldOfView", "FieldOfView", "", "A",33
			P: "FilmWidth", "double", "Number", "",0.816
		}
		TypeFlags: "Camera"
	}
	Model: 902, "Model::Lamp", "Light" {
		Version: 232
	}
	NodeAttribute: 903, "NodeAttribute::Lamp", "Light" {
		Properties70:  {
			P: "Intensity", "Number", "", "A",75
		}
		TypeFlags: "Light"
	}
	Constraint: 904, "Constraint::HandAim", "Aim" {
		Version: 100
		Properties70:  {
			P: "Active", "bool", "", "",0
		}
	}
	CollectionExclusive: 905, "DisplayLayer::HelperLayer", "DisplayLayer" {
		Version: 232
	}
	Model: 906, "Model::Post", "Null" {
		Version: 232
		Properties70:  {
			P: "RotationPivot", "Vector3D", "Vector", "",1,2,3
			P: "RotationActive", "bool", "", "",1
			P: "grip_strength", "double", "Number", "A+U",0
			P: "asset_owner", "KString", "", "U", "Ada"
		}
	}
	AnimationLayer: 907, "AnimLayer::Overlay", "" {
	}
	AnimationCurveNode: 908, "AnimCurveNode::grip_strength", "" {
		Properties70:  {
			P: "d|grip_strength", "Number", "", "A",0.125
		}
	}
	AnimationCurve: 909, "AnimCurve::GripCurve", "" {
		Default: 0
		KeyVer: 4008
		KeyTime: *2 {
			a: 46186158000,92372316000
		}
		KeyValueFloat: *2 {
			a: 0.25,0.75
		}
		KeyAttrFlags: *1 {
			a: 4
		}
		KeyAttrDataFloat: *4 {
			a: 0,0,0,0
		}
		KeyAttrRefCount: *1 {
			a: 2
		}
	}
	Texture: 910, "Texture::Weave", "" {
		Type: "TextureVideoClip"
		Version: 202
		Properties70:  {
			P: "UVSet", "KString", "", "", "FoldUV"
		}
		FileName: "cloth.png"
		RelativeFilename: "cloth.png"
	}
	Video: 911, "Video::WeaveVideo", "Clip" {
		Type: "Clip"
		Filename: "cloth.png"
		RelativeFilename: "cloth.png"
	}
	Model: 912, "Model::Drifter", "Null" {
		Version: 232
	}
	Deformer: 913, "Deformer::", "BlendShape" {
		Version: 100
	}
	Deformer: 914, "SubDeformer::Bulge", "BlendShapeChannel" {
		Version: 100
		DeformPercent: 0
		FullWeights: *1 {
			a: 100
		}
	}
	Geometry: 915, "Geometry::BulgeShape", "Shape" {
		Version: 100
		Indexes: *1 {
			a: 0
		}
		Vertices: *3 {
			a: 0,0,2
		}
		Normals: *3 {
			a: 0,0,0
		}
	}
	Material: 919, "Material::Spare Paint", "" {
		Version: 102
		ShadingModel: "phong"
	}
	Model: 920, "Model::Hollow", "Mesh" {
		Version: 232
	}
	Geometry: 921, "Geometry::HollowMesh", "Mesh" {
		Vertices: *0 {
			a: 
		}
		PolygonVertexIndex: *0 {
			a: 
		}
	}
	AnimationCurveNode: 924, "AnimCurveNode::FocalLength", "" {
		Properties70:  {
			P: "d|FocalLength", "Number", "", "A",35
		}
	}
	Deformer: 922, "SubDeformer::HandCluster", "Cluster" {
		Version: 100
	}
	Pose: 923, "Pose::Bind", "BindPose" {
		Type: "BindPose"
		Version: 100
		NbPoseNodes: 2
		PoseNode:  {
			Node: 201
			Matrix: *16 {
				a: 1,0,0,0,0,1,0,0,0,0,1,0,0,10,0,1
			}
		}
		PoseNode:  {
			Node: 202
			Matrix: *16 {
				a: 1,0,0,0,0,1,0,0,0,0,1,0,0,20,0,1
			}
		}
	}
	AnimationStack: 916, "AnimStack::grip only", "" {
		Properties70:  {
			P: "LocalStop", "KTime", "Time", "",46186158000
		}
	}
	AnimationLayer: 917, "AnimLayer::Base", "" {
	}
	AnimationCurveNode: 918, "AnimCurveNode::grip_strength", "" {
		Properties70:  {
			P: "d|grip_strength", "Number", "", "A",0
		}
	}
END
cat >connections <<'END'
	C: "OO",900,0
	C: "OO",901,900
	C: "OO",902,0
	C: "OO",903,902
	C: "OO",904,0
	C: "OO",906,0
	C: "OO",908,907
	C: "OP",908,906, "grip_strength"
	C: "OP",909,908, "d|grip_strength"
	C: "OP",910,300, "DiffuseColor"
	C: "OO",911,910
	C: "OO",913,100
	C: "OO",914,913
	C: "OO",915,914
	C: "OO",920,0
	C: "OO",921,920
	C: "OO",924,501
	C: "OP",924,901, "FocalLength"
	C: "OP",909,924, "d|FocalLength"
	C: "OO",922,400
	C: "OO",202,922
	C: "OO",917,916
	C: "OO",918,917
	C: "OP",918,906, "grip_strength"
	C: "OP",909,918, "d|grip_strength"
END
printf '\tC: "OO",907,500\n' >above # after the base layer
sed -e '/^Objects:/r objects' -e '/^Connections:/r connections' -e '/"OO",501,500/r above' "$A" >source.fbx
printf 'not an image' >cloth.png
for way in faithful portable; do
    run export source.fbx --curves $way -o $way.fbx
    [ -f $way.fbx ] || fail "no $way.fbx: $(cat .stderr)"
done
run export source.fbx --format fbx-ascii -o faithful.txt.fbx
run export source.fbx -o out.glb
run export source.fbx --clip bend -o out.bvh

# has FILE TEXT: whether a file has a text, in glb between quotation marks.
has() {
    case $1 in
    *.glb) grep -aq "\"$2\"" "$1" ;;
    *) grep -aqF -- "$2" "$1" ;;
    esac
}

# A node that the author connected to nothing is connected to nothing, another root to the scene.
for curves in faithful portable; do
    run export source.fbx --curves $curves --format fbx-ascii -o text.fbx
    id_of() { sed -n "s/.*Model: \([0-9]*\),\"Model::$1\".*/\1/p" text.fbx; }
    grep -q "\"OO\",$(id_of Post),0" text.fbx || fail "$curves: Post is not below the scene"
    ! grep -q "\"OO\",$(id_of Drifter)," text.fbx || fail "$curves: Drifter is connected"
    # A mesh without polygons is a mesh.
    hollow=$(sed -n 's/.*Geometry: \([0-9]*\),"Geometry::Hollow[A-Za-z]*","Mesh".*/\1/p' text.fbx)
    grep -q "Model: $(id_of Hollow),\"Model::Hollow\",\"Mesh\"" text.fbx && grep -q "\"OO\",$hollow,$(id_of Hollow)" text.fbx ||
        fail "$curves: Hollow has no mesh"
done

# Blender names actions by clip and layer: a portable file has the name of the base layer.
has portable.fbx "Base" && ! has portable.fbx BaseLayer || fail 'portable: the base layer is renamed'

# Rows of the table and the text that only the source's object brings into a file.
rows=0
while IFS='|' read -r kind text; do
    line=$(sed -n '/^| kind of object |/,/^$/p' "$PAGE" | grep -F "| $kind |") || fail "formats.md has no row '$kind'"
    rows=$((rows + 1))
    for of in 3:faithful.fbx 3:faithful.txt.fbx 4:portable.fbx 5:out.glb 6:out.bvh; do
        file=${of#*:}
        cell=$(printf '%s\n' "$line" | cut -d'|' -f${of%%:*} | sed 's/^ *//; s/ *$//')
        case $cell in
        kept*) has $file "$text" || fail "$kind: $file has no '$text', but formats.md says '$cell'" ;;
        *) ! has $file "$text" || fail "$kind: $file has '$text', but formats.md says '$cell'" ;;
        esac
    done
done <<'END'
joints|Elbow
root nodes|Drifter
pivots and other parts of transform stacks|RotationPivot
clips|bend
clips that move no joint|grip only
layers of clips|Overlay
custom properties|asset_owner
curves of custom properties|d|grip_strength
meshes|Sleeve
morphs|Bulge
shapes of morphs|BulgeShape
materials|Red Cloth
materials that no polygon uses|Spare Paint
texture objects|Weave
texture coordinates|FoldUV
video objects|WeaveVideo
cameras|Watcher
lenses as authored|FilmWidth
curves of focal lengths|d|FocalLength
lights|Lamp
light properties|Intensity
constraints|HandAim
objects that sinew does not read|HelperLayer
END
table=$(sed -n '/^| kind of object |/,/^$/p' "$PAGE" | grep -c '^|')
[ $((rows + 2)) = "$table" ] || fail "formats.md has $((table - 2)) rows, $rows are tested"

# Rows of the table of options, and the commands that they stand for.
texts='HelperLayer;d|grip_strength;BulgeShape;Red Cloth;WeaveVideo'
options=0
while IFS='|' read -r option command; do
    line=$(sed -n '/^| option |/,/^$/p' "$PAGE" | grep -F "| $option |") || fail "formats.md has no row '$option'"
    # shellcheck disable=SC2086 # several words
    run ${command%% *} source.fbx ${command#* } -o option.fbx
    [ -f option.fbx ] || fail "$command: $(cat .stderr)"
    for column in 1 2 3 4 5; do
        text=$(printf %s "$texts" | cut -d';' -f$column)
        cell=$(printf '%s\n' "$line" | cut -d'|' -f$((column + 2)) | sed 's/^ *//; s/ *$//')
        case $cell in
        kept*) has option.fbx "$text" || fail "$command: the file has no '$text', but formats.md says '$cell'" ;;
        *) ! has option.fbx "$text" || fail "$command: the file has '$text', but formats.md says '$cell'" ;;
        esac
    done
    rm -f option.fbx
    options=$((options + 1))
done <<'END'
`--format fbx-ascii`|export --format fbx-ascii
`--no-mesh`|export --no-mesh
`--no-mesh`|export --no-mesh --format fbx-ascii
`--textures`|export --textures embed
`--textures`|export --textures link
`--unit`, `--scale`, `--up`|export --unit m
`--unit`, `--scale`, `--up`|edit --scale 2
`--unit`, `--scale`, `--up`|export --up Z
`--unit`, `--scale`, `--up`|export --up Z --unit m --format fbx-ascii
`--drop-joints` of joints that move vertices|edit --drop-joints Elbow
END
table=$(sed -n '/^| option |/,/^$/p' "$PAGE" | grep -c '^|')
[ $((options - 3)) = "$table" ] || fail "formats.md has $((table - 2)) options, $((options - 5)) are tested"

# Without meshes, their models are Nulls, and lines keep their materials.
check_file e.fbx 0 '' '*' -- export source.fbx --no-mesh --format fbx-ascii -o e.fbx
grep -q 'Model: 920,"Model::Hollow","Null"' e.fbx && grep -q 'NodeAttribute: [0-9]*,"NodeAttribute::Hollow","Null"' e.fbx ||
    fail 'Hollow is not a Null'
! grep -q '^\t[GDM][emat][a-z]*: [0-9]*,"\(Geometry\|Deformer\|SubDeformer\|Material\)::' e.fbx || fail 'a part of a mesh is left'
grep -q '"FocalLength"' e.fbx || fail 'the curve of a camera is lost'
sed -e 's/"Geometry::HollowMesh", "Mesh"/"Geometry::HollowMesh", "Line"/; s/C: "OO",921,920/&\n\tC: "OO",919,920/' source.fbx >lines.fbx
check_file e.fbx 0 '' '*' -- export lines.fbx --no-mesh -o e.fbx
has e.fbx 'Spare Paint' && has e.fbx HollowMesh && ! has e.fbx 'Red Cloth' || fail 'a line has lost its material'

# Another unit and another scale give the same motion in the author's records.
check_file e.fbx 0 '' '*' -- export source.fbx --unit m -o e.fbx
check 0 '*' '*' -- diff source.fbx e.fbx --meshes --tol-angle 0.001 --tol-distance 0.001
check 0 '*1 unit = 100 cm*' '*' -- info e.fbx
check_file e.fbx 0 '' '*' -- edit source.fbx --scale 2.5 --scale 3 -o e.fbx
check_file e.sinew 0 '' '*' -- edit source.fbx --scale 7.5 -o e.sinew
check 0 '*' '*' -- diff e.sinew e.fbx --meshes
check_file e.fbx 0 '' '*' -- edit source.fbx --scale 2.5 --clip lift --speed 2 --drop-joints Hand -o e.fbx
check_file e.sinew 0 '' '*' -- edit source.fbx --scale 2.5 --clip lift --speed 2 --drop-joints Hand -o e.sinew
check 0 '*' '*' -- diff e.sinew e.fbx --meshes
has e.fbx HandAim || fail 'HandAim is lost with three edits'
# The slope of a user's tangent is a length, the bias of an automatic one is per cent. Over 500 it adds a slope in the unit.
for bias in 30.5 600.5; do
    sed "/AnimationCurve: 513/,/^	}/{
        s/KeyTime: .2/KeyTime: *3/; s/a: 0,23093079000/a: 0,11546539500,23093079000/
        s/KeyValueFloat: .2/KeyValueFloat: *3/; s/a: 0,5/a: 0,3,5/
        s/KeyAttrFlags: .1/KeyAttrFlags: *3/; s/a: 4\$/a: 1032,264,1032/
        s/KeyAttrDataFloat: .4/KeyAttrDataFloat: *12/; s/a: 0,0,0,0/a: 4.5,-20.5,0,0,$bias,7.5,0,0,1.5,0,0,0/
        s/KeyAttrRefCount: .1/KeyAttrRefCount: *3/; s/a: 2\$/a: 1,1,1/
    }" source.fbx >bias.fbx
    note='*tangents of a curve depend on the unit: all objects are written anew*'
    [ $bias = 600.5 ] || note=''
    check_file e.fbx 0 '' "$note" -- export bias.fbx --unit m -o e.fbx
    check 0 '*' '*' -- diff bias.fbx e.fbx --clip lift --tol-distance 0.0001
    check 1 '*' '*' -- diff source.fbx e.fbx --clip lift --tol-distance 0.0001
done

# Another up axis rotates the roots, with the curves of their translations.
for options in '--up Z' '--up Z --unit m' '--up Z --format fbx-ascii'; do
    # shellcheck disable=SC2086 # several words
    check_file e.fbx 0 '' '' -- export source.fbx $options -o e.fbx
    for clip in bend lift; do
        check 0 '*' '*' -- diff source.fbx e.fbx --clip $clip --meshes --tol-angle 0.001 --tol-distance 0.0001
    done
    check 0 '*+Z up, -Y front*' '*' -- info e.fbx
done
has e.fbx HandAim || fail 'HandAim is lost with the up axis'
sed 's/"OP",512,200, "Lcl Translation"/"OP",512,200, "RotationPivot"/' source.fbx >pivot.fbx
check_file e.fbx 0 '' '*a pivot of a root is animated: all objects are written anew*' -- export pivot.fbx --up Z -o e.fbx
sed 's/C: "OP",513,512, "d|Y"/&\n	C: "OP",513,502, "d|X"/' source.fbx >shared.fbx
check_file e.fbx 0 '' '*a curve moves more than a root: all objects are written anew*' -- export shared.fbx --up Z -o e.fbx
check_file e.fbx 0 '' '*a curve has both lengths and other values: all objects are written anew*' -- export shared.fbx --unit m -o e.fbx
check 0 '*' '*' -- diff shared.fbx e.fbx --clip lift --tol-distance 0.0001

# Focal lengths keep their curves if a clip is not shifted: the times of keys are copied.
run export source.fbx --curves portable --no-mesh -o lens.fbx
has lens.fbx 'd|FocalLength' || fail 'the curve of the focal length is lost'
sed '/AnimationStack: 500/,/}/s/"LocalStart", "KTime", "Time", "",[0-9]*/"LocalStart", "KTime", "Time", "",-46186158000/' source.fbx >early.fbx
run export early.fbx --curves portable -o lens.fbx
! has lens.fbx 'd|FocalLength' || fail 'the curve of a shifted clip has the times before the shift'

# Edits of the author's file. Unedited objects stay: HandAim is an object that sinew does not read.
check_file e.fbx 0 '' '*' -- edit source.fbx --keep bend -o e.fbx
has e.fbx HandAim || fail 'HandAim is lost with a clip'
! has e.fbx lift || fail 'the clip lift is not dropped'
has e.fbx 'grip_strength' || fail 'the curve of another clip is dropped'
check 0 '*' '*' -- diff source.fbx e.fbx --clip bend
check_file e.fbx 0 '' '*' -- edit source.fbx --rename-joints Elbow=Ellbogen -o e.fbx
has e.fbx Ellbogen && ! has e.fbx Elbow && has e.fbx HandAim || fail 'a joint is not renamed, or more is changed'
check_file e.fbx 0 '' '*3 curves of other properties are left out of clips that were edited*' -- edit source.fbx --speed 2 -o e.fbx
check_file e.sinew 0 '' '*' -- edit source.fbx --speed 2 -o e.sinew
check 0 '*' '*' -- diff e.sinew e.fbx
has e.fbx HandAim || fail 'HandAim is lost with changed clips'
check_file e.fbx 0 '' '*' -- edit source.fbx --clip lift --speed 2 -o e.fbx
has e.fbx Overlay || fail 'a layer of a clip that was not edited is lost'
check 0 '*' '*' -- diff source.fbx e.fbx --clip bend
check_file e.fbx 0 '' '*' -- edit source.fbx --fps 25 -o e.fbx
json_is 25.0 axes/scene_fps info e.fbx --json
has e.fbx HandAim || fail 'HandAim is lost with the frame rate'

# A joint that moves no vertices is dropped with its attribute, its cluster, its place in the bind pose and its curves.
for joint in Hand Post; do
    case $joint in
    Hand) lost='' ;;
    *) lost='sinew: source.fbx: warning: 3 events are left out*' ;;
    esac
    check_file e.fbx 0 '' "$lost" -- edit source.fbx --drop-joints $joint -o e.fbx
    check_file e.sinew 0 '' '*' -- edit source.fbx --drop-joints $joint -o e.sinew
    check 0 '*' '*' -- diff e.sinew e.fbx
    has e.fbx HandAim || fail "HandAim is lost with $joint"
    run tree e.fbx
    grep -q Elbow .stdout && ! grep -qw $joint .stdout || fail "$joint is not dropped"
    case $joint in
    Hand) ! has e.fbx HandCluster && has e.fbx 'd|grip_strength' ;;
    *) has e.fbx HandCluster && ! has e.fbx 'd|grip_strength' ;;
    esac || fail "the parts of $joint are not dropped, or more are"
done
python3 - e.fbx <<'END' || fail 'a connection leads to a dropped object'
import struct
import sys

data = open(sys.argv[1], 'rb').read()


def records(at, end):
    while at < end and (stop := struct.unpack_from('<I', data, at)[0]):
        count, size, length = struct.unpack_from('<IIB', data, at + 4)
        yield data[at + 13:at + 13 + length].decode(), at + 13 + length, at + 13 + length + size, stop
        at = stop


top = {name: list(records(body, stop)) for name, _, body, stop in records(27, len(data))}
ids = {struct.unpack_from('<q', data, values + 1)[0] for _, values, _, _ in top['Objects']}
ends = {struct.unpack_from('<q', data, values + 8 + k)[0] for _, values, _, _ in top['Connections'] for k in (0, 9)}
sys.exit(not ids or not ends <= ids | {0})
END
check_file e.fbx 0 '' '*the skeleton or the meshes were edited: all objects are written anew*' -- \
    edit source.fbx --drop-joints Elbow -o e.fbx
! has e.fbx HandAim || fail 'the file is not written anew'

# Events of a side file become curves in the author's file, if an FBX can hold them. Events of the author's own
# properties stay.
step='{"clip": "bend", "track": "step", "time": 0.5, "value": 1, "text": "Elbow"}'
printf '{"events": [%s]}' "$step" >source.events.json
check_file e.fbx 0 '' '*' -- export source.fbx -o e.fbx
has e.fbx HandAim || fail 'HandAim is lost with events'
check 0 '*' '*' -- diff source.fbx e.fbx --clip bend
json_is step clips/1/events/1/track info e.fbx --json
json_is Elbow clips/1/events/1/text info e.fbx --json
json_is 0.5 clips/1/events/1/time_s info e.fbx --json
json_is 1.0 clips/1/events/1/value info e.fbx --json
printf '{"events": [%s, {"clip": "bend", "track": "step", "time": 0.7}]}' "$step" >source.events.json
check_file e.fbx 0 '' '*1 events are left out*' -- export source.fbx -o e.fbx
check_file e.fbx 0 '' '*' -- edit source.fbx --rename bend=bow -o e.fbx
json_is step clips/1/events/1/track info e.fbx --json
rm source.events.json

# Neither a .sinew nor the cache has the author's records.
run export source.fbx -o e.fbx
run info source.fbx
run bake source.fbx -o e.sinew
find "$SINEW_CACHE_DIR" -type f >cached
[ -s cached ] || fail 'nothing is cached'
while read -r file; do
    has "$file" 'Red Cloth' || fail "$file is not the model"
    ! has "$file" HelperLayer || fail "$file has the author's records"
done <cached
check_file e.fbx 0 '' '*' -- export e.sinew -o e.fbx
! has e.fbx HandAim || fail 'e.sinew has the author'"'"'s records'
finish
