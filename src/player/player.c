#include "sinew/player.h"

#include <assert.h>
#include <math.h>

static double length_of(const sinew_player *player)
{
    return player->end - player->begin;
}

/// Where the clock stands, in seconds from `begin`, before any wrapping.
static double position_of(const sinew_player *player)
{
    return player->anchor + player->elapsed * player->speed;
}

/// Seconds after which playing comes back to the same place in the same direction.
static double period_of(const sinew_player *player)
{
    return player->loop == SINEW_LOOP_PINGPONG ? 2 * length_of(player) : length_of(player);
}

/// The same place within the first period. The end itself stays the end: it is not wrapped to the start. fmod is exact.
static double wrap(double position, double period)
{
    if (position >= 0 && position <= period) return position;
    if (!(period > 0) || !isfinite(position)) return 0;
    const double rest = fmod(position, period);
    return rest < 0 ? rest + period : rest;
}

static double place_of(const sinew_player *player, double position)
{
    if (player->loop == SINEW_LOOP_ONCE) return fmin(fmax(position, 0), length_of(player));
    return wrap(position, period_of(player));
}

/// Starts counting anew at a position, so that a later change of speed or mode leaves the time where it is.
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
    const double position = position_of(player);
    const double place = place_of(player, position);
    // Counting on from the wrapped place keeps the numbers small: rounding stays that of one loop, however long it
    // plays.
    if (place != position) set_anchor(player, place);
}

double sinew_player_time(const sinew_player *player)
{
    const double length = length_of(player);
    double place = place_of(player, position_of(player));
    if (player->loop == SINEW_LOOP_PINGPONG && place > length) place = 2 * length - place;
    return fmin(fmax(player->begin + place, player->begin), player->end);
}

void sinew_player_seek(sinew_player *player, double time)
{
    assert(!isnan(time));
    set_anchor(player, fmin(fmax(time, player->begin), player->end) - player->begin);
}

void sinew_player_set_speed(sinew_player *player, double speed)
{
    assert(isfinite(speed));
    set_anchor(player, place_of(player, position_of(player)));
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
    const double position = position_of(player);
    return player->speed >= 0 ? position >= length_of(player) : position <= 0;
}
