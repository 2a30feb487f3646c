# bake writes one file that every command accepts, and that a program without importer or worker plays.
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
S=$DATA/../../samples
cp "$S/walk.fbx" "$S/character.fbx" "$DATA/arm.fbx" .
mkdir textures
cp "$S/textures/character.png" textures

check 2 '' 'sinew: bake needs -o
  hint: use -o walk.sinew' -- bake walk.fbx
for name in walk walk.fbx2 walk.txt; do
    check 2 '' "sinew: '$name': expected the extension .sinew
  hint: -o - writes to standard output" -- bake walk.fbx -o $name
done
check_file arm.SINEW 0 '' '*' -- bake arm.fbx -o '{file}.SINEW'
check 2 '' "sinew: unknown placeholder '{frame:04}'
  hint: placeholder: {file}" -- bake walk.fbx -o 'walk{frame:04}.sinew'
rm arm.SINEW
check 3 '' 'sinew: none.fbx: no such file' -- bake none.fbx -o none.sinew
check 6 '' 'sinew: nowhere/a.sinew: cannot write: No such file or directory' -- bake walk.fbx -o nowhere/a.sinew
check_file arm.sinew 0 '' '*' -- bake arm.fbx -o arm.sinew
check_file walk.sinew 0 '' '' -- bake walk.fbx -o walk.sinew
check_file exact.sinew 0 '' "sinew: walk.fbx: warning: I54: Armature|walk: plays from its curves, *" \
    -- bake walk.fbx --error 1e-7 -o exact.sinew
check_file character.sinew 0 '' '' -- bake character.fbx -o character.sinew

# The same bytes from every run, from a baked file too, and on stdout.
case_words='bake twice'
for source in walk.fbx walk.sinew; do
    "$SINEW" bake $source -o again.sinew && cmp -s walk.sinew again.sinew || fail "other bytes from $source"
done
"$SINEW" bake walk.fbx -o - | cmp -s - walk.sinew || fail 'other bytes on stdout'
rm again.sinew

# Commands print the same for the baked file as for its source.
same() { # WORD…, FILE stands for the file
    case_words=$*
    for kind in fbx sinew; do
        cp "$name.$kind" FILE
        "$SINEW" "$@" --quiet >.of_$kind 2>&1 || fail "exit $?: $(cat .of_$kind)"
        rm FILE
    done
    cmp -s .of_fbx .of_sinew || fail "differs: $(diff .of_fbx .of_sinew | head -5)"
}
for name in walk character arm; do
    same tree FILE --rest
    same keys FILE
    same pose FILE --at 50% --json
    same export FILE --at 50% -o - --format obj
    same info FILE
    same render FILE --at 50% --size 64x48 -o -
done
check 0 '*1 of 1 textures found*found*textures/character.png*' '' -- info walk.sinew
check 0 '*embedded*' '' -- info character.sinew
check 0 '*equal*' '' -- diff walk.fbx walk.sinew

# --textures: image files go into the file, byte for byte, or stay out of it.
mkdir -p far/away
check_file far/away/walk.sinew 0 '' '' -- bake walk.fbx --textures embed -o far/away/walk.sinew
check 0 '*1 of 1 textures found*embedded*' '' -- info far/away/walk.sinew
case_words='embed'
grown=$(($(wc -c <far/away/walk.sinew) - $(wc -c <walk.sinew))) file=$(wc -c <textures/character.png)
[ $grown -ge "$file" ] && [ $grown -lt $((file + 256)) ] || fail "grew by $grown bytes, the image has $file"
"$SINEW" render walk.fbx --at 50% --size 64x48 -o - --quiet >.of_fbx
"$SINEW" render far/away/walk.sinew --at 50% --size 64x48 -o - --quiet | cmp -s - .of_fbx || fail 'another image'
check_file far/away/again.sinew 0 '' '' -- bake far/away/walk.sinew --textures embed -o far/away/again.sinew
cmp -s far/away/walk.sinew far/away/again.sinew || fail 'other bytes from a file with its image'
check_file far/away/bare.sinew 0 '*' '' -- bake walk.fbx --strip --textures embed -o far/away/bare.sinew
check 0 '*1 of 1 textures found*embedded*' '' -- info far/away/bare.sinew
check_file character_linked.sinew 0 '' '' -- bake character.fbx --textures link -o character_linked.sinew
check 0 '*1 of 1 textures found*textures/character.png*' '' -- info character_linked.sinew
check_file far/away/linked.sinew 0 '' "sinew: character.fbx: warning: texture '*' is linked, but only the source contains its image" \
    -- bake character.fbx --textures link -o far/away/linked.sinew
