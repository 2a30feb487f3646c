#include "runtime/pose/crowd_lanes.h"

#include <string.h>

#include "core/base/memory.h"
#include "runtime/sampler/compact_sample.h"

// Assigns joint matrices for characters that are posed together, one character per lane.

int32_t sinew__assign_lane_matrices(const int32_t *parents, int32_t joint_count, const uint8_t *uses, int32_t *memory,
                                    int32_t *out_matrix_of)
{
    int32_t *has_matrix = memory, *unused = memory + joint_count + 1;
    int32_t unused_count = 0, used = 1; // joint matrix 0 belongs to the root
    memset(has_matrix, 0, ((size_t)joint_count + 1) * sizeof *has_matrix);
    has_matrix[0] = 1;
    for (int32_t i = joint_count; i > 0; --i) {
        if (uses[i] == SINEW__MATRIX_KEPT) has_matrix[i] = 1;
        if (has_matrix[i] || uses[i] != SINEW__MATRIX_UNUSED) has_matrix[parents[i - 1]] = 1;
    }
    out_matrix_of[0] = 0;
    for (int32_t i = 1; i <= joint_count; ++i) {
        const int32_t parent = parents[i - 1];
        out_matrix_of[i] = SINEW_NONE;
        if (has_matrix[i]) out_matrix_of[i] = unused_count ? unused[--unused_count] : used++;
        const int is_last_child = i == joint_count || parents[i] != parent;
        if (is_last_child && has_matrix[parent] && uses[parent] != SINEW__MATRIX_KEPT)
            unused[unused_count++] = out_matrix_of[parent];
    }
    return used;
}

// Poses several characters that play one compact clip, one character per lane.

/// Joints of palette entries that are not copies keep their matrices, because these entries are computed after all
/// joints.
int32_t sinew__assign_model_matrices(const sinew_model *model, const int32_t *kept, int32_t kept_count, int32_t *memory,
                                     int32_t *out_matrix_of)
{
    const sinew__baked_clip *any = NULL; // all clips share the tables of the skeleton
    for (int32_t i = 0; i < model->clip_count && !any; ++i) any = sinew__baked_clip_of(model, i);
    if (!any) return 0;
    const sinew__walk walk = sinew__walk_of(model, any);
    const int32_t *copies = sinew__baked_at(walk.section, walk.header->copies);
    const sinew__palette_entry *entries = sinew__baked_at(walk.section, walk.header->entries);
    uint8_t *uses = (uint8_t *)(memory + (ptrdiff_t)2 * (walk.joint_count + 1));
    memset(uses, SINEW__MATRIX_UNUSED, (size_t)walk.joint_count + 1);
    for (int32_t i = 0; i < walk.joint_count; ++i)
        if (copies[i] != SINEW_NONE) uses[i + 1] = SINEW__MATRIX_READ;
    for (int32_t i = 0; i < walk.header->entry_count; ++i) uses[entries[i].joint + 1] = SINEW__MATRIX_KEPT;
    for (int32_t i = 0; i < kept_count; ++i) uses[kept[i] + 1] = SINEW__MATRIX_KEPT;
    return sinew__assign_lane_matrices(sinew__baked_at(walk.section, walk.header->parents), walk.joint_count, uses,
                                       memory, out_matrix_of);
}

void sinew__crowd_lanes_create(const sinew_model *model, const sinew__crowd_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out)
{
    // number of sockets that memory is reserved for; with more, characters may be posed one by one
    enum { SOCKETS = 64 };
    const size_t matrices = (size_t)model->joint_count + 1;
    *out = (sinew__crowd_lanes){.kernel = kernel};
    out->matrix_of = SINEW__ARENA_ARRAY(memory, int32_t, matrices);
    out->workers = SINEW__ARENA_ARRAY(memory, sinew__lane_memory, worker_count);
    int32_t *own = SINEW__ARENA_ARRAY(memory, int32_t, SINEW__ASSIGN_MEMORY * matrices);
    if (memory->failed) return;
    out->matrix_count = sinew__assign_model_matrices(model, NULL, 0, own, out->matrix_of);
    out->matrix_room =
        model->joint_count - out->matrix_count < SOCKETS ? model->joint_count + 1 : out->matrix_count + SOCKETS;
    for (int32_t i = 0; i < worker_count && out->matrix_count && !memory->failed; ++i) {
        out->workers[i].joint_matrices = sinew__arena_aligned(
            memory, (size_t)out->matrix_room * (size_t)kernel->lanes * 12 * sizeof(float), SINEW__LINE);
        out->workers[i].curves = sinew__arena_aligned(
            memory, (size_t)kernel->lanes * SINEW__LANE_CLIPS * SINEW__CURVE_VALUES * sizeof(float), SINEW__LINE);
    }
}

int sinew__crowd_lanes_pose(const sinew__crowd_lanes *lanes, int32_t worker, const sinew_model *model,
                            const int32_t *matrix_of, const sinew__baked_clip *baked, const double *times,
                            const sinew__lane_output *output, float *const *weights)
{
    const sinew__walk walk = sinew__walk_of(model, baked);
    sinew__compact_position positions[SINEW__MAX_LANES];
    sinew__compact_sample samples[SINEW__MAX_LANES];
    for (int32_t i = 0; i < lanes->kernel->lanes; ++i)
        if (!sinew__compact_sample_at(model, baked, times[i], &positions[i], &samples[i])) return 0;
    lanes->kernel->pose_many(&walk, samples, matrix_of, &lanes->workers[worker], output);
    for (int32_t i = 0; i < lanes->kernel->lanes && weights; ++i)
        sinew__compact_weights(model, sinew__compact_kernel_best(), &samples[i], weights[i]);
    return 1;
}
