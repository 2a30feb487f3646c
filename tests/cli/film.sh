# Films: their streams as ffprobe reads them, and the errors when the encoder is missing, fails or is interrupted.
. "$SCRIPTS/check.sh"
W=$DATA/../../samples/walk.fbx # one second at 30 frames per second: frames 0 to 30

# PATH without ffmpeg: nothing is written.
mkdir bin
ORIGINAL_PATH=$PATH
ORIGINAL_SINEW=$SINEW
printf '#!/bin/sh\nPATH="%s" exec "%s" "$@"\n' "$PWD/bin" "$SINEW" >without
chmod +x without
SINEW=$PWD/without
check 6 '' 'sinew: a.gif: cannot write: the program ffmpeg is not in PATH' -- render "$W" -o a.gif --size 32x32
SINEW=$ORIGINAL_SINEW
rm without

# An encoder that dies: its last line, no file, and an old file is kept.
cat >bin/ffmpeg <<'END'
#!/bin/sh
echo first >&2
head -c 9000 >/dev/null
echo 'the disk is on fire' >&2
exit 1
END
chmod +x bin/ffmpeg
PATH=$PWD/bin:$ORIGINAL_PATH
check 6 '' 'sinew: a.gif: cannot write: ffmpeg failed: the disk is on fire' -- render "$W" -o a.gif --size 32x32
echo old >a.mp4
check 6 '' '*ffmpeg failed: the disk is on fire' -- render "$W" -o a.mp4 --size 32x32
[ "$(cat a.mp4)" = old ] || fail 'the old file is gone'
rm a.mp4

# Somebody who may write in the folder replaces the temporary file by a link before the encoder opens it: the link's target stays, and the
# link does not become the film.
cat >bin/ffmpeg <<'END'
#!/bin/sh
for name in a.mp4.*; do
    rm "$name"
    ln -s victim "$name"
done
for last; do :; done
cat >/dev/null
echo film >"${last#file:}"
END
echo old >victim
for old in none file; do
    [ $old = none ] || echo old >a.mp4
    run render "$W" -o a.mp4 --size 32x32
    check_run 6 '' 'sinew: a.mp4: cannot write: another program has replaced its temporary file'
    [ "$(cat victim)" = old ] || fail "the encoder wrote through a link: $(cat victim)"
    [ ! -L a.mp4 ] || fail 'a link became the film'
    rm a.mp4.*
done
[ "$(cat a.mp4)" = old ] || fail 'the old file is gone'
rm a.mp4 victim
# A name is not looked at again: the film is in the file that was created.
cat >bin/ffmpeg <<'END'
#!/bin/sh
for last; do :; done
cat >/dev/null
echo film >"${last#file:}"
END
check_file a.mp4 0 '' '' -- render "$W" -o a.mp4 --size 32x32
[ "$(cat a.mp4)" = film ] || fail "the film is $(cat a.mp4)"
rm a.mp4

# Films of several clips by a pattern. An encoder that dies at the second one leaves the first film whole and nothing of the second; names
# that meet are refused before the encoder starts.
cat >bin/ffmpeg <<'END'
#!/bin/sh
for last; do :; done
cat >/dev/null
echo started >>started
[ "$(grep -c started started)" -lt 2 ] || exit 1
echo film >"${last#file:}"
END
rm -f started
run render "$DATA/arm.fbx" --clip '*' -o '{clip}.mp4' --size 32x32
check_run 6 '' 'sinew: lift.mp4: cannot write: ffmpeg failed*'
[ "$(cat bend.mp4)" = film ] || fail 'the first film is not whole'
list_files
case $listed in *lift*) fail "of the second film there is $listed" ;; esac
rm -f started bend.mp4
sed 's/AnimStack::bend/AnimStack::a\/b/; s/AnimStack::lift/AnimStack::a_b/' "$DATA/arm.fbx" >meet.fbx
check 2 '' "sinew: two outputs would both be 'a_b.mp4'*" -- render meet.fbx --clip '*' -o '{clip}.mp4' --size 32x32
[ ! -e started ] || fail 'an encoder was started'
check 2 '' "sinew: meet.fbx: '*' fits 2 clips*" -- render meet.fbx --clip '*' -o meet.mp4 --size 32x32
check 2 '' "sinew: meet.fbx: '*' fits 2 clips*" -- export meet.fbx --clip '*' --at 24f -o 'x-{clip}.obj'
check_file meet.csv 0 '' '*' -- export meet.fbx --clip '*' -o meet.csv
for clip in 'a/b' a_b; do grep -q "^$clip," meet.csv || fail "the table lacks $clip: $(head -2 meet.csv)"; done
rm meet.csv
for number in 1 2; do
    check_file "x-$number.bvh" 0 '' '*' -- export meet.fbx --clip "#$number" -o "x-$number.bvh"
