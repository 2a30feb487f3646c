// Adds the baked clips of clip files to a model, without baking them again.
#include <string.h>

#include "author/bake/bake_block.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/clip_slots.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/make_model.h"
#include "sinew/bake.h"
#include "sinew/clip.h"

/// Copies the character without its curves. The copy has the tables of the skeleton; a character without these tables
/// is baked first.
static sinew_result strip(const sinew_model *character, sinew_model **out_model, sinew_error *error)
{
    void *block;
    size_t size;
    sinew_model *baked = NULL;
    sinew_result result = SINEW_OK;
    *out_model = NULL;
    if (!sinew__baked_header_of(character) && !character->info->is_stripped) {
        result = sinew__baked_block(character, NULL, &block, &size, error);
        if (result == SINEW_OK) result = sinew__model_from_block(block, size, &baked, error);
    }
    if (result == SINEW_OK) result = sinew__stripped_block(baked ? baked : character, &block, &size, error);
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, out_model, error);
    sinew_model_destroy(baked);
    return result;
}

/// Appends a clip with its name, key times and events to the model being built; its baked curves are added separately.
/// Returns 0 when out of memory.
static int put_clip(const sinew_model *view, int is_default, int32_t joint_count, sinew__builder *builder)
{
    int ok = 1;
    const int32_t index = sinew__section_size(builder, SINEW__SECTION_CLIPS),
                  first_key_time = sinew__section_size(builder, SINEW__SECTION_KEY_TIMES);
    const size_t times = (size_t)view->clips->key_time_count;
    sinew_clip *clip = sinew__section_push(builder, SINEW__SECTION_CLIPS, 1);
    if (!clip) return 0;
    *clip = *view->clips;
    clip->is_default = (uint32_t)is_default;
    clip->first_key_time = first_key_time;
    clip->animated_joints = clip->animated_joints < joint_count ? clip->animated_joints : joint_count;
    clip->name = sinew__builder_name(builder, sinew_text(view, view->clips->name), &ok);
    double *room = times ? sinew__section_push(builder, SINEW__SECTION_KEY_TIMES, times) : NULL;
    if (times && !room) return 0;
    if (times) memcpy(room, view->timeline_key_times, times * sizeof *room);
    for (int32_t i = 0; i < view->event_count && ok; ++i) {
        const sinew_text_ref track = sinew__builder_name(builder, sinew_text(view, view->events[i].track), &ok),
                             text = sinew__builder_name(builder, sinew_text(view, view->events[i].text), &ok);
        sinew_event *event = sinew__section_push(builder, SINEW__SECTION_EVENTS, 1);
        if (!event) return 0;
        *event = view->events[i];
        event->clip = index;
        event->track = track;
        event->text = text;
    }
    return ok;
}

static sinew_result assemble(const sinew_model *model, const int32_t *slots, int32_t count, sinew_model **out_model,
                             sinew_error *error)
{
    static const uint8_t left_out[SINEW__SECTION_COUNT] = {[SINEW__SECTION_BAKED] = 1};
    sinew__builder builder = {.error = error};
    sinew__buffer section = {0};
    void *block = NULL;
    size_t size = 0;
    // Copy the section of baked clips, with the slots' clips after the model's own.
    const uint64_t table = sinew__baked_header_of(model)->clips;
    sinew__baked_section_copy(model, model->clip_count + count, &section);
    for (int32_t i = 0; i < count; ++i) {
        const sinew__bound_clip *bound = sinew__bound_clip_of(model, slots[i]);
        const size_t at = (size_t)table + (size_t)(model->clip_count + i) * sizeof bound->baked;
        sinew__baked_clip own;
        sinew__baked_clip_copy(bound->section, &bound->baked, model->joint_count, model->morph_count, &section, &own);
        own.flags &= ~(uint32_t)SINEW__BAKED_IS_BOUND;
        if (!section.failed) memcpy(section.text + at, &own, sizeof own);
    }
    int ok = !section.failed && sinew__take_sections(&builder, model, left_out);
    sinew_clip *own = ok ? sinew__section_items(&builder, SINEW__SECTION_CLIPS) : NULL;
    for (int32_t i = 0; i < model->clip_count && ok; ++i) own[i].is_default = 0;
    for (int32_t i = 0; i < count && ok; ++i)
        ok = put_clip(sinew__bound_clip_of(model, slots[i])->view, i == 0, model->joint_count, &builder);
    sinew__section_lend(&builder, SINEW__SECTION_BAKED, section.text, section.size);
    sinew_result result = ok ? sinew__builder_lay_out(&builder, &block, &size) : sinew__fail_memory(error);
    sinew__builder_free(&builder);
    sinew__buffer_free(&section);
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, out_model, error);
    return result;
}

sinew_result sinew_model_create_with_clip_files(const sinew_model *character, sinew_clip_file *const *clips,
                                                int32_t count, sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, character, clips, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 1 || count > SINEW_CLIP_SLOTS_MAX)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d files of clips, expected 1 to %d", (int)count,
                           SINEW_CLIP_SLOTS_MAX);
    sinew_model *model;
    int32_t *slots = sinew__allocate_zeroed((size_t)count, sizeof *slots);
    sinew_result result = slots ? strip(character, &model, out_error) : sinew__fail_memory(out_error);
    if (result == SINEW_OK) {
        result = sinew_model_reserve_clip_slots(model, count, out_error);
        for (int32_t i = 0; i < count && result == SINEW_OK; ++i)
            result = SINEW__LACKS_ARGUMENT(out_error, clips[i])
                         ? SINEW_ERROR_INVALID_ARGUMENT
                         : sinew_clip_bind(model, clips[i], &slots[i], NULL, out_error);
        if (result == SINEW_OK) result = assemble(model, slots, count, out_model, out_error);
        sinew_model_destroy(model);
    }
    sinew_free(slots);
    return result;
}
