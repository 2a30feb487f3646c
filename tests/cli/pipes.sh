# Standard input as a file, directories as files, and readers that close standard output.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
S=$DATA/../../samples
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

# A model from a pipe equals the model from the file, under the name `stdin`.
piped() { # EXIT STDOUT STDERR WORD…: with the arm on standard input, from a pipe
    expected_exit=$1 expected_stdout=$2 expected_stderr=$3
    shift 3
    case_words="$* (from a pipe)"
    cat "${INPUT:-$A}" | "$SINEW" "$@" >.stdout 2>.stderr
    exit_code=$?
    check_run "$expected_exit" "$expected_stdout" "$expected_stderr"
}
"$SINEW" tree "$A" >tree.txt
for name in - /dev/stdin /dev/fd/0; do
    piped 0 '*' '' tree $name
    cmp -s .stdout tree.txt || fail 'the tree is another'
done
"$SINEW" tree - <"$A" >.stdout
cmp -s .stdout tree.txt || fail 'the tree of a file on standard input is another'
piped 0 'stdin: FBX 7.4 ascii, by a hand*' '' info -
piped 0 '{"schema":"sinew.info/1","file":"stdin",*' '' info --json -
piped 0 '*equal*' '' diff "$A" -
piped 0 'stdin: 3 notes*sinew keys - --clip bend*' '' check - --verbose
piped 0 '' '' render - --at start -o '{file}.png' --size 16x16
[ -s stdin.png ] || fail 'no image called stdin.png'
rm stdin.png
piped 5 '' '*no terminal to play in
  hint: sinew render - -o stdin.png needs neither' -
piped 2 '' 'sinew: standard input is one file, and can be read once*' diff - /dev/stdin
piped 2 '' 'sinew: standard input is one file, and can be read once*' info - --anim -
piped 2 '' 'sinew: standard input is one file, and can be read once*' render - --over=/dev/fd/0 -o a.png
# Other pipes keep their names; one that is named twice would be empty the second time.
if command -v bash >/dev/null; then
    pipes() { # EXIT STDOUT STDERR SCRIPT: $0 is the arm
        expected_exit=$1 expected_stdout=$2 expected_stderr=$3 case_words=$4
        bash -c "$4" "$A" >.stdout 2>.stderr
        exit_code=$?
        check_run "$expected_exit" "$expected_stdout" "$expected_stderr"
    }
    pipes 0 '/dev/fd/*: FBX 7.4 ascii, by a hand*' '' '"$SINEW" info <(cat "$0")'
    pipes 0 '*bend*' '*' '"$SINEW" info "$0" --anim <(cat "$0")'
    pipes 2 '' "sinew: the pipe '/dev/fd/9' is one file, and can be read once" '"$SINEW" diff /dev/fd/9 /dev/fd/9 9< <(cat "$0")'
    pipes 3 '' 'sinew: /dev/fd/*: the file is empty' '"$SINEW" info <(:)'
    pipes 70 '' 'sinew: /dev/fd/*: the pipe does not end within 0.8 s*' '"$SINEW" info <(sleep 5) --timeout 0.2'
fi
# Options read it as well.
piped 0 '*4 clips*stdin|bend*' '' info "$A" --anim -
for option in beside over; do
    piped 0 '' '*' render "$S/walk.fbx" --$option - --size 16x16 -o a.png
done
piped 0 '' '*' render "$S/walk.fbx" --other-anim - --beside "$A" --size 16x16 -o a.png
rm a.png
piped 3 '' 'sinew: stdin: not a picture that sinew reads*' render "$A" --reference -
piped 3 '' 'sinew: stdin: *' check "$A" --config -
piped 3 '' 'sinew: stdin: *' pose "$A" --at 0 --pose -
piped 3 '' '*stdin: *' retarget "$S/walk.fbx" --anim "$S/walk.fbx" --retarget-map -
piped 3 '' '*stdin: *' edit "$A" --keys - -o a.glb
piped 4 '' "sinew: stdin: no clip 'none such'*" keys - --clip 'none such'
# A file that is called so is another one.
cp "$S/walk.fbx" stdin
check 0 './stdin: FBX 7.4 binary*' '' -- info ./stdin
piped 0 'stdin: FBX 7.4 ascii*' '' info -
rm stdin

