#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/checks.h"

/// A joint and its name, for sorting.
typedef struct named_joint {
    const char *name;
    int32_t joint;
} named_joint;

static int compare_names(const void *a, const void *b)
{
    const named_joint *left = a, *right = b;
    const int order = strcmp(left->name, right->name);
    return order ? order : (left->joint > right->joint) - (left->joint < right->joint);
}

/// The joints that have one name: [0, count) of a sorted list.
static void report_group(const sinew__check_task *task, const named_joint *group, size_t count)
{
    sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, group->joint, SINEW_NONE, SINEW__VIEW_TREE);
    spot.count = (int64_t)count;
    spot.measured = (double)count;
    spot.expected = 1;
    sinew__check_find(task, SINEW__CHECK_W12, &spot, "%zu joints have this name; clips and sockets find one of them",
                      count);
}

void sinew__check_names(const sinew__check_task *task)
{
    const sinew_model *model = task->model;
    named_joint *list = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *list);
    size_t count = 0;
    if (!list) {
        task->report->arena.failed = 1;
        return;
    }
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (task->in_rig[i]) list[count++] = (named_joint){sinew_text(model, model->joints[i].name), i};
    qsort(list, count, sizeof *list, compare_names);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && strcmp(list[end].name, list[first].name) == 0; ++end) {
        }
        if (end - first > 1) report_group(task, &list[first], end - first);
    }
    sinew_free(list);
}
