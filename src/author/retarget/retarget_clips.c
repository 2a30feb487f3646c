// Converts the clips of one body to clips of another: samples each clip, retargets every pose, and stores tracks.
#include <math.h>
#include <string.h>

#include "author/retarget/retarget.h"
#include "author/retarget/retarget_clips.h"
#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "runtime/model/joint_frame.h"
#include "sinew/raw_model.h"

/// Limit for joints × frames of all clips: 39 minutes of 60 joints at 30 Hz, or 320 MiB while they are sampled.
enum { SINEW__RETARGET_MAX_KEYS = 1 << 22 };

enum { MAX_DOUBLINGS = 3 };

/// The character's local transforms at equally spaced times.
typedef struct sampled_clip {
    sinew__retargeting *on;
    sinew__retarget_poses *poses;
    int32_t clip;
    int32_t count;           ///< number of times, at least 1
    double interval;         ///< seconds; the last time is the end of the clip
    sinew_transform *locals; ///< [count × joint_count]
    sinew_vec3 *exact;       ///< [joint_count] scratch
} sampled_clip;

// ---- sampling -----------------------------------------------------------------------------------------------------

static double duration_of(const sampled_clip *job)
{
    return job->on->animation.model->clips[job->clip].duration;
}

static double time_of(const sampled_clip *job, double index)
{
    return fmin(index * job->interval, duration_of(job));
}

static void pose_at(const sampled_clip *job, double seconds)
{
    const sinew_model *animation = job->on->animation.model;
    sinew_pose_sample(animation, job->clip, seconds, job->poses->animation);
    sinew_pose_local_to_global(animation, job->poses->animation);
    job->on->time = seconds;
    sinew__retarget_pose(job->on, job->poses);
}

static int sample(sampled_clip *job, int32_t count, double interval, sinew__arena *memory)
{
    const size_t joints = (size_t)job->on->character.model->joint_count;
    job->count = count;
    job->interval = interval;
    job->locals = SINEW__ARENA_ARRAY(memory, sinew_transform, (size_t)count * joints);
    for (int32_t i = 0; job->locals && i < count; ++i) {
        pose_at(job, time_of(job, i));
        if (joints)
            memcpy(job->locals + (size_t)i * joints, job->poses->character->local, joints * sizeof *job->locals);
    }
    return job->locals != NULL;
}

/// Returns the largest displacement of a joint halfway between two samples, from the interpolation of tracks.
static double largest_error(const sampled_clip *job)
{
    const sinew_model *model = job->on->character.model;
    sinew_pose *pose = job->poses->character;
    double largest = 0;
    for (int32_t i = 0; i + 1 < job->count; ++i) {
        const sinew_transform *a = job->locals + (size_t)i * (size_t)model->joint_count, *b = a + model->joint_count;
        pose_at(job, (time_of(job, i) + time_of(job, i + 1)) / 2);
        for (int32_t k = 0; k < model->joint_count; ++k)
            job->exact[k] =
                (sinew_vec3){pose->global[k].row[0][3], pose->global[k].row[1][3], pose->global[k].row[2][3]};
        for (int32_t j = 0; j < model->joint_count; ++j)
            pose->local[j] = (sinew_transform){.t = sinew__vec3_scale(sinew__vec3_add(a[j].t, b[j].t), 0.5),
                                               .r = sinew__quat_slerp(a[j].r, b[j].r, 0.5),
                                               .s = sinew__vec3_scale(sinew__vec3_add(a[j].s, b[j].s), 0.5)};
        sinew_pose_local_to_global(model, pose);
        for (int32_t j = 0; j < model->joint_count; ++j) {
            const sinew_vec3 played = {pose->global[j].row[0][3], pose->global[j].row[1][3], pose->global[j].row[2][3]};
            largest = fmax(largest, sinew__vec3_length(sinew__vec3_subtract(played, job->exact[j])));
        }
    }
    return largest;
}

// ---- tracks -------------------------------------------------------------------------------------------------------

