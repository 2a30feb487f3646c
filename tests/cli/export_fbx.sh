# FBX files: where their images are, and what nobody should ask for.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx S=$DATA/../../samples

# Images are where the source has them, inside the file, or beside it; a line names each that is not there.
mkdir textures
cp "$S/walk.fbx" walk.fbx
cp "$S/textures/character.png" textures/character.png
check_file kept.fbx 0 '' '' -- export walk.fbx -o kept.fbx
check 0 '*1 of 1 textures found?  found  textures/character.png*' '*' -- info kept.fbx
check_file inside.fbx 0 '' '' -- export walk.fbx --textures embed -o inside.fbx
check_file inside.txt.fbx 0 '' '' -- export walk.fbx --textures embed --format fbx-ascii -o inside.txt.fbx
rm -r textures
check_file image.glb 0 '' '' -- export "$S/walk.fbx" --clip none -o image.glb
tail -c 100000 image.glb >expected # the image is the last thing in a glb
for way in inside inside.txt; do
    check 0 '*1 of 1 textures found?  embedded  textures/character.png*' '*' -- info $way.fbx
    check_file image.glb 0 '' '' -- export $way.fbx --clip none -o image.glb
    tail -c 100000 image.glb | cmp -s - expected || fail "$way.fbx has another image"
done
rm image.glb expected
check_file linked.fbx 0 '' "*texture 'textures/character.png' is linked, but its image is inside the source alone" -- \
    export inside.fbx --textures link -o linked.fbx
check 0 '*0 of 1 textures found?  missing  textures/character.png*' '*' -- info linked.fbx
missing="sinew: walk.fbx: warning: texture 'textures/character.png' is linked"
check_file out.fbx 0 '' "$missing, but no image file is found" -- export walk.fbx -o out.fbx
check_file out.fbx 0 '' "$missing: no image file found" -- export walk.fbx --textures embed -o out.fbx
check_file out.fbx 0 '' '' -- export walk.fbx --textures embed --texture-path "$S/textures" -o out.fbx
check 0 '*embedded  textures/character.png*' '*' -- info out.fbx
check_file out.fbx 0 '' '' -- export walk.fbx --textures embed --no-mesh -o out.fbx
check 2 '' 'sinew: glb does not support --curves, --no-mesh, --textures, --unit and --up' -- export walk.fbx --textures embed -o out.glb
check 2 '' "sinew: --textures: 'pack' is not a valid choice*" -- export walk.fbx --textures pack -o out.fbx
rm ./*.fbx

# A failure leaves nothing, or the old file.
for how in '' '--format fbx-ascii' '--curves portable'; do
    # shellcheck disable=SC2086 # several words
    check 6 '' 'sinew: /dev/full: cannot write: No space left on device' -- export "$S/walk.fbx" --format fbx $how -o /dev/full
    cp "$A" own.fbx
    # shellcheck disable=SC2086
    check 2 '' "*sinew: './own.fbx' is an input of the command*" -- export own.fbx $how -o ./own.fbx
    cmp -s "$A" own.fbx || fail 'the input was changed'
    # shellcheck disable=SC2086
    check 2 '' "*sinew: 'own.fbx' is an input of the command*" -- export "$A" --anim own.fbx $how -o own.fbx
    cmp -s "$A" own.fbx || fail 'the input was changed'
    rm own.fbx
done
echo old >out.fbx
check 70 '' '*stopped after *0.001 s*' -- export "$S/walk.fbx" --timeout 0.001 -o out.fbx # on a busy machine by the clock
check 4 '' "*no clip 'dance'*" -- export "$A" --clip dance -o out.fbx
[ "$(cat out.fbx)" = old ] || fail 'changed the old file'
rm out.fbx
finish
