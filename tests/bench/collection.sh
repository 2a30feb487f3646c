# How long a library takes for COLLECTION files (1000), and PICTURED of them with pictures (4). Needs in the environment: SINEW,
# MAKE_COLLECTION, SUPPORT the folder of score_copies.awk, SIDE_FILES the program side_files.py.
count=${COLLECTION:-1000} pictured=${PICTURED:-4}
timed() {
    name=$1
    shift
    start=$(date +%s%N)
    "$@" >results || exit 1
    echo "$name: $((($(date +%s%N) - start) / 1000000)) ms, $(tail -1 results | cut -c 1-70)"
}
mkdir clips few
timed 'made' "$MAKE_COLLECTION" clips "$count"
mv results truth.csv
echo "$count files, $(du -sm clips | cut -f1) MB, $(getconf _NPROCESSORS_ONLN) processors"
timed 'new' "$SINEW" library update clips
echo "database: $(du -sm clips/library.db | cut -f1) MB"
timed 'unchanged' "$SINEW" library update clips
if command -v python3 >/dev/null; then
    python3 "$SIDE_FILES" sides "$count" "$SINEW" || exit 1
    timed 'unchanged, four side files of each' "$SINEW" library update sides
fi
timed 'facts' "$SINEW" library find clips 'range(LeftForeArm) 39.9..40.1 and not check=W12' --format csv
timed 'like a motion' "$SINEW" library find clips --like clips/000/clip13.sinew --format csv
timed 'like a pose' "$SINEW" library find clips --like clips/000/clip13.sinew@50% --format csv
timed 'copies' "$SINEW" library find clips --copies --format csv
echo "copies made, found, right, precision, recall: $(awk -f "$SUPPORT/score_copies.awk" truth.csv results)"
"$MAKE_COLLECTION" few "$pictured" >few.csv
timed "$pictured files with pictures" "$SINEW" library update few --pictures pictures
timed 'unchanged, with pictures' "$SINEW" library update few --pictures pictures
echo "$(ls pictures | wc -l) pictures, $(du -sm pictures | cut -f1) MB"
