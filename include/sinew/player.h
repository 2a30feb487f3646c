/// Playing: a clock that turns seconds of the world into a time within a clip.
///
/// A player is a small value: initialise it with `sinew_player_init`, copy it at will. It belongs to one thread at a
/// time and allocates nothing.
#ifndef SINEW_PLAYER_H
#define SINEW_PLAYER_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sinew_loop_mode {
    SINEW_LOOP_REPEAT,
    SINEW_LOOP_ONCE,
    SINEW_LOOP_PINGPONG,
} sinew_loop_mode;

/// Where a clip is played. Read the fields freely; change them through the functions, which keep the time exact.
typedef struct sinew_player {
    double begin, end; ///< the part that plays, seconds from the clip's start
    double speed;      ///< 1 is as authored; negative plays backwards
    sinew_loop_mode loop;
    int32_t paused; ///< may be set at any time: while it is, `sinew_player_advance` does nothing
    double anchor;  ///< unwrapped position when the clock was last set; seconds from `begin`
    double elapsed; ///< seconds of the world since then, while not paused
} sinew_player;

/// Starts at the beginning of a stretch of `duration` seconds (0 is fine: the time stays 0), playing forward,
/// repeating.
SINEW_API void sinew_player_init(sinew_player *player, double duration);

/// Plays only [begin, end] from now on (seconds from the clip's start, begin ≤ end); the time is clamped into it.
SINEW_API void sinew_player_set_range(sinew_player *player, double begin, double end);

/// Lets `seconds` of the world pass. Adding up many small steps loses nothing that a double can hold: after an hour the
/// frame is right.
SINEW_API void sinew_player_advance(sinew_player *player, double seconds);

/// The time within the clip, seconds from its start, inside [begin, end] by the loop mode.
SINEW_API double sinew_player_time(const sinew_player *player);

/// Goes to a time (clamped into the range).
SINEW_API void sinew_player_seek(sinew_player *player, double time);

SINEW_API void sinew_player_set_speed(sinew_player *player, double speed);
SINEW_API void sinew_player_set_loop(sinew_player *player, sinew_loop_mode loop);

/// Whether a SINEW_LOOP_ONCE player has arrived at the end it plays towards.
SINEW_API int sinew_player_finished(const sinew_player *player);

#ifdef __cplusplus
}
#endif

#endif
