# play in a window: what mouse and keys do to its panels. The window's title says what time is shown.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"

# The band of the timeline goes from 14 to 786 pixels across; the clip is a second long and starts at frame 24.
start --paused "$DATA/arm.fbx"
title_is '* 0.000 / 1.000 s  frame 24.0  key #1 - sinew'
mouse 400 572
xdotool click 1
title_is '* 0.500 / 1.000 s  frame 36.0*'
mouse 207 572
xdotool mousedown 1
title_is '* 0.250 / 1.000 s  frame 30.0*'
mouse 593 100 # off the timeline it still holds
title_is '* 0.750 / 1.000 s  frame 42.0*'
mouse 1000 100
title_is '* 1.000 / 1.000 s*'
xdotool mouseup 1
mouse 400 300
title_is '* 1.000 / 1.000 s*'

# A drag that begins on the character orbits and does not seek.
xdotool mousedown 1
mouse 420 572
xdotool mouseup 1
title_is '* 1.000 / 1.000 s*'

# The first handle bounds the playback range; without the timeline, its area belongs to the camera.
mouse 10 572
xdotool mousedown 1
mouse 400 572
xdotool mouseup 1
keys Home
title_is '* 0.500 / 1.000 s*'
keys l # the whole again
keys Home
title_is '* 0.000 / 1.000 s*'
keys o
mouse 593 572
xdotool click 1
keys o
sleep 0.5
title_is '* 0.000 / 1.000 s*'

# The wheel zooms time around the mouse: three steps leave 0.8 cubed of the clip, 0.244 to 0.756 s. Another button pans, as far
# as the clip goes, to 0 to 0.512 s. The wheel shows the whole clip again. Escape does not quit.
mouse 400 572
xdotool click 4
xdotool click 4
xdotool click 4
mouse 780 572
sleep 0.3
mouse 786 572
xdotool click 1
title_is '* 0.756 / 1.000 s*'
mouse 400 572
xdotool mousedown 3
mouse 790 572
xdotool mouseup 3
mouse 786 572
xdotool click 1
title_is '* 0.512 / 1.000 s*'
for _ in 1 2 3 4 5 6; do xdotool click 5; done
mouse 775 572 # left of the flag at the clip's end
xdotool click 1
title_is '* 0.986 / 1.000 s*'
keys Escape Escape Home
title_is '* 0.000 / 1.000 s*'

# Playback pauses while the handle is held, and resumes.
keys space
mouse 207 572
xdotool mousedown 1
title_is '* 0.250 / 1.000 s  frame 30.0*'
sleep 0.3
title_is '* 0.250 / 1.000 s  frame 30.0*'
xdotool mouseup 1
title_is '* 0.[!2]?? / 1.000 s*'
ends

# A time typed directly after the key that opens the prompt. An invalid time gives a message, and keys are typed, not run.
start --paused "$DATA/arm.fbx"
xdotool type ':30fq'
keys Return
sleep 0.3
kill -0 $player 2>/dev/null || fail 'a typed q has ended it'
keys BackSpace Return
title_is '* 0.250 / 1.000 s  frame 30.0*'
xdotool type ':+12f'
keys Escape
xdotool type '.'
title_is '* frame 31.0*'

# A joint that is searched is selected: the next keyframe is its own. That of the clip at frame 36.24 is the Hand's.
keys t
xdotool type '/elb'
keys Return Home Prior
title_is '* 1.000 / 1.000 s*'
xdotool type '/HAN'
keys Return Home Prior
title_is '* 0.510 / 1.000 s*'

# A clip that is searched plays.
xdotool type '/LIF'
keys Return
title_is '*lift  0.000 / 0.500 s*'
keys W
title_is '*bend  0.000 / 1.000 s*'

# A click in the list of clips plays another one.
mouse 100 79
xdotool click 1
title_is '*lift  0.000 / 0.500 s*'
ends

# All panels, in windows of all sizes; their content of one file disappears with the file. Names cannot do anything.
esc=$(printf '\033')
sed "s/AnimStack::bend/AnimStack::be${esc}[2Jnd/" "$DATA/arm.fbx" >names.fbx
start --paused "$DATA/arm.fbx" names.fbx
keys t v i z question
xdotool type '/elb'
keys Return Home
for size in '1 1' '96 64' '300 200' '2000 300' '300 900' '800 600'; do
    # shellcheck disable=SC2086
    xdotool windowsize --sync "$window" $size
    sleep 0.3
    keys period comma
done
keys End
# Another file keeps the time.
title_is '* 1.000 / 1.000 s*'
keys greater
title_is 'names.fbx - be\\x1b\[2Jnd  1.000 / *'
keys less
title_is 'arm.fbx - bend  1.000 / *'
ends

# Names in Chinese letters need a font of the system; without one they are shown without it.
sed 's/Model::Elbow/Model::中肘/' "$DATA/arm.fbx" >chinese.fbx
printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>' >fonts.conf
FONTCONFIG_FILE=$PWD/fonts.conf
export FONTCONFIG_FILE
start --paused chinese.fbx
keys t
sleep 0.5
ends
mv last.png without.png
unset FONTCONFIG_FILE
start --paused chinese.fbx
keys t
sleep 0.5
ends
if [ -n "$(fc-list ':charset=4e2d 8098:outline=true' file 2>/dev/null)" ]; then
    cmp -s last.png without.png && fail 'the letters are not shown'
else
    cmp -s last.png without.png || fail 'a font that is not there is used'
fi

# A small window: panels leave half of it to the character, and the buttons that fit begin at 34 pixels, 25 apart; the last of the five
# opens the help.
window_size=320x200
start --paused "$DATA/arm.fbx"
keys t v i
mouse 160 172
xdotool click 1
title_is '* 0.500 / 1.000 s*'
mouse 119 130
mouse 119 135
sleep 0.3
xdotool click 1
title_is '* lift  0.000 / 0.500 s*'
mouse 143 135
sleep 0.3
xdotool click 1 # help, over the viewport
keys Escape
mouse 160 172
xdotool click 1
title_is '* 0.250 / 0.500 s*'
mouse 119 135
sleep 1.5 # it rests, and the button goes
xdotool click 1
sleep 0.3
title_is '* lift  0.250 / 0.500 s*'
ends

# Twice as many pixels to a point, as a user sets it for all programs: the window has 400 × 300 points. The band goes from 28 to 772 pixels
# across at the height 544, which is above the band if a pixel is a point; the second clip's row is at 158.
printf 'Xft.dpi: 192\n' >.Xdefaults
HOME=$PWD
window_size=400x300
export HOME
start --paused "$DATA/arm.fbx"
title_is '* 0.000 / 1.000 s*'
[ "$(xdotool getwindowgeometry "$window" | sed -n 's/.*Geometry: //p')" = 800x600 ] || fail 'the window is not as large as its points'
mouse 400 544
xdotool click 1
title_is '* 0.500 / 1.000 s  frame 36.0*'
mouse 214 544
xdotool mousedown 1
title_is '* 0.250 / 1.000 s  frame 30.0*'
mouse 586 100
title_is '* 0.750 / 1.000 s  frame 42.0*'
xdotool mouseup 1
keys t
sleep 0.5 # until it is seen
mouse 100 158
xdotool click 1
title_is '*lift  0.000 / 0.500 s*'
ends
finish
