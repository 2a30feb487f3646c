/// A model for shipping: baked clips without the curves they were baked from.
#include <string.h>

#include "core/base/arguments.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/validate/view_block.h"
#include "sinew/bake.h"

static const uint8_t left_out[SINEW__SECTION_COUNT] = {
    [SINEW__SECTION_NODES] = 1,     [SINEW__SECTION_LAYERS] = 1,     [SINEW__SECTION_CHANNELS] = 1,
    [SINEW__SECTION_CURVES] = 1,    [SINEW__SECTION_CURVE_KEYS] = 1, [SINEW__SECTION_TRACKS] = 1,
    [SINEW__SECTION_TRACK_KEYS] = 1};

/// Without curves only baked clips play.
static sinew_result check_clips(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->clip_count; ++i) {
        if (sinew__baked_clip_of(model, i)) continue;
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "clip '%s' is not baked and cannot be stripped",
                           sinew_text(model, model->clips[i].name));
    }
    return SINEW_OK;
}

/// Items of a section of a block that is still being made.
static void *items_of(const void *items)
{
    return (void *)(uintptr_t)items;
}

static void forget_nodes(sinew_model *view)
{
    sinew_joint *joints = items_of(view->joints);
    sinew_skin_joint *skin_joints = items_of(view->skin_joints);
    for (int32_t i = 0; i < view->joint_count; ++i) joints[i].node = SINEW_NONE;
    for (int32_t i = 0; i < view->skin_joint_count; ++i) skin_joints[i].node = SINEW_NONE;
}

/// Without curves that extrapolate, a clip holds its first and last pose.
static void forget_curves(sinew_model *view)
{
    sinew_clip *clips = items_of(view->clips);
    for (int32_t i = 0; i < view->clip_count; ++i) {
        sinew__baked_clip *baked = items_of(sinew__baked_clip_of(view, i));
        baked->flags |= SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER;
        clips[i].first_layer = clips[i].first_channel = clips[i].first_track = 0;
        clips[i].layer_count = clips[i].channel_count = clips[i].track_count = 0;
    }
}

sinew_result sinew_model_strip(const sinew_model *model, void **out_block, size_t *out_size, sinew_error *out_error)
{
    if (out_block) *out_block = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_block, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__builder builder = {.error = out_error};
    sinew_model view = {0};
    sinew_result result = check_clips(model, out_error);
    sinew__lend_sections(&builder, model, left_out);
    if (result == SINEW_OK) result = sinew__builder_lay_out(&builder, out_block, out_size);
    sinew__builder_free(&builder);
    if (result != SINEW_OK) return result;
    result = sinew__view_block(*out_block, *out_size, &view, out_error);
    if (result != SINEW_OK) return result;
    ((sinew_model_info *)items_of(view.info))->is_stripped = 1;
    forget_nodes(&view);
    forget_curves(&view);
    return SINEW_OK;
}
