# The files beside models that a library depends on: a texture, a buffer or events that vanish, appear or change are noticed.
. "$SCRIPTS/check.sh"
SAMPLES=$DATA/../../samples
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 0; }

# measured N FOLDER [OPTION]: an update measures N files again, and the next one none.
measured() {
    run library update "$2" $3 $4
    check_run 0 "$total: $1 measured, * unchanged, * failed, 0 vanished" ''
    run library update "$2" $3 $4
    check_run 0 "$total: 0 measured, * unchanged, * failed, 0 vanished" ''
}

# unread FOLDER: an update reads a file in vain, and the next one reads none.
unread() {
    run library update "$1"
    check_run 0 "$total: 0 measured, 0 unchanged, 1 failed, 0 vanished" ''
    run library update "$1"
    check_run 0 "$total: 0 measured, 1 unchanged, 0 failed, 0 vanished" ''
}

# sql STATEMENT: runs a statement on the library of clips and prints the first value.
sql() { python3 -c 'import sqlite3, sys; c = sqlite3.connect("clips/library.db"); print((c.execute(sys.argv[1]).fetchone() or [0])[0]); c.commit()' "$1"; }

# missing N: N textures are missing.
missing() {
    found=$(sql "SELECT count(*) FROM findings WHERE code='T01' AND text LIKE '%is missing%'")
    [ "$found" = "$1" ] || fail "$found textures are missing, expected $1"
}

mkdir -p clips/men/textures clips/unrelated
cp "$SAMPLES/walk.fbx" clips/men/
cp "$DATA/arm.fbx" clips/men/
cp "$SAMPLES/textures/character.png" clips/men/textures/
total='2 files'
measured 2 clips
missing 0

# Which files have lost their textures since last week?
sql 'UPDATE files SET added_s=added_s-30*86400,changed_s=changed_s-30*86400' >/dev/null
rm clips/men/textures/character.png
measured 1 clips
missing 1
run library find clips 'check=T01' --since "$(date -u -d '7 days ago' +%F)" --format csv
[ "$(cut -d, -f1,17 .stdout | tail -n +2)" = 'men/walk.fbx,changed' ] || fail "$(cat .stdout)"
run library find clips 'arm.fbx' --since "$(date -u -d '7 days ago' +%F)"
check_run 0 '' ''
run library find clips 'check=T01'
check_run 0 'state *joints *check(T01)
ok *men/walk.fbx * T01: *character*missing*' ''
cp "$SAMPLES/textures/character.png" clips/unrelated/ # no import searches there
measured 0 clips
missing 1
cp "$SAMPLES/textures/character.png" clips/men/CHARACTER.png
measured 1 clips
missing 0
mv clips/men/CHARACTER.png clips/men/textures/character.png
measured 1 clips
missing 0
touch -d '2020-01-01' clips/men/textures/character.png
measured 1 clips

# A renamed folder, textures and all, is not measured again. Its textures are watched at their new paths.
mv clips/men clips/women
measured 0 clips
mv clips/women/textures/character.png .
measured 1 clips
missing 1
mv clips/women clips/men
measured 0 clips
mv character.png clips/men/textures/
measured 1 clips
missing 0

# A file that moves without its texture is another one.
mv clips/men/walk.fbx clips/unrelated/
run library update clips
check_run 0 '2 files: 1 measured, 1 unchanged, 0 failed, 1 vanished' ''
missing 0 # another one of that name is beside it
mv clips/unrelated/walk.fbx clips/men/
run library update clips && run library remove clips
missing 0

mv clips/men/textures clips/men/elsewhere
measured 1 clips
missing 1
mkdir clips/Textures # beside the folder of the models
cp "$SAMPLES/textures/character.png" clips/Textures/
measured 1 clips
missing 0
rm -r clips/Textures
measured 1 clips
missing 1

# In another folder of textures.
mkdir -p more/deep
cp "$SAMPLES/textures/character.png" more/deep/
measured 1 clips --texture-path more
missing 0
measured 0 clips
rm more/deep/character.png
measured 1 clips
missing 1

# Events, and a buffer of a glTF file, without which it cannot be read.
echo '{"sinew_events": []}' >clips/men/walk.events.json
measured 1 clips
echo '{"sinew_events": [ ]}' >clips/men/walk.events.json
measured 1 clips
rm clips/men/walk.events.json
measured 1 clips
mkdir gltf
cat >split.py <<'PYTHON'
import json, struct, sys
data = open(sys.argv[1], "rb").read()
length = struct.unpack_from("<I", data, 12)[0]
scene = json.loads(data[20:20 + length])
scene["buffers"][0]["uri"] = "the%20buffer.bin"
open("gltf/a.gltf", "w").write(json.dumps(scene))
open("gltf/the buffer.bin", "wb").write(data[28 + length:])
PYTHON
python3 split.py "$SAMPLES/elbow.glb"
mv 'gltf/the buffer.bin' .
total='1 file'
unread gltf
run library find gltf 'state=failed'
check_run 0 '*a.gltf*' ''
mv 'the buffer.bin' gltf/
measured 1 gltf
run library find gltf 'state=ok'
check_run 0 '*a.gltf*' ''
mv 'gltf/the buffer.bin' .
unread gltf
run library find gltf 'state=failed'
check_run 0 '*a.gltf*' ''

# Shards measure the same files as an update, and the update afterwards finds nothing to do.
total='2 files'
cp "$SAMPLES/textures/character.png" clips/men/
run library plan clips --shards 2
check_run 0 '1 file to measure in 2 shards: *' ''
"$SINEW" library work clips/plan.json --shard 1 >/dev/null || fail 'work'
"$SINEW" library work clips/plan.json --shard 2 >/dev/null || fail 'work'
run library merge clips --plan clips/plan.json
check_run 0 '1 file: 1 merged, 0 unchanged, 0 failed, 0 vanished' ''
missing 0
measured 0 clips

# A path that is not a file, or leads out of the folder, does not count as a texture that has appeared. Nothing waits for a pipe.
rm clips/men/character.png
measured 1 clips
mkdir clips/men/character.png
ln -s textures clips/men/textures
measured 0 clips
rm clips/men/textures
mkdir clips/men/textures
mkfifo clips/men/textures/character.png
measured 0 clips
rm clips/men/textures/character.png
ln -s "$PWD/clips/unrelated/character.png" clips/men/textures/character.png
measured 0 clips
missing 1

# Names in any bytes.
mkdir names
for name in "$(printf 'a\377\n\033[31m')" '%s%n' 'a%20b' '-o'; do cp "$DATA/arm.fbx" "names/$name.fbx"; done
total='4 files'
measured 4 names
for name in "$(printf 'a\377\n\033[31m')" '%s%n' 'a%20b' '-o'; do echo '{}' >"names/$name.events.json"; done
measured 4 names

# Rows that no update wrote cost a measurement at the most.
total='2 files'
sql "INSERT INTO side_files VALUES(1,x'',NULL,NULL,NULL)" >/dev/null
sql "INSERT INTO side_files VALUES(1,'text',NULL,'size','time')" >/dev/null
sql "INSERT INTO side_files VALUES(1,zeroblob(300000),NULL,NULL,NULL)" >/dev/null
measured 0 clips
sql "INSERT INTO side_files VALUES(1,x'2f','../../../etc/passwd',1,1)" >/dev/null
measured 1 clips
[ "$(sql 'SELECT count(*) FROM side_files WHERE file=1 AND length(name) BETWEEN 1 AND 299')" = "$(sql 'SELECT count(*) FROM side_files WHERE file=1')" ] || fail 'rows of another program stay'
finish
