# The program that docs/06-embed.md shows builds against an installed sinew and runs: its two code blocks, as they stand.
# Needs in the environment: BUILD, SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
quietly() { "$@" >log 2>&1 || { cat log; fail "failed: $*"; }; }
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$SOURCE/docs/06-embed.md" | sed '1d;$d'; }

block c >main.c
block cmake >CMakeLists.txt
quietly "$CMAKE" --install "$BUILD" --prefix "$PWD/prefix"
quietly "$CMAKE" -S . -B build "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror" "-DCMAKE_PREFIX_PATH=$PWD/prefix"
quietly "$CMAKE" --build build
[ "$(build/follow "$SOURCE/samples/walk.fbx" | wc -l)" = 11 ] || fail 'a clip of one second has not given eleven lines'
