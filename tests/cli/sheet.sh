# Sheets, indexes, turntables and several files: sizes of images, names, and arguments that are refused before anything is drawn.
. "$SCRIPTS/check.sh"
S=$DATA/../../samples
W=$S/walk.fbx # one second at 30 frames per second: frames 0 to 30

# png_size FILE: width and height from the header.
png_size() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'; }
size_is() { [ "$(png_size "$1")" = "$2" ] || fail "$1 has $(png_size "$1") pixels, expected $2"; }

# Cells of 64x(48 + 24 for the caption), two pixels apart: 3 * 66 - 2 by 2 * 74 - 2.
check_file a.png 0 '' '' -- render "$W" --sheet 3x2 --size 64x48 -o a.png
size_is a.png 196x146
# Four frames fill four of six cells; a row that is not full narrows the sheet, one that is keeps its empty cells.
check_file b.png 0 '' '' -- render "$W" --sheet 6x1 --range 0f..3f --size 64x48 -o b.png
size_is b.png 262x72
check_file b.png 0 '' '' -- render "$W" --sheet 3x9 --range 0f..3f --size 64x48 -o b.png
size_is b.png 196x146
# Cells have 240x180 pixels by default. From 480 pixels the captions are twice as large.
check_file b.png 0 '' '' -- render "$W" --sheet 1x1 --at 0 -o b.png
size_is b.png 240x204
check_file b.png 0 '' '' -- render "$W" --sheet 1x1 --at 0 --size 480x30 -o b.png
size_is b.png 480x78
check 2 '' "*'a.gif': a sheet is one image*" -- render "$W" --sheet 3x2 -o a.gif
check 2 '' '*3 images do not fit into a sheet of 2x1*' -- render "$W" --sheet 2x1 --at 0 --at 1f --at 2f -o c.png
check 2 '' '*a sheet of *, the limit is 16384 on a side and 256 MiB*' -- render "$W" --sheet 100x1 --size 600x10 -o c.png
check 2 '' '*a sheet of *, the limit is 16384 on a side and 256 MiB*' -- render "$W" --sheet 6x6 --size 2000x2000 -o c.png
check 2 '' '*--sheet and --reference are mutually exclusive*' -- render "$W" --sheet 2x1 --reference a.png
check 2 '' '*--sheet*' -- render "$W" --sheet 0x1 -o c.png
check 2 '' '*--sheet*' -- render "$W" --sheet 101x1 -o c.png
# A model without clips has one cell.
check_file b.png 0 '' '*' -- render "$S/character_mesh.fbx" --sheet 3x2 --size 64x48 -o b.png
size_is b.png 64x72

