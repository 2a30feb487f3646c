# play in a window whose first file takes long to read: the window meanwhile, and all ways to end.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"
A=$DATA/arm.fbx
head -c 3000 "$A" >broken.fbx

# The program beside a worker that takes until the file `go` is there.
mkdir slow
cp "$SINEW" "$(dirname "$SINEW")/sinew-image-worker" slow
cat >slow/sinew-worker <<END
#!/bin/sh
echo \$\$ >'$PWD/worker'
while [ -d '$PWD' ] && [ ! -e '$PWD/go' ]; do /bin/sleep 0.05; done
exec '$(dirname "$SINEW")/sinew-worker'
END
chmod +x slow/sinew-worker

# opens WORD…: runs sinew play WORD…; the window is there, and its title is only the file's name.
opens() {
    case_words="play $* (while it is read)"
    rm -f go last.png
    slow/sinew play "$@" --no-cache --timeout 60s --size 320x240 >.stdout 2>.stderr &
    player=$!
    window= title=
    title_is "${last##*/} - sinew"
}

# is_over EXIT STDERR: the player has ended, and with it the worker.
is_over() {
    wait $player
    exit_code=$?
    check_run "$1" '' "$2"
    [ -z "$(xdotool search --name ' - sinew$' 2>/dev/null)" ] || fail 'the window is still there'
    [ -z "$(ls | grep png)" ] || fail "there is $(ls | grep png)"
    until_over "$(cat worker)" worker
}

last=$A
opens "$A" --at 50%
keys question # open panels stay open
touch go
title_is 'arm.fbx - bend  0.[5-9]?? / 1.000 s*'
"$WINDOW_CLIENT" close "$window"
is_over 0 ''

opens "$A" --screenshot no.png --quit-after 0.1 # which begins when something plays
sleep 0.5
keys q
is_over 130 'sinew: no.png: cancelled'
opens "$A"
keys Escape q # only Escape ends nothing
is_over 0 ''
opens "$A"
"$WINDOW_CLIENT" close "$window"
is_over 0 ''

# Files that cannot be read, or lack the named clip.
last=broken.fbx
opens broken.fbx
touch go
is_over 3 'sinew: broken.fbx: *'
opens broken.fbx "$A" --quit-after 0.2
touch go
is_over 7 'sinew: broken.fbx: *sinew: 1 of 2 files failed'
last=$A
opens "$A" --clip rnu
touch go
is_over 4 "sinew: *arm.fbx: no clip 'rnu'
  hint: clips: 1 'bend', 2 'lift'"
opens "$A" --at 7 --screenshot no.png
touch go
is_over 4 'sinew: *arm.fbx: 7 s is past the end of clip *'
opens "$A" --joint Knee
touch go
is_over 4 "sinew: *arm.fbx: no joint 'Knee'*"

# Ended from outside, it ends at once.
opens "$A"
kill -TERM $player
is_over 143 ''

# A file without clips: its joints have the room, and a click on one selects it, which the picture shows.
for clicks in 0 1; do
    "$SINEW" play "$DATA/../../samples/character_mesh.fbx" --size 800x600 --screenshot clicks$clicks.png >.stdout 2>.stderr &
    player=$! case_words='play character_mesh.fbx (in a window)' window= title=
    title_is 'character_mesh.fbx - rest pose - sinew'
    xdotool mousemove --window "$window" 60 140
    sleep 0.5 # until keys come here
    keys t
    sleep 0.5
    [ $clicks = 0 ] || xdotool click 1
    sleep 0.5
    keys q
    wait $player
    exit_code=$?
    check_run 0 '' ''
done
cmp -s clicks0.png clicks1.png && fail 'there is no joint to click on'
finish
