# play with a second clip or file: overlaid, side by side, in turn; linked and shifted; the distances of all frames and their peaks; the copied
# commands. In a window (Xvfb, xdotool) by keys and by the mouse, and in a terminal (tmux).
#
# The hand of hand.fbx is 3 cm higher at 0.51 s than the hand of arm.fbx, and in the same position at both ends of the clip, with straight lines between.
# The file has 24 frames per second: frame 12 is at 0.5 s, with 3 × 0.5 / 0.51 = 2.941 cm; frame 13 has 3 × (1 − 13 / 24) / 0.49 = 2.806 cm.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"
cp "$DATA/arm.fbx" arm.fbx
sed -e 's/a: 10,10,10$/a: 10,13,10/' arm.fbx >hand.fbx
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$SINEW" >bin/sinew && chmod +x bin/sinew
PATH=$PWD/bin:$PATH
typed() { xdotool type --window 0 "$1"; }

# shot NAME: the image without panels, as the key S saves it.
shot() {
    rm -f arm-*s.png
    keys S
    eventually sh -c 'test -s arm-*s.png' || fail 'no image is saved'
    mv arm-*s.png "$1"
}

# away: zooms out, so that the hand is in the image.
away() {
    mouse 400 250
    xdotool click --repeat 8 --delay 20 5
}

# differs NAME: until the image is not that one; equals NAME: until it is.
look() {
    rm -f arm-*s.png
    keys S
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ ! -s "$(echo arm-*s.png)" ] || break
        sleep 0.1
    done
    cmp -s arm-*s.png "$1"
}
looks_other() { ! look "$1"; }
differs() { eventually looks_other "$1" || fail "the image is still $1"; }
equals() { eventually look "$1" || fail "the image is not $1"; }

# copies KEY PATTERN: the command that the key copies fits the pattern.
copies() {
    command=
    eventually is_copied "$1" "$2" || fail "copied: $command"
}
is_copied() { # a file may be loading when the key is pressed first
    keys "$1"
    sleep 0.2
    command=$("$WINDOW_CLIENT" paste "$window") || return 1
    case $command in $2) ;; *) return 1 ;; esac
}
draws() { # NAME WORD…: the copied command draws that image
    image=$1
    shift
    sh -c "$command --reference $image --tol-image 0.002 $*" >answer 2>&1 || fail "$command: $(cat answer)"
}

case_words='play --over'
check 2 '' '*mutually exclusive*' -- play arm.fbx --over hand.fbx --beside hand.fbx
check 2 '' '*--other-clip needs*' -- play arm.fbx --other-clip lift
check 2 '' '*--crowd plays one file*' -- play arm.fbx --over hand.fbx --crowd 3

start arm.fbx --paused --clip bend --at 36f
away
shot plain.png
ends

# peak KEY: presses the key until the time is the peak's, as nothing is measured at first.
peak() {
    eventually goes_to_peak "$1" || fail "the title is $title"
}
goes_to_peak() {
    keys "$1"
    sleep 0.2
    has_title '* 0.500 / 1.000 s *'
}

# The peak of the distance, and the image there.
start arm.fbx --over hand.fbx --paused --clip bend --skeleton
away
peak M
keys Home M M
title_is '* 0.500 / 1.000 s *' # there is only one
keys End N
title_is '* 0.500 / 1.000 s *'
differs plain.png
shot over.png
copies y 'sinew render arm.fbx --clip bend --at * --over hand.fbx --other-clip bend --size 800x* --camera *'
draws over.png

# The command that compares says the same of the key between these frames.
copies Y "sinew diff arm.fbx hand.fbx --clip bend --other-clip bend --engine fast"
sh -c "$command" >answer 2>&1
[ $? = 1 ] || fail "$command: $(cat answer)"
grep -q 'distance  *\(3\|2.9999[0-9]*\) cm, Hand at 0.5100 s' answer || fail "$command: $(cat answer)"

# Side by side, in turn, and off.
keys B
differs over.png
shot beside.png
copies y 'sinew render arm.fbx * --beside hand.fbx --other-clip bend --size 400x*'
keys d # the second one
differs beside.png
shot second.png
copies y 'sinew render arm.fbx --clip bend --at * --size 800x* --camera *'
command=$(echo "$command" | sed 's/render arm.fbx/render hand.fbx/')
draws second.png
keys d # the first one
differs second.png
shot first.png
copies y 'sinew render arm.fbx --clip bend --at * --size 800x* --camera *'
draws first.png
keys B # off
copies y 'sinew render arm.fbx --clip bend --at * --size 800x* --camera *'
keys B
equals over.png

