/// Any bytes as a model block: refused, or a model that everything behind the door may trust.
///
/// The first byte chooses: the rest as a block, as changes (place, byte) to a block that is right, with baked rows of
/// either sort or without, which get far deeper, or as a `.sinew` file and an origin.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cache/dependencies.h"
#include "model/block_file.h"
#include "sinew/load.h"
#include "sinew/pose.h"
#include "sinew/skin.h"
#include "support/full_block.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int holds)
{
    if (!holds) abort();
}

static int is_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(numbers[i])) return 0;
    return 1;
}

/// Poses and skins it; sanitizers watch the indices. Numbers may overflow, because huge ones are no crime.
static void use_model(const sinew_model *model)
{
    sinew_pose *pose;
    require(is_finite(model->positions, (size_t)model->vertex_count * 3));
    if (model->joint_count > 1000 || sinew_pose_create(model, &pose, NULL) != SINEW_OK) return;
    for (int engine = 0; engine < SINEW_ENGINE_COUNT; ++engine) {
        if (sinew_engine_accepts((sinew_engine)engine, model, NULL) != SINEW_OK) continue;
        for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip)
            for (int time = -1; time < 5; ++time) {
                sinew_pose_evaluate(model, (sinew_engine)engine, clip, 0.3 * time, pose);
                sinew_pose_complete(model, pose);
            }
    }
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t count = (size_t)model->meshes[i].vertex_count;
        float *out = malloc((6 * count + 1) * sizeof *out);
        float *scratch = malloc(((size_t)sinew_skin_scratch_floats(model, i) + 1) * sizeof *scratch);
        if (out && scratch) sinew_skin_mesh(model, i, pose, scratch, out, out + 3 * count);
        free(scratch);
        free(out);
    }
    sinew_pose_destroy(pose);
}

static void try_block(void *block, size_t size)
{
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_block(block, size, &model, &error) == SINEW_OK) {
        use_model(model);
        sinew_model_destroy(model);
    } else {
        require(!model && error.result != SINEW_OK && error.message[0]);
    }
}

/// What may stand behind a block in a file of the cache: refused, or an origin whose names end inside it.
static void try_origin(const uint8_t *bytes, size_t size)
{
    sinew__dependencies origin;
    if (sinew__dependencies_read(bytes, size, &origin)) {
        for (size_t i = 0; i < sinew__dependencies_count(&origin); ++i)
            require(strlen(sinew__dependencies_name(&origin, sinew__dependencies_at(&origin, i))) < size);
    }
    sinew__dependencies_free(&origin);
}

/// A file whose sums are made to fit where its sizes do, as those of a file made with intent would.
static void try_file(const uint8_t *bytes, size_t size)
{
    sinew_model *model;
    sinew_error error;
    unsigned char *file = malloc(size + 1);
    if (!file) return;
    memcpy(file, bytes, size);
    sinew__file_header said;
    if (size >= sizeof said) {
        memcpy(&said, file, sizeof said);
        const size_t rest = size - sizeof said, block = said.block_size <= rest ? (size_t)said.block_size : rest;
        const sinew__file_header fitting =
            sinew__file_header_of(file + sizeof said, block, file + sizeof said + block, rest - block);
        said.block_sum = fitting.block_sum;
        said.appendix_sum = fitting.appendix_sum;
        memcpy(file, &said, sizeof said);
    }
    if (sinew_model_load_memory(file, size, &model, &error) == SINEW_OK) {
        use_model(model);
        sinew_model_destroy(model);
    } else {
        require(!model && error.result != SINEW_OK && error.message[0]);
    }
    free(file);
}

/// A right block with four bytes a change: where (three of them) and what.
static void try_changed_block(int rows, const uint8_t *changes, size_t size)
{
    static void *right[3];
    static size_t sizes[3];
    if (!right[0]) make_full_block(&right[0], &sizes[0]);
    for (int i = 1; i < 3; ++i)
        if (!right[i]) make_baked_block(i == 2, &right[i], &sizes[i]);
    const size_t block_size = sizes[rows];
    unsigned char *block = malloc(block_size);
    if (!block) return;
    memcpy(block, right[rows], block_size);
    for (; size >= 4; size -= 4, changes += 4) {
        const size_t at = ((size_t)changes[0] << 16 | (size_t)changes[1] << 8 | changes[2]) % block_size;
        block[at] = changes[3];
    }
    try_block(block, block_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0) return 0;
    if (bytes[0] & 1) {
        try_changed_block((bytes[0] >> 1) % 3, bytes + 1, size - 1);
        return 0;
    }
    if (bytes[0] & 2) {
        try_file(bytes + 1, size - 1);
        try_origin(bytes + 1, size - 1);
        return 0;
    }
    void *block = malloc(size);
    if (!block) return 0;
    memcpy(block, bytes + 1, size - 1);
    try_block(block, size - 1);
    return 0;
}