# A cell equals the image that is drawn without a sheet. Frames drawn by different processes are the same as well.
if command -v ffmpeg >/dev/null; then
    raw() { ffmpeg -loglevel error -i "$1" -vf "crop=64:48:$2:$3" -frames:v 1 -pix_fmt rgb24 -f rawvideo "$4"; }
    check_file c.png 0 '' '' -- render "$W" --at 12f --size 64x48 -o c.png
    raw a.png 132 0 cell.rgb # evenly spread over 30 frames: the third is frame 12
    raw c.png 0 0 alone.rgb
    cmp -s cell.rgb alone.rgb || fail 'the cell differs from the image'
    rm cell.rgb alone.rgb c.png
    # The caption's time counts from the start of the clip, which is at one second of the file of the arm; its frame does not.
    check_file b.png 0 '' '' -- render "$DATA/arm.fbx" --sheet 1x1 --at 0.5 -o b.png
    check_file c.png 0 '' '' -- render "$W" --sheet 1x1 --at 0.5 -o c.png
    half() { ffmpeg -loglevel error -i "$1" -vf "crop=100:24:$2:180" -frames:v 1 -pix_fmt rgb24 -f rawvideo "$3"; }
    half b.png 140 arm.rgb
    half c.png 140 walk.rgb
    cmp -s arm.rgb walk.rgb || fail 'the caption of 0.5 s into a clip that starts at 1 s is not that of 0.5 s'
    rm arm.rgb walk.rgb
    half b.png 0 arm.rgb
    half c.png 0 walk.rgb
    ! cmp -s arm.rgb walk.rgb || fail 'frame 36 and frame 15 have one caption'
    rm arm.rgb walk.rgb c.png
    # Of a take longer than ten seconds the cells share its motion: it stands for 16 of 20 seconds, then turns evenly until frame 600.
    {
        printf 'HIERARCHY\nROOT a { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation\nJOINT b { OFFSET 0 10 0 CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site { OFFSET 0 10 0 } } }\nMOTION\nFrames: 601\nFrame Time: 0.0333333\n'
        awk 'BEGIN { for (i = 0; i <= 600; ++i) print (i > 480 ? (i - 480) / 2 : 0), 0, 0, 0, 0, 0 }'
    } >stands.bvh
    check_file b.png 0 '' '*' -- render stands.bvh --sheet 5x1 --size 64x48 -o b.png
    for cell in '66 510' '132 540' '198 570' '264 600'; do
        "$SINEW" render stands.bvh --at "${cell#* }f" --size 64x48 -q -o c.png
        raw b.png "${cell% *}" 0 cell.rgb
        raw c.png 0 0 alone.rgb
        cmp -s cell.rgb alone.rgb || fail "the cell at ${cell% *} is not frame ${cell#* }"
        rm cell.rgb alone.rgb c.png
    done
    rm stands.bvh
else
    skip_line 'comparing a cell with its image needs ffmpeg'
fi

# A label: placeholders give the same image as their values written out, in an image, in each frame of a film, and for both files of a comparison.
label_is() { # TEXT WORD…: an image with a label of placeholders has the bytes of one with this text
    written=$1
    shift
    run render "$@" --size 160x120 --label '{file}: {clip} {frame:03}{{ {time} {number}' -o a.png
    check_run 0 '' ''
    run render "$@" --size 160x120 --label "$written" -o b.png
    check_run 0 '' ''
    cmp -s a.png b.png || fail "the label is not '$written'"
}
label_is 'walk: Armature|walk 007{ 0.233 1' "$W" --at 7f
label_is 'arm: bend 036{ 0.500 1' "$DATA/arm.fbx" --at 0.5
label_is 'arm: bend 012{ -0.500 1' "$DATA/arm.fbx" --at @0.5s
label_is 'walk: rest 000{ 0.000 1' "$W" --clip none
"$SINEW" render "$W" --at 7f --size 160x120 -o a.png
! cmp -s a.png b.png || fail 'a label changes nothing'
"$SINEW" render "$W" --range 0f..3f --size 64x48 --label '{frame}' -o - --format rgb >film.rgb
for frame in 0 1 2 3; do "$SINEW" render "$W" --range ${frame}f..${frame}f --size 64x48 --label $frame -o - --format rgb; done >frames.rgb
cmp -s film.rgb frames.rgb || fail 'the label of a frame of a film is another'
rm -f film.rgb frames.rgb
"$SINEW" render "$DATA/arm.fbx" --beside "$W" --at 0.5 --size 64x48 --label '{file} {frame}' -o a.png
"$SINEW" render "$DATA/arm.fbx" --beside "$W" --at 0.5 --size 64x48 --label 'arm 36' -o b.png
! cmp -s a.png b.png || fail 'the second file has the label of the first'
check 2 '' "sinew: unknown placeholder '{fame}'
  hint: placeholders: {file} {clip} {number} {frame:04} {time}" -- render "$W" --label '{fame}' -o c.png
check 2 '' "sinew: the placeholder '{file' is not closed
  hint: write '{{' for a brace" -- render "$W" --label '{clip} {file' -o c.png
