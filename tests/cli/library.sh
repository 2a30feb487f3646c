# The database of a folder: its content, that it follows the folder, that nothing stops or damages it.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
mkdir -p clips/deep/er
cp "$SAMPLES/walk.fbx" clips/
cp "$SAMPLES/character.glb" clips/deep/character.GLB
cp "$DATA/arm.fbx" clips/deep/er/
head -c 3000 clips/walk.fbx >clips/cut.fbx
echo text >clips/notes.txt
ln -s .. clips/deep/circle
ln -s ../walk.fbx clips/deep/link.fbx

run library update clips
check_run 0 '4 files: 3 measured, 0 unchanged, 1 failed, 0 vanished' ''
run library update clips
check_run 0 '4 files: 0 measured, 4 unchanged, 0 failed, 0 vanished' ''
touch clips/walk.fbx
run library update clips
check_run 0 '4 files: 0 measured, 4 unchanged, 0 failed, 0 vanished' ''
run library update clips --retry
check_run 0 '4 files: 0 measured, 3 unchanged, 1 failed, 0 vanished' ''

# The arm bends by 90 degrees in one second: its hand, 20 from the shoulder, ends 10·√2 from its first position.
json_is 'deep/er/arm.fbx' clips/0/file library find clips 'clip=bend' --json
json_is 1 clips/0/seconds library find clips 'clip=bend' --json
json_is 4 clips/0/joints library find clips 'clip=bend' --json
run library find clips 'loop and not character' --format csv
[ "$(cut -d, -f1,3 .stdout)" = 'file,clip
walk.fbx,Armature|walk' ] || fail "$(cat .stdout)"
# The walk is in place: its feet tell its speed. The root of the arm never moves, so it travels and rotates by nothing.
run library find clips 'loop and speed<0.01 and foot_speed 0.3..0.5 and not reference_pose' --format csv
[ "$(cut -d, -f1 .stdout | sort -u | grep -c walk.fbx)" = 1 ] || fail "$(cat .stdout)"
json_fields library find clips 'clip=bend' --json <<END
clips/0/net_turn_deg=0
clips/0/total_turn_deg=0
clips/0/path_speed_m_s=0
clips/0/loop=OFF
clips/0/reference_pose=OFF
END
run library find clips 'frames 24..30 and (joints>=50 or clip=bend) and not state=failed' --format csv
[ "$(cut -d, -f3 .stdout | tail -n +2)" = 'bend
Armature|walk' ] || fail "$(cat .stdout)"
# glTF has no frame rate, so its clips have no number of frames.
run library find clips 'walk' --format csv
[ "$(cut -d, -f1,6 .stdout | tail -n +2 | sort)" = 'deep/character.GLB,
walk.fbx,30' ] || fail "$(cat .stdout)"
json_is '' clips/0/frames library find clips 'character.GLB' --json
run library find clips 'character.GLB and (frames=0 or frames>0)'
check_run 0 '' ''
run library find clips 'WALK' --format csv
[ "$(wc -l <.stdout)" = 3 ] || fail "$(cat .stdout)"
run library find clips 'changed>=2020-01-01 and changed<2200-01-01' --format csv
[ "$(wc -l <.stdout)" = 8 ] || fail "$(cat .stdout)"

# A walk of 1.4 m/s whose arm and legs swing once per second, in centimetres: two strides are a closed loop with the
# 61st frame and an open one without it. The same with a strike that is over before the end is none.
walk() {
    awk -v count="$1" -v kind="$2" 'BEGIN {
        print "HIERARCHY\nROOT Hips\n{\n OFFSET 0 90 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
        split("Spine LeftUpLeg RightUpLeg", names); split("0 30 0|8 -4 0|-8 -4 0", offsets, "|"); split("0 40 20|0 -80 0|0 -80 0", ends, "|")
        for (i = 1; i <= 3; ++i) print "JOINT " names[i] "\n{\n OFFSET " offsets[i] "\n CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n OFFSET " ends[i] "\n}\n}"
        print "}\nMOTION\nFrames: " count "\nFrame Time: 0.0333333333"
        for (i = 0; i < count; ++i) {
            t = i / 30; swing = kind == "strike" ? 60 * exp(-(t - 1) * (t - 1) / 0.02) : 25 * sin(6.28318530718 * t)
            print 0, 90, kind == "strike" ? 0 : 140 * t, 0, 0, 0, 0, swing, 0, 0, kind == "strike" ? 0 : swing, 0, 0, kind == "strike" ? 0 : -swing, 0
        }
    }'
}
mkdir walks
walk 61 walk >walks/closed.bvh
walk 60 walk >walks/open.bvh
walk 59 walk >walks/cut.bvh
walk 61 strike >walks/strike.bvh
run library update walks
run library find walks 'speed 1.2..1.6 and loop' --format csv
[ "$(cut -d, -f1,26,30 .stdout)" = 'file,loop,loop_kind
closed.bvh,1,closed
open.bvh,1,open' ] || fail "$(cat .stdout)"
run library find walks 'not loop' --format csv
[ "$(cut -d, -f1,26,30 .stdout | tail -n +2)" = 'cut.bvh,0,no
strike.bvh,0,returns' ] || fail "$(cat .stdout)"
json_fields info walks/open.bvh --json <<END
clips/0/loop=ON
clips/0/loop_kind=open
END
check 0 '*L04*the frame after the last is the first*' '' -- check walks/open.bvh --only L04
check 0 '*"clip":"*","loop":"open"*' '' -- check walks/open.bvh --learn

# The same walk as FBX in centimetres and as glTF in metres is a copy, and is the nearest to itself.
run library find clips --copies --format csv
[ "$(cut -d, -f1,3 .stdout | tail -n +2)" = 'deep/character.GLB,walk
walk.fbx,Armature|walk' ] || fail "$(cat .stdout)"
run library find clips --like "$SAMPLES/character.fbx:*wave" --limit 1 --format csv
[ "$(cut -d, -f1,3 .stdout | tail -n 1)" = 'deep/character.GLB,wave' ] || fail "$(cat .stdout)"

# A pose is found at its own time, in its own clip. The phases of a clip of a second are 42 ms apart.
run library find clips --like "$SAMPLES/walk.fbx@12f" --limit 2 --format csv
[ "$(cut -d, -f1,3 .stdout | tail -n +2 | sort)" = 'deep/character.GLB,walk
walk.fbx,Armature|walk' ] || fail "$(cat .stdout)"
tail -n +2 .stdout | awk -F, '$13 < 0.39 || $13 > 0.41 { exit 1 }' || fail "not at 0.4 s: $(cat .stdout)"
cp "$SAMPLES/walk.fbx" 'a:b@1s.fbx'
run library find clips --like 'a:b@1s.fbx:*walk@40%' --limit 1 --format csv
tail -n 1 .stdout | awk -F, '$13 < 0.39 || $13 > 0.41 { exit 1 }' || fail "not at 0.4 s: $(cat .stdout)"
check 4 '' "sinew: a:b@1s.fbx: *clip*none such*" -- library find clips --like 'a:b@1s.fbx:none such'
check 4 '' "sinew: a:b@1s.fbx: *" -- library find clips --like 'a:b@1s.fbx@99s'
check 3 '' "sinew: gone.fbx:walk: *" -- library find clips --like 'gone.fbx:walk'

# The elbow of the arm bends by 90 degrees; the shoulder of its second clip rises by 5 centimetres.
json_is bend clips/0/clip library find clips 'range(elbow) 89.9..90.1' --json
json_is lift clips/0/clip library find clips 'file=*arm.fbx and translation(Should*) 4.99..5.01' --json
run library find clips 'range(elbow)>91 or translation(elbow)>1'
check_run 0 '' ''
# The walk has two feet, which each come down once; the arm has none.
json_is 2 clips/0/contacts library find clips 'Armature*walk and feet=2' --json
run library find clips 'file=*arm.fbx and contacts>=0'
check_run 0 '' ''
# What `sinew check` finds: clips that close like loops, as the fact says, and the cut file is truncated. Quaternions of
# the glTF file change their sign, which no player shows.
run library find clips 'check=L04' --format csv
cut -d, -f1,3 .stdout >by_check
grep -q '^walk.fbx,' by_check || fail "$(cat .stdout)"
run library find clips 'loop' --format csv
[ "$(cut -d, -f1,3 .stdout)" = "$(cat by_check)" ] || fail "$(cat .stdout)"
run library find clips 'check=W18' --format csv
[ "$(wc -l <.stdout)" = 1 ] || fail "$(cat .stdout)"
json_is cut.fbx clips/0/file library find clips 'check=E* and errors=1' --json
run library find clips 'file=*arm.fbx and (findings>0 or check!=W*)' --format csv
[ "$(cut -d, -f1,3 .stdout | tail -n +2)" = 'deep/er/arm.fbx,lift' ] || fail "$(cat .stdout)"

# Facts of an expression are shown: why a file failed, the skeleton, the range of a joint, a finding.
json_is '' clips/0/shown/error library find clips 'arm.fbx and not state=failed' --json
run library find clips 'state=failed'
check_run 0 'state *joints *error
failed *cut.fbx * truncated: *' ''
run library find clips 'clip=bend and skeleton=*' --format csv
head -n 1 .stdout | grep -q ',shown skeleton$' || fail "$(cat .stdout)"
tail -n 1 .stdout | grep -q ',[0-9a-f]\{16\}$' || fail "$(cat .stdout)"
json_is 90 'clips/0/shown/range(elbow)' library find clips 'range(Elbow)>80' --json

# A date is a whole day. A missing value fails every comparison, so that 'not' keeps it.
rows() { "$SINEW" library find clips "$@" --format csv | tail -n +2 | wc -l; }
day=$("$SINEW" library find clips walk.fbx --format csv | tail -n 1 | cut -d, -f19 | cut -c-10)
[ "$(rows "changed=$day") $(rows "changed<=$day") $(rows "changed>=$day") $(rows "changed $day..$day")" = '7 7 7 7' ] || fail "$day: $(rows "changed=$day")"
[ "$(rows "changed!=$day") $(rows "changed>$day") $(rows "changed<$day")" = '0 0 0' ] || fail "$day: $(rows "changed!=$day")"
[ "$(rows 'frames>=0') $(rows 'not frames>=0') $(rows 'not frames 0..1e6')" = '3 4 4' ] || fail "$(rows 'frames>=0'), not: $(rows 'not frames>=0')"
[ "$(rows --limit 2) $(rows --limit 100)" = '2 7' ] || fail "$(rows --limit 2) rows"

# Files with the same bytes are copies, whether or not they have clips, motions or bones. A group is never cut.
mkdir same && cp "$DATA/arm.fbx" same/a.fbx && cp "$DATA/arm.fbx" same/b.fbx
sed '/AnimationStack: 500/,/^}$/{/^}$/!d;}' "$DATA/arm.fbx" >same/still.fbx && cp same/still.fbx same/too.fbx
run library update same
run library find same --copies --format csv
[ "$(cut -d, -f1,3 .stdout | tail -n +2 | sort | tr '\n' ' ')" = 'a.fbx,bend a.fbx,lift b.fbx,bend b.fbx,lift still.fbx, too.fbx, ' ] || fail "$(cat .stdout)"
[ "$(cut -d, -f12 .stdout | sort | uniq -c | awk '{ printf "%s ", $1 }')" = '2 2 2 1 ' ] || fail "$(cat .stdout)"
run library find same --copies --limit 1 --format csv
[ "$(wc -l <.stdout)" = 3 ] || fail "$(cat .stdout)"

# A renamed folder is not measured again.
mv clips/deep clips/lower
run library update clips
check_run 0 '4 files: 0 measured, 4 unchanged, 0 failed, 0 vanished' ''
json_is lower/er/arm.fbx clips/0/file library find clips 'clip=bend' --json
json_is 90 'clips/0/shown/range(elbow)' library find clips 'range(Elbow)>80' --json

# Files vanish, are listed as changes, and are removed.
rm clips/cut.fbx
run library update clips
check_run 0 '3 files: 0 measured, 3 unchanged, 0 failed, 1 vanished' ''
json_is cut.fbx clips/0/file library find clips 'state=vanished' --json
json_is vanished clips/0/change library find clips cut --since 2020-01-01 --json
json_is added clips/0/change library find clips walk.fbx --since 2020-01-01 --json
run library find clips --since 2200-01-01
check_run 0 '' ''
run library find clips walk.fbx --since 2020-01-01
check_run 0 'change *added *-*-*T*Z *walk.fbx*' ''
run library remove clips
check_run 0 '1 file removed' ''
run library find clips 'state=vanished'
check_run 0 '' ''
[ ! -e clips/library.db-wal ] && [ ! -e clips/library.db-shm ] || fail 'a search leaves files of the write-ahead log'

# Killed at any moment, an update resumes, and the result is the same.
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cp "$DATA/arm.fbx" "clips/arm$i.fbx"; done
for delay in 0.01 0.05 0.1 0.2 0.3; do
    "$SINEW" library update clips >/dev/null 2>&1 &
    sleep $delay
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
run library update clips
check_run 0 '15 files: * unchanged, 0 failed, 0 vanished' ''
"$SINEW" library find clips --format csv | cut -d, -f-16 >after.csv # without dates
rm clips/library.db*
run library update clips --threads 1
"$SINEW" library find clips --format csv | cut -d, -f-16 | cmp -s - after.csv || fail 'another result after the update was killed'

# Names in any bytes.
mkdir names
for name in "$(printf 'a\377\n\033[31m.fbx')" " -o 'x\".fbx" '=1+1.fbx'; do cp "$DATA/arm.fbx" "names/$name"; done
run library update names
check_run 0 '3 files: 3 measured, *' ''
json_is '=1+1.fbx' clips/2/file library find names --json
run library find names
check_run 0 '*a\\xff\\x0a\\x1b*' ''

# Two updates at once: one is refused, and the other one is complete. A full disk loses only the data that it has no space for.
mkdir many
long=$(printf 'x%.0s' $(seq 150))
for i in $(seq 100); do sed "s/bend/bend$i/" "$DATA/arm.fbx" >"many/$long$i.fbx"; done
(
    trap '' XFSZ
    failures=0
    ulimit -f 97 # blocks of 512 bytes: an empty library has 96
    run library update many
    check_run 6 '' 'sinew: many/library.db: cannot write the library: *'
    rm many/library.db*
    ulimit -f 92
    run library update many
    check_run 6 '' 'sinew: many/library.db: cannot write: *'
    [ -z "$(ls -a many | grep library)" ] || fail "an empty library is left: $(ls -a many | grep library)"
    exit $failures
) || failures=$((failures + 1))
"$SINEW" library update many >first 2>&1 &
sleep 0.1
"$SINEW" library update many >second 2>&1
wait
cat first second | grep -q '^100 files: .* 0 failed, 0 vanished$' || fail "$(cat first second)"
cat first second | grep -v '^100 files' | grep -qv '^sinew: many/library.db: another program is updating it$' && fail "$(cat first second)"
[ "$("$SINEW" library find many 'clip=bend*' --format csv | tail -n +2 | wc -l)" = 100 ] || fail 'not every file is there'

# A folder that cannot be written to. (Root can write everywhere.)
mkdir sealed
cp "$DATA/arm.fbx" sealed/
"$SINEW" library update sealed >/dev/null
rm -f sealed/library.db-writer
chmod a-w sealed
if ! [ -w sealed ]; then
    run library find sealed 'clip=bend' --format csv
    check_run 0 '*arm.fbx,ok,bend,*' ''
    check 6 '' 'sinew: sealed/library.db: cannot write: *' -- library update sealed
    run library update sealed --database elsewhere.db
    check_run 0 '1 file: 1 measured, *' ''
fi
chmod u+w sealed

# A folder that is nested too deep is skipped, and the others are measured.
mkdir -p "nested/$(printf 'd/%.0s' $(seq 65))"
cp "$DATA/arm.fbx" nested/
check 0 '1 file: 1 measured, *' 'sinew: nested: warning: 1 folder is skipped, more than 64 folders deep: d/d/*' -- library update nested
check 0 '*' 'sinew: nested: warning: 1 folder is skipped, *' -- library plan nested --shards 1 -o nested/plan.json

# What goes wrong is said in one line.
for wrong in 'speed' 'speed >' 'speed 1..' 'speed 1..x' 'joints>=many' 'loop loop' '(loop' 'loop)' 'clip<3' 'and' 'not' 'changed>yesterday' "clip='walk"; do
    check 2 '' 'sinew: *expected*' -- library find clips "$wrong"
done
check 2 '' "sinew: the expression ends where a number is expected*" -- library find clips 'speed >'
check 2 '' 'sinew: the expression is nested too deep: more than 64 parentheses and the and, or, not before them
  hint: *' -- library find clips "$(printf '%070d' 0 | tr 0 '(')loop"
# Whatever the parser of expressions accepts, the database's does: `not` in any number, and the deepest nesting of each kind.
repeated() { printf "$1%.0s" $(seq "$2"); }
check 0 '*walk.fbx*' '' -- library find clips "$(repeated 'not ' 96)walk"
check 0 '' '' -- library find clips "$(repeated 'not ' 95)(walk or loop or joints>0 or state=failed)"
inner='range(*)>1 and range(x) 1..2 or check=W18 and not walk'
check 0 '*' '' -- library find clips "$(repeated '(' 62)not ($inner)$(repeated ')' 62)"
check 0 '*' '' -- library find clips "$(repeated 'loop or (' 21)$inner$(repeated ')' 21)"
check 0 '*' '' -- library find clips "$(repeated 'loop or not (' 16)$inner$(repeated ')' 16)"
check 0 '*' '' -- library find clips "$(repeated 'loop or joints>1 and not (' 10)$inner$(repeated ')' 10)"
check 2 '' '*nested too deep*' -- library find clips "$(repeated 'loop or joints>1 and not (' 11)$inner$(repeated ')' 11)"
check 0 '*' '' -- library find clips "walk$(repeated ' or x' 120)"
check 2 '' 'sinew: the expression has more than 256 values*' -- library find clips "walk$(repeated ' or x' 140)"
check 2 '' 'sinew: the expression has more than 4096 bytes*' -- library find clips "walk$(repeated ' ' 5000)"
check 2 '' "sinew: expected a date, as in 2026-11-01, found '2026-02-30'*" -- library find clips --since 2026-02-30
check 2 '' "sinew: expected a joint in parentheses at*" -- library find clips 'range>3'
check 2 '' "sinew: expected ')' at*" -- library find clips 'range(elbow>3'
check 2 '' 'sinew: the range of speed ends before it starts: write its smaller end first*' -- library find clips 'speed 2..1'
check 2 '' 'sinew: the range of range ends before it starts: *' -- library find clips 'range(elbow) 91..89'
check 2 '' "sinew: library: 'sort' is not an action*" -- library sort clips
check 2 '' 'sinew: library update takes one folder' -- library update clips more
check 3 '' 'sinew: nowhere/library.db: no library
  hint: sinew library update FOLDER makes one' -- library find nowhere
check 6 '' 'sinew: nowhere/library.db: cannot write: *' -- library update nowhere
# With a database, a search needs no folder: a single argument that does not name one is an expression.
json_is lift clips/0/clip library find --database clips/library.db 'translation(Should*) 4.99..5.01 and file=*arm.fbx' --json
check 2 '' "*unknown fact 'nothing'
  hint: sinew library --help lists the facts" -- library find --database clips/library.db 'nothing>0'
check 2 '' "*unknown fact 'spead'; did you mean 'speed'?*" -- library find --database clips/library.db 'spead>3'
check 2 '' "*unknown fact 'spead'; did you mean 'speed'?*" -- library find --database clips/library.db 'walk and spead 1..2'
check 2 '' 'sinew: library find needs a folder' -- library find
check 2 '' 'sinew: library update needs a folder' -- library update --database clips/library.db
check 3 '' 'sinew: clips/notes.txt: not a library of sinew' -- library find clips --database clips/notes.txt
sed 's/"LimbNode"/"Null"/' "$DATA/arm.fbx" >boneless.fbx
check 4 '' 'sinew: boneless.fbx: no bones, so its motion cannot be compared' -- library find clips --like boneless.fbx:bend
finish
