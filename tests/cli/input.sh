# Files that cannot be read; clips, joints, keys and times that are not in the file.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx
cp "$A" Walk.fbx
: >empty.fbx
mkdir folder.fbx
echo 'Dear Anna, the weather is fine' >notes.fbx
head -c 1500 "$A" >cut.fbx
[ "$(id -u)" = 0 ] && skip_line 'root can read everything, so no file is unreadable'
cp "$A" secret.fbx
chmod 000 secret.fbx
for command in info tree keys 'pose --at 0' 'export --at 0 -o out.obj'; do
    check 3 '' 'sinew: nothing.fbx: no such file' -- $command nothing.fbx
    check 3 '' "sinew: walk.fbx: no such file
  hint: did you mean 'Walk.fbx'?" -- $command walk.fbx
    case $command in
    info | export*) check 3 '' 'sinew: folder.fbx: no model files in this directory' -- $command folder.fbx ;;
    *) check 3 '' 'sinew: folder.fbx: is a directory
  hint: commands that take directories: *info, render, export, edit, check, diff, bake, library' -- $command folder.fbx ;;
    esac
    check 3 '' 'sinew: empty.fbx: the file is empty' -- $command empty.fbx
    check 3 '' 'sinew: notes.fbx: not a model file (starts with "Dear Anna*")' -- $command notes.fbx
    check 3 '' 'sinew: cut.fbx: *' -- $command cut.fbx
    [ "$(id -u)" = 0 ] || check 3 '' 'sinew: secret.fbx: cannot read: Permission denied' -- $command secret.fbx
done

check 7 '*arm.fbx: FBX 7.4*' 'sinew: nothing.fbx: no such file
sinew: 1 of 2 files failed' -- info "$A" nothing.fbx
check 3 '' 'sinew: nothing.fbx: no such file
sinew: neither.fbx: no such file' -- info nothing.fbx neither.fbx
check 3 '' '*' -- info nothing.fbx empty.fbx

check 4 '' "sinew: *arm.fbx: no clip 'bned'
  hint: clips: 1 'bend', 2 'lift'" -- keys "$A" --clip bned
check 4 '' "sinew: *arm.fbx: no clip '#3'*" -- keys "$A" --clip '#3'
check 2 '' "sinew: *arm.fbx: '\*' fits 2 clips
  hint: clips: 1 'bend', 2 'lift'" -- pose "$A" --clip '*' --at 0
check 4 '' "sinew: *arm.fbx: no joint 'Elbwo'
  hint: did you mean 'Elbow'?" -- tree "$A" --under Elbwo
check 4 '' "sinew: *arm.fbx: no joint 'Elbwo'*" -- pose "$A" --at 0 --joints 'Hand,Elbwo'
check 4 '' "sinew: *arm.fbx: no joint 'Q\*'" -- keys "$A" --joints 'Q*'
check 4 '' "sinew: *arm.fbx: no joint 'ELB\*'
  hint: ignoring case it matches 'Elbow'" -- keys "$A" --joints 'ELB*'
sed 's/Model::Elbow/Model::mixamorig:Elbow/' "$A" >named.fbx
for name in mixamorig:elbwo elbwo ELBOW other:Elbwo; do
    check 4 '' "sinew: named.fbx: no joint '$name'
  hint: did you mean 'mixamorig:Elbow'?" -- keys named.fbx --joints "$name"
done
check 4 '' "sinew: *arm.fbx: clip 'bend' has 3 keyframes, there is no #40" -- pose "$A" --at '#40'
check 4 '' "sinew: *arm.fbx: clip 'bend' has 2 keyframes on Elbow, there is no #3@Elbow" -- pose "$A" --at '#3@Elbow'
check 4 '' "sinew: *arm.fbx: 1.25 s is past the end of clip 'bend' (1 s)
  hint: the clip goes from 0s to 1s, 24f to 48f; @2.25s evaluates outside it" -- pose "$A" --at 1.25
check 4 '' "sinew: *arm.fbx: 24 s is past the end of clip 'bend' (1 s)
  hint: did you mean 24f? the clip goes from 0s to 1s, 24f to 48f; @25s evaluates outside it" -- render "$A" --at 24 -o out.png
check 4 '' 'sinew: *arm.fbx: 1.25 s is past the end*' -- export "$A" --at 1.25 -o out.obj
check 4 '' 'sinew: *arm.fbx: the rest pose has no keyframes' -- keys "$A" --clip none
check 2 '' "sinew: --at: '12x' is not a time
  hint: write 1.25s, 37f, 50% or '#7'" -- pose "$A" --at 12x
