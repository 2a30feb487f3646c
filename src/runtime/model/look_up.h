/// Looks up items of a model: by index, in the hierarchy of joints, joints by name, and clips with their names, spans
/// and key times.
#ifndef SINEW_RUNTIME_MODEL_LOOK_UP_H
#define SINEW_RUNTIME_MODEL_LOOK_UP_H

#include <string.h>

#include "core/base/error.h"
#include "runtime/model/clip_slots.h"
#include "sinew/model.h"

// ---- items by index -----------------------------------------------------------------------------------------------
// Checks of indices for functions that return no result code: for an invalid index they return 0 or change nothing.

static inline int sinew__is_item(int32_t index, int32_t count)
{
    return index >= 0 && index < count;
}

/// Whether a number is a clip of the model, a bound clip, or SINEW_NONE.
static inline int sinew__has_clip(const sinew_model *model, int32_t clip)
{
    return clip >= SINEW_NONE && (clip < model->clip_count || sinew__bound_clip_of(model, clip));
}

/// Whether a pose can be computed for a clip number. The number of an empty slot gives the rest pose.
static inline int sinew__can_pose_clip(const sinew_model *model, int32_t clip)
{
    return clip >= SINEW_NONE && (clip < model->clip_count || model->clip_slots);
}

/// Stands for a clip that was unbound: it does not move and lasts 0 s.
extern const sinew_clip sinew__unbound_clip;

/// Returns a clip of the model or a bound clip; sinew__unbound_clip for a released number. Indices in its fields refer
/// to the model that sinew__owner_of_clip returns.
static inline const sinew_clip *sinew__model_clip(const sinew_model *model, int32_t clip)
{
    if (clip < model->clip_count) return &model->clips[clip];
    const sinew__bound_clip *bound = sinew__bound_clip_of(model, clip);
    return bound ? bound->view->clips : &sinew__unbound_clip;
}

/// Returns the model whose texts, events and key times a clip refers to: this model, or the view of a bound clip's
/// file.
static inline const sinew_model *sinew__owner_of_clip(const sinew_model *model, int32_t clip)
{
    const sinew__bound_clip *bound = sinew__bound_clip_of(model, clip);
    return bound ? bound->view : model;
}

/// Whether a clip has no curves: every clip of a stripped model, and bound clips.
static inline int sinew__lacks_curves(const sinew_model *model, int32_t clip)
{
    return model->info->is_stripped || clip >= model->clip_count;
}

// ---- hierarchy -----------------------------------------------------------------------------------------------------
// Ancestors and visibility in the hierarchy of joints. Parents come before their children.

/// Whether `joint` is `above` or one of its descendants.
static inline int sinew__is_below(const sinew_model *model, int32_t joint, int32_t above)
{
    while (joint > above) joint = model->joints[joint].parent;
    return joint == above;
}

/// Returns the root of the hierarchy that contains a joint.
static inline int32_t sinew__root_above(const sinew_model *model, int32_t joint)
{
    while (model->joints[joint].parent != SINEW_NONE) joint = model->joints[joint].parent;
    return joint;
}

/// Hides the descendants of hidden joints in `visible`, [joint_count].
static inline void sinew__inherit_visibility(const sinew_model *model, uint8_t *visible)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->parent != SINEW_NONE && !(joint->flags & SINEW_JOINT_SHOWN_ALONE))
            visible[i] &= visible[joint->parent];
    }
}

// ---- joints by name ------------------------------------------------------------------------------------------------
// Joint names without their namespace.

/// Returns the name without its namespace: `Hips` for `mixamorig:Hips` and `mixamorig1_Hips`. The result points into
/// `name`.
const char *sinew__short_joint_name(const char *name);

// ---- names of clips ------------------------------------------------------------------------------------------------
// Names of clips, whole or without an exporter's prefix.

static inline const char *sinew__clip_name(const sinew_model *model, int32_t clip)
{
    return sinew_text(sinew__owner_of_clip(model, clip), sinew__model_clip(model, clip)->name);
}

