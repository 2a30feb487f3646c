// Converts the animation stacks of an FBX document to clips: their layers, and the curves of each property.
#include "import/import_stages.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "fbx/fbx_animation.h"
#include "runtime/model/channel_properties.h"

/// The curve of a property that the author added.
typedef struct custom_curve {
    const char *property, *object;
    const sinew_raw_curve *curve;
} custom_curve;

/// The state while a clip is read.
typedef struct clip_reader {
    import_pass *pass;
    sinew_error *error;
    sinew_raw_clip *clip;
    sinew_raw_layer *layers;
    size_t layer_count;
    clip_parts parts;      ///< without tracks
    custom_curve *customs; ///< curves whose changes of value become events
    size_t custom_count, custom_capacity;
    int64_t first_key, last_key; ///< first and last tick of all keys read so far
    int has_keys, has_base;      ///< `has_base`: whether a layer is the base layer
} clip_reader;

static const double per_cent = 0.01;

// ---- curves ------------------------------------------------------------------------------------------------------

static void warn_of_repairs(import_pass *pass, const char *object, const fbx_curve_repairs *repairs)
{
    if (repairs->not_finite)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, object, "%zu keys of a curve are not finite and were dropped",
                           repairs->not_finite);
    if (repairs->sorted)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, object, "keys of a curve were not sorted by time");
    if (repairs->same_time)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, object,
                           "%zu keys of a curve have the time of others and were dropped", repairs->same_time);
}

/// Reads a curve that animates `object`. *out stays NULL if the curve has no usable keys; an inconsistent curve is
/// dropped with a warning.
static sinew_result read_curve(clip_reader *reader, const fbx_object *source, const char *object, double scale,
                               const sinew_raw_curve **out)
{
    import_pass *pass = reader->pass;
    fbx_curve stored;
    sinew__arena_reset(&pass->scratch);
    sinew_result result = sinew__fbx_read_curve(pass->document, &pass->scratch, source, &stored, reader->error);
    if (result == SINEW_ERROR_DAMAGED && reader->error) {
        sinew__import_warn(pass, IMPORT_WARNING_DOCUMENT, object, "%s; the curve is dropped", reader->error->message);
        return SINEW_OK;
    }
    if (result != SINEW_OK) return result;
    sinew_raw_curve *curve = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_curve, 1);
    if (!curve) return sinew__arena_fail(&pass->arena, reader->error);
    fbx_curve_repairs repairs;
    result = sinew__fbx_convert_curve(&pass->arena, &stored, scale, pass->document->settings.ticks_per_second, curve,
                                      &repairs, reader->error);
    if (result != SINEW_OK) return result;
    warn_of_repairs(pass, object, &repairs);
    if (curve->key_count == 0) return SINEW_OK;
    const int64_t first = curve->keys[0].ticks, last = curve->keys[curve->key_count - 1].ticks;
    if (!reader->has_keys || first < reader->first_key) reader->first_key = first;
    if (!reader->has_keys || last > reader->last_key) reader->last_key = last;
    reader->has_keys = 1;
    *out = curve;
    return SINEW_OK;
}

// ---- channels ----------------------------------------------------------------------------------------------------

/// The FBX properties that curve nodes can animate, by sinew_channel_property. A morph weight is a property of a
/// deformer.
static const fbx_property_name played_properties[] = {
#define X(property, fbx, word, components, moves) FBX_PROPERTY_##fbx,
    SINEW__PLAYED_PROPERTIES(X)
#undef X
};

int32_t sinew__fbx_played_property(const fbx_connection *moves)
{
    for (size_t i = 0; i < sizeof played_properties / sizeof *played_properties; ++i)
        if (moves->target->kind == (i == SINEW_CHANNEL_MORPH_WEIGHT ? FBX_DEFORMER : FBX_MODEL) &&
            strcmp(moves->target_property, sinew__fbx_properties[played_properties[i]].name) == 0)
            return (int32_t)i;
    return SINEW_NONE;
}

/// Returns the component of a curve connected to `d|X` of a curve node. If there is only one component, any name is
/// accepted.
static int component_of(const char *target_property, int components)
{
    const char *bar = strrchr(target_property, '|');
    const char *name = bar ? bar + 1 : target_property;
    if (components == 1) return 0;
    if (name[0] >= 'X' && name[0] <= 'Z' && !name[1]) return name[0] - 'X';
    return strcmp(name, "R") == 0 ? 0 : strcmp(name, "G") == 0 ? 1 : strcmp(name, "B") == 0 ? 2 : 0;
}

