/// Writes clips: animation stacks, their layers and curve nodes.
#include <math.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"
#include "core/base/affine.h"
#include "core/base/error.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"

static const double default_error = 1e-4, per_cent = 100;

static const int64_t max_added = INT64_C(1) << 28; ///< largest number of sampled values that fitting may add in one
                                                   ///< file

/// The FBX properties that channels drive, by sinew_channel_property.
static const fbx_property_name names[] = {
#define X(property, fbx, word, components, moves) FBX_PROPERTY_##fbx,
    SINEW__PLAYED_PROPERTIES(X)
#undef X
};

typedef struct clip_writer {
    fbx_writer *writer;
    fbx_clip_sampler sampler;
    sinew__arena memory;
    int64_t *layers;    ///< [layer_count] ids of the clip's layers
    uint8_t *sampled;   ///< [joint_count + morph_count] whether the writer makes curves in place of the author's
                        ///< channels: FBX_SAMPLES_… of joints, 0 or 1 of morphs
    size_t done, parts; ///< progress: joints and morphs written, and to be written, in all clips
} clip_writer;

// ---- channels -----------------------------------------------------------------------------------------------------

static void put_channel(fbx_writer *writer, const sinew_channel *channel, int64_t layer, int64_t object)
{
    static const char *const short_names[] = {"T", "R", "S"}; // names of curve nodes; for other properties, the
                                                              // property's own name
    const uint32_t property = channel->property;
    const int count = sinew__channel_rows[property].components;
    const fbx_property_name name = names[property], // `part`: first component of the curve node
        part = property == SINEW_CHANNEL_VISIBILITY     ? FBX_PROPERTY_D_VISIBILITY
               : property == SINEW_CHANNEL_MORPH_WEIGHT ? FBX_PROPERTY_D_DEFORM_PERCENT
                                                        : FBX_PROPERTY_D_X;
    // A change of axes exchanges and negates the components of a root's translation.
    const int is_rotated = property == SINEW_CHANNEL_TRANSLATION && writer->turns_axes &&
                           writer->model->joints[channel->joint].parent == SINEW_NONE;
    const sinew_affine axes = sinew__affine_from_quat(writer->axes);
    int from[3];
    double scale[3], values[3] = {0};
    for (int i = 0; i < count; ++i) {
        from[i] = i;
        scale[i] = sinew__channel_is_length(property)       ? writer->length
                   : property == SINEW_CHANNEL_MORPH_WEIGHT ? per_cent
                                                            : 1;
        for (int c = 0; is_rotated && c < 3; ++c) {
            if (fabs(axes.row[i][c]) <= 0.5) continue;
            from[i] = c;
            scale[i] = copysign(writer->length, axes.row[i][c]);
        }
        values[i] = channel->value[from[i]] * scale[i];
    }
    const int64_t node = sinew__fbx_put_curve_node(
        writer, property <= SINEW_CHANNEL_SCALING ? short_names[property] : sinew__fbx_properties[name].name, part,
        values, count, layer, object, name);
    for (int i = 0; i < count; ++i) {
        const int32_t curve = channel->curve[from[i]];
        if (curve == SINEW_NONE) continue;
        const int64_t id = sinew__fbx_put_author_curve(writer, &writer->model->curves[curve], scale[i]);
        sinew__fbx_put_property_connection(writer, id, node, sinew__fbx_component(part, i));
    }
}

/// Writes one of the author's channels, unless its joint or morph is sampled or not in the file.
static void put_channel_of_clip(clip_writer *clip, const sinew_clip *item, const sinew_channel *channel)
{
    fbx_writer *writer = clip->writer;
    const uint32_t property = channel->property;
    const int64_t layer = clip->layers[writer->is_portable ? 0 : channel->layer - item->first_layer];
    if (property == SINEW_CHANNEL_OTHER) {
        ++writer->other_curves;
    } else if (property == SINEW_CHANNEL_MORPH_WEIGHT) {
        const int64_t object = writer->morph_id[channel->morph];
        if (object && !clip->sampled[writer->model->joint_count + channel->morph])
            put_channel(writer, channel, layer, object);
    } else if (writer->joint_id[channel->joint]) {
        const uint32_t sampled = clip->sampled[channel->joint];
        const int is_sampled = property == SINEW_CHANNEL_VISIBILITY ? 0
                               : property <= SINEW_CHANNEL_SCALING  ? (int)(sampled >> property & 1)
                                                                    : sampled != 0;
        if (!is_sampled) put_channel(writer, channel, layer, writer->joint_id[channel->joint]);
    }
}

