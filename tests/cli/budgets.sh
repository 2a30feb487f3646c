# Small files that ask for much: each is stopped by a budget, in bounded time, and the line says which.
. "$SCRIPTS/check.sh"
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
if ! python3 -c '' 2>/dev/null; then
    skip_line 'python3 is missing, which makes the files'
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
make() { python3 "$SCRIPTS/../support/make_attack.py" "$@" || fail "cannot make $2"; }

# Only runs that are given a time limit for a load test it: a busy machine needs more time.
# within SECONDS MEGABYTES EXIT STDERR WORD…: check for one run of sinew, with limits on its time and memory. A sanitizer takes more.
[ -z "$SANITIZED" ] && factor=1 || factor=20
within() {
    seconds=$(($1 * factor)) megabytes=$(($2 * factor)) expected_exit=$3 expected_stderr=$4
    shift 4
    case_words=$*
    python3 "$SCRIPTS/../support/run_within.py" "$seconds" "$megabytes" "$SINEW" "$@" >.stdout 2>.stderr
    exit_code=$?
    check_run "$expected_exit" '*' "$expected_stderr"
    ! grep '^over: ' .stderr >.over || fail "$(cat .over)"
}
lines_are() { [ "$(wc -l <.stderr)" = "$1" ] || fail "$(wc -l <.stderr) lines, expected $1: $(cat .stderr)"; }

# The textures of a model. An OpenGL in software takes some 100 MB by itself.
make shared_picture shared.glb
within 30 450 0 '*T01: 16 textures (1, 2, 3, …) are drawn at a lower resolution: a model*s textures may take 257 MB of memory; --memory-limit allows more' \
    render shared.glb --no-cache --timeout 100s --size 64x64 -o out.png
lines_are 1
within 30 2000 0 '' render shared.glb --no-cache --timeout 100s --size 64x64 --memory-limit 2G -o out.png
SDL_VIDEODRIVER=offscreen within 40 450 0 '*T01: 16 textures*--memory-limit allows more' \
    play shared.glb --no-cache --timeout 100s --quit-after 0 --size 64x64 --screenshot out.png
make sixteen_pictures sixteen.glb
within 40 450 0 '*T01: *textures*' render sixteen.glb --no-cache --size 64x64 --timeout 2s -o out.png
grep -q 'left out: a model.s textures may take 2.02 s; --timeout allows more' .stderr || fail "no word of the time: $(cat .stderr)"

