# Functions for the tests of Debian packages. Needs in the environment: SOURCE, CMAKE, CC; and a function fail.

# depends PACKAGE TEXT: the package, a file name without version, depends on it.
depends() { dpkg-deb --field "$1"_*.deb Depends | tr ',' '\n' | sed 's/^ *//' | grep -qxF "$2" || fail "$1 does not depend on $2"; }
depends_on_library() { dpkg-deb --field "$1"_*.deb Depends | grep -q "$2" || fail "$1 does not depend on $2"; }
lacks() { dpkg-deb --field "$1"_*.deb Depends | grep -q "$2" && fail "$1 depends on $2"; }

# contains PACKAGE PATH…: the package has these files under usr.
contains() {
    dpkg-deb --contents "$1"_*.deb >contents
    listed=$1
    shift
    for path in "$@"; do grep -q " \./usr/$path\( -> .*\)\?\$" contents || fail "$listed has no $path"; done
}

# No file is in two packages, so that any of them can be installed together; each has its licence.
check_all_packages() {
    : >files
    for package in *.deb; do
        contains "${package%%_*}" "share/doc/${package%%_*}/copyright"
        grep -v '/$' contents | sed 's/.* \.\//.\//' >>files
    done
    [ "$(wc -l <files)" -gt 20 ] || fail "files: $(cat files)"
    [ -z "$(sort files | uniq -d)" ] || fail "in two packages: $(sort files | uniq -d)"
}

# build_game ROOT: a game builds against the runtime's packages, extracted there, and plays a file that another sinew baked.
build_game() {
    folder=$(dirname "$(find "$PWD/$1" -name sinewConfig.cmake)")
    for component in runtime import; do
        "$CMAKE" -S "$SOURCE/tests/package/runtime" -B "$1-$component" "-DCOMPONENT=$component" "-DSOURCE=$SOURCE" "-DCMAKE_C_COMPILER=$CC" \
            -DCMAKE_BUILD_TYPE=Release "-Dsinew_DIR=$folder" "-DCMAKE_EXE_LINKER_FLAGS=-Wl,--gc-sections" >"$component.log" 2>&1
        echo $? >"$component.exit"
    done
    [ "$(cat runtime.exit)" = 0 ] || { cat runtime.log; fail 'the runtime is not found in its packages'; }
    [ "$(cat import.exit)" != 0 ] || fail 'the component import is found without its packages'
    tr -s ' \n' ' ' <import.log | grep -q 'the component import of sinew is not installed (Debian: libsinew-import-dev)' || fail "without import: $(cat import.log)"
    "$CMAKE" --build "$1-runtime" >log 2>&1 || { cat log; fail 'no program builds against the packages of the runtime'; }
    "$1-runtime/game" "$SOURCE/tests/data/arm.sinew" >bounds || fail 'the program does not play'
    [ "$(sort -u bounds | wc -l)" -gt 5 ] || fail "nothing moves: $(cat bounds)"
    ldd "$1-runtime/game" | grep -vE 'linux-vdso|ld-linux|libc\.so|libm\.so|libsinew\.so' && fail 'the runtime links more than libc and libm'
    return 0
}