# Side files are found in --texture-path, not in the working directory; the cache does not store the model.
mkdir textures && cp "$S/textures/character.png" textures
INPUT=$S/walk.fbx
piped 0 '*' '*texture *character.png* is not beside the model*' render - -o a.png --size 16x16
piped 0 '*' '' render - --at start -o a.png --size 16x16 --texture-path textures
rm -r textures a.png
INPUT=$A
mkdir cache
SINEW_CACHE_DIR=$PWD/cache piped 0 '*' '' info -
[ -z "$(ls -A cache)" ] || fail 'standard input is in the cache'
rmdir cache

# What never ends, is too long, or is nothing.
case_words='info - of an endless input'
started=$(date +%s)
mkfifo pipe
sleep 30 >pipe &
holder=$!
"$SINEW" info - --timeout 0.2 <pipe >.stdout 2>.stderr
exit_code=$?
check_run 70 '' 'sinew: stdin: standard input does not end within 0.8 s
  hint: --timeout * allows more'
kill $holder
[ $(($(date +%s) - started)) -lt 25 ] || fail 'it waits for the end'
rm pipe
case_words='info - of 5 GB'
head -c 5G /dev/zero 2>/dev/null | "$SINEW" info - --memory-limit 8M >.stdout 2>.stderr
exit_code=$?
check_run 70 '' 'sinew: stdin: standard input has more than 8* MB
  hint: --memory-limit * allows more'
INPUT=/dev/null
piped 3 '' 'sinew: stdin: the file is empty' info -
head -c 3000 "$A" >cut.fbx
INPUT=cut.fbx
piped 3 '' 'sinew: stdin: *' info -
INPUT=$A
case_words='info - of a directory'
"$SINEW" info - <. >.stdout 2>.stderr
exit_code=$?
check_run 70 '' 'sinew: stdin: cannot read: Is a directory'
# One bad file of two stops no other.
INPUT=/dev/null
piped 7 '*arm.fbx: FBX*' 'sinew: stdin: the file is empty
sinew: 1 of 2 files failed' info "$A" -
INPUT=$A

# A directory is the models in it, in byte order; --recursive takes those below.
mkdir -p art/deep art/none
cp "$A" art/b.fbx && cp "$A" art/a.FBX && cp "$A" art/deep/c.fbx
echo text >art/notes.txt
"$SINEW" info art | sed -n 's/: FBX.*//p' >.listed
[ "$(cat .listed)" = 'art/a.FBX
art/b.fbx' ] || fail "info of a directory: $(cat .listed)"
"$SINEW" info art --recursive --no-recursive | sed -n 's/: FBX.*//p' | wc -l | grep -qx ' *2' || fail '--no-recursive'
"$SINEW" info art --recursive | sed -n 's/: FBX.*//p' >.listed
[ "$(cat .listed)" = 'art/a.FBX
art/b.fbx
art/deep/c.fbx' ] || fail "info --recursive of a directory: $(cat .listed)"
check 3 '' 'sinew: art/none: no model files in this directory' -- info art/none
check 0 '*b.fbx*' 'sinew: art/none: warning: no model files in this directory' -- info art/none art/b.fbx
check 2 '' "*two outputs would both be 'x.png'*" -- render art -o x.png
run render art --recursive -o '{file}.png' --size 16x16
check_run 0 '' 'sinew: drawn 3 of 3 files'
[ "$(ls -- *.png | tr '\n' ' ')" = 'a.png b.png c.png ' ] || fail "render of a directory: $(ls)"
rm -- *.png
check 5 '' '*no terminal to play in*' -- play art
i=0
mkdir many
while [ $i -lt 101 ]; do
    mkdir many/$i
    (cd many/$i && seq -f '%g.fbx' 1 100 | xargs touch)
    i=$((i + 1))
done
check 70 '' 'sinew: more than 10000 files' -- info many --recursive
rm -r many art

# A reader that stops reading is not an error, under any name of standard output.
early() { # WORD…
    case_words="$* | head"
    { "$SINEW" "$@" 2>.stderr; echo $? >.code; } | head -c 10 >/dev/null
    [ "$(cat .code)" = 0 ] && [ ! -s .stderr ] || fail "exit $(cat .code): $(cat .stderr)"
}
for output in - /dev/stdout; do
    early export "$S/walk.fbx" --at 0 --format obj -o $output
    early check "$S" --fail-on error -o $output
    early render "$S/walk.fbx" --at start -o $output --size 640x480
    early render "$S/walk.fbx" -o $output --format y4m --size 320x240
    early bake "$S/walk.fbx" -o $output
done
finish
