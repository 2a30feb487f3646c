/// Edits of one curve or track that keep the author's keys: moved, scaled and reversed in time, multiplied, cut.
///
/// A curve's keys lie on the file's timeline in ticks, a track's are seconds from the clip's start. Edits replace the
/// keys, in memory of the arena, and never write to the old ones. Functions return 0 when out of memory.
#ifndef SINEW_AUTHOR_EDIT_EDIT_CURVES_H
#define SINEW_AUTHOR_EDIT_EDIT_CURVES_H

#include "author/edit/clip_editor.h"

/// Maps time: t becomes `to` + (t − from) · scale; `scale` is not 0. A negative one reverses.
typedef struct sinew__time_map {
    int64_t from, to;
    double scale;
} sinew__time_map;

int sinew__curve_map_time(sinew__arena *memory, const sinew__time_map *map, sinew_raw_curve *curve);

/// Maps the times of keys in seconds; a reversed step is late by `tick`, the length of a tick.
int sinew__track_map_time(sinew__arena *memory, double from, double to, double scale, double tick,
                          sinew_raw_track *track);

/// Gives a track its own copy of the keys, with the tangents after them, and returns it; NULL when out of memory.
sinew_track_key *sinew__track_own_keys(sinew__arena *memory, sinew_raw_track *track);

/// Multiplies the values of a curve by one factor; each component of a track by its own.
int sinew__curve_multiply(sinew__arena *memory, double factor, sinew_raw_curve *curve);
/// The value of a curve at a tick, its extrapolation included.
double sinew__raw_curve_value(const sinew_model *model, const sinew_raw_curve *curve, int64_t ticks);

/// The value of a track in seconds from the clip's start.
void sinew__raw_track_value(const sinew_model *model, const sinew_raw_track *track, double time, double out[4]);

/// Leaves the keys of a range, and adds keys of the same curve if segments cross its ends. Repetitions that
/// reach into the range become keys. SINEW_ERROR_LIMIT when they are too many.
SINEW_NODISCARD sinew_result sinew__curve_cut(sinew__clip_editor *editor, sinew__tick_range range,
                                              sinew_raw_curve *curve);

/// Makes sure that a curve has a key at a tick, without a change of its values. SINEW_ERROR_LIMIT when the
/// curve has too many keys.
SINEW_NODISCARD sinew_result sinew__curve_add_key(sinew__clip_editor *editor, int64_t ticks, sinew_raw_curve *curve);

/// Leaves the keys of a range of a track, in seconds. A cubic rotation keeps a key outside each end, because a part of
/// its segment is no such segment itself.
int sinew__track_cut(const sinew_model *model, double from, double to, sinew__arena *memory, sinew_raw_track *track);

/// Adds a key at a time if the track has none there. Values do not change, except where a cubic rotation is normalised.
int sinew__track_add_key(const sinew_model *model, double time, sinew__arena *memory, sinew_raw_track *track);

/// Calls `visit` for each curve of a clip, also for the weights of its layers, until it returns 0.
typedef int (*sinew__curve_visit)(void *user, sinew_raw_curve *curve);
int sinew__visit_curves(const sinew_raw_clip *clip, sinew__curve_visit visit, void *user);

/// Appends the keys of a curve to another's, which end before. If both have a key at one tick, equal values
/// join, and a jump is held for a tick. `scratch` keys stay valid as long as the arena.
typedef struct sinew__key_list {
    sinew_curve_key *keys; ///< [count]
    int32_t count;
    size_t capacity;
} sinew__key_list;

int sinew__key_list_append(sinew__arena *memory, sinew__key_list *list, const sinew_curve_key *keys, int32_t count,
                           int64_t shift, double raise);

#endif
