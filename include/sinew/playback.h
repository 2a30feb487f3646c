/// A playback clock: converts real time to a time within a clip.
///
/// sinew_playback is a small struct: initialise it with `sinew_playback_init` and copy it freely. It is used by one
/// thread at a time and allocates nothing.
///
///     sinew_playback player;
///     sinew_playback_init(&player, model->clips[clip].duration);
///     sinew_playback_set_speed(&player, 0.5);
///     // in every tick:
///     sinew_playback_advance(&player, seconds);
///     sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, sinew_playback_time(&player), pose);
#ifndef SINEW_PLAYBACK_H
#define SINEW_PLAYBACK_H

#include <stdbool.h>

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sinew_loop_mode {
    SINEW_LOOP_REPEAT,
    SINEW_LOOP_ONCE,
    SINEW_LOOP_PINGPONG,
} sinew_loop_mode;

/// The playback state of a clip. Read the fields freely; change them with the functions, which keep the time exact.
typedef struct sinew_playback {
    double begin, end; ///< range that plays, in seconds from the clip's start
    double speed;      ///< factor of the authored speed; negative plays backwards
    sinew_loop_mode loop;
    bool paused;    ///< may be set at any time; sinew_playback_advance() then does nothing
    double anchor;  ///< unwrapped position when the clock was last set; seconds from `begin`
    double elapsed; ///< seconds of real time since `anchor` was set, without pauses
} sinew_playback;

/// Initialises a clock at the start of a range of `duration` seconds, playing forward and repeating. A duration that is
/// negative or not finite counts as 0; the time then stays 0.
SINEW_API void sinew_playback_init(sinew_playback *player, double duration);

/// Restricts playback to [begin, end], in seconds from the clip's start, and clamps the time to it. Changes nothing
/// unless both are finite and begin ≤ end.
SINEW_API void sinew_playback_set_range(sinew_playback *player, double begin, double end);

/// Advances the clock by `seconds` of real time; NaN and infinities change nothing. Many small steps accumulate no
/// error beyond double precision. If the position exceeds the range of a double, after years at an enormous speed, the
/// time becomes the start of the range, or with SINEW_LOOP_ONCE the end that is played towards.
SINEW_API void sinew_playback_advance(sinew_playback *player, double seconds);

/// Returns the time within the clip, in seconds from its start, mapped into [begin, end] by the loop mode.
SINEW_API double sinew_playback_time(const sinew_playback *player);

/// Sets the time, clamped to the range. NaN changes nothing.
SINEW_API void sinew_playback_seek(sinew_playback *player, double time);

/// Sets the speed. A speed that is not finite changes nothing.
SINEW_API void sinew_playback_set_speed(sinew_playback *player, double speed);

/// Sets the loop mode. The time does not change. An invalid mode changes nothing.
SINEW_API void sinew_playback_set_loop(sinew_playback *player, sinew_loop_mode loop);

/// Returns whether a SINEW_LOOP_ONCE player has reached the end it plays towards.
SINEW_API int sinew_playback_finished(const sinew_playback *player);

#ifdef __cplusplus
}
#endif

#endif
