# play with several files, and with files that change: the image and the messages, with and without a terminal.
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY

cp "$DATA/arm.fbx" arm.fbx
sed 's/AnimStack::bend/AnimStack::wave/' arm.fbx >wave.fbx
sed 's/a: 0,90/a: 90,0/' arm.fbx >back.fbx # the same clip the other way round
head -c 900 arm.fbx >cut.fbx
echo 'Dear Anna' >letter.fbx

# ---- in a window nobody sees
SDL_VIDEODRIVER=offscreen
export SDL_VIDEODRIVER
play() {
    case_words="play $*"
    "$SINEW" play "$@" --paused --at 25% --size 96x64 >.stdout 2>.stderr
    exit_code=$?
}

play arm.fbx --quit-after 0 --screenshot whole.png
check_run 0 '' ''
play back.fbx --quit-after 0 --screenshot back.png
check_run 0 '' ''
cmp -s whole.png back.png && fail 'another motion gives the same picture'
play letter.fbx arm.fbx back.fbx --quit-after 0 --screenshot after.png
check_run 7 '' 'sinew: letter.fbx: not a model file*
sinew: 1 of 2 files failed'
cp arm.fbx letter2.fbx # the same picture, but for its name, as the second of three files that can all be played
mkdir named
cp arm.fbx named/back.fbx
play letter2.fbx arm.fbx back.fbx --quit-after 0 --screenshot first.png
cmp -s after.png first.png && fail 'the first of three is called the second'
play letter.fbx named/back.fbx arm.fbx --quit-after 0 --screenshot first.png
play letter.fbx back.fbx arm.fbx --quit-after 0 --screenshot second.png
cmp -s first.png second.png && fail 'the file that can be played is not'
rm -r named letter2.fbx first.png second.png
play letter.fbx cut.fbx none.fbx --quit-after 0 --screenshot none.png
check_run 3 '' 'sinew: letter.fbx: not*
sinew: cut.fbx: *
sinew: none.fbx: no such file'
play letter.fbx arm.fbx --clip nod --quit-after 0
check_run 7 '' "sinew: letter.fbx: not*
sinew: arm.fbx: no clip 'nod'*
sinew: 2 of 2 files failed"
[ -e none.png ] && fail 'a picture of nothing'

unset SDL_VIDEODRIVER

# ---- files that change, in a terminal
. "$SCRIPTS/screen.sh"

# The same pictures, as the player saves them here: without a window's panels.
start arm.fbx --paused --at 25% --size 96x64 --screenshot whole.png
press q
ends 0
start back.fbx --paused --at 25% --size 96x64 --screenshot back.png
press q
ends 0

# meanwhile WHAT PICTURE SCREEN DEED…: does something to folder/arm.fbx while it plays and is watched, waits for SCREEN, the text that it shows
# then, and compares the last picture.
meanwhile() {
    rm -rf folder after.png
    mkdir folder
    cp arm.fbx folder/arm.fbx
    what=$1 picture=$2 shown=$3
    shift 3
    start folder/arm.fbx --watch --paused --at 25% --size 96x64 --screenshot after.png
    case_words="play --watch, and meanwhile: $what"
    "$@"
    wait_for "$shown"
    press q
    ends 0
    cmp -s after.png "$picture" || fail "the picture is not $picture"
}
write_in_place() { cat back.fbx >folder/arm.fbx; }
write_in_pieces() {
    head -c 900 back.fbx >folder/arm.fbx
    tail -c +901 back.fbx >>folder/arm.fbx
}
rename_over() { cp back.fbx folder/.arm.fbx~ && mv folder/.arm.fbx~ folder/arm.fbx; }
shorten() { cat cut.fbx >folder/arm.fbx; }
shorten_and_mend() {
    shorten
    wait_for 'arm.fbx: the file ends early'
    rename_over
}
remove_and_bring_back() {
    rm -r folder
    wait_for 'arm.fbx: no such file'
    mkdir folder
    cp back.fbx folder/arm.fbx
}
meanwhile 'it is written' back.png 'reloaded' write_in_place
meanwhile 'it is written in pieces' back.png 'reloaded' write_in_pieces
meanwhile 'another is renamed to it' back.png 'reloaded' rename_over
meanwhile 'it is touched' whole.png 'reloaded' touch folder/arm.fbx
meanwhile 'it is cut off' whole.png 'arm.fbx: the file ends early' shorten
case $(cat messages) in
'sinew: folder/arm.fbx: the file ends early, at byte 900'*) ;;
*) fail "messages: $(cat messages)" ;;
esac
meanwhile 'it is cut off, then whole again' back.png 'reloaded' shorten_and_mend
meanwhile 'it is deleted' whole.png 'arm.fbx: no such file' rm folder/arm.fbx
meanwhile 'its folder goes and comes back' back.png 'reloaded' remove_and_bring_back

