# Databases of strangers: opening one runs, removes and changes nothing, and no search or update goes on without end.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 0; }
attack() { python3 "$SCRIPTS/../support/make_library_attack.py" "$@" || fail "cannot make $1"; }

# Commands are stopped after a minute: what waits for a pipe or has no end fails instead of the test.
SINEW_PROGRAM=$SINEW
SINEW=$PWD/limited
printf '#!/bin/sh\nulimit -f 8000000\nexec timeout 60 "%s" "$@"\n' "$SINEW_PROGRAM" >limited
chmod +x limited

# A library with two files, and a shard with the same ones.
mkdir -p good/deep
cp "$DATA/arm.fbx" good/
cp "$SAMPLES/walk.fbx" good/deep/
run library update good
check_run 0 '2 files: 2 measured, *' ''
rm good/library.db-writer
run library plan good --shards 1 --database none.db -o plan.json
check_run 0 '2 files to measure *' ''
run library work plan.json --shard 1
check_run 0 '2 files: 2 measured, *' ''
mv shard-1.db good-shard.db

# Prints the paths in a folder with the bytes of each file.
contents() { (cd "$1" && ls -A && ls -A library-work 2>/dev/null && find . -type f -exec cksum {} + | sort); }

fresh() {
    rm -rf clips
    cp -r good clips
}

# refused PROBLEM: every command refuses clips/library.db, and leaves everything as it is, the victim included.
refused() {
    echo precious >victim
    contents clips >before
    for words in 'find clips' 'find clips --copies' 'update clips' 'remove clips' 'plan clips -o plan2.json' \
        'merge clips good-shard.db' 'submit clips --makefile -o scripts'; do
        run library $words
        check_run 3 '' "sinew: clips/library.db: $1"
        contents clips | cmp -s before - || fail "the folder has changed: $(contents clips | diff before -)"
        [ "$(cat victim)" = precious ] || { fail 'the victim is gone'; echo precious >victim; }
    done
    rm -rf scripts
}

# ---- journals -------------------------------------------------------------------------------------------------------

fresh
attack super_journal clips/library.db victim
refused 'damaged: a rollback journal lies beside it'
fresh
attack rollback_mode clips/library.db
attack super_journal clips/library.db victim
refused 'damaged: a rollback journal lies beside it'
fresh
attack growing_journal clips/library.db
refused 'damaged: a rollback journal lies beside it'
fresh
attack fifo clips/library.db-journal
refused 'damaged: a rollback journal lies beside it'
fresh
ln -s nowhere clips/library.db-journal
refused 'damaged: a rollback journal lies beside it'
for name in wal shm; do
    fresh
    attack fifo "clips/library.db-$name"
    refused "damaged: $name beside it is not a regular file"
    fresh
    cp victim "clips/$name"
    ln -s "$name" "clips/library.db-$name"
    refused "damaged: $name beside it is not a regular file"
done
fresh
attack log_of_another clips/library.db
refused "damaged: schema * has another * '*clips*'"
fresh
attack log_of_another clips/library.db
rm clips/library.db
check 3 '' 'sinew: clips/library.db: the write-ahead log of another database lies beside it
  hint: remove the file that ends in -wal' -- library update clips
[ ! -e clips/library.db ] || fail 'a library is made'

# Without a journal, a library that is not in write-ahead mode is one; an update changes that.
fresh
attack rollback_mode clips/library.db
run library find clips 'clip=bend' --format csv
check_run 0 '*arm.fbx,ok,bend,*' ''
[ "$(ls clips)" = "$(ls good)" ] || fail "files appeared: $(ls clips)"
run library update clips
check_run 0 '2 files: 0 measured, 2 unchanged, *' ''
[ "$(od -An -tu1 -j18 -N2 clips/library.db | tr -d ' ')" = 22 ] || fail 'not in write-ahead mode'

# ---- files ----------------------------------------------------------------------------------------------------------

fresh
mv clips/library.db elsewhere.db
ln -s ../elsewhere.db clips/library.db
refused 'is a link'
run library find clips --database clips/library.db 'clip=bend' --format csv # named by the user
check_run 0 '*arm.fbx,ok,bend,*' ''
rm clips/library.db
attack fifo clips/library.db
refused 'is not a regular file'
rm clips/library.db
mkdir clips/library.db
refused 'is not a regular file'
fresh
: >clips/library.db
run library find clips
check_run 3 '' 'sinew: clips/library.db: not a library of sinew'
run library update clips
check_run 0 '2 files: 2 measured, *' ''
ln -s clips linked
run library find linked/../linked 'clip=bend' --format csv
check_run 0 '*arm.fbx,ok,bend,*' ''
fresh
attack fifo clips/library.db-writer
check 6 '' 'sinew: clips/library.db: cannot write: *' -- library update clips

