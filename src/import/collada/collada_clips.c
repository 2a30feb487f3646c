// Converts the animations of a Collada document to clips: finds the node that each channel animates, and converts the
// channel to curves of the node's stack or to samples.
#include "import/import_stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/collada/collada.h"

/// How the joint of a node plays its transforms: not animated, as a transform stack, as whole matrices, or as samples.
typedef enum node_form { FORM_NONE, FORM_STACK, FORM_MATRIX, FORM_SAMPLES } node_form;

typedef struct animated_node {
    node_form form;
    int32_t node, joint;
    int32_t *list; ///< [list_count] the node's transforms
    size_t list_count;
    collada_stack stack; ///< for FORM_STACK
    uint32_t clip;       ///< the last clip that plays the node, counted from 1
    int is_warned;
} animated_node;

typedef struct clips_reader {
    import_pass *pass;
    collada_document *document;
    animated_node *nodes;            ///< [document->node_count]
    const collada_channel **players; ///< [COLLADA_MATRIX_SIZE × transform_count] the channel that plays each value in
                                     ///< the clip
    sinew_raw_clip *clip;
    uint32_t clip_number; ///< counted from 1
    int64_t first_key, last_key;
    int has_keys;
    clip_parts parts;
} clips_reader;

// ---- targets ------------------------------------------------------------------------------------------------------

static const int value_counts[] = {
    [COLLADA_TRANSLATE] = 3, [COLLADA_ROTATE] = 4, [COLLADA_SCALE] = 3, [COLLADA_MATRIX] = 16, [COLLADA_LOOKAT] = 9};

/// Returns the value that the end of a target selects: ".X", ".ANGLE", "(2)", "(3)(0)"; −1 for all values, −2 if it is
/// unknown.
static int selected_value(const char *end)
{
    static const char *const members[] = {"X", "Y", "Z", "ANGLE"};
    if (!*end) return -1;
    if (*end == '.')
        for (int i = 0; i < 4; ++i)
            if (strcmp(end + 1, members[i]) == 0) return i;
    if (*end != '(') return -2;
    char *after;
    const long column = strtol(end + 1, &after, 10);
    if (column < 0 || column >= COLLADA_MATRIX_SIZE || *after != ')') return -2;
    if (after[1] != '(') return (int)column;
    const long row = strtol(after + 2, &after, 10);
    return column < 4 && row >= 0 && row < 4 && *after == ')' ? (int)(4 * row + column) : -2;
}

/// Sets the transform and the values that a channel animates, if its target is "node/transform", with or without a
/// value. Returns 0 when out of memory.
static int resolve_target(clips_reader *reader, collada_channel *channel)
{
    collada_document *document = reader->document;
    const char *slash = strchr(channel->target, '/'), *sid = slash ? slash + 1 : "";
    const char *id = slash ? sinew__arena_text(&reader->pass->arena, channel->target, (size_t)(slash - channel->target))
                           : channel->target;
    if (!id) return 0;
    const int32_t node = sinew__name_table_find(&document->node_ids, id);
    const size_t length = strcspn(sid, ".(");
    int32_t transform = node == SINEW_NONE ? SINEW_NONE : document->nodes[node].first;
    while (transform != SINEW_NONE && (strlen(document->transforms[transform].sid) != length ||
                                       memcmp(document->transforms[transform].sid, sid, length) != 0))
        transform = document->transforms[transform].next;
    const int value = selected_value(sid + length);
    if (transform == SINEW_NONE || value == -2) return 1;
    const int count = value_counts[document->transforms[transform].kind];
    if (value >= count) return 1;
    channel->transform = transform;
    channel->first = value < 0 ? 0 : value;
    channel->count = value < 0 ? count : 1;
    return 1;
}