static int moves_transform(const sinew_model *model, const sinew__joint_motion *motion)
{
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        if (model->channels[i].property < SINEW_CHANNEL_VISIBILITY) return 1;
    return motion->track_count > 0;
}

/// Returns the parts of a joint that tracks animate; all parts if the joint's channels cannot be kept.
static uint32_t parts_of_tracks(const fbx_writer *writer, int32_t joint, const sinew__joint_motion *motion)
{
    const sinew_model *model = writer->model;
    const sinew_transform_stack stack = sinew__joint_stack(model, joint);
    uint32_t parts = 0;
    if (!sinew__fbx_keeps_stack(writer, joint) || !sinew__stack_lacks_pivots(&stack)) return FBX_SAMPLES_ALL;
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        if (model->channels[i].property > SINEW_CHANNEL_SCALING &&
            model->channels[i].property < SINEW_CHANNEL_VISIBILITY)
            return FBX_SAMPLES_ALL;
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i)
        parts |= 1u << model->tracks[i].path;
    return parts;
}

/// Returns the parts of a joint for which the writer makes curves.
static uint32_t find_sampled(const clip_writer *clip, int32_t joint)
{
    const fbx_writer *writer = clip->writer;
    const sinew_model *model = writer->model;
    const sinew__joint_motion *motion = &clip->sampler.sampler.motions[joint];
    if (!writer->joint_id[joint]) return 0;
    if (joint == clip->sampler.sampler.in_place_root) return FBX_SAMPLES_ALL;
    if (sinew__fbx_divides_scale(writer, joint) &&
        moves_transform(model, &clip->sampler.sampler.motions[model->joints[joint].parent]))
        return FBX_SAMPLES_ALL;
    if (!moves_transform(model, motion)) return 0;
    if (writer->is_portable) return FBX_SAMPLES_ALL;
    if (writer->turns_axes && model->joints[joint].parent == SINEW_NONE) {
        // A change of axes affects only the translation of a root that has a stack; other roots are sampled.
        if (motion->channel_count > 0 && model->joints[joint].stack == SINEW_NONE) return FBX_SAMPLES_ALL;
        for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i) {
            const uint32_t property = model->channels[i].property;
            if (property >= SINEW_CHANNEL_ROTATION_OFFSET && property <= SINEW_CHANNEL_POST_ROTATION)
                return FBX_SAMPLES_ALL;
        }
    }
    return motion->track_count > 0 ? parts_of_tracks(writer, joint, motion) : 0;
}

// ---- stacks and layers --------------------------------------------------------------------------------------------

static int64_t put_stack(fbx_writer *writer, const sinew_clip *clip)
{
    int64_t id;
    fbx_record *record =
        sinew__fbx_put_object(writer, FBX_ANIMATION_STACK, sinew_text(writer->model, clip->name), "", &id);
    fbx_record *list = sinew__fbx_put_properties(writer, record);
    const int64_t start = sinew__fbx_ticks(writer, clip->start),
                  stop = sinew__fbx_ticks(writer, clip->start + clip->duration);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_LOCAL_START, start);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_LOCAL_STOP, stop);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_REFERENCE_START, start);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_REFERENCE_STOP, stop);
    return id;
}

