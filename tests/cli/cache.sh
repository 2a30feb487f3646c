# The program's cache: its directory, when it is used, the command `cache`; and that no fault of the cache fails a command.
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
S=$DATA/../../samples
cp "$DATA/arm.fbx" "$S/walk.fbx" .
touch -d '1 hour ago' arm.fbx walk.fbx
C=$SINEW_CACHE_DIR
count() { ls "$C" 2>/dev/null | wc -l; }
expect_files() { [ "$(count)" = "$1" ] || fail "$(count) files in the cache, expected $1"; }

# A worker that says so when it runs.
mkdir loud
cp "$SINEW" loud/sinew
cat >loud/sinew-worker <<END
#!/bin/sh
echo ran >>'$PWD/worker-ran'
exec '$(dirname "$SINEW")/sinew-worker'
END
chmod +x loud/sinew-worker
imports() { # how many workers ran for sinew WORD…
    case_words=$*
    rm -f worker-ran
    loud/sinew "$@" --quiet >.stdout 2>.stderr || fail "exit $?: $(cat .stderr)"
    cat worker-ran 2>/dev/null | wc -l
}
expect_imports() {
    expected=$1
    shift
    ran=$(imports "$@")
    [ "$ran" = "$expected" ] || fail "$ran imports, expected $expected"
}
expect_imports 1 tree walk.fbx
cp .stdout first
expect_imports 0 tree walk.fbx
cmp -s first .stdout || fail 'another tree from the cache'
expect_imports 0 pose walk.fbx --at 50%
expect_imports 1 tree walk.fbx --no-cache
expect_imports 1 --no-cache tree walk.fbx
expect_imports 0 tree walk.fbx --no-cache --cache
expect_imports 1 render walk.fbx --at 0 --size 32x32 -o a.png --engine fast --texture-path . # baked, another folder
expect_imports 2 info arm.fbx walk.fbx --no-cache