# A writer that rewrites the file a hundred times, in place, by pieces and by renames: at the end the last state is shown.
rewrite() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        write_in_place
        shorten
        write_in_pieces
        : >folder/arm.fbx
        rename_over
    done
    cat wave.fbx >folder/arm.fbx
}
meanwhile 'it is rewritten without a pause' whole.png '‖ wave  1/2' rewrite
[ "$(grep -c '^sinew: ' messages)" -le 100 ] || fail "more messages than states: $(head -3 messages)"

# ---- keys
start --paused arm.fbx wave.fbx letter.fbx
wait_for '‖ arm.fbx 1/3  bend  1/2'
press '>'
wait_for '‖ wave.fbx 2/3  wave  1/2'
press '<'
wait_for '‖ arm.fbx 1/3  bend  1/2'
press '<' # round the end, past the file that cannot be played
wait_for 'letter.fbx: not a model file'
wait_for '‖ wave.fbx 2/3  wave  1/2'
press q
ends 7
case $(cat messages) in
'sinew: letter.fbx: not a model file'*'sinew: 1 of 3 files failed') ;;
*) fail "messages: $(cat messages)" ;;
esac

# Choices stay when the file is read again; its error stays on the screen until the file is fixed.
cp arm.fbx watched.fbx
start --paused --watch watched.fbx
press ' ' w . . # the second clip, two frames on
wait_for '‖ lift  2/2 * frame 2.0'
cat cut.fbx >watched.fbx
wait_for 'watched.fbx: *frame 2.0'
sleep 2.5
wait_for 'watched.fbx: *frame 2.0'
cat wave.fbx >watched.fbx
wait_for 'reloaded'
wait_for '‖ lift  2/2 * frame 2.0'
press W
wait_for '‖ wave  1/2'
kill -STOP "$(cat pid)"
wait_for 'it is stopped'
cat arm.fbx >watched.fbx # its clip is gone: the file's own choice
press Enter
wait_for '‖ bend  1/2'
press q
ends 0

# What belongs to a file is watched with it: its textures, the file that its clips come from.
SAMPLES=$DATA/../../samples
mkdir textures
cp "$SAMPLES/character_mesh.fbx" "$SAMPLES/character_anim.fbx" .
cp "$SAMPLES/textures/character.png" textures
start --paused --watch character_mesh.fbx --anim character_anim.fbx
wait_for '‖ Armature|idle  1/3'
cp "$SAMPLES/textures/character.png" textures
wait_for 'reloaded'
wait_without 'reloaded'
cp "$SAMPLES/walk.fbx" character_anim.fbx
wait_for 'reloaded'
wait_for '‖ Armature|walk  1/1'
cp "$DATA/arm.fbx" character_anim.fbx
wait_for 'character_mesh.fbx: no joint has'
press q
ends 0
case $(cat messages) in
'sinew: character_anim.fbx on character_mesh.fbx: no joint has the same name'*) ;;
*) fail "messages: $(cat messages)" ;;
esac

# A baked file tells of the file that it was baked from; it is not read again for that.
"$SINEW" bake arm.fbx -o baked.sinew || fail 'bake'
start --paused --watch baked.sinew
sleep 1.5
case $(pane capture-pane -p) in *'reloaded'*) fail 'it is read again without a change' ;; esac
"$SINEW" bake wave.fbx -o baked.sinew || fail 'bake'
wait_for '‖ wave  1/2'
press q
ends 0

# Without being watched a file is read again by a key.
cp arm.fbx watched.fbx
start --paused watched.fbx
cat wave.fbx >watched.fbx
press F5
wait_for '‖ wave  1/2'
press q
ends 0

# A long import: the old file plays on, another one can be chosen, and the player ends at once.
mkdir -p slow
cp "$SINEW" slow/sinew
cp "$(dirname "$SINEW")/sinew-image-worker" slow
cat >slow/sinew-worker <<END
#!/bin/sh
echo \$\$ >"$PWD/slow/worker"
[ -e "$PWD/slow/down" ] && exec sleep 600
exec "$(dirname "$SINEW")/sinew-worker"
END
chmod +x slow/sinew-worker
SINEW=$PWD/slow/sinew
start --timeout 600 arm.fbx back.fbx wave.fbx
: >slow/down
press '>'
wait_for 'loading back.fbx, 0.'
wait_for 'loading back.fbx, 1.'
rm slow/down
press '>'
wait_for '▶ wave.fbx 3/3  wave  1/2'
: >slow/down
press '<'
wait_for 'loading back.fbx'
press q
ends 0
until_over "$(cat slow/worker)" worker
finish
