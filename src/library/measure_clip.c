#include "library/measure_clip.h"

#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "base/error.h"
#include "base/memory.h"
#include "library/describe_motion.h"
#include "model/clip_span.h"
#include "sinew/root_motion.h"

static const double degrees_per_radian = 57.29577951308232;

// ---- scratch ------------------------------------------------------------------------------------------------------

sinew_result library_scratch_create(const sinew_model *model, library_scratch *out_scratch, sinew_error *out_error)
{
    *out_scratch = (library_scratch){0};
    const size_t joints = (size_t)model->joint_count;
    sinew_result result = sinew_pose_create(model, &out_scratch->pose, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &out_scratch->first, out_error);
    out_scratch->bones = sinew__allocate_zeroed(joints, sizeof(library_bone));
    out_scratch->below = sinew__allocate_zeroed(joints, sizeof(double));
    out_scratch->mass = sinew__allocate_zeroed(joints, sizeof(double));
    out_scratch->positions = sinew__allocate_zeroed(2 * joints, sizeof(sinew_vec3));
    if (result == SINEW_OK &&
        (!out_scratch->bones || !out_scratch->below || !out_scratch->mass || !out_scratch->positions))
        result = sinew__fail_memory(out_error);
    if (result == SINEW_OK)
        out_scratch->foot_count = sinew_model_find_feet(model, out_scratch->pose, out_scratch->feet);
    else
        library_scratch_free(out_scratch);
    return result;
}

void library_scratch_free(library_scratch *scratch)
{
    sinew_pose_destroy(scratch->pose);
    sinew_pose_destroy(scratch->first);
    sinew_free(scratch->bones);
    sinew_free(scratch->below);
    sinew_free(scratch->mass);
    sinew_free(scratch->positions);
    *scratch = (library_scratch){0};
}

// ---- travel and loop ----------------------------------------------------------------------------------------------

/// Radians about the up axis, which the rotation of a motion is about.
static double angle_of(const sinew_model *model, const sinew_quat *rotation)
{
    const double along = rotation->x + rotation->y + rotation->z; // one of them
    const double sign = *sinew_text(model, model->info->up) == '-' ? -1 : 1;
    return 2 * atan2(sign * along, rotation->w);
}

/// The largest distance of a joint between the first pose and the last one moved back by the travel.
static double loop_distance(const sinew_model *model, const sinew_motion *travel, const library_scratch *scratch)
{
    const sinew_transform forward = {travel->translation, travel->rotation, {1, 1, 1}};
    const sinew_affine moved = sinew__affine_from_transform(&forward);
    sinew_affine back;
    double largest = 0;
    if (!sinew__affine_inverse(&moved, &back)) return (double)INFINITY;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_affine *last = &scratch->pose->global[i], *first = &scratch->first->global[i];
        if (model->joints[i].kind != SINEW_JOINT_BONE) continue;
        const sinew_vec3 end =
            sinew__affine_point(&back, (sinew_vec3){last->row[0][3], last->row[1][3], last->row[2][3]});
        const double x = end.x - first->row[0][3], y = end.y - first->row[1][3], z = end.z - first->row[2][3];
        largest = fmax(largest, x * x + y * y + z * z);
    }
    return sqrt(largest);
}

static void measure_travel(const sinew_model *model, int32_t clip, int32_t joint, library_scratch *scratch,
                           library_clip_facts *facts)
{
    static const double full_turn = 6.283185307179586;
    const sinew__span span = sinew__clip_span(model, clip);
    if (joint == SINEW_NONE || !(span.duration > 0)) return;
    const sinew_root_motion root = {.clip = clip, .joint = joint, .parts = SINEW_MOTION_GROUND | SINEW_MOTION_YAW};
    const sinew_motion travel = sinew_root_motion_at(model, &root, span.duration, scratch->pose);
    const sinew_vec3 path = travel.translation;
    const double length = sqrt(path.x * path.x + path.y * path.y + path.z * path.z);
    facts->speed = length * model->info->unit_cm / 100 / span.duration;
    facts->yaw_rate = remainder(angle_of(model, &travel.rotation), full_turn) * degrees_per_radian / span.duration;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, span.start, scratch->first);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, span.start + span.duration, scratch->pose);
    facts->loop_error = loop_distance(model, &travel, scratch) / model->info->size;
    facts->has_motion = isfinite(facts->speed) && isfinite(facts->yaw_rate) && isfinite(facts->loop_error);
}

// ---- contacts -----------------------------------------------------------------------------------------------------

/// A clip whose contacts cannot be found, for its length, has none that are known.
static void measure_contacts(const sinew_model *model, int32_t clip, const library_scratch *scratch,
                             library_clip_facts *facts)
{
    sinew_contacts contacts;
    int has_contact[SINEW_MAX_FEET] = {0};
    if (scratch->foot_count == 0 || !(model->clips[clip].duration > 0) ||
        sinew_contacts_find(model, clip, scratch->feet, scratch->foot_count, NULL, &contacts, NULL) != SINEW_OK)
        return;
    for (int32_t i = 0; i < contacts.count; ++i) {
        if (contacts.items[i].joint != SINEW_NONE) continue; // ankle and toe of the same foot
        ++facts->contacts;
        has_contact[contacts.items[i].foot] = 1;
    }
    for (int32_t i = 0; i < scratch->foot_count; ++i) facts->feet += has_contact[i];
    facts->has_feet = 1;
    sinew_contacts_free(&contacts);
}

// ---- all ----------------------------------------------------------------------------------------------------------

static int32_t count_moved_joints(const sinew_model *model, int32_t clip, library_scratch *scratch)
{
    const sinew__span span = sinew__clip_span(model, clip);
    int32_t count = 0;
    sinew_pose_sample(model, clip, span.start, scratch->pose);
    for (int32_t i = 0; i < model->joint_count; ++i) count += scratch->pose->animated[i] != 0;
    return count;
}

void library_measure_clip(const sinew_model *model, int32_t clip, int32_t motion_joint, library_scratch *scratch,
                          library_clip_facts *out_facts)
{
    memset(out_facts, 0, sizeof *out_facts);
    out_facts->moved_joints = count_moved_joints(model, clip, scratch);
    measure_travel(model, clip, motion_joint, scratch, out_facts);
    measure_contacts(model, clip, scratch, out_facts);
    out_facts->has_descriptor = library_describe_motion(model, clip, scratch, out_facts->descriptor);
}
