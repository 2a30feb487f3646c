# The front of views: the direction that the body faces at rest, or the file's front. The body of this file is upright along +Y, and its left side is
# at -Z, so that it faces +X, while a BVH has the front +Z. From the front of the file one sees its left side.
. "$SCRIPTS/check.sh"

# side NAME Z: one leg of the body, in the format of BVH.
side() {
    cat <<END2
  JOINT $1UpLeg
  {
    OFFSET 0 0 $2
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT $1Leg
    {
      OFFSET 0 -50 0
      CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT $1Foot
      {
        OFFSET 0 -45 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
          OFFSET 25 -5 0
        }
      }
    }
  }
END2
}
# body HIPS LEFT: a body with those names that stands for two frames.
body() {
    cat <<END2
HIERARCHY
ROOT $1
{
  OFFSET 0 100 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 60 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 5 20 0
    }
  }
END2
    side Left "$2"
    side Right "$((-($2)))"
    cat <<END2
}
MOTION
Frames: 2
Frame Time: 0.0333333
0 100 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 100 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
END2
}
body Hips -10 >left.bvh
body Box -10 | sed "s/UpLeg/Plank/; s/Leg/Bar/; s/Foot/Tip/" >box.bvh

check 0 '*+Y up, +Z front, body faces +X, 1 unit*' '' -- info left.bvh
check 0 '*"view_front":{"of":"body","azimuth_deg":90.0,"direction":\[1.0,0.0,0.0\]}*' '' -- info --json left.bvh
check 0 '*+Y up, +Z front, 1 unit*' '' -- info box.bvh
check 0 '*"view_front":{"of":"file","azimuth_deg":0.0,"direction":\[0.0,0.0,1.0\]}*' '' -- info --json box.bvh

# draw NAME OPTION…: draws the body for a name.png.
draw() {
    name=$1
    shift
    check_file "$name.png" 0 '' '*' -- render left.bvh --at 0 --size 96x96 "$@" -o "$name.png"
}
same() { cmp -s "$1.png" "$2.png" || fail "$1 and $2 differ"; }
differs() { ! cmp -s "$1.png" "$2.png" || fail "$1 and $2 are equal"; }
draw front --view front
draw front_of_file --view front --front file
draw side_of_file --view side --front file
draw right --view right
draw angle --azimuth 0 --elevation 0
draw default
draw default_of_file --front file
draw turned_of_file --front file --azimuth 110 --elevation 12
same front side_of_file # its front is the file's left
same right front_of_file
same front angle
differs front front_of_file
differs default default_of_file
cp left.bvh other.bvh
check_file sheet.png 0 '' '*' -- render left.bvh --view front --sheet 2x1 --size 96x96 -o sheet.png
check_file sheet_of_file.png 0 '' '*' -- render left.bvh --view side --front file --sheet 2x1 --size 96x96 -o sheet_of_file.png
same sheet sheet_of_file
check 2 '' "*--front*'back'*" -- render left.bvh --front back -o a.png



# A page has the direction beside each model, if the program can write pages.
run page left.bvh box.bvh -o a.html
if ! grep -q 'module of pages is not part of this build' .stderr; then
    grep -q '"front":90[,}].*"front":0[,}].*"takesFileFront":false' a.html || fail 'the page lacks the fronts'
    check_file a.html 0 '' '*' -- page left.bvh --front file -o a.html
    grep -q '"front":0[,}].*"takesFileFront":true' a.html || fail 'the page has another front than that of the file'
fi

# A body that rests along Z is drawn upright, by its rest pose or by --up: the image equals the image of the body along Y.
body Hips -10 | sed 's/JOINT Spine/JOINT Head/' >y.bvh
sed 's/OFFSET \([^ ]*\) \([^ ]*\) \([^ ]*\)$/OFFSET \1 -\3 \2/; s/--//; s/^0 100 0 /0 0 100 /' y.bvh >z.bvh # z is the new -y
check 0 '*+Z up, -Y front*I29*its rest pose stands along Z: Z is its up axis*' '' -- info z.bvh
check 0 '*+Y up, +Z front*' '' -- info z.bvh --up y
check 0 '*+Z up, -Y front*' '' -- info y.bvh --up z
check 2 '' "sinew: --up: 'x' is not a valid choice*" -- info y.bvh --up x
check_file y.png 0 '' '*' -- render y.bvh --at 0 --view right --size 96x96 -o y.png
run render z.bvh --at 0 --view right --size 96x96 --reference y.png
grep -q '^error 0.000' .stdout || fail "another picture: $(cat .stdout)" # bones roll by another angle about themselves
run render z.bvh --at 0 --view right --up y --size 96x96 --reference y.png
grep -q '^error 0.[1-9]' .stdout || fail "the body is still upright: $(cat .stdout)"
sed 's/^0 0 100 /0 nan 100 /' z.bvh >nan.bvh
check 3 '' "sinew: nan.bvh: damaged: line *, column 3: 'nan' is not a finite number" -- info nan.bvh
rm -f ./*.bvh ./*.png a.html

finish
