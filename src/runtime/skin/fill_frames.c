// Fills the caller's arrays with poses and vertices at many times.
#include "sinew/frames.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/engine.h"
#include "runtime/sampler/curve.h"
#include "sinew/math.h"
#include "sinew/skin.h"

enum { LOCAL_NUMBERS = 10, GLOBAL_NUMBERS = 16, PALETTE_NUMBERS = 12 };

/// Returns 1 and sets the error if an array has a value that is not finite.
static int lacks_numbers(sinew_error *error, const char *name, const double *doubles, const float *floats, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (isfinite(doubles ? doubles[i] : (double)floats[i])) continue;
        sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "'%s' has a number that is not finite, at index %zu", name, i);
        return 1;
    }
    return 0;
}

static int lacks_count(sinew_error *error, const char *name, int32_t count)
{
    if (count >= 0) return 0;
    sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "'%s' is negative", name);
    return 1;
}

/// Writes doubles to an array of doubles or floats, starting at element `first`.
static void put(const sinew_frames *out, void *array, size_t first, const double *numbers, size_t count)
{
    if (!out->is_float) {
        memcpy((double *)array + first, numbers, count * sizeof *numbers);
        return;
    }
    float *floats = (float *)array + first;
    for (size_t i = 0; i < count; ++i) floats[i] = (float)numbers[i];
}

/// Writes floats to an array of doubles or floats, starting at element `first`.
static void put_floats(const sinew_frames *out, void *array, size_t first, const float *numbers, size_t count)
{
    if (out->is_float) {
        memcpy((float *)array + first, numbers, count * sizeof *numbers);
        return;
    }
    double *doubles = (double *)array + first;
    for (size_t i = 0; i < count; ++i) doubles[i] = (double)numbers[i];
}

/// Writes a pose as frame `frame` of the arrays. If locals are requested, the pose must have them.
static void put_frame(const sinew_pose *pose, const sinew_frames *out, size_t frame)
{
    const size_t joint_count = (size_t)pose->joint_count, first = frame * joint_count;
    for (size_t i = 0; i < joint_count && out->locals; ++i) {
        const sinew_transform *l = &pose->local[i];
        const double numbers[LOCAL_NUMBERS] = {l->t.x, l->t.y, l->t.z, l->r.w, l->r.x,
                                               l->r.y, l->r.z, l->s.x, l->s.y, l->s.z};
        put(out, out->locals, (first + i) * LOCAL_NUMBERS, numbers, LOCAL_NUMBERS);
    }
    for (size_t i = 0; i < joint_count && out->globals; ++i) {
        double numbers[GLOBAL_NUMBERS] = {0};
        memcpy(numbers, pose->global[i].row, sizeof pose->global[i].row);
        numbers[GLOBAL_NUMBERS - 1] = 1;
        put(out, out->globals, (first + i) * GLOBAL_NUMBERS, numbers, GLOBAL_NUMBERS);
    }
    for (size_t i = 0; i < joint_count && out->positions; ++i) {
        const double numbers[3] = {pose->global[i].row[0][3], pose->global[i].row[1][3], pose->global[i].row[2][3]};
        put(out, out->positions, (first + i) * 3, numbers, 3);
    }
    for (size_t i = 0; i < joint_count && out->rotations; ++i) {
        sinew_transform global;
        (void)sinew__transform_from_affine(&pose->global[i], &global);
        const double numbers[4] = {global.r.w, global.r.x, global.r.y, global.r.z};
        put(out, out->rotations, (first + i) * 4, numbers, 4);
    }
    const size_t palette_numbers = (size_t)pose->skin_joint_count * PALETTE_NUMBERS;
    if (out->palettes && palette_numbers > 0)
        put_floats(out, out->palettes, frame * palette_numbers, &pose->palette->row[0][0], palette_numbers);
    if (out->morph_weights && pose->morph_count > 0)
        put_floats(out, out->morph_weights, frame * (size_t)pose->morph_count, pose->morph_weights,
                   (size_t)pose->morph_count);
}

