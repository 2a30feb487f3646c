#include "cli/commands/animated_in.h"

#include <stdlib.h>

#include "model/key_times.h"

/// One pass over clips and the joints that they animate: counts into `start`, or fills `clips` once it is allocated.
/// `is_animated` is [joint_count] of memory, `next` [joint_count] the index of each joint's next clip.
static void run_pass(cli_animated_in *animated, const sinew_model *model, uint8_t *is_animated, size_t *next)
{
    for (int32_t i = 0; i < model->joint_count; ++i) next[i] = animated->start[i];
    for (int32_t c = 0; c < model->clip_count; ++c) {
        sinew__mark_animated_joints(model, c, is_animated);
        for (int32_t i = 0; i < model->joint_count; ++i) {
            if (!is_animated[i]) continue;
            if (animated->clips)
                animated->clips[next[i]++] = c;
            else
                ++animated->start[i + 1];
        }
    }
}

int cli_animated_in_init(cli_animated_in *animated, const sinew_model *model)
{
    const size_t count = (size_t)model->joint_count;
    *animated = (cli_animated_in){.start = calloc(count + 1, sizeof(size_t))};
    uint8_t *is_animated = malloc(count + 1);
    size_t *next = malloc((count + 1) * sizeof *next);
    int ok = animated->start && is_animated && next;
    if (ok) {
        run_pass(animated, model, is_animated, next);
        for (size_t i = 0; i < count; ++i) animated->start[i + 1] += animated->start[i];
        animated->clips = malloc((animated->start[count] + 1) * sizeof(int32_t));
        ok = animated->clips != NULL;
    }
    if (ok)
        run_pass(animated, model, is_animated, next);
    else
        cli_animated_in_free(animated);
    free(is_animated);
    free(next);
    return ok;
}

void cli_animated_in_free(cli_animated_in *animated)
{
    free(animated->start);
    free(animated->clips);
    *animated = (cli_animated_in){0};
}
