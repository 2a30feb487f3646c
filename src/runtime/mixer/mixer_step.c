// Advances a mixer. A step is divided into substeps. Within a substep each clip has one pace and one weight. Each
// substep advances clocks, phases and fades, and reports the events and the root motion of that time.
//
// Substeps end at multiples of 1/120 s of the mixer's time and when fades begin or end, so that the result does not
// depend on how the caller divides the time into steps.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "runtime/mixer/mixer.h"
#include "runtime/model/look_up.h"

/// In seconds. `grid`: the length of a substep. `rounding`: shorter times count as 0.
static const double grid = 1.0 / 120, rounding = 1e-9;
enum {
    MOST_SUBSTEPS = 1200, ///< substeps of a step, ten seconds; the remaining time becomes one more substep
    MOST_EVENTS = 64      ///< repetitions of one event in a substep that are listed; further ones are only counted
};

/// The result of a step, and the substep in progress.
typedef struct step_report {
    const sinew_mixer *mixer;
    sinew_mixer_result *result; ///< NULL: nothing is reported
    double begin;               ///< start of the substep, in seconds since the start of the step
    int32_t first;              ///< index of the substep's first event in result->events
    int32_t layer;
    double to_middle; ///< seconds from now to the middle of the substep, which may end in a later step
    double half;      ///< seconds from the middle of the whole substep to its end
    double scale;     ///< factor from a weight on the layer to a weight in the result
    double leader;    ///< the largest weight of a clip on the layer
    sinew__turn motion;
} step_report;

/// The movement of a clip within a substep, from `before` to `after` with whole loops between them. Positions are
/// phases, or seconds of a clock; a ping-pong clock counts there and back, up to twice the duration.
typedef struct track {
    int32_t clip;
    double duration;
    double before, after;
    double period; ///< length after which positions repeat; 0: they do not
    double loops;  ///< whole loops between `before` and `after`, negative if backward
    double rate;   ///< change of the position per second
    int is_pingpong;
    const sinew__markers *markers; ///< if positions are phases, else NULL
} track;

// ---- events -------------------------------------------------------------------------------------------------------

static void leave_out(sinew_mixer_result *result, double count)
{
    result->left_out = (int32_t)fmin((double)result->left_out + count, INT32_MAX);
}

/// Inserts an event among the events of the substep, in order of time. An event that is there already, because a blend
/// plays the clip twice, gets the sum of the weights. If the array is full, the last event is dropped and counted.
static void put_event(const step_report *own, const sinew_mixer_event *event)
{
    sinew_mixer_result *result = own->result;
    sinew_mixer_event *items = result->events;
    int32_t at = result->event_count;
    for (int32_t i = own->first; i < result->event_count; ++i) {
        if (items[i].clip != event->clip || items[i].event != event->event || items[i].layer != event->layer ||
            fabs(items[i].time - event->time) > rounding)
            continue;
        items[i].weight += event->weight;
        items[i].is_dominant |= event->is_dominant;
        return;
    }
    while (at > own->first && items[at - 1].time > event->time) --at;
    const int32_t capacity = items ? result->capacity : 0;
    const int is_full = result->event_count >= capacity;
    if (is_full) leave_out(result, 1);
    if (at >= capacity) return;
    memmove(&items[at + 1], &items[at], (size_t)(result->event_count - is_full - at) * sizeof *items);
    items[at] = *event;
    result->event_count += !is_full;
}

/// Reports an event each time that the track passes `position`. A position at the lower end of the range between
/// `before` and `after` is passed. A position at the upper end is not, unless it is the end of a clip that does not
/// repeat. A track that wraps passes both the start and the end of its positions.
static void pass_event(const step_report *own, const track *on, int32_t event, double position, double weight)
{
    const int is_forward = on->rate > 0;
    const double low = is_forward ? on->before : on->after, high = is_forward ? on->after : on->before;
    double count = 0;
    if (on->loops == 0)
        count = (position >= low && position < high) ||
                (on->period == 0 && is_forward && position == high && high == on->duration && low < high);
    else
        count = fabs(on->loops) - 1 +
                (is_forward ? (position >= on->before) + (position < on->after)
                            : (position < on->before) + (position >= on->after));
    double distance = is_forward ? position - on->before : on->before - position;
    if (distance < 0 && on->period > 0) distance += on->period;
    if (count > (double)MOST_EVENTS) leave_out(own->result, count - (double)MOST_EVENTS);
    for (double i = 0; i < fmin(count, MOST_EVENTS); ++i) {
        const double time = own->begin + (fmax(distance, 0) + i * on->period) / fabs(on->rate);
        const sinew_mixer_event found = {
            on->clip, event, own->layer, time, (float)(weight * own->scale), weight >= own->leader - rounding};
        put_event(own, &found);
    }
}

