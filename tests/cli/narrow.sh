# Terminals of ten columns, three rows and one: the player draws what fits and never scrolls, lines of progress do not wrap, and
# everything is there again when the terminal grows.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/screen.sh"

# is_whole: the screen has nothing above it; an image or a status of one row too many would have scrolled the first row there.
is_whole() { [ "$(pane display-message -p '#{history_size}')" = 0 ] || fail "the screen has scrolled: $(pane capture-pane -p -S -9)"; }

start --paused "$DATA/arm.fbx"
pane resize-window -x 10 -y 3
wait_for '
0.000 / 1.'
for key in '?' '?' '?' '?' t Down t : Escape / a b Enter Escape Escape Escape i v n x L c k a . , Home End w W; do
    press "$key"
    sleep 0.05
    is_whole
done
press End
wait_for '
1.000 / 1.'
press : 3 0 f Enter
wait_for '
0.250 / 1.'
press Home / b
wait_for '
b_'
press Escape
pane resize-window -x 10 -y 1
for key in '?' '?' t Down t . , Home; do
    press "$key"
    sleep 0.05
    is_whole
done
press :
wait_for 'go to: _'
press Escape
wait_for '0.000 / 1.'
press o # the image in the only row; typed text replaces it
wait_without '0'
press /
wait_for '_'
press Escape
wait_without '_'
is_whole
press o
wait_for '0.000 / 1.'
pane resize-window -x 1 -y 1
sleep 0.3
press . , ? ?
sleep 0.3
is_whole
pane resize-window -x 80 -y 24
wait_for '‖ bend  1/2  * 0.000 / 1.000 s'
press q
ends 0

# A line of progress is replaced by the next one: in ten columns it has nine.
case_words='render (progress in ten columns)'
pane kill-server
terminals=$((terminals + 1))
cat >film <<'END2'
"$SINEW" render "$1" --size 640x480 --fps 300 --range 0f..1300f -o frame-{frame}.png 2>&1
sleep 60
END2
pane new-session -d -x 10 -y 3 sh film "$DATA/../../samples/face.fbx"
wait_for 'sinew: dr'
sleep 1
rows=$(pane capture-pane -p -S -9 | grep -c .)
[ "$rows" = 1 ] || fail "$rows rows of progress: $(pane capture-pane -p -S -9)"
pane kill-server
rm -rf film frame-*.png before after stopped code pid messages player socket*

finish
