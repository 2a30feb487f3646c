/// Edits of one curve or track that keep the author's keys: move, scale and reverse them in time, multiply them, cut
/// them.
///
/// A curve's keys are ticks on the file's timeline; a track's keys are seconds from the clip's start. Edits replace the
/// keys by new ones from an arena and never write to the old ones. Functions return 0 when out of memory.
#ifndef SINEW_AUTHOR_EDIT_EDIT_CURVES_H
#define SINEW_AUTHOR_EDIT_EDIT_CURVES_H

#include "author/edit/clip_editor.h"

/// Maps a tick t to `to` + (t − from) · scale. `scale` is not 0; a negative one reverses.
typedef struct sinew__time_map {
    int64_t from, to;
    double scale;
} sinew__time_map;

int sinew__curve_map_time(sinew__arena *memory, const sinew__time_map *map, sinew_raw_curve *curve);

/// Maps the key times of a track, in seconds, like sinew__time_map. A reversed step is one `tick`, in seconds, late.
int sinew__track_map_time(sinew__arena *memory, double from, double to, double scale, double tick,
                          sinew_raw_track *track);

/// Gives a track its own copy of the keys and of the tangents after them. Returns the keys; NULL when out of memory.
sinew_track_key *sinew__track_own_keys(sinew__arena *memory, sinew_raw_track *track);

/// Multiplies the values of a curve by a factor.
int sinew__curve_multiply(sinew__arena *memory, double factor, sinew_raw_curve *curve);
/// Returns the value of a curve at a tick, extrapolated outside its keys.
double sinew__raw_curve_value(const sinew_model *model, const sinew_raw_curve *curve, int64_t ticks);

/// Computes the value of a track at a time in seconds from the clip's start.
void sinew__raw_track_value(const sinew_model *model, const sinew_raw_track *track, double time, double out[4]);

/// Reduces a curve to the keys of a range, and adds keys where segments cross its ends. Repetitions that reach into the
/// range become keys; SINEW_ERROR_LIMIT if they are too many.
SINEW_NODISCARD sinew_result sinew__curve_cut(sinew__clip_editor *editor, sinew__tick_range range,
                                              sinew_raw_curve *curve);

/// Adds a key at a tick, unless there is one, without changing the curve's values. SINEW_ERROR_LIMIT if the curve gets
/// too many keys.
SINEW_NODISCARD sinew_result sinew__curve_add_key(sinew__clip_editor *editor, int64_t ticks, sinew_raw_curve *curve);

/// Reduces a track to the keys of a range in seconds. A cubic rotation keeps one key outside each end of the range,
/// because a part of a segment of a cubic rotation cannot be expressed as a segment.
int sinew__track_cut(const sinew_model *model, double from, double to, sinew__arena *memory, sinew_raw_track *track);

/// Adds a key at a time, unless there is one. Values do not change, except in cubic rotations, which are normalised.
int sinew__track_add_key(const sinew_model *model, double time, sinew__arena *memory, sinew_raw_track *track);

/// Calls `visit` for each curve of a clip, including the weight curves of its layers, until it returns 0.
typedef int (*sinew__curve_visit)(void *user, sinew_raw_curve *curve);
int sinew__visit_curves(const sinew_raw_clip *clip, sinew__curve_visit visit, void *user);

/// A list of keys. sinew__key_list_append adds keys that come after the list's own. If an added key has the tick of the
/// list's last key, the two are merged if their values are equal; otherwise the last key's value is held for a tick
/// before the jump. Added keys must live as long as the arena.
typedef struct sinew__key_list {
    sinew_curve_key *keys; ///< [count]
    int32_t count;
    size_t capacity;
} sinew__key_list;

int sinew__key_list_append(sinew__arena *memory, sinew__key_list *list, const sinew_curve_key *keys, int32_t count,
                           int64_t shift, double raise);

#endif
