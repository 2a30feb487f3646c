/// Edits that change poses of clips.
#include <string.h>

#include "core/base/arena.h"
#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/posing/pose_edit_options.h"
#include "sinew/memory.h"

int edit_apply_during(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    const int failed = edit_parse_range(job, text, &memory, &from, &to);
    if (!failed) job->during = text;
    sinew__arena_free(&memory);
    return failed;
}

/// Sets the fade before and after edited poses, in seconds or frames.
int edit_apply_ease(edit_job *job, const char *text)
{
    sinew_time time;
    int failed = edit_parse_time(job, text, &time);
    if (!failed &&
        (time.unit == SINEW_TIME_KEY || time.unit == SINEW_TIME_PERCENT || time.origin == SINEW_TIME_FROM_END))
        failed = edit_fail_value(job, text, "expected a time such as 0.2 or 5f", "is no length of time");
    time.origin = SINEW_TIME_FROM_CURRENT;
    return failed ? failed : edit_resolve_time(job, &time, SINEW_NONE, 0, &job->ease);
}

/// Finds the range of --during in a clip, in seconds; without --during, the whole clip.
static int find_range(const edit_job *job, int32_t clip, double *out_from, double *out_to)
{
    sinew__arena memory = {0};
    sinew_time from, to;
    *out_from = 0;
    *out_to = job->model->clips[clip].duration;
    if (!job->during) return 0;
    int failed = edit_parse_range(job, job->during, &memory, &from, &to);
    if (!failed) failed = edit_resolve_time(job, &from, clip, 0, out_from);
    if (!failed) failed = edit_resolve_time(job, &to, clip, *out_from, out_to);
    sinew__arena_free(&memory);
    return failed;
}

int edit_apply_still(edit_job *job, const char *text)
{
    double from = 0, to;
    int32_t clip = SINEW_NONE;
    int failed = edit_lacks_clips(job);
    if (!failed && job->clips) clip = job->clips[0];
    if (!failed && !job->clips) failed = cli_find_clip(job->context, job->path, job->model, NULL, &clip);
    if (!failed) failed = find_range(job, clip, &from, &to);
    sinew_edit_step step = edit_step_of_clip(job, SINEW_EDIT_STILL, &clip);
    step.from = from;
    step.name = text;
    if (!failed) failed = edit_do(job, &step);
    if (failed) return failed;
    job->during = NULL;
    return edit_choose(job, job->model->clip_count - 1, 1);
}

/// The edits of one option, and whether their targets were reached.
typedef struct posed_edits {
    const sinew_model *model;
    pose_edits edits;
    int has_reached;    ///< all targets were reached at one time at least
    sinew_error missed; ///< the first target that could not be reached; SINEW_OK: none
} posed_edits;

/// Applies the edits to a pose. A target out of reach is not an error here: the limb points at the target, and the
/// character may move towards it later.
static sinew_result edit_pose(void *user, sinew_pose *pose, sinew_error *error)
{
    posed_edits *posed = user;
    const sinew_result result = sinew__pose_edits_apply(&posed->edits, posed->model, pose, error);
    posed->has_reached |= result == SINEW_OK;
    if (result != SINEW_ERROR_OUT_OF_REACH) return result;
    if (posed->missed.result == SINEW_OK && error) posed->missed = *error;
    return SINEW_OK;
}

static int pose_clip(edit_job *job, int32_t clip, posed_edits *posed)
{
    sinew_edit_pose pose = {.edit = edit_pose, .user = posed};
    sinew_edit_step step = edit_step_of_clip(job, SINEW_EDIT_POSE, &clip);
    const int failed = find_range(job, clip, &pose.from, &pose.to);
    if (failed) return failed;
    posed->model = job->model;
    posed->has_reached = 0;
    posed->missed = (sinew_error){0};
    step.poses = &pose;
    step.pose_count = 1;
    step.ease = job->ease;
    const int undone = edit_do(job, &step);
    if (undone || posed->missed.result == SINEW_OK) return undone;
    if (!posed->has_reached) return cli_fail(job->context, job->path, &posed->missed);
    cli_warn(job->context, job->path, "--%s: %s at one time of the clip: the limb points there", job->option,
             posed->missed.message);
    return 0;
}