static int64_t put_layer(fbx_writer *writer, const sinew_fbx_layer *layer, int64_t stack)
{
    int64_t id;
    const int is_author_layer = layer && !writer->is_portable;
    const char *name = layer ? sinew_text(writer->model, layer->name) : "";
    // Blender also uses the layer's name in the names of actions.
    fbx_record *record = sinew__fbx_put_object(writer, FBX_ANIMATION_LAYER, *name ? name : "BaseLayer", "", &id);
    fbx_record *list = sinew__fbx_put_properties(writer, record);
    const double weight = is_author_layer ? layer->weight * per_cent : per_cent;
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_WEIGHT, weight);
    sinew__fbx_put_connection(writer, id, stack);
    if (!is_author_layer) return id;
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_MUTE, (int)layer->muted);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_BLEND_MODE, (int)layer->mode);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_ROTATION_ACCUMULATION_MODE, layer->rotation_by_layer ? 0 : 1);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_SCALE_ACCUMULATION_MODE, layer->scale_multiply ? 0 : 1);
    if (layer->weight_curve == SINEW_NONE) return id;
    const int64_t node =
        sinew__fbx_put_curve_node(writer, "Weight", FBX_PROPERTY_D_WEIGHT, &weight, 1, id, id, FBX_PROPERTY_WEIGHT);
    const int64_t curve = sinew__fbx_put_author_curve(writer, &writer->model->curves[layer->weight_curve], 1);
    sinew__fbx_put_property_connection(writer, curve, node, FBX_PROPERTY_D_WEIGHT);
    return id;
}

static int put_layers(clip_writer *clip, const sinew_clip *item, int64_t stack)
{
    fbx_writer *writer = clip->writer;
    const int32_t count = writer->is_portable || item->layer_count < 1 ? 1 : item->layer_count;
    clip->layers = SINEW__ARENA_ARRAY(&clip->memory, int64_t, count);
    if (!clip->layers) return 0;
    const sinew_fbx_layer *layers = writer->model->layers;
    int32_t base = 0;
    for (int32_t i = 0; i < item->layer_count; ++i)
        if (layers[item->first_layer + i].is_base) base = i;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t from = item->first_layer + (writer->is_portable ? base : i);
        clip->layers[i] = put_layer(writer, item->layer_count < 1 ? NULL : &layers[from], stack);
    }
    clip->sampler.layer = clip->layers[writer->is_portable ? 0 : base];
    return 1;
}

// ---- clips --------------------------------------------------------------------------------------------------------

static void end_part(clip_writer *clip)
{
    const sinew_export_options *options = clip->writer->options;
    ++clip->done;
    if (options->progress) options->progress(options->user, clip->done, clip->parts);
}

static sinew_result check(const fbx_writer *writer, sinew_error *error)
{
    if (writer->memory.failed) return sinew__fail_memory(error);
    return sinew__glb_check_budget(&writer->scene, error);
}

static sinew_result put_sampled(clip_writer *clip, sinew_error *error)
{
    fbx_writer *writer = clip->writer;
    const sinew_model *model = writer->model;
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < model->joint_count && result == SINEW_OK; ++i) {
        if (clip->sampled[i]) result = sinew__fbx_put_sampled_joint(&clip->sampler, i, clip->sampled[i], error);
        if (result == SINEW_OK) result = check(writer, error);
        end_part(clip);
    }
    for (int32_t i = 0; i < model->morph_count && result == SINEW_OK; ++i) {
        if (clip->sampled[model->joint_count + i]) result = sinew__fbx_put_sampled_morph(&clip->sampler, i, error);
        if (result == SINEW_OK) result = check(writer, error);
        end_part(clip);
    }
    return result;
}

/// Chooses the joints and morphs for which the writer makes curves. Programs that read portable files ignore a clip
/// without curves, so if nothing moves, the first joint gets curves of its rest pose.
static void choose_sampled(clip_writer *clip)
{
    const fbx_writer *writer = clip->writer;
    const sinew_model *model = writer->model;
    int32_t first = SINEW_NONE, count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        clip->sampled[i] = (uint8_t)find_sampled(clip, i);
        count += clip->sampled[i] != 0;
        if (first == SINEW_NONE && writer->joint_id[i]) first = i;
    }
    for (int32_t i = 0; i < model->morph_count; ++i) {
        const sinew__joint_motion *motion = &clip->sampler.sampler.motions[model->joint_count + i];
        count += clip->sampled[model->joint_count + i] =
            writer->morph_id[i] && (motion->track_count > 0 || (writer->is_portable && motion->channel_count > 0));
    }
    if (writer->is_portable && count == 0 && first != SINEW_NONE) clip->sampled[first] = FBX_SAMPLES_ALL;
}

