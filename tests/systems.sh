#!/bin/sh
# systems.sh SUITE: the README's two commands in a bare Debian of this suite, with a clone of the present commit and nothing else installed.
# Prints exit codes, seconds and the tests that failed; the whole output stays in build-systems/SUITE.log. Needs root and debootstrap.
set -u
suite=$1
cd "$(dirname "$0")/.." || exit 1
mkdir -p build-systems
log=$PWD/build-systems/$suite.log
root=$(mktemp -d -p "${TMPDIR:-/var/tmp}") || exit 1
finish() {
    umount "$root/dev/pts" "$root/proc" 2>/dev/null
    rm -rf "$root"
}
trap finish EXIT
trap 'exit 1' INT TERM

[ -z "$(git status --porcelain)" ] || echo "systems: $suite: only committed changes are tested"
if ! debootstrap --variant=minbase --include=git,ca-certificates,bsdutils,procps "$suite" "$root" >"$log" 2>&1; then
    echo "systems: $suite: debootstrap failed: $(tail -n 1 "$log")"
    exit 1
fi
mkdir -p "$root/dev/pts" "$root/proc"
if ! mount -t devpts devpts "$root/dev/pts" || ! mount -t proc proc "$root/proc"; then
    echo "systems: $suite: skipped, because nothing can be mounted here"
    exit 0
fi
[ -e "$root/dev/ptmx" ] || ln -s pts/ptmx "$root/dev/ptmx"
git clone -q . "$root/root/sinew" || exit 1

# inside COMMAND: runs it in the clone, with the environment of a login and nothing of this system's.
inside() {
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm-256color LANG=C.UTF-8 sh -c "cd /root/sinew && $1"
}
failures=0
# attempt NAME COMMAND: runs it inside and prints its exit code and seconds.
attempt() {
    start=$(date +%s)
    inside "$2" >>"$log" 2>&1
    code=$?
    echo "systems: $suite: $1: exit code $code, $(($(date +%s) - start)) s"
    [ "$code" -eq 0 ] || failures=1
}
# The player draws in the terminal of script(1).
attempt './dev play samples/walk.fbx' "script -qec './dev play samples/walk.fbx --quit-after 3' /root/played </dev/null"
drawn=$(stat -c %s "$root/root/played" 2>/dev/null || echo 0)
if [ "$drawn" -lt 2000 ]; then
    echo "systems: $suite: play drew only $drawn bytes"
    failures=1
fi
attempt './dev test' './dev test'
sed -n '/The following tests FAILED/,$p' "$log"
grep -E 'CMake Error|^dev: systems|warning: ' "$log" | cut -c1-200 | sort -u | head -n 10
exit $failures
