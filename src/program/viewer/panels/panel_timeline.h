/// The keyframes on the timeline.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_TIMELINE_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_TIMELINE_H

#include "draw/scene/timeline_scale.h"
#include "sinew/model.h"

/// The keyframes of the clip, or of the selected joint in the clip. Zeroed: none.
typedef struct timeline_keys {
    const sinew_model *model;
    int32_t clip, joint;
    double *times; ///< [count] seconds from the clip's start, ascending
    int32_t count;
} timeline_keys;

/// Finds the keyframes again if clip or joint changed. When out of memory, there are none.
void panel_timeline_keys_update(timeline_keys *keys, const sinew_model *model, int32_t clip, int32_t joint);
void panel_timeline_keys_free(timeline_keys *keys);

/// Lists the pixels with a keyframe in ascending order, at most `capacity`, and at least `space` pixels apart: of
/// closer keyframes some are left out. Returns their number.
int32_t panel_timeline_mark_keys(const timeline_scale *scale, const timeline_keys *keys, int32_t space,
                                 int32_t *out_pixels, int32_t capacity);

#endif
