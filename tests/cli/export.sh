# OBJ files, and everything that can go wrong with an output.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx

# The square is on the elbow at (0, 10), 2 wide and 4 high; rotated by 90 degrees it extends from x = 0 to -4 and from y = 9 to 11.
check 0 "# sinew *
# arm.fbx, clip 'bend' at @2s, frame 48
# 1 unit = 1 cm, +Y up
o Sleeve
v 0 9 0
v 0 11 0
v -4 11 0
v -4 9 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
vn 0 0 1
vn 0 0 1
vn 0 0 1
usemtl Red_Cloth
f 1/1/1 2/2/2 3/3/3 4/4/4" '' -- export "$A" --at 48f -o - --format obj
check_file out.obj 0 '' '' -- export "$A" --at end -o out.obj
check_file out.obj 0 '' '' -- export "$A" --clip none --at @0s -o out.obj
grep -qx 'v -1 10 0' out.obj || fail "$(cat out.obj)"
rm -f out.obj

# Outside the clip the first value holds; a file without clips is in its rest pose at any time.
check 0 '*v -1 10 0*' '' -- export "$A" --at @0s -o - --format obj
sed '/AnimationStack: 500/,/^}$/{/^}$/!d;}' "$A" >still.fbx
check 0 '*rest pose*v -1 10 0*' '*' -- export still.fbx --at @0s -o - --format obj