# A frame later is another pose of the second one, and the same again without an offset.
keys parenright
differs over.png
copies y 'sinew render arm.fbx --clip bend --at * --size *'
keys 0
equals over.png
ends

# A clip of the same file, by name: it is half as long, and in its middle when linked by phase.
start arm.fbx --paused --clip bend --at 36f
away
keys b
typed lift
keys Return
differs plain.png
shot seconds.png
copies Y 'sinew diff arm.fbx arm.fbx --clip bend --other-clip lift --engine fast'
keys G G # frames, then phase
differs seconds.png
keys G
equals seconds.png
ends

# The mouse: the panel's buttons, and the strip below the timeline. The panel is at the right from 536 on.
start arm.fbx --paused --clip bend --at 36f
away
has_panel() { "$WINDOW_CLIENT" dark "$window" "$1" 300 4 4; } # at that distance from the left border
keys C
eventually has_panel 790 || fail 'no panel at the right'
mouse 600 36 # Choose
xdotool click 1
eventually has_panel 4 || fail 'no list at the left'
typed lift
keys Return
copies Y 'sinew diff arm.fbx arm.fbx --clip bend --other-clip lift --engine fast'
mouse 700 36 # End; the list on the left takes space of the panel
xdotool click 1
copies y 'sinew render arm.fbx --clip bend --at * --size *'
keys C
equals plain.png
ends

start arm.fbx --over hand.fbx --paused --clip bend
peak M
mouse 207 586 # a quarter of the strip
xdotool click 1
title_is '* 0.250 / 1.000 s *'
ends

# A file that cannot be read: the first one plays, and the exit code says so.
echo 'no model' >broken.fbx
start arm.fbx --over broken.fbx --paused --clip bend --at 36f
away
eventually grep -q broken.fbx .stderr || fail "stderr: $(cat .stderr)"
equals plain.png
keys q
wait $player
exit_code=$?
check_run 3 '' '*broken.fbx: *'

# Files of the list.
start arm.fbx hand.fbx --paused --clip bend --at 36f --skeleton
away
keys b
typed hand
keys Return
copies Y 'sinew diff arm.fbx hand.fbx *'
copies y 'sinew render arm.fbx --clip bend --at * --over hand.fbx *'
shot listed.png
draws listed.png
keys greater # the other file plays, and is compared with itself
title_is 'hand.fbx - *'
copies Y 'sinew diff hand.fbx hand.fbx *'
ends

# A typed path. The second file is loaded again when it has changed (--watch), and by F5.
mkdir takes
for reload in --watch --no-watch; do
    cp hand.fbx takes/hand.fbx
    start arm.fbx --paused --clip bend --at 0.5 --skeleton $reload
    away
    keys b
    typed takes/hand.fbx
    keys Return
    copies Y 'sinew diff arm.fbx takes/hand.fbx *'
    copies y 'sinew render arm.fbx --clip bend --at * --over takes/hand.fbx *'
    shot raised.png
    cp arm.fbx takes/hand.fbx
    [ $reload = --watch ] || keys F5
    differs raised.png
    ends
done

# In a terminal.
if command -v tmux >/dev/null; then
    unset DISPLAY
    LC_ALL=C.UTF-8
    export LC_ALL
    pane() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
    trap 'kill $server 2>/dev/null; pane kill-server 2>/dev/null' EXIT
    says() {
        text=$(pane capture-pane -p)
        case $text in *"$1"*) ;; *) return 1 ;; esac
    }
    lacks() { ! says "$1"; }
    shows() { eventually says "$1" || fail "no '$1' in: $text"; }
    case_words='play in a terminal'
    pane new-session -d -x 110 -y 24 sh -c "'$SINEW' play arm.fbx hand.fbx --over hand.fbx --paused --clip bend 2>messages; echo \$? >code; sleep 60"
    shows 'compared with hand.fbx'
    shows '█' # the strip
    pane send-keys M
    shows 'maximum: 2.941 cm, the largest'
    shows '2.941 cm apart'
    pane send-keys d
    shows 'shown: the second one'
    pane send-keys b
    shows 'FILES'
    shows 'hand.fbx'
    shows 'lift'
    pane send-keys li
    eventually lacks 'hand.fbx' || fail "the lists are not filtered: $text"
    shows 'lift'
    pane send-keys Enter
    shows 'compared with lift'
    pane send-keys t
    shows 'JOINTS'
    pane send-keys q
    eventually test -s code || fail 'it does not end'
    [ "$(cat code)" = 0 ] || fail "exit $(cat code): $(cat messages)"
else
    skip_line "tmux is not installed"
fi
finish
