# play in a window: playing in place, the window of the motion trail, and films of the current view, which are whole or not there.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"
cp -r "$DATA/../../samples/walk.fbx" "$DATA/../../samples/textures" .
typed() { xdotool type --window 0 "$1"; }

# shot NAME: the image without panels, as the key S saves it.
shot() {
    rm -f *-*s.png
    keys S
    eventually sh -c 'test -s *-*s.png' || fail 'no image is saved'
    mv *-*s.png "$1"
}
differ() { cmp -s "$1" "$2" && fail "$1 and $2 are equal"; }
equal() { cmp -s "$1" "$2" || fail "$1 and $2 differ"; }

# A film of the playing range has a frame for each frame of the file, and nothing is left of one that is cancelled.
start walk.fbx --paused --at 0 --joint hand.L
keys V
keys Return
keys Escape
films() { ls -A | grep gif; }
has_no_film() { [ -z "$(films)" ]; }
eventually has_no_film || fail "a cancelled film left $(films)"
keys V
keys Return
eventually test -s walk.gif || fail 'no film'
[ "$(films)" = walk.gif ] || fail "a cancelled film left $(films)"
"$SINEW" render walk.fbx --range 0..end --size 800x600 -o command.gif -q || fail 'the command makes no film'
frames() { grep -a -o "$(printf '\041\371\004')" "$1" | wc -l; } # graphic control extensions
[ "$(frames walk.gif)" -ge 30 ] || fail "the film has $(frames walk.gif) frames, the clip has 31"
shot after.png
keys V
keys Return
sleep 0.5
keys Return # confirms
eventually sh -c '[ "$(find walk.gif -newer after.png)" ]' || fail 'the film is not replaced'

# The trail: all of it, and a part.
keys T
shot whole.png
differ after.png whole.png
keys D
typed 3f
keys Return
shot part.png
differ whole.png part.png
keys D
typed 3x
keys Return
keys Escape
keys D
typed 0
keys Return
shot again.png
equal whole.png again.png
ends

# Another file keeps time, camera, selection and panels. The list of files is above the clips; typing filters it.
cp walk.fbx walk2.fbx
start walk.fbx walk2.fbx --paused --at 15f --joint hand.L
title_is 'walk.fbx - * 0.500 / 1.000 s*'
mouse 300 300
xdotool mousedown 1
mouse 340 280
mouse 380 260
xdotool mouseup 1
mouse 400 200
shot first.png
keys greater
title_is 'walk2.fbx - * 0.500 / 1.000 s*'
shot second.png
equal first.png second.png
keys t
shot listed.png # the list is open
equal first.png listed.png
mouse 60 42 # the first file
xdotool click 1
title_is 'walk.fbx - * 0.500 / 1.000 s*'
keys slash
typed walk2
keys Return
title_is 'walk2.fbx - * 0.500 / 1.000 s*'
ends

# The image in place equals the command's.
joint() { printf '%s %s { OFFSET %s CHANNELS 3 Zrotation Xrotation Yrotation\n' "$1" "$2" "$3"; }
leg() { joint JOINT "$1Hip" "$2 0 0"; joint JOINT "$1Knee" '0 -0.45 0'; joint JOINT "$1Ankle" '0 -0.45 0'; printf 'End Site { OFFSET 0 -0.08 0.15 } } } }\n'; }
{
    printf 'HIERARCHY\nROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    leg Left 0.1
    leg Right -0.1
    printf '}\nMOTION\nFrames: 3\nFrame Time: 0.5\n'
    for z in 0 0.25 0.5; do printf "0 1 $z 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"; done
} >away.bvh
start away.bvh --paused --at 0 --no-follow
keys I
keys End
title_is '* 1.000 / 1.000 s*'
shot end.png
"$SINEW" render away.bvh --at 1 --in-place --size 800x600 --reference end.png --tol-image 0.003 >answer 2>&1 || fail "in place: $(cat answer)"
"$SINEW" render away.bvh --at 1 --size 800x600 --reference end.png --tol-image 0.003 >answer 2>&1 && fail 'in place is not seen'
keys I
shot away.png
differ end.png away.png
keys q
wait $player || fail "exit $?"
finish
