# play in a terminal: what keys change on the screen, and that the terminal is as it was afterwards.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/screen.sh"
esc=$(printf '\033')
sed "s/AnimStack::bend/AnimStack::be${esc}[2Jnd/" "$DATA/arm.fbx" >names.fbx


# A terminal without control sequences gets none.
case_words='play (TERM=dumb)'
pane new-session -d -x 80 -y 24 env TERM=dumb sh player "$DATA/arm.fbx" || fail "tmux does not start"
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -f code ] || sleep 0.5; done
[ "$(cat code)" = 5 ] || fail "exit $(cat code), expected 5"
case $(cat messages) in
'sinew: this terminal cannot show images (TERM=dumb)
  hint: sinew render '*) ;;
*) fail "messages: $(cat messages)" ;;
esac

start --paused "$DATA/arm.fbx"
wait_for '‖ bend  1/2  loop  1x * 0.000 / 1.000 s  frame 24.0  key #1' # 24 frames per second, from the second on
press .
wait_for '0.042 / 1.000 s  frame 25.0'
press Right
wait_for 'frame 35.0'
press Home PageUp
wait_for 'key #2'
press End
wait_for '1.000 / 1.000 s'
press M-5
wait_for '0.500 / 1.000 s'
press : 1 2 x Enter
wait_for "go to: 12x_  '12x' is not a time"
press Escape
wait_without 'go to'
press : 3 0 f Enter
wait_for '0.250 / 1.000 s  frame 30.0'
press L ']'
wait_for 'once  1.1x'
press BSpace
wait_for 'once  1x'
press w
wait_for 'lift  2/2 * 0.000 / 0.500 s'
press / b n d Enter
wait_for "find by name: bnd_  no joint or clip 'bnd'"
press Escape
wait_without 'no joint'
press / E N D Enter
wait_for 'bend  1/2'
press '?'
wait_for 'PgUp PgDn *go to the next, previous key'
wait_for '?  page 1 of 3'
press '?'
wait_for '?  page 2 of 3'
press '?'
wait_for '?  page 3 of 3'
press '?'
wait_without '?  page'
press v
wait_for 'v: only in a window'
press t
wait_for '  Shoulder'
press Down Down
wait_for 'selected Elbow'
press t
wait_without '    Elbow'
press Escape Escape
wait_for 'no joint selected'
press n
wait_for 'n: only in a window, or with pixel graphics'
press o
wait_without '1.000 s'
press o Space
wait_for '▶ bend'
press q
ends 0

# Pasted text is not typed; a new size is followed; stopping the process does no harm.
start --paused "$DATA/arm.fbx"
pane set-buffer -- 'qqq'
pane paste-buffer -p
press .
wait_for 'frame 25.0'
pane resize-window -x 60 -y 12
wait_for 'frame 25.0'
sleep 0.5
[ "$(pane capture-pane -p | sed -n '12s/ .*//p')" = '‖' ] || fail "no status in the last row: $(pane capture-pane -p)"
pane resize-window -x 40 -y 12
wait_for '‖ bend  1/2  0.042 / 1.000 s  frame 25.0'
press '?'
wait_for 'Right Left  skip 10 frames; with Shift
            one second
'
pane resize-window -x 20 -y 6
wait_for '‖    0.042 / 1.000 s'
press Escape
wait_without '?  page'
pane resize-window -x 60 -y 12
wait_for '‖ bend  1/2  loop'
press Space
wait_for '▶'
press C-z
wait_for 'it is stopped'
[ "$(cat before)" = "$(cat stopped)" ] || fail "stty was $(cat before) and is $(cat stopped) while stopped"
press Enter
wait_for '▶'
kill -STOP "$(cat pid)" # the program cannot prepare for this signal: it may stop within an escape sequence, which takes the next letter
wait_for 't is stopped'
press Enter
wait_without 't is stopped'
press Space
wait_for '‖'
press q
ends 0

# What others wrote on the screen, Ctrl+L wipes away.
start --paused "$DATA/arm.fbx"
printf '\033[5;5Hmail for you\033[24;1Hand more' >"$(pane display-message -p '#{pane_tty}')"
wait_for 'mail for you'
press C-l
wait_without 'mail for you'
wait_without 'and more'
press q
ends 0

# Signals.
for signal in INT TERM HUP; do
    start "$DATA/arm.fbx"
    kill -$signal "$(cat pid)"
    case $signal in INT) ends 130 ;; TERM) ends 143 ;; HUP) ends 129 ;; esac
done
start "$DATA/arm.fbx"
press C-c
ends 130

# Each file as it is seen best: a mesh in half blocks, a skeleton in dots.
start --paused "$DATA/arm.fbx" "$DATA/../../samples/character_anim.fbx"
wait_for '▀'
press '>'
wait_for '⣿'
wait_without '▀'
press '<'
wait_for '▀'
press q
ends 0

# A crowd.
start --crowd 12 --paused "$DATA/arm.fbx"
wait_for 'bend  12 instances  1/2'
press q
ends 0
start --crowd 12 --paused --term ascii "$DATA/arm.fbx"
wide=$(pane capture-pane -p | head -20 | awk '{ sub(/ *$/, ""); if (length > most) most = length; sub(/^ */, ""); if (length > wide) wide = length } END { print wide }')
[ "$wide" -gt 40 ] || fail "twelve instances are drawn $wide columns wide: $(pane capture-pane -p)" # one: less than 20
press q
ends 0

# By itself.
start --quit-after 2 "$DATA/arm.fbx"
ends 0

# Names cannot move the cursor.
start names.fbx --paused
wait_for '‖ be\\x1b\[2Jnd'
press q
ends 0

# Nothing but ASCII.
start "$DATA/arm.fbx" --term ascii --paused
pane pipe-pane "cat >bytes"
press Space
sleep 1
press q
ends 0
[ "$(wc -c <bytes)" -gt 1000 ] || fail "only $(wc -c <bytes) bytes"
LC_ALL=C tr -d '\000-\177' <bytes >beyond
[ ! -s beyond ] || fail "bytes beyond ASCII: $(od -An -c beyond | head -3)"

# Without colours.
export NO_COLOR=1
start --paused "$DATA/arm.fbx"
case $(pane capture-pane -e -p | head -20) in *"${esc}[3"* | *"${esc}[4"* | *"${esc}[9"*) fail "colours" ;; esac
press q
ends 0
finish
