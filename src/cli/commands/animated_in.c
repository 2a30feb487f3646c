#include "cli/commands/animated_in.h"

#include <stdlib.h>

/// One pass over all channels and tracks: counts into `start`, or fills `animated->clips` once it is allocated.
typedef struct collector {
    cli_animated_in *animated;
    int32_t *last_clip; ///< [joint_count] last clip added to the joint
    size_t *next;       ///< [joint_count] index of its next clip
} collector;

static void note(collector *pass, int32_t joint, int32_t clip)
{
    if (joint == SINEW_NONE || pass->last_clip[joint] == clip) return;
    pass->last_clip[joint] = clip;
    if (pass->animated->clips)
        pass->animated->clips[pass->next[joint]++] = clip;
    else
        ++pass->animated->start[joint + 1];
}

static void run_pass(collector *pass, const sinew_model *model)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        pass->last_clip[i] = SINEW_NONE;
        pass->next[i] = pass->animated->start[i];
    }
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_clip *clip = &model->clips[c];
        for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
            if (model->channels[i].property != SINEW_CHANNEL_OTHER) note(pass, model->channels[i].joint, c);
        }
        for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i)
            note(pass, model->tracks[i].joint, c);
    }
}

int cli_animated_in_init(cli_animated_in *animated, const sinew_model *model)
{
    const size_t count = (size_t)model->joint_count;
    *animated = (cli_animated_in){.start = calloc(count + 1, sizeof(size_t))};
    collector pass = {animated, malloc((count + 1) * sizeof(int32_t)), malloc((count + 1) * sizeof(size_t))};
    int ok = animated->start && pass.last_clip && pass.next;
    if (ok) {
        run_pass(&pass, model);
        for (size_t i = 0; i < count; ++i) animated->start[i + 1] += animated->start[i];
        animated->clips = malloc((animated->start[count] + 1) * sizeof(int32_t));
        ok = animated->clips != NULL;
    }
    if (ok)
        run_pass(&pass, model);
    else
        cli_animated_in_free(animated);
    free(pass.last_clip);
    free(pass.next);
    return ok;
}

void cli_animated_in_free(cli_animated_in *animated)
{
    free(animated->start);
    free(animated->clips);
    *animated = (cli_animated_in){0};
}
