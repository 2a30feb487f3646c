#include "base/arguments.h"
#include "base/error.h"
#include "retarget/retarget_tracks.h"
#include "sinew/raw_model.h"

static const double default_error = 1e-3;

/// The joints of the character and what else the model with the clips has.
typedef struct clip_model {
    const sinew_model *character, *animation;
    sinew_body_map character_map, animation_map;
    sinew__retargeting on;
    sinew__retarget_poses poses;
    sinew__arena memory;
    sinew_raw_clip *clips; ///< [animation clip_count]
    sinew_raw_warning *warnings;
    int32_t warning_count;
} clip_model;

// ---- bodies -------------------------------------------------------------------------------------------------------

/// Puts the name of a model in front of a message.
static sinew_result name_model(const char *which, const sinew_model *model, sinew_result result, sinew_error *error)
{
    if (result == SINEW_OK || result == SINEW_ERROR_OUT_OF_MEMORY || !error) return result;
    const sinew_error why = *error;
    const char *file = model->source_count > 0 ? sinew_text(model, model->sources[0].name) : "";
    return sinew__fail(error, result, "%s%s%.60s: %s", which, *file ? " " : "", file, why.message);
}

static sinew_result find_body(const char *which, const sinew_model *model, const sinew_body_map *wanted,
                              sinew_body_map *map, sinew__reference_body *body, sinew__arena *memory,
                              sinew_error *error)
{
    sinew_result result = SINEW_OK;
    if (wanted)
        *map = *wanted;
    else
        result = sinew_body_map_find(model, map, error);
    if (result == SINEW_OK) result = sinew__reference_body_init(body, model, map, memory, error);
    return name_model(which, model, result, error);
}

static sinew_result connect(clip_model *job, const sinew_retarget_options *options, sinew_error *error)
{
    sinew_result result = find_body("character", job->character, options->character_map, &job->character_map,
                                    &job->on.character, &job->memory, error);
    if (result == SINEW_OK)
        result = find_body("animation", job->animation, options->animation_map, &job->animation_map, &job->on.animation,
                           &job->memory, error);
    if (result != SINEW_OK) return result;
    return sinew__retargeting_connect(&job->on, &job->memory) ? SINEW_OK : sinew__fail_memory(error);
}

// ---- the model ----------------------------------------------------------------------------------------------------

static sinew_raw_joint *copy_joints(clip_model *job)
{
    const sinew_model *model = job->character;
    sinew_raw_joint *joints = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_joint, model->joint_count);
    for (int32_t i = 0; joints && i < model->joint_count; ++i) {
        const sinew_joint *from = &model->joints[i];
        joints[i] = (sinew_raw_joint){.name = sinew_text(model, from->name),
                                      .parent = from->parent,
                                      .kind = from->kind,
                                      .flags = from->flags &
                                               (SINEW_JOINT_HELPER | SINEW_JOINT_HIDDEN | SINEW_JOINT_SHOWN_ALONE),
                                      .node = SINEW_NONE,
                                      .rest = from->rest};
    }
    return joints;
}

static sinew_raw_source *copy_sources(clip_model *job)
{
    const sinew_model *model = job->animation;
    sinew_raw_source *sources = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_source, model->source_count);
    for (int32_t i = 0; sources && i < model->source_count; ++i) {
        const sinew_source *from = &model->sources[i];
        sources[i] = (sinew_raw_source){sinew_text(model, from->name), from->size, from->hash};
    }
    return sources;
}

static void add_warning(clip_model *job, const sinew_raw_warning *warning)
{
    if (job->warnings) job->warnings[job->warning_count++] = *warning;
}

/// Of a body that stands neither at rest nor in its bind pose.
static void warn_of_reference(clip_model *job, const char *which, const sinew__reference_body *body)
{
    const char *text = sinew__arena_format(
        &job->memory, "the rest pose of the %s does not stand; the pose of its clips that stands best is the reference",
        which);
    if (!body->is_of_clip || !text) return;
    add_warning(job,
                &(sinew_raw_warning){.code = "I59", .object = "", .text = text, .severity = SINEW_SEVERITY_WARNING});
}

