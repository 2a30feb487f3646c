#!/bin/sh
# same_output.sh OLD NEW [FOLDER…]: runs two programs with the same arguments and compares stdout, stderr, exit codes and every written file
# byte by byte. For refactorings; CI does not run it. The models are in samples/ and tests/data/, and in each FOLDER, by default the
# corpora beside the project. Prints each run that differs, with the first lines of the difference, and their number; exit code 1 if there
# are any. What may differ is named in EXPECTED: extended regular expressions, one in a line; lines that match are left out on both sides.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
old=$(readlink -f "$1") new=$(readlink -f "$2")
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/expected"
if [ -n "${EXPECTED:-}" ]; then cp "$EXPECTED" "$work/expected"; fi
if [ $# -eq 0 ]; then
    for corpus in truth sampled sdk motion hostile; do
        if [ -d "$root/../shared/corpus/$corpus" ]; then set -- "$@" "$root/../shared/corpus/$corpus"; fi
    done
fi

# Every run of every model of the project: %s is the model. Files are written to the current folder.
cat >"$work/all" <<'RUNS'
info %s
info --json %s
info --contacts -v %s
tree %s
tree --meshes --rest --json %s
tree --format dot %s
tree --raw %s
keys %s
keys --values --json %s
keys --values --format csv %s
keys --grid frames --joints *a* %s
pose --at 50% %s
pose --at 0.31s --what local,global,palette --json %s
pose --frames 3 --what local,palette --euler xyz --format csv %s
pose --frames 3 --digits 5 --format jsonl %s
pose --at 25% --in-place --base rest --json %s
pose --at 40% --engine exact --what palette --format csv %s
curves %s -o curves.svg
curves %s --format csv -o -
curves %s --what speed,angle --joints *a* -o angles.png
curves %s --what height,speed --played -o motion.svg
export %s -o same.fbx
export %s -o ascii.fbx --format fbx-ascii
export %s -o sampled.fbx --curves sampled --unit m --up Z
export %s -o small.glb --compress
export %s -o curves.glb --curves linear
export %s -o clip.bvh
export %s --at 60% -o pose.obj
export %s --frames 4 -o table.csv
export %s --frames 4 -o table.jsonl
bake %s -o baked.sinew
bake --strip %s -o stripped.sinew
edit %s --trim 10%..80% -o trimmed.fbx
edit %s --mirror -o mirrored.sinew
edit %s --reduce 0.01 -o reduced.fbx
edit %s --close 5f -o closed.glb
edit %s --speed 1.5 --during 20%..60% --ease 2f --set *Hips:rz=20 -o faster.bvh
check %s
check --json %s
check --format junit %s
check --fix -o fixed %s
diff %s %s --meshes --materials
diff %s %s --engine fast,exact --json
diff %s samples/walk.fbx
render %s --at 30% --size 96x72 -o picture.png
render %s --sheet 2x2 --skeleton --names --axes --size 160x120 -o sheet.png
render %s --at 30% --colors weights --wireframe --view side --size 96x72 -o weights.png
retarget %s --explain
retarget samples/character.fbx --anim %s --explain
info samples/character.fbx --anim %s --retarget
page %s -o page.html
bench %s --json --nonsense
info %s --clip 7 --engine none
RUNS
# Runs for models of the corpora. A model gets the lines whose number has the same remainder as the model's number.
step=11

cat >"$work/once" <<'RUNS'
help
help time
help keys
help exit
help json
help config
--version
nonsense
check samples
check samples --json
check samples --learn contract.json
diff samples tests/data
diff samples tests/data --json
library update --database l.db samples
library find --database l.db
library find --database l.db --json
library find --database l.db --format csv speed 0.5..3
library find --database l.db --copies
library find --database l.db --like samples/walk.fbx
library plan samples --shards 3 -o plan.json
cache show
completion bash
completion zsh
completion fish
render samples --index index.png --size 64x64
RUNS
for command in play info tree keys curves pose render export edit check diff bench bake cache library page retarget; do
    printf '%s --help\n%s\n%s --nonsense samples/walk.fbx\n%s missing.fbx\n' $command $command $command $command
done >>"$work/once"

is_model='\.(fbx|glb|gltf|vrm|vrma|dae|bvh|obj|sinew)$'
(cd "$root" && find samples tests/data -type f) | grep -E "$is_model" | sort >"$work/models"
for folder; do
    find "$folder" -type f | grep -E "$is_model" | sort
done >"$work/kept"
awk -v step=$step '
    FILENAME == ARGV[1] { run[++runs] = $0; next }
    { for (i = 1; i <= runs; ++i) if (FILENAME == ARGV[2] || i % step == FNR % step) { line = run[i]; gsub(/%s/, $0, line); print line } }
' "$work/all" "$work/models" "$work/kept" | cat "$work/once" - | awk '{ printf "%05d %s\n", NR, $0 }' >"$work/runs"

# One run: with both programs, each in a folder of its own that links to the project.
cat >"$work/run" <<'RUN'
number=${1%% *} line=${1#* }
set -f
for side in old new; do
    folder=$WORK/$side/$number
    mkdir -p "$folder/tests"
    ln -s "$ROOT/samples" "$folder/samples"
    ln -s "$ROOT/tests/data" "$folder/tests/data"
    program=$OLD
    [ $side = old ] || program=$NEW
    (cd "$folder" && SINEW_CACHE_DIR=../cache SDL_VIDEODRIVER=offscreen timeout 120 "$program" $line >stdout 2>stderr </dev/null; echo $? >code)
    rm "$folder/samples" "$folder/tests/data"
    if [ -s "$WORK/expected" ]; then
        for name in stdout stderr; do grep -v -a -E -f "$WORK/expected" "$folder/$name" >"$folder/$name.kept"; mv "$folder/$name.kept" "$folder/$name"; done
    fi
done
if ! diff -r -a "$WORK/old/$number" "$WORK/new/$number" >"$WORK/$number.diff" 2>&1; then
    { printf 'sinew %s\n' "$line"; sed "s|$WORK/||g" "$WORK/$number.diff" | cut -c1-200 | head -n 12; } >"$WORK/$number.report"
fi
rm -rf "$WORK/old/$number" "$WORK/new/$number" "$WORK/$number.diff"
RUN
export OLD="$old" NEW="$new" WORK="$work" ROOT="$root"
tr '\n' '\0' <"$work/runs" | xargs -0 -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh "$work/run"
find "$work" -maxdepth 1 -name '*.report' | sort | xargs -r cat
different=$(find "$work" -maxdepth 1 -name '*.report' | wc -l)
printf '%s runs, %s differ\n' "$(wc -l <"$work/runs")" "$different"
[ "$different" -eq 0 ]
