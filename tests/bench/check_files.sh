# How long `sinew check` takes for a hundred files of 2 MB, imported and from the cache. Needs in the environment: SINEW, WRITE_CHARACTER.
mkdir files
"$WRITE_CHARACTER" files/1.fbx 60 200 || exit 1 # 60 joints, 200 keys of each curve, 7000 triangles
for i in $(seq 2 100); do cp files/1.fbx "files/$i.fbx"; done
echo "100 files, $(du -sm files | cut -f1) MB, $(getconf _NPROCESSORS_ONLN) processors"
for run in imported cached; do
    start=$(date +%s%N)
    "$SINEW" check files --quiet --fail-on error >results || exit 1
    echo "$run: $((($(date +%s%N) - start) / 1000000)) ms, $(tail -1 results)"
done
