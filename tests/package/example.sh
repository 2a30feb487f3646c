# The program that docs/06-embed.md shows builds against an installed sinew and runs: the first code block of each kind, as it
# stands.
# Needs in the environment: BUILD, SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
quietly() { "$@" >log 2>&1 || { cat log; fail "failed: $*"; }; }
block() { awk -v fence='```' -v kind="$1" 'inside && $0 == fence { exit } inside { print } $0 == fence kind { inside = 1 }' "$SOURCE/docs/06-embed.md"; }

block c >main.c
block cmake >CMakeLists.txt
quietly "$CMAKE" --install "$BUILD" --prefix "$PWD/prefix"
quietly "$CMAKE" -S . -B build "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror" "-DCMAKE_PREFIX_PATH=$PWD/prefix"
quietly "$CMAKE" --build build
[ "$(build/follow "$SOURCE/samples/walk.fbx" | wc -l)" = 11 ] || fail 'a clip of one second has not given eleven lines'