# The author of the folder of the clips does not choose which files the scripts of submit and a plan replace.
fresh
mkdir outside
ln -s ../outside clips/library-work
check 3 '' 'sinew: clips/library-work: is a link' -- library submit clips --makefile
rm clips/library-work
mkdir clips/library-work
ln -s ../../victim clips/library-work/Makefile
check 3 '' 'sinew: */clips/library-work/Makefile: is a link' -- library submit clips --makefile
ln -s ../victim clips/plan.json
check 3 '' 'sinew: clips/plan.json: is a link' -- library plan clips
[ "$(cat victim)" = precious ] && [ -z "$(ls outside)" ] || fail 'a file outside was replaced'

# ---- schemas --------------------------------------------------------------------------------------------------------

for kind in endless_view filling_trigger generated_column computing_index computing_default virtual_table other_table no_index; do
    fresh
    attack $kind clips/library.db
    rm clips/deep/walk.fbx # which an update would record
    refused "damaged: schema * has another * '*'"
done
fresh
attack no_id clips/library.db
refused 'not a library of sinew'
fresh
cp good-shard.db clips/library.db
run library find clips 'clip=bend' --format csv
check_run 0 '*arm.fbx,ok,bend,*' ''
run library update clips
check_run 3 '' 'sinew: clips/library.db: not a library, but the result of a shard'

# ---- values ---------------------------------------------------------------------------------------------------------

# damaged PROBLEM STATEMENT COMMAND…
damaged() {
    fresh
    attack sql clips/library.db "$2"
    problem=$1
    shift 2
    for words; do
        run library $words
        check_run 3 '' "sinew: clips/library.db: damaged: $problem"
    done
}
damaged "the state of a file is 'fine'" "UPDATE files SET state='fine'" 'find clips' 'update clips'
damaged "the state of a file is ''" "UPDATE files SET state=x'6f6b'" 'find clips' 'update clips'
damaged 'a path leads out of the folder' "UPDATE files SET path=CAST('../a' AS BLOB) WHERE id=1" 'find clips' 'update clips'
damaged 'a path leads out of the folder' "UPDATE files SET path=CAST('/etc/passwd' AS BLOB) WHERE id=1" 'find clips' 'update clips'
damaged 'a path leads out of the folder' "UPDATE files SET path='a' WHERE id=1" 'find clips' 'update clips'
damaged 'a path has more than 32768 bytes' "UPDATE files SET path=CAST(printf('%.*c',40000,'y') AS BLOB) WHERE id=1" 'find clips' 'update clips'
damaged 'a number of a clip is not finite' 'UPDATE clips SET seconds=9e999' 'find clips' 'find clips --copies'
damaged 'a number of a clip is not finite' "UPDATE clips SET speed='fast'" 'find clips'
damaged 'a number of a clip is out of range' 'UPDATE clips SET number=number-5' 'find clips'
damaged 'a number of a clip is out of range' 'UPDATE files SET joints=4294967296' 'find clips'
damaged 'the size or time of a file is out of range' 'UPDATE files SET seconds=9e999' 'update clips'
damaged 'the size or time of a file is out of range' 'UPDATE files SET size=-1' 'update clips'
damaged 'a value has more than 1 MiB' 'UPDATE clips SET name=zeroblob(1100000) WHERE id=1' 'find clips'
fresh
attack repeated_clip clips/library.db
run library find clips
check_run 3 '' 'sinew: clips/library.db: damaged: its rows have more bytes than its file'

# What takes long is stopped, here long before ten minutes.
fresh
attack many_findings clips/library.db
run library find clips 'findings>900' --timeout 0.01s
check_run 3 '' 'sinew: clips/library.db: damaged: reading it takes more than 0.01 seconds'
run library find clips 'findings>900'
check_run 0 '' ''