done
cmp -s x-1.bvh x-2.bvh && fail 'two clips give one file'
rm meet.fbx x-1.bvh x-2.bvh

# A terminal shows the progress of a film whose encoder is slow, and the line is erased.
cat >bin/ffmpeg <<'END'
#!/bin/sh
sleep 1.5
cat >/dev/null
END
if command -v script >/dev/null; then
    case_words='render in a terminal'
    script -qec "'$SINEW' render '$W' -o slow.webm --size 320x240" /dev/null </dev/null >.stdout 2>&1
    tr '\r' '\n' <.stdout | grep -q 'sinew: drawn [0-9]* of 31 images, [0-9]* s, [0-9]* s to go' || fail "no progress: $(cat -v .stdout)"
    tail -c 4 .stdout | grep -q 'K$' || fail "the progress line stays: $(cat -v .stdout)"
else
    skip_line 'the progress line needs the program script'
fi
rm -f slow.webm

# An interrupted film leaves neither a file nor an encoder.
cat >bin/ffmpeg <<'END'
#!/bin/sh
echo $$ >encoder.pid
exec sleep 60
END
case_words='render -o a.webm, interrupted'
"$SINEW" render "$W" -o a.webm --size 640x480 >.stdout 2>.stderr &
program=$!
tries=0
while [ ! -s encoder.pid ] && [ $tries -lt 300 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
encoder=$(cat encoder.pid)
kill -TERM "$program"
wait "$program"
[ $? = 143 ] || fail 'the signal did not end it'
tries=0 # it is gone, or waits for the system to reap it
while [ $tries -lt 50 ] && [ -e "/proc/$encoder" ] && ! grep -q '^State:.Z' "/proc/$encoder/status" 2>/dev/null; do
    sleep 0.1
    tries=$((tries + 1))
done
[ $tries -lt 50 ] || fail 'the encoder still runs'
ls -A | grep -q 'a\.webm' && fail "left behind: $(ls -A)"
still_drawing() { # whether a process of this folder is the program
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/cwd" 2>/dev/null)" = "$PWD" ] || continue
        case $(readlink "$process/exe" 2>/dev/null) in */sinew) return 0 ;; esac
    done
    return 1
}
tries=0
while still_drawing && [ $tries -lt 50 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
still_drawing && fail 'a process still draws'
rm -rf bin encoder.pid
PATH=$ORIGINAL_PATH

check 2 '' '*--at draws images*' -- render "$W" -o a.gif --at 0
check 2 '' '*.mp4 has no transparency*' -- render "$W" -o a.mp4 --transparent
check 2 '' '*--reference compares one image*' -- render "$W" -o a.gif --reference a.png
check 2 '' "*--quality*" -- render "$W" -o a.gif --quality 101

# Raw frames on standard output, 11 of 64x48 pixels. Red is 63, 102, 240 in BT.709 (219 and 224 steps).
"$SINEW" render "$W" -o - --format rgb --size 64x48 --range 0f..10f --background ff0000 --no-grid >raw.rgb
[ "$(wc -c <raw.rgb)" = $((11 * 64 * 48 * 3)) ] || fail "RGB frames of $(wc -c <raw.rgb) bytes"
[ "$(od -An -tu1 -N3 raw.rgb | tr -s ' ')" = ' 255 0 0' ] || fail 'the corner of the RGB frame is not red'
"$SINEW" render "$W" -o - --format y4m --size 64x48 --range 0f..10f --fps 23.976023976 --step 1f --background ff0000 --no-grid >raw.y4m
[ "$(head -n 1 raw.y4m)" = 'YUV4MPEG2 W64 H48 F24000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED' ] || fail "$(head -n 1 raw.y4m)"
header=$(head -n 1 raw.y4m | wc -c)
for plane in 0:63 1:102 2:240; do
    value=$(od -An -tu1 -N1 -j $((header + 6 + ${plane%:*} * 64 * 48)) raw.y4m | tr -d ' ')
    [ "$value" = "${plane#*:}" ] || fail "plane ${plane%:*} of red is $value, expected ${plane#*:}"
done
# A reader that stops reading is not an error, a full disk is one.
"$SINEW" render "$W" -o - --format rgb --size 640x480 2>.stderr | head -c 1000 >raw.rgb
[ -s .stderr ] && fail "a closed pipe is an error: $(cat .stderr)"
if [ -w /dev/full ]; then
    "$SINEW" render "$W" -o - --format y4m --size 64x48 >/dev/full 2>.stderr
    [ $? = 6 ] || fail 'a full disk is not exit code 6'
    [ "$(cat .stderr)" = 'sinew: standard output: cannot write: No space left on device' ] || fail "$(cat .stderr)"
fi
rm raw.rgb raw.y4m
check 2 '' '*--format is that of standard output*' -- render "$W" -o a.png --format png
check 2 '' '*.y4m has no transparency*' -- render "$W" -o - --format y4m --transparent
check 2 '' '*--at draws images*' -- render "$W" -o - --format rgb --at 0

if ! command -v ffmpeg >/dev/null || ! command -v ffprobe >/dev/null; then
    echo 'skipped: reading films again needs ffmpeg and ffprobe'
    finish
    exit
fi

# probe FILE EXPECTED: width, height, pixel format, frame rate and frames.
probe() {
    found=$(ffprobe -v error -count_frames -select_streams v \
        -show_entries stream=width,height,pix_fmt,avg_frame_rate,nb_read_frames -of csv=p=0 "$1")
    [ "$found" = "$2" ] || fail "ffprobe: $found, expected $2"
}
# A range of 11 frames, 0 to 10; a film of even size if the format needs one.
check_file a.mp4 0 '' '' -- render "$W" -o a.mp4 --size 65x49 --range 0f..10f
probe a.mp4 66,50,yuv420p,30/1,11
[ "$(ffprobe -v error -show_entries stream=color_space,color_transfer,color_primaries -of csv=p=0 a.mp4)" = bt709,bt709,bt709 ] || fail 'not tagged BT.709'
check_file a.webm 0 '' '' -- render "$W" -o a.webm --size 64x48 --range 0f..10f
probe a.webm 64,48,yuv420p,30/1,11
# --fps 15 halves the frames and keeps the duration.
check_file b.mp4 0 '' '' -- render "$W" -o b.mp4 --size 64x48 --range 0..0.4 --fps 15
probe b.mp4 64,48,yuv420p,15/1,7
# A step of two frames also plays in real time. A name that looks like an option or a protocol is a name.
run render "$W" --output=-c:b.mp4 --size 64x48 --range 0f..10f --step 2f
check_run 0 '' ''
probe ./-c:b.mp4 64,48,yuv420p,15/1,6
check_file a.gif 0 '' '' -- render "$W" -o a.gif --size 65x49 --range 0f..10f --transparent
case $(ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 a.gif) in
65,49,11) ;;
*) fail 'the GIF has another size or number of frames' ;;
esac
# A model without clips is a film of one frame; one without meshes shows its skeleton.
check_file m.gif 0 '' '*' -- render "$DATA/../../samples/character_mesh.fbx" -o m.gif --size 64x48
[ "$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 m.gif)" = 1 ] || fail 'not one frame'
check_file m.mp4 0 '' '*W02: no mesh*' -- render "$DATA/../../samples/character_anim.fbx" -o m.mp4 --size 65x49 --range 0f..2f
probe m.mp4 66,50,yuv420p,30/1,3
# The whole clip is a loop: its last frame, the 31st, equals the first and is left out.
check_file l.webm 0 '' '' -- render "$W" -o l.webm --size 64x48
probe l.webm 64,48,yuv420p,30/1,30
check_file a.webp 0 '' '' -- render "$W" -o a.webp --size 64x48 --range 0f..10f --transparent
# ProRes, by quality in the profiles of its names and with transparency in 4444, and APNG, which has the pixels of the images.
check_file a.mov 0 '' '' -- render "$W" -o a.mov --size 65x48 --range 0f..10f
probe a.mov 66,48,yuv422p10le,30/1,11
stream() { ffprobe -v error -show_entries stream=codec_name,profile,color_primaries -of csv=p=0 "$1"; }
[ "$(stream a.mov)" = prores,HQ,bt709 ] || fail "$(stream a.mov)"
check_file b.mov 0 '' '' -- render "$W" -o b.mov --size 64x48 --range 0f..2f --quality 0
[ "$(stream b.mov)" = prores,Proxy,bt709 ] || fail "$(stream b.mov)"
check_file b.mov 0 '' '' -- render "$W" -o b.mov --size 64x48 --range 0f..2f --transparent
[ "$(stream b.mov)" = prores,4444,bt709 ] || fail "$(stream b.mov)"
check_file a.apng 0 '' '' -- render "$W" -o a.apng --size 65x49 --range 0f..4f --transparent
probe a.apng 65,49,rgba,30/1,5
"$SINEW" render "$W" --size 65x49 --at 3f --transparent -o a.png
ffmpeg -v error -i a.apng -vf select=eq'(n\,3)' -frames:v 1 -pix_fmt rgba -f rawvideo film.rgba
ffmpeg -v error -i a.png -pix_fmt rgba -f rawvideo image.rgba
cmp -s film.rgba image.rgba || fail 'a frame of an APNG is not the image'
rm -f film.rgba image.rgba a.png

