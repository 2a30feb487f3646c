/// The clip slots of a model: clips from files (clip_file.h) that are bound while other threads pose the model.
///
/// The table has a fixed capacity and belongs to the model. The number of a bound clip is `first + generation ·
/// capacity + index`. Each number is used once, so that the number of a released clip never refers to a clip that is
/// bound in the slot later.
#ifndef SINEW_RUNTIME_MODEL_CLIP_SLOTS_H
#define SINEW_RUNTIME_MODEL_CLIP_SLOTS_H

#include <stdatomic.h>

#include "runtime/model/baked_clips.h"
#include "sinew/types.h"

/// A rotation about the up axis by `yaw` radians, followed by a translation by `shift`.
typedef struct sinew__turn {
    double yaw;
    sinew_vec3 shift;
} sinew__turn;

/// The root motion of a clip.
typedef struct sinew__clip_motion {
    sinew__turn *samples; ///< [count] motion since the start of the clip; NULL: the clip stays in place
    int32_t count;
    double rate;         ///< samples per second
    double duration;     ///< seconds, of the clip
    sinew_vec3 velocity; ///< of a clip that stays in place: units per second of the character over the ground
} sinew__clip_motion;

/// A clip bound in a slot.
typedef struct sinew__bound_clip {
    sinew__baked_clip baked; ///< must be first: with SINEW__BAKED_IS_BOUND, it is known to be part of this struct
    const uint8_t *section;  ///< the offsets of `baked` and its compact clip count from here
    const sinew_model *view; ///< the clip's file: clip 0 is this clip, with its texts, events and key times
    sinew__clip_motion motion;
    int32_t motion_top; ///< root above the joint of `motion`; SINEW_NONE: the file has no root motion
    struct sinew_clip_file *file;
    void *memory; ///< memory that binding allocated, or NULL; released by sinew_free
} sinew__bound_clip;

/// Values of `holds` while no clip is bound in the slot: it is free, or a thread has it in work, to bind or unbind a
/// clip.
enum { SINEW__SLOT_FREE = -1, SINEW__SLOT_IN_WORK = -2 };

typedef struct sinew__clip_slot {
    _Atomic int32_t number; ///< number of the bound clip, or SINEW_NONE
    _Atomic int32_t holds;  ///< number of mixers and blend spaces that play the clip; or SINEW__SLOT_FREE or _IN_WORK
    /// number for the next clip in this slot, SINEW_NONE if none is left; used by the thread that has the slot in work
    int32_t next;
    sinew__bound_clip bound;
} sinew__clip_slot;

struct sinew_clip_slots {
    int32_t first;    ///< lowest slot number: the model's clip_count
    int32_t capacity; ///< a power of two
    sinew__clip_slot items[];
};

/// Returns the slot for a clip number, whichever clip is bound there now; NULL if the number is not a slot's.
static inline sinew__clip_slot *sinew__slot_of(const sinew_model *model, int32_t clip)
{
#ifdef __wasm__ // pages bind no clips, and their modules are smaller without slots
    (void)model;
    (void)clip;
    return NULL;
#else
    struct sinew_clip_slots *slots = model->clip_slots;
    if (!slots || clip < slots->first) return NULL;
    return &slots->items[(clip - slots->first) & (slots->capacity - 1)];
#endif
}

/// Returns the index in the table of a slot number.
static inline int32_t sinew__slot_place(const sinew_model *model, int32_t clip)
{
    return (clip - model->clip_slots->first) & (model->clip_slots->capacity - 1);
}

/// Returns the bound clip with this number; NULL for a clip of the model or a released number.
static inline const sinew__bound_clip *sinew__bound_clip_of(const sinew_model *model, int32_t clip)
{
    const sinew__clip_slot *slot = sinew__slot_of(model, clip);
    return slot && atomic_load_explicit(&slot->number, memory_order_acquire) == clip ? &slot->bound : NULL;
}

/// Holds a bound clip, so that it cannot be unbound until sinew__slot_release. Returns 0 if it was already unbound.
/// Clips of the model and SINEW_NONE need no hold.
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

/// Marks a free slot as in work and returns it; sets *out_number to the number of the slot's next clip. Returns NULL if
/// no slot is free.
sinew__clip_slot *sinew__slot_take(const sinew_model *model, int32_t *out_number);

/// Publishes a slot in work under `number`; with SINEW_NONE, frees the slot.
void sinew__slot_publish(sinew__clip_slot *slot, int32_t number);

/// Releases the clip of a slot in work.
void sinew__slot_empty(sinew__clip_slot *slot);

/// Releases all slots of a model that is destroyed.
void sinew__slots_destroy(sinew_model *model);

#endif