# A sequence, one file each.
run export "$A" --range start..end --step 12f -o 'arm-{clip}-{frame:04}.obj'
check_run 0 '' ''
[ "$(ls arm-*)" = 'arm-bend-0024.obj
arm-bend-0036.obj
arm-bend-0048.obj' ] || fail "$(ls)"
rm -f arm-*
# The time counts from the clip's start, which is at one second of the file.
check_file arm_1_0.500.obj 0 '' '' -- export "$A" --at 50% -o '{file}_{number}_{time}.obj'
rm -f arm_*

check 2 '' "sinew: two outputs would both be 'out.obj'
  hint: put {file}, {clip} or {frame:04} in the name" -- export "$A" --at 0 --at 1 -o out.obj
check 2 '' "sinew: two outputs would both be 'a-0024.obj'*" -- export "$A" --at 24f --at 24.1f -o 'a-{frame:04}.obj'
check 2 '' "sinew: unknown placeholder '{fame}'*" -- export "$A" --at 0 -o '{fame}.obj'
check 2 '' 'sinew: export needs -o*' -- export "$A" --at 0
check 2 '' 'sinew: export needs -o
  hint: did you mean -o b.glb?' -- export "$A" b.glb
check 2 '' 'sinew: export needs --at*' -- export "$A" -o out.obj
check 2 '' 'sinew: -o - needs --format*' -- export "$A" --at 0 -o -
check 2 '' "sinew: unsupported format 'dae'
  hint: formats: obj glb fbx fbx-ascii bvh csv jsonl" -- export "$A" --at 0 -o out.dae
check 2 '' "sinew: 'out': no format for this extension*" -- export "$A" --at 0 -o out
check 6 '' 'sinew: /dev/full: cannot write: No space left on device' -- export "$A" --at 0 -o /dev/full --format obj
check 6 '' 'sinew: nowhere/out.obj: cannot write: No such file or directory' -- export "$A" --at 0 -o nowhere/out.obj

# glTF: all clips of a file, or the chosen ones; what comes back is the source.
check_file arm.glb 0 '' '' -- export "$A" -o arm.glb
mv arm.glb whole.glb
check 0 "*clip*'bend'*equal*" '' -- diff "$A" whole.glb --tol-angle 0.01 --tol-distance 0.001
check_file arm.glb 0 '' '' -- export "$A" --clip none -o '{file}.glb'
check 0 '*no clips*' '*' -- info arm.glb
check_file arm.glb 0 '' '' -- export "$A" --clip 'b*' --in-place -o arm.glb
cp "$A" 'second arm.fbx'
run export "$A" 'second arm.fbx' -o '{file}.glb'
check_run 0 '' 'sinew: exported 2 of 2 files'
cmp -s arm.glb 'second arm.glb' || fail 'the same model gives other bytes'
cmp -s arm.glb whole.glb || fail 'the same model gives other bytes'
run export "$A" missing.fbx -o '{file}.glb'
check_run 7 '' '*missing.fbx: no such file*'
rm -f ./*.glb 'second arm.fbx'

# Tables and BVH: all frames, or the given times. 25 frames of 4 joints, and a row of names.
run export "$A" --clip bend -o - --format csv
check_run 0 'clip,time_s,frame,joint,*' ''
[ "$(wc -l <.stdout)" = 101 ] || fail "$(wc -l <.stdout) lines"
run export "$A" --clip bend --at 0% --at 100% -o - --format jsonl
check_run 0 '{"clip":"bend",*' ''
[ "$(wc -l <.stdout)" = 8 ] || fail "$(wc -l <.stdout) lines"
check 0 '*MOTION?Frames: 49?*' '' -- export "$A" --fps 48 -o - --format bvh
check_file arm.bvh 0 '' '' -- export "$A" -o arm.bvh
check 0 '*Motion  default      24    1.000*' '*' -- info arm.bvh
rm arm.bvh
# A glTF has no frame rate; --fps names one.
check_file arm.glb 0 '' '' -- export "$A" -o arm.glb
check 0 '*MOTION?Frames: 31?Frame Time: 0.0333333333*' \
    'sinew: arm.glb: warning: no frame rate in the file: written at 30 frames per second (--fps sets another)' -- export arm.glb -o - --format bvh
check 0 '*MOTION?Frames: 11?Frame Time: 0.1?*' '' -- export arm.glb --fps 10 -o - --format bvh
check 0 '*MOTION?Frames: 3?Frame Time: 0.5?*' '' -- export arm.glb --frames 3 -o - --format bvh
rm arm.glb

# FBX: what comes back is the source, in any way of writing; a second export has the same bytes.
for how in '' '--curves portable' '--format fbx-ascii' '--unit m' '--unit in --curves portable'; do
    # shellcheck disable=SC2086 # several words
    check_file first.fbx 0 '' '*' -- export "$A" $how -o first.fbx
    check 0 "*clip*'bend'*equal*" '*' -- diff "$A" first.fbx --meshes --tol-angle 0.001 --tol-distance 0.001
    mv first.fbx arm.fbx
    # shellcheck disable=SC2086
    check_file second.fbx 0 '' '' -- export arm.fbx $how -o second.fbx
    cmp -s arm.fbx second.fbx || fail "a second export with '$how' differs"
    rm arm.fbx second.fbx
done
check_file text.fbx 0 '' '*' -- export "$A" --no-mesh -o text.fbx --format fbx-ascii
[ "$(head -n 1 text.fbx)" = '; FBX 7.4.0 project file' ] || fail "$(head -n 1 text.fbx)"
rm text.fbx
check_file inches.fbx 0 '' '*' -- export "$A" --unit in -o inches.fbx
check 0 "*clip*'bend'*equal*" '*' -- diff "$A" inches.fbx --meshes --tol-angle 0.001 --tol-distance 0.001
check 0 '*1 unit = 2.54 cm*' '*' -- info inches.fbx
rm inches.fbx
check_file up.fbx 0 '' '*' -- export "$A" --no-mesh --up Z -o up.fbx
check 0 '*+Z up, -Y front*' '*' -- info up.fbx
check 0 "*clip*'bend'*equal*" '*rotated before it is compared*' -- diff "$A" up.fbx --tol-angle 0.001 --tol-distance 0.001
check_file small.glb 0 '' '' -- export "$A" --compress -o small.glb
case $(cat small.glb) in *'"extensionsRequired":["EXT_meshopt_compression"'*) ;; *) fail 'the file does not name the extension' ;; esac
# The table of docs/internals/benchmarks.md: at 1/100 of FBX2glTF's error, a glb without its image is no larger than the table says, rounded to the next thousand.
no_larger() { # sample, error, bytes of its image, bytes besides
    "$SINEW" export "$DATA/../../samples/$1" --error "$2" -o sized.glb 2>.stderr || fail "$(cat .stderr)"
    [ $(($(wc -c <sized.glb) - $3)) -le "$4" ] || fail "$1 becomes $(wc -c <sized.glb) bytes, $3 of them an image; expected at most $4 besides"
}
no_larger walk.fbx 0.000485 187979 353000
no_larger character.fbx 0.000547 187979 490000
no_larger character_anim.fbx 0.000468 0 187000
no_larger face.fbx 0.00056 0 556000
check_file frames.glb 0 '' '' -- export "$A" --clip bend --fps 10 -o frames.glb
check 2 '' 'sinew: fbx does not support --fps*' -- export "$A" --fps 10 -o frames.fbx
check 2 '' 'sinew: fbx does not support --compress' -- export "$A" --compress -o small.fbx
check_file still.fbx 0 '' '*' -- export "$A" --clip none --no-mesh -o still.fbx
check 0 '*no clips*' '*' -- info still.fbx
rm up.fbx still.fbx
# Polygons, texture coordinates, normals and materials are the author's; morphs and skins move as in the source.
check_file arm.fbx 0 '' '*' -- export "$A" -o arm.fbx
"$SINEW" export "$A" --at 48f -o - --format obj | grep -v '^#' >source.txt
"$SINEW" export arm.fbx --at 48f -o - --format obj | grep -v '^#' >written.txt
cmp -s source.txt written.txt || fail "$(diff source.txt written.txt)"
rm source.txt written.txt arm.fbx
F=$DATA/../../samples/face.fbx
check_file face.fbx 0 '' '*' -- export "$F" -o face.fbx
check 0 '*equal*' '*' -- diff "$F" face.fbx --meshes --tol-angle 0.001 --tol-distance 0.001
check 0 '*10 morphs*' '*' -- info face.fbx
check_file bare.fbx 0 '' '*' -- export "$F" --no-mesh -o bare.fbx
check 0 '*no meshes*' '*' -- info bare.fbx
rm face.fbx bare.fbx
# Keys of a glTF are fitted, within the error, also for the retargeted motion of a BVH.
G=$DATA/../../samples/character.glb
check_file fox.fbx 0 '' '*' -- export "$G" --clip walk --no-mesh --error 1e-5 -o fox.fbx
check 0 '*equal*' '*' -- diff "$G" fox.fbx --clip walk --tol-angle 0.01 --tol-distance 0.005
rm fox.fbx
check 2 '' 'sinew: glb does not support --curves, --no-mesh, --unit and --up' -- export "$A" --no-mesh -o out.glb
check 2 '' "sinew: --unit: 'km' is not a valid choice*" -- export "$A" --unit km -o out.fbx
check 2 '' 'sinew: fbx contains whole clips, not single times*' -- export "$A" --at 0 -o out.fbx
check 6 '' 'sinew: /dev/full: cannot write: No space left on device' -- export "$A" --no-mesh -o /dev/full --format fbx
cp "$A" own.fbx
check 2 '' '*own.fbx*' -- export own.fbx --no-mesh -o own.fbx
cmp -s "$A" own.fbx || fail 'the input was changed'
rm own.fbx

# A take without keys is left out where others have some; the file's order and numbers stay as they are, the glb has the default first.
sed 's/^	AnimationStack: 500,/	AnimationStack: 499, "AnimStack::Take 001", "" {\n	}\n&/' "$A" >takes.fbx
check 0 '*1  Take 001 *2  bend  *default*' '*' -- info takes.fbx
left_out="sinew: takes.fbx: warning: clip 'Take 001' has no keys and is left out"
run export takes.fbx -o - --format csv
check_run 0 'clip,time_s,*' "$left_out"
grep -q '^Take 001' .stdout && fail 'the empty take is in the table'
check_file takes.glb 0 '' "$left_out" -- export takes.fbx -o takes.glb
check 0 '*1  bend  *default*2  lift *' '' -- info takes.glb
check_file takes.glb 0 '' '' -- export takes.fbx --clip 'Take 001' -o takes.glb
check_file takes.bvh 0 '' '' -- export takes.fbx -o takes.bvh
check 0 '*Motion  default      24    1.000*' '*' -- info takes.bvh
rm takes.*

check 3 '' '*the frames of a BVH file are evenly spaced' -- export "$A" --at 0 --at 1 --at 4f -o arm.bvh
check 2 '' "sinew: 2 files would all be 'out.glb'
  hint: put {file} in the name" -- export "$A" "$A" -o out.glb
check 2 '' 'sinew: glb contains whole clips, not single times*' -- export "$A" --at 0 -o out.glb
check 2 '' 'sinew: obj does not support --in-place' -- export "$A" --at 0 --in-place -o out.obj
check 4 '' "*no clip 'dance'*" -- export "$A" --clip dance -o out.glb
check 6 '' 'sinew: /dev/full: cannot write: No space left on device' -- export "$A" -o /dev/full --format glb
mkdir locked
chmod 555 locked
if [ "$(id -u)" = 0 ]; then skip_line 'root can write everywhere, so no folder is read-only'
else check 6 '' 'sinew: locked/out.obj: cannot write: Permission denied' -- export "$A" --at 0 -o locked/out.obj; fi
mkdir out.obj
check 6 '' 'sinew: out.obj: cannot write: *' -- export "$A" --at 0 -o out.obj
rmdir out.obj

# A failure does not change an existing file.
sed '/^	Geometry: 100/,/^	Model: 200/{/^	Model: 200/!d;}' "$A" >bare.fbx
echo old >out.obj
check 4 '' '*' -- export "$A" --at 2 -o out.obj
check 0 '* joints, no meshes, *' '*' -- info bare.fbx
check 4 '' '*sinew: bare.fbx: no mesh to export
  hint: sinew pose writes joints*' -- export bare.fbx --at 0 -o out.obj --quiet
check 6 '' 'sinew: out.obj/x.obj: cannot write: *' -- export "$A" --at 0 -o out.obj/x.obj
[ "$(cat out.obj)" = old ] || fail 'changed the old file'

# Nor does an output that is also an input.
check_file own.obj 0 '' '*' -- export "$A" --at 0 -o own.obj
cp own.obj before.obj
check 2 '' "*sinew: './own.obj' is an input of the command*" -- export own.obj --at 0 -o ./own.obj
cmp -s own.obj before.obj || fail 'it has changed'

# Streams that cannot be written, and closed pipes.
: >.stdout
case_words='info to a full disk'
"$SINEW" info "$A" >/dev/full 2>.stderr
exit_code=$?
check_run 6 '' 'sinew: standard output: cannot write: No space left on device'
case_words='help to a full disk'
"$SINEW" help >/dev/full 2>.stderr
exit_code=$?
check_run 6 '' 'sinew: standard output: cannot write: *'
case_words='info to a closed stdout'
"$SINEW" info "$A" >&- 2>.stderr
exit_code=$?
check_run 6 '' 'sinew: standard output: cannot write: Bad file descriptor'
case_words='pose into a pipe that closes'
{
    "$SINEW" pose "$A" --range start..end --step 0.001 --json 2>.stderr
    echo $? >.code
} | head -c 1 >/dev/null
exit_code=$(cat .code)
check_run 0 '' ''
case_words='export with stdout and stderr closed'
: >.stderr
"$SINEW" export "$A" --at 0 -o out.obj >&- 2>&-
exit_code=$?
check_run 0 '' ''
head -c 7 out.obj | grep -q '# sinew' || fail 'out.obj is not the OBJ file that was requested'
rm -f out.obj

# A terminal shows the progress of many files, of many poses and of one long file. A message replaces the line, and the line is erased at the
# end. The line appears after a second, so a fast machine is given more to do.
W=$DATA/../../samples/walk.fbx
shows_progress() { tr '\r' '\n' <.stdout | grep -q "sinew: exported [0-9]* of [0-9]* $1, [0-9]* s, [0-9]* s to go"; }

# in_terminal WORDS: what sinew WORDS prints in a terminal.
in_terminal() { script -qec "'$SINEW' $1" /dev/null </dev/null >.stdout 2>&1; }

if command -v script >/dev/null; then
    mkdir many
    cp "$W" many/1.fbx
    echo damaged >many/z.fbx
    case_words='export of many files in a terminal'
    for count in 30 300 3000; do
        i=2
        while [ $i -le $count ]; do
            [ -e many/$i.fbx ] || ln many/1.fbx many/$i.fbx
            i=$((i + 1))
        done
        in_terminal "export many/*.fbx --no-cache -o 'many/{file}.csv'"
        shows_progress files && break
    done
    shows_progress files || fail "no progress: $(cat -v .stdout)"
    cat -v .stdout | grep -q 'to gosinew' && fail "a message is appended to the progress line: $(cat -v .stdout)"
    cat -v .stdout | grep -q 'sinew: many/z.fbx: ' || fail "no message: $(cat -v .stdout)"
    case_words='export of many poses in a terminal'
    for step in 0.001 0.0001 0.00002; do
        in_terminal "export '$W' --range 0s..1s --step $step -o 'many/{number}.obj'"
        shows_progress poses && break
    done
    shows_progress poses || fail "no progress: $(cat -v .stdout)"
    tail -c 4 .stdout | grep -q 'K$' || fail "the progress line stays: $(cat -v .stdout)"
    case_words='export of a long table in a terminal'
    for step in 0.0005 0.00005 0.00001; do
        in_terminal "export '$W' --range 0s..1s --step $step -o many/table.csv"
        shows_progress parts && break
    done
    shows_progress parts || fail "no progress: $(cat -v .stdout)"
    tail -c 4 .stdout | grep -q 'K$' || fail "the progress line stays: $(cat -v .stdout)"
    rm -r many
else
    skip_line 'the progress line needs the program script'
fi

# The body is as tall as in the FBX file, although the scale of a node above the joints makes the skin's bind pose 1 % as large.
"$SINEW" export "$DATA/../../samples/walk.fbx" -q -o tall.glb || fail 'walk.fbx is not exported'
for file in tall.glb "$DATA/../../samples/walk.fbx"; do
    check 0 '*"height_m":0.800*"likely_unit_factor":1.0*' '*' -- info "$file" --json
done
check 0 'tall.glb: no findings' '*' -- check tall.glb --only W27

# Materials look the same: normals, emission and occlusion of four balls. The roughness map of the metallic one cannot be stored in glTF; without any
# map the error would be 0.15.
"$SINEW" export "$DATA/surfaces/maps.fbx" -q -o maps.glb && "$SINEW" render "$DATA/surfaces/maps.fbx" -q --at start --size 240x180 -o maps.png ||
    fail 'maps.fbx is not exported'
check 0 'error 0.0*' '*' -- render maps.glb --at start --size 240x180 --reference maps.png --tol-image 0.07
rm -f tall.glb maps.glb maps.png
finish
