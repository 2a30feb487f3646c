# Changes of a file, and signals to the program, while it plays.
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY
SDL_VIDEODRIVER=offscreen # a window nobody sees
export SDL_VIDEODRIVER
play() {
    "$SINEW" play "$@" --paused --at 50% --size 96x64 --quiet >.stdout 2>.stderr
}

cp "$DATA/arm.fbx" arm.fbx
play arm.fbx --quit-after 0 --screenshot undisturbed.png || fail "no picture: $(cat .stderr)"

# meanwhile WHAT WORD…: does something to folder/arm.fbx while it plays; the image does not change.
meanwhile() {
    case_words="play, and meanwhile: $1"
    shift
    mkdir -p folder
    cp "$DATA/arm.fbx" folder/arm.fbx
    rm -f after.png
    play folder/arm.fbx --quit-after 1.5 --screenshot after.png &
    player=$!
    sleep 0.7
    "$@"
    wait $player
    exit_code=$?
    check_run 0 '' ''
    cmp -s after.png undisturbed.png || fail 'the picture changed'
    rm -rf folder
}
empty() { : >folder/arm.fbx; }
shorten() { head -c 900 "$DATA/arm.fbx" >folder/arm.fbx; }
replace() { echo 'no model at all' >other && mv other folder/arm.fbx; }
sleep_through() { kill -STOP "$player" && sleep 0.3 && kill -CONT "$player"; }
meanwhile 'the file is emptied' empty
meanwhile 'the file is cut off' shorten
meanwhile 'another file takes its place' replace
meanwhile 'the file is deleted' rm folder/arm.fbx
meanwhile 'its folder is deleted' rm -r folder
meanwhile 'the program is stopped and goes on' sleep_through

# Told to end, it ends at once and without a picture.
case_words='play, ended by SIGTERM'
timeout --foreground --preserve-status -s TERM 0.7 "$SINEW" play arm.fbx --quit-after 30 --size 96x64 --screenshot none.png >.stdout 2>.stderr
exit_code=$?
check_run 143 '' '*'
[ -e none.png ] && fail 'a picture was saved'
finish
