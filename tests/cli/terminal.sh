# play in a terminal: what keys change on the screen, and that the terminal is as it was afterwards.
. "$SCRIPTS/check.sh"
command -v tmux >/dev/null || {
    skip_line "tmux is not installed"
    exit 0
}
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER XDG_RUNTIME_DIR TMUX NO_COLOR
LC_ALL=C.UTF-8
export LC_ALL SINEW
terminals=0 # each has a server of its own: one that ends still holds its socket for a moment
pane() { tmux -S "$PWD/socket$terminals" -f /dev/null "$@"; }
trap 'pane kill-server 2>/dev/null' EXIT
esc=$(printf '\033')
sed "s/AnimStack::bend/AnimStack::be${esc}[2Jnd/" "$DATA/arm.fbx" >names.fbx

# The program, with the modes of its terminal before and after, and while it is stopped; Enter lets it go on.
cat >player <<'END'
trap : INT
set -m
stty -g >before
sh -c 'echo $$ >pid; exec "$SINEW" play "$@" 2>messages' play "$@"
code=$?
while kill -0 "$(cat pid)" 2>/dev/null; do
    stty -g >stopped
    stty "$(cat before)" # as shells do
    echo it is stopped
    read -r _
    fg >/dev/null
    code=$?
done
echo $code >code
stty -g >after
echo it is over
sleep 60
END

# A terminal without control sequences gets none.
case_words='play (TERM=dumb)'
pane new-session -d -x 80 -y 24 env TERM=dumb sh player "$DATA/arm.fbx" || fail "tmux does not start"
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -f code ] || sleep 0.5; done
[ "$(cat code)" = 5 ] || fail "exit $(cat code), expected 5"
case $(cat messages) in
'sinew: this terminal cannot place a picture (TERM=dumb)
  hint: sinew render '*) ;;
*) fail "messages: $(cat messages)" ;;
esac

# start WORD…: runs `sinew play WORD…` in a terminal of 80 × 24 and waits for its picture.
start() {
    case_words="play $* (in a terminal)"
    rm -f before after stopped code pid messages
    pane kill-server 2>/dev/null
    terminals=$((terminals + 1))
    pane new-session -d -x 80 -y 24 sh player "$@" || fail "tmux does not start"
    wait_for ' / 1.000 s'
}

# wait_for PATTERN: until the screen shows it, at most some seconds.
wait_for() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        screen=$(pane capture-pane -p)
        case $screen in *$1*) return ;; esac
        sleep 0.3
    done
    fail "the screen never shows $1: $screen $(cat messages 2>/dev/null)"
}

# wait_without TEXT: until the screen shows it no more.
wait_without() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        case $(pane capture-pane -p) in *$1*) sleep 0.3 ;; *) return ;; esac
    done
    fail "the screen still shows $1: $(pane capture-pane -p)"
}

press() { pane send-keys "$@"; }

# ends EXIT: the player has ended so, and left the terminal as it found it.
ends() {
    wait_for 'it is over'
    [ "$(cat code)" = "$1" ] || fail "exit $(cat code), expected $1: $(cat messages)"
    [ "$(cat before)" = "$(cat after)" ] || fail "stty was $(cat before) and is $(cat after)"
    [ "$(pane display-message -p '#{alternate_on} #{cursor_flag}')" = '0 1' ] || fail "the cursor is hidden or the screen another"
}

start --paused "$DATA/arm.fbx"
wait_for '‖ bend  1/2  loop  1x * 0.000 / 1.000 s  frame 24.0  key #1' # 24 frames a second, from the second on
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
press L ']'
wait_for 'once  1.1x'
press BSpace
wait_for 'once  1x'
press w
wait_for 'lift  2/2 * 0.000 / 0.500 s'
press W
wait_for 'bend  1/2'
press '?'
wait_for 'PgUp PgDn *next, previous keyframe'
press '?'
press o
wait_without '1.000 s'
press o Space
wait_for '▶ bend'
press q
ends 0

# Pasted text is not typed; a new size is followed; being stopped is no harm.
start --paused "$DATA/arm.fbx"
pane set-buffer -- 'qqq'
pane paste-buffer -p
press .
wait_for 'frame 25.0'
pane resize-window -x 60 -y 12
wait_for 'frame 25.0'
sleep 0.5
[ "$(pane capture-pane -p | sed -n '12s/ .*//p')" = '‖' ] || fail "no status in the last row: $(pane capture-pane -p)"
press Space
wait_for '▶'
press C-z
wait_for 'it is stopped'
[ "$(cat before)" = "$(cat stopped)" ] || fail "stty was $(cat before) and is $(cat stopped) while stopped"
press Enter
wait_for '▶'
kill -STOP "$(cat pid)" # which it cannot prepare for
wait_for 'it is stopped'
press Enter
wait_without 'it is stopped'
press Space
wait_for '‖'
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
