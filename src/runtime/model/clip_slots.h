/// The clip slots of a model: clips of files of their own (clip_file.h), bound while other threads pose the model.
///
/// The table has a fixed capacity and belongs to the model. A slot's number is `first + generation · capacity + index`:
/// a number is given once, so that a released number never names the clip that is bound in its slot later.
#ifndef SINEW_RUNTIME_MODEL_CLIP_SLOTS_H
#define SINEW_RUNTIME_MODEL_CLIP_SLOTS_H

#include <stdatomic.h>

#include "runtime/model/baked_clips.h"
#include "sinew/types.h"

/// Rotates about the up axis by an angle in radians, then translates.
typedef struct sinew__turn {
    double yaw;
    sinew_vec3 shift;
} sinew__turn;

/// The root motion of a clip.
typedef struct sinew__clip_motion {
    sinew__turn *samples; ///< [count] since the start of the clip; NULL: the clip stays in place
    int32_t count;
    double rate;         ///< samples per second
    double duration;     ///< of the clip
    sinew_vec3 velocity; ///< of a clip in place: the character's over the ground
} sinew__clip_motion;

/// A clip in a slot, as playing reads it.
typedef struct sinew__bound_clip {
    sinew__baked_clip baked; ///< first: its flag SINEW__BAKED_IS_BOUND says that this struct is around it
    const uint8_t *section;  ///< origin of the offsets of `baked` and of its compact clip
    const sinew_model *view; ///< the clip's file: its texts, events and key times, and the clip as clip 0
    sinew__clip_motion motion;
    int32_t motion_top; ///< the root above the joint that `motion` is of; SINEW_NONE: the file has no root motion
    struct sinew_clip_file *file;
    void *memory; ///< of what binding laid out, or NULL; released by sinew_free
} sinew__bound_clip;

/// What `holds` of a slot is while nothing is bound in it.
enum { SINEW__SLOT_FREE = -1, SINEW__SLOT_IN_WORK = -2 };

typedef struct sinew__clip_slot {
    _Atomic int32_t number; ///< while a clip is bound; else SINEW_NONE
    _Atomic int32_t holds;  ///< mixers and blend spaces that play the clip, or SINEW__SLOT_FREE or _IN_WORK
    int32_t next;           ///< the number of the next clip, SINEW_NONE when none is left; of whoever has it in work
    sinew__bound_clip bound;
} sinew__clip_slot;

struct sinew_clip_slots {
    int32_t first;    ///< the lowest number: the model's clip_count
    int32_t capacity; ///< a power of two
    sinew__clip_slot items[];
};

/// The slot that a number is of, whatever is bound in it now; NULL for one of none.
static inline sinew__clip_slot *sinew__slot_of(const sinew_model *model, int32_t clip)
{
#ifdef __wasm__ // pages bind no clips: without slots their modules are smaller
    (void)model;
    (void)clip;
    return NULL;
#else
    struct sinew_clip_slots *slots = model->clip_slots;
    if (!slots || clip < slots->first) return NULL;
    return &slots->items[(clip - slots->first) & (slots->capacity - 1)];
#endif
}

/// The place of a slot's number in the table.
static inline int32_t sinew__slot_place(const sinew_model *model, int32_t clip)
{
    return (clip - model->clip_slots->first) & (model->clip_slots->capacity - 1);
}

/// The clip that is bound with this number; NULL for a clip of the model, and for a number that was released.
static inline const sinew__bound_clip *sinew__bound_clip_of(const sinew_model *model, int32_t clip)
{
    const sinew__clip_slot *slot = sinew__slot_of(model, clip);
    return slot && atomic_load_explicit(&slot->number, memory_order_acquire) == clip ? &slot->bound : NULL;
}

/// Holds a bound clip: it cannot be unbound until sinew__slot_release. Returns 0 if it was already unbound. A
/// clip of the model and SINEW_NONE need not be held.
#ifdef __wasm__
static inline int sinew__slot_hold(const sinew_model *model, int32_t clip)
{
    return clip < model->clip_count;
}

static inline void sinew__slot_release(const sinew_model *model, int32_t clip)
{
    (void)model;
    (void)clip;
}
#else
int sinew__slot_hold(const sinew_model *model, int32_t clip);
void sinew__slot_release(const sinew_model *model, int32_t clip);
#endif

/// Takes a free slot in work and gives it with the number of its next clip, or NULL if none is free.
sinew__clip_slot *sinew__slot_take(const sinew_model *model, int32_t *out_number);

/// Publishes the contents of a slot in work, or gives the slot back, with SINEW_NONE.
void sinew__slot_publish(sinew__clip_slot *slot, int32_t number);

/// Drops the clip in a slot in work.
void sinew__slot_empty(sinew__clip_slot *slot);

/// Releases all slots of a model that ends.
void sinew__slots_destroy(sinew_model *model);

#endif
