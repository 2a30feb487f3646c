/// Looking things up in a model: items by index, the hierarchy of joints, joints by name, names of clips, their span
/// and their key times.
#ifndef SINEW_RUNTIME_MODEL_LOOK_UP_H
#define SINEW_RUNTIME_MODEL_LOOK_UP_H

#include <string.h>

#include "core/base/error.h"
#include "runtime/model/clip_slots.h"
#include "sinew/model.h"

// ---- items by index -----------------------------------------------------------------------------------------------
// Arguments of functions that give no result: a wrong index makes them give 0, or change nothing.

static inline int sinew__is_item(int32_t index, int32_t count)
{
    return index >= 0 && index < count;
}

/// Whether a clip is one of the model's, bound in a slot, or SINEW_NONE.
static inline int sinew__has_clip(const sinew_model *model, int32_t clip)
{
    return clip >= SINEW_NONE && (clip < model->clip_count || sinew__bound_clip_of(model, clip));
}

/// Whether poses take a clip. A number of a slot that holds no clip poses as at rest.
static inline int sinew__can_pose_clip(const sinew_model *model, int32_t clip)
{
    return clip >= SINEW_NONE && (clip < model->clip_count || model->clip_slots);
}

/// The clip for a number whose clip was unbound: nothing moves, and its duration is 0.
extern const sinew_clip sinew__unbound_clip;

/// A clip of the model, or one bound in a slot; of a number that was released sinew__unbound_clip. The ranges of its
/// fields refer to sinew__owner_of_clip.
static inline const sinew_clip *sinew__model_clip(const sinew_model *model, int32_t clip)
{
    if (clip < model->clip_count) return &model->clips[clip];
    const sinew__bound_clip *bound = sinew__bound_clip_of(model, clip);
    return bound ? bound->view->clips : &sinew__unbound_clip;
}

/// The model whose texts, events and key times a clip refers to: the model itself, or the view of a bound clip's file.
static inline const sinew_model *sinew__owner_of_clip(const sinew_model *model, int32_t clip)
{
    const sinew__bound_clip *bound = sinew__bound_clip_of(model, clip);
    return bound ? bound->view : model;
}

/// Whether a clip has no curves: all of a stripped model, and bound ones.
static inline int sinew__lacks_curves(const sinew_model *model, int32_t clip)
{
    return model->info->is_stripped || clip >= model->clip_count;
}

// ---- hierarchy -----------------------------------------------------------------------------------------------------
// The hierarchy of joints: ancestors, and joints that hide others. Parents come before their children.

/// Whether a joint is another one or below it.
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

/// Hides the joints below hidden ones. `visible` is [joint_count].
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

/// `Hips` of `mixamorig:Hips` and `mixamorig1_Hips`: the name itself if it has no namespace. Points into `name`.
const char *sinew__short_joint_name(const char *name);

// ---- names of clips ------------------------------------------------------------------------------------------------
// The name of a clip, whole and without the prefix of an exporter.

static inline const char *sinew__clip_name(const sinew_model *model, int32_t clip)
{
    return sinew_text(sinew__owner_of_clip(model, clip), sinew__model_clip(model, clip)->name);
}

/// `Run` of `Armature|Run`.
static inline const char *sinew__short_clip_name(const char *name)
{
    const char *bar = strrchr(name, '|');
    return bar ? bar + 1 : name;
}

/// Returns whether a clip of the model, or SINEW_NONE, is among those that `pattern` of sinew_model_find_clip means.
int sinew__clip_matches(const sinew_model *model, int32_t clip, const char *pattern);

// ---- spans of clips ------------------------------------------------------------------------------------------------
// When a clip plays, and which clips play anything.

/// Seconds from the clip's start.
typedef struct sinew__span {
    double start, end, duration;
} sinew__span;

/// A whole clip starts at 0. The rest pose (SINEW_NONE) is one moment.
static inline sinew__span sinew__clip_span(const sinew_model *model, int32_t clip)
{
    const double duration = clip == SINEW_NONE ? 0.0 : sinew__model_clip(model, clip)->duration;
    return (sinew__span){0.0, duration, duration};
}

/// A time in seconds from a clip's start on the file's timeline; the rest pose starts at 0.
static inline double sinew__timeline(const sinew_model *model, int32_t clip, double time)
{
    return clip == SINEW_NONE ? time : sinew__model_clip(model, clip)->start + time;
}

/// Seconds from the clip's start to the i-th of its keyframes.
static inline double sinew__key_time(const sinew_model *model, const sinew_clip *clip, int32_t i)
{
    return model->timeline_key_times[clip->first_key_time + i] - clip->start;
}

/// Whether a clip is neither one of the model's, nor bound in a slot, nor SINEW_NONE; then the error says so.
int sinew__lacks_clip(const sinew_model *model, int32_t clip, sinew_error *error);

enum { SINEW__LEFT_OUT_SIZE = 256 };

/// Lists the clips that an export has unless the caller names some: in order, the clips with a key, or all if no clip
/// has one. Downloads often begin with an empty take, which other programs would play first. `with_others`: a key of
/// anything counts, as of a camera, a light or a property that the author added, and of a kept document no clip is left
/// out. `out_clips` is [clip_count]. Returns their number. `out_left_out` names the missing parts; "": none.
int32_t sinew__clips_to_export(const sinew_model *model, int with_others, int32_t *out_clips,
                               char out_left_out[SINEW__LEFT_OUT_SIZE]);

/// Moves the default clip to the front of a list, if it is in it.
void sinew__put_default_clip_first(const sinew_model *model, int32_t *clips, int32_t count);

// ---- key times -----------------------------------------------------------------------------------------------------
// The author's keyframes and events of a clip. Keyframes are distinct times of a clip's keys for something
// that it moves.

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

/// Finds the first event of a clip in `events` of sinew__owner_of_clip; returns the number of its events.
int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first);

#endif