check 2 '' "sinew: unknown placeholder '{clip:3}'*" -- render "$W" --label '{clip:3}' -o c.gif
check 2 '' "sinew: --label: the value is empty*" -- render "$W" --label '' -o c.png
check 2 '' "sinew: '{frame}' needs a frame rate*" -- render "$S/elbow.glb" --label '{frame}' -o c.png
check_file c.png 0 '' '' -- render "$W" --at start --size 16x16 --label 'wider than the image' -o c.png
rm c.png
run render "$W" --size 64x48 -o 'seq-{frame}.png' --range 0f..29f
check_run 0 '' ''
for frame in 0 13 29; do
    "$SINEW" render "$W" --size 64x48 --at ${frame}f -o one.png
    cmp -s one.png seq-$frame.png || fail "frame $frame of the sequence differs from the image"
done
rm -f seq-*.png one.png

# Several files: names that collide draw nothing; a file that cannot be read does not stop the others.
check 2 '' "*two outputs would both be 'all.png'*" -- render "$W" "$S/face.fbx" --size 16x16 -o all.png
mkdir in
cp "$W" in/walk.fbx
check 2 '' "*two outputs would both be 'x-walk.png'*" -- render "$W" in/walk.fbx --size 16x16 -o 'x-{file}.png'
check 2 '' '*--reference compares one image*' -- render "$W" "$S/face.fbx" --reference a.png
run render "$W" missing.fbx "$S/face.fbx" --size 16x16 -o 'x-{file}.png'
check_run 7 '' '*missing.fbx: no such file*1 of 3 files failed'
size_is x-walk.png 16x16
size_is x-face.png 16x16
rm x-*.png
run render "$W" "$S/character.fbx" --clip '*' --sheet 2x1 --size 16x16 -o 'x-{file}-{clip}.png'
check_run 0 '' 'sinew: drawn 2 of 2 files'
[ "$(ls x-character-*.png | wc -l)" -gt 1 ] || fail 'not one sheet per clip'
rm x-*.png

# An index has as many columns as rows: three files in two columns.
check_file i.png 0 '' '' -- render "$W" "$S/face.fbx" "$S/character.fbx" --index i.png --size 64x48
size_is i.png 130x146
check_file i.png 7 '' '*missing.fbx: no such file*' -- render "$W" missing.fbx --index i.png --size 64x48 --sheet 1x2
size_is i.png 64x146
check_file other.png 7 '' '*other.fbx: no such file*' -- render "$W" other.fbx --index other.png --size 64x48 --sheet 1x2
cmp -s i.png other.png && fail 'the cell of a file that failed has no name'
rm -f other.png
check 3 '' '*missing.fbx*other.fbx*' -- render missing.fbx other.fbx --index none.png
check 2 '' '*do not apply*' -- render "$W" --index none.png -o b.png
check 2 '' '*an index is one image*' -- render "$W" --index none.gif
check 2 '' '*2 files do not fit into a sheet of 1x1*' -- render "$W" "$W" --index none.png --sheet 1x1
check 2 '' '*--index draws one image of each file*' -- render "$W" --index none.png --range 0..1