/// Reduces a channel of a rotation to the angle if the animated axis never differs from the transform's axis: many
/// programs also animate the axis, but it rarely moves.
static void leave_out_axis(const collada_document *document, collada_channel *channel)
{
    const collada_sampler *sampler = &document->samplers[channel->sampler_index];
    const collada_transform *transform = &document->transforms[channel->transform];
    if (transform->kind != COLLADA_ROTATE || channel->count != 4) return;
    for (size_t k = 0; k < sampler->key_count; ++k)
        for (size_t i = 0; i < 3; ++i)
            if (fabs(sinew__collada_key_value(sampler, &sampler->keys[k], i) - transform->values[i]) > 1e-6) return;
    channel->first = 3;
    channel->count = 1;
}

/// Returns which component of the sampler's values belongs to a value of the channel's transform.
static size_t component_of(const collada_document *document, const collada_channel *channel, int value)
{
    const size_t width = sinew__collada_width(&document->samplers[channel->sampler_index]);
    if (width >= 4 && channel->first == 3 && channel->count == 1) return 3; // the channel had an axis that was left out
    return width == 1 ? 0 : (size_t)(value - channel->first);
}

static void warn_of_target(clips_reader *reader, const collada_channel *channel, const char *what)
{
    sinew__import_warn(reader->pass, IMPORT_WARNING_CHANNEL_WITHOUT_NODE, channel->target, "%s", what);
}

/// Orders the keys of a channel that animates a transform. A channel that cannot be played is dropped with a warning.
/// Returns 0 when out of memory.
static int begin_channel(clips_reader *reader, collada_channel *channel)
{
    collada_document *document = reader->document;
    if (!resolve_target(reader, channel)) return 0;
    if (channel->transform == SINEW_NONE) return 1;
    collada_transform *transform = &document->transforms[channel->transform];
    const char *name = document->nodes[transform->node].name;
    if (channel->sampler_index == SINEW_NONE) {
        warn_of_target(reader, channel, "it is animated by a sampler that is not in the file");
        channel->transform = SINEW_NONE;
        return 1;
    }
    if (!sinew__collada_order_keys(reader->pass, &document->samplers[channel->sampler_index], name)) return 0;
    const size_t width = sinew__collada_width(&document->samplers[channel->sampler_index]);
    if (width == 0 || (width < (size_t)channel->count)) {
        if (width) warn_of_target(reader, channel, "its keys have fewer numbers than it");
        channel->transform = SINEW_NONE;
        return 1;
    }
    leave_out_axis(document, channel);
    // Whole matrices with linear or stepped keys are played as they are.
    const collada_sampler *sampler = &document->samplers[channel->sampler_index];
    transform->is_played_in_parts |= channel->count != COLLADA_MATRIX_SIZE;
    for (size_t k = 0; k < sampler->key_count; ++k)
        transform->is_played_in_parts |=
            sampler->keys[k].interpolation != COLLADA_LINEAR && sampler->keys[k].interpolation != COLLADA_STEP;
    for (int i = 0; i < channel->count; ++i) transform->animated |= 1U << (channel->first + i);
    document->nodes[transform->node].is_animated = 1;
    return 1;
}

/// Lists the ids of all elements, because channels may name elements that are not nodes: materials, lights, cameras,
/// morph targets. Returns 0 when out of memory.
static int list_identifiers(import_pass *pass, name_table *out)
{
    const collada_text document = sinew__xml_of_pass(pass);
    size_t count = 0;
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);) count += !tag.closes;
    if (!sinew__name_table_create(&pass->arena, count, out)) return 0;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);) {
        const char *id = tag.closes ? "" : sinew__xml_reference(&pass->arena, &document, &tag, "id");
        if (!id) return 0;
        if (*id) sinew__name_table_add(out, id, 0);
    }
    return 1;
}

