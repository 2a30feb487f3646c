#include "runtime/model/document_hash.h"

#include <string.h>

#include "core/base/hash.h"
#include "runtime/model/block.h"
#include "runtime/model/validate/checks.h"

static void mix(uint64_t *hash, const void *bytes, size_t size)
{
    const uint64_t both[2] = {*hash, size ? sinew__hash(bytes, size) : 0};
    *hash = sinew__hash(both, sizeof both);
}

uint64_t sinew__hash_model_text(const sinew_model *model, sinew_text_ref text)
{
    const char *name = sinew_text(model, text);
    return sinew__hash(name, strlen(name));
}

uint64_t sinew__hash_scene(const sinew_model *model)
{
    // Clips have their own hashes. Names of joints may change and are left out; the names of other items do not change,
    // nor do their offsets in the text.
    static const uint8_t left_out[SINEW__SECTION_COUNT] = {
        [SINEW__SECTION_INFO] = 1,     [SINEW__SECTION_TEXT] = 1,       [SINEW__SECTION_JOINTS] = 1,
        [SINEW__SECTION_NODES] = 1,    [SINEW__SECTION_CLIPS] = 1,      [SINEW__SECTION_LAYERS] = 1,
        [SINEW__SECTION_CHANNELS] = 1, [SINEW__SECTION_CURVES] = 1,     [SINEW__SECTION_CURVE_KEYS] = 1,
        [SINEW__SECTION_TRACKS] = 1,   [SINEW__SECTION_TRACK_KEYS] = 1, [SINEW__SECTION_KEY_TIMES] = 1,
        [SINEW__SECTION_BAKED] = 1,    [SINEW__SECTION_WARNINGS] = 1,   [SINEW__SECTION_SOURCES] = 1,
        [SINEW__SECTION_EVENTS] = 1,   [SINEW__SECTION_DOCUMENT] = 1,   [SINEW__SECTION_DOCUMENT_OBJECTS] = 1};
    uint64_t hash = sinew__hash(&model->info->unit_cm, sizeof model->info->unit_cm);
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
        if (left_out[i]) continue;
        const size_t count = (size_t)sinew__section_items_of(model, (sinew__section)i);
        mix(&hash, sinew__section_of(model, (sinew__section)i), count * sinew__sections[i].stride);
    }
    const uint64_t axes[2] = {sinew__hash_model_text(model, model->info->up),
                              sinew__hash_model_text(model, model->info->front)};
    mix(&hash, axes, sizeof axes);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        sinew_joint joint = model->joints[i];
        joint.name = 0;
        joint.node = SINEW_NONE;
        mix(&hash, &joint, sizeof joint);
    }
    return hash;
}

static void mix_curve(uint64_t *hash, const sinew_model *model, int32_t index)
{
    if (index == SINEW_NONE) return;
    sinew_curve curve = model->curves[index];
    mix(hash, model->curve_keys + curve.first_key, (size_t)curve.key_count * sizeof *model->curve_keys);
    curve.first_key = 0;
    mix(hash, &curve, sizeof curve);
}

uint64_t sinew__hash_clip(const sinew_model *model, int32_t clip)
{
    const sinew_clip *item = &model->clips[clip];
    const double span[2] = {item->start, item->duration};
    uint64_t hash = sinew__hash(span, sizeof span);
    for (int32_t i = 0; i < item->layer_count; ++i) {
        sinew_fbx_layer layer = model->layers[item->first_layer + i];
        mix_curve(&hash, model, layer.weight_curve);
        layer.name = 0;
        layer.weight_curve = 0;
        mix(&hash, &layer, sizeof layer);
    }
    for (int32_t i = 0; i < item->channel_count; ++i) {
        sinew_channel channel = model->channels[item->first_channel + i];
        for (int c = 0; c < 3; ++c) {
            mix_curve(&hash, model, channel.curve[c]);
            channel.curve[c] = channel.curve[c] == SINEW_NONE;
        }
        channel.layer -= item->first_layer;
        mix(&hash, &channel, sizeof channel);
    }
    for (int32_t i = 0; i < item->track_count; ++i) {
        sinew_track track = model->tracks[item->first_track + i];
        // a track of one of the importer's nodes, which edits drop
        if (track.joint == SINEW_NONE && track.morph == SINEW_NONE) continue;
        const size_t sets = track.interpolation == SINEW_CUBIC ? 3 : 1;
        mix(&hash, model->track_keys + track.first_key, sets * (size_t)track.key_count * sizeof *model->track_keys);
        track.first_key = 0;
        track.node = 0;
        mix(&hash, &track, sizeof track);
    }
    return hash;
}
