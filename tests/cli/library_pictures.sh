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

# Braces in names are no placeholders.
mkdir '{x}'
cp "$DATA/arm.fbx" '{x}/{clip}{.fbx'
path=$PATH PATH=/nowhere
run library update '{x}' --pictures 'shown{frame:x}/{{a}'
PATH=$path
check_run 0 '1 file: 1 measured, *' '*sheets only*'
[ "$(ls 'shown{frame:x}/{{a}' | wc -l)" = 2 ] || fail "$(ls 'shown{frame:x}/{{a}')"

# Pictures of vanished files are removed, unless a copy of the file remains; other files in the folder stay.
mkdir gone
sed 's/a: 0,90/a: 0,45/' "$DATA/arm.fbx" >gone/one.fbx
cp "$DATA/arm.fbx" gone/two.fbx
cp gone/two.fbx gone/copy.fbx
path=$PATH PATH=/nowhere
run library update gone --pictures shown
PATH=$path
[ "$(ls shown | wc -l)" = 4 ] || fail "$(ls shown)"
keep=$("$SINEW" library find gone two.fbx --format csv | tail -n 1 | cut -d, -f16)
lost=$("$SINEW" library find gone one.fbx --format csv | tail -n 1 | cut -d, -f16)
touch "shown/$lost-1.mp4" "shown/$lost.png" "shown/$lost-x.png" "shown/$lost-1.txt" shown/notes.png
mkdir "shown/$lost-3.png"
rm gone/one.fbx gone/two.fbx
"$SINEW" library update gone >/dev/null
check 3 '' 'sinew: nowhere: *' -- library remove gone --pictures nowhere
run library remove gone --pictures shown
check_run 0 '2 files and 3 pictures removed' ''
[ "$(ls shown | sort)" = "$(printf '%s\n' "$keep-1.png" "$keep-2.png" "$lost-1.txt" "$lost-3.png" "$lost-x.png" "$lost.png" notes.png | sort)" ] || fail "$(ls shown)"
run library remove gone --pictures shown
check_run 0 '0 files and 0 pictures removed' ''

# Pictures of a content that a file no longer has are removed by the next update with pictures, not those of another file with that content.
mkdir edited
cp "$DATA/arm.fbx" edited/one.fbx
sed 's/a: 0,90/a: 0,45/' "$DATA/arm.fbx" >edited/two.fbx
cp edited/two.fbx edited/copy.fbx
path=$PATH PATH=/nowhere
run library update edited --pictures current
PATH=$path
old=$("$SINEW" library find edited one.fbx --format csv | tail -n 1 | cut -d, -f16)
shared=$("$SINEW" library find edited two.fbx --format csv | tail -n 1 | cut -d, -f16)
sed 's/a: 0,90/a: 0,30/' "$DATA/arm.fbx" >edited/one.fbx
sed 's/a: 0,90/a: 0,60/' "$DATA/arm.fbx" >edited/two.fbx
touch "current/$old-2.txt"
"$SINEW" library update edited >/dev/null # without pictures: none is removed
[ -e "current/$old-1.png" ] || fail 'an update without pictures removed one'
PATH=/nowhere
run library update edited --pictures current
PATH=$path
[ ! -e "current/$old-1.png" ] && [ ! -e "current/$old-2.png" ] || fail "a picture of a former content stays: $(ls current)"
[ -e "current/$shared-1.png" ] && [ -e "current/$old-2.txt" ] || fail "too much was removed: $(ls current)"
[ "$(ls current/*.png | wc -l)" = 6 ] || fail "$(ls current)"

# Names in any bytes.
mkdir names
cp "$DATA/arm.fbx" "names/$(printf -- '-a\377\n\033[31m.fbx')"
PATH=/nowhere
run library update names --pictures named
PATH=$path
check_run 0 '1 file: 1 measured, *' '*sheets only*'
[ "$(ls named | wc -l)" = 2 ] || fail "$(ls named)"

finish
