. "$SCRIPTS/check.sh"

# Blocks with numbers that somebody changed, their sums made right. WRITE_MUTANTS makes them; SINEW_MUTANTS=200 SINEW_SEED=7 tries more, and others.

# ---- blocks that the validator refuses ----------------------------------------------------------------------------------------------------------
"$WRITE_MUTANTS" attacks . || exit 1
for f in *.sinew; do
    check 3 '' "sinew: $f: the model block is damaged*" -- render "$f" -o x.png
    check 3 '' '*"code":"damaged"*' -- pose "$f" --json --at 0
    check 3 '' "sinew: $f: the model block is damaged*" -- info "$DATA/arm.fbx" --anim "$f"
done
rm -f ./*.sinew

# ---- blocks that it accepts ---------------------------------------------------------------------------------------------------------------------
# Any exit of the program's own within the time, whatever the numbers are; no signal (128 and more), no hang (124).
"$WRITE_MUTANTS" mutants . "${SINEW_SEED:-1}" "${SINEW_MUTANTS:-8}" || exit 1

survives() {
    case_words=$*
    timeout 60 "$SINEW" "$@" >.stdout 2>.stderr
    code=$?
    [ "$code" -lt 124 ] || fail "exit $code: $(tail -c 300 .stderr)"
    for stream in .stdout .stderr; do
        size=$(wc -c <"$stream")
        [ "$size" -lt 20000000 ] || fail "$size bytes on $stream"
    done
}

for f in [0-9]*.sinew; do
    survives info "$f"
    survives info "$f" --json
    survives pose "$f" --at 50% --json
    survives pose "$f" --clip walk --at 0.3
    survives render "$f" --at 0 --size 64x64 -o x.png
    survives render "$f" --clip none --edges --skeleton --names --axes --size 64x64 -o y.png
    survives export "$f" --at 50% -o x.obj
    survives export "$f" --clip none --at 0 -o y.obj
    survives tree "$f"
    survives tree "$f" --json --rest --meshes
    survives keys "$f"
    survives keys "$f" --json
    survives info parent.sinew --anim "$f"
    survives render "$f" --anim parent.sinew --at 50% --size 64x64 -o x.png
    survives bake "$f" -o z.sinew
    survives export "$f" -o x.glb
    survives export "$f" --clip walk -o x.bvh
    survives export "$f" --format csv --frames 9 --in-place -o -
    survives pose "$f" --clip walk --at 0.3 --ik root=1,2,3
    survives info "$f" --contacts
    survives check "$f"
    survives diff "$f" parent.sinew
    survives diff "$f" --engine exact,fast
    survives retarget parent.sinew --anim "$f"
    survives render "$f" --sheet 2x1 --size 32x32 -o x.png
    survives render "$f" --beside parent.sinew --turntable --frames 2 --size 32x32 -o 'x-{number}.png'
    rm -f x*.png y.png x.obj y.obj z.sinew x.glb x.bvh
done

# As files of a library: each is a row.
mkdir library
cp [0-9]*.sinew library
survives library update library --database library.db
check 0 '*"0.sinew"*' '' -- library find --database library.db 'file=0.sinew' --json

finish
