/// test_runtime FILE.sinew…: the calls of a game to the runtime, on any system, without a test library: loads, poses by
/// every kernel that the processor runs, skins, plays crowds, and loads ten damaged files. Prints a number for each
/// thing that was computed, over all files and clips: equal numbers from two systems mean equal bits. The numbers of
/// locals must be equal for all kernels of one system.
///
/// test_runtime --foreign FILE.sinew…: on a system of the other byte order; the files must be refused with the reason.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/cpu.h"
#include "runtime/model/block_file.h"
#include "runtime/pose/engine.h"
#include "runtime/skin/skin_method.h"
#include "sinew/sinew.h"

enum { TIMES = 61 };

/// Numbers over everything so far.
typedef struct hashes {
    uint64_t locals[SINEW__KERNELS_COUNT], palettes[SINEW__KERNELS_COUNT], skinned[SINEW__KERNELS_COUNT],
        crowds[SINEW__KERNELS_COUNT];
    uint64_t weights, vertices, sampled, exact;
} hashes;

static int failures;

static void check(int holds, const char *what)
{
    if (holds) return;
    printf("FAILED: %s\n", what);
    ++failures;
}

static uint64_t add(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i) sum = (sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t add_palette(uint64_t sum, const sinew_model *model, const sinew_pose *pose)
{
    return add(sum, pose->palette, (size_t)model->skin_joint_count * sizeof *pose->palette);
}

static double time_of(const sinew_clip *clip, int index)
{
    return clip->duration * index / (TIMES - 1);
}

// ---- what playing computes ----------------------------------------------------------------------------------------

/// Ends with the portable kernel, so that skinned vertices are the same everywhere.
static void pose_by_each_kernel(const sinew_model *model, int32_t clip, double time, sinew_pose *pose, hashes *sums)
{
    for (int i = SINEW__KERNELS_COUNT - 1; i >= 0; --i) {
        if (!sinew__runs_kernels((sinew__kernels)i, sinew__fastest_kernels())) continue;
        check(sinew__force_kernels(sinew__kernel_names[i], NULL) == SINEW_OK, "kernels are forced");
        check(sinew__fast_palette(model, clip, time, pose), "a clip is baked");
        sums->palettes[i] = add_palette(sums->palettes[i], model, pose);
    }
    check(sinew__force_kernels(NULL, NULL) == SINEW_OK, "kernels are no longer forced");
}

static void sample_by_each_kernel(const sinew_model *model, int32_t clip, double time, sinew_pose *pose, hashes *sums)
{
    const int32_t count = sinew_local_group_count(model);
    sinew_local_group *groups = sinew_allocate((size_t)count * sizeof *groups);
    check(groups != NULL, "there is memory");
    for (int i = 0; i < SINEW__KERNELS_COUNT && groups; ++i) {
        if (!sinew__runs_kernels((sinew__kernels)i, sinew__fastest_kernels())) continue;
        check(sinew__force_kernels(sinew__kernel_names[i], NULL) == SINEW_OK, "kernels are forced");
        check(sinew_clip_sample_locals(model, clip, time, groups, NULL), "a clip is compact");
        sums->locals[i] = add(sums->locals[i], groups, (size_t)count * sizeof *groups);
    }
    check(sinew__force_kernels(NULL, NULL) == SINEW_OK, "kernels are no longer forced");
    if (groups) sinew_locals_to_pose(model, groups, pose);
    sinew_free(groups);
}

static void skin(const sinew_model *model, const sinew_pose *pose, hashes *sums)
{
    for (int32_t mesh = 0; mesh < model->mesh_count; ++mesh) {
        const size_t count = (size_t)model->meshes[mesh].vertex_count * 3;
        float *scratch =
            sinew_allocate(sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) * sizeof *scratch + 1);
        float *positions = sinew_allocate(count * sizeof *positions + 1),
              *normals = sinew_allocate(count * sizeof *normals + 1);
        check(scratch && positions && normals, "there is memory");
        for (int i = 0; i < SINEW__KERNELS_COUNT; ++i) {
            if (!sinew__runs_kernels((sinew__kernels)i, sinew__fastest_kernels())) continue;
            check(sinew__force_kernels(sinew__kernel_names[i], NULL) == SINEW_OK, "kernels are forced");
            sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, positions, normals);
            sums->skinned[i] = add(sums->skinned[i], positions, count * sizeof *positions);
            sums->skinned[i] = add(sums->skinned[i], normals, count * sizeof *normals);
        }
        check(sinew__force_kernels(NULL, NULL) == SINEW_OK, "kernels are no longer forced");
        sinew__skin_mesh_with(NULL, model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, positions, normals);
        for (size_t i = 0; i < count; ++i) positions[i] += 0.0f; // −0 becomes 0
        sums->vertices = add(sums->vertices, positions, count * sizeof *positions);
        sinew_free(scratch);
        sinew_free(positions);
        sinew_free(normals);
    }
}