sinew_result sinew_clip_fill_frames(const sinew_model *model, int32_t clip, sinew_engine engine, const double *times,
                                    int32_t time_count, const sinew_frames *out_frames, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_frames) || sinew__lacks_clip(model, clip, out_error) ||
        lacks_count(out_error, "time_count", time_count) ||
        (time_count > 0 && SINEW__LACKS_ARGUMENT(out_error, times)) ||
        lacks_numbers(out_error, "times", times, NULL, (size_t)time_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__engine_takes_clip(model, engine, clip, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose *pose;
    result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;

    const int only_palettes = engine == SINEW_ENGINE_FAST && !out_frames->locals && !out_frames->globals &&
                              !out_frames->positions && !out_frames->rotations;
    for (int32_t i = 0; i < time_count; ++i) {
        if (only_palettes)
            sinew_pose_evaluate_palette(model, clip, times[i], pose);
        else
            sinew_pose_evaluate(model, engine, clip, times[i], pose);
        if (out_frames->locals) sinew_pose_compute_locals(model, pose);
        put_frame(pose, out_frames, (size_t)i);
    }
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

sinew_result sinew_locals_fill_frames(const sinew_model *model, const double *locals, const float *morph_weights,
                                      int32_t frame_count, const sinew_frames *out_frames, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_frames) || lacks_count(out_error, "frame_count", frame_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const size_t joint_count = (size_t)model->joint_count, morph_count = (size_t)model->morph_count;
    if ((frame_count > 0 && SINEW__LACKS_ARGUMENT(out_error, locals)) ||
        lacks_numbers(out_error, "locals", locals, NULL, (size_t)frame_count * joint_count * LOCAL_NUMBERS) ||
        (morph_weights &&
         lacks_numbers(out_error, "morph_weights", NULL, morph_weights, (size_t)frame_count * morph_count)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_pose *pose;
    const sinew_result result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;

    if (joint_count > 0) memset(pose->animated, 1, joint_count);
    for (size_t frame = 0; frame < (size_t)frame_count; ++frame) {
        for (size_t i = 0; i < joint_count; ++i) {
            const double *l = locals + (frame * joint_count + i) * LOCAL_NUMBERS;
            const sinew_quat rotation = {l[4], l[5], l[6], l[3]};
            pose->local[i] = (sinew_transform){{l[0], l[1], l[2]}, sinew_quat_normalize(rotation), {l[7], l[8], l[9]}};
        }
        if (morph_weights && morph_count > 0)
            memcpy(pose->morph_weights, morph_weights + frame * morph_count, morph_count * sizeof *morph_weights);
        sinew_pose_local_to_global(model, pose);
        put_frame(pose, out_frames, frame);
    }
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

sinew_result sinew_skin_frames(const sinew_model *model, int32_t mesh, const float *palettes,
                               const float *morph_weights, const double *timelines, int32_t frame_count,
                               float *out_positions, float *out_normals, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model) || sinew__lacks_item(out_error, "mesh", mesh, model->mesh_count) ||
        lacks_count(out_error, "frame_count", frame_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    const size_t frames = (size_t)frame_count, morph_count = (size_t)model->morph_count;
    if ((frame_count > 0 && SINEW__LACKS_ARGUMENT(out_error, palettes, out_positions)) ||
        (morph_weights && lacks_numbers(out_error, "morph_weights", NULL, morph_weights, frames * morph_count)) ||
        (timelines && lacks_numbers(out_error, "timelines", timelines, NULL, frames)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_pose *pose;
    const sinew_result result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    float *scratch =
        sinew__allocate_lines(sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) * sizeof *scratch);
    if (!scratch) {
        sinew_pose_destroy(pose);
        return sinew__fail_memory(out_error);
    }

    const size_t palette_numbers = (size_t)model->skin_joint_count * PALETTE_NUMBERS;
    const size_t mesh_numbers = (size_t)model->meshes[mesh].vertex_count * 3;
    for (size_t frame = 0; frame < frames; ++frame) {
        memcpy(pose->palette, palettes + frame * palette_numbers, palette_numbers * sizeof *palettes);
        if (morph_weights && morph_count > 0)
            memcpy(pose->morph_weights, morph_weights + frame * morph_count, morph_count * sizeof *morph_weights);
        pose->timeline = timelines ? timelines[frame] : 0;
        sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, out_positions + frame * mesh_numbers,
                        out_normals ? out_normals + frame * mesh_numbers : NULL);
    }
    sinew_free(scratch);
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

sinew_result sinew_clip_fill_curve(const sinew_model *model, int32_t clip, int32_t curve, const double *times,
                                   int32_t time_count, double *out_values, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model) || sinew__lacks_item(out_error, "clip", clip, model->clip_count) ||
        lacks_count(out_error, "time_count", time_count) ||
        (time_count > 0 && SINEW__LACKS_ARGUMENT(out_error, times, out_values)) ||
        lacks_numbers(out_error, "times", times, NULL, (size_t)time_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (model->curve_count == 0) return sinew__fail(out_error, SINEW_ERROR_NO_CURVES, "the model has no curves");
    if (sinew__lacks_item(out_error, "curve", curve, model->curve_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    int32_t key = 0;
    for (int32_t i = 0; i < time_count; ++i) {
        const int64_t ticks = sinew__ticks(model, sinew__timeline(model, clip, times[i]));
        out_values[i] = sinew__curve_evaluate_near(model, &model->curves[curve], ticks, &key);
    }
    return SINEW_OK;
}
