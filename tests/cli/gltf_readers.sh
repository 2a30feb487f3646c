# Every glTF file at hand as a build with Assimp and one without read it: the same model to the last bit, or the same code of refusal.
# Needs in the environment: GLTF, the folder of the files; WITH and WITHOUT, the two programs of tests/gltf/model_sums.c.
. "$SCRIPTS/check.sh"
case_words='the files'
SOURCE=$DATA/../..
mkdir exported
number=0
for file in "$SOURCE"/samples/*.fbx "$SOURCE"/tests/data/*.fbx "$SOURCE"/../shared/corpus/*/*.fbx; do
    [ -f "$file" ] || continue
    name=$(basename "$file" .fbx)
    number=$((number + 1))
    compress=
    [ $((number % 3)) -ne 0 ] || compress=--compress # meshopt and quantised accessors
    "$SINEW" export -q --no-cache $compress "$file" -o exported/$name.glb >/dev/null 2>&1 || : # a damaged one
done
"$WITH" "$SOURCE"/samples/*.glb "$GLTF"/files/*.gl* exported/*.glb >with
"$WITHOUT" "$SOURCE"/samples/*.glb "$GLTF"/files/*.gl* exported/*.glb >without
diff with without >difference || fail "$(head -5 difference)"
[ "$(grep -c ' [0-9a-f]\{16\} ' with)" -ge 20 ] || fail "few models: $(cat with)"
[ "$(grep -c ' damaged$' with)" -ge 3 ] || fail 'no file was refused'
echo "$(wc -l <with) files"
finish