# A JPEG has the size of the image and nearly its colours; a sheet may be one, transparency it has none.
check_file a.jpg 0 '' '' -- render "$W" -o a.jpg --size 64x48 --at 3f --quality 95
"$SINEW" render "$W" -o a.png --size 64x48 --at 3f
for name in a.jpg a.png; do ffmpeg -v error -i $name -pix_fmt gray -f rawvideo - | od -An -v -w1 -tu1 >$name.txt; done
[ "$(wc -l <a.jpg.txt)" = 3072 ] || fail 'the JPEG has another size'
paste a.jpg.txt a.png.txt | awk '{ sum += ($1 - $2) ^ 2 } END { exit !(sum / NR < 60) }' || fail 'the colours of the JPEG are others'
check_file b.jpg 0 '' '' -- render "$W" -o b.jpg --size 64x48 --at 3f --quality 5
[ "$(wc -c <b.jpg)" -lt "$(wc -c <a.jpg)" ] || fail '--quality changes nothing'
check_file b.jpg 0 '' '' -- render "$W" -o b.jpg --sheet 2x1 --size 64x48
[ "$(head -c 2 b.jpg | od -An -tx1)" = ' ff d8' ] || fail 'the sheet is no JPEG'
check 2 '' 'sinew: .jpg has no transparency
  hint: use .png' -- render "$W" -o c.jpg --transparent
