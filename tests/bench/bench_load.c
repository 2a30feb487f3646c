// The cost of the sandbox: models loaded through a worker, against the same import in this process, and in a process
// that has just begun.
//
//   bench_load [ROUNDS [FILE…]]   prints one line for each file: medians of interleaved rounds, 9 of them by default,
//                                 in wall clock and in computing time (user and system, the worker's included).
//                                 Without files: a small one, two samples and generated characters of 1 to 8 MB. Clips
//                                 are not baked.
//
// `cold` is sinew's import, `Assimp` only Assimp's; each is the first thing that a process does, like the first load of
// a host.
#define _DEFAULT_SOURCE // mkstemps

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "sinew/import.h"
#include "sinew/load.h"
#include "support/character_fbx.h"

enum { MOST_ROUNDS = 99 };

typedef struct cost {
    double wall, cpu; ///< seconds
} cost;

static void must(sinew_result result, const sinew_error *error)
{
    if (result == SINEW_OK) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

// ---- one import ---------------------------------------------------------------------------------------------------

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static cost now(void)
{
    struct timespec time;
    struct rusage own, children;
    clock_gettime(CLOCK_MONOTONIC, &time);
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (cost){(double)time.tv_sec + 1e-9 * (double)time.tv_nsec,
                  seconds_of(own.ru_utime) + seconds_of(own.ru_stime) + seconds_of(children.ru_utime) +
                      seconds_of(children.ru_stime)};
}

static void load_through_worker(const char *path)
{
    sinew_model *model;
    sinew_error error;
    const sinew_load_options options = {.timeout = 100, .only_curves = 1};
    must(sinew_model_load(path, &options, &model, &error), &error);
    sinew_model_destroy(model);
}

static void import_here(const char *path)
{
    void *bytes, *block;
    size_t size, block_size;
    sinew_model *model;
    sinew_error error;
    must(sinew__file_read(path, &bytes, &size, &error), &error);
    must(sinew__import_block(sinew__base_name(path), bytes, size, NULL, &block, &block_size, &error), &error);
    free(bytes);
    must(sinew__model_from_block(block, block_size, &model, &error), &error);
    sinew_model_destroy(model);
}

static void import_by_assimp(const char *path)
{
    const struct aiScene *scene = aiImportFile(path, 0);
    must(scene ? SINEW_OK : SINEW_ERROR_DAMAGED, &(sinew_error){.message = "Assimp refuses it"});
    aiReleaseImport(scene);
}

static cost measure(void (*load)(const char *path), const char *path)
{
    const cost before = now();
    load(path);
    const cost after = now();
    return (cost){after.wall - before.wall, after.cpu - before.cpu};
}

// ---- in a new process ---------------------------------------------------------------------------------------------

static const struct {
    const char *word;
    void (*load)(const char *path);
} alone[] = {{"--cold", import_here}, {"--assimp", import_by_assimp}};

/// Runs this program with `word` and returns its measurement.
static cost measure_alone(const char *program, const char *word, const char *path)
{
    char command[4096];
    cost taken;
    snprintf(command, sizeof command, "'%s' %s '%s'", program, word, path);
    FILE *answer = popen(command, "r");
    const int is_whole = answer && fscanf(answer, "%lf %lf", &taken.wall, &taken.cpu) == 2;
    if (!answer || pclose(answer) != 0 || !is_whole) exit(1);
    return taken;
}

// ---- many rounds --------------------------------------------------------------------------------------------------

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static cost median(const cost *costs, int count)
{
    double wall[MOST_ROUNDS], cpu[MOST_ROUNDS];
    for (int i = 0; i < count; ++i) {
        wall[i] = costs[i].wall;
        cpu[i] = costs[i].cpu;
    }
    qsort(wall, (size_t)count, sizeof *wall, compare);
    qsort(cpu, (size_t)count, sizeof *cpu, compare);
    return (cost){wall[count / 2], cpu[count / 2]};
}

static void measure_file(const char *program, const char *path, int rounds)
{
    cost worker[MOST_ROUNDS], here[MOST_ROUNDS], cold[MOST_ROUNDS], assimp[MOST_ROUNDS];
    for (int i = 0; i < rounds; ++i) {
        worker[i] = measure(load_through_worker, path);
        here[i] = measure(import_here, path);
        cold[i] = measure_alone(program, alone[0].word, path);
        assimp[i] = measure_alone(program, alone[1].word, path);
    }
    const cost w = median(worker, rounds), h = median(here, rounds), c = median(cold, rounds),
               a = median(assimp, rounds);
    printf("%-22s worker %6.1f (%6.1f) ms  here %6.1f (%6.1f)  cold %6.1f (%6.1f)  Assimp %6.1f (%6.1f)  worker - here "
           "%+.1f ms\n",
           sinew__base_name(path), w.wall * 1e3, w.cpu * 1e3, h.wall * 1e3, h.cpu * 1e3, c.wall * 1e3, c.cpu * 1e3,
           a.wall * 1e3, a.cpu * 1e3, (w.wall - h.wall) * 1e3);
}

static void measure_character(const char *program, character_size size, int rounds)
{
    void *bytes;
    size_t byte_count;
    char path[] = "/tmp/character-XXXXXX.fbx";
    make_character_binary(size, &bytes, &byte_count);
    const int file = mkstemps(path, 4);
    if (file < 0 || write(file, bytes, byte_count) != (ssize_t)byte_count) exit(1);
    close(file);
    free(bytes);
    measure_file(program, path, rounds);
    unlink(path);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof alone / sizeof *alone; ++i) {
        if (strcmp(argv[1], alone[i].word) != 0) continue;
        const cost taken = measure(alone[i].load, argv[2]);
        printf("%.9f %.9f\n", taken.wall, taken.cpu);
        return 0;
    }
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 9;
    if (rounds < 1 || rounds > MOST_ROUNDS) return 2;
    for (int i = 2; i < argc; ++i) measure_file(argv[0], argv[i], (int)rounds);
    if (argc > 2) return 0;
    static const char *const files[] = {"tests/data/arm.fbx", "samples/face.fbx", "samples/character.fbx"};
    static const character_size sizes[] = {{60, 60}, {100, 250}, {150, 600}};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) measure_file(argv[0], files[i], (int)rounds);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) measure_character(argv[0], sizes[i], (int)rounds);
    return 0;
}
