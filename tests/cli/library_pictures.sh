# Pictures of the clips of a library.
. "$SCRIPTS/check.sh"

# A sheet of each clip, and a film if ffmpeg is installed; only missing pictures are drawn.
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

# Braces in names are not placeholders.
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

# Pictures of a content that a file no longer has are removed by the next update with pictures, pictures of another file with that content stay.
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

# The folder has the mode that others give it.
rm -rf drawn.d
(umask 027 && PATH=/nowhere "$SINEW" library update drawn --database d.db --pictures drawn.d/inner >.stdout 2>.stderr) || fail "$(cat .stderr)"
[ "$(stat -c %a drawn.d drawn.d/inner | tr '\n' ' ')" = '750 750 ' ] || fail "$(stat -c %a drawn.d drawn.d/inner)"
rm -r drawn.d

# The unfinished picture of a killed update is removed. Files with other names stay, and while another update draws every file stays.
mkdir left
hash=0123456789abcdef
touch left/$hash-1.png.0a1b2c left/$hash-12.mp4.zzzzzz left/$hash-1.png.0a1b2 left/$hash-1.png.0A1b2c left/$hash-1.gif.0a1b2c \
    left/$hash-.png.0a1b2c left/$hash.png.0a1b2c left/x$hash-1.png.0a1b2c left/$hash-1.png
mkdir left/$hash-2.png.0a1b2c
ln -s $hash-1.png left/$hash-3.png.0a1b2c
cp -a left before_left
if command -v flock >/dev/null; then
    flock -s left env PATH=/nowhere "$SINEW" library update drawn --database d.db --pictures left >.stdout 2>.stderr || fail "$(cat .stderr)"
    [ "$(ls left | grep -c $hash)" = 11 ] || fail "removed beside another update: $(ls left)"
fi
PATH=/nowhere
run library update drawn --database d.db --pictures left
PATH=$path
ls before_left | grep -v "^$hash-1.png.0a1b2c$\|zzzzzz" >expected
ls left | grep "$hash" | cmp -s - expected || fail "$(ls left)"
grep -q "x$hash" expected || fail "$(cat expected)"
rm -r left before_left

# Whenever an update is killed, no picture is incomplete and nothing of it runs. After a signal that it can handle nothing remains, after
# SIGKILL nothing that the next update does not remove. SINEW_KILLS sets how often.
running() { # processes of this folder, other than this one
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/cwd" 2>/dev/null)" = "$PWD" ] || continue
        case $(readlink "$process/exe" 2>/dev/null) in */sinew* | */ffmpeg) echo "$process" ;; esac
    done
}
is_idle() { [ -z "$(running)" ]; }
kill_all() { # as if at once: none hears of the end of another
    all=$(running | sed 's|/proc/||')
    [ -n "$all" ] || return
    kill -STOP $all 2>/dev/null
    for process in $all; do grep -qa render "/proc/$process/cmdline" 2>/dev/null && kill -KILL "$process"; done
    kill -KILL $all 2>/dev/null
}
until_idle() { eventually is_idle || fail "still running: $(running | xargs -I {} cat {}/cmdline | tr '\0' ' ')"; }
complete() { # only complete pictures
    for image in pictures/*; do
        [ -e "$image" ] || continue
        cmp -s "$image" "expected/${image##*/}" || fail "$image is not an image"
    done
}
mkdir clips tmp bin
cp "$DATA/arm.fbx" clips/
if command -v ffmpeg >/dev/null; then
    rm -r expected before 2>/dev/null
    begin=$(date +%s%N)
    "$SINEW" library update clips --database kills.db --pictures expected >/dev/null || fail 'an update with pictures'
    milliseconds=$((($(date +%s%N) - begin) / 1000000))
    [ "$(ls expected | wc -l)" = 4 ] || fail "$(ls expected)"
    kill=0
    while [ $kill -lt "${SINEW_KILLS:-4}" ]; do
        rm -rf pictures
        [ $((kill % 8)) = 7 ] && rm -f kills.db*
        case $((kill % 4)) in 0 | 2) signal=KILL ;; 1) signal=TERM ;; 3) signal=INT ;; esac
        delay=$(($(od -An -N2 -tu2 /dev/urandom) * milliseconds / 65536))
        seconds=$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))
        case_words="library update with pictures, SIG$signal after $delay ms"
        set -- "$SINEW" library update clips --database kills.db --pictures pictures
        if [ $((kill % 4)) = 2 ]; then # all of its processes at once
            TMPDIR=$PWD/tmp "$@" >.stdout 2>.stderr &
            sleep "$seconds"
            kill_all
            wait $!
        else
            TMPDIR=$PWD/tmp timeout --foreground -s $signal "$seconds" "$@" >.stdout 2>.stderr
        fi 2>/dev/null
        until_idle
        if [ $signal = KILL ]; then
            [ -n "$(ls pictures 2>/dev/null | grep -v 'png$\|mp4$')" ] && torn=$((torn + 1))
            PATH=/nowhere
            run library update clips --database kills.db --pictures pictures
            PATH=$path
            [ "$exit_code" = 0 ] || fail "exit $exit_code: $(cat .stderr)"
        fi
        complete
        [ -z "$(ls -A tmp)" ] || fail "left in the folder for temporary files: $(ls -A tmp)"
        kill=$((kill + 1))
    done
    [ -z "$SINEW_KILLS" ] || echo "killed $kill updates, ${torn:-0} of them left something for the next"
    rm -r expected
else
    skip_line 'films of killed updates need ffmpeg'
fi

# An encoder that would run for a minute ends with an update that is killed, and so does the drawing process, which removes its
# file. If the drawing process is killed as well, the next update removes the file.
printf '#!/bin/sh\necho $$ >encoder.pid\nexec sleep 600\n' >bin/ffmpeg
chmod +x bin/ffmpeg
for killed in update all; do
    rm -rf pictures encoder.pid
    PATH=$PWD/bin:$path "$SINEW" library update clips --database kills.db --pictures pictures >.stdout 2>.stderr &
    update=$!
    case_words="library update with pictures, $killed killed"
    eventually [ -s encoder.pid ] || fail 'no film'
    ls pictures | grep -q 'mp4\.' || fail "no film is being written: $(ls pictures)"
    if [ $killed = update ]; then kill -KILL $update; else kill_all; fi
    wait $update 2>/dev/null
    until_over "$(cat encoder.pid)" encoder
    until_idle
    [ $killed = update ] && left=0 || left=1
    [ "$(ls pictures | grep -c 'mp4\.')" = $left ] || fail "$left incomplete film expected: $(ls pictures)"
done
PATH=/nowhere
run library update clips --database kills.db --pictures pictures
PATH=$path
check_run 0 '*' '*sheets only*'
[ "$(ls pictures | grep -c 'png$')" = 2 ] && [ "$(ls pictures | wc -l)" = 2 ] || fail "$(ls pictures)"
rm -r pictures bin

# Names in any bytes.
mkdir names
cp "$DATA/arm.fbx" "names/$(printf -- '-a\377\n\033[31m.fbx')"
PATH=/nowhere
run library update names --pictures named
PATH=$path
check_run 0 '1 file: 1 measured, *' '*sheets only*'
[ "$(ls named | wc -l)" = 2 ] || fail "$(ls named)"

finish
