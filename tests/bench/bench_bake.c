// What baking costs: the clips of model files into rows, in this process, without the import.
//
//   bench_bake [ROUNDS [FILE…]]   prints one line for each file: the median of the rounds, 9 of them by default, and
//                                 what came of it; and the clips one by one (sinew_baking_run). Without files: two
//                                 samples and generated characters of 1 to 8 MB.
//
// The hash covers the block with its baked frames: two builds that bake the same bytes print the same.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "author/bake/bake_block.h"
#include "core/base/hash.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "sinew/bake.h"
#include "sinew/import.h"
#include "support/character_fbx.h"

enum { MOST_ROUNDS = 99 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void must(sinew_result result, const sinew_error *error)
{
    if (result == SINEW_OK) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double time_bake(const sinew_model *model, void **out_block, size_t *out_size)
{
    sinew_error error;
    const double start = now();
    must(sinew__baked_block(model, NULL, out_block, out_size, &error), &error);
    return now() - start;
}

/// Time of baking clip by clip as the jobs of a caller would.
typedef struct part_times {
    double all, longest; ///< of the jobs
    double around;       ///< before and after them
} part_times;

static part_times time_parts(const sinew_model *model)
{
    part_times times = {0};
    sinew_baking *baking;
    sinew_model *baked;
    sinew_error error;
    double start = now();
    must(sinew_baking_create(model, NULL, &baking, &error), &error);
    times.around = now() - start;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        start = now();
        must(sinew_baking_run(baking, i, 1, &error), &error);
        const double seconds = now() - start;
        times.all += seconds;
        if (seconds > times.longest) times.longest = seconds;
    }
    start = now();
    must(sinew_baking_finish(baking, &baked, &error), &error);
    times.around += now() - start;
    sinew_baking_destroy(baking);
    sinew_model_destroy(baked);
    return times;
}

static void print_rows(const char *name, double seconds, void *block, size_t size)
{
    sinew_model *baked;
    sinew_error error;
    long rows = 0;
    double bytes = 0, worst = 0;
    const uint64_t hash = sinew__hash(block, size);
    must(sinew__model_from_block(block, size, &baked, &error), &error);
    for (int32_t i = 0; i < baked->clip_count; ++i) {
        const sinew_baked_info made = sinew_clip_baked_info(baked, i);
        rows += made.frame_count;
        bytes += (double)made.byte_count;
        if (made.error > worst) worst = made.error;
    }
    printf("%-24s %8.2f ms  %d clips, %ld rows, %.0f bytes, error %.2e, hash %016llx\n", name, seconds * 1e3,
           baked->clip_count, rows, bytes, worst, (unsigned long long)hash);
    sinew_model_destroy(baked);
}

static void measure(const char *name, const void *bytes, size_t size, int rounds)
{
    double seconds[MOST_ROUNDS];
    void *block;
    size_t block_size;
    sinew_model *model;
    sinew_error error;
    must(sinew__import_block(name, bytes, size, NULL, &block, &block_size, &error), &error);
    must(sinew__model_from_block(block, block_size, &model, &error), &error);
    for (int i = 0; i < rounds; ++i) {
        seconds[i] = time_bake(model, &block, &block_size);
        if (i + 1 < rounds) free(block);
    }
    qsort(seconds, (size_t)rounds, sizeof *seconds, compare_doubles);
    print_rows(name, seconds[rounds / 2], block, block_size);
    const part_times parts = time_parts(model);
    printf("%-24s %8.2f ms  in parts, the longest %.2f ms, %.2f ms around them\n", "", parts.all * 1e3,
           parts.longest * 1e3, parts.around * 1e3);
    sinew_model_destroy(model);
}

static void measure_file(const char *path, int rounds)
{
    void *bytes;
    size_t size;
    sinew_error error;
    must(sinew__file_read(path, &bytes, &size, &error), &error);
    measure(sinew__base_name(path), bytes, size, rounds);
    free(bytes);
}

static void measure_character(const char *name, character_size size, int rounds)
{
    void *binary;
    size_t binary_size;
    make_character_binary(size, &binary, &binary_size);
    measure(name, binary, binary_size, rounds);
    free(binary);
}

int main(int argc, char **argv)
{
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 9;
    if (rounds < 1 || rounds > MOST_ROUNDS) return 2;
    for (int i = 2; i < argc; ++i) measure_file(argv[i], (int)rounds);
    if (argc > 2) return 0;
    measure_file("samples/walk.fbx", (int)rounds);
    measure_file("samples/character.fbx", (int)rounds);
    measure_character("60_keys.fbx", (character_size){60, 60}, (int)rounds);
    measure_character("250_keys.fbx", (character_size){100, 250}, (int)rounds);
    measure_character("600_keys.fbx", (character_size){150, 600}, (int)rounds);
    return 0;
}
