# The programs that docs/06-embed.md shows build against an installed sinew and run: the first code block of each kind, unchanged,
# and the second ones in C and CMake, which add a window.
# Needs in the environment: BUILD, SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
quietly() { "$@" >log 2>&1 || { cat log; fail "failed: $*"; }; }
# block KIND [NUMBER]: the block with this number among the blocks of its kind, by default the first.
block() {
    awk -v fence='```' -v kind="$1" -v number="${2:-1}" 'inside && $0 == fence { exit } inside { print } $0 == fence kind { inside = ++count == number }' \
        "$SOURCE/docs/06-embed.md"
}

block c >main.c
block c 2 >window.c
{ block cmake; block cmake 2; } >CMakeLists.txt
quietly "$CMAKE" --install "$BUILD" --prefix "$PWD/prefix"
quietly "$CMAKE" -S . -B build "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror" "-DCMAKE_PREFIX_PATH=$PWD/prefix"
quietly "$CMAKE" --build build
ln -s "$PWD"/prefix/libexec/sinew/* build # BUILD is configured for another prefix
[ "$(build/follow "$SOURCE/samples/walk.fbx" | wc -l)" = 11 ] || fail 'a clip of one second has not given eleven lines'

SDL_VIDEODRIVER=offscreen build/window "$SOURCE/samples/walk.fbx" 0.5 >log 2>&1 || { cat log; fail 'the program with a window fails'; }

# So does the small game, in one file, with the library's renderer.
mkdir stroll
cp "$SOURCE/samples/stroll.c" stroll
cat >stroll/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(stroll LANGUAGES C)
find_package(sinew 0.3 REQUIRED COMPONENTS render)
find_package(PkgConfig REQUIRED)
pkg_check_modules(SDL2 REQUIRED IMPORTED_TARGET sdl2)
find_package(PNG REQUIRED)
add_executable(stroll stroll.c)
target_link_libraries(stroll PRIVATE sinew::render PkgConfig::SDL2 PNG::PNG m)
file(CREATE_LINK ${sinew_WORKER_FOLDER}/sinew-worker ${CMAKE_BINARY_DIR}/sinew-worker SYMBOLIC)
file(CREATE_LINK ${sinew_WORKER_FOLDER}/sinew-image-worker ${CMAKE_BINARY_DIR}/sinew-image-worker SYMBOLIC)
END
quietly "$CMAKE" -S stroll -B stroll/build "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror" "-DCMAKE_PREFIX_PATH=$PWD/prefix"
quietly "$CMAKE" --build stroll/build
stroll/build/stroll "$SOURCE/samples" --headless 60 -o stroll.png 2>log | grep -q ' prints, feet slip' || fail "the small game does not run: $(cat log)"
[ "$(wc -l <"$SOURCE/samples/stroll.c")" -le 400 ] || fail 'the small game has more than 400 lines'
[ -z "$(awk 'length > 100' "$SOURCE/samples/stroll.c")" ] || fail 'the small game has lines of more than 100 columns'

block cpp >main.cpp
pkg=$PWD/prefix/$(cd prefix && find . -name sinew.pc | head -n 1 | xargs dirname)
block sh >compile.sh
grep -q '^c++ ' compile.sh || fail 'docs/06-embed.md shows no command that compiles the program in C++'
quietly env "PKG_CONFIG_PATH=$pkg" sh -e compile.sh
ln -s "$PWD"/prefix/libexec/sinew/* .
./bend "$SOURCE/samples/walk.fbx" head | grep -q '^head: x axis is ' || fail 'the program in C++ does not bend a joint'
./bend "$SOURCE/samples/walk.fbx" nobody 2>&1 | grep -q '^no joint' || fail 'the program in C++ finds a joint that is not there'

# Every header, in every language that it promises.
for header in "$SOURCE"/include/sinew/*.h; do echo "#include <sinew/$(basename "$header")>"; done >all.c
for standard in c99 c11 c17; do
    quietly "$CC" -std=$standard -fsyntax-only -Wall -Wextra -Wpedantic -Werror "-I$SOURCE/include" all.c
done
for standard in c++11 c++14 c++17 c++20 c++23; do
    quietly c++ -std=$standard -x c++ -fsyntax-only -Wall -Wextra -Wpedantic -Wold-style-cast -Werror "-I$SOURCE/include" all.c
done
