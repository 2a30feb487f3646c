# FBX files: where their images are, and what nobody should ask for.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx S=$DATA/../../samples

# Images are stored like the source's, inside the file or beside it; a line names each missing one.
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
check_file linked.fbx 0 '' "*texture 'textures/character.png' is linked, but only the source contains its image" -- \
    export inside.fbx --textures link -o linked.fbx
check 0 '*0 of 1 textures found?  missing  textures/character.png*' '*' -- info linked.fbx
missing="sinew: walk.fbx: warning: texture 'textures/character.png' is linked"
check_file out.fbx 0 '' "$missing, but no image file is found" -- export walk.fbx -o out.fbx
check_file out.fbx 0 '' "$missing: no image file found" -- export walk.fbx --textures embed -o out.fbx
check_file out.fbx 0 '' '' -- export walk.fbx --textures embed --texture-path "$S/textures" -o out.fbx
check 0 '*embedded  textures/character.png*' '*' -- info out.fbx
check_file out.fbx 0 '' '' -- export walk.fbx --textures embed --no-mesh -o out.fbx
check 2 '' 'sinew: obj does not support --textures' -- export walk.fbx --textures embed --at 0 -o out.obj
check 2 '' 'sinew: --textures copy needs a file to copy images beside
  hint: *' -- export walk.fbx --textures copy --format fbx -o -
check 2 '' "sinew: --textures: 'pack' is not a valid choice*" -- export walk.fbx --textures pack -o out.fbx
rm ./*.fbx

# Links lead from the output to the image, wherever the author had it. Copies are beside the output, and the file finds them.
mkdir -p art/textures art/sub far/away
run export "$S/walk.fbx" --format fbx-ascii -o - # a stream has the author's path
sed 's,"textures/character.png","D:\\Work\\Fox\\textures\\character.png",' .stdout >art/walk.fbx
grep -q 'RelativeFilename: "D:.Work.Fox.textures.character.png"' art/walk.fbx || fail 'the path is another'
cp "$S/textures/character.png" art/textures
note="sinew: art/walk.fbx: warning: images that are linked outside the folder of"
check_file far/away/out.fbx 0 '' "$note 'far/away/out.fbx': 1; --textures copy puts them beside it" -- \
    export art/walk.fbx --format fbx-ascii -o far/away/out.fbx
grep -q 'RelativeFilename: "../../art/textures/character.png"' far/away/out.fbx || fail 'the link leads elsewhere'
[ -f far/away/../../art/textures/character.png ] || fail 'the link leads nowhere'
check_file art/sub/out.fbx 0 '' '*' -- edit art/walk.fbx --in-place -o art/sub/out.fbx
grep -aq '[^/]../textures/character.png' art/sub/out.fbx || fail 'the link of an edited file leads elsewhere'
check_file art/out.fbx 0 '' '' -- export art/walk.fbx --format fbx-ascii -o art/out.fbx
grep -q 'RelativeFilename: "D:.Work.Fox.textures.character.png"' art/out.fbx || fail 'the link of the author is changed'
check_file art/out.fbx 0 '' '' -- export art/walk.fbx --format fbx-ascii --curves portable -o art/out.fbx
grep -q 'RelativeFilename: "textures/character.png"' art/out.fbx || fail 'the link leads elsewhere'
for format in fbx glb; do
    check_file far/out.$format 0 '' '' -- export art/walk.fbx --textures copy -o far/out.$format
    cmp -s art/textures/character.png far/out_textures/character.png || fail "$format: another image was copied"
    check 0 '*1 of 1 textures found?  found  out_textures/character.png*' '*' -- info far/out.$format
    check_file far/out.$format 0 '' "*images that are linked outside*" -- export art/walk.fbx --textures link -o far/out.$format
done
grep -aq '"uri":"../art/textures/character.png"' far/out.glb || fail 'the glb is not linked'
# Images inside the source are copied too; those that are read are not overwritten.
check_file art/in.glb 0 '' '' -- export art/walk.fbx -o art/in.glb
rm -r far/out_textures
check_file far/out.fbx 0 '' '' -- export art/in.glb --textures copy -o far/out.fbx
check 0 '*1 of 1 textures found?  found  out_textures/*' '*' -- info far/out.fbx
mkdir art/walk_textures && mv art/textures/character.png art/walk_textures
check_file far/walk.fbx 0 '' '' -- export art/walk.fbx --textures copy --texture-path art/walk_textures -o far/walk.fbx
inode=$(stat -c %i art/walk_textures/character.png)
check_file art/walk.glb 0 '' '' -- export art/walk.fbx --textures copy --texture-path art/walk_textures -o art/walk.glb
[ "$(stat -c %i art/walk_textures/character.png)" = "$inode" ] || fail 'the image that was read was written again'
rm -r art far

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
# ASCII files have no escape for an ampersand: a name that would be read as another one is refused, and others come back.
for name in 'a&quot;b' 'a&lf;b' '&cr;'; do
    check_file named.glb 0 '' '*' -- edit "$DATA/arm.fbx" --keep bend --rename "bend=$name" -o named.glb
    check 3 '' "sinew: named.glb: &quot;, &cr; and &lf; stand for other characters in an ASCII FBX, which cannot contain '$name'" -- \
        export named.glb --format fbx-ascii -o refused.fbx
    check_file named.fbx 0 '' '*' -- export named.glb -o named.fbx
    json_is "$name" clips/0/name info named.fbx --json
    rm named.*
done
check_file named.glb 0 '' '*' -- edit "$DATA/arm.fbx" --keep bend --rename 'bend=a&quo;"&lf' -o named.glb
check_file named.fbx 0 '' '*' -- export named.glb --format fbx-ascii -o named.fbx
json_is 'a&quo;"&lf' clips/0/name info named.fbx --json
rm named.*
finish