check 0 '*0 of 1 textures found*missing*' '*' -- info far/away/linked.sinew
cp walk.fbx far/away/walk.fbx
check_file far/away/none.sinew 0 '' "*warning: texture '*' is not embedded: no image file found" \
    -- bake far/away/walk.fbx --textures embed -o far/away/none.sinew
echo text >far/away/character.png
check_file far/away/text.sinew 0 '' "*warning: texture '*' is not embedded: its file is not an image" \
    -- bake far/away/walk.fbx --textures embed -o far/away/text.sinew
rm -r far character_linked.sinew

# A looser bound never costs more bytes.
case_words='bounds'
for file in walk.fbx character.fbx arm.fbx; do
    for error in 1e-5 1e-4 1e-3 1e-2; do
        "$SINEW" info $file --json --error $error |
            grep -o '"bytes":[0-9]*,"packed_bytes":[0-9]*' | sed 's/[^0-9,]//g' |
            awk -F, '{ bytes += $1; packed += $2 } END { print bytes, packed, NR }'
    done >bounds
    awk '$3 == 0 || (NR > 1 && ($1 > bytes || $2 > packed)) { exit 1 } { bytes = $1; packed = $2 } END { exit NR != 4 }' bounds ||
        fail "$file: $(cat bounds)"
done

# For frames of a rate: it is stored, there are no pieces, and diff tells the error at frames and between them apart.
check 2 '' "sinew: --fps: '0.5' is out of range*" -- bake walk.fbx --fps 0.5 -o frames.sinew
check_file frames.sinew 0 '' '' -- bake walk.fbx --fps 24 -o frames.sinew
[ "$(wc -c <frames.sinew)" -lt "$(wc -c <walk.sinew)" ] || fail 'not smaller at 24 frames a second'
fields 0 info frames.sinew --json <<END
clips/0/baked/rate=24
clips/0/baked/frames=25
clips/0/baked/exceptions=0
END
check 0 '*error  rate*compact *  24
*' '' -- info frames.sinew -v
check 0 '*"rate":null*' '' -- info walk.sinew --json
fields 0 diff frames.sinew --engine exact,fast --json <<END
times=25
comparisons/0/engine=fast
comparisons/0/equal=ON
END
check 0 "*25 times*fast compared with exact: equal*distance between *" '' -- diff frames.sinew --engine exact,fast
distance() { sed -n "s/^  $1 *\([0-9.e-]*\) cm.*/\1/p" .stdout; }
awk "BEGIN { exit !($(distance 'distance between') > $(distance distance)) }" || fail "no larger between frames: $(cat .stdout)"
check 0 '*"between_frames":null*' '' -- diff frames.sinew --engine exact,reference --json

# Stripped: smaller, played as before, and refused where curves are needed.
check_file bare.sinew 0 'bare.sinew: * KB; saved * KB of curves, * KB of importer tracks and nodes' '' \
    -- bake walk.fbx --strip -o bare.sinew
[ "$(wc -c <bare.sinew)" -lt "$(wc -c <walk.sinew)" ] || fail 'not smaller'
rm bare.sinew
check_file bare.sinew 0 '{"schema":"sinew.bake/1","file":"walk.fbx","output":"bare.sinew","bytes":*,"stripped":true,"saved_curve_bytes":*,"saved_track_bytes":*}' '' \
    -- bake walk.fbx --strip --json -o bare.sinew
