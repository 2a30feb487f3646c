// Clip slots: reserves them, binds clips to them, as stored or laid out for another skeleton, and unbinds them.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/clip_file.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/lay_out_clip.h"
#include "runtime/sampler/compact_sample.h"
#include "sinew/clip.h"

sinew_result sinew_model_reserve_clip_slots(sinew_model *model, int32_t count, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 1 || count > SINEW_CLIP_SLOTS_MAX)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d clip slots, expected 1 to %d", (int)count,
                           SINEW_CLIP_SLOTS_MAX);
    if (model->clip_slots)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the model has clip slots already");
    int32_t capacity = 1;
    while (capacity < count) capacity *= 2;
    const sinew_allocator *before = sinew__use_allocator_of(model);
    struct sinew_clip_slots *slots =
        sinew__allocate_zeroed(1, sizeof *slots + (size_t)capacity * sizeof(sinew__clip_slot));
    sinew__use_allocator(before);
    if (!slots) return sinew__fail_memory(out_error);
    slots->first = model->clip_count;
    slots->capacity = capacity;
    for (int32_t i = 0; i < capacity; ++i) {
        atomic_init(&slots->items[i].number, SINEW_NONE);
        // the capacity is a power of two; slots after the requested number are never free
        atomic_init(&slots->items[i].holds, i < count ? SINEW__SLOT_FREE : SINEW__SLOT_IN_WORK);
        slots->items[i].next = slots->first + i;
    }
    model->clip_slots = slots;
    return SINEW_OK;
}

// ---- pairing the joints -------------------------------------------------------------------------------------------

/// The state of binding a clip.
typedef struct binding {
    const sinew_model *model, *view;
    int32_t *joint_of;  ///< [joint_count of the view] joint of the model, or SINEW_NONE
    int32_t *source_of; ///< [joint_count of the model] joint of the view, or SINEW_NONE
    int32_t *morph_of;  ///< [morph_count of the model] morph of the view, or SINEW_NONE
    sinew__arena memory;
} binding;

typedef struct name_entry {
    const char *name;
    int32_t index;
} name_entry;

static int compare_names(const void *a, const void *b)
{
    const name_entry *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/// Pairs joints by name; joints with the same name are paired in order. Returns the number of pairs, or −1 when out of
/// memory.
static int32_t pair_joints(binding *work)
{
    const sinew_model *model = work->model, *view = work->view;
    name_entry *own = SINEW__ARENA_ARRAY(&work->memory, name_entry, (size_t)model->joint_count + 1),
               *theirs = SINEW__ARENA_ARRAY(&work->memory, name_entry, (size_t)view->joint_count + 1);
    if (work->memory.failed) return -1;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        own[i] = (name_entry){sinew_text(model, model->joints[i].name), i};
        work->source_of[i] = SINEW_NONE;
    }
    for (int32_t i = 0; i < view->joint_count; ++i) {
        theirs[i] = (name_entry){sinew_text(view, view->clip_joints[i].name), i};
        work->joint_of[i] = SINEW_NONE;
    }
    qsort(own, (size_t)model->joint_count, sizeof *own, compare_names);
    qsort(theirs, (size_t)view->joint_count, sizeof *theirs, compare_names);
    int32_t i = 0, k = 0, count = 0;
    while (i < model->joint_count && k < view->joint_count) {
        const int order = strcmp(own[i].name, theirs[k].name);
        if (order == 0) {
            work->source_of[own[i].index] = theirs[k].index;
            work->joint_of[theirs[k].index] = own[i].index;
            ++count;
        }
        i += order <= 0;
        k += order >= 0;
    }
    return count;
}

