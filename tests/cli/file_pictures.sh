# play in a window: the small pictures in the lists of files and clips, by the colours on the screen. A row is 34 points high and begins with its picture, of
# 32 points; the first row begins at 28.
. "$SCRIPTS/check.sh"
. "$SCRIPTS/window.sh"

# triangle NAME R G B: a triangle of that colour, seen from both sides, that moves for a second.
triangle() {
    cat >"$1" <<END
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"sheet","mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"doubleSided":true,"pbrMetallicRoughness":{"baseColorFactor":[$2,$3,$4,1],"metallicFactor":0}}],
"animations":[{"name":"move","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":8,"byteLength":8},{"buffer":0,"byteOffset":12,"byteLength":24}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,$(printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0' | base64)"}]}
END
}
triangle red.gltf 1 0 0
triangle green.gltf 0 1 0
triangle blue.gltf 0 0 1
echo 'Dear Anna' >letter.gltf

# row N PATTERN: until the numbers of red, green and blue pixels of a row's picture fit the pattern.
counts() {
    found=$("$WINDOW_CLIENT" count "$window" 14 $((28 + 34 * $1)) 34 34)
    case $found in $2) ;; *) return 1 ;; esac
}
row() { eventually counts "$1" "$2" || fail "row $1 has $found pixels of red, green and blue, not $2"; }

start --paused red.gltf letter.gltf green.gltf blue.gltf
keys t
row 0 '[1-9][0-9][0-9] 0 0'
row 2 '0 [1-9][0-9][0-9] 0'
row 1 '0 0 0' # it cannot be loaded
triangle red.gltf 0 0 1
keys F5 # a file that has changed, and is loaded again
row 0 '0 0 [1-9][0-9][0-9]'
keys greater # the list shows a file that is chosen
title_is 'green.gltf - *'
mouse 100 79 # the letter: it cannot be played, and the next is
xdotool click 1
title_is 'green.gltf - *'
keys q
wait $player
exit_code=$?
check_run 7 '' '*letter.gltf: *'

# Clips of the file that plays have pictures, too, which go with the file.
second='{"name":"again","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}'
clips() { # R G B
    triangle one.gltf "$@"
    sed -e "s/\"animations\":\[/&$second,/" one.gltf >clips.gltf
}
clips 1 0 0
start --paused clips.gltf
keys t
row 0 '[1-9][0-9][0-9] 0 0'
row 1 '[1-9][0-9][0-9] 0 0'
clips 0 0 1
keys F5
row 0 '0 0 [1-9][0-9][0-9]'
row 1 '0 0 [1-9][0-9][0-9]'
ends
finish
