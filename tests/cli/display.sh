# Nothing to play in, or no more: a clear line and exit 5, never a player that shows nothing.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
unset WAYLAND_DISPLAY SDL_VIDEODRIVER XDG_RUNTIME_DIR

for DISPLAY in '' ':987'; do
    export DISPLAY
    [ -z "$DISPLAY" ] && why='no display' || why="cannot open display ':987',"
    check 5 '' "*sinew: $why and no terminal to play in
  hint: sinew render *arm.fbx -o *arm.png needs neither" -- play "$A" --quit-after 5
done
unset DISPLAY
check 5 '' "sinew: no display and no terminal to play in*" -- play "$A" --quit-after 5
check 5 '' "sinew: no display and no terminal to play in*" -- "$A"

# SDL is loaded when something is drawn, and only then.
sdl=$(ldconfig -p 2>/dev/null | sed -n 's/.* => \(.*libSDL2-2.0.so.0\)$/\1/p' | head -n 1)
case $(ldd "$SINEW") in *libSDL2*) fail 'every command loads SDL' ;; esac
if [ -n "$sdl" ] && unshare -rm true 2>/dev/null; then
    case_words='without SDL'
    unshare -rm sh -c 'mount --bind /dev/null "$1" && exec "$2" render "$3" -o picture.png' sh "$(readlink -f "$sdl")" "$SINEW" "$A" >.stdout 2>.stderr
    exit_code=$?
    check_run 5 '' '*sinew: cannot start OpenGL 3.3: the library libSDL2-2.0.so.0 is not installed'
    unshare -rm sh -c 'mount --bind /dev/null "$1" && exec "$2" tree "$3"' sh "$(readlink -f "$sdl")" "$SINEW" "$A" >.stdout 2>.stderr
    exit_code=$?
    check_run 0 '*' ''
else
    skip_line 'no mount namespaces here, to be without SDL in'
fi

if command -v Xvfb >/dev/null && command -v xdotool >/dev/null; then
    Xvfb -displayfd 3 -screen 0 320x200x24 -nolisten tcp 3>display >/dev/null 2>&1 &
    server=$!
    trap 'kill -KILL $server 2>/dev/null' EXIT
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s display ] || sleep 0.2; done
    DISPLAY=:$(cat display)
    export DISPLAY

    # A missing driver makes the server refuse requests. Memory that the libraries of OpenGL and OpenGL ES hold when SDL unloads them,
    # one after the other, counts as lost.
    own_options=${ASAN_OPTIONS-}
    export MESA_LOADER_DRIVER_OVERRIDE=none GALLIUM_DRIVER=none ASAN_OPTIONS="$own_options:detect_leaks=0"
    check 5 '' '*sinew: cannot start OpenGL 3.3: *' -- play "$A" --quit-after 5
    unset MESA_LOADER_DRIVER_OVERRIDE GALLIUM_DRIVER
    export ASAN_OPTIONS="$own_options"

    case_words='play, whose display goes away'
    "$SINEW" play "$A" --size 160x120 2>messages &
    player=$!
    xdotool search --sync --onlyvisible --name 'arm.fbx' >/dev/null
    kill -KILL $server
    wait $player
    code=$?
    [ "$code" = 5 ] || fail "exit $code, expected 5"
    case $(cat messages) in 'sinew: the display was closed') ;; *) fail "says: $(cat messages)" ;; esac
else
    skip_line "Xvfb or xdotool is not installed"
fi
finish
