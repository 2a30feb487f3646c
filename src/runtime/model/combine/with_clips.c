/// Replaces the clips of a character by an animation's.
#include "runtime/model/combine/combine.h"

#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/make_model.h"
#include "sinew/model.h"

sinew_result sinew__replace_baked_clips(const sinew_model *model, const void *baked, size_t baked_byte_count,
                                        const sinew_raw_warning *warnings, int32_t warning_count, void **out_block,
                                        size_t *out_size, sinew_error *error)
{
    const uint8_t left_out[SINEW__SECTION_COUNT] = {[SINEW__SECTION_BAKED] = 1, [SINEW__SECTION_WARNINGS] = 1};
    sinew__builder builder = {.error = error};
    *out_block = NULL;
    sinew__lend_sections(&builder, model, left_out);
    int ok = 1;
    for (int32_t i = 0; i < model->warning_count && ok; ++i) {
        const char *code = sinew_text(model, model->warnings[i].code);
        // Drops the warnings of baking: clips that are not baked or large.
        if (!strcmp(code, "I53") || !strcmp(code, "I54") || !strcmp(code, "I57") || !strcmp(code, "I60")) continue;
        sinew_warning *warning = sinew__section_push(&builder, SINEW__SECTION_WARNINGS, 1);
        if (warning) *warning = model->warnings[i];
        ok = warning != NULL;
    }
    sinew__section_lend(&builder, SINEW__SECTION_BAKED, baked, baked_byte_count);
    for (int32_t i = 0; i < warning_count && ok; ++i) ok = sinew__builder_put_warning(&builder, &warnings[i]);
    const sinew_result result = ok ? sinew__builder_lay_out(&builder, out_block, out_size) : sinew__fail_memory(error);
    sinew__builder_free(&builder);
    return result;
}

typedef struct transfer {
    const sinew_model *character, *animation;
    sinew__clip_transfer clips;
    sinew__builder builder;
} transfer;

// ---- joints -------------------------------------------------------------------------------------------------------

static int put_stack(transfer *job, const sinew_transform_stack *stack, sinew_joint *joint)
{
    sinew_transform_stack *item = sinew__section_push(&job->builder, SINEW__SECTION_STACKS, 1);
    if (!item) return 0;
    *item = *stack;
    joint->stack = sinew__section_size(&job->builder, SINEW__SECTION_STACKS) - 1;
    return 1;
}

/// Sets the stack and rest pose of each joint: the animation's if it moves the joint, else the character's. Stacks are
/// stored in the order of joints. Returns 0 when out of memory.
static int merge_joints(transfer *job)
{
    const sinew_model *character = job->character;
    for (int32_t i = 0; i < character->joint_count; ++i) {
        const int32_t own = character->joints[i].stack, animated = job->clips.pairs.in_a[i];
        sinew_joint *item = (sinew_joint *)sinew__section_items(&job->builder, SINEW__SECTION_JOINTS) + i;
        if (!sinew__clip_transfer_merges(&job->clips, i)) {
            if (own != SINEW_NONE && !put_stack(job, &character->stacks[own], item)) return 0;
            continue;
        }
        if (job->animation->joints[animated].stack == SINEW_NONE) {
            item->stack = SINEW_NONE;
            item->rest = sinew__clip_transfer_rest(&job->clips, i, animated);
        } else {
            const sinew_transform_stack stack = sinew__clip_transfer_stack(&job->clips, i, animated);
            if (!put_stack(job, &stack, item)) return 0;
            item->rest = sinew__stack_local(&stack);
        }
        item->rest_matrix = sinew__affine_from_transform(&item->rest);
        item->flags &= ~(uint32_t)SINEW_JOINT_REST_SHEARED;
    }
    return 1;
}

// ---- the block ----------------------------------------------------------------------------------------------------

/// Copies the character's sections, except its animation and its stacks, which the animation may replace, and sets the
/// animation's frame rate. Returns 0 when out of memory.
static int take_character(transfer *job)
{
    static const sinew__section replaced[] = {
        SINEW__SECTION_STACKS,    SINEW__SECTION_CLIPS,      SINEW__SECTION_LAYERS, SINEW__SECTION_CHANNELS,
        SINEW__SECTION_CURVES,    SINEW__SECTION_CURVE_KEYS, SINEW__SECTION_TRACKS, SINEW__SECTION_TRACK_KEYS,
        SINEW__SECTION_KEY_TIMES, SINEW__SECTION_BAKED,      SINEW__SECTION_EVENTS};
    uint8_t leave_out[SINEW__SECTION_COUNT] = {0};
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; ++i) leave_out[replaced[i]] = 1;
    if (!sinew__take_sections(&job->builder, job->character, leave_out)) return 0;
    sinew_model_info *info = sinew__section_items(&job->builder, SINEW__SECTION_INFO);
    info->is_stripped = 0;
    info->ticks_per_second = job->animation->info->ticks_per_second;
    if (job->animation->info->fps > 0.0) info->fps = job->animation->info->fps;
    return 1;
}

sinew_result sinew__model_with_clips(const sinew_model *character, const sinew_model *animation,
                                     sinew_clip_match *out_match, sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, character, animation, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    transfer job = {.character = character, .animation = animation, .builder = {.error = out_error}};
    void *block = NULL;
    size_t size = 0;
    sinew_result result = sinew__clip_transfer_init(&job.clips, character, animation, out_error);
    if (out_match) *out_match = job.clips.match;
    if (result != SINEW_OK) goto done;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&job.clips.memory, sinew_raw_clip, animation->clip_count);
    const int ok = clips && take_character(&job) && merge_joints(&job) &&
                   sinew__clip_transfer_report(&job.clips, &job.builder) &&
                   sinew__raw_clips(animation, &job.clips.targets, &job.clips.memory, clips);
    result = ok ? sinew__clip_transfer_build(&job.clips, clips, animation->info->ticks_per_second, &job.builder)
                : sinew__fail_memory(out_error);
    if (result == SINEW_OK) result = sinew__builder_lay_out(&job.builder, &block, &size);
done:
    sinew__builder_free(&job.builder);
    sinew__clip_transfer_free(&job.clips);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, out_error) : result;
}
