#include "program/library/measure_clip.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/motion/motion.h"

// ---- scratch ------------------------------------------------------------------------------------------------------

sinew_result library_scratch_create(const sinew_model *model, library_scratch *out_scratch, sinew_error *out_error)
{
    *out_scratch = (library_scratch){.span_clip = SINEW_NONE};
    const size_t joints = (size_t)model->joint_count;
    sinew_result result = sinew_pose_create(model, &out_scratch->pose, out_error);
    out_scratch->bones = sinew__allocate_zeroed(joints, sizeof(library_bone));
    out_scratch->below = sinew__allocate_zeroed(joints, sizeof(double));
    out_scratch->mass = sinew__allocate_zeroed(joints, sizeof(double));
    out_scratch->positions = sinew__allocate_zeroed(2 * joints, sizeof(sinew_vec3));
    out_scratch->in_character = sinew__allocate_zeroed(joints, 1);
    if (result == SINEW_OK && (!out_scratch->bones || !out_scratch->below || !out_scratch->mass ||
                               !out_scratch->positions || !out_scratch->in_character))
        result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        sinew__mark_character(model, out_scratch->in_character);
        out_scratch->foot_count = sinew_model_find_feet(model, out_scratch->pose, out_scratch->feet);
    } else {
        library_scratch_free(out_scratch);
    }
    return result;
}

void library_scratch_free(library_scratch *scratch)
{
    sinew_pose_destroy(scratch->pose);
    sinew_free(scratch->bones);
    sinew_free(scratch->below);
    sinew_free(scratch->mass);
    sinew_free(scratch->positions);
    sinew_free(scratch->in_character);
    *scratch = (library_scratch){0};
}

// ---- loops --------------------------------------------------------------------------------------------------------

static sinew_result measure_loop(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                 library_clip_facts *facts)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    sinew__loop loop;
    const int is_open = sinew__loop_open(model, clip, &span, scratch->feet, scratch->foot_count, scratch->in_character,
                                         scratch->pose, &loop);
    if (is_open) {
        const sinew__loop_facts found = sinew__loop_find(&loop);
        const double error = found.gap.distance / model->info->size;
        if (found.is_known && isfinite(error) && isfinite(found.gap.degrees)) {
            facts->loop_error = error;
            facts->loop_degrees = found.gap.degrees;
            facts->loop_kind = sinew__seam_word(found.kind);
            facts->loops = sinew__seam_loops(found.kind);
        }
    }
    sinew__loop_free(&loop);
    return is_open ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}

// ---- travel and contacts ------------------------------------------------------------------------------------------

/// Measures the travel, and counts foot contacts and feet. These stay unknown if the clip is too long to find contacts.
static sinew_result measure_travel(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                   library_clip_facts *facts)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    sinew_contacts contacts = {0};
    const int can_have_contacts = scratch->foot_count > 0 && model->clips[clip].duration > 0;
    sinew_result result = SINEW_OK;
    if (can_have_contacts)
        result = sinew_contacts_find(model, clip, scratch->feet, scratch->foot_count, NULL, &contacts, NULL);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) return result;
    if (can_have_contacts && result == SINEW_OK) {
        int has_contact[SINEW_FEET_MAX] = {0};
        facts->contacts = facts->feet = 0;
        for (int32_t i = 0; i < contacts.count; ++i) {
            if (contacts.items[i].joint != SINEW_NONE) continue; // a second contact of the same foot, by ankle or toe
            ++facts->contacts;
            has_contact[contacts.items[i].foot] = 1;
        }
        for (int32_t i = 0; i < scratch->foot_count; ++i) facts->feet += has_contact[i];
    }
    result = sinew__clip_travel(model, clip, &span, scratch->feet, scratch->foot_count, &contacts, scratch->pose,
                                &facts->travel);
    sinew_contacts_free(&contacts);
    return result;
}

// ---- all ----------------------------------------------------------------------------------------------------------

sinew_result library_measure_clip(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                  library_clip_facts *out_facts)
{
    *out_facts = (library_clip_facts){
        .loop_error = (double)NAN, .loop_degrees = (double)NAN, .loops = -1, .contacts = -1, .feet = -1};
    const sinew__span span = library_motion_span(model, clip, scratch);
    out_facts->motion_start = span.start;
    sinew_pose_sample(model, clip, span.start, scratch->pose);
    for (int32_t i = 0; i < model->joint_count; ++i) out_facts->moved_joints += scratch->pose->animated[i] != 0;
    sinew_result result = measure_travel(model, clip, scratch, out_facts);
    if (result == SINEW_OK) result = measure_loop(model, clip, scratch, out_facts);
    if (result != SINEW_OK) return result;
    out_facts->has_descriptor = library_describe_motion(model, clip, scratch, out_facts->descriptor);
    if (out_facts->has_descriptor) library_describe_heading(model, clip, scratch, out_facts->heading);
    return SINEW_OK;
}

// ---- ranges of joints ----------------------------------------------------------------------------------------------

// The range of a joint is found by comparing all pairs of samples: the poses that differ most need not include the
// first.