check 0 '*1 clip, stripped, *' '' -- info bare.sinew
check 0 '*"stripped":true*"nodes":null*"channels":null*"encoding":"compact"*' '' -- info bare.sinew --json
case_words='play stripped'
for words in 'pose FILE --at 0.3' 'render FILE --at 50% --size 64x48 -o -' 'export FILE --at 50% -o - --format obj'; do
    for file in bare.sinew walk.sinew; do
        cp $file FILE
        [ $file = bare.sinew ] || words="$words --engine fast" # the engine that a stripped file selects
        # shellcheck disable=SC2086
        "$SINEW" $words --quiet >.of_$file 2>&1 || fail "exit $?: $(cat .of_$file)"
    done
    cmp -s .of_walk.sinew .of_bare.sinew || fail "differs: $words"
done
rm FILE
"$SINEW" tree walk.sinew >.of_walk.sinew; "$SINEW" tree bare.sinew | cmp -s - .of_walk.sinew || fail 'another tree'
stripped='sinew: bare.sinew: the model was stripped: its clips have no curves
  hint: bake it without --strip, or play it with --engine fast'
# Every command and format that the help of bake names takes the file, or refuses it.
for words in 'info bare.sinew' 'tree bare.sinew' 'pose bare.sinew --at 0' 'check bare.sinew --fail-on error' 'retarget bare.sinew --anim walk.fbx --explain' \
    'export bare.sinew -o - --format csv' 'export bare.sinew -o - --format bvh' 'export bare.sinew --at 0 -o - --format obj' \
    'diff bare.sinew walk.fbx --engine fast'; do
    # shellcheck disable=SC2086 # words
    run $words
    [ "$exit_code" = 0 ] || fail "a stripped file: exit $exit_code, $(cat .stderr)"
done
for words in 'keys bare.sinew' 'curves bare.sinew -o c.svg' 'edit bare.sinew --reverse -o e.fbx' 'bench bare.sinew' 'bake bare.sinew -o b.sinew' \
    'diff bare.sinew walk.fbx' 'export bare.sinew -o e.glb' 'export bare.sinew -o e.fbx'; do
    # shellcheck disable=SC2086 # words
    run $words
    [ "$exit_code" = 3 ] || fail "a stripped file: exit $exit_code, not 3"
done
check 3 '' "$stripped" -- keys bare.sinew
check 3 '' "$stripped" -- pose bare.sinew --at 0 --engine reference
check 3 '' "$stripped" -- export bare.sinew -o bare.glb
note="sinew: bare.sinew: warning: the model was stripped of its curves: poses are computed by the engine 'fast'"
check 0 '*"engine":"fast"*' '' -- pose bare.sinew --at 0 --json
check 0 '*"engine":"fast"*' "$note" -- pose bare.sinew --at 0 --json --engine exact
check 3 '' "$stripped" -- tree bare.sinew --raw
check 3 '' "$stripped" -- diff bare.sinew --engine exact,fast
check 3 '' "$stripped" -- bench bare.sinew
check 3 '' "$stripped" -- bake bare.sinew -o again.sinew
check 3 '' "$stripped" -- info walk.fbx --anim bare.sinew

# Damaged, truncated, of another version: one message, exit 3.
head -c 5000 walk.sinew >cut.sinew
check 3 '' 'sinew: cut.sinew: the file ends early, at byte 5000 of *' -- info cut.sinew
{ head -c 5000 walk.sinew && printf x && tail -c +5002 walk.sinew; } >damaged.sinew
check 3 '' 'sinew: damaged.sinew: the .sinew file is damaged: *' -- info damaged.sinew
{ head -c 12 walk.sinew && printf '\007' && tail -c +14 walk.sinew; } >newer.sinew
check 3 '' 'sinew: newer.sinew: a .sinew file of format 7; this sinew reads format 5
  hint: a newer sinew reads it' -- info newer.sinew
{ head -c 8 walk.sinew && printf '\001\002\003\004' && tail -c +13 walk.sinew; } >foreign.sinew
check 3 '' 'sinew: foreign.sinew: a .sinew file of the other byte order
  hint: *' -- play foreign.sinew

