# The blocks of README.md, docs/06-embed.md, docs/21-ship.md and docs/11-blend.md are programs: each begins with a block that begins with
# #include, and the blocks of C that follow continue it. Each block of docs/blend/*.md compiles by itself; use_blend_pages.c calls them. All compile and run with a model of strangers' shape, whose first clip is empty and whose others start at frame 20.
# Needs in the environment: SOURCE, BUILD, CC, CXX, LIBRARY, RENDER (the library with OpenGL, or nothing), STRANGER. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
# programs PAGE NAME…: each program of the page, in order, becomes a file.
programs() {
    page=$1
    shift
    for program; do echo "$page"; done >>ran
    awk -v names="$*" '
        $0 == "```" { inside = 0 }
        inside && !opened && /^#include/ { ++program }
        inside { opened = 1; print >list[program] }
        $0 == "```c" || $0 == "```cpp" { inside = 1; opened = 0 }
        BEGIN { count = split(names, list, " ") }
        END { exit program != count }' "$SOURCE/$page" || fail "$page does not consist of the programs $*"
}
compile() { # PROGRAM COMPILER…
    program=$1
    shift
    "$@" -Wall -Wextra -Werror "-I$SOURCE/include" "$program" ${libraries:-} "$LIBRARY" -ldl -lm -o "${program%.*}" 2>log || {
        cat log
        fail "$program does not compile"
    }
}
says() { # EXPECTED: the program said so
    grep -qx "$1" said || { cat said; fail "the program does not say '$1'"; }
}
ln -s "$BUILD/sinew-worker" "$BUILD/sinew-image-worker" . # programs find the workers beside themselves
programs docs/11-blend.md blend.c
programs docs/06-embed.md follow.c window.c bend.cpp
programs docs/21-ship.md game.c archive.c
programs README.md first.c
# Every program of the pages is one of these. tests/docs/blocks.py finds and compiles all blocks.
if command -v python3 >/dev/null; then
    python3 "$SOURCE/tests/docs/blocks.py" --programs "$SOURCE" >found || fail 'no programs'
    sort ran | diff found - >difference || { cat difference; fail 'a page shows a program that no test runs (<)'; }
fi
for program in blend.c follow.c game.c archive.c; do compile "$program" "$CC" -std=c11; done
compile bend.cpp "$CXX" -std=c++17
# The program of the README, with the command that it shows and a prefix that looks like an installed one. tests/package/first_hour.sh
# installs, and runs it with the worker of the prefix.
HOME=$PWD/home
export HOME
mkdir -p home/.local/lib
ln -s "$BUILD/libsinew.a" home/.local/lib
ln -s "$SOURCE/include" home/.local
ln -s "$SOURCE/samples" .
command=$(sed -n 's/^    cc \(.*first\.c.*\)/\1/p' "$SOURCE/README.md")
[ -n "$command" ] || fail 'README.md does not compile its program'
if [ -f "$BUILD/libsinew.a" ]; then
    sh -c "$CC -Wall -Wextra -Werror $command" >said 2>&1 || { cat said; fail 'the program of README.md fails'; }
    entries=$("$BUILD/sinew" pose samples/walk.fbx --at 0.5 --what palette --json | grep -o '"matrix":\[' | wc -l)
    [ "$(grep -c '^[ 0-9]*: moved by' said)" = "$entries" ] || fail "the program of README.md does not print $entries lines: $(cat said)"
fi

# The program with a window, if the build has a renderer.
if [ -n "$RENDER" ]; then
    libraries="$RENDER $(pkg-config --libs sdl2 epoxy)"
    # shellcheck disable=SC2046 # several flags
    compile window.c "$CC" -std=c11 $(pkg-config --cflags sdl2)
    SDL_VIDEODRIVER=offscreen ./window "$SOURCE/samples/walk.fbx" 0.5 >said 2>&1 || { cat said; fail 'the program with a window fails'; }
    says 'drew some images'
    libraries=
fi

"$STRANGER" stranger.sinew || fail 'no model'
"$BUILD/sinew" export stranger.sinew -o stranger.fbx 2>/dev/null || fail 'no FBX model' # of clips that start at frame 20

./blend stranger.sinew >said || fail 'the program of docs/11-blend.md fails'
says "plays 'wave'"