# The version of the importer's library also matters: upgrade a copy of it, then remove it.
library=$(ldd "$(dirname "$SINEW")/sinew-worker" 2>/dev/null | sed -n 's/^[[:space:]]*\(libassimp[^ ]*\) => \([^ ]*\).*/\1 \2/p')
if [ -n "$library" ]; then
    mkdir libraries
    cp -L "${library#* }" "libraries/${library% *}"
    LD_LIBRARY_PATH=$PWD/libraries
    export LD_LIBRARY_PATH
    expect_imports 1 tree walk.fbx
    expect_imports 0 tree walk.fbx
    touch -d '1 hour ago' libraries/*
    expect_imports 1 tree walk.fbx
    expect_imports 0 tree walk.fbx
    rm libraries/*
    expect_imports 1 tree walk.fbx
    expect_imports 0 tree walk.fbx
    unset LD_LIBRARY_PATH
    expect_imports 0 tree walk.fbx
    rmdir libraries
fi
rm -f a.png worker-ran first
rm -r loud "$C"

# --no-cache does not write either; showing the cache creates nothing.
check 0 '*' '*' -- info arm.fbx --no-cache
check 0 "$C
  0 files, 0 bytes of at most 1.07 GB" '' -- cache
[ -e "$C" ] && fail 'the cache was made'

check 0 '*' '' -- tree walk.fbx
expect_files 1
[ "$(stat -c %a "$C")" = 700 ] || fail "others may look into the cache: $(stat -c %a "$C")"
check 0 "$C
  1 file, * MB of at most 1.07 GB" '' -- cache
check 0 "$C
  1 file, * MB of at most 1.07 GB; none damaged" '' -- cache --check
json_fields cache --json <<END
schema=sinew.cache/1
folder=$C
files=1
limit=1.07374182e+09
removed=0
END
json_is "$(stat -c %s "$C"/*)" bytes cache --json

# A cache file is a .sinew file.
cp "$C"/* copy.sinew
check 0 'id*' '' -- tree copy.sinew --no-cache

# Damage: reported once, repaired, the same result.
case_words='a damaged cache'
"$SINEW" tree walk.fbx >expected
for place in 0 20 100 500000; do
    printf damage | dd of="$(ls "$C"/*)" bs=1 seek=$place conv=notrunc 2>/dev/null
    check 0 'id*' 'sinew: walk.fbx: warning: its cache entry was damaged and has been removed; the file is imported again' -- tree walk.fbx
    cmp -s .stdout expected || fail 'another answer'
    check 0 'id*' '' -- tree walk.fbx
    : >"$(ls "$C"/*)"
    check 0 'id*' '' -- tree walk.fbx --quiet
done
head -c 3000 copy.sinew >"$(ls "$C"/*)"
check 1 "$C
  0 files, 0 bytes of at most 1.07 GB; 1 damaged and removed" '' -- cache --check
check 0 'id*' '' -- tree walk.fbx
# A file that another version has written is not damaged.
printf '\007' | dd of="$(ls "$C"/*)" bs=1 seek=12 conv=notrunc 2>/dev/null
check 0 "$C
  1 file, * MB of at most 1.07 GB; none damaged" '' -- cache --check
check 0 "$C
  0 files, 0 bytes of at most 1.07 GB; 1 removed" '' -- cache --clear
expect_files 0
json_is 0 removed cache --clear --json

# Invalid cache directories.
echo file >file
for place in "$PWD/file" "$PWD/file/below" /proc/nowhere /dev/null; do
    SINEW_CACHE_DIR=$place
    check 0 'id*' '' -- tree arm.fbx --quiet
    check 0 'id*' '' -- tree arm.fbx --quiet
done
SINEW_CACHE_DIR=$PWD/file
check 3 '' "sinew: $PWD/file: cannot read: Not a directory" -- cache

# The default directory.
unset SINEW_CACHE_DIR
XDG_CACHE_HOME=$PWD/xdg HOME=$PWD/home
export XDG_CACHE_HOME HOME
check 0 "$PWD/xdg/sinew*" '' -- cache
XDG_CACHE_HOME=not/absolute
mkdir home
check 0 "$PWD/home/.cache/sinew*" '' -- cache
unset XDG_CACHE_HOME
check 0 'id*' '' -- tree walk.fbx
unset HOME
rm -r home
check 0 'id*' '' -- tree walk.fbx
check 2 '' 'sinew: no cache directory ($HOME is unset)*' -- cache
check 2 '' "sinew: unexpected argument 'walk.fbx'*" -- cache walk.fbx

# Many processes on two files, while others clear, check and damage the cache. They import all at once, on however few
# processors: more time than usual.
case_words='sixteen processes on one cache'
SINEW_CACHE_DIR=$C
export SINEW_CACHE_DIR
"$SINEW" tree arm.fbx --quiet >expected-arm.fbx
cp expected expected-walk.fbx
for process in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    (
        for round in 1 2 3; do
            for file in arm.fbx walk.fbx; do
                "$SINEW" tree $file --quiet --timeout 60s >said-$process 2>&1 && cmp -s said-$process expected-$file ||
                    echo "process $process: $(head -3 said-$process)" >>.failed
            done
            case $process in
            1) "$SINEW" cache --clear >/dev/null || echo 'clear fails' >>.failed ;;
            2) "$SINEW" cache --check >/dev/null; [ $? -le 1 ] || echo 'check fails' >>.failed ;;
            3) for entry in "$C"/*; do echo damage | dd of="$entry" bs=1 seek=2000 conv=notrunc,nocreat 2>/dev/null; done ;;
            4) for entry in "$C"/*; do truncate -c -s 2000 "$entry" 2>/dev/null; done ;;
            esac
        done
    ) &
done
wait
[ -e .failed ] && fail "$(cat .failed)"
rm -f said-* .failed
[ -z "$(ls "$C" | grep -v '^[0-9a-f]\{16\}\.sinew$')" ] || fail "left behind: $(ls "$C")"
finish
