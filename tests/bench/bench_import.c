// What sinew's own reading of an FBX adds to Assimp's import of it: generated characters, a skinned mesh and a clip of
// baked keys, binary and ASCII, of 1 to 10 MB.
//
//   bench_import [ROUNDS]        prints one line for each file; times are medians of interleaved rounds, 9 by default
//
// `document` is the document opened and every array of it decoded, `whole` all of sinew's import, Assimp's included:
// down to the block of a model.
#define _POSIX_C_SOURCE 200809L

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fbx/fbx_document.h"
#include "import/import_block.h"
#include "sinew/import.h"
#include "support/character_fbx.h"

enum { MOST_ROUNDS = 99 };

// ---- measuring ----------------------------------------------------------------------------------------------------

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void must(int ok, const sinew_error *error)
{
    if (ok) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static double time_assimp(const void *bytes, size_t size)
{
    const double start = now();
    const struct aiScene *scene = aiImportFileFromMemory(bytes, (unsigned)size, 0, "fbx");
    const double seconds = now() - start;
    const sinew_error error = {.message = "Assimp does not see all of the file"};
    must(scene && scene->mNumMeshes == 1 && scene->mNumAnimations == 1, &error);
    aiReleaseImport(scene);
    return seconds;
}

static void decode(sinew__arena *arena, const fbx_record *record, sinew_error *error)
{
    const fbx_value *value = sinew__fbx_record_value(record, 0);
    if (!value || value->kind != FBX_VALUE_ARRAY) return;
    const double *numbers;
    size_t count;
    must(sinew__fbx_record_doubles(arena, record, &numbers, &count, error) == SINEW_OK, error);
}

static double time_document(const void *bytes, size_t size)
{
    sinew__arena arena = {0};
    fbx_document *document;
    sinew_error error = {0};
    const double start = now();
    must(sinew__fbx_document_open(&arena, bytes, size, &document, &error) == SINEW_OK, &error);
    for (const fbx_record *record = document->root; record; record = sinew__fbx_record_walk(record, document->root))
        decode(&arena, record, &error);
    const double seconds = now() - start;
    sinew__arena_free(&arena);
    return seconds;
}

static double time_whole(const void *bytes, size_t size)
{
    void *block = NULL;
    size_t block_size;
    sinew_error error = {0};
    const double start = now();
    must(sinew__import_block("bench.fbx", bytes, size, NULL, &block, &block_size, &error) == SINEW_OK, &error);
    const double seconds = now() - start;
    free(block);
    return seconds;
}

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, compare_doubles);
    return seconds[count / 2];
}

static void measure(const char *name, const void *bytes, size_t size, int rounds)
{
    double assimp[MOST_ROUNDS], document[MOST_ROUNDS], whole[MOST_ROUNDS];
    for (int i = 0; i < rounds; ++i) {
        assimp[i] = time_assimp(bytes, size);
        document[i] = time_document(bytes, size);
        whole[i] = time_whole(bytes, size);
    }
    const double alone = median(assimp, rounds), own = median(document, rounds), all = median(whole, rounds);
    printf("%-7s %5.1f MB  Assimp %7.1f ms  document %6.1f ms (%3.0f %%)  whole %7.1f ms (+%.0f %%)\n", name,
           (double)size / 1e6, alone * 1e3, own * 1e3, 100 * own / alone, all * 1e3, 100 * (all / alone - 1));
}

static void measure_character(character_size size, int rounds)
{
    sinew__buffer text = {0};
    void *binary;
    size_t binary_size;
    make_character_text(&text, size);
    make_character_binary(size, &binary, &binary_size);
    measure("binary", binary, binary_size, rounds);
    measure("ascii", text.text, text.size, rounds);
    free(binary);
    sinew__buffer_free(&text);
}

int main(int argc, char **argv)
{
    static const character_size SIZES[] = {{60, 60}, {100, 250}, {150, 600}};
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 9;
    if (rounds < 1 || rounds > MOST_ROUNDS) return 2;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; ++i) measure_character(SIZES[i], (int)rounds);
    return 0;
}
