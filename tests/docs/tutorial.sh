# The blocks of docs/11-blend.md, one after the other, are one program, and the first block of docs/06-embed.md is another. Both compile and
# run: with the fox, and with a model of strangers' shape, whose first clip is empty and whose others start at frame 20.
# Needs in the environment: SOURCE, BUILD, CC, LIBRARY, STRANGER. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
blocks() { awk '$0 == "```" { inside = 0 } inside { print } $0 == "```c" { inside = 1 }' "$SOURCE/docs/$1"; }
compile() { # NAME
    "$CC" -std=c11 -Wall -Wextra -Werror "-I$SOURCE/include" "-DWORKER_FOLDER=\"$BUILD\"" "$1.c" "$LIBRARY" -ldl -lm -o "$1" 2>log || {
        cat log
        fail "$1.c does not compile"
    }
}
says() { # EXPECTED: the program said so
    grep -qx "$1" said || { cat said; fail "the program does not say '$1'"; }
}
blocks 11-blend.md >blend.c
blocks 06-embed.md | awk '{ print } $0 == "}" { exit }' >follow.c
compile blend
compile follow
"$STRANGER" stranger.sinew || fail 'no model'

./blend stranger.sinew >said || fail 'the tutorial fails'
says "plays 'wave'"
says 'step at 1.050 s' # the event at 0.05 s, in the second loop
says 'foot 0 from 0.* s to 1.* s'
./blend "$SOURCE/samples/character.fbx" >said || fail 'the tutorial fails with the fox'
says "plays '.*wave'"
says 'the hand is 0.000 from its target'
says 'foot 0 from 0.133 s to 0.567 s' # frame 4 to 17, see docs/11-blend.md

# The default clip is the first that moves anything; its toe stands 5 below and 10 before an ankle that starts below the hip.
./follow stranger.sinew >said || fail 'the program of docs/06-embed.md fails'
says '0.0 s: RightToeBase at -10.00 0.00 10.00'
[ "$(wc -l <said)" = 11 ] || fail 'a clip of one second has not given eleven lines'