mkdir blocks
for page in "$SOURCE"/docs/blend/*.md; do
    awk -v "name=blocks/$(basename "$page" .md)" '$0 == "```" { inside = 0 } inside { print >file } $0 == "```c" { inside = 1; file = name "-" ++count ".c" }' "$page"
done
[ "$(find blocks -name '*.c' | wc -l)" -gt 15 ] || fail 'docs/blend shows only few blocks'
for block in blocks/*.c; do
    "$CC" -std=c11 -Wall -Wextra -Werror "-I$SOURCE/include" -c "$block" -o "${block%.c}.o" 2>log || { cat log; fail "$block does not compile by itself"; }
done
cp "$SOURCE/tests/docs/use_blend_pages.c" .
libraries=$(echo blocks/*.o)
compile use_blend_pages.c "$CC" -std=c11
libraries=
./use_blend_pages stranger.sinew >said || fail 'the pages about blending fail'
says "a fade plays 'wave'"
says "an inertial fade plays 'walk'"
says 'step at 1.050 s' # the event at 0.05 s, in the second loop
says 'foot 0 from 0.* s to 1.* s'
says 'RightForeArm stands for the hand'
./use_blend_pages "$SOURCE/samples/character.fbx" >said || fail 'the pages about blending fail with the fox'
says "a fade plays '.*wave'"
says 'the hand is 0.000 from its target and 0.050 from its position before, in sizes of the model'
says 'foot 0 from 0.133 s to 0.567 s' # frame 4 to 17, see docs/blend/contacts.md
says 'the third character is 5.00 units beside the first, the second rests'

# The events that docs/blend/events.md shows, of the fox and of a clip that starts at frame 20: there frame 4 is outside.
cp "$SOURCE/samples/walk.fbx" walk.fbx
awk '$0 == "```" { inside = 0 } inside { print } $0 == "```json" { inside = 1 }' "$SOURCE/docs/blend/events.md" >walk.events.json
cp walk.events.json stranger.events.json
"$BUILD/sinew" info walk.fbx >said || fail 'no information on the walk'
says ' *1  step *4  *0.133 *0  left'
says ' *1  step *18.99  *0.633 *0.8  right'
"$BUILD/sinew" info stranger.fbx >said || fail 'no information on the model of strangers'
says ' *1  step *38.99  *0.633 *0.8  right'
says ' *warning I23: .*line 1: its time is outside the clip; the event is dropped'
"$BUILD/sinew" info stranger.sinew --contacts >said || fail 'no contacts of the model of strangers'
says ' *2  RightFoot *20f *33f *0.000 *0.433 *43 %' # 13 of 30 frames

# The default clip is the first that moves anything; its toe is 5 below and 10 before an ankle that starts below the hip.
for model in stranger.sinew stranger.fbx; do
    ./follow $model >said || fail 'the program of docs/06-embed.md fails'
    says '0.0 s: RightToeBase at -10.00 -*0.00 10.00'
    [ "$(wc -l <said)" = 11 ] || fail 'a clip of one second has not given eleven lines'
done
./bend stranger.sinew Head >said || fail 'the program in C++ fails'
says 'Head: x axis is -*0.00 1.00 0.00'
./bend stranger.sinew Nobody 2>said && fail 'the program in C++ finds a joint that is not there'
says 'no joint .*'

cp stranger.sinew character.sinew
cp stranger.fbx run.fbx
cp stranger.fbx jump.fbx
for load in first cached; do
    ./game >said || fail "the game fails, $load"
    says '3 of 3 joints matched' # the legs and the arm that the stranger moves
    for clip in 'Take 001' walk wave 'run|walk' 'jump|wave'; do says "clip '$clip'"; done
    says 'x axis of the head: -1.00 0.00 0.00' # the neck and the joints below it are straight
done
[ -n "$(ls cache)" ] || fail 'the cache is empty'

./archive . stranger.fbx >said || fail 'the program with an archive fails'
says '18 joints'
./archive "$SOURCE/samples" walk.fbx >said || fail 'the program with an archive fails with a texture'
says "texture 0: $(od -An -j16 -N8 -tu1 "$SOURCE/samples/textures/character.png" | awk '{ print $3 * 256 + $4 " × " $7 * 256 + $8 }')"
./archive . nothing.fbx && fail 'the archive holds a file that is not there'
exit 0
