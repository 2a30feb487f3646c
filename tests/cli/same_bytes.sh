# The same file and options give the same bytes: one run after the other, and many at once.
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
S=$DATA/../../samples

same() { # OUT WORD…: the command writes OUT
    out=$1
    shift
    run "$@" --quiet
    check_run 0 '*' ''
    mv "$out" .first
    run "$@" --quiet
    cmp -s "$out" .first || fail 'the second run gives other bytes'
    [ -s "$out" ] || fail 'writes nothing'
    rm -f .first
    [ "$out" = .stdout ] || rm "$out"
}
for file in walk.fbx face.fbx character.glb; do
    same .stdout info "$S/$file" --json
    same .stdout tree "$S/$file" --json
    same .stdout keys "$S/$file" --clip '#1' --json
    same .stdout pose "$S/$file" --clip '#1' --at 50% --json
    same out.obj export "$S/$file" --clip '#1' --at 50% -o out.obj
    same out.png render "$S/$file" --clip '#1' --at 50% --size 160x120 -o out.png
done

# Eight processes load one file at once and write one target: each would be the whole of it.
case_words='eight exports to one file at once'
"$SINEW" export "$S/walk.fbx" --at 50% -o expected.obj --quiet
for process in 1 2 3 4 5 6 7 8; do
    "$SINEW" export "$S/walk.fbx" --at 50% -o out.obj --quiet || echo "process $process: $?" >>.failed &
done
wait
[ -e .failed ] && fail "$(cat .failed)"
cmp -s out.obj expected.obj || fail 'not the file that one writes'
[ "$(ls -A | grep -c 'out\.obj')" = 1 ] || fail "left behind: $(ls -A)"
finish
