#include "program/check/check_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/retarget/retarget.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "runtime/motion/motion.h"

// The facts of a file that are compared with other files: skeleton and clips. They outlive the model.

static const char *copy(const check_task *task, const char *text)
{
    return sinew__arena_text(&task->report->arena, text, strlen(text));
}

static sinew_affine in_cm(const sinew_model *model, const sinew_affine *affine)
{
    sinew_affine scaled = *affine;
    for (int i = 0; i < 3; ++i) scaled.row[i][3] *= model->info->unit_cm;
    return scaled;
}

/// Stores the joints of the character. A joint's parent is its nearest ancestor that is stored.
static void take_joints(const check_task *task, check_file_facts *facts)
{
    const sinew_model *model = task->model;
    sinew__arena *arena = &task->report->arena;
    int32_t *index = SINEW__ARENA_ARRAY(arena, int32_t, model->joint_count);
    facts->joints = SINEW__ARENA_ARRAY(arena, check_joint_facts, model->joint_count);
    if (!index || !facts->joints) return;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        const int32_t parent = joint->parent == SINEW_NONE ? SINEW_NONE : index[joint->parent];
        index[i] = parent;
        if (!task->in_character[i]) continue;
        index[i] = facts->joint_count;
        facts->joints[facts->joint_count++] = (check_joint_facts){
            .name = copy(task, sinew_text(model, joint->name)),
            .parent = parent,
            .has_bind = (joint->flags & SINEW_JOINT_HAS_BIND) != 0,
            .rest = in_cm(model, &joint->rest_matrix),
            .bind = in_cm(model, &joint->bind_global),
        };
    }
}

/// Stores the steps of the model's first foot: the phase of its first touch-down in the clip, and the number of its
/// touch-downs. Does nothing for clips without a sync group, because only clips of one sync group are compared by these
/// facts.
static void take_steps(const check_task *task, int32_t clip, check_clip_facts *facts)
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

static void take_clips(const check_task *task, check_file_facts *facts)
{
    const sinew_model *model = task->model;
    facts->clips = SINEW__ARENA_ARRAY(&task->report->arena, check_clip_facts, model->clip_count);
    if (!facts->clips) return;
    facts->clip_count = model->clip_count;
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew__span span = sinew__motion_span(model, i, task->pose);
        sinew__travel travel;
        if (sinew__clip_travel(model, i, &span, task->feet, task->foot_count, &(sinew_contacts){0}, task->pose,
                               &travel) != SINEW_OK)
            task->report->arena.failed = 1;
        facts->clips[i] = (check_clip_facts){
            .name = copy(task, sinew_text(model, model->clips[i].name)),
            .duration = model->clips[i].duration,
            .fps = model->info->fps,
            .travel = travel.speed * span.duration * 100,
            .loop = check_loop_kind(task, i),
            .is_on_frames = check_is_on_frames(task, i),
            .ground = check_find_ground(task, i),
            .terms = task->terms[i],
        };
        take_steps(task, i, &facts->clips[i]);
    }
}

/// Stores the facts of the file. If memory runs out, the report's arena is marked as failed.
static void take_facts(const check_task *task, check_file_facts *out_facts)
{
    const sinew_model *model = task->model;
    *out_facts = (check_file_facts){.path = copy(task, task->path),
                                    .character = task->file_terms->character,
                                    .size = model->info->size * model->info->unit_cm};
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (model->meshes[i].max_influences > out_facts->max_influences)
            out_facts->max_influences = model->meshes[i].max_influences;
    if (out_facts->character) take_joints(task, out_facts); // joints of all files would fill the memory
    take_clips(task, out_facts);
}