static double number_of(const fbx_record *property, size_t component, double fallback)
{
    return sinew__fbx_record_number(property, FBX_PROPERTY_VALUES + component, fallback);
}

/// Reads the values of components without a curve: from the curve node, else from the object.
static void read_defaults(const fbx_connection *moves, int components, double scale, double out[3])
{
    const fbx_object *node = moves->source;
    const fbx_record *own = sinew__fbx_property_named(moves->target, moves->target_property);
    if (components == 1) {
        char name[256] = "d|";
        strncat(name, moves->target_property, sizeof name - 3);
        const double rest = sinew__fbx_property_number(node, FBX_PROPERTY_D_X, number_of(own, 0, 0));
        out[0] = scale * number_of(sinew__fbx_property_named(node, name), 0, rest);
        return;
    }
    for (int i = 0; i < 3; ++i) {
        if (own && own->value_count >= FBX_PROPERTY_VALUES + 3) out[i] = number_of(own, (size_t)i, out[i]);
        out[i] = scale * sinew__fbx_property_number(node, sinew__fbx_component(FBX_PROPERTY_D_X, i), out[i]);
    }
}

/// Adds a channel for a joint, or for each mesh with the morph. Returns 0 when out of memory.
static int add_channels(clip_reader *reader, sinew_raw_channel channel, const fbx_object *target)
{
    import_pass *pass = reader->pass;
    if (target->kind == FBX_MODEL) {
        channel.joint = pass->model_joints[target->index];
        return channel.joint == SINEW_NONE || sinew__clip_add_channel(pass, &reader->parts, &channel);
    }
    int found = 0;
    for (size_t i = 0; channel.property == SINEW_CHANNEL_MORPH_WEIGHT && i < pass->channel_morph_count; ++i) {
        if (pass->channel_morphs[i].channel != target) continue;
        channel.mesh = pass->channel_morphs[i].mesh;
        channel.morph = pass->channel_morphs[i].morph;
        if (!sinew__clip_add_channel(pass, &reader->parts, &channel)) return 0;
        found = 1;
    }
    if (found) return 1;
    channel.property = SINEW_CHANNEL_OTHER;
    return sinew__clip_add_channel(pass, &reader->parts, &channel);
}

/// Keeps a curve if it animates a property whose flags contain a U, which means that the author added the property.
/// Returns 0 when out of memory.
static int add_custom(clip_reader *reader, const fbx_connection *moves, const sinew_raw_curve *curve)
{
    enum { FLAGS = FBX_PROPERTY_VALUES - 1 };
    if (!curve) return 1;
    const fbx_record *property = sinew__fbx_property_named(moves->target, moves->target_property);
    const fbx_bytes flags = sinew__fbx_record_bytes(property, FLAGS);
    if (flags.size == 0 || !memchr(flags.bytes, 'U', flags.size)) return 1;
    custom_curve *customs = sinew__arena_grow(&reader->pass->arena, reader->customs, reader->custom_count,
                                              &reader->custom_capacity, sizeof *customs);
    if (!customs) return 0;
    reader->customs = customs;
    customs[reader->custom_count++] = (custom_curve){moves->target_property, moves->target->name, curve};
    return 1;
}

/// Reads a curve node of a layer that animates a property.
static sinew_result read_channel(clip_reader *reader, const fbx_connection *moves, int32_t layer)
{
    const int32_t played = sinew__fbx_played_property(moves);
    const uint32_t property = played == SINEW_NONE ? SINEW_CHANNEL_OTHER : (uint32_t)played;
    const int components = sinew__channel_rows[property].components;
    const double scale = property == SINEW_CHANNEL_MORPH_WEIGHT ? per_cent : 1;
    sinew_raw_channel channel = {
        .layer = layer, .joint = SINEW_NONE, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = property};
    if (property == SINEW_CHANNEL_SCALING)
        for (int i = 0; i < 3; ++i) channel.value[i] = 1;
    read_defaults(moves, components, scale, channel.value);
    const fbx_connections curves = sinew__fbx_sources(reader->pass->document, moves->source);
    for (size_t i = 0; i < curves.count; ++i) {
        if (curves.items[i].source->kind != FBX_ANIMATION_CURVE) continue;
        const int component = component_of(curves.items[i].target_property, components);
        const sinew_result result =
            read_curve(reader, curves.items[i].source, moves->target->name, scale, &channel.curve[component]);
        if (result != SINEW_OK) return result;
    }
    if ((property == SINEW_CHANNEL_OTHER && !add_custom(reader, moves, channel.curve[0])) ||
        !add_channels(reader, channel, moves->target))
        return sinew__arena_fail(&reader->pass->arena, reader->error);
    return SINEW_OK;
}

