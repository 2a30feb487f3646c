# play in a window: dragging the selected hand moves it, not the camera, and R puts it back.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"

# ends_as FILE SECONDS: waits for the note of the last key to go, quits, and keeps the last image.
ends_as() {
    sleep "$2"
    ends
    mv last.png "$1"
}

# The hand is at (468, 364) of the window, as an image that the player saved there shows.
play_hand() { start "$DATA/../../samples/walk.fbx" --paused --at 7f --joint hand.L; }
drag_hand() {
    mouse 468 364
    xdotool mousedown 1
    mouse 500 330
    mouse 530 300
    xdotool mouseup 1
    mouse 400 200
}

play_hand
drag_hand
ends_as dragged.png 2.5
for seconds in 2.5 10 40; do # a busy machine shows the note longer, and its clock does not stop for that
    play_hand
    ends_as plain.png $seconds
    play_hand
    drag_hand
    keys R
    ends_as reset.png $seconds
    cmp -s plain.png reset.png && break
done
cmp -s plain.png dragged.png && fail 'the hand has not moved'
cmp -s plain.png reset.png || fail 'the camera has moved, or the hand is not back'
finish
