// Makes the tables of root motion of a model's clips: samples the joint that moves the character at equal time steps.
// For clips in place, it finds the velocity of a character whose planted feet do not slide.
#include <string.h>

#include "core/base/memory.h"
#include "runtime/blend/clip_motions.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "sinew/contacts.h"

/// RATE: samples per second. MOST_SAMPLES: samples of a clip; in longer clips they are farther apart.
enum { RATE = 60, MOST_SAMPLES = 1 << 16 };

static const double least_travel = 0.02; ///< fraction of the model's size between start and end of a clip; less is sway
static const double least_turn = 10 * SINEW__PI / 180;

/// The inputs that all clips share.
typedef struct bake {
    sinew_root_motion_tables *motions;
    sinew_root_motion root; ///< its `clip` is the clip that is being baked
    sinew_pose *scratch;
    sinew_foot feet[SINEW_FEET_MAX];
    int32_t foot_count;
} bake;

static sinew_transform joint_at(bake *own, double time)
{
    const sinew_model *model = own->motions->model;
    if (!model->info->is_stripped)
        return sinew__motion_joint_at(model, own->root.clip, own->root.joint, time, own->scratch);
    sinew_transform at;
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, own->root.clip, time, own->scratch);
    sinew__transform_nearest(&own->scratch->global[own->root.joint], &at);
    return at;
}

/// Samples the motion of the joint since the start of the clip.
static void sample_joint(bake *own, sinew__clip_motion *out)
{
    const sinew_vec3 up = own->motions->up;
    const sinew_transform first = joint_at(own, 0);
    out->samples[0] = (sinew__turn){0};
    for (int32_t i = 1; i < out->count; ++i) {
        const sinew_transform now = joint_at(own, i < out->count - 1 ? i / out->rate : out->duration);
        const sinew_root_delta motion = sinew__motion_between(own->motions->model, own->root.parts, &first, &now);
        const sinew_quat r = motion.rotation;
        const double before = out->samples[i - 1].yaw, yaw = 2 * atan2(r.x * up.x + r.y * up.y + r.z * up.z, r.w);
        out->samples[i] = (sinew__turn){before + remainder(yaw - before, 2 * SINEW__PI), motion.translation};
    }
}

static sinew_result bake_clip(bake *own, int32_t clip, sinew_error *error)
{
    sinew_root_motion_tables *motions = own->motions;
    sinew__clip_motion *out = &motions->clips[clip];
    own->root.clip = clip;
    out->duration = sinew__model_clip(motions->model, clip)->duration;
    if (!(out->duration > 0)) return SINEW_OK;
    if (own->root.joint != SINEW_NONE) {
        out->count = (int32_t)fmin(ceil(out->duration * (double)RATE), MOST_SAMPLES - 1) + 1;
        out->rate = (out->count - 1) / out->duration;
        out->samples = SINEW__ARENA_ARRAY(&motions->arena, sinew__turn, out->count);
        if (!out->samples) return sinew__fail_memory(error);
        sample_joint(own, out);
        const sinew__turn *end = &out->samples[out->count - 1]; // equal to the start unless the character travels
        if (sinew__vec3_length(end->shift) > least_travel * motions->model->info->size || fabs(end->yaw) > least_turn)
            return SINEW_OK;
        out->samples = NULL;
    }
    if (own->foot_count == 0) return SINEW_OK;
    sinew_contacts contacts;
    const sinew_result result =
        sinew_contacts_find(own->motions->model, own->root.clip, own->feet, own->foot_count, NULL, &contacts, error);
    if (result != SINEW_OK) return result == SINEW_ERROR_LIMIT ? SINEW_OK : result;
    if (contacts.loops) out->velocity = sinew__vec3_scale(contacts.ground_velocity, -1);
    sinew_contacts_free(&contacts);
    return SINEW_OK;
}

static sinew_result choose(bake *own, const sinew_root_motion_table_options *options, sinew_error *error)
{
    const sinew_model *model = own->motions->model;
    const int is_chosen = options && options->parts;
    const sinew_result result = sinew__find_motion_joint(model, &own->root.joint, error);
    if (result != SINEW_OK) return result;
    if (is_chosen) own->root.joint = options->joint;
    own->root.parts = is_chosen ? options->parts : SINEW_MOTION_GROUND | SINEW_MOTION_YAW;
    own->motions->up = sinew__up_axis(model);
    own->motions->top = own->root.joint == SINEW_NONE ? 0 : sinew__root_above(model, own->root.joint);
    own->foot_count = sinew_model_find_feet(model, own->scratch, own->feet);
    return SINEW_OK;
}

static sinew_result fill(sinew_root_motion_tables *motions, const sinew_root_motion_table_options *options,
                         sinew_error *error)
{
    bake own = {.motions = motions};
    motions->clips = SINEW__ARENA_ARRAY(&motions->arena, sinew__clip_motion, motions->model->clip_count + 1);
    if (!motions->clips) return sinew__fail_memory(error);
    sinew_result result = sinew_pose_create(motions->model, &own.scratch, error);
    if (result != SINEW_OK) return result;
    result = choose(&own, options, error);
    for (int32_t i = 0; i < motions->model->clip_count && result == SINEW_OK; ++i) result = bake_clip(&own, i, error);
    sinew_pose_destroy(own.scratch);
    return result;
}

sinew_result sinew_root_motion_tables_create(const sinew_model *model, const sinew_root_motion_table_options *options,
                                             sinew_root_motion_tables **out_motions, sinew_error *out_error)
{
    if (out_motions) *out_motions = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_motions)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (options && options->parts && options->joint != SINEW_NONE &&
        sinew__lacks_item(out_error, "joint", options->joint, model->joint_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_root_motion_tables *motions = sinew__allocate_zeroed(1, sizeof *motions);
    if (!motions) return sinew__fail_memory(out_error);
    motions->model = model;
    const sinew_result result = fill(motions, options, out_error);
    if (result != SINEW_OK) {
        sinew_root_motion_tables_destroy(motions);
        return result;
    }
    *out_motions = motions;
    return SINEW_OK;
}

void sinew_root_motion_tables_destroy(sinew_root_motion_tables *motions)
{
    if (!motions) return;
    sinew__arena_free(&motions->arena);
    sinew_free(motions);
}

sinew_root_delta sinew_root_motion_tables_between(const sinew_root_motion_tables *motions, int32_t clip, double from,
                                                  double to)
{
    if (clip < 0 || !sinew__has_clip(motions->model, clip) || !isfinite(from) || !isfinite(to))
        return (sinew_root_delta){.rotation = {0, 0, 0, 1}};
    const sinew__turn turn = sinew__clip_motion_between(motions, clip, from, to);
    return sinew__motion_of_turn(motions->up, &turn);
}