/// Reports a warning of the import under its own code, or under the check's code that replaces it.
static void report_warning(const check_task *task, const sinew_warning *warning)
{
    const sinew_model *model = task->model;
    sinew__arena *arena = &task->report->arena;
    const char *code = sinew_text(model, warning->code), *object = sinew_text(model, warning->object),
               *text = sinew_text(model, warning->text);
    const check_code *row = check_code_named(code);
    const int severity = check_severity(task->selection, code, (sinew_severity)warning->severity);
    if (severity == CHECK_OFF) return;
    const double unknown = (double)NAN;
    check_report_add(task->report, &(check_finding){
                                       .code = row ? row->code : sinew__arena_text(arena, code, strlen(code)),
                                       .severity = (sinew_severity)severity,
                                       .node = *object ? sinew__arena_text(arena, object, strlen(object)) : NULL,
                                       .count = -1,
                                       .time = unknown,
                                       .measured = unknown,
                                       .expected = unknown,
                                       .text = sinew__arena_text(arena, text, strlen(text)),
                                       .command = {"info"},
                                       .command_count = 1,
                                   });
}

/// W01, W02, W13 and the warnings of the import.
static void check_file(const check_task *task)
{
    const sinew_model *model = task->model;
    check_spot spot = check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, CHECK_VIEW_INFO);
    for (int32_t i = 0; i < model->warning_count; ++i) report_warning(task, &model->warnings[i]);
    if (model->clip_count == 0) check_find(task, CHECK_W01, &spot, "the file has no clips");
    if (model->mesh_count == 0) check_find(task, CHECK_W02, &spot, "the file has no mesh");
    if (fabs(model->info->unit_cm - 1) <= 1e-6) return;
    spot.measured = model->info->unit_cm;
    spot.expected = 1;
    spot.unit = "cm";
    check_find(task, CHECK_W13, &spot, "one unit of the file is %.6g cm", model->info->unit_cm);
}

/// Runs the checks that need every frame of the clip.
static void check_frames(const check_task *task, int32_t clip)
{
    check_clip_frames frames;
    static const check_id ids[] = {CHECK_R04, CHECK_R05, CHECK_R07, CHECK_R08, CHECK_R09, CHECK_R10, CHECK_R11};
    int wanted = 0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) wanted |= check_wants(task, ids[i]);
    if (!wanted) return;
    if (check_clip_frames_init(&frames, task, clip)) {
        check_pops(task, &frames);
        check_jitter(task, &frames);
        check_repeats(task, &frames);
        check_fall(task, &frames);
        check_drift(task, &frames);
    } else {
        for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i)
            check_skip(task, ids[i], clip, "the clip has too many frames");
    }
    check_clip_frames_free(&frames);
}

/// Runs the checks that evaluate many poses of the clip.
static void check_poses(const check_task *task, int32_t clip)
{
    static const check_id ids[] = {CHECK_L01, CHECK_L02, CHECK_L03, CHECK_L04, CHECK_R02,
                                   CHECK_R03, CHECK_R04, CHECK_R05, CHECK_R06, CHECK_R07,
                                   CHECK_R08, CHECK_R09, CHECK_R10, CHECK_R11, CHECK_W24};
    const double frames = task->model->clips[clip].duration * check_fps(task->model);
    if (!check_spend(task, 4 * fmin(frames, CHECK_MAX_FRAMES) + 32)) {
        for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i)
            check_skip(task, ids[i], clip, "the clips of the file have too many frames");
        return;
    }
    check_first_frame(task, clip);
    check_feet(task, clip);
    check_loop(task, clip);
    check_frames(task, clip);
    check_ground(task, clip);
}

/// Measures the body of the model for the checks that need it. Returns 0 if the model has none, or if no check needs
/// it.
static int take_body(const check_task *task, sinew_body_map *map, sinew__reference_body *body, sinew__arena *memory)
{
    static const check_id ids[] = {CHECK_W27, CHECK_W28, CHECK_W29, CHECK_R10, CHECK_R11};
    int wanted = 0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) wanted |= check_wants(task, ids[i]);
    if (!wanted) return 0;
    sinew_result result = sinew_body_map_find(task->model, map, NULL);
    if (result == SINEW_OK) result = sinew__reference_body_init(body, task->model, map, NULL, memory, NULL);
    task->report->arena.failed |= result == SINEW_ERROR_OUT_OF_MEMORY;
    return result == SINEW_OK;
}

