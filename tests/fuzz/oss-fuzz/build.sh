#!/bin/sh
# Builds the fuzz targets with the compiler, flags and engine of OSS-Fuzz: $CC, $CFLAGS, $LIB_FUZZING_ENGINE, $OUT, $SRC.
set -eu
targets='fuzz_import fuzz_geometry_caches fuzz_glue fuzz_materials fuzz_worker_session fuzz_side_names fuzz_fbx fuzz_block fuzz_clip fuzz_time_text'
cmake -S "$SRC/sinew" -B build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSINEW_FUZZ=ON -DSINEW_SANITIZE=address,undefined -DSINEW_PROGRAM=OFF \
    -DSINEW_SAMPLES=OFF -DSINEW_TESTS=ON
# shellcheck disable=SC2086 # a list of words
cmake --build build --target $targets
mkdir -p "$OUT/lib"
for target in $targets; do
    cp "build/tests/$target" "$OUT/"
    # The runner has none of the libraries.
    ldd "$OUT/$target" | awk '$3 ~ /^\// { print $3 }' | grep -Ev '/(libc|libm|libpthread|libdl|librt|ld-linux[^/]*)\.so' | xargs -r -I{} cp -L {} "$OUT/lib/"
    patchelf --set-rpath '$ORIGIN/lib' "$OUT/$target"
    name=${target#fuzz_}
    corpus=$SRC/sinew/tests/fuzz/corpus/$name
    if [ -d "$corpus" ]; then zip -jq "$OUT/${target}_seed_corpus.zip" "$corpus"/*; fi
done
cp "$SRC/sinew/tests/fuzz/dictionaries/fbx.dict" "$OUT/fuzz_import.dict"
cp "$SRC/sinew/tests/fuzz/dictionaries/glue.dict" "$OUT/fuzz_glue.dict"
cp "$SRC/sinew/tests/fuzz/dictionaries/materials.dict" "$OUT/fuzz_materials.dict"
