// Samples the positions of feet over a clip, for all measurements of contacts.
#include "runtime/motion/motion.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"

enum { MAX_POSITIONS = 1 << 22 }; // limit over all paths: 100 MB

double sinew__foot_step(const sinew_model *model)
{
    static const double longest = 1.0 / 30;
    const double fps = model->info->fps;
    return fps > 0 ? fmax(1, floor(fps * longest + 1e-9)) / fps : longest;
}

double sinew__foot_sample_time(const sinew__foot_paths *paths, int32_t sample)
{
    return paths->start + fmin(sample * paths->step, paths->duration);
}

double sinew__foot_height(const sinew__foot_paths *paths, const sinew__foot_path *path, int32_t sample)
{
    return sinew__vec3_dot(path->positions[sample], paths->up);
}

static sinew_result allocate_positions(sinew__foot_paths *paths, const char *clip, sinew_error *error)
{
    const double steps = ceil(paths->duration / paths->step - 1e-6);
    if (!(steps * paths->path_count < MAX_POSITIONS - 2 * paths->path_count))
        return sinew__fail(error, SINEW_ERROR_LIMIT, "clip '%s' of %.6g s is too long to find its contacts", clip,
                           paths->duration);
    paths->sample_count = 1 + (int32_t)fmax(0, steps);
    const size_t count = (size_t)paths->sample_count * (size_t)paths->path_count;
    paths->positions = sinew__allocate_zeroed(count, sizeof *paths->positions);
    if (!paths->positions) return sinew__fail_memory(error);
    for (int32_t i = 0; i < paths->path_count; ++i)
        paths->paths[i].positions = paths->positions + (size_t)i * (size_t)paths->sample_count;
    return SINEW_OK;
}

sinew_result sinew__foot_paths_sample(const sinew_model *model, int32_t clip, const sinew_foot *feet,
                                      int32_t foot_count, sinew__foot_paths *out_paths, sinew_error *error)
{
    sinew_pose *scratch = NULL;
    *out_paths = (sinew__foot_paths){.up = sinew__up_axis(model), .step = sinew__foot_step(model)};
    sinew_result result = sinew_pose_create(model, &scratch, error);
    if (result != SINEW_OK) return result;
    const sinew__span span = sinew__motion_span(model, clip, scratch);
    out_paths->start = span.start;
    out_paths->duration = span.duration;
    for (int32_t i = 0; i < foot_count; ++i) {
        const int32_t joints[2] = {feet[i].ankle, feet[i].toe};
        for (int k = 0; k < 2; ++k) {
            if (k == 1 && joints[k] == SINEW_NONE) continue;
            out_paths->paths[out_paths->path_count++] =
                (sinew__foot_path){.foot = i, .joint = joints[k], .is_toe = k, .leg_length = feet[i].leg_length};
        }
    }
    result = allocate_positions(out_paths, sinew__clip_name(model, clip), error);
    for (int32_t k = 0; result == SINEW_OK && k < out_paths->sample_count; ++k) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, sinew__foot_sample_time(out_paths, k), scratch);
        for (int32_t i = 0; i < out_paths->path_count; ++i) {
            const sinew_affine *global = &scratch->global[out_paths->paths[i].joint];
            out_paths->paths[i].positions[k] = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
        }
    }
    sinew_pose_destroy(scratch);
    return result;
}

void sinew__foot_paths_free(sinew__foot_paths *paths)
{
    sinew_free(paths->positions);
    *paths = (sinew__foot_paths){0};
}