static void value_of(const sinew_transform *transform, uint32_t path, double out[4])
{
    const sinew_quat r = transform->r;
    const sinew_vec3 v = path == SINEW_TRACK_SCALE ? transform->s : transform->t;
    const double rotation[4] = {r.x, r.y, r.z, r.w}, vector[4] = {v.x, v.y, v.z, 0};
    memcpy(out, path == SINEW_TRACK_ROTATION ? rotation : vector, 4 * sizeof *out);
}

/// Whether a joint's value is the same at all times, within `tolerance`.
static int is_constant(const sampled_clip *job, int32_t joint, uint32_t path, const double value[4], double tolerance)
{
    for (int32_t i = 0; i < job->count; ++i) {
        double own[4];
        value_of(&job->locals[(size_t)i * (size_t)job->on->character.model->joint_count + (size_t)joint], path, own);
        for (int k = 0; k < 4; ++k)
            if (!(fabs(own[k] - value[k]) <= tolerance)) return 0;
    }
    return 1;
}

/// Whether a joint is the hips, which always get tracks.
static int is_hips(const sinew__reference_body *body, int32_t joint)
{
    return body->map && joint == body->map->joint[SINEW_BODY_HIPS];
}

/// Appends the track of a joint: one key if the joint's value is constant, no track if the value is always the rest
/// value. The hips always get a track.
static int add_track(const sampled_clip *job, int32_t joint, uint32_t path, sinew__arena *memory, sinew_raw_clip *clip)
{
    const sinew__reference_body *body = &job->on->character;
    const size_t joints = (size_t)body->model->joint_count;
    const double tolerance = path == SINEW_TRACK_TRANSLATION ? 1e-10 * job->on->size : 1e-10;
    double first[4], rest[4];
    value_of(&job->locals[joint], path, first);
    value_of(&body->model->joints[joint].rest, path, rest);
    const int holds = is_constant(job, joint, path, first, tolerance);
    if (holds && is_constant(job, joint, path, rest, tolerance) && (path == SINEW_TRACK_SCALE || !is_hips(body, joint)))
        return 1;
    const int32_t count = holds ? 1 : job->count;
    sinew_track_key *keys = SINEW__ARENA_ARRAY(memory, sinew_track_key, count);
    for (int32_t i = 0; keys && i < count; ++i) {
        keys[i].time = time_of(job, i);
        value_of(&job->locals[(size_t)i * joints + (size_t)joint], path, keys[i].value);
    }
    ((sinew_raw_track *)clip->tracks)[clip->track_count++] = (sinew_raw_track){.joint = joint,
                                                                               .node = SINEW_NONE,
                                                                               .mesh = SINEW_NONE,
                                                                               .morph = SINEW_NONE,
                                                                               .path = path,
                                                                               .keys = keys,
                                                                               .key_count = count,
                                                                               .interpolation = SINEW_LINEAR};
    return keys != NULL;
}

