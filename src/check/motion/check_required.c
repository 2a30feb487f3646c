#include <stdlib.h>

#include "base/glob.h"
#include "base/memory.h"
#include "check/checks.h"
#include "model/joint_name.h"
#include "model/key_times.h"

/// What a clip does with the joints that one requirement names.
typedef struct requirement {
    int32_t joint; ///< the first that has the name, or SINEW_NONE
    int is_animated;
} requirement;

static int has_name(const char *pattern, const char *name, uint64_t *work)
{
    return sinew__glob_matches_counting(pattern, name, work) ||
           sinew__glob_matches_counting(pattern, sinew__short_joint_name(name), work);
}

static requirement find_required(const sinew_model *model, const char *pattern, const uint8_t *animated, uint64_t *work)
{
    requirement found = {.joint = SINEW_NONE};
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!has_name(pattern, sinew_text(model, model->joints[i].name), work)) continue;
        if (found.joint == SINEW_NONE) found.joint = i;
        found.is_animated |= animated[i];
    }
    return found;
}

void sinew__check_required(const sinew__check_task *task, int32_t clip)
{
    const sinew__clip_terms *terms = &task->terms[clip];
    if (terms->requires_count == 0) return;
    uint8_t *animated = sinew__allocate((size_t)task->model->joint_count + 1);
    if (!animated) {
        task->report->arena.failed = 1;
        return;
    }
    sinew__mark_animated_joints(task->model, clip, animated);
    for (size_t i = 0; i < terms->requires_count; ++i) {
        if (task->file_terms->work > SINEW__CONTRACT_MAX_WORK) {
            sinew__check_skip(task, SINEW__CHECK_D01, clip, "the contract requires too many joints");
            break;
        }
        const requirement found = find_required(task->model, terms->requires[i], animated, &task -> file_terms -> work);
        const sinew__check_spot spot = sinew__check_spot_of(clip, found.joint, SINEW_NONE, SINEW__VIEW_TREE);
        if (found.joint == SINEW_NONE)
            sinew__check_find(task, SINEW__CHECK_D01, &spot, "the required joint '%s' is missing", terms->requires[i]);
        else if (!found.is_animated)
            sinew__check_find(task, SINEW__CHECK_D01, &spot, "the required joint '%s' never moves", terms->requires[i]);
    }
    sinew_free(animated);
}
