# The n-th allocation of the program fails, for every n: it prints a message and leaves no file, or it succeeds as usual.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

# struck N WORD…: one run whose request N is refused, and every later one with REFUSE_FOR_GOOD.
struck() {
    request=$1
    shift
    case_words="$* (request $request${REFUSE_FOR_GOOD:+ and all later ones})"
    [ -z "$EMPTY_CACHE" ] || rm -rf "$SINEW_CACHE_DIR"
    LD_PRELOAD=$REFUSE REFUSE_REQUEST=$request REFUSE_LOG=.struck "$SINEW" "$@" >.stdout 2>.stderr
    exit_code=$?
}

survives() { # OUT WORD…; OUT is the file that is written, - for standard output
    out=$1
    shift
    run "$@"
    check_run 0 '*' ''
    if [ "$out" = - ]; then cp .stdout .expected; else mv "$out" .expected; fi
    n=0
    while :; do
        rm -f .struck
        struck "$n" "$@"
        if [ "$exit_code" = 0 ]; then
            if [ "$out" = - ]; then cmp -s .stdout .expected || fail 'succeeds with something else'
            else cmp -s "$out" .expected || fail "$out differs from the output with enough memory"; fi
            rm -f "$out"
        else
            [ "$exit_code" = 70 ] || fail "exit $exit_code: $(cat .stderr)"
            case $(cat .stderr) in
            *memory*) ;;
            *) fail "says: $(cat .stderr)" ;;
            esac
            [ -s .stdout ] && fail 'data on stdout although it failed'
            [ -e "$out" ] && fail "$out was written"
        fi
        [ -e .struck ] || break
        n=$((n + 1 + n / 20))
    done
    [ "$n" -ge "$MANY" ] || fail "struck only $n times"
}

W=$DATA/../../samples/walk.fbx C=$DATA/../../samples/character.fbx
MANY=3
for REFUSE_FOR_GOOD in '' 1; do
    if [ "$REFUSE_FOR_GOOD" ]; then export REFUSE_FOR_GOOD; else unset REFUSE_FOR_GOOD; fi
    survives - info "$W" --contacts --json --quiet
    survives - keys "$A" --values --quiet
    survives - retarget "$C" --anim "$W" --explain --quiet
    survives - pose "$C" --anim "$W" --at 50% --quiet
    survives out.svg curves "$A" -o out.svg --quiet
    survives out.sinew bake "$C" --textures embed -o out.sinew --quiet
    survives out.fbx edit "$W" --mirror -o out.fbx --quiet
    survives out.fbx edit "$W" --reduce 0.001 -o out.fbx --quiet
    survives out.glb export "$C" --anim "$W" -o out.glb --quiet
    survives out.png render "$W" --at 0.3 -o out.png --size 32x32 --quiet
    "$SINEW" page "$A" -o .probe 2>.stderr # not built without its module
    [ ! -e .probe ] || survives out.html page "$A" -o out.html --quiet
done
MANY=10
for REFUSE_FOR_GOOD in '' 1; do
    if [ "$REFUSE_FOR_GOOD" ]; then export REFUSE_FOR_GOOD; else unset REFUSE_FOR_GOOD; fi
    survives - info "$A" --no-cache --quiet
    survives - tree "$A" --no-cache --json --quiet
    survives - keys "$A" --no-cache --quiet
    survives - pose "$A" --no-cache --at 50% --json --quiet
    survives - diff "$A" "$A" --no-cache --quiet
    survives - check "$A" --no-cache --quiet
    survives out.obj export "$A" --no-cache --at 1 -o out.obj --quiet
    survives out.png render "$A" --no-cache --at 1 -o out.png --size 32x32 --quiet
    survives out.png render "$A" --no-cache --sheet 6x2 -o out.png --size 32x32 --quiet # drawn by several processes
    SDL_VIDEODRIVER=offscreen survives out.png play "$A" --no-cache --paused --at 1 --quit-after 0 --screenshot out.png --size 32x32 --quiet
    survives - tree "$A" --quiet # from the cache
    EMPTY_CACHE=1
    survives - tree "$A" --quiet # into it
    EMPTY_CACHE=
    "$SINEW" cache --check >.stdout || fail "left in the cache: $(cat .stdout)"
done
finish
