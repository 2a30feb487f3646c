# A long import: what counts as its time, the lines about it in a terminal, and what signals do during and after it.
. "$SCRIPTS/check.sh"
cp "$DATA/../../samples/walk.fbx" . # its whole path may be longer than a line of the screen
W=walk.fbx

# slow_program FOLDER COMMAND: the program beside a worker that begins with a command. The worker has no PATH.
slow_program() {
    mkdir "$1"
    cp "$SINEW" "$1/sinew"
    printf '#!/bin/sh\n%s\nexec "%s/sinew-worker"\n' "$2" "$(dirname "$SINEW")" >"$1/sinew-worker"
    chmod +x "$1/sinew-worker"
}
slow_program slow '/bin/sleep 1.5'
slow_program asleep '/bin/sleep 60'
slow_program busy 'while :; do :; done'

# Time is processor time: a file that only waits is read, up to four times the limit by the clock on the wall. A worker that
# computes is stopped at the limit, or at four times that where other programs have the processor.
program=$SINEW
SINEW=slow/sinew
check 0 'walk.fbx: FBX*' '' -- info $W --no-cache --timeout 1s
SINEW=asleep/sinew
check 70 '' 'sinew: walk.fbx: the importer was stopped after 0.8 s, in which it has not used its 0.2 s of processor time
  hint: --timeout 2s allows more' -- info $W --no-cache --timeout 0.2s
SINEW=busy/sinew
check 70 '' 'sinew: walk.fbx: the importer was stopped after * s*
  hint: --timeout 2s allows more' -- info $W --no-cache --timeout 0.2s
SINEW=$program

# A file that an update stops is tried once more by the next one, after all others and with twice the time; then not again.
slow_program counted "while read -r process; do kill -0 \$process 2>/dev/null && echo \$process >>'$PWD/together'; done <'$PWD/processes'
echo \$\$ >>'$PWD/processes'
while :; do :; done"
# attempts N OPTION…: an update, which starts N workers.
attempts() {
    wanted=$1
    shift
    : >processes
    : >together
    run library update late --timeout 0.2s --threads 2 "$@"
    [ "$(wc -l <processes)" = "$wanted" ] || fail "$(wc -l <processes) attempts, expected $wanted"
}
mkdir late
cp $W late/a.fbx
cp "$DATA/arm.fbx" late/b.fbx
SINEW=counted/sinew
attempts 2
check_run 0 '2 files: 0 measured, 0 unchanged, 2 failed, 0 vanished' ''
cp $W late/c.fbx
attempts 3
check_run 0 '3 files: 0 measured, 0 unchanged, 3 failed, 0 vanished' ''
[ -s together ] && fail 'files that were late are not tried alone'
attempts 1 # the third file
check_run 0 '3 files: 0 measured, 2 unchanged, 1 failed, 0 vanished' ''
attempts 0
check_run 0 '3 files: 0 measured, 3 unchanged, 0 failed, 0 vanished' ''
attempts 3 --retry
check_run 0 '3 files: 0 measured, 0 unchanged, 3 failed, 0 vanished' ''
# A shard is not run again: it tries them itself.
run library plan late --shards 1 -o plan.json --database none.db
: >processes
run library work plan.json --shard 1 --timeout 0.2s --threads 2
check_run 0 '3 files: 0 measured, 0 unchanged, 3 failed, 0 vanished' ''
[ "$(wc -l <processes)" = 6 ] || fail "$(wc -l <processes) attempts of a shard, expected 6"
SINEW=$program
run library update late
check_run 0 '3 files: 3 measured, 0 unchanged, 0 failed, 0 vanished' ''

# One progress line for all files, which messages of other threads are not appended to; none if the user wants none.
mkdir many
for name in a b c d e f; do cp $W many/$name.fbx; done
if command -v script >/dev/null; then
    case_words='library update in a terminal'
    script -qec 'slow/sinew library update many --threads 2' /dev/null </dev/null >.stdout 2>&1
    tr '\r' '\n' <.stdout | grep -q 'sinew: measured [0-9]* of 6 files, [0-9]* s, [0-9]* s to go' || fail "no progress: $(cat -v .stdout)"
    case_words='library update --quiet in a terminal'
    rm many/library.db*
    script -qec 'slow/sinew library update many --threads 2 --quiet' /dev/null </dev/null >.stdout 2>&1
    grep -q 'to go' .stdout && fail "there is progress: $(cat -v .stdout)"
    case_words='check in a terminal'
    python3 "$SCRIPTS/../support/make_attack.py" many_libraries many/a.obj
    for name in b c d e f; do cp many/a.obj many/$name.obj; done
    script -qec 'slow/sinew check many/*.obj --no-cache --timeout 100s' /dev/null </dev/null >.stdout 2>&1
    tr '\r' '\n' <.stdout | grep -q 'sinew: checked [0-9]* of 6 files, [0-9]* s, [0-9]* s to go' || fail "no progress: $(cat -v .stdout)"
    [ "$(tr '\r' '\n' <.stdout | sed 's/.*\[K//' | grep -c '^sinew: many/[a-f].obj: warning: it names more than')" = 6 ] ||
        fail "a warning is appended to the progress line: $(cat -v .stdout | head -c 3000)"
else
    skip_line 'the progress line needs the program script'
fi

command -v tmux >/dev/null || {
    skip_line "tmux is not installed"
    finish
    exit
}
unset TMUX NO_COLOR
terminals=0 # each has a server of its own: one that ends still holds its socket for a moment
pane() { tmux -S "$PWD/socket$terminals" -f /dev/null "$@"; }
trap 'pane kill-server 2>/dev/null' EXIT

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

# start COMMAND: an export after COMMAND, up to the line about its import.
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
