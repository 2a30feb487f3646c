/// baked_near FILE|FOLDER…: bakes every clip of every model file and plays it against the exact engine: by the fastest
/// kernel at every key time and at seven irrational parts of the way to the next; and by every kernel that this machine
/// runs at random times, at some keys and a tick before and after them, where curves jump. Prints what baking made and
/// the largest displacement of a vertex, relative to the character: the diagonal of the bounds of its skinned vertices at
/// rest, found here by skinning them. A mesh that is not skinned is measured against the bounds of both; a skeleton
/// without meshes by its joints, against the model's size. Exits with 1 when that is over the bound that baking promises
/// at the places it looks at; 77 when there was no file.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/import.h>
#include <sinew/sinew_tools.h>

#include "author/bake/bake_block.h"
#include "runtime/kernels/kernels.h"
#include "runtime/model/make_model.h"
#include "runtime/pose/engine.h"
#include "support/each_kernel.h"
#include "support/model_files.h"

enum { RANDOM_TIMES = 40, KEYFRAMES = 12, MOST_MESHES = 4096 };
static const double bound = 1e-4;

typedef struct tally {
    int files, clips, baked, exceeding;
    long rows;
    double bytes, worst;
} tally;

/// Returns the larger value; not a number if one of them is not a number.
static double larger(double a, double b)
{
    return a >= b || isnan(a) ? a : b;
}

/// What displacements of each mesh's vertices are measured against.
typedef struct scales {
    double sizes[MOST_MESHES];
} scales;

typedef struct box {
    double low[3], high[3];
} box;

static const box nothing = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};

static void include(box *into, const double point[3])
{
    for (int i = 0; i < 3; ++i) {
        into->low[i] = fmin(into->low[i], point[i]);
        into->high[i] = fmax(into->high[i], point[i]);
    }
}

static double diagonal(const box *of)
{
    double square = 0;
    for (int i = 0; i < 3; ++i) square += pow(fmax(of->high[i] - of->low[i], 0), 2);
    return sqrt(square);
}

static void include_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose, box *into)
{
    const size_t floats = (size_t)model->meshes[mesh].vertex_count * 3;
    float *memory = malloc((floats + sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof *memory);
    if (!memory) exit(2);
    sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, pose, memory + floats, memory, NULL);
    for (size_t i = 0; i < floats; i += 3)
        include(into, (double[3]){(double)memory[i], (double)memory[i + 1], (double)memory[i + 2]});
    free(memory);
}

static void find_scales(const sinew_model *model, sinew_pose *pose, scales *out)
{
    box character = nothing;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (model->meshes[i].flags & SINEW_MESH_SKINNED) include_mesh(model, i, pose, &character);
    for (int32_t i = 0; i < model->mesh_count && i < MOST_MESHES; ++i) {
        box both = character;
        if (!(model->meshes[i].flags & SINEW_MESH_SKINNED)) include_mesh(model, i, pose, &both);
        out->sizes[i] = diagonal(&character) > 0 ? diagonal(&both) : model->info->size;
    }
}

/// Largest distance of a vertex under two palettes, both with their own morph weights, as a part of the character.
static double farthest_vertex(const sinew_model *model, const scales *measures, const sinew_pose *a,
                              const sinew_pose *b)
{
    double worst = 0;
    for (int32_t mesh = 0; mesh < model->mesh_count && mesh < MOST_MESHES; ++mesh) {
        const size_t floats = (size_t)model->meshes[mesh].vertex_count * 3;
        float *memory =
            malloc((floats * 2 + sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof *memory);
        double farthest = 0;
        if (!memory) exit(2);
        sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, a, memory + floats * 2, memory, NULL);
        sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, b, memory + floats * 2, memory + floats, NULL);
        for (size_t i = 0; i < floats; i += 3) {
            double square = 0;
            for (size_t k = i; k < i + 3; ++k) square += pow((double)memory[k] - (double)memory[floats + k], 2);
            farthest = larger(farthest, square);
        }
        free(memory);
        worst = larger(worst, sqrt(farthest) / measures->sizes[mesh]);
    }
    return worst;
}

/// Largest distance of a joint in two poses, as a part of the model's size.
static double farthest_joint(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double farthest = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        double square = 0;
        for (int k = 0; k < 3; ++k) square += pow(a->global[i].row[k][3] - b->global[i].row[k][3], 2);
        farthest = larger(farthest, square);
    }
    return sqrt(farthest) / model->info->size;
}

static double random_part(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 24);
}

/// Poses from the clip with the kernel in use. Returns 0 if it plays from its curves.
static int play(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    if (!sinew__fast_palette(model, clip, time, pose)) return 0;
    if (model->mesh_count == 0)
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, pose); // also fills the globals
    return 1;
}

static double distance(const sinew_model *model, const scales *measures, const sinew_pose *a, const sinew_pose *b)
{
    if (memcmp(a->visible, b->visible, (size_t)model->joint_count) != 0) return (double)INFINITY;
    return model->mesh_count > 0 ? farthest_vertex(model, measures, a, b) : farthest_joint(model, a, b);
}

/// The largest displacement at a time, by any kernel. Visibility is the same, or the displacement without end.
static double compare_at(const sinew_model *model, const scales *measures, int32_t clip, double time,
                         sinew_pose *const poses[2])
{
    double worst = 0;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, poses[0]);
    for (int kernels = -1; force_next_kernels(&kernels);) {
        if (!play(model, clip, time, poses[1])) continue;
        worst = larger(worst, distance(model, measures, poses[0], poses[1]));
    }
    return worst;
}

