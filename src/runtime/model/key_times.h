/// The author's keyframes and events of a clip. Keyframes are distinct times at which a clip holds a key for something that it moves.
#ifndef SINEW_RUNTIME_MODEL_KEY_TIMES_H
#define SINEW_RUNTIME_MODEL_KEY_TIMES_H

#include "core/base/error.h"
#include "sinew/model.h"

/// Collects the distinct key times of one joint (SINEW_NONE: of everything) in a clip: seconds on the file's timeline,
/// rising. Times closer than a microsecond are one. The caller releases *out_times with sinew_free. Returns the count,
/// or −1 when out of memory. Uses only the model's info and animation arrays.
int32_t sinew__collect_key_times(const sinew_model *model, const sinew_clip *clip, int32_t joint, double **out_times);

/// Sorts times and leaves out those that follow another by no more than `apart`. Returns how many stay.
size_t sinew__sort_times(double *times, size_t count, double apart);

/// SINEW_ERROR_NO_CURVES for a model that was stripped (bake.h).
SINEW_NODISCARD sinew_result sinew__check_curves(const sinew_model *model, sinew_error *error);

/// How many joints a clip has keys for, or −1 when out of memory. Uses `joint_count` besides.
int32_t sinew__count_animated_joints(const sinew_model *model, const sinew_clip *clip);

/// Sets `out_animated` [joint_count] to 1 for joints that a clip animates, to 0 for others. The model may be stripped.
void sinew__mark_animated_joints(const sinew_model *model, int32_t clip, uint8_t *out_animated);

/// Finds the first event of a clip in `events`; returns the number of its events.
int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first);

#endif