static void play_crowd(const sinew_model *model, const sinew_crowd_agent characters[TIMES], uint64_t *sum)
{
    sinew_crowd *crowd;
    const size_t size = (size_t)TIMES * (size_t)model->skin_joint_count * sizeof(sinew_palette_matrix);
    sinew_palette_matrix *palettes = sinew_allocate(size + 1);
    if (palettes && sinew_crowd_create(model, TIMES, NULL, &crowd, NULL) == SINEW_OK) {
        const sinew_crowd_output output = {.palettes = palettes,
                                           .palette_entries = (int64_t)TIMES * model->skin_joint_count};
        check(sinew_crowd_evaluate(crowd, characters, TIMES, &output, NULL) == SINEW_OK, "a crowd is posed");
        *sum = add(*sum, palettes, size);
        sinew_crowd_destroy(crowd);
    } else {
        check(0, "a crowd is created");
    }
    sinew_free(palettes);
}

/// Every other character mixes the clip at two times.
static void play_crowd_by_each_kernel(const sinew_model *model, int32_t clip, hashes *sums)
{
    sinew_crowd_agent characters[TIMES];
    sinew_blend_input layers[TIMES][2];
    for (int i = 0; i < TIMES; ++i) {
        const double time = time_of(&model->clips[clip], i), other = time_of(&model->clips[clip], TIMES - 1 - i);
        const sinew_blend_source sources[2] = {{.kind = SINEW_BLEND_CLIP, .clip = clip, .time = time},
                                               {.kind = SINEW_BLEND_CLIP, .clip = clip, .time = other}};
        layers[i][0] = (sinew_blend_input){.source = sources[0], .weight = 0.75f};
        layers[i][1] = (sinew_blend_input){.source = sources[1], .weight = 0.25f};
        characters[i] = (sinew_crowd_agent){.clip = clip, .time = time};
        if (i % 2) characters[i] = (sinew_crowd_agent){.layers = layers[i], .layer_count = 2};
    }
    for (int i = 0; i < SINEW__KERNELS_COUNT; ++i) {
        if (!sinew__runs_kernels((sinew__kernels)i, sinew__fastest_kernels())) continue;
        check(sinew__force_kernels(sinew__kernel_names[i], NULL) == SINEW_OK, "kernels are forced");
        play_crowd(model, characters, &sums->crowds[i]);
    }
    check(sinew__force_kernels(NULL, NULL) == SINEW_OK, "kernels are no longer forced");
}

static void play_clip(const sinew_model *model, int32_t clip, sinew_pose *pose, hashes *sums)
{
    for (int i = 0; i < TIMES; ++i) {
        const double time = time_of(&model->clips[clip], i);
        pose_by_each_kernel(model, clip, time, pose, sums);
        sums->weights =
            add(sums->weights, pose->morph_weights, (size_t)model->morph_count * sizeof *pose->morph_weights);
        if (i % 20 == 0) skin(model, pose, sums);
        sample_by_each_kernel(model, clip, time, pose, sums);
        sinew_pose_local_to_global(model, pose);
        sums->sampled = add_palette(sums->sampled, model, pose);
        if (model->channel_count == 0) continue; // a file without curves
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
        sums->exact = add_palette(sums->exact, model, pose);
    }
    play_crowd_by_each_kernel(model, clip, sums);
}

static void play(const sinew_model *model, hashes *sums)
{
    sinew_pose *pose;
    sinew_playback player;
    check(sinew_pose_create(model, &pose, NULL) == SINEW_OK, "a pose is created");
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        play_clip(model, clip, pose, sums);
        sinew_playback_init(&player, model->clips[clip].duration);
        sinew_playback_advance(&player, 0.01);
        check(sinew_playback_time(&player) <= model->clips[clip].duration, "the clock stays in the clip");
    }
    sinew_pose_destroy(pose);
}

// ---- ten bad files ------------------------------------------------------------------------------------------------

static void refuse(const unsigned char *file, size_t size, sinew_result expected, const char *what)
{
    sinew_model *model;
    sinew_error error = {0};
    const sinew_result result = sinew_model_open(file, size, &model, &error);
    check(result == expected && !model && error.message[0], what);
    printf("%s: %s\n", what, error.message);
}

/// With sums that fit, as somebody who crafts a file would make it.
static void refuse_crafted(unsigned char *file, size_t size, uint64_t flags, const char *what)
{
    const sinew__file_header header = sinew__file_header_of(file + sizeof header, size - sizeof header, flags, NULL, 0);
    memcpy(file, &header, sizeof header);
    refuse(file, size, SINEW_ERROR_DAMAGED, what);
}

static void refuse_changed_word(unsigned char *file, size_t size, size_t offset, sinew_result expected,
                                const char *what)
{
    uint32_t word, swapped;
    memcpy(&word, file + offset, sizeof word);
    swapped = word << 24 | word << 8 >> 24 << 16 | word >> 8 << 24 >> 8 | word >> 24;
    if (swapped == word) swapped = ~word;
    memcpy(file + offset, &swapped, sizeof swapped);
    refuse(file, size, expected, what);
    memcpy(file + offset, &word, sizeof word);
}