/// Pairs morphs by mesh and name; most have the same index in both.
static void pair_morphs(binding *work)
{
    const sinew_model *model = work->model, *view = work->view;
    // The mesh name of each morph of the clip; the file stores "" for the same mesh as before.
    const char **meshes = SINEW__ARENA_ARRAY(&work->memory, const char *, (size_t)view->morph_count + 1);
    for (int32_t i = 0; meshes && i < view->morph_count; ++i)
        meshes[i] = view->clip_morphs[i].mesh || i == 0 ? sinew_text(view, view->clip_morphs[i].mesh) : meshes[i - 1];
    for (int32_t i = 0; meshes && i < model->morph_count; ++i) {
        const char *mesh = sinew__morph_mesh(model, i), *name = sinew_text(model, model->morphs[i].name);
        work->morph_of[i] = SINEW_NONE;
        for (int32_t k = 0; k < view->morph_count && work->morph_of[i] == SINEW_NONE; ++k) {
            const int32_t at = (i + k) % view->morph_count;
            if (strcmp(name, sinew_text(view, view->clip_morphs[at].name)) == 0 && strcmp(mesh, meshes[at]) == 0)
                work->morph_of[i] = at;
        }
    }
}

/// Checks that the constants which the clip's keys depend on equal the model's. The error names the first joint that
/// differs.
static sinew_result check_joints(const binding *work, int is_same_order, sinew_error *error)
{
    for (int32_t i = 0; i < work->view->joint_count; ++i) {
        const int32_t joint = is_same_order ? i : work->joint_of[i];
        const sinew__clip_joint *said = &work->view->clip_joints[i];
        if (joint == SINEW_NONE) continue;
        const sinew__clip_joint own = sinew__clip_joint_of(work->model, joint, said->parts & SINEW__KEYED);
        if (own.hash == said->hash && own.parts == said->parts) continue;
        sinew__fail(error, SINEW_ERROR_NO_MATCH,
                    "joint '%.120s' is not the one that clip '%.120s' was baked for: its %s differs",
                    sinew_text(work->view, said->name), sinew_text(work->view, work->view->clips->name),
                    sinew__joint_difference(&own, said));
        sinew__hint(error, "bake the clip for this character");
        return SINEW_ERROR_NO_MATCH;
    }
    return SINEW_OK;
}

// ---- laying out ----------------------------------------------------------------------------------------------------

/// Lists the sources for the lanes of the model's groups. Joints and morphs that the clip lacks are at rest.
static sinew__lane_source *list_lanes(binding *work, int32_t groups, int32_t all_groups)
{
    const sinew_model *model = work->model;
    const int32_t base_groups = sinew__compact_groups_of(work->view->joint_count);
    sinew__lane_source *lanes =
        SINEW__ARENA_ARRAY(&work->memory, sinew__lane_source, all_groups * SINEW__COMPACT_LANES);
    for (int32_t i = 0; lanes && i < all_groups * SINEW__COMPACT_LANES; ++i) {
        const int is_joint = i < groups * SINEW__COMPACT_LANES;
        const int32_t count = is_joint ? model->joint_count : model->morph_count,
                      place = is_joint ? i : i - groups * SINEW__COMPACT_LANES,
                      item = place < count ? place : count - 1; // lanes after the last joint repeat it, without curves
        const int32_t source = is_joint ? work->source_of[item] : work->morph_of[item];
        sinew__lane_source *own = &lanes[i];
        *own = (sinew__lane_source){.group = SINEW_NONE,
                                    .rest_group = item / SINEW__COMPACT_LANES,
                                    .rest_lane = item % SINEW__COMPACT_LANES,
                                    .is_used = place < count};
        if (source != SINEW_NONE) {
            own->group = source / SINEW__COMPACT_LANES + (is_joint ? 0 : base_groups);
            own->lane = source % SINEW__COMPACT_LANES;
        } else if (is_joint) {
            sinew__resting_angles(model, item, own->resting);
        } else {
            own->resting[0] = model->morphs[item].weight;
        }
    }
    return lanes;
}