/// Resolves --set, --ik or --pose once, because all clips have the same joints, and applies the edits to the chosen
/// clips.
static int apply_pose_edits(edit_job *job, const cli_pose_edits *words)
{
    posed_edits posed = {.model = job->model};
    int failed = edit_lacks_clips(job);
    if (failed) return failed;
    failed = cli_resolve_pose_edits(job->context, job->path, job->model, words, &posed.edits);
    if (failed) return failed;
    for (int32_t i = 0; i < edit_chosen_count(job) && !failed; ++i)
        failed = pose_clip(job, edit_chosen_clip(job, i), &posed);
    sinew__pose_edits_free(&posed.edits);
    return failed;
}

int edit_apply_set(edit_job *job, const char *text)
{
    const cli_pose_edits words = {.edits = {.items = &text, .count = 1}};
    return apply_pose_edits(job, &words);
}

int edit_apply_ik(edit_job *job, const char *text)
{
    const cli_pose_edits words = {.targets = {.items = &text, .count = 1}};
    return apply_pose_edits(job, &words);
}

int edit_apply_pose(edit_job *job, const char *text)
{
    const cli_pose_edits words = {.pose = text};
    return apply_pose_edits(job, &words);
}

/// Adds stored poses to the motion of a clip as keys at their times. Poses of other clips than `only` (NULL: any) are
/// left out.
static int key_clip(edit_job *job, int32_t clip, const cli_stored_pose *stored, size_t count, const char *only)
{
    sinew_edit_step step = edit_step_of_clip(job, SINEW_EDIT_POSE, &clip);
    sinew__arena memory = {0};
    posed_edits *posed = SINEW__ARENA_ARRAY(&memory, posed_edits, count);
    sinew_edit_pose *poses = SINEW__ARENA_ARRAY(&memory, sinew_edit_pose, count);
    int32_t used = 0;
    int failed = memory.failed ? cli_fail_memory(job->context) : 0;
    for (size_t i = 0; i < count && !failed; ++i) {
        if (only && strcmp(stored[i].clip, only) != 0) continue;
        posed[used] = (posed_edits){.model = job->model, .edits = stored[i].edits};
        poses[used] = (sinew_edit_pose){stored[i].time, stored[i].time, 1, edit_pose, &posed[used]};
        ++used;
    }
    step.poses = poses;
    step.pose_count = used;
    step.ease = job->ease;
    if (!failed) failed = edit_do(job, &step);
    sinew__arena_free(&memory);
    return failed;
}

int edit_apply_keys(edit_job *job, const char *text)
{
    cli_stored_pose *stored = NULL;
    size_t count = 0;
    int failed = edit_lacks_clips(job);
    if (!failed) failed = cli_read_stored_poses(job->context, text, job->model, &stored, &count);
    if (!failed && !job->clips) {
        // Without --clip, the clips are those that the file names. A pose without a name belongs to the default clip.
        for (size_t i = 0; i < count && !failed; ++i) {
            const char *name = stored[i].clip;
            int32_t clip = SINEW_NONE;
            size_t first = 0;
            while (first < i && (!name || !stored[first].clip || strcmp(stored[first].clip, name) != 0)) ++first;
            if (first < i || (!name && i > 0)) continue;
            failed = cli_find_clip(job->context, job->path, job->model, name, &clip);
            if (!failed && clip != SINEW_NONE) failed = key_clip(job, clip, stored, count, name);
        }
    }
    for (int32_t i = 0; i < job->clip_count && !failed; ++i) failed = key_clip(job, job->clips[i], stored, count, NULL);
    cli_free_stored_poses(stored, count);
    return failed;
}
