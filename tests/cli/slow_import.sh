# A long import in a terminal: the line about it, and what signals do during and after it.
. "$SCRIPTS/check.sh"
command -v tmux >/dev/null || {
    skip_line "tmux is not installed"
    exit 0
}
unset TMUX NO_COLOR
cp "$DATA/../../samples/walk.fbx" . # its whole path may be longer than a line of the screen
W=walk.fbx
terminals=0 # each has a server of its own: one that ends still holds its socket for a moment
pane() { tmux -S "$PWD/socket$terminals" -f /dev/null "$@"; }
trap 'pane kill-server 2>/dev/null' EXIT

# The program beside a worker that takes its time.
mkdir slow
cp "$SINEW" slow/sinew
cat >slow/sinew-worker <<END
#!/bin/sh
/bin/sleep 1.5
exec '$(dirname "$SINEW")/sinew-worker'
END
chmod +x slow/sinew-worker

# An export, with the modes of its terminal before and after. $1 is run first.
cat >exporter <<'END'
eval "$1"
stty -g >before
sh -c 'echo $$ >pid; exec slow/sinew export "$0" --no-cache --range start..end --step 0.01 -o "seq-{number:03}.obj"' "$2"
echo $? >code
stty -g >after
echo it is over
sleep 60
END

# until_screen PATTERN: waits until the screen shows it, at most some seconds.
until_screen() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        case $(pane capture-pane -p) in
        *$1*) return ;;
        esac
        sleep 0.5
    done
    fail "the screen never shows '$1' but: $(pane capture-pane -p | grep .)"
}

# start COMMAND: an export after COMMAND, as far as the line about its import.
start() {
    rm -f before after code pid seq-*
    terminals=$((terminals + 1))
    pane new-session -d -x 400 -y 24 sh exporter "$1" "$W" || fail "tmux does not start"
    until_screen 'press q to cancel'
}

# ends_as CODE
ends_as() {
    until_screen 'it is over'
    [ "$(cat code)" = "$1" ] || fail "exit $(cat code), expected $1"
    cmp -s before after || fail 'the terminal is not as it was'
    [ -z "$(ls | grep 'obj\.')" ] || fail "left behind: $(ls | grep 'obj\.')"
    pane kill-server
}

case_words='export, ended during a long import'
start :
kill -TERM "$(cat pid)"
ends_as 143
[ -z "$(ls | grep seq)" ] || fail 'there is output'

case_words='export, given up by a key during a long import'
start :
pane send-keys q
ends_as 130

# Stopped and continued until a file is half written.
case_words='export, ended after a long import'
start :
for _ in $(seq 2000); do
    kill -STOP "$(cat pid)" || break
    ls seq-*obj.* >/dev/null 2>&1 && break
    kill -CONT "$(cat pid)"
    sleep 0.002
done
ls seq-*obj.* >/dev/null 2>&1 || fail 'no file was ever half written'
kill -TERM "$(cat pid)"
kill -CONT "$(cat pid)"
ends_as 143

case_words='export that ignores SIGHUP, hung up during a long import'
start "trap '' HUP"
kill -HUP "$(cat pid)"
ends_as 0
finish