# An interrupt ends it like any command, and leaves nothing beside the database: here a query of
# many seconds, interrupted after 0.25 s of processor time.
fresh
attack many_findings clips/library.db
ls -A clips >before
words='findings>900'
while [ ${#words} -lt 3000 ]; do words="$words or findings>900"; done
is_searching() { # processor time in hundredths of a second
    set -- $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null)
    [ $((${12:-0} + ${13:-0})) -ge 25 ]
}
for signal in INT TERM; do
    case_words="library find that takes long, SIG$signal"
    # Shells let programs in the background ignore interrupts.
    env --default-signal=INT "$SINEW_PROGRAM" library find clips "$words" >.stdout 2>.stderr &
    process=$!
    eventually is_searching $process || fail 'it does not search'
    kill -$signal $process
    wait $process
    exit_code=$?
    [ $signal = INT ] && check_run 130 '' '' || check_run 143 '' ''
    ls -A clips | cmp -s before - || fail "left behind: $(ls -A clips | diff before -)"
done

# A disk without space for the index of the log.
fresh
(ulimit -f 0 && exec "$SINEW_PROGRAM" library find clips 'clip=bend' --format csv 2>&1) | cat >.stdout
grep -q 'arm.fbx,ok,bend,' .stdout || fail "find on a full disk: $(cat .stdout)"
contents clips >after
contents good | cmp -s - after || fail "find on a full disk leaves files: $(cat after)"

# ---- shards ---------------------------------------------------------------------------------------------------------

# refused_shard PROBLEM: neither merge nor work opens shard-1.db.
refused_shard() {
    echo precious >victim
    cksum clips/library.db >before
    ls -A >names
    run library merge clips shard-1.db
    check_run 3 '' "sinew: shard-1.db: $1"
    cksum clips/library.db | cmp -s before - || fail 'the merge has changed the library'
    [ "$(cat victim)" = precious ] || { fail 'the victim is gone'; echo precious >victim; }
    [ "$(ls -A)" = "$(cat names)" ] || fail "files appeared or vanished: $(ls -A | diff names -)"
}
fresh_shard() {
    fresh
    rm -rf shard-1.db*
    cp good-shard.db shard-1.db
    touch clips/library.db-writer
}
fresh_shard
attack super_journal shard-1.db victim
refused_shard 'damaged: a rollback journal lies beside it'
fresh_shard
attack growing_journal shard-1.db
refused_shard 'damaged: a rollback journal lies beside it'
fresh_shard
attack fifo shard-1.db-journal
refused_shard 'damaged: a rollback journal lies beside it'
fresh_shard
attack log_of_another shard-1.db
refused_shard 'damaged: a write-ahead log lies beside it'
fresh_shard
rm shard-1.db
attack fifo shard-1.db
refused_shard 'is not a regular file'
for kind in endless_view filling_trigger generated_column computing_index virtual_table other_table no_index; do
    fresh_shard
    attack $kind shard-1.db
    refused_shard "damaged: schema * has another * '*'"
done
fresh_shard
attack sql shard-1.db "PRAGMA journal_mode=WAL"
refused_shard 'not the result of a shard: it has a write-ahead log'
newer='UPDATE files SET hash=hash+1,changed_s=changed_s+9'
fresh_shard
attack sql shard-1.db "$newer,state='fine'"
refused_shard "damaged: the state of a file is 'fine'"
fresh_shard
attack sql shard-1.db "$newer; UPDATE clips SET seconds=9e999"
refused_shard 'damaged: a value of clips.seconds has the wrong type'
fresh_shard
attack sql shard-1.db "$newer"
attack repeated_row shard-1.db
refused_shard 'damaged: its rows have more bytes than its file'

# The temporary file of an interrupted shard, which its next run continues.
refused_part() { # problem
    echo precious >victim
    ls -A >names
    run library work plan.json --shard 1
    check_run 3 '' "sinew: ./shard-1.db: $1"
    [ "$(cat victim)" = precious ] || { fail 'the victim is gone'; echo precious >victim; }
    [ "$(ls -A)" = "$(cat names)" ] || fail "files appeared or vanished: $(ls -A | diff names -)"
}
fresh_part() {
    rm -rf shard-1.db*
    cp good-shard.db shard-1.db.part
}
fresh_part
attack super_journal shard-1.db.part victim
refused_part 'damaged: a rollback journal lies beside it'
fresh_part
rm shard-1.db.part
attack fifo shard-1.db.part
refused_part 'is not a regular file'
for kind in endless_view filling_trigger; do
    fresh_part
    attack $kind shard-1.db.part
    refused_part "damaged: schema * has another * '*'"
done
fresh_part
run library work plan.json --shard 1
check_run 0 '2 files: *' ''
finish