enum {
    MAX_SAMPLES = 128,
    MIN_SAMPLES = 8,
    MAX_SAMPLED_JOINTS = 1 << 18, // joints × samples: 8 MB
};

static const double degrees_per_radian = 57.29577951308232;

/// The rotation and position of a joint at a time.
typedef struct joint_sample {
    float x, y, z, w;
    float position[3];
} joint_sample;

/// Samples the joints at `count` times, into [count][joint_count].
static void sample_joints(const sinew_model *model, int32_t clip, const sinew__span *span, sinew_pose *pose, int count,
                          joint_sample *out)
{
    for (int i = 0; i < count; ++i) {
        sinew_pose_sample(model, clip, span->start + span->duration * i / (count > 1 ? count - 1 : 1), pose);
        for (int32_t j = 0; j < model->joint_count; ++j) {
            const sinew_transform *local = &pose->local[j];
            out[(size_t)i * (size_t)model->joint_count + (size_t)j] =
                (joint_sample){(float)local->r.x,
                               (float)local->r.y,
                               (float)local->r.z,
                               (float)local->r.w,
                               {(float)local->t.x, (float)local->t.y, (float)local->t.z}};
        }
    }
}

/// Returns the squared sine of half the angle between two rotations. The sine is used because a cosine near 1 loses
/// small angles to rounding.
static double squared_half_sine(const joint_sample *a, const joint_sample *b)
{
    const double x = (double)(a->w * b->x - a->x * b->w - a->y * b->z + a->z * b->y),
                 y = (double)(a->w * b->y - a->y * b->w - a->z * b->x + a->x * b->z),
                 z = (double)(a->w * b->z - a->z * b->w - a->x * b->y + a->y * b->x);
    return x * x + y * y + z * z;
}

/// Returns the centimetres per unit of a joint's local translation, from the global transforms of `pose`. In FBX files
/// the root often has a scale of 100.
static double local_unit(const sinew_model *model, int32_t joint, const sinew_pose *pose)
{
    const int32_t parent = model->joints[joint].parent;
    sinew_transform global;
    if (parent == SINEW_NONE) return model->info->unit_cm;
    sinew__transform_nearest(&pose->global[parent], &global);
    return cbrt(fabs(global.s.x * global.s.y * global.s.z)) * model->info->unit_cm;
}

/// Finds the range of a joint by comparing all pairs of its samples. The distance is in units of the joint's local
/// translation.
static library_joint_range range_of(const sinew_model *model, int32_t joint, const joint_sample *samples, int count)
{
    double sine = 0, distance = 0;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < i; ++k) {
            const joint_sample *a = &samples[(size_t)i * (size_t)model->joint_count + (size_t)joint],
                               *b = &samples[(size_t)k * (size_t)model->joint_count + (size_t)joint];
            const double dx = (double)(a->position[0] - b->position[0]), dy = (double)(a->position[1] - b->position[1]),
                         dz = (double)(a->position[2] - b->position[2]);
            sine = fmax(sine, squared_half_sine(a, b));
            distance = fmax(distance, dx * dx + dy * dy + dz * dz);
        }
    return (library_joint_range){.degrees = 2 * asin(sqrt(fmin(sine, 1))) * degrees_per_radian,
                                 .centimetres = sqrt(distance)};
}

library_joint_range *library_measure_ranges(const sinew_model *model, int32_t clip, library_scratch *scratch,
                                            int64_t *samples_left, sinew__arena *arena, int32_t *out_count)
{
    sinew_pose *pose = scratch->pose;
    const sinew__span span = library_motion_span(model, clip, scratch);
    const double frames = ceil(span.duration * (model->info->fps > 0 ? model->info->fps : 30));
    const int fitting = MAX_SAMPLED_JOINTS / (model->joint_count + 1);
    const int limit = fitting < MIN_SAMPLES ? MIN_SAMPLES : fitting > MAX_SAMPLES ? MAX_SAMPLES : fitting;
    const int count = frames < limit - 1 ? (int)frames + 1 : limit;
    const size_t joints = (size_t)model->joint_count;
    *out_count = 0;
    *samples_left -= (int64_t)count * model->joint_count;
    if (*samples_left < 0) return NULL;
    library_joint_range *ranges = SINEW__ARENA_ARRAY(arena, library_joint_range, joints);
    joint_sample *samples = sinew__allocate((size_t)count * (joints + 1) * sizeof *samples);
    if (!ranges || !samples) {
        if (!samples) arena->failed = 1;
        sinew_free(samples);
        return NULL;
    }
    sample_joints(model, clip, &span, pose, count, samples);
    sinew_pose_local_to_global(model, pose);
    for (int32_t j = 0; j < model->joint_count; ++j) {
        if (!pose->animated[j]) continue;
        const char *name = sinew_text(model, model->joints[j].name);
        library_joint_range range = range_of(model, j, samples, count);
        range.centimetres *= local_unit(model, j, pose);
        range.joint = sinew__arena_text(arena, name, strlen(name));
        if (range.joint && isfinite(range.degrees) && isfinite(range.centimetres)) ranges[(*out_count)++] = range;
    }
    sinew_free(samples);
    return ranges;
}