/// Warns of channels whose target is not in the file. Returns 0 when out of memory.
static int warn_of_missing_targets(clips_reader *reader)
{
    collada_document *document = reader->document;
    name_table identifiers = {0};
    for (int32_t i = 0; i < document->channel_count; ++i) {
        const collada_channel *channel = &document->channels[i];
        if (channel->transform != SINEW_NONE) continue;
        if (!identifiers.capacity && !list_identifiers(reader->pass, &identifiers)) return 0;
        const size_t length = strcspn(channel->target, "/.(");
        const char *id = sinew__arena_text(&reader->pass->arena, channel->target, length);
        if (!id) return 0;
        const int is_node = sinew__name_table_find(&document->node_ids, id) != SINEW_NONE;
        const int is_known = sinew__name_table_find(&identifiers, id) != SINEW_NONE;
        if (!is_known) warn_of_target(reader, channel, "a clip animates a node that is not in the file");
        if (is_node && channel->target[length] == '/' && channel->sampler_index != SINEW_NONE &&
            document->samplers[channel->sampler_index].key_count == 0)
            warn_of_target(reader, channel,
                           "a clip animates a transform that is not in the file, or has no keys for it");
    }
    return 1;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

/// Whether a node animates only one matrix, whose channels play whole matrices with linear or stepped keys.
static int is_whole_matrix(const collada_document *document, const animated_node *node)
{
    int32_t found = SINEW_NONE;
    for (size_t i = 0; i < node->list_count; ++i) {
        if (!document->transforms[node->list[i]].animated) continue;
        if (found != SINEW_NONE || document->transforms[node->list[i]].kind != COLLADA_MATRIX) return 0;
        found = node->list[i];
    }
    return found != SINEW_NONE && !document->transforms[found].is_played_in_parts;
}

/// Chooses how a joint plays its node. Returns 0 when out of memory.
static int begin_node(clips_reader *reader, int32_t index)
{
    import_pass *pass = reader->pass;
    animated_node *node = &reader->nodes[index];
    node->node = index;
    node->joint = SINEW_NONE;
    const collada_document *document = reader->document;
    const char *name = document->nodes[index].name;
    const int32_t found = sinew__import_find_node(pass, name);
    const int32_t joint = found == SINEW_NONE ? SINEW_NONE : pass->node_joints[found];
    if (joint == SINEW_NONE || pass->joints[joint].node != found) {
        sinew__import_warn(pass, IMPORT_WARNING_CHANNEL_WITHOUT_NODE, name,
                           "a clip animates it, and it is not in the scene");
        return 1;
    }
    node->joint = joint;
    const int32_t first = document->nodes[index].first;
    for (int32_t i = first; i != SINEW_NONE; i = document->transforms[i].next) node->list_count++;
    node->list = SINEW__ARENA_ARRAY(&reader->pass->arena, int32_t, node->list_count);
    size_t count = 0;
    for (int32_t i = first; node->list && i != SINEW_NONE; i = document->transforms[i].next) node->list[count++] = i;
    if (!node->list) return 0;
    if (is_whole_matrix(reader->document, node)) {
        node->form = FORM_MATRIX;
    } else if (sinew__collada_find_stack(reader->document, node->list, node->list_count, &node->stack)) {
        node->form = FORM_STACK;
        pass->joints[node->joint].stack = &node->stack.stack;
    } else {
        node->form = FORM_SAMPLES;
    }
    return 1;
}

static int begin_nodes(clips_reader *reader)
{
    collada_document *document = reader->document;
    sinew__arena *arena = &reader->pass->arena;
    reader->nodes = SINEW__ARENA_ARRAY(arena, animated_node, document->node_count);
    reader->players =
        SINEW__ARENA_ARRAY(arena, const collada_channel *, COLLADA_MATRIX_SIZE *(size_t)document->transform_count);
    if (!reader->nodes || !reader->players) return 0;
    for (int32_t i = 0; i < document->channel_count; ++i)
        if (!begin_channel(reader, &document->channels[i])) return 0;
    if (!warn_of_missing_targets(reader)) return 0;
    for (int32_t i = 0; i < document->node_count; ++i)
        if (document->nodes[i].is_animated && !begin_node(reader, i)) return 0;
    return 1;
}

// ---- stacks -------------------------------------------------------------------------------------------------------

/// Makes the curve of a transform's value in the clip. *out stays NULL if no channel plays it. Returns 0 when out of
/// memory.
static int read_curve(const clips_reader *reader, int32_t transform, int value, double scale, double offset,
                      const sinew_raw_curve **out)
{
    const collada_channel *channel = reader->players[COLLADA_MATRIX_SIZE * (size_t)transform + (size_t)value];
    if (!channel) return 1;
    return sinew__collada_curve(reader->pass, &reader->document->samplers[channel->sampler_index],
                                component_of(reader->document, channel, value), scale, offset, out);
}

/// Adds a channel, unless the clip plays none of its components. Returns 0 when out of memory.
static int add_channel(clips_reader *reader, const sinew_raw_channel *channel)
{
    return (!channel->curve[0] && !channel->curve[1] && !channel->curve[2]) ||
           sinew__clip_add_channel(reader->pass, &reader->parts, channel);
}

static sinew_raw_channel channel_of(const animated_node *node, sinew_channel_property property, const double value[3])
{
    return (sinew_raw_channel){.joint = node->joint,
                               .mesh = SINEW_NONE,
                               .morph = SINEW_NONE,
                               .property = property,
                               .value = {value[0], value[1], value[2]}};
}

static int read_stack(clips_reader *reader, const animated_node *node)
{
    const collada_stack *stack = &node->stack;
    sinew_raw_channel translation = channel_of(node, SINEW_CHANNEL_TRANSLATION, stack->stack.translation);
    sinew_raw_channel rotation = channel_of(node, SINEW_CHANNEL_ROTATION, stack->stack.rotation);
    sinew_raw_channel scaling = channel_of(node, SINEW_CHANNEL_SCALING, stack->stack.scaling);
    int ok = 1;
    for (int i = 0; ok && i < 3; ++i) {
        if (stack->translate != SINEW_NONE)
            ok = read_curve(reader, stack->translate, i, 1.0, stack->shift[i], &translation.curve[i]);
        if (ok && stack->rotate[i] != SINEW_NONE)
            ok = read_curve(reader, stack->rotate[i], 3, stack->sign[i], 0.0, &rotation.curve[i]);
        if (ok && stack->scale != SINEW_NONE) ok = read_curve(reader, stack->scale, i, 1.0, 0.0, &scaling.curve[i]);
    }
    return ok && add_channel(reader, &translation) && add_channel(reader, &rotation) && add_channel(reader, &scaling);
}

// ---- tracks -------------------------------------------------------------------------------------------------------

static int add_tracks(clips_reader *reader, animated_node *node, const collada_samples *samples)
{
    static const sinew_track_path paths[] = {SINEW_TRACK_TRANSLATION, SINEW_TRACK_ROTATION, SINEW_TRACK_SCALE};
    const int is_sheared = samples->largest_shear > 1e-4; // the error bound of baked clips
    if (!node->is_warned && (is_sheared || node->form != FORM_MATRIX)) {
        node->is_warned = 1;
        sinew__import_warn(reader->pass, IMPORT_WARNING_APPROXIMATED, reader->document->nodes[node->node].name,
                           is_sheared ? "its animated matrix is sheared; clips play it without the shear"
                                      : "its animated transforms are not a translation, a rotation and a scale in this "
                                        "order; clips play samples of them");
    }
    for (int i = 0; i < 3; ++i) {
        const sinew_raw_track track = {.joint = node->joint,
                                       .node = SINEW_NONE,
                                       .mesh = SINEW_NONE,
                                       .morph = SINEW_NONE,
                                       .path = paths[i],
                                       .keys = sinew__collada_sample_keys(reader->pass, samples, paths[i]),
                                       .key_count = (int32_t)samples->count,
                                       .interpolation = samples->is_stepped ? SINEW_STEP : SINEW_LINEAR};
        if (!track.keys || !sinew__clip_add_track(reader->pass, &reader->parts, &track)) return 0;
    }
    return 1;
}

static int read_matrices(clips_reader *reader, animated_node *node)
{
    const collada_document *document = reader->document;
    size_t place = 0;
    while (!document->transforms[node->list[place]].animated) place++;
    const collada_channel *channel = reader->players[COLLADA_MATRIX_SIZE * (size_t)node->list[place]];
    if (!channel) return 1;
    const sinew_affine before = sinew__collada_product(document, node->list, 0, place);
    const sinew_affine behind = sinew__collada_product(document, node->list, place + 1, node->list_count);
    collada_samples samples;
    return sinew__collada_sample_matrices(reader->pass, &document->samplers[channel->sampler_index], &before, &behind,
                                          &samples) &&
           add_tracks(reader, node, &samples);
}

static int read_samples(clips_reader *reader, animated_node *node)
{
    collada_moving moving = {.document = reader->document, .list = node->list, .list_count = node->list_count};
    const size_t count = COLLADA_MATRIX_SIZE * node->list_count;
    moving.curves = SINEW__ARENA_ARRAY(&reader->pass->arena, const sinew_raw_curve *, count);
    if (!moving.curves) return 0;
    for (size_t i = 0; i < count; ++i)
        if (!read_curve(reader, node->list[i / COLLADA_MATRIX_SIZE], (int)(i % COLLADA_MATRIX_SIZE), 1.0, 0.0,
                        &moving.curves[i]))
            return 0;
    collada_samples samples;
    return sinew__collada_sample(reader->pass, &moving, &samples) &&
           (samples.count == 0 || add_tracks(reader, node, &samples));
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// Reads the clip of the animations whose `clip` is reader->clip_number. Returns 0 when out of memory.
static int read_clip(clips_reader *reader, const char *name, double start, double end, sinew_raw_clip *out)
{
    reader->clip = out;
    reader->has_keys = 0;
    reader->first_key = reader->last_key = 0;
    reader->parts = (clip_parts){0};
    *out = (sinew_raw_clip){.name = name};
    // the channels that play the values of each transform in the clip
    const collada_document *document = reader->document;
    for (int32_t i = 0; i < document->channel_count; ++i) {
        const collada_channel *channel = &document->channels[i];
        if (channel->transform == SINEW_NONE || channel->animation == SINEW_NONE) continue;
        if (document->animations[channel->animation].clip != reader->clip_number) continue;
        animated_node *node = &reader->nodes[document->transforms[channel->transform].node];
        if (node->form == FORM_NONE) continue;
        const collada_channel **players = reader->players + COLLADA_MATRIX_SIZE * (size_t)channel->transform;
        for (int k = 0; k < channel->count; ++k) players[channel->first + k] = channel;
        node->clip = reader->clip_number;
        const collada_sampler *sampler = &document->samplers[channel->sampler_index];
        const int64_t first = sampler->keys[0].ticks, last = sampler->keys[sampler->key_count - 1].ticks;
        if (!reader->has_keys || first < reader->first_key) reader->first_key = first;
        if (!reader->has_keys || last > reader->last_key) reader->last_key = last;
        reader->has_keys = 1;
    }
    for (int32_t i = 0; i < document->node_count; ++i) {
        animated_node *node = &reader->nodes[i];
        if (node->clip != reader->clip_number) continue;
        if (node->form == FORM_STACK && !read_stack(reader, node)) return 0;
        if (node->form == FORM_MATRIX && !read_matrices(reader, node)) return 0;
        if (node->form == FORM_SAMPLES && !read_samples(reader, node)) return 0;
        for (size_t k = 0; k < node->list_count; ++k) // clears the players for the next clip
            memset(reader->players + COLLADA_MATRIX_SIZE * (size_t)node->list[k], 0,
                   COLLADA_MATRIX_SIZE * sizeof *reader->players);
    }
    // The clip starts and ends at its stated times. Without a stated start, it starts at 0, or at its first key if that
    // is earlier; without a stated end, it ends at its last key.
    const double first = (double)reader->first_key / (double)COLLADA_TICKS;
    const double last = (double)reader->last_key / (double)COLLADA_TICKS;
    reader->clip->start = isfinite(start) ? start : fmin(first, 0.0);
    const double stop = isfinite(end) && end > reader->clip->start ? end : last;
    reader->clip->duration = fmax(0.0, stop - reader->clip->start);
    // track times are relative to the clip's start
    for (size_t t = 0; t < reader->parts.track_count; ++t) {
        const sinew_raw_track *track = &reader->parts.tracks[t];
        sinew_track_key *keys = (sinew_track_key *)(uintptr_t)track->keys; // in the arena, made above
        for (int32_t k = 0; k < track->key_count; ++k) keys[k].time -= reader->clip->start;
    }
    sinew__clip_take_parts(&reader->parts, out);
    // Assimp names the only clip of a document without animation clips in its own way.
    const sinew_raw_model *importers = &reader->pass->raw;
    const int is_only = document->clip_count == 0 && importers->clip_count == 1;
    return sinew__import_keep_node_tracks(reader->pass, is_only ? importers->clips[0].name : name, out);
}

/// Marks the animations that no animation clip plays. Returns whether a marked animation has a channel that can be
/// played.
static int mark_rest(clips_reader *reader)
{
    collada_document *document = reader->document;
    int has_channel = 0;
    for (int32_t i = 0; i < document->channel_count; ++i) {
        const collada_channel *channel = &document->channels[i];
        if (channel->transform == SINEW_NONE || channel->animation == SINEW_NONE) continue;
        collada_animation *animation = &document->animations[channel->animation];
        if (animation->clip != 0 && animation->clip != reader->clip_number) continue;
        animation->clip = reader->clip_number;
        has_channel |= reader->nodes[document->transforms[channel->transform].node].form != FORM_NONE;
    }
    return has_channel;
}

static int read_clips(clips_reader *reader)
{
    import_pass *pass = reader->pass;
    collada_document *document = reader->document;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_clip, (size_t)document->clip_count + 1);
    if (!clips) return 0;
    int32_t count = 0;
    for (int32_t i = 0; i < document->clip_count; ++i) {
        const collada_clip *clip = &document->clips[i];
        ++reader->clip_number;
        // Mark the animations that the clip plays. Then mark the animations nested in marked ones, which come later in
        // the list.
        for (int32_t u = clip->first_use; u < clip->last_use; ++u) {
            const int32_t animation = sinew__name_table_find(&document->animation_ids, document->uses[u]);
            if (animation == SINEW_NONE)
                sinew__import_warn(pass, IMPORT_WARNING_CHANNEL_WITHOUT_NODE, clip->name,
                                   "it plays animation '%s', which is not in the file", document->uses[u]);
            else
                document->animations[animation].clip = reader->clip_number;
        }
        for (int32_t a = 0; a < document->animation_count; ++a) {
            collada_animation *animation = &document->animations[a];
            if (animation->parent != SINEW_NONE && document->animations[animation->parent].clip == reader->clip_number)
                animation->clip = reader->clip_number;
        }
        const char *name = *clip->name ? clip->name : sinew__arena_format(&pass->arena, "Animation %d", (int)count + 1);
        if (!name || !read_clip(reader, name, clip->start, clip->end, &clips[count++])) return 0;
    }
    ++reader->clip_number;
    if (mark_rest(reader) && !read_clip(reader, "animation", (double)NAN, (double)NAN, &clips[count++])) return 0;
    pass->raw.clips = clips;
    pass->raw.clip_count = count;
    return 1;
}

sinew_result sinew__collada_clips(import_pass *pass, sinew_error *error)
{
    clips_reader reader = {.pass = pass, .document = pass->collada};
    return begin_nodes(&reader) && read_clips(&reader) ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
