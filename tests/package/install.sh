# An installed sinew runs from a prefix that was moved, and other projects find it there.
# Needs in the environment: BUILD, SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
quietly() { "$@" >log 2>&1 || { cat log; fail "failed: $*"; }; }

quietly "$CMAKE" --install "$BUILD" --prefix "$PWD/first"
mv first moved
walk=$SOURCE/samples/walk.fbx
PATH=$PWD/moved/bin:$PATH
joints=$(sinew tree "$walk" --format csv | tail -n +2 | wc -l)
[ "$joints" -gt 10 ] || fail "the installed program sees $joints joints"
sinew --version | grep -q 'a separate process' || fail 'the installed program finds no worker'
for command in $(sinew help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    [ -s "moved/share/man/man1/sinew-$command.1" ] || fail "no manual page of $command"
done
for text in man/man1/sinew.1 bash-completion/completions/sinew zsh/site-functions/_sinew fish/vendor_completions.d/sinew.fish; do
    [ -s "moved/share/$text" ] || fail "no share/$text"
done

for text in applications/sinew.desktop thumbnailers/sinew.thumbnailer mime/packages/sinew.xml; do
    [ -s "moved/share/$text" ] || fail "no share/$text"
done

# The thumbnailer with the arguments of a file manager: an image of the size, or nothing and one message for a file that is not a model.
thumbnail() {
    command=$(sed -n 's/^Exec=//p' moved/share/thumbnailers/sinew.thumbnailer | sed "s|%i|$1|; s|%o|$2|; s|%s|96|g")
    $command
}
thumbnail "$walk" walk.png || fail 'no thumbnail'
[ "$(od -An -tu1 -j16 -N8 walk.png | tr -s ' ')" = ' 0 0 0 96 0 0 0 96' ] || fail 'the thumbnail has another size'
printf '; FBX 7.4.0 project file\nObjects: {\n' >hostile.fbx
if thumbnail hostile.fbx hostile.png 2>log; then fail 'a thumbnail of a damaged file'; fi
[ ! -e hostile.png ] || fail 'a damaged file left a thumbnail'
[ "$(grep -c '^sinew: ' log)" = 1 ] || fail "messages: $(cat log)"

for finder in cmake pkg-config; do
    quietly "$CMAKE" -S "$SOURCE/tests/package" -B $finder -DFINDER=$finder -DWANTED=0.3 \
        "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_PREFIX_PATH=$PWD/moved"
    quietly "$CMAKE" --build $finder
    answer=$($finder/stranger "$walk") || fail "by $finder: the stranger's program exits $?"
    case $answer in
    "$joints joints, "*) ;;
    *) fail "by $finder: '$answer', but there are $joints joints" ;;
    esac
done

# The interface may change between 0.3 and 0.4.
"$CMAKE" -S "$SOURCE/tests/package" -B other -DFINDER=cmake -DWANTED=0.4 "-DCMAKE_C_COMPILER=$CC" \
    "-DCMAKE_PREFIX_PATH=$PWD/moved" >log 2>&1 && fail '0.3 is taken for 0.4'
grep -q 'version: 0.3' log || fail '0.4 was not refused for its version'