static int add_tracks(const sampled_clip *job, sinew__arena *memory, sinew_raw_clip *clip)
{
    const sinew__retargeting *on = job->on;
    const int32_t joints = on->character.model->joint_count;
    clip->tracks = SINEW__ARENA_ARRAY(memory, sinew_raw_track, 3 * (size_t)joints);
    int ok = clip->tracks != NULL;
    for (int32_t i = 0; i < joints && ok; ++i) {
        const int32_t driver = on->copied ? on->copied[i] : on->drivers[i].first;
        if (driver == SINEW_NONE && !is_hips(&on->character, i)) continue;
        ok = add_track(job, i, SINEW_TRACK_TRANSLATION, memory, clip) &&
             add_track(job, i, SINEW_TRACK_ROTATION, memory, clip) &&
             (!on->copied || add_track(job, i, SINEW_TRACK_SCALE, memory, clip));
    }
    return ok;
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// Samples at the frame rate, then at its multiples, until the error is small enough. `memory` holds one set of
/// samples.
static sinew_result sample_within(sampled_clip *job, double error, int64_t *keys_left, sinew__arena *memory,
                                  sinew_error *out_error)
{
    const sinew_model *animation = job->on->animation.model;
    const double own_rate = animation->info->fps, rate = own_rate >= 10 && own_rate <= 120 ? own_rate : 30;
    const int64_t joints = job->on->character.model->joint_count;
    for (int doubling = 0;; ++doubling) {
        const double frames = ceil(duration_of(job) * ldexp(rate, doubling) - 1e-6);
        const int fits = frames < INT32_MAX - 1 && (frames + 1) * (double)joints <= (double)*keys_left;
        if (!fits && doubling == 0)
            return sinew__fail(out_error, SINEW_ERROR_LIMIT, "clip '%.60s' is too long to be sampled: %g s",
                               sinew_text(animation, animation->clips[job->clip].name), duration_of(job));
        if (!fits) break;
        sinew__arena_free(memory);
        if (!sample(job, (int32_t)frames + 1, 1 / ldexp(rate, doubling), memory)) return sinew__fail_memory(out_error);
        if (doubling == MAX_DOUBLINGS || largest_error(job) <= error * job->on->size) break;
    }
    *keys_left -= job->count * joints;
    return SINEW_OK;
}

/// Fills the tracks and times of `out_clip`. `error` is sinew_retarget_options.error; `*keys_left` is the rest of
/// SINEW__RETARGET_MAX_KEYS. SINEW_ERROR_LIMIT if the clip needs more.
static sinew_result retarget_clip(const sinew__retargeting *on, sinew__retarget_poses *poses, int32_t clip,
                                  double error, int64_t *keys_left, sinew__arena *memory, sinew_raw_clip *out_clip,
                                  sinew_error *out_error)
{
    const sinew_model *animation = on->animation.model;
    const sinew_clip *from = &animation->clips[clip];
    sinew__arena samples = {0};
    sinew__retargeting grounded = *on;
    sinew__arena feet = {0};
    if (!on->copied && (!sinew__find_ground(&grounded, clip, poses->animation, &feet) ||
                        !sinew__balance_hips(&grounded, clip, poses, &feet))) {
        sinew__arena_free(&feet);
        return sinew__fail_memory(out_error);
    }
    sampled_clip job = {.on = &grounded,
                        .poses = poses,
                        .clip = clip,
                        .exact = SINEW__ARENA_ARRAY(memory, sinew_vec3, on->character.model->joint_count)};
    *out_clip = (sinew_raw_clip){.name = sinew_text(animation, from->name),
                                 .is_default = from->is_default,
                                 .start = from->start,
                                 .duration = from->duration};
    sinew_result result =
        job.exact ? sample_within(&job, error, keys_left, &samples, out_error) : sinew__fail_memory(out_error);
    if (result == SINEW_OK && !add_tracks(&job, memory, out_clip)) result = sinew__fail_memory(out_error);
    sinew__arena_free(&samples);
    sinew__arena_free(&feet);
    return result;
}

static const double default_error = 1e-3;

/// The state while the clips of an animation are retargeted.
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

/// Finds a body. Error messages begin with `which` and the model's name.
static sinew_result find_body(const char *which, const sinew_model *model, const sinew_body_map *wanted,
                              const sinew_reference *reference, sinew_body_map *map, sinew__reference_body *body,
                              sinew__arena *memory, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    if (wanted)
        *map = *wanted;
    else
        result = sinew_body_map_find(model, map, error);
    if (result == SINEW_OK) result = sinew__reference_body_init(body, model, map, reference, memory, error);
    if (result == SINEW_OK || result == SINEW_ERROR_OUT_OF_MEMORY || !error) return result;
    const sinew_error why = *error;
    const char *file = model->source_count > 0 ? sinew_text(model, model->sources[0].name) : "";
    return sinew__fail(error, result, "%s%s%.60s: %s", which, *file ? " " : "", file, why.message);
}

/// Pairs the joints if the skeletons are equal and the caller names no parts or reference poses; connects the two
/// bodies otherwise.
static sinew_result connect(clip_model *job, const sinew_retarget_options *options, sinew_error *error)
{
    sinew__retargeting *on = &job->on;
    const int is_free = !options->character_map && !options->animation_map && !options->character_reference.kind &&
                        !options->animation_reference.kind;
    if (is_free && !sinew__pair_equal_skeletons(job->character, job->animation, &job->memory, &on->copied, &on->scale))
        return sinew__fail_memory(error);
    if (on->copied) {
        on->character.model = job->character;
        on->animation.model = job->animation;
        on->size = job->character->info->size;
        return SINEW_OK;
    }
    sinew_result result = find_body("character", job->character, options->character_map, &options->character_reference,
                                    &job->character_map, &on->character, &job->memory, error);
    if (result != SINEW_OK) return result;
    result = find_body("animation", job->animation, options->animation_map, &options->animation_reference,
                       &job->animation_map, &on->animation, &job->memory, error);
    if (result != SINEW_OK) return result;
    on->size = on->character.leg_length;
    return sinew__retargeting_connect(on, &job->memory) ? SINEW_OK : sinew__fail_memory(error);
}

// ---- the model ----------------------------------------------------------------------------------------------------

static sinew_raw_joint *copy_joints(clip_model *job)
{
    const sinew_model *model = job->character;
    sinew_raw_joint *joints = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_joint, model->joint_count);
    for (int32_t i = 0; joints && i < model->joint_count; ++i) {
        const sinew_joint *from = &model->joints[i];
        joints[i] =
            (sinew_raw_joint){.name = sinew_text(model, from->name),
                              .parent = from->parent,
                              .kind = from->kind,
                              .flags = from->flags & SINEW__JOINT_AUTHORED_FLAGS & ~(uint32_t)SINEW_JOINT_HAS_BIND,
                              .node = SINEW_NONE,
                              .rest = from->rest,
                              .stated_part = from->stated_part};
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

/// Warns if a body is upright neither at rest nor in its bind pose, and names the reference that is used.
static void warn_of_reference(clip_model *job, const char *which, const sinew__reference_body *body)
{
    char name[SINEW__REFERENCE_NAME_SIZE];
    if (job->on.copied || sinew__reference_stands(body)) return;
    const sinew__reference_candidate *chosen = &body->candidates[body->chosen];
    const char *text = sinew__arena_format(
        &job->memory, "the rest pose of the %s does not stand; the %s is the reference%s", which,
        sinew__reference_name(body->model, chosen, name), chosen->stands ? "" : ", which stands best");
    if (!text) return;
    add_warning(job,
                &(sinew_raw_warning){.code = "I59", .object = "", .text = text, .severity = SINEW_SEVERITY_WARNING});
}

/// Copies the animation's warnings, and adds warnings about the reference poses.
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
    if (result != SINEW_OK) return result;
    result = sinew_pose_create(job->character, &job->poses.character, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(job->character, SINEW_NONE, 0, job->poses.character);
    job->poses.rotations = SINEW__ARENA_ARRAY(&job->memory, sinew_quat, job->character->joint_count);
    job->clips = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_clip, count);
    if (!job->poses.rotations || !job->clips) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i)
        result = retarget_clip(&job->on, &job->poses, i, error, &keys_left, &job->memory, &job->clips[i], out_error);
    return result;
}

sinew_result sinew__retarget_clips(const sinew_model *character, const sinew_model *animation,
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
    if (result != SINEW_OK) goto done;
    result = retarget_all(&job, options->error > 0 ? options->error : default_error, out_error);
    if (result != SINEW_OK) goto done;
    result = build_model(&job, out_model, out_error);
done:
    sinew_pose_destroy(job.poses.animation);
    sinew_pose_destroy(job.poses.character);
    sinew__arena_free(&job.memory);
    return result;
}
