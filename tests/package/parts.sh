# Parts that are left out need no packages, and a missing package is named with the part that needs it.
# Needs in the environment: SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
configure() { # FOLDER OPTION…: without any package
    folder=$1
    shift
    PKG_CONFIG_LIBDIR=$PWD/nothing PKG_CONFIG_PATH="" "$CMAKE" -S "$SOURCE" -B "$folder" "-DCMAKE_C_COMPILER=$CC" \
        -DCMAKE_BUILD_TYPE=Release "$@" >"$folder.log" 2>&1
}
names() { # FOLDER TEXT: configuring said so
    tr -s ' \n' ' ' <"$1.log" | grep -qF -e "$2" || {
        cat "$1.log"
        fail "$1: no '$2'"
    }
}

configure everything && fail "configures without packages"
names everything "SINEW_PROGRAM needs GLib, which is not found. Its packages: Debian and Ubuntu libglib2.0-dev, Fedora"
names everything "-DSINEW_PROGRAM=OFF builds without that part."
configure library -DSINEW_PROGRAM=OFF && fail "imports without libdeflate"
names library "SINEW_IMPORT needs libdeflate, which is not found. Its packages: Debian and Ubuntu libdeflate-dev, Fedora"
names library "-DSINEW_IMPORT=OFF builds without that part."
configure drawing -DSINEW_IMPORT=OFF && fail "draws without epoxy"
names drawing "SINEW_RENDER needs epoxy, which is not found. Its packages: Debian and Ubuntu libepoxy-dev, Fedora"
# The optional libraries are left out one and all, tests included, and each is named with what then is missing.
"$CMAKE" -S "$SOURCE" -B lean "-DCMAKE_C_COMPILER=$CC" -DSINEW_DRACO=OFF -DSINEW_MESHOPTIMIZER=OFF -DSINEW_CHAFA=OFF \
    -DSINEW_IMGUI=OFF -DSINEW_SECCOMP=OFF >lean.log 2>&1 || { cat lean.log; fail "optional libraries are required"; }
for library in Draco meshoptimizer chafa 'Dear ImGui' libseccomp; do names lean "Without $library: "; done
configure host -DSINEW_IMPORT=OFF -DSINEW_RENDER=OFF || { cat host.log; fail "the library needs a package"; }
configure runtime -DSINEW_RUNTIME_ONLY=ON || { cat runtime.log; fail "the runtime needs a package"; }
"$CMAKE" --build runtime >runtime.log 2>&1 || { cat runtime.log; fail "the runtime does not build"; }
runtime/tests/test_runtime "$SOURCE/tests/data/arm.sinew" | tail -n 1 | grep -qx passed || fail "the runtime does not play"
# The library that is installed with the headers has every function that they declare.
"$CMAKE" --install runtime --prefix "$PWD/installed" >runtime.log 2>&1 || { cat runtime.log; fail "the runtime does not install"; }
{
    echo '#include <sinew/sinew.h>'
    for header in installed/include/sinew/*.h; do echo "#include <sinew/$(basename "$header")>"; done
    echo 'int main(void)'
    echo '{'
    echo '    void (*const functions[])(void) = {'
    sed -n 's/^SINEW_API .*[ *]\(sinew_[a-z0-9_]*\)(.*/        (void (*)(void))\1,/p' installed/include/sinew/*.h
    echo '    };'
    echo '    return functions[sizeof functions / sizeof *functions - 1] == 0;'
    echo '}'
} >link_all.c
[ "$(grep -c '(void (\*)' link_all.c)" -gt 100 ] || fail "only $(grep -c '(void (\*)' link_all.c) functions are declared"
library=$(find installed -name libsinew.a)
"$CC" -Iinstalled/include link_all.c "$library" -lm -o link_all 2>link.log || { cat link.log; fail "declared functions are missing from the runtime"; }
[ ! -e installed/include/sinew/load.h ] && [ ! -e installed/include/sinew/render.h ] || fail "headers of other parts are installed"
ldd runtime/tests/test_runtime | grep -vE 'linux-vdso|ld-linux|libc\.so|libm\.so' && fail "the runtime links more than libc and libm"
configure small -DSINEW_RUNTIME_ONLY=ON -DCMAKE_BUILD_TYPE=MinSizeRel || { cat small.log; fail "the small runtime does not configure"; }
"$CMAKE" --build small --target play_baked >small.log 2>&1 || { cat small.log; fail "the small runtime does not build"; }
strip -o stripped "$(find small -name play_baked -type f)"
bytes=$(wc -c <stripped)
[ "$(uname -m)" != x86_64 ] || [ "$bytes" -le 200000 ] || fail "a program that plays has $bytes bytes, more than 200 KB"
exit 0
