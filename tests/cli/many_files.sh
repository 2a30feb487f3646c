# Many files in one command: folders, outputs in a directory, several threads, files that fail, outputs that exist.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
mkdir -p clips/first/deep clips/second
for path in clips/first/a.fbx clips/first/deep/b.fbx clips/second/a.fbx; do cp "$A" $path; done
"$SINEW" export "$A" -o alone.glb || fail 'one file is not exported'

# Outputs keep their path below the named directory, and equal the outputs of single commands.
run export clips --format glb -o out/new/
check_run 0 '' 'sinew: exported 3 of 3 files'
[ "$(cd out/new && find . -type f | sort | tr '\n' ' ')" = './first/a.glb ./first/deep/b.glb ./second/a.glb ' ] || fail "$(find out)"
for path in $(find out -type f); do cmp -s alone.glb "$path" || fail "$path has other bytes than the export of one file"; done
mkdir flat
run export --no-recursive clips/first "$A" --format csv -o flat
check_run 0 '' 'sinew: exported 2 of 2 files'
[ "$(ls flat | tr '\n' ' ')" = 'a.csv arm.csv ' ] || fail "$(ls flat)"
run bake clips -o baked/ -j 3
check_run 0 '' 'sinew: baked 3 of 3 files'
"$SINEW" diff baked/first/deep/b.sinew "$A" >/dev/null || fail 'a baked clip is another'
run edit clips --reverse -o edited/
check_run 0 '' 'sinew: edited 3 of 3 files'
[ -f edited/first/deep/b.fbx ] || fail "$(find edited)"
run edit clips --reverse --format bvh -o edited/
check_run 0 '' 'sinew: edited 3 of 3 files'
[ -f edited/second/a.bvh ] || fail "$(find edited)"

# A file that fails does not stop the others. Messages come in the order of the files, on any number of threads.
echo junk >clips/first/junk.fbx
: >clips/second/empty.fbx
expected='sinew: clips/first/junk.fbx: not a model file (starts with "junk")
sinew: clips/second/empty.fbx: the file is empty
sinew: 2 of 5 files failed'
for threads in 1 2 7; do
    rm -rf out
    run export clips --format glb -o out/ -j $threads
    check_run 7 '' "$expected"
    [ "$(find out -name '*.glb' | wc -l)" = 3 ] || fail "-j $threads: $(find out)"
done
rm clips/first/junk.fbx clips/second/empty.fbx

# Outputs that exist: replaced, or left with --no-clobber, which does not even read their files.
echo mine >out/first/a.glb
run export clips --format glb -o out/ --no-clobber
check_run 0 '' 'sinew: exported 0 of 3 files; 3 outputs exist'
[ "$(cat out/first/a.glb)" = mine ] || fail '--no-clobber replaced a file'
rm out/second/a.glb
run export clips --format glb -o out/ --no-clobber
check_run 0 '' 'sinew: exported 1 of 3 files; 2 outputs exist'
check 0 '' 'sinew: out/first/a.glb: warning: exists: not replaced because of --no-clobber' -- \
    export "$A" -o out/first/a.glb --no-clobber
run export clips --format glb -o out/
check_run 0 '' 'sinew: exported 3 of 3 files'
cmp -s alone.glb out/first/a.glb || fail 'an output that exists is not replaced'
echo mine >pose-0024.obj
run export "$A" --range start..end --step 12f -o 'pose-{frame:04}.obj' --no-clobber
check_run 0 '' ''
[ "$(cat pose-0024.obj)" = mine ] && [ -s pose-0048.obj ] || fail '--no-clobber among the poses of one file'

# Two outputs of one name, and outputs that are inputs: nothing is lost.
check 2 '' "sinew: two outputs would both be 'same/a.glb'
  hint: *" -- export clips/first/a.fbx clips/second/a.fbx --format glb -o same/
[ ! -e same ] || fail 'a folder was created for nothing'
run edit clips/first/a.fbx clips/first/deep/b.fbx --reverse -o clips/first/
check_run 7 '' "*'clips/first/a.fbx' is an input of the command*1 of 2 files failed"
cmp -s "$A" clips/first/a.fbx || fail 'an input was replaced'
check 2 '' 'sinew: -o out/ needs --format
  hint: use --format glb' -- export clips -o out/
