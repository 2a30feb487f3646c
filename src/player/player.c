#include "sinew/player.h"

#include <assert.h>
#include <math.h>

static double length_of(const sinew_player *player)
{
    return player->end - player->begin;
}

/// Returns the unwrapped time of the clock, in seconds from `begin`.
static double unwrapped_time(const sinew_player *player)
{
    return player->anchor + player->elapsed * player->speed;
}

/// Returns the seconds after which playback repeats in the same direction.
static double period_of(const sinew_player *player)
{
    return player->loop == SINEW_LOOP_PINGPONG ? 2 * length_of(player) : length_of(player);
}

/// Maps a time into the first period. The end itself is not wrapped to the start. fmod is exact.
static double wrap(double position, double period)
{
    if (position >= 0 && position <= period) return position;
    if (!(period > 0) || !isfinite(position)) return 0;
    const double rest = fmod(position, period);
    return rest < 0 ? rest + period : rest;
}

static double wrapped_time(const sinew_player *player, double position)
{
    if (player->loop == SINEW_LOOP_ONCE) return fmin(fmax(position, 0), length_of(player));
    return wrap(position, period_of(player));
}

/// Restarts counting at a time, so that a later change of speed or mode does not change it.
static void set_anchor(sinew_player *player, double position)
{
    player->anchor = position;
    player->elapsed = 0;
}

void sinew_player_init(sinew_player *player, double duration)
{
    assert(duration >= 0 && isfinite(duration));
    *player = (sinew_player){.end = duration, .speed = 1, .loop = SINEW_LOOP_REPEAT};
}

void sinew_player_set_range(sinew_player *player, double begin, double end)
{
    assert(begin <= end && isfinite(begin) && isfinite(end));
    const double time = sinew_player_time(player);
    player->begin = begin;
    player->end = end;
    sinew_player_seek(player, time);
}

void sinew_player_advance(sinew_player *player, double seconds)
{
    assert(isfinite(seconds));
    if (player->paused) return;
    player->elapsed += seconds;
    const double position = unwrapped_time(player);
    const double time = wrapped_time(player, position);
    // Counting from the wrapped time keeps the numbers small: the rounding error stays that of one loop.
    if (time != position) set_anchor(player, time);
}

double sinew_player_time(const sinew_player *player)
{
    const double length = length_of(player);
    double time = wrapped_time(player, unwrapped_time(player));
    if (player->loop == SINEW_LOOP_PINGPONG && time > length) time = 2 * length - time;
    return fmin(fmax(player->begin + time, player->begin), player->end);
}

void sinew_player_seek(sinew_player *player, double time)
{
    assert(!isnan(time));
    set_anchor(player, fmin(fmax(time, player->begin), player->end) - player->begin);
}

void sinew_player_set_speed(sinew_player *player, double speed)
{
    assert(isfinite(speed));
    set_anchor(player, wrapped_time(player, unwrapped_time(player)));
    player->speed = speed;
}

void sinew_player_set_loop(sinew_player *player, sinew_loop_mode loop)
{
    const double time = sinew_player_time(player);
    player->loop = loop;
    sinew_player_seek(player, time);
}

int sinew_player_finished(const sinew_player *player)
{
    if (player->loop != SINEW_LOOP_ONCE) return 0;
    const double position = unwrapped_time(player);
    return player->speed >= 0 ? position >= length_of(player) : position <= 0;
}
