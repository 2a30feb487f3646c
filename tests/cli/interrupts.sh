# Exports that are interrupted at any time leave complete files and no others.
. "$SCRIPTS/check.sh"
# A sequence of a dozen files of some hundred kilobytes; its expected bytes are kept in another folder.
W=$DATA/../../samples/walk.fbx
sequence() {
    timeout --foreground --preserve-status -s "$1" "$2" "$SINEW" export "$W" --no-cache --range start..end --step 0.1 -o 'seq-{number:03}.obj' --quiet >.stdout 2>.stderr
}
mkdir expected
begin=$(date +%s%N)
(cd expected && sequence TERM 60) || fail 'no sequence to compare with'
milliseconds=$((($(date +%s%N) - begin) / 1000000 + 1))

# interrupt SIGNAL CODE: 34 runs, each told to end a little later than the one before; the first file is there already.
interrupt() {
    part=1
    while [ "$part" -le 34 ]; do
        rm -f seq-*
        echo old >seq-001.obj
        delay=$(awk "BEGIN { print $milliseconds * $part / 34000 }")
        case_words="export of a sequence, SIG$1 after $delay s"
        sequence "$1" "$delay"
        exit_code=$?
        case $exit_code in
        0) ;;
        "$2") ended=$((ended + 1)) ;;
        *) fail "exit $exit_code" ;;
        esac
        for file in seq-*.obj; do
            cmp -s "$file" "expected/$file" || [ "$(cat "$file")" = old ] || fail "$file is torn"
        done
        [ "$1" = KILL ] || [ -z "$(ls -A | grep 'obj\.')" ] || fail "left behind: $(ls -A | grep 'obj\.')"
        part=$((part + 1))
    done
}
ended=0
interrupt INT 130
interrupt TERM 143
interrupt KILL 137
[ "$ended" -gt 30 ] || fail "only $ended of 102 runs were interrupted"
rm -rf seq-* expected

case_words='export under nohup'
(
    trap '' HUP
    "$SINEW" export "$W" --no-cache --range start..end --step 0.1 -o 'seq-{number:03}.obj' --quiet &
    sleep 0.05
    kill -HUP $!
    wait $!
) || fail "exit $?: SIGHUP was to be ignored"
finish
