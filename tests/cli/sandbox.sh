# The sandbox of the workers: a missing protection is reported, and nobody else's program becomes the worker.
# Needs in the environment: REFUSE, a library that makes seccomp, prctl and Landlock fail (tests/support/refuse_sandbox.c).
. "$SCRIPTS/check.sh"

A=$DATA/arm.fbx
strong=$SINEW build=$(dirname "$SINEW")

# plant FOLDER: a program with the worker's name that leaves a file when it is run.
plant() {
    mkdir -p "$1"
    for name in sinew-worker sinew-image-worker; do
        printf '#!/bin/sh\n: >"%s/planted-ran"\n' "$PWD" >"$1/$name"
        chmod 755 "$1/$name"
    done
}
no_planted() { [ ! -e planted-ran ] || { fail "$1: the planted worker ran"; rm -f planted-ran; }; }

# The program's name is the choice of whoever starts it.
plant planted
case_words='argv[0]'
python3 -c 'import os, sys; os.execv(sys.argv[1], [sys.argv[2]] + sys.argv[3:])' \
    "$SINEW" "$PWD/planted/sinew" info "$A" --no-cache >.stdout 2>.stderr || fail "exit $?: $(cat .stderr)"
no_planted 'argv[0]'

# A link to the program in a folder of someone else.
ln -s "$SINEW" planted/sinew
case_words='a link'
planted/sinew info "$A" --no-cache >.stdout 2>.stderr || fail "exit $?: $(cat .stderr)"
no_planted 'a link'

# The current folder, PATH, and the folder above the program.
(cd planted && PATH=$PWD:$PATH && "$SINEW" info "$A" --no-cache >/dev/null 2>&1) || fail 'the current folder'
no_planted 'PATH and the current folder'
mkdir -p above/folder
cp "$SINEW" above/folder/sinew
plant above
plant above/libexec/sinew
SINEW=$PWD/above/folder/sinew
check 70 '' "*the program sinew-worker*is missing; searched $PWD/above/folder, /*/sinew*" -- info "$A" --no-cache
long=$PWD/$(printf '%0150d' 1)/$(printf '%0150d' 2) # a name that the list has no space for
mkdir -p "$long"
cp "$strong" "$long/sinew"
SINEW=$long/sinew
check 70 '' '*the program sinew-worker*is missing; searched /*/sinew and 1 more*' -- info "$A" --no-cache
SINEW=$strong
no_planted 'the folder above'

# Another user's worker beside the program. Only root can make one.
if [ "$(id -u)" = 0 ]; then
    mkdir foreign
    cp "$SINEW" foreign/sinew
    cp "$build/sinew-worker" foreign/sinew-worker
    foreign/sinew info "$A" --no-cache >/dev/null 2>&1 || fail 'a worker beside the program is not found'
    chown 12345 foreign/sinew-worker
    SINEW=$PWD/foreign/sinew
    check 70 '' '*the program sinew-worker*is missing*' -- info "$A" --no-cache
    chown 0 foreign/sinew-worker
    chmod o+w foreign/sinew-worker
    SINEW=$PWD/foreign/sinew
    check 70 '' '*the program sinew-worker*is missing*' -- info "$A" --no-cache
    SINEW=$strong
else
    echo 'skipped: only root can make files of another user'
fi

# weaken HOW [ERRNO]: a program in ./weak whose workers are refused a protection.
weaken() {
    rm -rf weak
    mkdir weak
    cp "$strong" weak/sinew
    for name in sinew-worker sinew-image-worker; do
        printf '#!/bin/sh\nLD_PRELOAD=%s REFUSE=%s ERRNO=%s ASAN_OPTIONS=verify_asan_link_order=0 exec %s/%s\n' \
            "$REFUSE" "$1" "${2:-1}" "$build" "$name" >weak/$name
        chmod 755 weak/$name
    done
}
"$SINEW" --version >.version
if grep -q 'NO syscall filter' .version; then
    echo 'skipped: this system has no syscall filter to take away'
else
    check 0 '*' '' -- info "$A" --no-cache --sandbox required
    weaken seccomp
    SINEW=$PWD/weak/sinew
    check 0 '*NO syscall filter*' '' -- --version
    check 0 '*joints*' "sinew: $A: warning: S01: this system did not fully protect the import: missing syscall filter" -- info "$A" --no-cache
    check 70 '' "sinew: $A: this system cannot fully protect the import: missing syscall filter; nothing was read" \
        -- info "$A" --no-cache --sandbox required
    json_error_is no-sandbox code info "$A" --no-cache --sandbox required --json
    weaken prctl
    check 0 '*joints*' "*S01: *missing syscall filter, limit on privileges, end with the program*" -- info "$A" --no-cache
    check 70 '' "*missing syscall filter, limit on privileges, end with the program*" -- info "$A" --no-cache --sandbox required
fi

# Landlock: a kernel that names no version has none, which is not a fault; one that names a version and then fails is.
# The kernel's error numbers: 38 ENOSYS, 95 EOPNOTSUPP (disabled at boot), 1 EPERM, 7 E2BIG (too many layers), 24 EMFILE.
if grep -q '(Landlock)' .version; then
    for number in 38 95 1; do
        weaken version $number
        SINEW=$PWD/weak/sinew
        check 0 '*no Landlock in this kernel*' '' -- --version
        check 0 '*joints*' '' -- info "$A" --no-cache
        grep -q 'NO ' .version || check 0 '*joints*' '' -- info "$A" --no-cache --sandbox required
    done
    for failure in 'ruleset 24' 'ruleset 95' 'ruleset 38' 'restrict 1' 'restrict 7' 'restrict 95'; do
        weaken $failure # two words
        SINEW=$PWD/weak/sinew
        check 0 '*NO Landlock*' '' -- --version
        check 0 '*joints*' "*S01: this system did not fully protect the import: missing *Landlock" -- info "$A" --no-cache
        check 70 '' "*this system cannot fully protect the import: missing *Landlock; nothing was read" \
            -- info "$A" --no-cache --sandbox required
    done
else
    echo 'skipped: this system has no Landlock to take away'
fi
SINEW=$strong
check 2 '' '*--sandbox*' -- info "$A" --sandbox none

finish
