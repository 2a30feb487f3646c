# The program in a window that scripts can look for, click and type into. Sourced by the scripts beside it, after check.sh.
#
#   start WORD…         runs sinew play WORD… in a window of 800 × 600 points, or of $window_size, and waits for its picture
#   title_is PATTERN    until the window is called so
#   mouse X Y, keys KEY…   as xdotool calls them
#   ends                quits; the player has ended well and saved a picture of the end

for program in Xvfb xdotool; do
    command -v $program >/dev/null || {
        skip_line "$program is not installed"
        exit 0
    }
done
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp -noreset 3>number 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null' EXIT
eventually test -s number || fail 'Xvfb does not start'
DISPLAY=:$(cat number)
export DISPLAY

# start WORD…: plays in a window of 800 × 600 points, or of $window_size, and waits for its picture.
start() {
    case_words="play $* (in a window)"
    rm -f last.png
    "$SINEW" play "$@" --size ${window_size:-800x600} --quit-after 600 --screenshot last.png >.stdout 2>.stderr &
    player=$!
    window= title=
    title_is '* / *'
    xdotool mousemove --window "$window" 400 200
}

has_title() {
    [ -n "$window" ] || window=$(xdotool search --onlyvisible --name ' - sinew$' 2>/dev/null | head -1)
    [ -z "$window" ] || title=$(xdotool getwindowname "$window" 2>/dev/null)
    case $title in $1) ;; *) return 1 ;; esac
}

# title_is PATTERN: until the window is called so.
title_is() {
    eventually has_title "$1" || fail "the title is $title, expected $1; $(cat .stderr)"
}

mouse() { xdotool mousemove --window "$window" "$1" "$2"; }
keys() { xdotool key --window 0 "$@"; }

ends() {
    keys q
    wait $player
    exit_code=$?
    check_run 0 '' ''
    [ -s last.png ] || fail 'no picture of the end'
}
