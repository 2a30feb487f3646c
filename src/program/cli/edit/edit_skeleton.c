/// Edits of the character's size, of joints and of joint names.
#include <string.h>

#include "core/base/arena.h"
#include "core/base/glob.h"
#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/report.h"

static const char *joint_name(const edit_job *job, int32_t joint)
{
    return sinew_text(job->model, job->model->joints[joint].name);
}

int edit_apply_scale(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_SCALE);
    const int failed = edit_read_number(job, text, &step.factor);
    return failed ? failed : edit_do(job, &step);
}

static int fail_no_joint(const edit_job *job, const char *text)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NO_JOINT, "no joint '%.100s'", text);
    return cli_fail(job->context, job->path, &error);
}

/// Marks the joints whose names equal or match a pattern. Returns 0, or the exit code after printing the error.
static int mark_joints(const edit_job *job, const char *pattern, uint8_t *marks)
{
    int32_t found = 0, joint;
    sinew_error error;
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        if (!sinew__glob_matches(pattern, joint_name(job, i))) continue;
        marks[i] = 1;
        ++found;
    }
    if (found) return 0;
    if (strpbrk(pattern, "*?[")) return fail_no_joint(job, pattern);
    if (sinew_model_find_joint(job->model, pattern, &joint, &error) != SINEW_OK)
        return cli_fail(job->context, job->path, &error);
    marks[joint] = 1;
    return 0;
}

int edit_apply_drop_joints(edit_job *job, const char *text)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_DROP_JOINTS);
    sinew__arena memory = {0};
    uint8_t *marks = SINEW__ARENA_ARRAY(&memory, uint8_t, job->model->joint_count);
    int failed = marks ? 0 : cli_fail_memory(job->context);
    for (const char *at = text; at && !failed; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const char *pattern = sinew__arena_text(&memory, at, strcspn(at, ","));
        failed = pattern ? mark_joints(job, pattern, marks) : cli_fail_memory(job->context);
    }
    step.drops = marks;
    if (!failed) failed = edit_do(job, &step);
    sinew__arena_free(&memory);
    return failed;
}

static int rename_joints(edit_job *job, const char *const *names)
{
    sinew_edit_step step = edit_step_of(job, SINEW_EDIT_RENAME_JOINTS);
    step.names = names;
    return edit_do(job, &step);
}

/// Returns the new name of a joint that matches a pattern with one `*`; NULL if it does not match, or when out of
/// memory.
static const char *name_by_pattern(const char *name, const char *pattern, const char *to, sinew__arena *memory)
{
    const char *star = strchr(pattern, '*'), *placed = strchr(to, '*');
    const size_t head = (size_t)(star - pattern), tail = strlen(star + 1), length = strlen(name);
    if (length < head + tail || memcmp(name, pattern, head) != 0 || strcmp(name + length - tail, star + 1) != 0)
        return NULL;
    if (!placed) return to;
    const char *kept = sinew__arena_text(memory, name + head, length - head - tail);
    const char *before = sinew__arena_text(memory, to, (size_t)(placed - to));
    return kept && before ? sinew__arena_format(memory, "%s%s%s", before, kept, placed + 1) : NULL;
}

static int name_joints(const edit_job *job, const char *old, const char *name, sinew__arena *memory, const char **names)
{
    int32_t found = 0, joint;
    sinew_error error;
    if (!strchr(old, '*')) {
        if (sinew_model_find_joint(job->model, old, &joint, &error) != SINEW_OK)
            return cli_fail(job->context, job->path, &error);
        names[joint] = name;
        return 0;
    }
    for (int32_t i = 0; i < job->model->joint_count; ++i) {
        names[i] = name_by_pattern(joint_name(job, i), old, name, memory);
        found += names[i] != NULL;
    }
    if (memory->failed) return cli_fail_memory(job->context);
    return found ? 0 : fail_no_joint(job, old);
}

int edit_apply_rename_joints(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    const char *old = NULL, *name = NULL, **names = SINEW__ARENA_ARRAY(&memory, const char *, job->model->joint_count);
    int failed = names ? edit_read_pair(job, text, &memory, &old, &name) : cli_fail_memory(job->context);
    if (!failed) failed = name_joints(job, old, name, &memory, names);
    if (!failed) failed = rename_joints(job, names);
    sinew__arena_free(&memory);
    return failed;
}

int edit_apply_strip_prefix(edit_job *job, const char *text)
{
    sinew__arena memory = {0};
    const char **names = SINEW__ARENA_ARRAY(&memory, const char *, job->model->joint_count);
    int32_t found = 0;
    int failed = names ? 0 : cli_fail_memory(job->context);
    for (int32_t i = 0; i < job->model->joint_count && !failed; ++i) {
        const char *name = joint_name(job, i);
        if (strncmp(name, text, strlen(text)) != 0) continue;
        names[i] = name + strlen(text);
        ++found;
    }
    if (!failed && found == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_JOINT, "no joint's name begins with '%.100s'", text);
        failed = cli_fail(job->context, job->path, &error);
    }
    if (!failed) failed = rename_joints(job, names);
    sinew__arena_free(&memory);
    return failed;
}
