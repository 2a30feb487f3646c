#!/bin/sh
# callers.sh NM CC BUILD SOURCE: every external function below src has a caller in another file; otherwise it should be static.
# The public functions of include/ are left out. A caller is an object of the build that needs the symbol, or a file of a target that
# this build lacks (a page's module, a fuzzer) that names it.
set -eu
nm=$1 cc=$2 build=$3 source=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints the external functions of the objects below BUILD/src and BUILD/CMakeFiles that no other object needs, with their object files.
without_user() {
    find "$1" -name '*.o' ! -path '*/planted.dir/*' ! -path '*/page/module/*' >"$scratch/objects"
    [ -s "$scratch/objects" ] || { echo "callers: no objects below $1" >&2; exit 1; }
    xargs "$nm" -A <"$scratch/objects" | awk '
        { object = $1; sub(/:[0-9a-f]*$/, "", object) }
        $(NF - 1) == "U" { needed[$NF] = 1 }
        $(NF - 1) == "T" && object ~ /\/src\// && $NF != "main" && $NF !~ /^_/ { defined[$NF] = object }
        END { for (name in defined) if (!(name in needed)) print name, defined[name] }' | sort
}

# Prints "file: function" for each external function that nobody calls.
without_caller() {
    without_user "$1" | while read -r name object; do
        file=$(basename "$object" .o)
        ! grep -rqw "$name" "$2/include" || continue
        grep -rqw --include="$file" "$name" "$2/src" || continue # an object of a source that was moved or changed since
        grep -rlw --include='*.c' --include='*.cpp' "$name" "$2/src" "$2/tests" "$2/web" "$2/samples" 2>/dev/null | grep -qv "/$file\$" ||
            echo "$file: $name"
    done
}

# The check can fail: it finds a planted function, and not the function that a test or a page calls.
mkdir -p "$scratch/build/src" "$scratch/tree/src" "$scratch/tree/include" "$scratch/tree/tests"
echo 'int sinew_public(void); int lonely(void); int tested(void);
int sinew_public(void) { return 0; } int lonely(void) { return 1; } int tested(void) { return 2; }' >"$scratch/tree/src/planted.c"
echo 'int sinew_public(void);' >"$scratch/tree/include/planted.h"
echo 'int tested(void); int test(void) { return tested(); }' >"$scratch/tree/tests/test_planted.c"
"$cc" -c "$scratch/tree/src/planted.c" -o "$scratch/build/src/planted.c.o"
found=$(without_caller "$scratch/build" "$scratch/tree")
[ "$found" = 'planted.c: lonely' ] || { echo "callers: of the planted functions, found '$found'"; exit 1; }

problems=$(without_caller "$build" "$source")
[ -z "$problems" ] || { printf 'external functions without a caller in another file:\n%s\n' "$problems"; exit 1; }
