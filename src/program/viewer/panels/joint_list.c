#include "program/viewer/panels/joint_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/viewer/core/actions.h"
#include "runtime/model/look_up.h"

void panel_joint_list_free(joint_list *list)
{
    free(list->rows);
    free(list->folded);
    free(list->moves);
    free(list->is_match);
    free(list->depths);
    *list = (joint_list){0};
}

/// Lists the joints in the author's order, without descendants of folded joints.
static void list_rows(joint_list *list)
{
    const sinew_model *model = list->model;
    int32_t shut = INT32_MAX; // depth of the folded joint whose descendants are being skipped
    list->row_count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i], parent = model->joints[joint].parent;
        const int is_helper = (model->joints[joint].flags & SINEW_JOINT_HELPER) != 0;
        const int32_t depth = parent == SINEW_NONE ? 0 : list->depths[parent];
        list->depths[joint] = depth + !is_helper; // depth of its children
        if (is_helper || !list->is_match[joint] || depth > shut) continue;
        if (list->row_count > 0 && list->rows[list->row_count - 1].depth < depth)
            list->rows[list->row_count - 1].has_children = 1;
        list->rows[list->row_count++] =
            (joint_row){.joint = joint, .depth = depth, .is_found = list->is_match[joint] == 1};
        const int is_collapsed = list->folded[joint] && !list->filter[0]; // a search shows folded joints as well
        shut = is_collapsed ? depth : INT32_MAX;
        if (shut == depth) list->rows[list->row_count - 1].is_folded = list->rows[list->row_count - 1].has_children = 1;
    }
}

void panel_joint_list_update(joint_list *list, const sinew_model *model, int32_t clip, const char *filter)
{
    const int is_new = list->model != model;
    if (is_new) {
        const size_t count = (size_t)model->joint_count + 1;
        panel_joint_list_free(list);
        list->rows = malloc(count * sizeof *list->rows);
        list->folded = calloc(count, 1);
        list->moves = calloc(count, 1);
        list->is_match = malloc(count);
        list->depths = malloc(count * sizeof *list->depths);
        if (!list->rows || !list->folded || !list->moves || !list->is_match || !list->depths)
            panel_joint_list_free(list);
        list->model = model;
    }
    if (!list->rows) return;
    if (is_new || list->clip != clip) {
        list->clip = clip;
        memset(list->moves, 0, (size_t)model->joint_count);
        if (clip != SINEW_NONE) sinew__mark_animated_joints(model, clip, list->moves);
    }
    if (!is_new && strcmp(list->filter, filter) == 0) return;
    snprintf(list->filter, sizeof list->filter, "%s", filter);
    // A joint is listed if its name matches, or the name of a joint below it does.
    memset(list->is_match, 0, (size_t)model->joint_count);
    for (int32_t i = model->joint_count - 1; i >= 0; --i) { // children have higher indices than their parents
        const sinew_joint *joint = &model->joints[i];
        const int is_helper = (joint->flags & SINEW_JOINT_HELPER) != 0;
        if (!is_helper && viewer_text_contains(sinew_text(model, joint->name), list->filter)) list->is_match[i] = 1;
        if (list->is_match[i] && joint->parent != SINEW_NONE && !list->is_match[joint->parent])
            list->is_match[joint->parent] = 2;
    }
    list_rows(list);
}

void panel_joint_list_fold(joint_list *list, int32_t joint)
{
    list->folded[joint] = !list->folded[joint];
    list_rows(list);
}

int32_t panel_joint_list_reveal(joint_list *list, int32_t joint)
{
    if (!list->rows) return SINEW_NONE;
    int was_hidden = 0;
    for (int32_t up = list->model->joints[joint].parent; up != SINEW_NONE; up = list->model->joints[up].parent) {
        was_hidden |= list->folded[up];
        list->folded[up] = 0;
    }
    if (was_hidden) list_rows(list);
    for (int32_t i = 0; i < list->row_count; ++i) {
        if (list->rows[i].joint == joint) return i;
    }
    return SINEW_NONE;
}