static void refuse_wild_parent(const sinew_model *model)
{
    size_t size;
    const unsigned char *block = sinew_model_block(model, &size);
    unsigned char *file = sinew_allocate(sizeof(sinew__file_header) + size);
    if (!file) abort();
    memcpy(file + sizeof(sinew__file_header), block, size);
    const int32_t wild = 1000000;
    const size_t joint = (size_t)((const unsigned char *)&model->joints[model->joint_count - 1].parent - block);
    memcpy(file + sizeof(sinew__file_header) + joint, &wild, sizeof wild);
    refuse_crafted(file, sizeof(sinew__file_header) + size, 0, "a joint's parent that does not exist");
    sinew_free(file);
}

static void refuse_bad_files(const sinew_model *model, unsigned char *file, size_t size)
{
    refuse(file, 0, SINEW_ERROR_NOT_A_MODEL, "no bytes");
    refuse(file, 20, SINEW_ERROR_TRUNCATED, "part of the header");
    refuse(file, size - 1, SINEW_ERROR_TRUNCATED, "the last byte is missing");
    refuse_changed_word(file, size, 0, SINEW_ERROR_NOT_A_MODEL, "another kind of file");
    refuse_changed_word(file, size, offsetof(sinew__file_header, endian), SINEW_ERROR_UNSUPPORTED,
                        "the other byte order");
    refuse_changed_word(file, size, offsetof(sinew__file_header, version), SINEW_ERROR_UNSUPPORTED, "another format");
    refuse_changed_word(file, size, offsetof(sinew__file_header, layout), SINEW_ERROR_UNSUPPORTED, "another build");
    refuse_changed_word(file, size, size / 8 * 4, SINEW_ERROR_DAMAGED, "a word that was changed by accident");
    refuse_wild_parent(model);
    memset(file + sizeof(sinew__file_header), 0xff, 64);
    refuse_crafted(file, size, 1, "a packed block of impossible size");
}

// ---- files --------------------------------------------------------------------------------------------------------

static unsigned char *read_file(const char *path, size_t *out_size)
{
    FILE *stream = fopen(path, "rb");
    unsigned char *bytes = NULL;
    *out_size = 0;
    if (stream && fseek(stream, 0, SEEK_END) == 0) {
        const long size = ftell(stream);
        rewind(stream);
        bytes = size > 0 ? sinew_allocate((size_t)size) : NULL;
        if (bytes) *out_size = fread(bytes, 1, (size_t)size, stream);
    }
    if (stream) fclose(stream);
    if (!bytes) printf("%s: cannot be read\n", path);
    return bytes;
}

static void test_file(const char *path, int is_foreign, hashes *sums)
{
    size_t size;
    sinew_model *model = NULL;
    sinew_error error = {0};
    unsigned char *bytes = read_file(path, &size);
    const sinew_result result = sinew_model_open(bytes, size, &model, &error);
    if (is_foreign) {
        printf("%s: %s (%s)\n", path, error.message, error.hint);
        check(result == SINEW_ERROR_UNSUPPORTED, "a foreign file is refused");
    } else {
        if (result != SINEW_OK) printf("%s: %s\n", path, error.message);
        check(result == SINEW_OK, "the file loads");
    }
    if (model) {
        play(model, sums);
        refuse_bad_files(model, bytes, size);
    }
    sinew_model_destroy(model);
    sinew_free(bytes);
}

static void print_sums(const hashes *sums)
{
    const sinew__kernels fastest = sinew__fastest_kernels();
    for (int i = 0; i < SINEW__KERNELS_COUNT; ++i) {
        if (!sinew__runs_kernels((sinew__kernels)i, fastest)) continue;
        printf("locals %s %016" PRIx64 "\n", sinew__kernel_names[i], sums->locals[i]);
        check(sums->locals[i] == sums->locals[0], "every kernel gives the same locals");
    }
    for (int i = 0; i < SINEW__KERNELS_COUNT; ++i) {
        if (!sinew__runs_kernels((sinew__kernels)i, fastest)) continue;
        printf("palettes %s %016" PRIx64 "\n", sinew__kernel_names[i], sums->palettes[i]);
        printf("skinned %s %016" PRIx64 "\n", sinew__kernel_names[i], sums->skinned[i]);
        printf("crowd %s %016" PRIx64 "\n", sinew__kernel_names[i], sums->crowds[i]);
    }
    printf("weights %016" PRIx64 "\nvertices %016" PRIx64 "\n", sums->weights, sums->vertices);
    printf("sampled %016" PRIx64 "\nexact %016" PRIx64 "\n", sums->sampled, sums->exact);
}

int main(int count, char **arguments)
{
    hashes sums = {0};
    const int is_foreign = count > 1 && strcmp(arguments[1], "--foreign") == 0;
    for (int i = 1 + is_foreign; i < count; ++i) test_file(arguments[i], is_foreign, &sums);
    if (!is_foreign) print_sums(&sums);
    check(count > 1 + is_foreign, "files are named");
    if (failures == 0) printf("passed\n");
    return failures > 0;
}