/// The largest displacement at the key times of a clip and between them. Of clips with very many keys, at every n-th.
static double compare_keys(const sinew_model *model, const scales *measures, int32_t index, sinew_pose *const poses[2])
{
    enum { MOST_KEYS = 1000, PARTS = 8 };
    static const double parts[PARTS] = {// 0, and the fractional parts of √2, √3, √5, √7, e, π and the golden ratio
                                        0,
                                        0.41421356237309515,
                                        0.7320508075688772,
                                        0.2360679774997898,
                                        0.6457513110645907,
                                        0.718281828459045,
                                        0.14159265358979312,
                                        0.6180339887498949};
    const sinew_clip *clip = &model->clips[index];
    const double *times = model->timeline_key_times + clip->first_key_time;
    const int32_t stride = 1 + clip->key_time_count / MOST_KEYS;
    double worst = 0;
    for (int32_t key = 0; key < clip->key_time_count; key += stride) {
        const double length = key + 1 < clip->key_time_count ? times[key + 1] - times[key] : 0;
        for (int k = 0; k < (length > 0 ? PARTS : 1); ++k) {
            const double time = times[key] - clip->start + parts[k] * length;
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, index, time, poses[0]);
            if (play(model, index, time, poses[1]))
                worst = larger(worst, distance(model, measures, poses[0], poses[1]));
        }
    }
    return worst;
}

static double compare_clip(const sinew_model *model, const scales *measures, int32_t index, sinew_pose *const poses[2])
{
    const sinew_clip *clip = &model->clips[index];
    const double tick = 1.0 / (double)model->info->ticks_per_second;
    double worst = compare_keys(model, measures, index, poses);
    uint32_t seed = 1;
    for (int i = 0; i < RANDOM_TIMES; ++i)
        worst = larger(worst, compare_at(model, measures, index, clip->duration * random_part(&seed), poses));
    for (int i = 0; i < KEYFRAMES && clip->key_time_count > 0; ++i) {
        const int32_t key = (int32_t)(random_part(&seed) * clip->key_time_count);
        for (int k = -1; k <= 1; ++k)
            worst =
                larger(worst, compare_at(model, measures, index,
                                         model->timeline_key_times[clip->first_key_time + key] - clip->start + k * tick,
                                         poses));
    }
    return worst;
}

static void compare_model(const char *path, const sinew_model *model, tally *sum)
{
    sinew_pose *poses[2] = {NULL, NULL};
    if (sinew_pose_create(model, &poses[0], NULL) != SINEW_OK || sinew_pose_create(model, &poses[1], NULL) != SINEW_OK)
        exit(2);
    scales measures;
    find_scales(model, poses[0], &measures);
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        const sinew_baked_info rows = sinew_clip_baked_info(model, clip);
        const double worst = compare_clip(model, &measures, clip, poses);
        ++sum->clips;
        sum->baked += rows.frame_count > 0;
        sum->rows += rows.frame_count;
        sum->bytes += (double)rows.byte_count;
        sum->worst = larger(sum->worst, worst);
        sum->exceeding += !(worst <= bound);
        if (getenv("VERBOSE") || !(worst <= bound))
            printf("%s clip %d: %d keys, %d rows, %zu bytes, error %.3g, here %.3g\n", path, clip,
                   model->clips[clip].key_time_count, rows.frame_count, rows.byte_count, rows.error, worst);
    }
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const char *code = sinew_text(model, model->warnings[i].code);
        if (strcmp(code, "I53") == 0 || strcmp(code, "I54") == 0)
            printf("%s: %s: %s\n", path, sinew_text(model, model->warnings[i].object),
                   sinew_text(model, model->warnings[i].text));
    }
    sinew_pose_destroy(poses[0]);
    sinew_pose_destroy(poses[1]);
}

/// Bakes a model and compares.
static void compare_baked(const char *path, const sinew_model *model, tally *sum)
{
    sinew_model *baked = NULL;
    void *block;
    size_t size;
    sinew_error error;
    if (sinew__baked_block(model, NULL, &block, &size, &error) != SINEW_OK ||
        sinew__model_from_block(block, size, &baked, &error) != SINEW_OK) {
        printf("%s: %s\n", path, error.message);
        sum->worst = (double)INFINITY;
        return;
    }
    compare_model(path, baked, sum);
    sinew_model_destroy(baked);
}

static void compare_file(const char *path, void *user)
{
    tally *sum = user;
    sinew_model *model = NULL;
    sinew_error error;
    if (sinew_model_import(path, NULL, &model, &error) != SINEW_OK) {
        printf("%s: %s\n", path, error.message);
        return;
    }
    ++sum->files;
    compare_baked(path, model, sum);
    sinew_model_destroy(model);
}

int main(int argc, char **argv)
{
    tally sum = {0};
    for (int i = 1; i < argc; ++i) for_each_model_file(argv[i], compare_file, &sum);
    if (sum.files == 0) {
        printf("skipped: no model file here\n");
        return 77;
    }
    printf("%d files, %d clips, %d baked, %ld rows, %.0f bytes: largest displacement %.3g, %d over %g\n", sum.files,
           sum.clips, sum.baked, sum.rows, sum.bytes, sum.worst, sum.exceeding, bound);
    return sum.worst <= bound ? 0 : 1;
}