# Without a worker: model files cannot be loaded, baked files can, in the program and in the sample.
mkdir bare
cp "$SINEW" bare/sinew
if bare/sinew info walk.fbx >.stdout 2>&1; then
    skip_line 'sinew is installed on this machine: there is a worker wherever one looks'
else
    case_words='without a worker'
    grep -q 'sinew-worker, which reads model files, is missing' .stdout || fail "says: $(cat .stdout)"
    bare/sinew info walk.sinew >.stdout 2>&1 || fail "info: $(cat .stdout)"
    bare/sinew pose walk.sinew --at 50% >.stdout 2>&1 || fail "pose: $(cat .stdout)"
    if [ -n "$PLAY_BAKED" ]; then
        cp "$PLAY_BAKED" bare/play_baked
        ldd bare/play_baked | grep -i 'assimp\|SDL' && fail 'the sample links an importer'
        bare/play_baked walk.sinew >boxes || fail "the sample exits $?"
        # The bounds at one second, compared with the vertices that another engine exports.
        "$SINEW" export walk.fbx --at 1.0 -o walk.obj --quiet
        awk '/^v / { for (i = 0; i < 3; i++) { v = $(i + 2); if (!n || v < low[i]) low[i] = v; if (!n || v > high[i]) high[i] = v } n++ }
             END { print low[0], low[1], low[2], high[0], high[1], high[2] }' walk.obj >expected
        tail -n 1 boxes | sed 's/.*from \(.*\) to/\1/' | paste -d ' ' - expected |
            awk '{ for (i = 1; i <= 6; i++) if (($i - $(i + 6)) ^ 2 > 0.02 ^ 2) exit 1 } END { exit NF != 12 }' ||
            fail "another box than that of the export: $(tail -n 1 boxes), $(cat expected)"
    fi
fi

# Clips as files of their own: described, refused as models and by another character, and played as with the clips inside.
case_words='bake --clips-only'
cp "$S/character_anim.fbx" "$S/character_mesh.fbx" .
mkdir loose
check 2 '' 'sinew: --for is for clips as files of their own
  hint: add --clips-only' -- bake character_anim.fbx --for character_mesh.fbx -o all.sinew
"$SINEW" bake character_anim.fbx --for character_mesh.fbx --clips-only -o loose/ || fail 'no clips'
clip=loose/character_anim.walk.sinew
[ -f $clip ] && [ "$(ls loose | wc -l)" = 3 ] || fail "other files: $(ls loose)"
check 0 "$clip
  clip 'Armature|walk', 1 s, baked for a character of 56 joints and 0 morphs*" '' -- info $clip
json_is 56 joints info $clip --json
"$SINEW" tree $clip 2>refused && fail 'a clip is a model'
grep -q 'a clip without a character, not a model' refused || fail "$(cat refused)"
"$SINEW" info walk.fbx --anim $clip 2>refused && fail 'another character takes it'
grep -q "joint 'hips' is not the one that clip 'Armature|walk' was baked for" refused || fail "$(cat refused)"
"$SINEW" bake character_mesh.fbx --anim character_anim.fbx -o all.sinew
for time in 0 0.31s 1s; do
    "$SINEW" pose all.sinew --clip walk --engine fast --at $time --json | sed 's/.*"joints"//' >inside
    "$SINEW" pose character_mesh.fbx --anim $clip --engine fast --at $time --json | sed 's/.*"joints"//' >bound
    [ -s inside ] && cmp -s inside bound || fail "another pose at $time"
done

# The input file is not overwritten, under any name.
cp "$DATA/arm.fbx" own.fbx
ln -s own.fbx link.sinew
for name in own.fbx ./own.fbx link.sinew; do check 2 '' "sinew: '$name' is an input of the command*" -- bake own.fbx -o $name; done
cmp -s "$DATA/arm.fbx" own.fbx || fail 'it has changed'
check 2 '' "sinew: 'own.fbx' is an input of the command*" -- bake "$DATA/arm.fbx" --anim own.fbx -o own.fbx
finish
