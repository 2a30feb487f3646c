# Shared libraries: they show the public functions and nothing else, find their worker wherever the prefix was moved, and pose to the same bits
# as the static ones, whose names all begin with sinew_. A worker in the configured prefix is not run when the library's own prefix has one.
# Needs in the environment: BUILD, SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
quietly() { "$@" >log 2>&1 || { cat log; fail "failed: $*"; }; }

quietly "$CMAKE" -S "$SOURCE" -B build -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Release -DSINEW_PROGRAM=OFF -DSINEW_TESTS=OFF \
    -DSINEW_SAMPLES=OFF "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_INSTALL_PREFIX=$PWD/configured"
mkdir -p configured/libexec/sinew
printf '#!/bin/sh\n: >"%s/planted-ran"\n' "$PWD" >configured/libexec/sinew/sinew-worker
chmod 755 configured/libexec/sinew/sinew-worker
quietly "$CMAKE" --build build --parallel 2
quietly "$CMAKE" --install build --prefix "$PWD/first"
mv first moved

# The functions that the headers declare, and the symbols that the libraries export.
sed -n 's/^SINEW_API .*[ *]\(sinew_[a-z0-9_]*\)(.*/\1/p' "$SOURCE"/include/sinew/*.h | sort -u >declared
libraries=$(find moved -name 'libsinew*.so')
[ "$(echo "$libraries" | wc -l)" = 3 ] || fail "shared libraries: $libraries"
[ -z "$(find moved -name '*.a')" ] || fail 'static libraries are installed too'
nm -D --defined-only $libraries | awk 'NF == 3 && $3 !~ /^(__bss_start|_edata|_end)$/ { print $3 }' | sort >shown # three are the linker's own
[ "$(wc -l <declared)" -gt 50 ] || fail "only $(wc -l <declared) functions are declared"
diff declared shown >log || { cat log; fail 'the functions declared (<) are not those shown (>)'; }

quietly "$CMAKE" --install "$BUILD" --prefix "$PWD/static"
# A static library hides nothing: its own names must not be the same as a game's.
archives=$(find static -name 'libsinew*.a')
[ "$(echo "$archives" | wc -l)" = 3 ] || fail "static libraries: $archives"
nm -g --defined-only $archives | awk 'NF == 3 && tolower($3) !~ /^sinew_/ { print $3 }' >log
[ ! -s log ] || { cat log; fail 'the static libraries define names that do not begin with sinew_'; }
character=$SOURCE/samples/character.fbx
answer= # of the first, which all others give
for form in static shared; do
    for finder in cmake pkg-config; do
        [ $form = static ] && prefix=$PWD/static find_worker=OFF || prefix=$PWD/moved find_worker=ON
        quietly "$CMAKE" -S "$SOURCE/tests/package" -B $form-$finder -DFINDER=$finder -DWANTED=0.3 -DSHARED=$find_worker \
            "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_PREFIX_PATH=$prefix"
        quietly "$CMAKE" --build $form-$finder
        said=$($form-$finder/stranger "$character") || fail "$form, by $finder: the stranger's program exits $?"
        answer=${answer:-$said}
        [ "$said" = "$answer" ] || fail "$form, by $finder: '$said', not '$answer'"
    done
done
[ ! -e planted-ran ] || fail 'a shared library runs the worker of the configured prefix before that of its own'
case $answer in
*' joints, '*' palettes 0000000000000000') fail "no number: $answer" ;;
*' joints, '*' palettes '*) ;;
*) fail "the stranger says '$answer'" ;;
esac

# The program in Python that docs/06-embed.md shows, with the fox and with a model whose first clip is empty and whose others start at frame 20.
awk '$0 == "```" { inside = 0 } inside { print } $0 == "```python" { inside = 1 }' "$SOURCE/docs/06-embed.md" >follow.py
"$BUILD/tests/make_stranger" stranger.sinew || fail 'no model of strangers'
for model in "$character" stranger.sinew; do
    python3 follow.py "$(find "$PWD/moved" -name libsinew.so)" "$model" >log || { cat log; fail 'the program in Python fails'; }
    [ "$(grep -c ' s: .* at ' log)" = 5 ] || fail "the program in Python: $(cat log)"
done
grep -qx '0.00 s: RightToeBase at -10.00 0.00 10.00' log || fail "the program in Python: $(cat log)" # see tests/docs/tutorial.sh

# Another language: the position that the program prints.
python3 "$SOURCE/tests/package/use_from_python.py" "$(find "$PWD/moved" -name libsinew.so)" "$character" saved.sinew >from_python || fail 'ctypes fails'
joint=$(cut -d ' ' -f 1 from_python)
"$BUILD/sinew" pose saved.sinew --at 50% --joints "$joint" --what global --json >from_program || fail 'the saved model cannot be posed'
python3 - from_python from_program <<'END' || fail "from Python: $(cat from_python); from the program: $(cat from_program)"
import json, sys
expected = [float(x) for x in open(sys.argv[1]).read().split()[1:]]
found = json.load(open(sys.argv[2]))['joints'][0]['global'][12:15]
sys.exit(any(abs(a - b) > 2e-3 for a, b in zip(expected, found)))
END

# Every public function, called from Python once.
# shellcheck disable=SC2046 # paths without blanks
LD_LIBRARY_PATH=$(dirname "$(find "$PWD/moved" -name libsinew.so)") python3 "$SOURCE/tests/package/call_all.py" "$SOURCE/tests/abi/abi.txt" "$character" $(find "$PWD/moved" -name 'libsinew*.so') >log 2>&1 || {
    cat log
    fail 'a public function cannot be called from Python'
}

# The Debian packages of the libraries: a program in a package of its own finds the libraries of the others.
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "the Debian packages are skipped: no $tool"; exit 0; }
done
. "$SOURCE/tests/package/debian_packages.sh"
build=$PWD/build
mkdir packages && cd packages || exit 1
"$(dirname "$CMAKE")/cpack" --config "$build/CPackConfig.cmake" -B "$PWD" >log 2>&1 || { cat log; fail 'cpack failed'; }
[ "$(ls ./*.deb | wc -l)" = 7 ] || fail "packages: $(ls ./*.deb)"
version=$(dpkg-deb --field sinew-worker_*.deb Version)
contains libsinew0.3 'lib/.*libsinew.so.0.3'
contains libsinew-dev 'lib/.*libsinew.so' include/sinew/sinew.h
contains libsinew-import0.3 'lib/.*libsinew_import.so.0.3'
contains libsinew-render0.3 'lib/.*libsinew_render.so.0.3'
check_all_packages
depends libsinew-dev "libsinew0.3 (= $version)"
for part in import render; do
    depends libsinew-${part}0.3 "libsinew0.3 (= $version)"
    depends libsinew-$part-dev "libsinew-${part}0.3 (= $version)"
    depends libsinew-$part-dev "libsinew-dev (= $version)"
done
depends_on_library libsinew-import0.3 libassimp
depends_on_library libsinew-render0.3 libepoxy
lacks libsinew0.3 'libassimp\|libepoxy\|libsdl'
depends_on_library libsinew0.3 libc6
for package in libsinew0.3 libsinew-dev; do dpkg-deb -x ${package}_*.deb game; done
build_game game
