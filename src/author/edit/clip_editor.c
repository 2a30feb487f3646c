#include "author/edit/clip_editor.h"
#include "runtime/model/make_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/model/build/builder.h"
#include "runtime/model/combine/combine.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/curve.h"

// ---- the clips of a model ------------------------------------------------------------------------------------------

/// Maps joints and morphs to themselves, because an edit of clips does not renumber them.
static int find_targets(sinew__clip_editor *editor, sinew__clip_targets *out)
{
    const sinew_model *model = editor->model;
    int32_t *joint = SINEW__ARENA_ARRAY(&editor->memory, int32_t, model->joint_count);
    int32_t *mesh = SINEW__ARENA_ARRAY(&editor->memory, int32_t, model->morph_count);
    int32_t *morph = SINEW__ARENA_ARRAY(&editor->memory, int32_t, model->morph_count);
    if (editor->memory.failed) return 0;
    for (int32_t i = 0; i < model->joint_count; ++i) joint[i] = i;
    for (int32_t i = 0; i < model->morph_count; ++i) {
        mesh[i] = model->morphs[i].mesh;
        morph[i] = i - model->meshes[mesh[i]].first_morph;
    }
    *out = (sinew__clip_targets){.joint = joint, .mesh = mesh, .morph = morph, .unit = 1};
    return 1;
}

sinew_result sinew__edit_begin(sinew__clip_editor *editor, const sinew_model *model, const sinew__edit_options *options,
                               sinew_error *error)
{
    static const sinew__edit_options defaults = {0};
    sinew__clip_targets targets;
    *editor = (sinew__clip_editor){.model = model, .options = options ? options : &defaults, .error = error};
    const sinew__edit_options *given = editor->options;
    if (given->clip_count < 0 || !(given->error >= 0 && isfinite(given->error)))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d clips with an error of %g are out of range",
                           (int)given->clip_count, given->error);
    const sinew_result result = sinew__check_curves(model, error);
    if (result != SINEW_OK) return result;
    const int32_t count = model->clip_count;
    if (count == 0) return sinew__fail(error, SINEW_ERROR_NO_CLIP, "there is no clip to edit");
    editor->is_chosen = SINEW__ARENA_ARRAY(&editor->memory, uint8_t, count);
    if (!editor->is_chosen) return sinew__fail_memory(error);
    if (!given->clips) memset(editor->is_chosen, 1, (size_t)count);
    for (int32_t i = 0; given->clips && i < given->clip_count; ++i) {
        if (sinew__lacks_item(error, "clip", given->clips[i], count)) return SINEW_ERROR_INVALID_ARGUMENT;
        editor->is_chosen[given->clips[i]] = 1;
    }
    editor->clip_count = count;
    editor->clips = SINEW__ARENA_ARRAY(&editor->memory, sinew_raw_clip, model->clip_count);
    if (!editor->clips || !find_targets(editor, &targets) ||
        !sinew__raw_clips(model, &targets, &editor->memory, editor->clips))
        return sinew__fail_memory(error);
    return SINEW_OK;
}

sinew_result sinew__edit_chosen(sinew__clip_editor *editor, sinew__clip_edit edit, const void *how)
{
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < editor->model->clip_count && result == SINEW_OK; ++i)
        if (editor->is_chosen[i]) result = edit(editor, &editor->clips[i], how);
    return result;
}

sinew__tick_range sinew__edit_range(const sinew__clip_editor *editor, const sinew_raw_clip *clip)
{
    return (sinew__tick_range){sinew__ticks(editor->model, clip->start),
                               sinew__ticks(editor->model, clip->start + clip->duration)};
}

// ---- clips ---------------------------------------------------------------------------------------------------------

sinew_result sinew__edit_check_name(const sinew__clip_editor *editor, const char *name, int32_t index)
{
    if (!*name) return sinew__fail(editor->error, SINEW_ERROR_INVALID_ARGUMENT, "a clip needs a name");
    for (int32_t i = 0; i < editor->clip_count; ++i)
        if (i != index && strcmp(editor->clips[i].name, name) == 0)
            return sinew__fail(editor->error, SINEW_ERROR_INVALID_ARGUMENT, "there is a clip '%.100s' already", name);
    return SINEW_OK;
}

int sinew__edit_copy_clip(sinew__clip_editor *editor, const sinew_raw_clip *from, sinew_raw_clip *out)
{
    sinew__arena *memory = &editor->memory;
    sinew_raw_layer *layers = SINEW__ARENA_ARRAY(memory, sinew_raw_layer, from->layer_count);
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(memory, sinew_raw_channel, from->channel_count);
    sinew_raw_track *tracks = SINEW__ARENA_ARRAY(memory, sinew_raw_track, from->track_count);
    sinew_raw_curve *curves =
        SINEW__ARENA_ARRAY(memory, sinew_raw_curve, (size_t)from->layer_count + 3 * (size_t)from->channel_count);
    if (memory->failed) return 0;
    if (from->layer_count) memcpy(layers, from->layers, (size_t)from->layer_count * sizeof *layers);
    if (from->channel_count) memcpy(channels, from->channels, (size_t)from->channel_count * sizeof *channels);
    if (from->track_count) memcpy(tracks, from->tracks, (size_t)from->track_count * sizeof *tracks);
    for (int32_t i = 0; i < from->layer_count; ++i) {
        if (!layers[i].weight_curve) continue;
        *curves = *layers[i].weight_curve;
        layers[i].weight_curve = curves++;
    }
    for (int32_t i = 0; i < 3 * from->channel_count; ++i) {
        const sinew_raw_curve **curve = &channels[i / 3].curve[i % 3];
        if (!*curve) continue;
        *curves = **curve;
        *curve = curves++;
    }
    *out = *from;
    out->layers = layers, out->channels = channels, out->tracks = tracks;
    return 1;
}