// ---- motion -------------------------------------------------------------------------------------------------------

/// Converts a position to seconds in the clip. With markers, times after the duration belong to the next loop.
static double time_at(const track *on, double position)
{
    if (on->markers) return sinew__phase_time(on->markers, position);
    return on->is_pingpong && position > on->duration ? 2 * on->duration - position : position;
}

static void report_track(step_report *own, const track *on, double weight)
{
    if (on->clip == SINEW_NONE || !(weight > 0)) return;
    int32_t first;
    const sinew_model *model = own->mixer->model;
    const int32_t count = sinew__clip_events(model, on->clip, &first);
    const sinew_event *events = sinew__owner_of_clip(model, on->clip)->events;
    for (int32_t i = first; i < first + count; ++i) {
        const double time = events[i].time;
        pass_event(own, on, i, on->markers ? sinew__phase_of(on->markers, time) : time, weight);
        if (on->is_pingpong && time > 0 && time < on->duration) pass_event(own, on, i, 2 * on->duration - time, weight);
    }
    if (own->layer != 0 || !own->mixer->motions) return;
    // The weight of this clip in the root motion of the base layer.
    const double share = weight * own->scale, loops = on->is_pingpong ? 0 : on->loops;
    const sinew__turn turn = sinew__clip_motion_between(own->mixer->motions, on->clip, time_at(on, on->before),
                                                        time_at(on, on->after) + loops * on->duration);
    own->motion.yaw += share * turn.yaw;
    own->motion.shift = sinew__vec3_add(own->motion.shift, sinew__vec3_scale(turn.shift, share));
}

// ---- one substep --------------------------------------------------------------------------------------------------

/// The state of an entry during a whole substep: its mean weight, and its pace and position at the middle. If a step
/// ends within a substep, the next step finds the same state, so that sums do not depend on the length of steps.
typedef struct middle {
    double weight;
    double pace; ///< markers per second; 0 for entries without a phase
    sinew__space_cursor at;
} middle;

static int is_moving(const sinew__space_cursor *at)
{
    return at->space && (at->now[0] != at->wanted[0] || at->now[1] != at->wanted[1]);
}

/// Moves the current position of a space towards the wanted one, by `seconds`; back if they are negative.
static void move_cursor(sinew__space_cursor *at, double seconds)
{
    if (seconds == 0 || !is_moving(at)) return;
    const double left = at->half_life > 0 ? exp2(-seconds / at->half_life) : 0;
    for (int i = 0; i < 2; ++i) {
        const double distance = (at->now[i] - at->wanted[i]) * left;
        const int has_arrived = !(fabs(distance) > 1e-9 * fabs(at->wanted[i])) || !isfinite(distance);
        at->now[i] = has_arrived ? at->wanted[i] : at->wanted[i] + distance;
    }
    sinew__space_cursor_find(at);
}

/// Sets the state of each entry of a layer at the middle of a substep. Copies the position of a space only if it moves,
/// or if events and motion are reported.
static void find_middle(const sinew__mixer_channel *layer, double to_middle, double half, int is_reported, middle *out)
{
    for (int32_t i = 0; i < layer->count; ++i) {
        const sinew__playing *playing = &layer->playing[i];
        out[i].weight = sinew__mixer_fade_weight(layer, playing, layer->elapsed + to_middle, half) * playing->share;
        const int moves = is_moving(&playing->at);
        if (is_reported || moves) out[i].at = playing->at;
        if (moves) move_cursor(&out[i].at, to_middle);
        const sinew__space_cursor *at = moves ? &out[i].at : &playing->at;
        const sinew__markers own = {playing->markers, playing->marker_count, playing->duration};
        const double speed = playing->player.speed;
        out[i].pace = !sinew__has_phase(playing) ? 0
                      : at->space                ? speed * at->pace
                      : playing->duration > 0    ? speed * sinew__marker_count(&own) / playing->duration
                                                 : 0;
    }
}

/// Returns the pace of an entry: the weighted mean of its sync group, in markers per second. If no entry of the group
/// has a weight, as when the layer begins to fade in, it is the newest entry's pace.
static double common_pace(const sinew__mixer_channel *layer, const middle *middles, int32_t index)
{
    const int32_t sync = layer->playing[index].sync;
    double sum = 0, total = 0, newest = 0;
    if (!sync) return middles[index].pace;
    for (int32_t i = 0; i < layer->count; ++i) {
        const sinew__playing *playing = &layer->playing[i];
        if (playing->sync != sync || (!playing->at.space && !(playing->duration > 0))) continue;
        newest = middles[i].pace;
        sum += middles[i].weight * newest;
        total += middles[i].weight;
    }
    return total > 0 ? sum / total : newest;
}

