# The cost of a library beyond its files. In each of GROUP_COUNT (2) rounds a group of GROUP_SIZE (40) files is measured by `sinew library update`, and each of
# its files by the single commands that have the same results: `sinew info` and `sinew check`. The processor time is compared, which other
# programs on the machine hardly change. Then the part of the time of a thread of the update that is not spent on files: listing the
# folder, the database, waiting, with COLLECTION (1000) files. Needs in the environment: SINEW, MAKE_COLLECTION, SAMPLES the folder of the samples.
groups=${GROUP_COUNT:-2} count=${GROUP_SIZE:-40}
command -v python3 >/dev/null || { echo 'skipped: no python3, which reads the database'; exit 0; }
mkdir all many
"$MAKE_COLLECTION" all $((groups * count)) >/dev/null || exit 1

# Sets $spent to the milliseconds of processor time of the commands run so far.
spend() {
    times >.times
    spent=$(tail -1 .times | tr 'ms' '  ' | awk '{ printf "%d", 1000 * (60 * ($1 + $3) + $2 + $4) }')
}
update=0 single=0 group=0
while [ $group -lt "$groups" ]; do
    mkdir group$group
    for number in $(seq $((group * count)) $((group * count + count - 1))); do mv all/000/clip$number.* group$group/; done
    for sample in walk.fbx character.fbx face.fbx run.glb; do cp "$SAMPLES/$sample" "group$group/"; done
    spend && begin=$spent
    "$SINEW" library update group$group >>updates || exit 1
    spend && update=$((update + spent - begin)) begin=$spent
    for file in group$group/*.*; do
        case $file in *library.db*) continue ;; esac
        "$SINEW" info --json --contacts --no-cache "$file" >.result 2>&1
        "$SINEW" check --json --no-cache "$file" >.result 2>&1
    done
    spend && single=$((single + spent - begin))
    group=$((group + 1))
done
cat updates
echo "processor time: updates $update ms, single commands $single ms, ratio $(awk "BEGIN { printf \"%.2f\", $update / $single }")"

"$MAKE_COLLECTION" many "${COLLECTION:-1000}" >/dev/null || exit 1
python3 - "$SINEW" <<'END'
import os, sqlite3, subprocess, sys, time
begin = time.monotonic()
subprocess.run([sys.argv[1], "library", "update", "many"], check=True)
wall = time.monotonic() - begin
measuring = sqlite3.connect("many/library.db").execute("SELECT sum(seconds) FROM files").fetchone()[0]
threads = len(os.sched_getaffinity(0))
print(f"{threads} threads for {wall:.2f} s, measuring for {measuring:.2f} s: {threads * wall / measuring - 1:.1%} more")
END