// ---- layers ------------------------------------------------------------------------------------------------------

/// Whether a layer has curve nodes, whatever they animate.
static int has_curve_nodes(const fbx_document *document, const fbx_object *layer)
{
    const fbx_connections nodes = sinew__fbx_sources(document, layer);
    for (size_t i = 0; i < nodes.count; ++i)
        if (nodes.items[i].source->kind == FBX_ANIMATION_CURVE_NODE && !*nodes.items[i].target_property) return 1;
    return 0;
}

/// Reads the curve of a layer's weight, in per cent; *out is NULL if the weight is not animated.
static sinew_result read_weight_curve(clip_reader *reader, const fbx_object *layer, const sinew_raw_curve **out)
{
    const fbx_document *document = reader->pass->document;
    const fbx_object *node =
        sinew__fbx_source_of_property(document, layer, FBX_PROPERTY_WEIGHT, FBX_ANIMATION_CURVE_NODE);
    const fbx_connections curves = node ? sinew__fbx_sources(document, node) : (fbx_connections){NULL, 0};
    for (size_t i = 0; i < curves.count; ++i)
        if (curves.items[i].source->kind == FBX_ANIMATION_CURVE)
            return read_curve(reader, curves.items[i].source, layer->name, 1, out);
    return SINEW_OK;
}

static sinew_result read_layer(clip_reader *reader, const fbx_object *object, int some_solo)
{
    const int32_t index = (int32_t)reader->layer_count;
    sinew_raw_layer *layer = &reader->layers[reader->layer_count++];
    const int64_t mode = sinew__fbx_property_integer(object, FBX_PROPERTY_BLEND_MODE, 0);
    const double weight = sinew__fbx_property_number(object, FBX_PROPERTY_WEIGHT, 100) * per_cent;
    *layer = (sinew_raw_layer){
        .name = object->name,
        .mode = mode == 1   ? SINEW_LAYER_OVERRIDE
                : mode == 2 ? SINEW_LAYER_OVERRIDE_PASSTHROUGH
                            : SINEW_LAYER_ADDITIVE,
        .weight = fmax(0, fmin(weight, 1)),
        .rotation_by_layer = sinew__fbx_property_integer(object, FBX_PROPERTY_ROTATION_ACCUMULATION_MODE, 0) == 0,
        .scale_multiply = sinew__fbx_property_integer(object, FBX_PROPERTY_SCALE_ACCUMULATION_MODE, 0) == 0,
        .muted = sinew__fbx_property_integer(object, FBX_PROPERTY_MUTE, 0) != 0 ||
                 (some_solo && sinew__fbx_property_integer(object, FBX_PROPERTY_SOLO, 0) == 0),
    };
    layer->is_base = !reader->has_base && !layer->muted && has_curve_nodes(reader->pass->document, object);
    reader->has_base |= (int)layer->is_base;
    sinew_result result = read_weight_curve(reader, object, &layer->weight_curve);
    if (result != SINEW_OK) return result;
    const fbx_connections nodes = sinew__fbx_sources(reader->pass->document, object);
    for (size_t i = 0; i < nodes.count; ++i) {
        if (nodes.items[i].source->kind != FBX_ANIMATION_CURVE_NODE || *nodes.items[i].target_property) continue;
        const fbx_connections targets = sinew__fbx_targets(reader->pass->document, nodes.items[i].source);
        for (size_t t = 0; t < targets.count; ++t) {
            if (!*targets.items[t].target_property || targets.items[t].target->kind == FBX_ANIMATION_LAYER) continue;
            result = read_channel(reader, &targets.items[t], index);
            if (result != SINEW_OK) return result;
        }
    }
    return SINEW_OK;
}