static void report_phase(step_report *own, const sinew__playing *playing, const middle *half, const track *moved)
{
    const sinew__space_cursor *at = &half->at;
    for (int32_t i = 0; i < (at->space ? at->count : 1); ++i) {
        track one = *moved;
        sinew__markers markers = {playing->markers, playing->marker_count, playing->duration};
        if (at->space) markers = at->space->points[at->points[i]].markers;
        one.clip = at->space ? at->space->points[at->points[i]].clip : playing->clip;
        one.duration = markers.duration;
        one.markers = &markers;
        report_track(own, &one, half->weight * (at->space ? at->weights[i] : 1));
    }
}

static void advance_phase(step_report *own, sinew__playing *playing, const middle *half, double pace, double seconds)
{
    const sinew__markers markers = sinew__playing_markers(playing, 0);
    const int32_t count = sinew__marker_count(&markers);
    const double next = playing->phase + pace * seconds;
    if (!isfinite(next)) return;
    const double before = playing->phase;
    playing->phase = next >= 0 && next < count ? next : sinew__phase_wrap(next, count);
    if (own->result) {
        const track moved = {.before = before,
                             .after = playing->phase,
                             .period = count,
                             .loops = round((next - playing->phase) / count),
                             .rate = seconds < 0 ? -pace : pace};
        report_phase(own, playing, half, &moved);
    }
    move_cursor(&playing->at, seconds > 0 ? seconds : 0);
}

static double position_of(const sinew_playback *player)
{
    return player->anchor + player->elapsed * player->speed;
}

static void advance_clock(step_report *own, sinew__playing *playing, const middle *half, double seconds)
{
    sinew_playback *player = &playing->player;
    track moved = {.clip = playing->clip,
                   .duration = playing->duration,
                   .before = position_of(player),
                   .rate = seconds < 0 ? -player->speed : player->speed,
                   .is_pingpong = player->loop == SINEW_LOOP_PINGPONG};
    sinew_playback_advance(player, seconds);
    if (!own->result || playing->is_held) return;
    moved.after = position_of(player);
    if (player->loop != SINEW_LOOP_ONCE) moved.period = playing->duration * (moved.is_pingpong ? 2 : 1);
    if (moved.period > 0) moved.loops = round((moved.before + player->speed * seconds - moved.after) / moved.period);
    if (isfinite(moved.loops)) report_track(own, &moved, half->weight);
}

/// Returns the seconds until a clip that plays once ends; infinite if its speed is 0.
static double remaining(const sinew__playing *playing)
{
    const double time = sinew_playback_time(&playing->player), speed = playing->player.speed;
    if (speed == 0) return (double)INFINITY;
    return speed > 0 ? (playing->duration - time) / speed : time / -speed;
}

/// Returns the seconds until a clip that plays once on a layer above the base must begin to fade out; infinite if no
/// such clip plays.
static double until_fade_out(const sinew_mixer *mixer, int32_t layer)
{
    const sinew__mixer_channel *own = &mixer->layers[layer];
    if (layer == 0 || own->count == 0) return (double)INFINITY;
    const sinew__playing *newest = &own->playing[own->count - 1];
    if (newest->player.loop != SINEW_LOOP_ONCE || newest->fade_to == 0 || sinew__has_phase(newest))
        return (double)INFINITY;
    return remaining(newest) - newest->fade_out;
}

static void advance_layer(step_report *own, sinew__mixer_channel *layer, double seconds)
{
    middle middles[SINEW_MIXER_CLIPS_MAX];
    find_middle(layer, own->to_middle, own->half, own->result != NULL, middles);
    if (own->result) {
        double sum = 0;
        own->leader = 0;
        for (int32_t i = 0; i < layer->count; ++i) {
            const double heaviest = middles[i].at.space ? middles[i].at.weights[0] : 1;
            sum += middles[i].weight;
            own->leader = fmax(own->leader, middles[i].weight * heaviest);
        }
        const double normal = own->layer == 0 || sum > 1 ? sum : 1;
        own->scale = normal > 0 ? (double)layer->settings.weight / normal : 0;
    }
    for (int32_t i = 0; i < layer->count; ++i) {
        sinew__playing *playing = &layer->playing[i];
        if (sinew__has_phase(playing))
            advance_phase(own, playing, &middles[i], common_pace(layer, middles, i), seconds);
        else
            advance_clock(own, playing, &middles[i], seconds);
    }
    if (seconds > 0) layer->elapsed += seconds;
    sinew__mixer_update_weights(layer);
}

