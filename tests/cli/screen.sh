# The program in a terminal that scripts can read and type into. Sourced by the scripts beside it, after check.sh.
#
#   start WORD…         runs sinew play WORD… in a terminal of 80 × 24 and waits for its picture; its standard input is the file $input,
#                       if that is set
#   press KEY…          as tmux calls them
#   wait_for PATTERN    until the screen shows it, at most some seconds; wait_without TEXT: until it does not
#   ends EXIT           the player has ended so, and left the terminal as it found it
#
# Its messages are in the file `messages`, its process in `pid`.

command -v tmux >/dev/null || {
    skip_line "tmux is not installed"
    exit 0
}
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER XDG_RUNTIME_DIR TMUX NO_COLOR
LC_ALL=C.UTF-8
export LC_ALL SINEW input
terminals=0 # each has a server of its own: one that ends still holds its socket for a moment
pane() { tmux -S "$PWD/socket$terminals" -f /dev/null "$@"; }
trap 'pane kill-server 2>/dev/null' EXIT

# The program, with the modes of its terminal before and after, and while it is stopped; Enter lets it go on.
cat >player <<'END'
trap : INT
set -m
stty -g >before
sh -c 'echo $$ >pid; [ -z "$input" ] || exec <"$input"; exec "$SINEW" play "$@" 2>messages' play "$@"
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

# start WORD…: runs `sinew play WORD…` in a terminal of 80 × 24 and waits for its picture.
start() {
    case_words="play $* (in a terminal)"
    rm -f before after stopped code pid messages
    pane kill-server 2>/dev/null
    terminals=$((terminals + 1))
    pane new-session -d -x 80 -y 24 sh player "$@" || fail "tmux does not start"
    wait_for ' / [0-9].[0-9]00 s'
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
