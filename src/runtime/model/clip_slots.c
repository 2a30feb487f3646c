// The table of clip slots: holding clips, and taking and publishing slots from any thread; and the lifetime of clip
// files.
#include "runtime/model/clip_slots.h"

#include "core/base/memory.h"
#include "runtime/model/clip_file.h"

void sinew__clip_file_release(struct sinew_clip_file *file)
{
    if (!file || atomic_fetch_sub_explicit(&file->references, 1, memory_order_acq_rel) > 1) return;
    file->view->release(file->view->block, file->view->block_size);
    sinew_free(file->view);
    sinew_free(file);
}

#ifndef __wasm__
int sinew__slot_hold(const sinew_model *model, int32_t clip)
{
    sinew__clip_slot *slot = sinew__slot_of(model, clip);
    if (!slot) return clip < model->clip_count;
    int32_t holds = atomic_load_explicit(&slot->holds, memory_order_relaxed);
    while (holds >= 0 && holds < INT32_MAX &&
           !atomic_compare_exchange_weak_explicit(&slot->holds, &holds, holds + 1, memory_order_acq_rel,
                                                  memory_order_relaxed))
        continue;
    if (holds < 0 || holds == INT32_MAX) return 0;
    if (atomic_load_explicit(&slot->number, memory_order_acquire) == clip) return 1;
    atomic_fetch_sub_explicit(&slot->holds, 1, memory_order_acq_rel); // another clip was bound in the slot since
    return 0;
}

void sinew__slot_release(const sinew_model *model, int32_t clip)
{
    sinew__clip_slot *slot = sinew__slot_of(model, clip);
    if (slot) atomic_fetch_sub_explicit(&slot->holds, 1, memory_order_acq_rel);
}
#endif

sinew__clip_slot *sinew__slot_take(const sinew_model *model, int32_t *out_number)
{
    struct sinew_clip_slots *slots = model->clip_slots;
    for (int32_t i = 0; slots && i < slots->capacity; ++i) {
        sinew__clip_slot *slot = &slots->items[i];
        int32_t expected = SINEW__SLOT_FREE;
        if (!atomic_compare_exchange_strong_explicit(&slot->holds, &expected, SINEW__SLOT_IN_WORK, memory_order_acq_rel,
                                                     memory_order_relaxed))
            continue;
        *out_number = slot->next;
        return slot;
    }
    return NULL;
}

void sinew__slot_publish(sinew__clip_slot *slot, int32_t number)
{
    if (number != SINEW_NONE) atomic_store_explicit(&slot->number, number, memory_order_release);
    atomic_store_explicit(&slot->holds, number == SINEW_NONE ? SINEW__SLOT_FREE : 0, memory_order_release);
}

void sinew__slot_empty(sinew__clip_slot *slot)
{
    sinew_free(slot->bound.motion.samples);
    sinew_free(slot->bound.memory);
    sinew__clip_file_release(slot->bound.file);
    slot->bound = (sinew__bound_clip){0};
}

void sinew__slots_destroy(sinew_model *model)
{
    for (int32_t i = 0; model->clip_slots && i < model->clip_slots->capacity; ++i) {
        sinew__clip_slot *slot = &model->clip_slots->items[i];
        if (atomic_load_explicit(&slot->number, memory_order_acquire) != SINEW_NONE) sinew__slot_empty(slot);
    }
    sinew_free(model->clip_slots);
    model->clip_slots = NULL;
}