# A crowd: the memory of its palettes, and the number of triangles to draw.
python3 -c 'n = 101
for i in range(n * n): print("v", i % n, i // n, 0)
for i in range((n - 1) * (n - 1)): a = i // (n - 1) * n + i % (n - 1) + 1; print("f", a, a + 1, a + n + 1, a + n)' >grid.obj
within 10 250 70 'sinew: grid.obj: 100000 instances have 2000000000 triangles, the limit is 1000000000' \
    render grid.obj --crowd 100000 --size 64x64 -o out.png
within 60 450 0 '' render grid.obj --crowd 9 --size 64x64 -o out.png

# Side files: each folder is listed once, and one line tells of all that are missing.
mkdir many
(cd many && python3 -c 'for i in range(16000): open(f"other{i}.dat", "w").close()')
make missing_pictures many/missing.gltf
within 10 250 0 '*1024 textures (*missing0.png*, …) are not beside the model*976 textures (*) are not searched for: the limit is 1024 files' \
    render many/missing.gltf --no-cache --timeout 100s --size 64x64 -o out.png
lines_are 2
within 10 120 0 '' info many/missing.gltf --no-cache --timeout 100s
make many_libraries libraries.obj
within 10 120 0 '*it names more than 1024 side files; the rest were not searched for' info libraries.obj --no-cache --timeout 100s
lines_are 1
rm -rf many

# Files of holes are judged by their header and size.
make sparse-sinew sparse.sinew
within 5 60 3 'sinew: sparse.sinew: a .sinew file of *' info sparse.sinew
"$SINEW" bake "$DATA/arm.fbx" -o arm.sinew --no-cache
make stretch arm.sinew
within 5 60 70 'sinew: arm.sinew: the file has 4.0 GB, the memory limit is 2.0 GB
  hint: --memory-limit 8G allows more' info arm.sinew
"$SINEW" info "$DATA/arm.fbx" >.expected
for entry in "$SINEW_CACHE_DIR"/*.sinew; do make stretch "$entry"; done
within 5 150 0 '*its cache entry was damaged and has been removed; the file is imported again' info "$DATA/arm.fbx"
cmp -s .stdout .expected || fail 'another model than before'
cp "$DATA/arm.fbx" .
printf '{"schema":"sinew.pose/1","unit_cm":1,"joints":[' >pose.json
python3 -c 'print("0," * 5000000, end="0]}")' >>pose.json
within 10 100 70 'sinew: pose.json: line 1: more than 1572864 values' pose arm.fbx --at 0 --pose pose.json
truncate -s 5G sinew-check.json map.json pose.json plan.json
within 5 60 70 'sinew: sinew-check.json: the file has 5.0 GB, the limit is 16 MB' check arm.fbx
within 5 60 70 'sinew: plan.json: the file has 5.0 GB, the limit is 1.0 GB' library work plan.json --shard 1
within 5 60 70 'sinew: pose.json: the file has 5.0 GB, the limit is 64 MB' pose arm.fbx --at 0 --pose pose.json
within 5 60 70 'sinew: *map.json: the file has 5.0 GB, the limit is 1 MB' retarget arm.fbx --anim arm.fbx --retarget-map map.json
rm sinew-check.json map.json pose.json plan.json
mkfifo sinew-check.json
within 5 60 3 'sinew: sinew-check.json: is not a regular file' check arm.fbx
rm sinew-check.json
make sparse-png sparse.png
within 10 250 70 'sinew: sparse.png: an image file of 4096 MB, the limit is 2047 MB' \
    render "$DATA/arm.fbx" --no-cache --size 64x64 --reference sparse.png --quiet
make sparse-fbx sparse.fbx
within 5 60 3 'sinew: sparse.fbx: the file has trailing data: its contents end at byte 27 of 1073741824' info sparse.fbx --no-cache
make sparse-glb sparse.glb
within 5 60 3 'sinew: sparse.glb: the file has trailing data: its contents end at byte 100 of 1073741824' info sparse.glb --no-cache
make sparse-zeros zeros.fbx
within 5 60 3 'sinew: zeros.fbx: not a model file (starts with "")' info zeros.fbx --no-cache

# Models that grow in the importer: it and the program together stay within min(2 GB, 256 MB + 64 x the file).
# Not with sanitizers, whose workers have no limit of their address space.
if [ -z "$SANITIZED" ]; then
    stopped='the importer was stopped at 2?? MB of memory
  hint: --memory-limit 8G allows more'
    for attack in sparse_accessor doubling_nodes instances; do
        make $attack attack.glb
        case $(head -c 4 attack.glb) in glTF) name=attack.glb ;; *) mv attack.glb attack.gltf && name=attack.gltf ;; esac
        within 12 275 70 "sinew: $name: $stopped" info $name --no-cache --timeout 100s
    done
    make doubling_nodes_of_collada attack.dae
    within 12 275 70 "sinew: attack.dae: $stopped" info attack.dae --no-cache --timeout 100s
    make packed_polygons attack.fbx
    within 12 275 70 "sinew: attack.fbx: $stopped" info attack.fbx --no-cache --timeout 100s
fi

# The message names the limit of the system that was hit.
refused_by_system() { # PATTERN LIMIT…
    pattern=$1
    shift
    case_words="info with ulimit $*"
    (ulimit "$@" && exec "$SINEW" info "$DATA/arm.fbx" --no-cache --json) >.stdout 2>.stderr
    exit_code=$?
    check_run 70 '' "$pattern"
}
refused_by_system '*"code":"system"*cannot start *Too many open files*' -n 8
refused_by_system '*"code":"system"*cannot reserve memory*File too large*' -f 10
if [ -z "$SANITIZED" ]; then
    case_words='info with ulimit -v'
    (ulimit -v 180000 && exec "$SINEW" info attack.dae --no-cache --timeout 100s) >.stdout 2>.stderr
    exit_code=$?
    check_run 70 '' '*attack.dae: the importer was stopped at 176 MB of memory, the limit of the process that loads (ulimit -v)'
fi
if unshare -r -m sh -c 'mount -t tmpfs none /dev' 2>/dev/null; then
    case_words='info without /dev/null'
    unshare -r -m sh -c 'mount -t tmpfs none /dev && exec "$@"' - "$SINEW" info "$DATA/arm.fbx" --no-cache >.stdout 2>.stderr
    exit_code=$?
    check_run 70 '' '*cannot open /dev/null: No such file or directory'
else
    skip_line 'no mount namespaces here, to be without /dev/null in'
fi
finish
