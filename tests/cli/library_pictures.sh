# Pictures of the clips of a library.
. "$SCRIPTS/check.sh"

# A sheet of each clip, and a film where ffmpeg is; only what is missing is drawn.
mkdir drawn
cp "$DATA/arm.fbx" drawn/
run library update drawn --database d.db --pictures images
check_run 0 '1 file: 1 measured, *' '*'
[ "$(ls images | grep -c 'png$')" = 2 ] || fail "$(ls images)"
if command -v ffmpeg >/dev/null; then [ "$(ls images | grep -c 'mp4$')" = 2 ] || fail "$(ls images)"; fi
rm -f images/*-2.png images/*.mp4
ls -l images/*-1.png >before
path=$PATH PATH=/nowhere
run library update drawn --database d.db --pictures images
PATH=$path
check_run 0 '1 file: 0 measured, *' 'sinew: images: warning: sheets only: *ffmpeg*'
[ "$(ls images | wc -l)" = 2 ] || fail "$(ls images)"
ls -l images/*-1.png | cmp -s - before || fail 'a sheet that existed was drawn again'
echo text >notes.txt
check 6 '' 'sinew: notes.txt: *cannot create this directory' -- library update drawn --database d.db --pictures notes.txt

# Names in any bytes.
mkdir names
cp "$DATA/arm.fbx" "names/$(printf -- '-a\377\n\033[31m.fbx')"
PATH=/nowhere
run library update names --pictures named
PATH=$path
check_run 0 '1 file: 1 measured, *' '*sheets only*'
[ "$(ls named | wc -l)" = 2 ] || fail "$(ls named)"

finish