# A turntable is a film of about six seconds, or goes around in the images of a sheet; the camera ends beside its start.
"$SINEW" render "$W" --turntable --size 16x16 -o - --format rgb >turn.rgb
[ "$(wc -c <turn.rgb)" = $((180 * 16 * 16 * 3)) ] || fail "a revolution of $(wc -c <turn.rgb) bytes, expected 180 frames"
"$SINEW" render "$W" --turntable --at 7f --size 16x16 -o - --format rgb >turn.rgb
[ "$(wc -c <turn.rgb)" = $((180 * 16 * 16 * 3)) ] || fail "a revolution of $(wc -c <turn.rgb) bytes, expected 180 frames"
rm turn.rgb
check_file b.png 0 '' '' -- render "$W" --turntable --at 0 --sheet 4x1 --size 64x48 -o b.png
size_is b.png 262x72
check 2 '' '*--turntable needs several images*' -- render "$W" --turntable -o c.png
check_file b.png 0 '' '' -- render "$W" --view back --size 64x48 --at 0 -o b.png
check_file c.png 0 '' '' -- render "$W" --azimuth 180 --elevation 0 --size 64x48 --at 0 -o c.png
cmp -s b.png c.png || fail 'the view from behind is not that at 180 degrees'
check_file c.png 0 '' '' -- render "$W" --view back --zoom 2 --size 64x48 --at 0 -o c.png
cmp -s b.png c.png && fail '--zoom has no effect'
check 2 '' '*--camera and --azimuth are mutually exclusive*' -- render "$W" --camera 0,0,9:0,0,0 --azimuth 3 -o d.png
check 2 '' '*--zoom*' -- render "$W" --zoom 0 -o d.png
check 2 '' '*--elevation*' -- render "$W" --elevation 91 -o d.png

# Two models in one image: beside each other, each of --size; or over each other, where equal ones are grey.
C=$S/character.fbx
check_file b.png 0 '' '' -- render "$C" --clip walk --beside "$C" --other-clip wave --at 7f --size 64x48 -o b.png
size_is b.png 128x48
check_file b.png 0 '' '' -- render "$C" --clip walk --beside "$W" --sheet 2x1 --size 64x48 -o b.png
size_is b.png 258x72
check_file b.png 0 '' '' -- render "$C" --clip walk --over "$C" --other-clip wave --at 7f --size 64x48 -o b.png
check_file c.png 0 '' '' -- render "$C" --clip walk --over "$C" --other-clip walk --at 7f --size 64x48 -o c.png
size_is c.png 64x48
cmp -s b.png c.png && fail 'another clip makes no difference'
if command -v ffmpeg >/dev/null; then
    ffmpeg -loglevel error -i c.png -vf crop=1:1:30:20 -frames:v 1 -pix_fmt rgb24 -f rawvideo - | od -An -tu1 >color.txt
    awk '$1 != $2 || $2 != $3 { exit 1 }' color.txt || fail "the same clip is not grey but $(cat color.txt)"
    rm color.txt
fi
check_file t.gif 0 '' '' -- render "$C" --clip walk --beside "$C" --other-clip wave --turntable --at 3f --fps 2 --size 32x24 -q -o t.gif
check 4 '' "*no clip 'missing'*" -- render "$C" --clip walk --beside "$C" --other-clip missing -o d.png
check 3 '' '*missing.fbx*' -- render "$C" --clip walk --over missing.fbx -o d.png
check 2 '' '*--beside and --over are mutually exclusive*' -- render "$C" --beside "$W" --over "$W" -o d.png
check 2 '' '*--other-clip needs*' -- render "$C" --other-clip wave -o d.png
check 2 '' '*--crowd draws one file*' -- render "$C" --beside "$W" --crowd 3 -o d.png
check 2 '' '*--other-anim needs*' -- render "$C" --other-anim "$W" -o d.png