static void check_all(const check_task *task)
{
    check_file(task);
    check_body(task);
    check_names(task);
    check_scales(task);
    check_bind_pose(task);
    check_weights(task);
    check_influences(task);
    check_far_vertices(task);
    check_hard_edges(task);
    check_collapse_at_joints(task);
    check_meshes(task);
    check_textures(task);
    static const check_id ids[] = {CHECK_W14, CHECK_W15, CHECK_W18, CHECK_W19};
    for (size_t k = 0; k < sizeof ids / sizeof *ids && task->model->info->is_stripped; ++k)
        check_skip(task, ids[k], SINEW_NONE, "the model is stripped of its curves");
    // Clips and files without declarations are not compared with the contract.
    const char *reason = task->file_terms->is_ambiguous
                             ? "the contract has several files of this name: check their folder"
                             : "the contract declares nothing of the clip";
    for (int32_t i = 0; i < task->model->clip_count; ++i) {
        if (task->terms[i].is_declared) continue;
        check_skip(task, CHECK_D01, i, reason);
        check_skip(task, CHECK_D02, i, reason);
        check_skip(task, CHECK_D03, i, reason);
    }
    if (!task->file_terms->character)
        check_skip(task, CHECK_D05, SINEW_NONE, "the contract names no character of the file");
    for (int32_t i = 0; i < task->model->clip_count; ++i) {
        check_clip_span(task, i);
        if (!task->model->info->is_stripped) check_keys(task, i);
        check_required(task, i);
        check_root(task, i);
        check_poses(task, i);
    }
}

sinew_result check_model(const sinew_model *model, const char *path, const char *below, const char *texture_path,
                         const check_contract *contract, const check_selection *selection, check_report *report,
                         check_file_facts *out_facts, sinew_error *out_error)
{
    int64_t poses_left = CHECK_MAX_POSED_JOINTS;
    check_file_terms file_terms = {0};
    sinew__arena memory = {0};
    sinew__reference_body body;
    sinew_body_map map;
    check_task task = {.model = model,
                       .path = path,
                       .texture_path = texture_path,
                       .contract = contract,
                       .selection = selection,
                       .poses_left = &poses_left,
                       .file_terms = &file_terms,
                       .report = report};
    check_clip_terms *terms = sinew__allocate_zeroed((size_t)model->clip_count + 1, sizeof *terms);
    task.in_character = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    sinew_result result;
    if (!terms || !task.in_character) {
        result = sinew__fail_memory(out_error);
        goto done;
    }
    sinew__mark_character(model, task.in_character);
    result = sinew_pose_create(model, &task.pose, out_error);
    if (result != SINEW_OK) goto done;
    result = check_file_terms_find(contract, path, below, &file_terms, out_error);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        result = check_file_terms_of_clip(&file_terms, sinew_text(model, model->clips[i].name), &terms[i], out_error);
    if (result != SINEW_OK) goto done;
    task.terms = terms;
    task.foot_count = sinew_model_find_feet(model, task.pose, task.feet);
    if (take_body(&task, &map, &body, &memory)) task.body = &body;
    check_all(&task);
    take_facts(&task, out_facts);
    if (report->arena.failed) result = sinew__fail_memory(out_error);
done:
    check_file_terms_free(&file_terms);
    sinew__arena_free(&memory);
    sinew_pose_destroy(task.pose);
    sinew_free(task.in_character);
    sinew_free(terms);
    return result;
}

void check_unreadable(const sinew_error *error, check_report *report)
{
    const double unknown = (double)NAN;
    check_report_add(report, &(check_finding){
                                 .code = check_code_of_result(error->result),
                                 .severity = SINEW_SEVERITY_ERROR,
                                 .count = -1,
                                 .time = unknown,
                                 .measured = unknown,
                                 .expected = unknown,
                                 .text = sinew__arena_text(&report->arena, error->message, strlen(error->message)),
                             });
}
