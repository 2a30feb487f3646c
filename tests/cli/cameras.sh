# Cameras of the file: `info` lists them, `render --camera NAME` looks through one at each time.
. "$SCRIPTS/check.sh"

# A camera at (0, 0, 10) that looks along -Z with 90 degrees, and moves to x = 10 in one second. At its distance the image is 20 units
# high, so that the square around (5, 5, 0), two units wide, covers 10 % of a square image around a quarter of it.
cat >shot.fbx <<'END'
; FBX 7.4.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 7400
}
GlobalSettings:  {
    Version: 1000
    Properties70:  {
        P: "UpAxis", "int", "Integer", "",1
        P: "UpAxisSign", "int", "Integer", "",1
        P: "FrontAxis", "int", "Integer", "",2
        P: "FrontAxisSign", "int", "Integer", "",1
        P: "CoordAxis", "int", "Integer", "",0
        P: "CoordAxisSign", "int", "Integer", "",1
        P: "UnitScaleFactor", "double", "Number", "",1
    }
}
Objects:  {
    Geometry: 10, "Geometry::Square", "Mesh" {
        Vertices: *12 {
            a: 4,4,0,6,4,0,6,6,0,4,6,0
        }
        PolygonVertexIndex: *4 {
            a: 0,1,2,-4
        }
    }
    Model: 11, "Model::Square", "Mesh" {
        Version: 232
    }
    Model: 20, "Model::Shot", "Camera" {
        Properties70:  {
            P: "Lcl Translation", "Lcl Translation", "", "A",0,0,10
            P: "Lcl Rotation", "Lcl Rotation", "", "A",0,90,0
        }
    }
    NodeAttribute: 21, "NodeAttribute::Shot", "Camera" {
        Properties70:  {
            P: "FieldOfView", "FieldOfView", "", "A",90
        }
    }
    AnimationStack: 30, "AnimStack::fly", "" {
    }
    AnimationLayer: 31, "AnimLayer::base", "" {
    }
    AnimationCurveNode: 32, "AnimCurveNode::T", "" {
    }
    AnimationCurve: 33, "AnimCurve::", "" {
        KeyVer: 4009
        KeyTime: *2 {
            a: 0,46186158000
        }
        KeyValueFloat: *2 {
            a: 0,10
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
}
Connections:  {
    C: "OO",11,0
    C: "OO",10,11
    C: "OO",20,0
    C: "OO",21,20
    C: "OO",31,30
    C: "OO",32,31
    C: "OP",32,20, "Lcl Translation"
    C: "OP",33,32, "d|X"
}
END

json_is Shot cameras/0/name info shot.fbx --json
json_is 90 cameras/0/field_of_view_deg/1 info shot.fbx --json
check 0 '*camera*Shot*90*degrees*' '' -- info shot.fbx

# drawn X Y: whether the pixel is not the white background in the last frame.
drawn() { [ "$(od -An -tu1 -N3 -j $((3 * (64 * $2 + $1))) frame.rgb | tr -s ' ')" != ' 255 255 255' ]; }
through() { "$SINEW" render shot.fbx --size 64x64 --no-grid --background fff -o - --format rgb "$@" >frame.rgb; }

through --camera Shot --range 0s..0s
drawn 48 16 || fail 'the square is not at the upper right'
for pixel in '16 16' '48 48' '32 16' '42 16' '54 16' '48 9' '48 22'; do
    drawn $pixel && fail "something is drawn at $pixel"
done
through --camera Shot --range 1s..1s # the camera has moved by 10
drawn 16 16 || fail 'the camera does not move with its joint'
drawn 48 16 && fail 'the square stays where it was'
through --camera Shot --range 0s..0s --zoom 2 # twice as far from the centre: at the corner
drawn 63 1 || fail 'a camera of the file does not zoom'
drawn 48 16 && fail 'a zoomed square stays where it was'

check 4 '' "sinew: shot.fbx: no camera 'Shoot'*cameras: 'Shot'" -- render shot.fbx --camera Shoot -o x.png
check 4 '' '*the file has no cameras' -- render "$DATA/arm.fbx" --camera Shot -o x.png
check 2 '' '*--turntable are mutually exclusive*' -- render shot.fbx --camera Shot --turntable -o x.png
check 2 '' '*--follow are mutually exclusive*' -- render shot.fbx --camera Shot --follow -o x.png
check 2 '' '*do not have the same camera*' -- render shot.fbx --camera Shot --beside shot.fbx -o x.png

# A page takes the same cameras, if the program can write pages.
check 2 '' "*--camera: '1,2' is not a camera*" -- page shot.fbx --camera 1,2 -o x.html
check 2 '' '*do not have the same camera*' -- page shot.fbx --camera Shot --over shot.fbx -o x.html
check 2 '' '*--beside and --over are mutually exclusive*' -- page shot.fbx --beside shot.fbx --over shot.fbx -o x.html
check 2 '' '*--other-clip needs --beside or --over*' -- page shot.fbx --other-clip walk -o x.html
check 2 '' '*--texture-size*' -- page shot.fbx --texture-size 0 -o x.html
run page shot.fbx --camera Shot -o x.html
if ! grep -q 'module of pages is not part of this build' .stderr; then
    grep -q '"camera":"Shot"[,}]' x.html || fail 'the page does not name the camera'
    rm x.html
    check 4 '' "sinew: shot.fbx: no camera 'Shoot'*cameras: 'Shot'" -- page shot.fbx --camera Shoot -o x.html
    check 4 '' "sinew: shot.fbx: no clip 'walk'*" -- page shot.fbx --over shot.fbx --other-clip walk -o x.html
    check 3 '' 'sinew: no.fbx:*' -- page shot.fbx --over no.fbx -o x.html
fi
[ ! -e x.html ] || fail 'a page that failed is there'
check 2 '' '*--camera and --azimuth*' -- render shot.fbx --camera Shot --azimuth 5 -o x.png
rm -f shot.fbx frame.rgb

finish
