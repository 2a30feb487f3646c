#include "check/file_facts.h"

#include <math.h>
#include <string.h>

#include "check/checks.h"
#include "motion/reference_pose.h"
#include "motion/travel.h"

static const char *copy(const sinew__check_task *task, const char *text)
{
    return sinew__arena_text(&task->report->arena, text, strlen(text));
}

static sinew_affine in_cm(const sinew_model *model, const sinew_affine *affine)
{
    sinew_affine scaled = *affine;
    for (int i = 0; i < 3; ++i) scaled.row[i][3] *= model->info->unit_cm;
    return scaled;
}

/// Joints of the rig, whose parents are the next ones above that belong to it.
static void take_joints(const sinew__check_task *task, sinew__file_facts *facts)
{
    const sinew_model *model = task->model;
    sinew__arena *arena = &task->report->arena;
    int32_t *index = SINEW__ARENA_ARRAY(arena, int32_t, model->joint_count);
    facts->joints = SINEW__ARENA_ARRAY(arena, sinew__joint_facts, model->joint_count);
    if (!index || !facts->joints) return;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        const int32_t parent = joint->parent == SINEW_NONE ? SINEW_NONE : index[joint->parent];
        index[i] = parent;
        if (!task->in_rig[i]) continue;
        index[i] = facts->joint_count;
        facts->joints[facts->joint_count++] = (sinew__joint_facts){
            .name = copy(task, sinew_text(model, joint->name)),
            .parent = parent,
            .has_bind = (joint->flags & SINEW_JOINT_HAS_BIND) != 0,
            .rest = in_cm(model, &joint->rest_matrix),
            .bind = in_cm(model, &joint->bind_global),
        };
    }
}

static double travel_of(const sinew__check_task *task, int32_t clip)
{
    const sinew__span span = sinew__motion_span(task->model, clip, task->pose);
    sinew__travel travel;
    sinew__clip_travel(task->model, clip, &span, task->feet, task->foot_count, &(sinew_contacts){0}, task->pose,
                       &travel);
    return travel.speed * span.duration * 100;
}

/// When the first foot touches down. Only sync groups are compared by it.
static void take_steps(const sinew__check_task *task, int32_t clip, sinew__clip_facts *facts)
{
    const sinew_foot *feet = task->feet;
    sinew_contacts contacts;
    double first;
    const double duration = task->model->clips[clip].duration;
    if (!facts->terms.sync_group || !(duration > 0)) return;
    if (task->foot_count == 0) return;
    const sinew_result result = sinew_contacts_find(task->model, clip, feet, task->foot_count, NULL, &contacts, NULL);
    task->report->arena.failed |= result == SINEW_ERROR_OUT_OF_MEMORY;
    if (result != SINEW_OK) return;
    facts->step_count = (int)sinew_contacts_steps(&contacts, 0, duration, &first, 1);
    if (facts->step_count > 0) {
        facts->step_foot = copy(task, sinew_text(task->model, task->model->joints[feet[0].ankle].name));
        facts->step_phase = first / duration;
    }
    sinew_contacts_free(&contacts);
}

static void take_clips(const sinew__check_task *task, sinew__file_facts *facts)
{
    const sinew_model *model = task->model;
    facts->clips = SINEW__ARENA_ARRAY(&task->report->arena, sinew__clip_facts, model->clip_count);
    if (!facts->clips) return;
    facts->clip_count = model->clip_count;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        facts->clips[i] = (sinew__clip_facts){
            .name = copy(task, sinew_text(model, model->clips[i].name)),
            .duration = model->clips[i].duration,
            .fps = model->info->fps,
            .travel = travel_of(task, i),
            .closes = sinew__check_closes(task, i),
            .is_on_frames = sinew__check_is_on_frames(task, i),
            .terms = task->terms[i],
        };
        take_steps(task, i, &facts->clips[i]);
    }
}

void sinew__file_facts_take(const sinew__check_task *task, sinew__file_facts *out_facts)
{
    const sinew_model *model = task->model;
    *out_facts = (sinew__file_facts){.path = copy(task, task->path),
                                     .character = task->file_terms->character,
                                     .size = model->info->size * model->info->unit_cm};
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (model->meshes[i].max_influences > out_facts->max_influences)
            out_facts->max_influences = model->meshes[i].max_influences;
    if (out_facts->character) take_joints(task, out_facts); // of a hundred thousand files they would fill the memory
    take_clips(task, out_facts);
}