check 2 '' "sinew: 4 files would all be 'all.sinew'
  hint: put {file} in the name" -- bake clips/first clips/second -o all.sinew --no-recursive --recursive

# A file that is not there leaves no folder behind.
check 3 '' 'sinew: nowhere.fbx: no such file' -- edit nowhere.fbx --reverse -o left/over/
check 3 '' 'sinew: nowhere.fbx: no such file' -- export nowhere.fbx --format glb -o left/over/

# Images of a tree: the same names and folders, and nothing is drawn twice.
rm -f clips/first/b.fbx
run render clips --recursive --size 32x24 --at 0% -o drawn/
check_run 0 '' 'sinew: drawn 3 of 3 files'
[ "$(cd drawn && find . -type f | sort | tr '\n' ' ')" = './first/a.png ./first/deep/b.png ./second/a.png ' ] || fail "$(find drawn)"
check_file one.png 0 '' '*' -- render "$A" --size 32x24 --at 0% -o one.png
cmp -s one.png drawn/first/deep/b.png || fail 'a picture in a directory has other bytes than one alone'
echo mine >drawn/second/a.png
rm drawn/first/a.png
run render clips --recursive --size 32x24 --at 0% -o drawn/ --no-clobber
check_run 0 '' 'sinew: drawn 1 of 3 files; 2 outputs exist'
[ "$(cat drawn/second/a.png)" = mine ] && cmp -s one.png drawn/first/a.png || fail '--no-clobber of render'
check 2 '' "sinew: two outputs would both be 'drawn/a.png'*" -- render clips/first/a.fbx clips/second/a.fbx --at 0% --size 32x24 -o drawn

# The number of processes changes neither pictures nor films nor messages; a file that fails does not stop the others.
echo junk >clips/first/junk.fbx
mkdir alone
for path in first/a first/deep/b second/a; do
    "$SINEW" render clips/$path.fbx --size 32x24 --range start..end --step 6f -o alone/film.gif || fail "$path: no film"
    mkdir -p alone/$(dirname $path) && mv alone/film.gif alone/$path.gif
done
for threads in 1 2 5; do
    rm -rf drawn films && mkdir films
    run render clips --recursive --size 32x24 --at 0% -o drawn/ -j $threads
    check_run 7 '' 'sinew: clips/first/junk.fbx: not a model file (starts with "junk")
sinew: 1 of 4 files failed'
    for path in first/a first/deep/b second/a; do cmp -s one.png drawn/$path.png || fail "-j $threads: $path.png"; done
    run render clips/first/deep/b.fbx clips/second/a.fbx --size 32x24 --range start..end --step 6f -o 'films/{file}.gif' -j $threads
    check_run 0 '' 'sinew: drawn 2 of 2 files'
    cmp -s alone/first/deep/b.gif films/b.gif && cmp -s alone/second/a.gif films/a.gif || fail "-j $threads: a film has other bytes"
done

# A signal ends all processes, and nothing is left half-written. Signals come at eight times of a whole run.
begin=$(date +%s%N)
run render clips/first/deep clips/second --size 320x240 -o 'films/{file}.gif' -j 2
check_run 0 '' 'sinew: drawn 2 of 2 files'
milliseconds=$((($(date +%s%N) - begin) / 1000000 + 1))
for part in 1 2 3 4 5 6 7 8; do
    rm -f films/*
    timeout --foreground -s TERM "$(awk "BEGIN { print $milliseconds * $part / 9000 }")" "$SINEW" render clips/first/deep clips/second \
        --size 320x240 -o 'films/{file}.gif' -j 2 >.stdout 2>.stderr
    tries=0
    while ls -A films | grep -q 'gif\.' && [ $tries -lt 300 ]; do
        tries=$((tries + 1)) # the copies are told by the system that their parent has ended
        sleep 0.1
    done
    [ -z "$(ls -A films | grep 'gif\.')" ] || fail "left behind: $(ls -A films)"
done
finish
