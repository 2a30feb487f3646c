#include "sinew/playback.h"

#include <float.h>
#include <math.h>

/// Returns a value limited to a range; the lower limit for NaN. It does not use fmin and fmax, which would be function
/// calls.
static double clamped(double value, double least, double most)
{
    return value > least ? value < most ? value : most : least;
}

static double length_of(const sinew_playback *player)
{
    return player->end - player->begin;
}

/// Returns the position in seconds from `begin`, not wrapped.
static double position_of(const sinew_playback *player)
{
    return player->anchor + player->elapsed * player->speed;
}

/// Returns the position in the first period that plays the same time in the same direction. A position at the end is
/// not wrapped to the start. fmod is exact.
static double wrapped(const sinew_playback *player, double position)
{
    const double length = length_of(player), period = player->loop == SINEW_LOOP_PINGPONG ? 2 * length : length;
    if (player->loop == SINEW_LOOP_ONCE) return clamped(position, 0, length);
    if (position >= 0 && position <= period) return position;
    if (!(period > 0) || !isfinite(position)) return 0;
    const double rest = fmod(position, period);
    return rest < 0 ? rest + period : rest;
}

/// Makes `position` the start of counting, so that a later change of speed or mode does not change the time.
static void set_anchor(sinew_playback *player, double position)
{
    player->anchor = position;
    player->elapsed = 0;
}

void sinew_playback_init(sinew_playback *player, double duration)
{
    const int is_valid = duration >= 0 && isfinite(duration);
    *player = (sinew_playback){.end = is_valid ? duration : 0, .speed = 1, .loop = SINEW_LOOP_REPEAT};
}

void sinew_playback_set_range(sinew_playback *player, double begin, double end)
{
    if (!(begin <= end) || !isfinite(begin) || !isfinite(end)) return;
    const double time = sinew_playback_time(player);
    player->begin = begin;
    player->end = end;
    sinew_playback_seek(player, time);
}

void sinew_playback_advance(sinew_playback *player, double seconds)
{
    if (player->paused || !isfinite(seconds)) return;
    player->elapsed = clamped(player->elapsed + seconds, -DBL_MAX, DBL_MAX); // finite, so that a speed of 0 gives 0
    const double position = position_of(player);
    const double position_in_period = wrapped(player, position);
    // Continuing from the wrapped position keeps values small: rounding stays as small as in one loop, however long the
    // clip plays.
    if (position_in_period != position) set_anchor(player, position_in_period);
}

double sinew_playback_time(const sinew_playback *player)
{
    const double length = length_of(player);
    double position_in_period = wrapped(player, position_of(player));
    if (player->loop == SINEW_LOOP_PINGPONG && position_in_period > length)
        position_in_period = 2 * length - position_in_period;
    return clamped(player->begin + position_in_period, player->begin, player->end);
}

void sinew_playback_seek(sinew_playback *player, double time)
{
    if (isnan(time)) return;
    set_anchor(player, clamped(time, player->begin, player->end) - player->begin);
}

void sinew_playback_set_speed(sinew_playback *player, double speed)
{
    if (!isfinite(speed)) return;
    set_anchor(player, wrapped(player, position_of(player)));
    player->speed = speed;
}

void sinew_playback_set_loop(sinew_playback *player, sinew_loop_mode loop)
{
    if (loop < SINEW_LOOP_REPEAT || loop > SINEW_LOOP_PINGPONG) return;
    const double time = sinew_playback_time(player);
    player->loop = loop;
    sinew_playback_seek(player, time);
}

int sinew_playback_finished(const sinew_playback *player)
{
    if (player->loop != SINEW_LOOP_ONCE) return 0;
    const double position = position_of(player);
    return player->speed >= 0 ? position >= length_of(player) : position <= 0;
}