int sinew__edit_open_gap(sinew__clip_editor *editor, int32_t clip, int32_t count)
{
    const size_t rest = (size_t)(editor->clip_count - clip - 1);
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&editor->memory, sinew_raw_clip, editor->clip_count + count);
    if (!clips) return 0;
    memcpy(clips, editor->clips, (size_t)(clip + 1) * sizeof *clips);
    if (rest) memcpy(clips + clip + 1 + count, editor->clips + clip + 1, rest * sizeof *clips);
    editor->clips = clips;
    editor->clip_count += count;
    return 1;
}

// ---- messages ------------------------------------------------------------------------------------------------------

void sinew__edit_note(const sinew__clip_editor *editor, const char *format, ...)
{
    char text[512];
    sinew_error printable;
    va_list arguments;
    if (!editor->options->note) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sinew__fail(&printable, SINEW_OK, "%s", text);
    editor->options->note(editor->options->user, printable.message);
}

sinew_result sinew__edit_fail_clip(const sinew__clip_editor *editor, sinew_result result, const sinew_raw_clip *clip,
                                   const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return sinew__fail(editor->error, result, "clip '%.100s': %s", clip->name, text);
}

// ---- the new model -------------------------------------------------------------------------------------------------

/// Builds the edited model's clips. The builder borrows the unchanged parts of the model; clips are built like clips of
/// a raw model whose joints and morphs have the model's numbers.
static sinew_result build_clips(sinew__clip_editor *editor, sinew__builder *builder)
{
    const sinew_model *model = editor->model;
    sinew_raw_mesh *meshes = SINEW__ARENA_ARRAY(&editor->memory, sinew_raw_mesh, model->mesh_count);
    builder->joint_of_raw = SINEW__ARENA_ARRAY(&editor->memory, int32_t, model->joint_count);
    builder->first_morph = SINEW__ARENA_ARRAY(&editor->memory, int32_t, model->mesh_count);
    sinew_model_info *info = sinew__section_push(builder, SINEW__SECTION_INFO, 1);
    if (editor->memory.failed || !info) return sinew__fail_memory(editor->error);
    *info = *model->info;
    if (editor->fps > 0) info->fps = editor->fps;
    for (int32_t i = 0; i < model->joint_count; ++i) builder->joint_of_raw[i] = i;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        builder->first_morph[i] = model->meshes[i].first_morph;
        meshes[i].morph_count = model->meshes[i].morph_count;
    }
    const sinew_raw_model raw = {.ticks_per_second = model->info->ticks_per_second,
                                 .joint_count = model->joint_count,
                                 .meshes = meshes,
                                 .mesh_count = model->mesh_count,
                                 .clips = editor->clips,
                                 .clip_count = editor->clip_count};
    builder->raw = &raw;
    const sinew_result result = sinew__build_clips(builder);
    builder->raw = NULL;
    return result;
}

static sinew_result build(sinew__clip_editor *editor, sinew_model **out_model)
{
    static const sinew__section replaced[] = {
        SINEW__SECTION_INFO,       SINEW__SECTION_CLIPS,  SINEW__SECTION_LAYERS,     SINEW__SECTION_CHANNELS,
        SINEW__SECTION_CURVES,     SINEW__SECTION_TRACKS, SINEW__SECTION_TRACK_KEYS, SINEW__SECTION_KEY_TIMES,
        SINEW__SECTION_CURVE_KEYS, SINEW__SECTION_BAKED,  SINEW__SECTION_EVENTS};
    uint8_t left_out[SINEW__SECTION_COUNT] = {0};
    sinew__builder builder = {.error = editor->error};
    void *block = NULL;
    size_t size = 0;
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; ++i) left_out[replaced[i]] = 1;
    sinew__lend_sections(&builder, editor->model, left_out);
    sinew_result result = build_clips(editor, &builder);
    if (result == SINEW_OK) result = sinew__builder_lay_out(&builder, &block, &size);
    sinew__builder_free(&builder);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, editor->error) : result;
}

sinew_result sinew__edit_finish(sinew__clip_editor *editor, sinew_result result, sinew_model **out_model)
{
    if (result == SINEW_OK && editor->memory.failed) result = sinew__fail_memory(editor->error);
    if (result == SINEW_OK) result = build(editor, out_model);
    sinew__arena_free(&editor->memory);
    return result;
}
