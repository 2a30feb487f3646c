#include "viewer/prompt_answer.h"

#include <stdio.h>

#include "base/affine.h"
#include "base/error.h"
#include "sinew/time_text.h"

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

int viewer_text_has(const char *text, const char *word)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (word[i] && lower(text[i]) == lower(word[i])) ++i;
        if (!word[i]) return 1;
    }
    return !*word;
}

/// The joint that a search means: the one of that name or path, else the first in the author's order whose name has the
/// text in it, whatever the case. SINEW_NONE where there is none.
static int32_t search_joint(const sinew_model *model, const char *text, sinew_error *out_error)
{
    int32_t joint;
    if (sinew_model_find_joint(model, text, &joint, out_error) == SINEW_OK) return joint;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        joint = model->authored_order[i];
        const sinew_joint *candidate = &model->joints[joint];
        if (candidate->flags & SINEW_JOINT_HELPER) continue;
        if (viewer_text_has(sinew_text(model, candidate->name), text)) return joint;
    }
    return SINEW_NONE;
}

static sinew_result go_to_time(viewer_state *viewer, sinew_error *out_error)
{
    const sinew_time_context context = {
        .model = viewer->model, .clip = viewer->clip, .current = viewer_timeline(viewer)};
    sinew_time time;
    double seconds;
    sinew_result result = sinew_time_parse(viewer->prompt.text, &time, out_error);
    if (result == SINEW_OK) result = sinew_time_resolve(&time, &context, &seconds, out_error);
    if (result == SINEW_ERROR_NO_TIME)
        out_error->hint[0] = '\0'; // it says how to leave the clip, which a player does not
    if (result != SINEW_OK) return result;
    viewer->player.paused = 1;
    viewer_seek(viewer, seconds - viewer_clip_start(viewer));
    return SINEW_OK;
}

static sinew_result select_joint(viewer_state *viewer, sinew_error *out_error)
{
    const int32_t joint = search_joint(viewer->model, viewer->prompt.text, out_error);
    if (joint == SINEW_NONE) return SINEW_ERROR_NO_JOINT;
    viewer_select(viewer, joint);
    return SINEW_OK;
}

/// On top of what dragging has done.
static sinew_result turn_joint(viewer_state *viewer, sinew_error *out_error)
{
    const int32_t joint = viewer->selected_joint;
    sinew_quat turn;
    if (!joint_turns_read(viewer->prompt.text, &turn)) {
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "no turn; write rx=30, or ry=-45 rz=10: degrees");
    }
    const sinew_quat so_far = joint_turns_of(&viewer->turned, joint);
    joint_turns_set(&viewer->turned, viewer->model, joint, sinew__quat_multiply(so_far, turn));
    return SINEW_OK;
}

void viewer_answer_prompt(viewer_state *viewer)
{
    viewer_prompt *prompt = &viewer->prompt;
    sinew_error error = {0};
    sinew_result result = SINEW_OK;
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_TIME) result = go_to_time(viewer, &error);
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_JOINT) result = select_joint(viewer, &error);
    if (prompt->text[0] && prompt->kind == VIEWER_PROMPT_TURN) result = turn_joint(viewer, &error);
    if (result == SINEW_OK) {
        prompt_open(prompt, VIEWER_PROMPT_NONE);
        return;
    }
    snprintf(prompt->message, sizeof prompt->message, "%.300s%s%.200s", error.message, error.hint[0] ? "; " : "",
             error.hint);
}
