#include "library/measure_clip.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "library/bone_middles.h"
#include "library/describe_motion.h"
#include "motion/loop_seam.h"
#include "motion/motion_joint.h"

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
    out_scratch->in_rig = sinew__allocate_zeroed(joints, 1);
    if (result == SINEW_OK && (!out_scratch->bones || !out_scratch->below || !out_scratch->mass ||
                               !out_scratch->positions || !out_scratch->in_rig))
        result = sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        sinew__mark_rig(model, out_scratch->in_rig);
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
    sinew_free(scratch->in_rig);
    *scratch = (library_scratch){0};
}

// ---- loops --------------------------------------------------------------------------------------------------------

static void measure_loop(const sinew_model *model, int32_t clip, library_scratch *scratch, library_clip_facts *facts)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    sinew__loop loop;
    if (sinew__loop_open(model, clip, &span, scratch->feet, scratch->foot_count, scratch->in_rig, scratch->pose,
                         &loop)) {
        const sinew__loop_facts found = sinew__loop_find(&loop);
        const double error = found.gap.distance / model->info->size;
        if (found.is_known && isfinite(error) && isfinite(found.gap.degrees)) {
            facts->loop_error = error;
            facts->loop_degrees = found.gap.degrees;
            facts->loops = found.loops;
        }
    }
    sinew__loop_free(&loop);
}

// ---- travel and contacts ------------------------------------------------------------------------------------------

/// A clip whose contacts cannot be found, for its length, has none that are known.
static void count_contacts(const sinew_contacts *contacts, int32_t foot_count, library_clip_facts *facts)
{
    int has_contact[SINEW_MAX_FEET] = {0};
    facts->contacts = facts->feet = 0;
    for (int32_t i = 0; i < contacts->count; ++i) {
        if (contacts->items[i].joint != SINEW_NONE) continue; // ankle and toe of the same foot
        ++facts->contacts;
        has_contact[contacts->items[i].foot] = 1;
    }
    for (int32_t i = 0; i < foot_count; ++i) facts->feet += has_contact[i];
}

static void measure_travel(const sinew_model *model, int32_t clip, library_scratch *scratch, library_clip_facts *facts)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    sinew_contacts contacts = {0};
    if (scratch->foot_count > 0 && model->clips[clip].duration > 0 &&
        sinew_contacts_find(model, clip, scratch->feet, scratch->foot_count, NULL, &contacts, NULL) == SINEW_OK)
        count_contacts(&contacts, scratch->foot_count, facts);
    sinew__clip_travel(model, clip, &span, scratch->feet, scratch->foot_count, &contacts, scratch->pose,
                       &facts->travel);
    sinew_contacts_free(&contacts);
}

// ---- all ----------------------------------------------------------------------------------------------------------

static int32_t count_moved_joints(const sinew_model *model, int32_t clip, library_scratch *scratch)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    int32_t count = 0;
    sinew_pose_sample(model, clip, span.start, scratch->pose);
    for (int32_t i = 0; i < model->joint_count; ++i) count += scratch->pose->animated[i] != 0;
    return count;
}

void library_measure_clip(const sinew_model *model, int32_t clip, library_scratch *scratch,
                          library_clip_facts *out_facts)
{
    *out_facts = (library_clip_facts){
        .loop_error = (double)NAN, .loop_degrees = (double)NAN, .loops = -1, .contacts = -1, .feet = -1};
    out_facts->motion_start = library_motion_span(model, clip, scratch).start;
    out_facts->moved_joints = count_moved_joints(model, clip, scratch);
    measure_travel(model, clip, scratch, out_facts);
    measure_loop(model, clip, scratch, out_facts);
    out_facts->has_descriptor = library_describe_motion(model, clip, scratch, out_facts->descriptor);
    if (out_facts->has_descriptor) library_describe_heading(model, clip, scratch, out_facts->heading);
}
