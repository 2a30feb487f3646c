# play in a window on which another program drops files.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"
A=$DATA/arm.fbx
folder="a b % ü"
mkdir -p "$folder/textures"
cp "$DATA/../../samples/textures/character.png" "$folder/textures"
cp "$DATA/../../samples/walk.fbx" "$folder/läuft 100%.fbx"
cp "$DATA/../../samples/face.fbx" "$folder/%41.fbx"
cp "$A" "$folder/#1?.fbx"
echo 'no model at all' >"$folder/text.fbx"
here="file://$PWD/a%20b%20%25%20%C3%BC"
walk=$here/l%C3%A4uft%20100%25.fbx face=$here/%2541.fbx arm=$here/%231%3F.fbx text=$here/text.fbx

# drops URI…: all of them together.
drops() { printf '%s\r\n' "$@" | "$WINDOW_CLIENT" drop "$window" 500 300 || fail "the window does not take $*"; }

start "$A" --paused
"$WINDOW_CLIENT" drag "$window" 500 300 "$walk" || fail 'the window is not one to drop on'
sleep 0.3
title_is 'arm.fbx - *'

drops "$walk"
title_is 'läuft 100%.fbx - * / 1.000 s*'
drops "$face"
title_is '%41.fbx - expressions *'
drops "$arm"
title_is '#1[?].fbx - bend *'

# Several at once are a list that begins with the first; the old ones come after it.
keys less less less
title_is 'arm.fbx - bend *'
drops "$face" "$walk" "file://$(uname -n)$PWD/a%20b%20%25%20%C3%BC/%231%3F.fbx"
title_is '%41.fbx - *'
keys greater
title_is 'läuft 100%.fbx - *'
keys greater
title_is '#1[?].fbx - *'

# A dropped file that is not a model gives a message; models dropped with it play, and without any nothing changes. An image, a folder, a missing file.
[ ! -s .stderr ] || fail "says: $(cat .stderr)"
drops "$text" "$face"
title_is '%41.fbx - *'
drops "$text" "$here" "$here/none.fbx"
says() { grep -q "$1" .stderr; }
eventually says 'none.fbx: no such file'
title_is '%41.fbx - *'
grep -q "text.fbx: not a model file" .stderr || fail "says: $(cat .stderr)"
grep -q "ü: is a directory" .stderr || fail "says: $(cat .stderr)"
grep -q "none.fbx: no such file" .stderr || fail "says: $(cat .stderr)"
[ "$(wc -l <.stderr)" = 4 ] || fail "says: $(cat .stderr)"

# What comes is damaged, or no file here: nothing happens. (Text that is no URI at all is not tried: SDL 2.26 reads past its ends.)
for uri in 'file://' 'file://%' 'file:///%zz%' 'http://example.org/walk.fbx' "file://elsewhere$PWD/x.fbx"; do
    "$WINDOW_CLIENT" drop "$window" 500 300 "$uri"
done
sleep 0.3
title_is '%41.fbx - *'
kill -0 $player || fail "it has ended: $(cat .stderr)"
: >.stderr
keys period
title_is '%41.fbx - * frame 1.0*'
ends
finish
