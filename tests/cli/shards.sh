# A library that is measured in shards: the result equals one update's, even if shards are killed, run twice or hostile.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
ROWS=$SCRIPTS/../farm/library_rows.py
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 0; }

# Prints the content of a library, without times.
rows() { python3 "$ROWS" "$1"; }

# sql DATABASE STATEMENT: changes a database.
sql() { python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.close()' "$@"; }

folder="it's a 'folder'"
mkdir -p "$folder/deep/er"
cp "$SAMPLES/walk.fbx" "$SAMPLES/character.glb" "$folder"
head -c 3000 "$SAMPLES/walk.fbx" >"$folder/cut.fbx"
i=0
while [ $i -lt 24 ]; do
    sed "s/a: 0,90/a: 0,$((i + 20))/" "$DATA/arm.fbx" >"$folder/deep/er/arm $i.fbx"
    i=$((i + 1))
done
cp "$DATA/arm.fbx" "$folder/$(printf 'line\nend \377 "quoted" \\ .fbx')"
"$SINEW" library update "$folder" --database update.db >/dev/null || fail 'update'
rows update.db >expected
[ "$(grep -c '^ files' expected)" -gt 28 ] || fail 'an update that knows too little'

# ---- plan, work, merge ----------------------------------------------------------------------------------------------

run library plan "$folder" --shards 3 -o plan.json
check_run 0 '28 files to measure in 3 shards: about * s, the largest shard * s' ''
"$SINEW" library plan "$folder" --shards 3 -o - | cmp -s - plan.json || fail 'another plan of the same folder'
json_field plan.json sinew.library-plan/1 schema
for shard in 1 2 3; do
    run library work plan.json --shard $shard
    check_run 0 '* 0 unchanged, * failed, 0 vanished' ''
done
cp shard-2.db first.db
run library work plan.json --shard 2
check_run 0 '* files: 0 measured, * unchanged, 0 failed, 0 vanished' ''
cmp -s first.db shard-2.db || fail 'a complete shard was measured again'
[ "$(ls shard-*)" = 'shard-1.db
shard-2.db
shard-3.db' ] || fail "other files are left: $(ls shard-*)"
run library merge "$folder" --database merged.db shard-1.db shard-3.db shard-2.db shard-1.db
check_run 0 '* files: 27 merged, * unchanged, 1 failed, 0 vanished' ''
rows merged.db | cmp -s - expected || fail 'not what an update finds'
run library merge "$folder" --database merged.db --plan plan.json
check_run 0 '28 files: 0 merged, 28 unchanged, 0 failed, 0 vanished' ''
rows merged.db | cmp -s - expected || fail 'merging again changed something'
run library plan "$folder" --database merged.db -o - --shards 1
check_run 0 '*"files":\[\]}\]}' ''
run library update "$folder" --database merged.db
check_run 0 '28 files: 0 measured, 28 unchanged, 0 failed, 0 vanished' ''

# The same as JSON.
json_is 28 files library plan "$folder" --database none.db --shards 3 -o again.json --json
json_is 3 shards library plan "$folder" --database none.db --shards 3 -o again.json --json
json_is 28 unchanged library merge "$folder" --database merged.db --plan plan.json --json
json_is 0 measured library work plan.json --shard 1 --json
rm again.json

# A plan of a part: only new or changed files. Files that vanish after the plan become rows.
cp -r "$folder" moved
cp "$DATA/arm.fbx" moved/new.fbx
cp "$DATA/arm.fbx" moved/gone.fbx
head -c 2000 "$SAMPLES/walk.fbx" >moved/cut.fbx
mkdir part
"$SINEW" library update moved --database moved.db >/dev/null
cp "$SAMPLES/walk.fbx" moved/late.fbx
rm moved/new.fbx
cp "$SAMPLES/face.fbx" moved/new.fbx
run library plan moved --database moved.db --shards 2 -o part/plan.json
check_run 0 '2 files to measure in 2 shards: *' ''
rm moved/late.fbx
mkdir elsewhere
mv moved elsewhere/moved
check 3 '' 'sinew: part/shard-1.db: cannot read the folder *moved' -- library work part/plan.json --shard 1
for shard in 1 2; do "$SINEW" library work part/plan.json --shard $shard --folder elsewhere/moved >/dev/null || fail 'work elsewhere'; done
run library merge elsewhere/moved --database moved.db part/shard-1.db part/shard-2.db
check_run 0 '2 files: 1 merged, 0 unchanged, 0 failed, 1 vanished' ''
json_is late.fbx clips/0/file library find moved --database moved.db 'state=vanished' --json
json_is new.fbx clips/0/file library find moved --database moved.db 'clip=expressions' --json

# A file that cannot be looked at, here by a link that leads to itself, has not vanished: the shard fails and runs again.
mkdir -p share/closed closed_plan
cp "$DATA/arm.fbx" share/closed/arm.fbx
"$SINEW" library plan share --shards 1 -o closed_plan/plan.json >/dev/null
mv share/closed share/open
ln -s closed share/closed
check 3 '' 'sinew: closed_plan/shard-1.db: cannot read closed/arm.fbx: *' -- library work closed_plan/plan.json --shard 1
[ ! -e closed_plan/shard-1.db ] || fail 'a shard that failed has a result'
rm share/closed
mv share/open share/closed
run library work closed_plan/plan.json --shard 1
check_run 0 '1 file: 1 measured, 0 unchanged, 0 failed, 0 vanished' ''

# ---- killed at any time ---------------------------------------------------------------------------------------------

# SINEW_KILLS kills of a shard (10), and as many of merges: what remains is whole, and the result is the same.
kills=${SINEW_KILLS:-10}
mkdir killed
"$SINEW" library plan "$folder" --shards 1 -o killed/plan.json >/dev/null
i=0
while [ $i -lt "$kills" ]; do
    i=$((i + 1))
    "$SINEW" library work killed/plan.json --shard 1 --threads 1 >/dev/null 2>&1 &
    sleep "0.$(printf %03d $((i * 37 % 200)))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    [ ! -e killed/shard-1.db ] || { rm killed/shard-1.db; continue; }
done
run library work killed/plan.json --shard 1
check_run 0 '28 files: * 0 vanished' ''
i=0
while [ $i -lt "$kills" ]; do
    i=$((i + 1))
    "$SINEW" library merge "$folder" --database killed/library.db killed/shard-1.db >/dev/null 2>&1 &
    sleep "0.0$(printf %02d $((i * 7 % 40)))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
run library merge "$folder" --database killed/library.db killed/shard-1.db
check_run 0 '28 files: *' ''
rows killed/library.db | cmp -s - expected || fail 'another result after kills'

# ---- at once --------------------------------------------------------------------------------------------------------

mkdir twice
"$SINEW" library plan "$folder" --shards 1 -o twice/plan.json >/dev/null
for i in 1 2 3; do "$SINEW" library work twice/plan.json --shard 1 >twice/$i.log 2>&1 & done
wait
[ "$(sed 's/.*: \([0-9]*\) measured.*/\1/' twice/*.log | sort -n | tr '\n' ' ')" = '0 0 27 ' ] || fail "$(cat twice/*.log)"
[ "$(cd twice && ls)" = '1.log
2.log
3.log
plan.json
shard-1.db' ] || fail "files are left: $(ls twice)"
for i in 1 2 3; do "$SINEW" library merge "$folder" --database twice/library.db shard-$i.db >twice/$i.log 2>&1 & done
wait
rows twice/library.db | cmp -s - expected || fail "merges at once: $(cat twice/*.log)"

# ---- refused shards -------------------------------------------------------------------------------------------------

refuse_plan() { # problem, sed command on a good plan
    sed "$2" plan.json >bad.json
    check 3 '' "sinew: bad.json: $1" -- library work bad.json --shard 1 -o bad.db
}
refuse_plan 'line *' 's/^/text/'
refuse_plan 'not a plan of a library' 's/library-plan/cards/'
refuse_plan 'made by another version' 's;library-plan/1;library-plan/2;'
refuse_plan 'made by another version' 's/"facts":/"facts":9/'
for path in /etc/walk.fbx ../walk.fbx deep/../../walk.fbx deep//walk.fbx ./walk.fbx deep/ '' ..; do
    refuse_plan 'line *: a path leads out of the folder' "s;\"path\":\"character.glb\";\"path\":\"$path\";"
done
refuse_plan 'line *: a path leads out of the folder' 's;"path":"character.glb";"path_hex":"2e2e2f61";'
refuse_plan 'line *: expected hexadecimal bytes of a name' 's;"path":"character.glb";"path_hex":"2e0061";'
refuse_plan 'line *: expected hexadecimal bytes of a name' 's;"path":"character.glb";"path_hex":"2";'
refuse_plan 'line *: expected a text "path"' 's;"path":"character.glb";"path":1;'
refuse_plan 'line *: files are out of order' 's;"path":"character.glb";"path":"zzz";'
refuse_plan 'line *: expected an array "files"' 's/"files":/"clips":/'
refuse_plan 'line *: expected an array "shards"' 's/"shards":/"parts":/'
refuse_plan 'line *: expected a text "folder"' 's/"folder":/"dir":/'
check 3 '' 'sinew: none.json: *' -- library work none.json --shard 1
check 2 '' 'sinew: library work needs --shard, the number of the shard' -- library work plan.json
check 2 '' 'sinew: --shard 4: the plan has 3 shards' -- library work plan.json --shard 4
check 2 '' 'sinew: library work takes one plan' -- library work plan.json --shard 1 more
check 2 '' 'sinew: library merge needs results of shards, or --plan' -- library merge "$folder"

refuse_result() { # problem, file
    run library merge "$folder" --database merged.db "$2"
    check_run 3 '' "sinew: $2: $1"
    rows merged.db | cmp -s - expected || fail "$2 changed the library"
}
echo text >text.db
refuse_result 'not the result of a shard' text.db
refuse_result 'no such file' none.db
refuse_result 'not the result of a shard: it has a write-ahead log' update.db
changed() {
    cp shard-1.db changed.db
    sql changed.db "$1"
}
changed 'UPDATE shard SET is_complete=0'
refuse_result 'incomplete: its shard has not ended' changed.db
changed 'PRAGMA user_version=99'
refuse_result 'made by another version: *
  hint: measure the shard again with this version' changed.db
changed 'PRAGMA user_version=2; PRAGMA application_id=0'
refuse_result 'not the result of a shard' changed.db
changed 'UPDATE files SET facts=99'
refuse_result 'made by another version: facts 99, expected *' changed.db
changed "UPDATE files SET path=CAST('../'||path AS BLOB)"
refuse_result 'damaged: a path leads out of the folder' changed.db
changed "UPDATE files SET path='text' WHERE id=1"
refuse_result 'damaged: *' changed.db
changed "UPDATE files SET hash=1, changed_s=changed_s+9, joints='many'"
refuse_result 'damaged: a value of files.joints has the wrong type' changed.db
changed "UPDATE files SET hash=1, changed_s=changed_s+9; UPDATE clips SET seconds=x'00'"
refuse_result 'damaged: a value of clips.seconds has the wrong type' changed.db
changed 'ALTER TABLE clips DROP COLUMN speed'
refuse_result "damaged: schema * has another table 'clips'" changed.db
changed 'CREATE TRIGGER bad BEFORE INSERT ON clips BEGIN SELECT 1; END'
refuse_result "damaged: schema * has another trigger 'bad'" changed.db
head -c 20000 shard-1.db >changed.db
refuse_result 'damaged: *' changed.db
sed 's/"sinew":"/"sinew":"9/' plan.json >other.json
mkdir other
cp other.json other/plan.json
cp shard-1.db shard-2.db other/
run library merge "$folder" --database merged.db --plan other/plan.json
check_run 3 '' 'sinew: other/shard-1.db: the result of another plan
sinew: other/shard-2.db: the result of another plan
sinew: other/shard-3.db: no such file'

# Neither a model nor a library is overwritten by the result of a shard.
cp "$SAMPLES/walk.fbx" model.fbx
check 3 '' 'sinew: model.fbx: not the result of a shard
  hint: remove it if the shard is to be measured again' -- library work plan.json --shard 1 -o model.fbx
check 3 '' 'sinew: update.db: not the result of a shard: it has a write-ahead log
  hint: *' -- library work plan.json --shard 1 -o update.db

# A disk that is full: nothing half-written is left under the name of the result, and the library is unchanged.
mkdir full
(ulimit -f 16 && exec "$SINEW" library work plan.json --shard 1 -o full/shard-1.db) >.stdout 2>.stderr
exit_code=$?
case_words='library work on a full disk'
check_run 6 '' 'sinew: full/shard-1.db: cannot write: *'
[ ! -e full/shard-1.db ] || fail 'a result that is incomplete'
run library work plan.json --shard 1 -o full/shard-1.db
check_run 0 '* files: *' ''
(ulimit -f 97 && exec "$SINEW" library merge "$folder" --database full/library.db shard-1.db shard-2.db shard-3.db) >.stdout 2>.stderr
exit_code=$?
case_words='library merge on a full disk'
check_run 6 '' 'sinew: *cannot write the library: *'
"$SINEW" library merge "$folder" --database full/library.db shard-1.db shard-2.db shard-3.db >/dev/null || fail 'after a full disk'
rows full/library.db | cmp -s - expected || fail 'a full disk changed the result'

# A source that cannot be written to.
if [ "$(id -u)" != 0 ] || command -v setpriv >/dev/null; then
    chmod -R a-w "$folder"
    mkdir -m 777 writable
    as_user() { if [ "$(id -u)" != 0 ]; then "$@"; else setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; fi; }
    if as_user test -r "$PWD/$folder/walk.fbx" -a -x "$SINEW"; then
        as_user "$SINEW" library plan "$folder" --shards 1 -o writable/plan.json >/dev/null || fail 'plan of a read-only folder'
        as_user "$SINEW" library work writable/plan.json --shard 1 >/dev/null || fail 'work on a read-only folder'
        as_user "$SINEW" library merge "$folder" --database writable/library.db writable/shard-1.db >/dev/null || fail 'merge'
        rows writable/library.db | cmp -s - expected || fail 'a read-only folder has another result'
    else
        skip_line 'root, and nobody else can read the test files: no folder is read-only'
    fi
    chmod -R u+w "$folder"
fi

# ---- submit ---------------------------------------------------------------------------------------------------------

# The scripts run as they are, from any folder. Slurm itself is tested by `./dev farm`.
mkdir bin "o'ut"
cat >bin/sbatch <<'END'
#!/bin/sh
[ ! -e sbatch-fails ] || { echo 'sbatch: error: no partition' >&2; exit 1; }
echo "$*" >>sbatch.log
for script; do :; done
case $script in
array.sh) for SLURM_ARRAY_TASK_ID in 1 2 3; do export SLURM_ARRAY_TASK_ID; sh "$script" >/dev/null || exit 1; done; echo '7;cluster' ;;
*) sh "$script" >/dev/null; echo 8 ;;
esac
END
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH
run library submit "$folder" --slurm --dry-run --shards 3 -o "o'ut" --database submitted.db
check_run 0 "28 files to measure in 3 shards: *
start it with: sh *submit.sh" ''
[ ! -e "o'ut/sbatch.log" ] || fail 'a dry run submits'
strange=$(printf 'new\nline $(touch x) `touch x` \047')
run library submit "$folder" --makefile --shards 3 -o "$strange" --database submitted.db
check_run 0 "*start it with: make -C \\$'*/new\\\\012line *'" ''
if command -v bash >/dev/null; then
    given=$(bash -c "make() { printf '%s|' \"\$@\"; }; $(sed -n 's/^start it with: //p' .stdout)")
    [ "$given" = "-C|$PWD/$strange|" ] || fail "copied: $given"
fi
[ ! -e x ] || fail 'a name was run'
rm -r "$strange"
run library submit "$folder" --slurm --shards 3 -o "o'ut" --database submitted.db
check_run 0 '28 files to measure in 3 shards: *
array job 7, merge job 8' ''
grep -q -- '--requeue --array=1-3 ' "o'ut/sbatch.log" || fail "$(cat "o'ut/sbatch.log")"
grep -q -- '--dependency=afterany:7 ' "o'ut/sbatch.log" || fail "$(cat "o'ut/sbatch.log")"
rows submitted.db | cmp -s - expected || fail 'the scripts of Slurm have another result'
: >"o'ut/sbatch-fails"
rm submitted.db
check 70 '' "sinew: *o'ut: sbatch: error: no partition" -- library submit "$folder" --slurm --shards 3 -o "o'ut" --database submitted.db
rm "o'ut/sbatch-fails"
"$SINEW" library merge "$folder" --database submitted.db shard-1.db shard-2.db shard-3.db >/dev/null
lines=$(wc -l <"o'ut/sbatch.log")
run library submit "$folder" --slurm --shards 3 -o "o'ut" --database submitted.db
check_run 0 '0 files to measure in 3 shards: *' ''
[ "$lines" = "$(wc -l <"o'ut/sbatch.log")" ] || fail 'shards without files are submitted'

# A shard is loaded with the limits and the folder of textures of the submission.
cat >bin/print-words <<'END'
#!/bin/sh
for word; do printf '%s\n' "$word"; done
END
chmod +x bin/print-words
mkdir "it's more"
run library submit "$folder" --makefile --shards 2 -o limits --database limits.db --sandbox required --timeout 2.5s --memory-limit 512M --texture-path "it's more"
check_run 0 '28 files to measure in 2 shards: *' ''
[ "$(SINEW=print-words sh limits/shard.sh 2)" = "$(printf '%s\n' library work plan.json --shard 2 --threads 1 --sandbox required --timeout 2.500s \
    --memory-limit 536870912 --texture-path "$PWD/it's more")" ] || fail "$(SINEW=print-words sh limits/shard.sh 2)"
if command -v make >/dev/null; then
    "$SINEW" library submit "$folder" --makefile --shards 4 -o making --database make.db >/dev/null || fail 'submit --makefile'
    make -s -C making >make.log 2>&1 || fail "$(cat make.log)"
    rows make.db | cmp -s - expected || fail 'the Makefile has another result'
fi
if command -v parallel >/dev/null; then
    "$SINEW" library submit "$folder" --parallel --shards 4 -o parallel --database parallel.db >/dev/null || fail 'submit --parallel'
    sh parallel/parallel.sh -j 2 >parallel.log 2>&1 || fail "$(cat parallel.log)"
    rows parallel.db | cmp -s - expected || fail 'GNU parallel has another result'
fi
check 2 '' 'sinew: library submit needs one of --slurm, --parallel and --makefile' -- library submit "$folder"
check 6 '' 'sinew: nowhere/more/library.db: cannot write: no such folder' -- library submit "$folder" --makefile -o unmade --database nowhere/more/library.db
finish
