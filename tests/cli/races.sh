# Names of outputs that a neighbour swaps for links, second names, folders and empty files while they are written, and a model that changes
# while it is being fixed. In any order: the neighbour's file stays, each failure has a line, and nothing of a run is left.
. "$SCRIPTS/check.sh"
if ! python3 -c '' 2>/dev/null; then
    skip_line 'python3 is missing, which swaps names'
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
SDL_VIDEODRIVER=offscreen
export PYTHONDONTWRITEBYTECODE SDL_VIDEODRIVER
unset DISPLAY WAYLAND_DISPLAY

echo 'of a neighbour' >victim
mkdir race
mkfifo end
# swapping NAME…: names are swapped until `swapped` is called.
swapping() {
    python3 "$SCRIPTS/../support/swap_names.py" race "$PWD/victim" "$@" <end &
    neighbour=$!
    exec 7>end
}
swapped() {
    exec 7>&-
    wait $neighbour
    [ "$(cat victim)" = 'of a neighbour' ] || fail "the neighbour's file is: $(head -c 100 victim | cat -v)"
    [ "$(stat -c %h victim)" = 1 ] || fail 'the neighbour has a second name'
    find race -name '*.??????' -newer end >left
    [ ! -s left ] || fail "left: $(cat left)"
}
# raced WORD…: a run that may fail, with a line.
raced() {
    run "$@"
    case $exit_code in
    0 | 1) ;;
    3 | 6 | 7) grep -q '^sinew: ' .stderr || fail "exit $exit_code without a line" ;;
    *) fail "exit $exit_code: $(cat .stderr)" ;;
    esac
}

swapping arm.fbx arm.glb bend.gif lift.gif bend.obj
for _ in 1 2 3 4; do
    raced check --fix "$DATA/arm.fbx" -o race
    raced edit "$DATA/arm.fbx" --keep bend -o race/
    raced export "$DATA/arm.fbx" --format glb -o race/
    raced export "$DATA/arm.fbx" --clip bend --at 24f -o 'race/{clip}.obj'
    raced render "$DATA/arm.fbx" --clip '*' --size 16x16 -o 'race/{clip}.gif'
done
swapped

# A fixed copy that is emptied as soon as it has its name: if the program still reads the copy, it prints an error and calls nothing fixed.
"$SINEW" check --fix "$DATA/arm.fbx" -o race >.stdout
grep -q 'mended in race/arm.fbx' .stdout || fail 'there is nothing to mend'
python3 -c 'import os, sys, threading
going = [1]
threading.Thread(target=lambda: (sys.stdin.read(), going.clear()), daemon=True).start()
while going:
    try:
        if os.stat("race/arm.fbx").st_size:
            open("race/empty", "w").close()
            os.rename("race/empty", "race/arm.fbx")
    except FileNotFoundError: pass' <end &
neighbour=$!
exec 7>end
for _ in 1 2 3 4 5; do
    raced check --fix "$DATA/arm.fbx" -o race
    case $exit_code in
    0 | 1) ;;
    *) if grep -q 'mended in' .stdout; then fail 'the output calls an empty copy fixed'; fi ;;
    esac
done
swapped
finish