check 2 '' "sinew: --at: '' is not a time*" -- pose "$A" --at=
check 2 '' "sinew: --range: '1' is not a range*" -- pose "$A" --range 1
check 2 '' "sinew: --range: '' is not a time*" -- pose "$A" --range ..1
check 2 '' 'sinew: the range ends before it starts' -- pose "$A" --range 1..0.5
check 2 '' "sinew: --step: '-1f' is not a positive step*" -- pose "$A" --range start..end --step -1f
check 2 '' "sinew: --step: '0' is not a positive step*" -- pose "$A" --range start..end --step 0
check 2 '' 'sinew: 1000000001 times, the limit is 1000000' -- pose "$A" --range start..end --step 1e-9

# glTF has no frame rate, so frames need --fps.
G=$DATA/../../samples/character.glb
check 2 '' "sinew: *character.glb: '12f' needs a frame rate
  hint: --fps 30" -- pose "$G" --at 12f
check 2 '' "sinew: *character.glb: '1f' needs a frame rate*" -- pose "$G" --range start..end
check 2 '' 'sinew: *character.glb: --grid frames needs a frame rate
  hint: --fps 30' -- keys "$G" --grid frames
json_is 0.5 at_s pose "$G" --at 12f --fps 24 --joints hips --json
json_is '' axes/scene_fps info "$G" --json
json_error_is no-rate code pose "$G" --at 12f --json

json_error_is no-clip code keys "$A" --clip bned --json
json_error_is 4 exit keys "$A" --clip bned --json
json_error_is bad-time code pose "$A" --at 12x --json

# A dangling link does not suggest itself.
ln -s nowhere.fbx link.fbx
check 3 '' 'sinew: link.fbx: no such file
  hint: it is a dangling link' -- info link.fbx
rm link.fbx

# Files that are not models.
echo 'version https://git-lfs' >walk.fbx
check 3 '' 'sinew: walk.fbx: not a model file but a Git LFS pointer
  hint: git lfs pull fetches the file' -- info walk.fbx
echo '<!DOCTYPE html><title>Sign in</title>' >walk.fbx
check 3 '' 'sinew: walk.fbx: not a model file but a web page
  hint: download the file itself, not the page about it' -- info walk.fbx
gzip -c "$A" >walk.fbx
check 3 '' 'sinew: walk.fbx: not a model file but a gzip archive
  hint: gunzip <FILE >NEW.fbx unpacks it' -- info walk.fbx
printf 'PK\003\004\024' >walk.fbx
json_error_is 'unpack it and open the model inside' hint info walk.fbx --json
rm walk.fbx

# The limits of an import.
check 70 '' 'sinew: *character.glb: the importer was stopped after 0.00* s*
  hint: --timeout 1s allows more' -- info "$G" --timeout 1ms --no-cache
check 70 '' 'sinew: *character.glb: the importer was stopped at 1 MB of memory
  hint: --memory-limit 1G allows more' -- info "$G" --memory-limit 1M --no-cache
check 0 '*character.glb: glTF*' '' -- info "$G" --timeout 1min --memory-limit 1G
check 2 '' "sinew: --timeout: '5x' is invalid
  hint: expected seconds, as in 60s or 2min" -- info "$G" --timeout 5x
check 2 '' "sinew: --memory-limit: '1T' is invalid
  hint: expected bytes, as in 512M or 8G" -- info "$G" --memory-limit 1T

# The range of --error.
for wrong in 0 -1 1 nan inf 1e-9 x ''; do
    check 2 '' "sinew: --error: '$wrong' is *" -- info "$G" --error "$wrong"
done
check 0 '*played from*frames*' '' -- info "$G" -v --error 1e-3
check 0 '*' '' -- info "$G" --error=0.1


# A frame outside the clip: the curves are extrapolated, with a warning; @ says that this is meant.
check 0 '*' "sinew: $A: warning: frame 99f is outside clip 'bend', frames 24f to 48f: its curves are extrapolated" -- pose "$A" --at 99f
check 0 '*' '' -- pose "$A" --at @99f
check 0 '*' "*warning: frame 0f is outside clip 'bend', frames 24f to 48f*" -- pose "$A" --range 0f..30f
check 4 '' "*hint: -5s counts from the end, @-5s from the file's zero; the clip goes from 0s to 1s, 24f to 48f; @-3s evaluates outside it" -- \
    pose "$A" --at=-5s
finish
