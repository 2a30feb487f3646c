# Attacks by another user or by a file on outputs, batches and processor time. The rules are in docs/internals/isolation.md.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
keeps() { # FILE CONTENTS
    [ "$(cat "$1")" = "$2" ] || fail "$1 was overwritten: $(head -c 60 "$1" | cat -v)"
}

# ---- second names: files that the user did not name are regular, have one name and are not followed ----
echo precious >victim
mkdir clips && cp "$A" clips/arm.fbx
"$SINEW" library update clips >/dev/null
for name in shm wal; do
    for action in find update remove; do
        rm -f clips/library.db-shm clips/library.db-wal
        ln victim clips/library.db-$name
        check 3 '' "sinew: clips/library.db: damaged: $name beside it has a second name" -- library $action clips
        keeps victim precious
    done
    rm clips/library.db-$name
done
ln clips/library.db clips/second.db
check 3 '' 'sinew: clips/library.db: has a second name, whose file would be changed as well' -- library update clips
rm -r clips

# Copies of `check --fix` and outputs that are named after clips replace a link; one that the user names is followed.
sed 's/AnimStack::bend/AnimStack::mixamo.com/' "$A" >program.fbx
mkdir out
ln -s ../victim out/program.fbx
case_words='check --fix over a link'
"$SINEW" check --fix program.fbx -o out --quiet >/dev/null
keeps victim precious
[ ! -L out/program.fbx ] && [ -s out/program.fbx ] || fail 'the copy is a link, or missing'
for name in bend arm; do
    for kind in -s ''; do
        ln $kind "$PWD/victim" out/$name.obj
        run export "$A" --clip bend --at 1 -o "out/{$([ $name = bend ] && echo clip || echo file)}.obj"
        check_run 0 '' '*'
        keeps victim precious
        [ ! -L out/$name.obj ] && grep -q 'sinew' out/$name.obj || fail 'not written'
        rm out/$name.obj
    done
done
mkfifo out/bend.obj
check 6 '' 'sinew: out/bend.obj: cannot write: not a regular file' -- export "$A" --clip bend --at 1 -o 'out/{clip}.obj'
rm out/bend.obj
echo old >target.obj
ln -s target.obj named.obj
run export "$A" --clip bend --at 1 -o named.obj
check_run 0 '' '*'
[ -L named.obj ] && grep -q sinew target.obj || fail 'a link that the user names is not followed'
rm -r out named.obj target.obj program.fbx

# ---- outputs over inputs: nothing that was opened is replaced, under whatever name ----
refuses() { # FILE WORDS: the file stays
    cp "$1" kept
    kept=$1
    shift
    given=$(echo "$*" | sed 's/.* -o \([^ ]*\).*/\1/')
    run "$@"
    check_run 2 '' "*sinew: '$given' is an input of the command*"
    cmp -s kept "$kept" || fail "$kept was overwritten"
    rm kept
}
"$SINEW" pose "$A" --clip bend --at 1 --json >p.json
refuses p.json export "$A" --clip bend --at 0 --pose p.json -o p.json --format obj
ln p.json q.json
refuses p.json export "$A" --clip bend --at 0 --pose p.json -o q.json --format obj
refuses p.json edit "$A" --clip bend --pose p.json -o p.json --format glb
echo '{"schema": "sinew.contract/1"}' >c.json
refuses c.json check "$A" --config c.json -o c.json
cp "$A" e.fbx
echo '{"events": [{"clip": "bend", "time": "0.5s", "track": "a"}]}' >e.events.json
refuses e.events.json export e.fbx -o e.events.json --format csv
rm -f ./*.json e.fbx

# ---- batches: one file does not end the others ----
long=$(printf 'n%.0s' $(seq 300))
sed "s/AnimStack::bend/AnimStack::$long/; s/AnimStack::lift/AnimStack::${long}2/" "$A" >long.fbx
mkdir out
case_words='names that no folder holds'
run export long.fbx --clip '#1' --at 24f -o 'out/{clip}.obj'
check_run 0 '' '*'
run export long.fbx --clip '#2' --at 24f -o 'out/{clip}.obj'
check_run 0 '' '*'
[ "$(find out -name 'nnn*~*.obj' | wc -l)" = 2 ] || fail "$(ls out)"
rm -r out
for bad in first second; do
    sed 's/AnimStack::bend/AnimStack::mixamo.com/' "$A" >$bad.fbx
done
mkdir out out/first.fbx
case_words='check --fix of two files, one of which cannot be written'
run check --fix first.fbx second.fbx -o out
check_run 7 '*' '*sinew: out/first.fbx: cannot write*1 of 2 files failed*'
[ -s out/second.fbx ] || fail 'the second file has no copy'
rm -r out first.fbx second.fbx

# ---- processor time: every command but play and library has a limit, which is in its help and in the table ----
for command in $("$SINEW" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    case_words="limit of $command"
    limit=$("$SINEW" help "$command" | sed -n 's/^Stopped after \([0-9]*\) s of processor time for each file.*/\1/p')
    case $command in
    play | library) [ -z "$limit" ] || fail "$limit s" ;;
    *)
        [ -n "$limit" ] || fail 'none in the help'
        grep -q "^| .*\`$command\`.* | $limit |" "$SCRIPTS/../../docs/limits.md" || fail "$limit s is not in the table of limits"
        ;;
    esac
done
# A reduction of noise tries tolerances that are too large before it ends, twenty times.
awk 'BEGIN {
    srand(1)
    print "HIERARCHY"
    for (i = 0; i < 20; ++i) {
        printf "%s j%d\n{\nOFFSET 0 1 0\nCHANNELS %s Zrotation Xrotation Yrotation\n", i ? "JOINT" : "ROOT", i, i ? "3" : "6 Xposition Yposition Zposition"
    }
    print "End Site\n{\nOFFSET 0 1 0\n}"
    for (i = 0; i < 20; ++i) print "}"
    print "MOTION\nFrames: 4000\nFrame Time: 0.0333333"
    for (n = 0; n < 4000; ++n) {
        for (k = 0; k < 63; ++k) printf "%.3f ", 10 * sin(n * 0.1 * (k % 7 + 1)) + rand()
        print ""
    }
}' >noise.bvh
check 70 '' 'sinew: stopped after * s of processor time
  hint: --timeout *s allows more' -- \
    edit noise.bvh --quiet --timeout 1.5s -o reduced.fbx $(printf -- '--reduce 0.0001 %.0s' $(seq 20))
finish