static sinew_result read_layers(clip_reader *reader, const fbx_object *stack)
{
    const fbx_connections sources = sinew__fbx_sources(reader->pass->document, stack);
    size_t count = 0;
    int some_solo = 0;
    for (size_t i = 0; i < sources.count; ++i) {
        if (sources.items[i].source->kind != FBX_ANIMATION_LAYER) continue;
        ++count;
        some_solo |= sinew__fbx_property_integer(sources.items[i].source, FBX_PROPERTY_SOLO, 0) != 0;
    }
    reader->layers = SINEW__ARENA_ARRAY(&reader->pass->arena, sinew_raw_layer, count);
    if (!reader->layers) return sinew__arena_fail(&reader->pass->arena, reader->error);
    sinew_result result = SINEW_OK;
    for (size_t i = 0; result == SINEW_OK && i < sources.count; ++i)
        if (sources.items[i].source->kind == FBX_ANIMATION_LAYER)
            result = read_layer(reader, sources.items[i].source, some_solo);
    return result;
}

// ---- clips -------------------------------------------------------------------------------------------------------

/// Adds an event for each key of a custom property that changes the value, starting from 0. Returns 0 when out of
/// memory.
static int add_changes(clip_reader *reader, const custom_curve *custom, int32_t clip)
{
    const double ticks = (double)reader->pass->document->settings.ticks_per_second;
    double before = 0;
    for (int32_t i = 0; i < custom->curve->key_count; ++i) {
        const sinew_curve_key *key = &custom->curve->keys[i];
        const sinew_raw_event event = {.track = custom->property,
                                       .text = custom->object,
                                       .time = (double)key->ticks / ticks - reader->clip->start,
                                       .value = key->value};
        const int changes = key->value != before;
        before = key->value;
        if (changes && event.time >= -IMPORT_EVENT_TOLERANCE &&
            event.time <= reader->clip->duration + IMPORT_EVENT_TOLERANCE &&
            !sinew__import_add_event(reader->pass, clip, &event))
            return 0;
    }
    return 1;
}

static sinew_result read_clip(import_pass *pass, const fbx_stack *stack, size_t number, sinew_raw_clip *out,
                              sinew_error *error)
{
    clip_reader reader = {.pass = pass, .error = error, .clip = out};
    *out = (sinew_raw_clip){.name = stack->name, .is_default = stack->is_current};
    if (!*stack->name) out->name = sinew__arena_format(&pass->arena, "Animation %zu", number);
    if (!out->name) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = read_layers(&reader, stack->object);
    if (result != SINEW_OK) return result;
    out->layers = reader.layers;
    out->layer_count = (int32_t)reader.layer_count;
    sinew__clip_take_parts(&reader.parts, out);
    // A stack without start and end takes the range of its keys.
    const double ticks = (double)pass->document->settings.ticks_per_second;
    const int from_keys = reader.has_keys && (!stack->has_span || stack->stop <= stack->start);
    const double start = (double)(from_keys ? reader.first_key : stack->start);
    const double stop = (double)(from_keys ? reader.last_key : stack->stop);
    out->start = start / ticks;
    out->duration = fmax(0, (stop - start) / ticks);
    for (size_t i = 0; i < reader.custom_count; ++i)
        if (!add_changes(&reader, &reader.customs[i], (int32_t)number - 1))
            return sinew__arena_fail(&pass->arena, error);
    return SINEW_OK;
}

sinew_result sinew__fbx_clips(import_pass *pass, sinew_error *error)
{
    const fbx_stack *stacks;
    size_t count;
    sinew_error own_error;
    if (!error) error = &own_error;
    sinew_result result = sinew__fbx_read_stacks(pass->document, &stacks, &count, error);
    if (result != SINEW_OK) return result;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_clip, count);
    if (!clips) return sinew__arena_fail(&pass->arena, error);
    sinew__arena_share_limit(&pass->scratch, &pass->arena);
    for (size_t i = 0; result == SINEW_OK && i < count; ++i) {
        result = read_clip(pass, &stacks[i], i + 1, &clips[i], error);
        if (result == SINEW_OK && !sinew__import_keep_node_tracks(pass, clips[i].name, &clips[i]))
            result = sinew__arena_fail(&pass->arena, error);
    }
    sinew__arena_free(&pass->scratch);
    pass->raw.clips = clips;
    pass->raw.clip_count = (int32_t)count;
    return result;
}