/// Returns the name after the last `|`: `Run` for `Armature|Run`.
static inline const char *sinew__short_clip_name(const char *name)
{
    const char *bar = strrchr(name, '|');
    return bar ? bar + 1 : name;
}

/// Returns whether `clip`, a clip of the model or SINEW_NONE, is one of the clips that `pattern` stands for in
/// sinew_model_find_clip.
int sinew__clip_matches(const sinew_model *model, int32_t clip, const char *pattern);

// ---- spans of clips ------------------------------------------------------------------------------------------------
// The times of a clip, and which clips have motion.

/// A range of time within a clip, in seconds from the clip's start.
typedef struct sinew__span {
    double start, end, duration;
} sinew__span;

/// Returns the whole clip: 0 … duration. The rest pose (SINEW_NONE) has the duration 0.
static inline sinew__span sinew__clip_span(const sinew_model *model, int32_t clip)
{
    const double duration = clip == SINEW_NONE ? 0.0 : sinew__model_clip(model, clip)->duration;
    return (sinew__span){0.0, duration, duration};
}

/// Converts seconds from a clip's start to a time on the file's timeline. The rest pose starts at 0.
static inline double sinew__timeline(const sinew_model *model, int32_t clip, double time)
{
    return clip == SINEW_NONE ? time : sinew__model_clip(model, clip)->start + time;
}

/// Returns the time of the clip's i-th keyframe, in seconds from the clip's start.
static inline double sinew__key_time(const sinew_model *model, const sinew_clip *clip, int32_t i)
{
    return model->timeline_key_times[clip->first_key_time + i] - clip->start;
}

/// Returns 1 and sets the error if a number is not a clip of the model, a bound clip or SINEW_NONE; else 0.
int sinew__lacks_clip(const sinew_model *model, int32_t clip, sinew_error *error);

enum { SINEW__LEFT_OUT_SIZE = 256 };

/// Writes the clips that an export contains by default to `out_clips`, [clip_count], and returns their number: all
/// clips with keys, in order, or all clips if none has keys. Files often begin with an empty take, which other programs
/// would play first. `with_others`: keys of cameras, lights and the author's properties also count, and no clip of a
/// kept document is dropped. `out_left_out` lists the dropped clips for a message, or is "".
int32_t sinew__clips_to_export(const sinew_model *model, int with_others, int32_t *out_clips,
                               char out_left_out[SINEW__LEFT_OUT_SIZE]);

/// Moves the default clip to the front of a list that contains it.
void sinew__put_default_clip_first(const sinew_model *model, int32_t *clips, int32_t count);

// ---- key times -----------------------------------------------------------------------------------------------------
// The author's keyframes and events of a clip. Keyframes are the distinct times of keys that move something.

/// Collects the distinct key times of one joint in a clip, or of everything (SINEW_NONE), rising, in seconds on the
/// file's timeline. Times closer than a microsecond count as one. The caller releases *out_times with sinew_free.
/// Returns the number of times, or −1 when out of memory. It reads only the model's info and animation arrays.
int32_t sinew__collect_key_times(const sinew_model *model, const sinew_clip *clip, int32_t joint, double **out_times);

/// Sorts times and drops those that follow another one by at most `apart`. Returns the number of the remaining times.
size_t sinew__sort_times(double *times, size_t count, double apart);

/// Fails with SINEW_ERROR_NO_CURVES if the model is stripped (bake.h).
SINEW_NODISCARD sinew_result sinew__check_curves(const sinew_model *model, sinew_error *error);

/// Returns the number of joints with keys in a clip, or −1 when out of memory. It reads the same arrays as
/// sinew__collect_key_times, and joint_count.
int32_t sinew__count_animated_joints(const sinew_model *model, const sinew_clip *clip);

/// Sets `out_animated`, [joint_count], to 1 for joints that a clip animates, else to 0. Works for stripped models too.
void sinew__mark_animated_joints(const sinew_model *model, int32_t clip, uint8_t *out_animated);

/// Sets *out_first to the index of a clip's first event in sinew__owner_of_clip(…)->events. Returns the number of its
/// events.
int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first);

#endif
