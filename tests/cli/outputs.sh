# Outputs are complete or absent: full disks, files without write permission, links, long names.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
W=$DATA/../../samples/walk.fbx

# with_user WORD…: runs a command as somebody who is not root; skips (2) if there is no such user.
with_user() {
    if [ "$(id -u)" != 0 ]; then "$@"; else setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; fi
}

# What `export "$A"` writes, for comparison.
run export "$A" --at end -o whole.obj
check_run 0 '' ''

# ---- changes by a write -------------------------------------------------------------------------------------------

case_words='export over a file with permissions of its own'
echo old >mode.obj
chmod 640 mode.obj
run export "$A" --at end -o mode.obj
check_run 0 '' ''
[ "$(stat -c %a mode.obj)" = 640 ] || fail "permissions became $(stat -c %a mode.obj)"
cmp -s mode.obj whole.obj || fail 'not what was asked for'
case_words='export under a umask'
(umask 027 && "$SINEW" export "$A" --at end -o umask.obj)
[ "$(stat -c %a umask.obj)" = 640 ] || fail "permissions are $(stat -c %a umask.obj)"
case_words='export over a file that runs as its owner'
echo old >mode.obj
chmod 6750 mode.obj
run export "$A" --at end -o mode.obj
check_run 0 '' ''
[ "$(stat -c %a mode.obj)" = 750 ] || fail "permissions became $(stat -c %a mode.obj)"
rm mode.obj umask.obj

case_words='export to a link'
mkdir there
echo old >there/real.obj
ln -s there/real.obj link.obj
run export "$A" --at end -o link.obj
check_run 0 '' ''
{ [ -L link.obj ] && cmp -s there/real.obj whole.obj; } || fail 'the link was replaced instead of its target'
rm there/real.obj
check 6 '' 'sinew: link.obj: cannot write: it is a dangling link' -- export "$A" --at end -o link.obj
[ -L link.obj ] || fail 'the link was replaced'
ln -s nowhere.sinew link.sinew
check 6 '' 'sinew: link.sinew: cannot write: it is a dangling link' -- bake "$A" -o link.sinew
rm -r there link.obj link.sinew

# A name as long as a file system takes, which leaves no room for a longer temporary one.
long=$(printf '%0251d' 7).obj
check_file "$long" 0 '' '' -- export "$A" --at end -o "$long"
rm "$long"

# ---- files that cannot be written ---------------------------------------------------------------------------------

# old_file_stays FOLDER MESSAGE WORD…: the command fails with 6 and the message; FOLDER/out.obj is unchanged and the only file.
old_file_stays() {
    folder=$1 message=$2
    shift 2
    "$@" >.stdout 2>.stderr
    exit_code=$?
    check_run 6 '' "sinew: $folder/out.obj: cannot write: $message"
    [ "$(wc -l <.stderr)" = 1 ] || fail "more than a line: $(cat .stderr)"
    [ "$(ls -A "$folder")" = out.obj ] || fail "left behind: $(ls -A "$folder")"
    [ "$(cat "$folder/out.obj")" = old ] || fail 'the old file changed'
}

mkdir folder
echo old >folder/out.obj

case_words='export over a file that is read-only'
if with_user test -r "$A" -a -x "$SINEW" 2>/dev/null; then
    chmod 444 folder/out.obj
    chmod 777 folder
    old_file_stays folder 'Permission denied' with_user "$SINEW" export "$A" --at end -o folder/out.obj
    chmod 644 folder/out.obj
    chmod 555 folder
    old_file_stays folder 'Permission denied' with_user "$SINEW" export "$A" --at end -o folder/out.obj
    chmod 755 folder
else
    skip_line 'root, and nobody else can read the test files: no file is read-only'
fi

# mounted OPTIONS: a small disk of our own with the old file on it, for one export.
mounted() {
    unshare -rm sh -c 'mount -t tmpfs -o size=8k none folder && echo old >folder/out.obj || exit 99
        [ -z "$4" ] || head -c 8192 /dev/zero >>folder/out.obj 2>/dev/null
        mount -o "remount,$3" folder || exit 99
        "$1" export "$2" --at end -o folder/out.obj
        code=$?
        ls -A folder >.left && head -n 1 folder/out.obj | tr -d "\0" >.head
        exit $code' sh "$SINEW" "$A" "$1" "$2" >.stdout 2>.stderr
    exit_code=$?
}
: >.left >.head
if unshare -rm mount -t tmpfs -o size=8k none folder 2>/dev/null; then
    for case_words in 'export to a full disk' 'export to a read-only disk'; do
        case $case_words in
        *full*)
            message='No space left on device'
            mounted rw fill
            ;;
        *)
            message='Read-only file system'
            mounted ro ''
            ;;
        esac
        check_run 6 '' "sinew: folder/out.obj: cannot write: $message"
        [ "$(cat .left)" = out.obj ] || fail "left behind: $(cat .left)"
        [ "$(cat .head)" = old ] || fail 'the old file changed'
    done
else
    skip_line 'no right to mount a small disk'
fi
rm -rf folder .left .head

case_words='export into a named pipe that closes'
mkfifo pipe
head -c 1 <pipe >/dev/null &
run export "$W" --at 0 -o pipe --format obj --quiet
wait
check_run 6 '' 'sinew: pipe: cannot write: Broken pipe'
rm pipe
finish