/// Lays the clip out for the joints of the model.
static sinew_result lay_out(binding *work, sinew__bound_clip *out, sinew_error *error)
{
    const sinew_model *model = work->model;
    const sinew__baked_clip *baked = sinew__baked_clip_of(work->view, 0);
    const uint8_t *moves = sinew__baked_animated(work->view, baked);
    const size_t joints = (size_t)model->joint_count;
    uint8_t *visible = SINEW__ARENA_ARRAY(&work->memory, uint8_t, joints + 1),
            *animated = SINEW__ARENA_ARRAY(&work->memory, uint8_t, joints + 1);
    work->morph_of = SINEW__ARENA_ARRAY(&work->memory, int32_t, (size_t)model->morph_count + 1);
    if (!work->memory.failed) pair_morphs(work);
    sinew__clip_layout layout = {.base = work->view->baked,
                                 .rests = sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants),
                                 .groups = sinew__compact_groups_of(model->joint_count),
                                 .keeps_visibility = 1,
                                 .joint_count = model->joint_count,
                                 .base_joint_count = work->view->joint_count,
                                 .visible = visible};
    layout.all_groups = layout.groups + sinew__compact_groups_of(model->morph_count);
    if (!work->memory.failed) layout.lanes = list_lanes(work, layout.groups, layout.all_groups);
    if (work->memory.failed) return sinew__fail_memory(error);
    out->baked = *baked;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        visible[i] = !(model->joints[i].flags & SINEW_JOINT_HIDDEN);
        animated[i] = sinew__layout_flag(&layout, moves, i, 0);
        // If a joint without a source has a scale or a shear at rest, globals must be computed joint by joint, with
        // inherited scale.
        const sinew_vec3 s = model->joints[i].rest.s;
        const int is_even = s.x == 1 && s.y == 1 && s.z == 1 && !(model->joints[i].flags & SINEW_JOINT_REST_SHEARED);
        if (work->source_of[i] == SINEW_NONE && !is_even) out->baked.flags |= SINEW__BAKED_INHERITS;
    }
    sinew__inherit_visibility(model, visible);
    out->baked.compact = sinew__lay_out_clip(&layout, baked);
    out->baked.animated = sinew__layout_append(&layout, animated, joints);
    const int has_failed = layout.out.failed || layout.memory.failed;
    uint8_t *section = has_failed ? NULL : sinew__allocate_lines(layout.out.size);
    if (section) memcpy(section, layout.out.text, layout.out.size);
    out->baked.byte_count = layout.out.size;
    out->section = section;
    out->memory = section;
    sinew__buffer_free(&layout.out);
    sinew__arena_free(&layout.memory);
    return section ? SINEW_OK : sinew__fail_memory(error);
}

// ---- binding -------------------------------------------------------------------------------------------------------

/// Takes over the root motion of the file, as doubles.
static sinew_result take_motion(const binding *work, int is_same_order, sinew__bound_clip *out, sinew_error *error)
{
    const sinew_model *view = work->view;
    const sinew__clip_skeleton *skeleton = view->clip_skeleton;
    const int32_t joint = skeleton->motion_joint;
    out->motion_top = joint == SINEW_NONE || is_same_order ? joint : work->joint_of[joint];
    out->motion.duration = view->clips->duration;
    out->motion.velocity = (sinew_vec3){skeleton->velocity[0], skeleton->velocity[1], skeleton->velocity[2]};
    if (view->clip_motion_count == 0 || !(out->motion.duration > 0)) return SINEW_OK;
    out->motion.samples = sinew__allocate_zeroed((size_t)view->clip_motion_count, sizeof *out->motion.samples);
    if (!out->motion.samples) return sinew__fail_memory(error);
    out->motion.count = view->clip_motion_count;
    out->motion.rate = (out->motion.count - 1) / out->motion.duration;
    for (int32_t i = 0; i < out->motion.count; ++i) {
        const sinew__clip_motion_key *key = &view->clip_motion[i];
        out->motion.samples[i] =
            (sinew__turn){(double)key->yaw, {(double)key->shift[0], (double)key->shift[1], (double)key->shift[2]}};
    }
    return SINEW_OK;
}

