#!/bin/sh
# ports.sh SINEW BUILDS COMPILER…: builds the runtime for other systems and compilers in the folder BUILDS, and runs test_runtime there with
# files baked by the program SINEW. A named compiler that is not installed is skipped. Every build must find the numbers that the first one finds. Exception: `exact` uses the sine of the C
# library, which musl and wasi-libc round differently.
set -eu
sinew=$1 builds=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$builds/files"
cd "$builds"
for model in samples/walk.fbx samples/face.fbx samples/character.fbx samples/character.glb tests/data/arm.fbx; do
    "$sinew" bake "$root/$model" -o "files/$(basename "$model").sinew" >/dev/null
done
export WINEPREFIX="$PWD/wine" WINEDEBUG=-all

fail() {
    printf 'ports: %s\n' "$*" >&2
    exit 1
}

configure() {
    cmake -G Ninja -S "$root" -B "$name" -DSINEW_RUNTIME_ONLY=ON -DSINEW_TESTS=ON -DSINEW_SAMPLES=OFF -DSINEW_INSTALL=OFF \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON "$@"
}

# port NAME RUNNER CMAKE-OPTION…
port() {
    name=$1 runner=$2
    shift 2
    configure "$@" >"$name.log" 2>&1 || { tail -40 "$name.log"; fail "$name: cannot be configured"; }
    cmake --build "$name" >>"$name.log" 2>&1 || { tail -40 "$name.log"; fail "$name: does not build"; }
    program=$PWD/$name/tests/test_runtime
    [ -f "$program" ] || program=$program.exe
    # shellcheck disable=SC2086 # a runner with its options
    $runner "$program" ${foreign:-} files/*.sinew >"$name.out" || { tail -20 "$name.out"; fail "$name: test_runtime failed"; }
    tail -n 1 "$name.out" | tr -d '\r' | grep -qx passed || fail "$name: test_runtime did not finish"
    tr -d '\r' <"$name.out" | grep -E '^[a-z]+( [a-z0-9]+)? [0-9a-f]{16}$' >"$name.sums" || true
}

# The whole program for ARM64, with the headers of this system's libraries. It is compiled and not linked: Debian has no libraries for
# cross compilers. SDL's headers include the intrinsics of this system's processor, which are switched off.
compile_program() {
    name=arm64-program host=$(gcc -print-multiarch)
    flags="-idirafter /usr/include/$host -DSDL_DISABLE_IMMINTRIN_H -fno-tree-vectorize" # gcc 12 for ARM64 fails on some loops
    PKG_CONFIG_PATH="/usr/lib/$host/pkgconfig" cmake -G Ninja -S "$root" -B "$name" -DSINEW_PAGE=OFF -DSINEW_TESTS=OFF -DSINEW_INSTALL=OFF \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
        -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
        -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_LIBRARY_PATH="/usr/lib/$host" \
        -Dmeshoptimizer_DIR="/usr/lib/$host/cmake/meshoptimizer" -Ddraco_DIR="/usr/lib/$host/cmake/draco" \
        -DCMAKE_C_LINK_EXECUTABLE='<CMAKE_COMMAND> -E touch <TARGET>' -DCMAKE_CXX_LINK_EXECUTABLE='<CMAKE_COMMAND> -E touch <TARGET>' \
        >"$name.log" 2>&1 || { tail -40 "$name.log"; fail "$name: cannot be configured"; }
    ninja -C "$name" -t targets all | sed -n 's/^\([^:]*\.o\): .*/\1/p' >"$name.objects"
    [ -s "$name.objects" ] || fail "$name: nothing to compile"
    xargs ninja -C "$name" <"$name.objects" >>"$name.log" 2>&1 || { tail -40 "$name.log"; fail "$name: does not compile"; }
    printf '%s: %s objects\n' "$name" "$(wc -l <"$name.objects")"
}

# compare NAME [WORD]: the numbers of a port with the first one's, if both have the kernel; not the numbers of WORD. NEON fuses where AVX2
# does.
compare() {
    printf '%s\n' "$1"
    sed 's/^/    /' "$1.sums"
    [ -s "$1.sums" ] || fail "$1: no numbers"
    while read -r line; do
        key=${line% *}
        [ "$key" = "${2:-}" ] && continue
        case $key in
        *' neon') other=$(grep "^${key% neon} avx2 " gcc.sums || true) ;;
        *) other=$(grep "^$key [0-9a-f]*\$" gcc.sums || true) ;;
        esac
        [ -z "$other" ] || [ "${other##* }" = "${line##* }" ] || fail "$1: $line, and gcc: $other"
    done <"$1.sums"
}

port gcc '' -DCMAKE_C_COMPILER=gcc
compare gcc
compared=0
for compiler; do
    if [ "$(command -v "$compiler" | xargs -r readlink -f)" = "$(readlink -f "$(command -v gcc)")" ]; then
        printf '%s: is gcc\n' "$compiler"
    elif command -v "$compiler" >/dev/null; then
        port "$compiler" '' -DCMAKE_C_COMPILER="$compiler"
        compare "$compiler"
        compared=$((compared + 1))
    else
        printf '%s: skipped, not installed\n' "$compiler"
    fi
done
[ "$compared" -ge 2 ] || fail "only $compared of these compilers are installed: $*"
port musl '' -DCMAKE_C_COMPILER=musl-gcc
compare musl exact
port arm64 'qemu-aarch64 -L /usr/aarch64-linux-gnu' -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc
compare arm64
compile_program
port windows wine -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc
compare windows
# The DLL: its program finds it beside itself and prints the output of a program that is linked with the static library.
port windows-dll wine -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc \
    -DBUILD_SHARED_LIBS=ON
compare windows-dll
port gcc-shared '' -DCMAKE_C_COMPILER=gcc -DBUILD_SHARED_LIBS=ON
compare gcc-shared
gcc-shared/play_shared files/arm.fbx.sinew >gcc-shared.played
wine windows-dll/play_shared.exe files/arm.fbx.sinew | tr -d '\r' >windows-dll.played
[ -s gcc-shared.played ] || fail 'gcc-shared: nothing is played'
cmp gcc-shared.played windows-dll.played || fail 'windows-dll: plays differently'
port wasm "node --no-warnings $root/tests/runtime/run_wasi.mjs" -DCMAKE_SYSTEM_NAME=WASI -DCMAKE_SYSTEM_PROCESSOR=wasm32 \
    -DCMAKE_C_COMPILER=clang -DCMAKE_C_COMPILER_TARGET=wasm32-wasi
compare wasm exact
foreign=--foreign
port s390x 'qemu-s390x -L /usr/s390x-linux-gnu' -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=s390x \
    -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc -DCMAKE_C_FLAGS=-fexcess-precision=fast # floats are doubles there in ISO C
grep 'byte order' s390x.out
