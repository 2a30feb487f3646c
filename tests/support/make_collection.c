/// make_collection FOLDER COUNT: writes COUNT small model files with known facts, copies and faults, and prints them as
/// CSV: file, motion (a copy has its original's), kind, speed in m/s, degrees of the elbow, whether it is a loop.
/// A folder below FOLDER holds 1000 files. The same COUNT gives the same bytes.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sinew/export.h"
#include "sinew/memory.h"
#include "support/make_dancer.h"

/// Of 20 files, 11 have motions of their own. The others are made from one of them.
enum { PERIOD = 20 };
typedef struct file_kind {
    const char *name, *format;
    int original; ///< in the period, or −1: a motion of its own
    int is_copy;
} file_kind;

static const file_kind kinds[PERIOD] = {
    {"original", "sinew", -1, 0}, {"original", "sinew", -1, 0}, {"original", "sinew", -1, 0},
    {"original", "sinew", -1, 0}, {"original", "sinew", -1, 0}, {"original", "sinew", -1, 0},
    {"original", "sinew", -1, 0}, {"original", "sinew", -1, 0}, {"original", "sinew", -1, 0},
    {"original", "sinew", -1, 0}, {"twins", "sinew", -1, 0},    {"renamed", "sinew", 0, 1},
    {"rescaled", "sinew", 1, 1},  {"mirrored", "sinew", 2, 1},  {"glb", "glb", 3, 1},
    {"bvh", "bvh", 4, 1},         {"all", "sinew", 0, 1},       {"other-leg", "sinew", 5, 0},
    {"slower", "sinew", 6, 0},    {"cut", "sinew", 7, 0},
};

static int is(const file_kind *kind, const char *name)
{
    return strcmp(kind->name, name) == 0;
}

static dancer dancer_of(const file_kind *kind, uint32_t motion)
{
    const int all = is(kind, "all");
    dancer of = {.seed = motion + 1,
                 .scale = all || is(kind, "rescaled") ? 0.5 : 1,
                 .tempo = is(kind, "slower") ? 0.8 : 1,
                 .speed = motion % 4 * 50,
                 .elbow = 20 + motion % 100,
                 .is_loop = motion % 3 == 0,
                 .is_mirrored = all || is(kind, "mirrored"),
                 .is_renamed = all || is(kind, "renamed"),
                 .has_other_leg = is(kind, "other-leg"),
                 .has_twins = is(kind, "twins")};
    return of;
}

/// Writes a model in a format. The caller frees *out_bytes with sinew_free.
static int write_bytes(const sinew_model *model, const char *format, char **out_bytes, size_t *out_size)
{
    enum { FRAMES = 61 };
    double times[FRAMES];
    void *bytes = NULL;
    sinew_result result;
    if (strcmp(format, "sinew") == 0) {
        result = sinew_model_save(model, &bytes, out_size, NULL);
        *out_bytes = bytes;
        return result == SINEW_OK;
    }
    for (int i = 0; i < FRAMES; ++i) times[i] = i / 30.0;
    const sinew_export_options options = {
        .clip = 0, .times = times, .time_count = FRAMES, .engine = SINEW_ENGINE_EXACT};
    result = sinew_export(model, format, &options, (uint8_t **)out_bytes, out_size, NULL);
    return result == SINEW_OK;
}

static int write_file(const char *folder, uint32_t index)
{
    const file_kind *kind = &kinds[index % PERIOD];
    const uint32_t motion = kind->original < 0 ? index : index - index % PERIOD + (uint32_t)kind->original;
    const dancer of = dancer_of(kind, motion);
    char path[4096], name[64];
    char *bytes = NULL;
    size_t size = 0;
    snprintf(name, sizeof name, "%03u/clip%u.%s", (unsigned)(index / 1000), (unsigned)index, kind->format);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    sinew_model *model = make_dancer(&of, NULL);
    int written = model && write_bytes(model, kind->format, &bytes, &size);
    FILE *file = written ? fopen(path, "wb") : NULL;
    if (is(kind, "cut")) size /= 2;
    written = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0) written = 0;
    sinew_free(bytes);
    sinew_model_destroy(model);
    printf("%s,%u,%s,%g,%g,%d\n", name, (unsigned)(kind->is_copy || kind->original < 0 ? motion : index), kind->name,
           of.speed * of.scale / 100, of.elbow, of.is_loop);
    return written;
}

int main(int count, char **words)
{
    char path[4096];
    const unsigned long files = count == 3 ? strtoul(words[2], NULL, 10) : 0;
    if (files == 0 || files > 10000000) {
        fprintf(stderr, "usage: make_collection FOLDER COUNT\n");
        return 2;
    }
    for (uint32_t i = 0; i < files; ++i) {
        snprintf(path, sizeof path, "%s/%03u", words[1], (unsigned)(i / 1000));
        if (i % 1000 == 0 && mkdir(path, 0777) != 0 && errno != EEXIST) return 1;
        if (!write_file(words[1], i)) {
            fprintf(stderr, "make_collection: cannot write file %u\n", (unsigned)i);
            return 1;
        }
    }
    return 0;
}
