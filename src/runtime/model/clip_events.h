/// The events of one clip.
#ifndef SINEW_RUNTIME_MODEL_CLIP_EVENTS_H
#define SINEW_RUNTIME_MODEL_CLIP_EVENTS_H

#include "sinew/model.h"

/// Finds the first event of a clip in `events`; returns the number of its events.
int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first);

#endif