static sinew_result fill(binding *work, sinew__bound_clip *out, sinew_clip_binding *out_binding, sinew_error *error)
{
    const sinew_model *model = work->model, *view = work->view;
    const int is_same_order = view->joint_count == model->joint_count && view->morph_count == model->morph_count &&
                              view->clip_skeleton->order == sinew__clip_order(model);
    sinew_result result = SINEW_OK;
    *out_binding = is_same_order ? SINEW_CLIP_IN_PLACE : SINEW_CLIP_LAID_OUT;
    if (!is_same_order) {
        work->joint_of = SINEW__ARENA_ARRAY(&work->memory, int32_t, (size_t)view->joint_count + 1);
        work->source_of = SINEW__ARENA_ARRAY(&work->memory, int32_t, (size_t)model->joint_count + 1);
        const int32_t pairs = work->memory.failed ? -1 : pair_joints(work);
        if (pairs < 0) return sinew__fail_memory(error);
        if (pairs == 0)
            return sinew__fail(error, SINEW_ERROR_NO_MATCH, "the model has no joint of clip '%.200s'",
                               sinew_text(view, view->clips->name));
    }
    result = check_joints(work, is_same_order, error);
    if (result == SINEW_OK && is_same_order) {
        out->baked = *sinew__baked_clip_of(view, 0);
        out->section = view->baked;
    } else if (result == SINEW_OK) {
        result = lay_out(work, out, error);
    }
    out->baked.flags |= SINEW__BAKED_IS_BOUND;
    out->view = view;
    return result == SINEW_OK ? take_motion(work, is_same_order, out, error) : result;
}

sinew_result sinew_clip_bind(const sinew_model *model, sinew_clip_file *clip, int32_t *out_slot,
                             sinew_clip_binding *out_binding, sinew_error *out_error)
{
    if (out_slot) *out_slot = SINEW_NONE;
    if (SINEW__LACKS_ARGUMENT(out_error, model, clip, out_slot)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew__baked_header *header = sinew__baked_header_of(model);
    if (!header || header->joint_constants_count == 0)
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "the model is not baked: clips of files play baked");
    if (clip->view->clip_skeleton->ticks_per_second != model->info->ticks_per_second)
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "the clip has %lld ticks a second, the model %lld",
                           (long long)clip->view->clip_skeleton->ticks_per_second,
                           (long long)model->info->ticks_per_second);
    int32_t number;
    sinew__clip_slot *slot = sinew__slot_take(model, &number);
    if (!slot)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT,
                           model->clip_slots ? "no clip slot is free" : "the model has no clip slots: reserve some");
    binding work = {.model = model, .view = clip->view};
    sinew_clip_binding how;
    sinew__bound_clip bound = {0};
    const sinew_allocator *before = sinew__use_allocator_of(model);
    const sinew_result result = fill(&work, &bound, &how, out_error);
    sinew__use_allocator(before);
    sinew__arena_free(&work.memory);
    if (result != SINEW_OK) {
        sinew_free(bound.motion.samples);
        sinew_free(bound.memory);
        sinew__slot_publish(slot, SINEW_NONE);
        return result;
    }
    atomic_fetch_add_explicit(&clip->references, 1, memory_order_relaxed);
    bound.file = clip;
    slot->bound = bound;
    sinew__slot_publish(slot, number);
    *out_slot = number;
    if (out_binding) *out_binding = how;
    return SINEW_OK;
}

sinew_result sinew_clip_unbind(const sinew_model *model, int32_t slot_number, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__clip_slot *slot = sinew__slot_of(model, slot_number);
    if (!slot || atomic_load_explicit(&slot->number, memory_order_acquire) != slot_number) {
        (void)sinew__lacks_clip(model, slot_number < model->clip_count ? INT32_MIN : slot_number, out_error);
        return SINEW_ERROR_INVALID_ARGUMENT;
    }
    int32_t holds = 0;
    if (!atomic_compare_exchange_strong_explicit(&slot->holds, &holds, SINEW__SLOT_IN_WORK, memory_order_acq_rel,
                                                 memory_order_acquire))
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED,
                           "clip '%.200s' is played and cannot be unbound: %d holds",
                           sinew__clip_name(model, slot_number), (int)(holds < 0 ? 0 : holds));
    if (atomic_load_explicit(&slot->number, memory_order_acquire) != slot_number) { // another thread unbound it first
        atomic_store_explicit(&slot->holds, 0, memory_order_release);
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "clip %d was unbound", (int)slot_number);
    }
    atomic_store_explicit(&slot->number, SINEW_NONE, memory_order_release);
    sinew__slot_empty(slot);
    // its numbers are used up: the slot is not used again
    if (slot->next > INT32_MAX - 2 * model->clip_slots->capacity) return SINEW_OK;
    slot->next += model->clip_slots->capacity;
    sinew__slot_publish(slot, SINEW_NONE);
    return SINEW_OK;
}