static void select_clip(clip_writer *clip, int32_t index)
{
    const sinew_clip *item = &clip->writer->model->clips[index];
    fbx_clip_sampler *sampler = &clip->sampler;
    sampler->start = item->start;
    sampler->duration = item->duration;
    sampler->is_coarse = 0;
    sampler->frame_step = 0;
    sinew__glb_sampler_select(&sampler->sampler, index);
}

/// Checks that a portable file will not have too many keys, before any is written.
static sinew_result check_frames(clip_writer *clip, const int32_t *clips, int32_t count, sinew_error *error)
{
    const sinew_model *model = clip->writer->model;
    if (!clip->writer->is_portable) return SINEW_OK;
    for (int32_t i = 0; i < count; ++i) {
        select_clip(clip, clips[i]);
        choose_sampled(clip);
        for (int32_t m = 0; m < model->joint_count + model->morph_count; ++m) {
            if (!clip->sampled[m]) continue;
            const sinew_result result = sinew__fbx_count_frames(&clip->sampler, m, error);
            if (result != SINEW_OK) return result;
        }
    }
    return SINEW_OK;
}

static sinew_result put_clip(clip_writer *clip, int32_t index, sinew_error *error)
{
    fbx_writer *writer = clip->writer;
    const sinew_model *model = writer->model;
    const sinew_clip *item = &model->clips[index];
    fbx_clip_sampler *sampler = &clip->sampler;
    select_clip(clip, index);
    if (!sinew__clip_tolerance_select(&sampler->tolerance, &sampler->sampler)) return sinew__fail_memory(error);
    writer->shift = 0;
    const int64_t start = sinew__fbx_ticks(writer, item->start);
    if (writer->is_portable && start < 0) { // some programs do not play times before 0
        writer->shift = -start;
        sinew__export_note(writer->options, "clip '%s' begins at 0 s instead of %.3g s", sinew_text(model, item->name),
                           item->start);
    }
    if (!put_layers(clip, item, put_stack(writer, item))) return sinew__fail_memory(error);
    writer->placed[index] = (fbx_placed_clip){.layer = sampler->layer, .shift = writer->shift};
    choose_sampled(clip);
    for (int32_t i = item->first_channel; i < item->first_channel + item->channel_count; ++i)
        put_channel_of_clip(clip, item, &model->channels[i]);
    const sinew_result result = put_sampled(clip, error);
    if (sampler->is_coarse)
        sinew__export_note(writer->options, "clip '%s' changes too often for its length: between keys it may be off",
                           sinew_text(model, item->name));
    return result;
}

sinew_result sinew__fbx_put_clips(fbx_writer *writer, const int32_t *clips, int32_t count, sinew_error *error)
{
    const sinew_model *model = writer->model;
    const double bound = writer->options->max_error > 0 ? writer->options->max_error : default_error;
    const size_t items = (size_t)model->joint_count + (size_t)model->morph_count;
    clip_writer clip = {.writer = writer, .parts = items * (size_t)count};
    clip.sampler = (fbx_clip_sampler){.writer = writer, .budget = max_added};
    clip.sampled = SINEW__ARENA_ARRAY(&clip.memory, uint8_t, items);
    if (!writer->placed) writer->placed = SINEW__ARENA_ARRAY(&writer->memory, fbx_placed_clip, model->clip_count);
    sinew_result result;
    if (!clip.sampled || !writer->placed ||
        !sinew__glb_sampler_init(&clip.sampler.sampler, &writer->scene, &clip.memory)) {
        result = sinew__arena_fail(&clip.memory, error);
        goto done;
    }
    result = sinew__clip_tolerance_init(&clip.sampler.tolerance, &writer->scene, bound, &clip.memory, error);
    if (result != SINEW_OK) goto done;
    clip.sampler.sampler.frame_share = sinew__clip_frame_share(&writer->scene, clips, count);
    result = check_frames(&clip, clips, count, error);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i) result = put_clip(&clip, clips[i], error);
done:
    sinew__arena_free(&clip.sampler.memory);
    sinew__arena_free(&clip.memory);
    return result;
}
