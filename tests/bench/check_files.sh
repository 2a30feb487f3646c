# How long `sinew check` takes for a hundred files, imported and from the cache. Needs in the environment: SINEW, SOURCE.
mkdir files
for i in $(seq 100); do cp "$SOURCE/samples/character.fbx" "files/$i.fbx"; done
echo "100 files, $(du -sm files | cut -f1) MB, $(getconf _NPROCESSORS_ONLN) processors"
for run in imported cached; do
    start=$(date +%s%N)
    "$SINEW" check files --quiet --fail-on error >results || exit 1
    echo "$run: $((($(date +%s%N) - start) / 1000000)) ms, $(tail -1 results)"
done