static void advance_substep(step_report *own, sinew_mixer *mixer, double seconds)
{
    if (own->result) own->first = own->result->event_count;
    own->motion = (sinew__turn){0};
    for (int32_t i = 0; i < mixer->used; ++i) {
        own->layer = i;
        advance_layer(own, &mixer->layers[i], seconds);
        if (!(until_fade_out(mixer, i) <= rounding)) continue;
        sinew__mixer_channel *layer = &mixer->layers[i]; // the newest clip of this layer plays once and is about to end
        const sinew__playing *newest = &layer->playing[layer->count - 1];
        sinew__mixer_begin_fade(layer, (sinew_fade_kind)newest->fade_kind, remaining(newest));
        sinew__mixer_update_weights(layer);
    }
    while (mixer->used > 0 && mixer->layers[mixer->used - 1].count == 0) --mixer->used;
    sinew__inertia *inertia = &mixer->inertia;
    if (seconds > 0 && inertia->length != 0) {
        if (own->result) { // adds what remains of the difference in velocity from before an inertial fade
            const double left = sinew__inertia_left(inertia, inertia->elapsed + own->to_middle) * seconds;
            own->motion.yaw += left * inertia->velocity.yaw;
            own->motion.shift = sinew__vec3_add(own->motion.shift, sinew__vec3_scale(inertia->velocity.shift, left));
        }
        inertia->elapsed += seconds;
        if (inertia->elapsed + rounding >= inertia->length) inertia->length = inertia->elapsed = 0;
    }
    if (!own->result || !mixer->motions) return;
    const sinew_root_delta motion = sinew__motion_of_turn(mixer->motions->up, &own->motion);
    own->result->motion = sinew_root_delta_multiply(&own->result->motion, &motion);
    if (own->result->character) *own->result->character = sinew_root_delta_multiply(own->result->character, &motion);
}

// ---- steps --------------------------------------------------------------------------------------------------------

/// Returns the smaller value; `b` if `a` is NaN. fmin is a function call, and a step had six of them.
static double sooner(double a, double b)
{
    return a < b ? a : b;
}

/// Returns the seconds until a fade ends or a one-shot begins to fade out, at most `seconds`.
static double until_change(const sinew_mixer *mixer, double seconds)
{
    if (mixer->inertia.length > 0) seconds = sooner(mixer->inertia.length - mixer->inertia.elapsed, seconds);
    for (int32_t i = 0; i < mixer->used; ++i) {
        const double fade = mixer->layers[i].fade - mixer->layers[i].elapsed, end = until_fade_out(mixer, i);
        if (fade > rounding) seconds = sooner(fade, seconds);
        if (end > rounding) seconds = sooner(end, seconds);
    }
    return seconds;
}

void sinew__mixer_pass(sinew_mixer *mixer, double seconds, sinew_mixer_result *result)
{
    step_report own = {.mixer = mixer, .result = result};
    const double direction = seconds < 0 ? -1 : 1;
    if (result) {
        result->event_count = result->left_out = 0;
        result->motion = (sinew_root_delta){.rotation = {0, 0, 0, 1}};
    }
    double left = mixer->ahead + (isfinite(seconds) ? fabs(seconds) : 0);
    for (int substeps = 0; left > rounding; ++substeps) {
        const double to_grid = substeps < MOST_SUBSTEPS ? grid - mixer->within : fmax(left, grid - mixer->within),
                     to_end = direction > 0 ? until_change(mixer, to_grid) : to_grid;
        const int is_whole = left >= to_end - rounding;
        const double length = is_whole ? to_end : left;
        own.to_middle = direction > 0 ? (mixer->begun + mixer->within + to_end) / 2 - mixer->within : 0;
        own.half = direction > 0 ? (mixer->within + to_end - mixer->begun) / 2 : 0;
        advance_substep(&own, mixer, direction * length);
        mixer->within = is_whole && to_end == to_grid ? 0 : mixer->within + length;
        if (is_whole) mixer->begun = mixer->within;
        left -= length;
        own.begin += length;
    }
    mixer->ahead = left;
    sinew__inertia_update(&mixer->inertia);
}

void sinew_mixer_step(sinew_mixer *mixer, double seconds, sinew_mixer_result *result)
{
    sinew__mixer_pass(mixer, seconds, result);
    sinew__mixer_hold_clips(mixer);
}

void sinew_mixer_advance(sinew_mixer *mixer, double seconds)
{
    sinew_mixer_step(mixer, seconds, NULL);
}