rm -f a.png

[ "$(head -c 4 a.webp)" = RIFF ] && [ "$(grep -ac ANMF a.webp)" -gt 0 ] || fail 'not an animated WebP'

# The colours of a film equal the image's: the background of a corner, within the steps of 8-bit video.
check_file a.png 0 '' '' -- render "$W" -o a.png --size 64x48 --at 0f --background ff8000 --no-grid
check_file c.mp4 0 '' '' -- render "$W" -o c.mp4 --size 64x48 --range 0f..2f --background ff8000 --no-grid --quality 100
corner() { ffmpeg -loglevel error -i "$1" -vf scale=in_color_matrix=bt709,format=rgb24,crop=1:1:0:0 -frames:v 1 -f rawvideo - | od -An -tu1; }
ffmpeg -loglevel error -i a.png -vf crop=1:1:0:0 -frames:v 1 -pix_fmt rgb24 -f rawvideo - | od -An -tu1 >png.txt
corner c.mp4 >mp4.txt
paste png.txt mp4.txt | awk '{ for (i = 1; i <= 3; ++i) if (($i - $(i + 3)) ^ 2 > 16) exit 1 }' || fail "colours: $(cat png.txt) in the image, $(cat mp4.txt) in the film"

# ffmpeg writes the last bytes of a short film when it ends.
case_words='render a short film to a full disk'
mkdir disk
if unshare -rm mount -t tmpfs -o size=16k none disk 2>/dev/null; then
    unshare -rm sh -c 'mount -t tmpfs -o size=16k none disk && "$1" render "$2" --frames 8 --size 320x240 -o disk/a.gif
        code=$?
        ls -A disk >.left
        exit $code' sh "$SINEW" "$W" >.stdout 2>.stderr
    exit_code=$?
    check_run 6 '' 'sinew: disk/a.gif: cannot write: ffmpeg failed: *No space left on device'
    [ ! -s .left ] || fail "left behind: $(cat .left)"
    rm -f .left
else
    skip_line 'no right to mount a small disk'
fi
rmdir disk
finish
