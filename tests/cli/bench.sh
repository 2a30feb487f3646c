# bench prints its measurements as text and JSON. The speed depends on the machine and is not tested.
. "$SCRIPTS/check.sh"
A=$DATA/arm.fbx

check 0 '*arm.fbx: clip*4 joints, 4 skinned vertices*time*spread*load: import and bake*load from the cache*bake*kB/s in memory*kB/s in a file, error*play, clip to palette*random times*local transforms*two clips blended*skin*million vertices a second*crowd, 1 thread*each of 20 characters*crowd, 2 threads*' '' -- \
    bench "$A" --seconds 0.1 --crowd 20 --threads 2
check 0 '*"spread":{"import_ms":*"bake_ms":*"two_clips_ns":*' '' -- bench "$A" --seconds 0.1 --threads 2 --json
json_field .stdout sinew.bench/3 schema
json_field .stdout "$A" load/file
json_field .stdout 4 pose/joints
json_field .stdout compact clip/encoding
json_field .stdout 4 skin/vertices
json_field .stdout 1000 crowd/0/characters
json_field .stdout 2 crowd/1/threads
json_is 2 pose/frames bench "$A" --seconds 0.1 --clip '#2' --json # between two keys that a straight line joins
check 0 '*"clip":null*"sample_ns":null*' '' -- bench "$A" --clip none --seconds 0.1 --json
check 0 '*: rest pose, 4 joints*play*' '' -- bench "$A" --clip none --seconds 0.1
bones=$DATA/../../samples/character_anim.fbx
check 0 '*55 joints, 0 skinned vertices*two clips blended*' '' -- bench "$bones" --seconds 0.1
json_is '[]' crowd bench "$bones" --seconds 0.1 --json

# The kernels that are asked for, or an error that names them.
runs() { # FLAG…: whether the processor has them all
    for flag; do grep -qw "$flag" /proc/cpuinfo || return 1; done
}
kernels() { # NAME FLAG…
    name=$1
    shift
    if runs "$@"; then
        json_is "$name" machine/simd bench "$A" --seconds 0.1 --kernels "$name" --json
    else
        check 2 '' "sinew: --kernels: *'$name'*" -- bench "$A" --kernels "$name"
    fi
}
case $(uname -m) in
x86_64)
    kernels avx2 avx2 fma
    kernels avx512 avx2 fma avx512f avx512dq avx512vl avx512bw
    ;;
*) check 2 '' "sinew: --kernels: *'avx2'*" -- bench "$A" --kernels avx2 ;;
esac
check 2 '' '*--kernels*sse*portable*' -- bench "$A" --kernels sse
json_is portable machine/simd bench "$A" --seconds 0.1 --kernels portable --json

check 2 '' '*FILE*' -- bench
check 2 '' '*--crowd*1,10*' -- bench "$A" --crowd 1,10
check 2 '' '*--crowd*0*' -- bench "$A" --crowd 0
check 2 '' '*--seconds*' -- bench "$A" --seconds 0
check 3 '' '*none.fbx: no such file*' -- bench none.fbx
check 4 '' '*no clip *rnu*' -- bench "$A" --clip rnu --seconds 0.1

finish
