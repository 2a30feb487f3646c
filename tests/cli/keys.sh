# Every key that `sinew help player-keys` lists has a visible effect: in a window (Xvfb, xdotool), there also for a click, and in a
# terminal (tmux).
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER XDG_RUNTIME_DIR TMUX NO_COLOR
LC_ALL=C.UTF-8
export LC_ALL SINEW

# The key's name in help, for xdotool, for tmux (-: a terminal has no such key; a window fills the screen only if the window
# manager lets it; an image of half blocks has no room for names), and the text in the title of the
# window and the status of the terminal afterwards; * if the text stays and the image has to change; file if an image
# is saved.
# In this order: the clip is paused at 0, then plays forward, then is paused again.
cat >table <<'END'
.                 period             .         *0.042 / 1.000 s  frame 25.0*
,                 comma              ,         *0.000 / 1.000 s  frame 24.0*
Right             Right              Right     *frame 34.0*
Left              Left               Left      *frame 24.0*
PgUp              Prior              PageUp    *key #2*
PgDn              Next               PageDown  *key #1*
End               End                End       *1.000 / 1.000 s*
Home              Home               Home      *0.000 / 1.000 s*
Alt+9             alt+9              M-9       *0.900 / 1.000 s*
O                 O                  O         *
O                 O                  O         *
E                 E                  E         *
E                 E                  E         *
Alt+0             alt+0              M-0       *0.000 / 1.000 s*
w                 w                  w         *lift*0.000 / 0.500 s*
W                 W                  W         *bend*0.000 / 1.000 s*
[                 bracketleft        [         *
]                 bracketright       ]         *
{                 braceleft          {         *
}                 braceright         }         *
]                 bracketright       ]         *
Backspace         BackSpace          BSpace    *
L                 L                  L         *
a                 a                  a         *
x                 x                  x         *
n                 n                  -         *
m                 m                  m         *
m                 m                  m         *
e                 e                  e         *
g                 g                  g         *
g                 g                  g         *
1                 1                  1         *
3                 3                  3         *
7                 7                  7         *
9                 9                  9         *
5                 5                  5         *
Enter             Return             Enter     *
?                 question           ?         *
h                 h                  h         *
o                 o                  o         *
o                 o                  o         *
c                 c                  c         *
k                 k                  k         *
R                 R                  R         *
l                 l                  l         *
T                 T                  T         *
F                 F                  F         *
Down              Down               Down      *
Down              Down               Down      *
Up                Up                 Up        *
+                 plus               -         *
-                 minus              -         *
f                 -                  -         *
P                 P                  P         *
K                 K                  K         *
u                 u                  u         *
j                 j                  j         *
U                 U                  U         *
X                 X                  X         *
u                 u                  u         *
J                 J                  J         *
Ctrl+S            ctrl+s             C-s       *
I                 I                  I         *
V                 V                  V         *film*
Escape            Escape             Escape    *
D                 D                  D         *trail*
Escape            Escape             Escape    *
H                 H                  H         *
S                 S                  S         file
s                 s                  s         file
Space             space              Space     *
p                 p                  p         *
Ctrl+Shift+Space  ctrl+shift+space   C-Space   *
q                 q                  q         *
END

# Keys of several files, of panels and of prompts have tests of their own; Escape is pressed while a joint is selected.
others='> < F5 y Y b C B d G ( ) 0 M N : / t i v z r Escape'

listed=$("$SINEW" help player-keys | sed -n '/^Keys of the player/,$p' | sed '1d; s/^  \(.\{18\}\).*/\1/; s/\.\.\.//')
case_words='help player-keys'
[ "$(echo "$listed" | wc -w)" -gt 40 ] || fail "lists only: $listed"
set -f
for key in $listed; do
    awk '{ print $1 }' table | grep -qxF -e "$key" && continue
    case " $others " in *" $key "*) ;; *) fail "no test presses $key" ;; esac
done
set +f

# rows PRESS NAME…: presses each key of the table by the function PRESS, and waits until the player shows that it came.
# The functions `looks` and `says` print the image and the text of the player.
rows() {
    while read -r name window terminal expected; do
        case_words="play ($1): $name"
        key=$window
        [ "$1" = terminal ] && key=$terminal
        [ "$key" = - ] && continue
        sleep 0.2
        rm -f arm-*.png
        before=$(looks)
        "press_$1" "$key"
        [ "$name" = q ] && break
        seen=
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            sleep 0.1
            case $expected in
            file) [ -s arm-0.000s.png ] || continue ;;
            '*') [ "$(looks)" = "$before" ] && continue ;;
            *) case $(says) in $expected) ;; *) continue ;; esac ;;
            esac
            seen=1
            break
        done
        [ "$seen" ] || fail "nothing is seen of it; it says: $(says)"
    done <table
}

# In a terminal.
if command -v tmux >/dev/null; then
    pane() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
    looks() { pane capture-pane -e -p; }
    says() { pane capture-pane -p | tail -1; }
    press_terminal() { pane send-keys "$1"; }
    trap 'pane kill-server 2>/dev/null' EXIT
    pane new-session -d -x 90 -y 24 sh -c "\"\$SINEW\" play '$DATA/arm.fbx' --paused --view iso 2>messages; echo \$? >code; sleep 60"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        case $(says) in *' s  frame'*) break ;; esac
        sleep 0.3
    done
    rows terminal
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s code ] || sleep 0.3; done
    [ "$(cat code)" = 0 ] || fail "exit $(cat code): $(cat messages)"
else
    skip_line "tmux is not installed"
fi

# In a window.
if command -v Xvfb >/dev/null && command -v xdotool >/dev/null && command -v import >/dev/null; then
    Xvfb -displayfd 3 -screen 0 1000x500x24 -nolisten tcp 3>display >/dev/null 2>&1 &
    server=$!
    trap 'kill $server 2>/dev/null; pane kill-server 2>/dev/null' EXIT
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s display ] || sleep 0.2; done
    DISPLAY=:$(cat display)
    export DISPLAY
    looks() { import -window root rgb:- | cksum; }
    says() { xdotool getwindowname "$window_id"; }
    press_window() { xdotool key "$1"; }
    "$SINEW" play "$DATA/arm.fbx" --paused --view iso --size 900x400 2>messages &
    player=$!
    window_id=$(xdotool search --sync --onlyvisible --name 'arm.fbx' | head -1)
    xdotool windowfocus "$window_id"
    sleep 1
    case_words='play (window): a click on the character'
    xdotool mousemove --window "$window_id" 450 150
    sleep 0.5
    before=$(looks)
    xdotool click 1
    until_other() { # PICTURE
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            [ "$(looks)" = "$1" ] || return 0
            sleep 0.1
        done
        return 1
    }
    until_other "$before" || fail 'no joint is highlighted'
    xdotool key Prior # to a keyframe of that joint: it has none between the ends
    sleep 1
    case $(says) in *'1.000 / 1.000 s'*) ;; *) fail "PgUp goes by another joint: $(says)" ;; esac
    case_words='play (window): Escape'
    sleep 1
    before=$(looks)
    xdotool key Escape
    until_other "$before" || fail 'the joint stays highlighted'
    xdotool key Home
    rows window
    wait $player
    code=$?
    [ "$code" = 0 ] || fail "exit $code: $(cat messages)"
else
    skip_line "Xvfb, xdotool or import is not installed"
fi
finish
