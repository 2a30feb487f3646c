#!/bin/sh
# same_bits.sh HASH_PALETTES…: programs of several builds must find the same number over all palettes of all clips of the samples, whatever
# the compiler, the optimisation, the sanitizer. Each of them has found it with one thread and with eight already.
cd "$(dirname "$0")/.." || exit 2
export LSAN_OPTIONS=suppressions=tests/support/lsan.supp:print_suppressions=0
first=
for program in "$@"; do
    number=$("$program" samples/*.fbx samples/*.glb) || exit 1
    printf '%s: %s\n' "$program" "$number"
    [ "$number" = "${first:=$number}" ] || {
        printf '%s: other bits than %s\n' "$program" "$1" >&2
        exit 1
    }
done