# Two clips at 10 frames per second: frames 0 to 10 of one that moves, 0 to 25 of one that rests. A film lasts as long as the longer
# one; meanwhile the shorter one waits at its last pose or starts again. A frame of two images of 32x24 has 64 x 24 x 3 bytes.
write_bvh() { # file, frames, degrees per frame
    cat >"$1" <<END
HIERARCHY
ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Head { OFFSET 0 100 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 20 0 } } }
MOTION
Frames: $2
Frame Time: 0.1
END
    awk -v frames="$2" -v step="$3" 'BEGIN { for (i = 0; i < frames; ++i) print i * step, 0, 0, 0, 0, 0 }' >>"$1"
}
write_bvh moves.bvh 11 5
write_bvh stands.bvh 26 0
frames_are() { # number of frames, options
    frames=$1
    shift
    case_words="render $* --format rgb"
    "$SINEW" render "$@" --size 32x24 --format rgb -o - -q >film.rgb || fail 'it fails'
    [ "$(wc -c <film.rgb)" = $((frames * 64 * 24 * 3)) ] || fail "$(wc -c <film.rgb) bytes, expected $frames frames"
}
same_frames() { # two frames of film.rgb
    for frame in "$1" "$2"; do dd if=film.rgb bs=4608 skip="$frame" count=1 2>/dev/null >"frame$frame"; done
    cmp -s "frame$1" "frame$2"
}
frames_are 11 moves.bvh --beside stands.bvh --end shortest
frames_are 11 stands.bvh --beside moves.bvh --end shortest
frames_are 26 stands.bvh --beside moves.bvh
frames_are 26 moves.bvh --beside stands.bvh
same_frames 5 10 && fail 'nothing moves'
same_frames 10 25 || fail 'the shorter clip does not wait at its end'
frames_are 26 moves.bvh --beside stands.bvh --end loop
same_frames 5 15 || fail 'the shorter clip does not start again'
same_frames 10 25 && fail 'the shorter clip waits'
frames_are 21 moves.bvh --beside stands.bvh --from 5f
frames_are 16 moves.bvh --beside stands.bvh --to @15f
same_frames 10 15 || fail 'the shorter clip is extrapolated'
frames_are 6 moves.bvh --beside stands.bvh --step 0.5
rm film.rgb frame* moves.bvh stands.bvh
check 2 '' '*--end needs --beside or --over*' -- render "$C" --end loop -o d.png

# Units and axes are converted: a pyramid in centimetres with Y up is one in metres with Z up. (x, y, z) of the one is (x, -z, y) of the other.
write_dae() { # file, unit in metres, up axis, vertices
    cat >"$1" <<END
<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="$2"/><up_axis>$3</up_axis></asset>
<library_geometries><geometry id="g" name="G"><mesh><source id="p"><float_array id="pa" count="12">$4</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 1 2 3 2 0 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="root" name="root"><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
END
}
write_dae cm.dae 0.01 Y_UP '0 0 0 100 0 0 0 0 60 20 150 10'
write_dae m.dae 1 Z_UP '0 0 0 1 0 0 0 -0.6 0 0.2 -0.1 1.5'
check_file b.png 0 '' '' -- render cm.dae --over cm.dae --size 96x72 -o b.png
check 0 '*' '' -- render cm.dae --over m.dae --size 96x72 --reference b.png --tol-image 0.002
write_dae twice-cm.dae 0.01 Y_UP '0 0 0 200 0 0 0 0 120 40 300 20'
write_dae twice-m.dae 1 Z_UP '0 0 0 2 0 0 0 -1.2 0 0.4 -0.2 3'
check_file b.png 0 '' '' -- render cm.dae --beside twice-cm.dae --size 320x240 -o b.png
check 0 '*' '' -- render cm.dae --beside twice-m.dae --size 320x240 --reference b.png --tol-image 0.01 # the names differ

# --anim belongs to the first file. The second one has its own clips.
check_file b.png 0 '' '' -- render "$C" --anim "$W" --clip '#4' --over "$C" --other-clip wave --at 7f --size 64x48 -o b.png
check 4 '' "*no clip '#4'*" -- render "$C" --anim "$W" --clip '#4' --over "$C" --other-clip '#4' --at 7f -o d.png
check_file c.png 0 '' '' -- render "$C" --anim "$W" --clip '#4' --over "$C" --other-anim "$W" --other-clip '#4' --at 7f --size 64x48 -o c.png
cmp -s b.png c.png && fail '--other-anim makes no difference'
check_file c.png 0 '' '' -- render "$C" --anim "$W" --retarget --clip '#4' --over "$C" --at 7f --size 64x48 -o c.png
rm -rf in t.gif ./*.png ./*.dae

finish
