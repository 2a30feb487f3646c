# play in a window: edits are undone, redone, switched off, marked as keys and saved, and each copied command draws the window's image.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"
cp -r "$DATA/../../samples/walk.fbx" "$DATA/../../samples/textures" .
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$SINEW" >bin/sinew && chmod +x bin/sinew
PATH=$PWD/bin:$PATH

# shot NAME: the image without panels, as the key S saves it.
shot() {
    rm -f walk-*.png
    keys S
    eventually sh -c 'test -s walk-*.png' || fail 'no image is saved'
    mv walk-*.png "$1"
}

# shows NAME: until the image is that one; shows_other NAME: until it is another one.
look() {
    rm -f walk-*.png
    keys S
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ ! -s "$(echo walk-*.png)" ] || break
        sleep 0.1
    done
    cmp -s walk-*.png "$1"
}
looks_other() { ! look "$1"; }
shows() { eventually look "$1" || fail "the image is not $1"; }
shows_other() { eventually looks_other "$1" || fail "the image is still $1"; }

# copies PATTERN [TEXT]: the command that y copies fits the pattern, does not have the text, and draws the window's image. The lines of the ground are as wide as the window's
# scale makes them.
copies() {
    shot shown.png
    keys y
    command=
    eventually is_copied "$1" "${2:-no text}" || fail "copied: $command"
    sh -c "$command --reference shown.png --tol-image 0.002 --difference difference.png" >answer 2>&1 || fail "$command: $(cat answer)"
}
is_copied() {
    command=$("$WINDOW_CLIENT" paste "$window") || return 1
    case $command in *"$2"*) return 1 ;; $1) ;; *) return 1 ;; esac
}
typed() { xdotool type --window 0 "$1"; }

# Rotations: undone and redone by keys, by characters, and by the buttons of the list, which is at the right from 536 on.
start walk.fbx --paused --at 7f --joint forearm.L
shot plain.png
keys r
typed rz=40
keys Return
shows_other plain.png
shot rotated.png
copies "sinew render walk.fbx * --set 'forearm.L:rx=* ry=* rz=40' *"
sh -c "$command --reference plain.png --tol-image 0.002" >answer 2>&1 && fail 'the tolerance hides the rotation'
keys ctrl+z
shows plain.png
keys ctrl+y
shows rotated.png
keys u
shows plain.png
keys U
shows rotated.png
keys E
shows rotated.png # the list is open
mouse 600 69 # the first edit
xdotool click 1
mouse 400 200
shows plain.png
copies "sinew render walk.fbx --clip * --camera *" --set
keys X
shows rotated.png
mouse 577 36 # undo: it is off again
xdotool click 1
mouse 400 200
shows plain.png
mouse 636 36 # redo
xdotool click 1
mouse 400 200
shows rotated.png

ends

# A drag beyond reach. The hand is at (468, 364) of the window.
start walk.fbx --paused --at 7f --joint hand.L
shot plain.png
mouse 468 364
xdotool mousedown 1
mouse 500 330
mouse 700 100
xdotool mouseup 1
mouse 400 200
shows_other plain.png
copies "sinew render walk.fbx * --ik 'hand.L=*,*,*' *"
shot dragged.png
keys u
shows plain.png
keys U
shows dragged.png
keys R
shows plain.png
keys u
shows dragged.png
keys ctrl+s # the hand points at a target that it never reaches
keys Return
sleep 1
ls walk-edited.fbx >answer 2>&1 && fail 'a clip is saved in which no target is reached'
ends

# A key: the edited joints, for 0.25 s before and after it.
start walk.fbx --paused --at 7f --joint forearm.L
shot plain.png
keys r
typed rz=40
keys Return
keys K
eventually test -s walk-keys.json || fail 'no file of keys'
shot keyed.png
cmp -s plain.png keyed.png && fail 'the key has no effect'
copies "sinew render walk.fbx * --set 'forearm.L:rx=* ry=* rz=40*' *"
keys period period period
copies "sinew render walk.fbx * --at 10f * --set 'forearm.L:rx=* ry=* rz=*' *"
shot fading.png
keys X
shows_other fading.png
eventually test ! -e walk-keys.json || fail 'a key that is off is in the file'
copies "sinew render walk.fbx --clip * --at 10f *" --set
keys X
shows fading.png
eventually test -s walk-keys.json || fail 'a key that is on again is not in the file'
keys u u u # both switches, then the key
eventually test ! -e walk-keys.json || fail 'a key that was undone is in the file'
keys U U U
shows fading.png

# Saved: the same bytes as the command writes. The source must be confirmed.
keys ctrl+s
keys Return
eventually test -s walk-edited.fbx || fail 'not saved'
"$SINEW" edit walk.fbx --keys walk-keys.json --clip '#1' -o command.fbx -q || fail 'the command fails'
cmp walk-edited.fbx command.fbx || fail 'the command writes other bytes'
cp walk.fbx source.fbx
keys ctrl+s
keys ctrl+u
typed walk.fbx
keys Return
sleep 0.5
cmp -s walk.fbx source.fbx || fail 'the source was replaced without confirmation'
keys Escape
sleep 0.5
cmp -s walk.fbx source.fbx || fail 'the source was replaced although it was cancelled'
for extension in glb sinew; do
    keys ctrl+s
    keys ctrl+u
    typed saved.$extension
    keys Return
    eventually test -s saved.$extension || fail "no $extension is saved"
done
keys ctrl+s
keys ctrl+u
typed walk.fbx
keys Return
keys Return
is_replaced() { ! cmp -s walk.fbx source.fbx; }
eventually is_replaced || fail 'the source is not replaced after confirmation'
cmp -s walk.fbx command.fbx || fail 'the source became another file'
ends

# The keys of an earlier session are listed with the first one of this session.
cp source.fbx walk.fbx
start walk.fbx --paused --at 20f --joint forearm.R
keys r
typed rz=-30
keys Return
keys K
eventually sh -c '[ "$(grep -o time_s walk-keys.json | wc -l)" = 2 ]' || fail "the file of keys is: $(cat walk-keys.json)"
keys u
eventually sh -c '[ "$(grep -o time_s walk-keys.json | wc -l)" = 1 ]' || fail "the file of keys is: $(cat walk-keys.json)"
ends
finish
