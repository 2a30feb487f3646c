/// A cross-fade between the clip that played before and the one that plays now.
#ifndef SINEW_SCENE_CLIP_FADE_H
#define SINEW_SCENE_CLIP_FADE_H

#include "sinew/blend.h"
#include "sinew/player.h"

/// Zeroed: none.
typedef struct clip_fade {
    const sinew_model *model; ///< of the memory below; NULL: there is none
    sinew_blender *blender;
    sinew_local_pose *held;   ///< the pose at which a fade was interrupted
    sinew_local_pose *shown;  ///< the pose of the last frame
    int is_held;              ///< fades from `held`, not from a clip
    int32_t clip;             ///< fades from this clip, which continues
    sinew_player player;      ///< its clock
    double duration, elapsed; ///< seconds; no fade while elapsed ≥ duration
} clip_fade;

void clip_fade_free(clip_fade *fade);

/// Begins a fade of `duration` seconds, > 0, from a clip. If a fade is in progress, begins it from what is shown. When
/// out of memory, does nothing.
void clip_fade_begin(clip_fade *fade, const sinew_model *model, int32_t clip, const sinew_player *player,
                     double duration);

/// Ends the fade.
void clip_fade_end(clip_fade *fade);

int clip_fade_is_active(const clip_fade *fade);

/// Advances fade and clip by seconds of real time, ≥ 0.
void clip_fade_advance(clip_fade *fade, double seconds);

/// If a fade is in progress, replaces the pose of the clip that plays now, at a time on the file's timeline.
void clip_fade_apply(clip_fade *fade, int32_t clip, double time, sinew_pose *pose);

#endif