/// The warnings of the animation, and those of retargeting.
static void collect_warnings(clip_model *job)
{
    const sinew_model *model = job->animation;
    job->warnings = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_warning, model->warning_count + 2);
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *from = &model->warnings[i];
        add_warning(job, &(sinew_raw_warning){sinew_text(model, from->code), sinew_text(model, from->object),
                                              sinew_text(model, from->text), from->severity});
    }
    warn_of_reference(job, "character", &job->on.character);
    warn_of_reference(job, "animation", &job->on.animation);
}

static sinew_result build_model(clip_model *job, sinew_model **out_model, sinew_error *error)
{
    const sinew_model_info *info = job->character->info;
    collect_warnings(job);
    const sinew_raw_model raw = {.up = sinew_text(job->character, info->up),
                                 .front = sinew_text(job->character, info->front),
                                 .unit_cm = info->unit_cm,
                                 .fps = job->animation->info->fps,
                                 .ticks_per_second = info->ticks_per_second,
                                 .joints = copy_joints(job),
                                 .joint_count = job->character->joint_count,
                                 .clips = job->clips,
                                 .clip_count = job->animation->clip_count,
                                 .warnings = job->warnings,
                                 .warning_count = job->warning_count,
                                 .sources = copy_sources(job),
                                 .source_count = job->animation->source_count};
    if (job->memory.failed) return sinew__fail_memory(error);
    return sinew_model_from_raw(&raw, out_model, error);
}

static sinew_result retarget_all(clip_model *job, double error, sinew_error *out_error)
{
    const int32_t count = job->animation->clip_count;
    int64_t keys_left = SINEW__RETARGET_MAX_KEYS;
    sinew_result result = sinew_pose_create(job->animation, &job->poses.animation, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(job->character, &job->poses.character, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(job->character, SINEW_NONE, 0, job->poses.character);
    job->poses.rotations = SINEW__ARENA_ARRAY(&job->memory, sinew_quat, job->character->joint_count);
    job->clips = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_clip, count);
    if (!job->poses.rotations || !job->clips) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i)
        result =
            sinew__retarget_clip(&job->on, &job->poses, i, error, &keys_left, &job->memory, &job->clips[i], out_error);
    return result;
}

sinew_result sinew_retarget_clips(const sinew_model *character, const sinew_model *animation,
                                  const sinew_retarget_options *options, sinew_model **out_model,
                                  sinew_error *out_error)
{
    static const sinew_retarget_options defaults = {0};
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, character, animation, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!options) options = &defaults;
    if (!(options->error >= 0))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "error %g is out of range", options->error);
    if (animation->clip_count == 0) return sinew__fail(out_error, SINEW_ERROR_NO_CLIP, "there is no clip to play");
    clip_model job = {.character = character, .animation = animation};
    sinew_result result = connect(&job, options, out_error);
    if (result == SINEW_OK) result = retarget_all(&job, options->error > 0 ? options->error : default_error, out_error);
    if (result == SINEW_OK) result = build_model(&job, out_model, out_error);
    sinew_pose_destroy(job.poses.animation);
    sinew_pose_destroy(job.poses.character);
    sinew__arena_free(&job.memory);
    return result;
}

sinew_result sinew_model_add_retargeted_clips(const sinew_model *character, const sinew_model *const *animations,
                                              int32_t count, const sinew_retarget_options *options,
                                              sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, character, animations, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__arena memory = {0};
    sinew_model **retargeted = SINEW__ARENA_ARRAY(&memory, sinew_model *, count > 0 ? count : 0);
    sinew_result result = retargeted ? SINEW_OK : sinew__fail_memory(out_error);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i)
        result = sinew_retarget_clips(character, animations[i], options, &retargeted[i], out_error);
    if (result == SINEW_OK)
        result =
            sinew_model_add_clips(character, (const sinew_model *const *)retargeted, count, NULL, out_model, out_error);
    for (int32_t i = 0; retargeted && i < count; ++i) sinew_model_destroy(retargeted[i]);
    sinew__arena_free(&memory);
    return result;
}
