#include "check/check_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "check/check_limits.h"
#include "check/checks.h"
#include "motion/motion_joint.h"
#include "platform/side_files.h"

/// Checks that need every frame of the clip.
static void check_frames(const sinew__check_task *task, int32_t clip)
{
    sinew__clip_frames frames;
    if (!sinew__check_wants(task, SINEW__CHECK_R04) && !sinew__check_wants(task, SINEW__CHECK_R05)) return;
    if (sinew__clip_frames_init(&frames, task, clip)) {
        sinew__check_pops(task, &frames);
        sinew__check_jitter(task, &frames);
    } else {
        sinew__check_skip(task, SINEW__CHECK_R04, clip, "the clip has too many frames");
        sinew__check_skip(task, SINEW__CHECK_R05, clip, "the clip has too many frames");
    }
    sinew__clip_frames_free(&frames);
}

/// Checks that evaluate many poses of the clip.
static void check_poses(const sinew__check_task *task, int32_t clip)
{
    static const sinew__check_id ids[] = {SINEW__CHECK_L01, SINEW__CHECK_L02, SINEW__CHECK_L03, SINEW__CHECK_L04,
                                          SINEW__CHECK_R02, SINEW__CHECK_R03, SINEW__CHECK_R04, SINEW__CHECK_R05,
                                          SINEW__CHECK_R06, SINEW__CHECK_W24};
    const double frames = task->model->clips[clip].duration * sinew__check_fps(task->model);
    if (!sinew__check_spend(task, 4 * fmin(frames, SINEW__CHECK_MAX_FRAMES) + 32)) {
        for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i)
            sinew__check_skip(task, ids[i], clip, "the clips of the file have too many frames");
        return;
    }
    sinew__check_first_frame(task, clip);
    sinew__check_feet(task, clip);
    sinew__check_loop(task, clip);
    check_frames(task, clip);
    sinew__check_ground(task, clip);
}

static void check_clip(const sinew__check_task *task, int32_t clip)
{
    sinew__check_clip_span(task, clip);
    if (!task->model->info->is_stripped) sinew__check_keys(task, clip);
    sinew__check_required(task, clip);
    sinew__check_root(task, clip);
    check_poses(task, clip);
}

static void skip_stripped(const sinew__check_task *task)
{
    static const sinew__check_id ids[] = {SINEW__CHECK_W14, SINEW__CHECK_W15, SINEW__CHECK_W18, SINEW__CHECK_W19};
    for (size_t i = 0; i < sizeof ids / sizeof *ids && task->model->info->is_stripped; ++i)
        sinew__check_skip(task, ids[i], SINEW_NONE, "the model is stripped of its curves");
}

/// Checks against a contract need what it declares.
static void skip_undeclared(const sinew__check_task *task)
{
    static const char reason[] = "the contract declares nothing of the clip";
    for (int32_t i = 0; i < task->model->clip_count; ++i) {
        if (task->terms[i].is_declared) continue;
        sinew__check_skip(task, SINEW__CHECK_D01, i, reason);
        sinew__check_skip(task, SINEW__CHECK_D02, i, reason);
        sinew__check_skip(task, SINEW__CHECK_D03, i, reason);
    }
    if (!task->file_terms->character)
        sinew__check_skip(task, SINEW__CHECK_D05, SINEW_NONE, "the contract names no character of the file");
}

static void check_all(const sinew__check_task *task)
{
    sinew__check_file(task);
    sinew__check_names(task);
    sinew__check_scales(task);
    sinew__check_bind_pose(task);
    sinew__check_weights(task);
    sinew__check_influences(task);
    sinew__check_far_vertices(task);
    sinew__check_hard_edges(task);
    sinew__check_collapse_at_joints(task);
    sinew__check_meshes(task);
    sinew__check_textures(task);
    skip_stripped(task);
    skip_undeclared(task);
    for (int32_t i = 0; i < task->model->clip_count; ++i) check_clip(task, i);
}

sinew_result sinew__check_model(const sinew_model *model, const char *path, const char *texture_path,
                                const sinew__contract *contract, const sinew__check_selection *selection,
                                sinew__check_report *report, sinew__file_facts *out_facts, sinew_error *out_error)
{
    int64_t poses_left = SINEW__CHECK_MAX_POSED_JOINTS;
    sinew__file_terms file_terms = {0};
    sinew__check_task task = {.model = model,
                              .path = path,
                              .texture_path = texture_path,
                              .contract = contract,
                              .selection = selection,
                              .poses_left = &poses_left,
                              .file_terms = &file_terms,
                              .report = report};
    sinew__clip_terms *terms = sinew__allocate_zeroed((size_t)model->clip_count + 1, sizeof *terms);
    task.in_rig = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    if (task.in_rig) sinew__mark_rig(model, task.in_rig);
    sinew_result result = terms && task.in_rig ? SINEW_OK : sinew__fail_memory(out_error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &task.pose, out_error);
    if (result == SINEW_OK) result = sinew__file_terms_find(contract, sinew__base_name(path), &file_terms, out_error);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        result = sinew__file_terms_of_clip(&file_terms, sinew_text(model, model->clips[i].name), &terms[i], out_error);
    if (result == SINEW_OK) {
        task.terms = terms;
        task.foot_count = sinew_model_find_feet(model, task.pose, task.feet);
        check_all(&task);
        sinew__file_facts_take(&task, out_facts);
        if (report->arena.failed) result = sinew__fail_memory(out_error);
    }
    sinew__file_terms_free(&file_terms);
    sinew_pose_destroy(task.pose);
    sinew_free(task.in_rig);
    sinew_free(terms);
    return result;
}

void sinew__check_unreadable(const sinew_error *error, sinew__check_report *report)
{
    const double unknown = (double)NAN;
    sinew__check_report_add(report,
                            &(sinew__finding){
                                .code = sinew__check_code_of_result(error->result),
                                .severity = SINEW_SEVERITY_ERROR,
                                .count = -1,
                                .time = unknown,
                                .measured = unknown,
                                .expected = unknown,
                                .text = sinew__arena_text(&report->arena, error->message, strlen(error->message)),
                            });
}
