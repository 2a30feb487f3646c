// Transfers clips of one model to the joints and morphs of another: pairs them, converts units, and adds warnings.
#include "runtime/model/combine/combine.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/number.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"

// Copies the clips of a model in the editable form, with the joint and morph indices of another model.

typedef struct clip_copy {
    const sinew_model *model;
    const sinew__clip_targets *targets;
    sinew__arena *memory;
} clip_copy;

static const sinew_curve_key *scaled_keys(const clip_copy *copy, const sinew_curve_key *keys, int32_t count,
                                          double factor)
{
    if (factor == 1.0) return keys;
    sinew_curve_key *out = SINEW__ARENA_ARRAY(copy->memory, sinew_curve_key, count);
    if (!out) return NULL;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = keys[i];
        out[i].value *= factor;
        out[i].in_value = (float)(factor * (double)out[i].in_value);
        out[i].out_value = (float)(factor * (double)out[i].out_value);
    }
    return out;
}

/// Copies a curve, its values multiplied by `factor`. Returns NULL for SINEW_NONE.
static const sinew_raw_curve *copy_curve(const clip_copy *copy, int32_t index, double factor)
{
    if (index == SINEW_NONE) return NULL;
    const sinew_curve *curve = &copy->model->curves[index];
    sinew_raw_curve *out = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_curve, 1);
    if (!out) return NULL;
    *out = (sinew_raw_curve){
        .keys = scaled_keys(copy, copy->model->curve_keys + curve->first_key, curve->key_count, factor),
        .key_count = curve->key_count,
        .before = curve->before,
        .after = curve->after,
        .before_count = curve->before_count,
        .after_count = curve->after_count};
    return out;
}

static void copy_layers(const clip_copy *copy, const sinew_clip *clip, sinew_raw_clip *out)
{
    sinew_raw_layer *layers = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_layer, clip->layer_count);
    for (int32_t i = 0; layers && i < clip->layer_count; ++i) {
        const sinew_fbx_layer *layer = &copy->model->layers[clip->first_layer + i];
        layers[i] = (sinew_raw_layer){.name = sinew_text(copy->model, layer->name),
                                      .mode = layer->mode,
                                      .is_base = layer->is_base,
                                      .weight = layer->weight,
                                      .weight_curve = copy_curve(copy, layer->weight_curve, 1.0),
                                      .rotation_by_layer = layer->rotation_by_layer,
                                      .scale_multiply = layer->scale_multiply,
                                      .muted = layer->muted};
    }
    out->layers = layers;
    out->layer_count = clip->layer_count;
}

/// Sets the joint, mesh and morph of the other model. Returns 0 if the source has a joint or morph without a
/// counterpart.
static int find_target(const clip_copy *copy, int32_t joint, int32_t morph, int32_t *out_joint, int32_t *out_mesh,
                       int32_t *out_morph)
{
    const sinew__clip_targets *targets = copy->targets;
    *out_joint = joint == SINEW_NONE ? SINEW_NONE : targets->joint[joint];
    *out_mesh = morph == SINEW_NONE ? SINEW_NONE : targets->mesh[morph];
    *out_morph = morph == SINEW_NONE ? SINEW_NONE : targets->morph[morph];
    return (joint == SINEW_NONE || *out_joint != SINEW_NONE) && (morph == SINEW_NONE || *out_morph != SINEW_NONE);
}

static void copy_channels(const clip_copy *copy, const sinew_clip *clip, sinew_raw_clip *out)
{
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_channel, clip->channel_count);
    for (int32_t i = 0; channels && i < clip->channel_count; ++i) {
        const sinew_channel *channel = &copy->model->channels[clip->first_channel + i];
        sinew_raw_channel to = {.layer = channel->layer - clip->first_layer, .property = channel->property};
        if (!find_target(copy, channel->joint, channel->morph, &to.joint, &to.mesh, &to.morph)) continue;
        const double factor = sinew__channel_is_length(channel->property) ? copy->targets->unit : 1.0;
        for (int c = 0; c < 3; ++c) {
            to.value[c] = factor * channel->value[c];
            to.curve[c] = copy_curve(copy, channel->curve[c], factor);
        }
        channels[out->channel_count++] = to;
    }
    out->channels = channels;
}

/// Returns the keys of a track, with the tangents of a cubic track after them; copied if their unit changes.
static const sinew_track_key *copy_track_keys(const clip_copy *copy, const sinew_track *track)
{
    const sinew_track_key *keys = copy->model->track_keys + track->first_key;
    if (track->path != SINEW_TRACK_TRANSLATION || copy->targets->unit == 1.0) return keys;
    const size_t count = (track->interpolation == SINEW_CUBIC ? 3 : 1) * (size_t)track->key_count;
    sinew_track_key *out = SINEW__ARENA_ARRAY(copy->memory, sinew_track_key, count);
    for (size_t k = 0; out && k < count; ++k) {
        out[k] = keys[k];
        for (int c = 0; c < 3; ++c) out[k].value[c] *= copy->targets->unit;
    }
    return out;
}

/// Copies the tracks of a clip, except for tracks of the importer's nodes, which the other model does not have.
static void copy_tracks(const clip_copy *copy, const sinew_clip *clip, sinew_raw_clip *out)
{
    sinew_raw_track *tracks = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_track, clip->track_count);
    for (int32_t i = 0; tracks && i < clip->track_count; ++i) {
        const sinew_track *track = &copy->model->tracks[clip->first_track + i];
        sinew_raw_track to = {.node = SINEW_NONE, .path = track->path, .interpolation = track->interpolation};
        if (track->joint == SINEW_NONE && track->morph == SINEW_NONE) continue;
        if (!find_target(copy, track->joint, track->morph, &to.joint, &to.mesh, &to.morph)) continue;
        to.keys = copy_track_keys(copy, track);
        to.key_count = track->key_count;
        if (to.keys && track->interpolation == SINEW_CUBIC) to.tangents = to.keys + track->key_count;
        tracks[out->track_count++] = to;
    }
    out->tracks = tracks;
}

static void copy_events(const clip_copy *copy, int32_t clip, sinew_raw_clip *out)
{
    int32_t first;
    out->event_count = sinew__clip_events(copy->model, clip, &first);
    sinew_raw_event *events = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_event, out->event_count);
    for (int32_t i = 0; events && i < out->event_count; ++i) {
        const sinew_event *event = &copy->model->events[first + i];
        events[i] = (sinew_raw_event){.track = sinew_text(copy->model, event->track),
                                      .text = sinew_text(copy->model, event->text),
                                      .time = event->time,
                                      .value = event->value};
    }
    out->events = events;
}

int sinew__raw_clips(const sinew_model *model, const sinew__clip_targets *targets, sinew__arena *memory,
                     sinew_raw_clip *clips)
{
    const clip_copy copy = {.model = model, .targets = targets, .memory = memory};
    for (int32_t i = 0; i < model->clip_count && !memory->failed; ++i) {
        const sinew_clip *clip = &model->clips[i];
        clips[i] = (sinew_raw_clip){.name = sinew_text(model, clip->name),
                                    .is_default = clip->is_default,
                                    .start = clip->start,
                                    .duration = clip->duration};
        copy_layers(&copy, clip, &clips[i]);
        copy_channels(&copy, clip, &clips[i]);
        copy_tracks(&copy, clip, &clips[i]);
        copy_events(&copy, i, &clips[i]);
    }
    return !memory->failed;
}

/// The parts of a joint that some clip of the animation changes.
enum { MOVES_TRANSLATION = 1, MOVES_ROTATION = 2, MOVES_SCALE = 4, MOVES_OTHER = 8 };

// ---- pairs --------------------------------------------------------------------------------------------------------

static const char *morph_name(const sinew_model *model, int32_t morph)
{
    return sinew_text(model, model->morphs[morph].name);
}

static const char *morph_mesh_name(const sinew_model *model, int32_t morph)
{
    return sinew_text(model, model->meshes[model->morphs[morph].mesh].name);
}

/// A morph in a list sorted by name, then mesh. Entries with `mesh` NULL, which stand for any mesh, come first.
typedef struct named_morph {
    const char *name, *mesh;
    int32_t morph;
} named_morph;

static int compare_names(const named_morph *a, const named_morph *b)
{
    const int names = strcmp(a->name, b->name);
    if (names != 0 || !a->mesh || !b->mesh) return names ? names : (a->mesh != NULL) - (b->mesh != NULL);
    return strcmp(a->mesh, b->mesh);
}

static int compare_morphs(const void *left, const void *right)
{
    const named_morph *a = left, *b = right;
    const int names = compare_names(a, b);
    return names ? names : (a->morph > b->morph) - (a->morph < b->morph);
}

/// Returns the first item of a sorted list with these names, or NULL.
static const named_morph *find_names(const named_morph *sorted, size_t count, const named_morph *names)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, count, compare_names(&sorted[i], names) < 0);
    return i < count && compare_names(&sorted[i], names) == 0 ? &sorted[i] : NULL;
}

/// Finds for each morph of the animation the character's morph of the same name: of a mesh of the same name, else of
/// any mesh. Returns 0 when out of memory.
static int pair_morphs(sinew__clip_transfer *job)
{
    const int32_t count = job->animation->morph_count;
    named_morph *sorted = SINEW__ARENA_ARRAY(&job->memory, named_morph, 2 * (size_t)job->character->morph_count);
    int32_t *mesh = SINEW__ARENA_ARRAY(&job->memory, int32_t, count);
    int32_t *morph = SINEW__ARENA_ARRAY(&job->memory, int32_t, count);
    if (!sorted || !mesh || !morph) return 0;
    // Lists each morph of the character twice: with its mesh, and for any mesh.
    size_t listed = (size_t)job->character->morph_count;
    for (int32_t i = 0; i < job->character->morph_count; ++i) {
        const char *name = morph_name(job->character, i);
        sorted[i] = (named_morph){name, morph_mesh_name(job->character, i), i};
        sorted[listed++] = (named_morph){name, NULL, i};
    }
    if (listed) qsort(sorted, listed, sizeof *sorted, compare_morphs);
    for (int32_t i = 0; i < count; ++i) {
        named_morph names = {morph_name(job->animation, i), morph_mesh_name(job->animation, i), i};
        const named_morph *found = find_names(sorted, listed, &names);
        names.mesh = NULL; // searches on any mesh
        if (!found) found = find_names(sorted, listed, &names);
        mesh[i] = found ? job->character->morphs[found->morph].mesh : SINEW_NONE;
        morph[i] = found ? found->morph - job->character->meshes[mesh[i]].first_morph : SINEW_NONE;
    }
    job->targets.mesh = mesh;
    job->targets.morph = morph;
    return 1;
}

static int find_what_moves(sinew__clip_transfer *job)
{
    static const uint8_t channel_moves[] = {[SINEW__MOVES_TRANSLATION] = MOVES_TRANSLATION,
                                            [SINEW__MOVES_ROTATION] = MOVES_ROTATION,
                                            [SINEW__MOVES_SCALE] = MOVES_SCALE,
                                            [SINEW__MOVES_MORPH] = MOVES_OTHER,
                                            [SINEW__MOVES_VISIBILITY] = MOVES_OTHER};
    static const uint8_t track_moves[] = {[SINEW_TRACK_TRANSLATION] = MOVES_TRANSLATION,
                                          [SINEW_TRACK_ROTATION] = MOVES_ROTATION,
                                          [SINEW_TRACK_SCALE] = MOVES_SCALE,
                                          [SINEW_TRACK_MORPH_WEIGHT] = MOVES_OTHER};
    const sinew_model *model = job->animation;
    job->moves = SINEW__ARENA_ARRAY(&job->memory, uint8_t, model->joint_count);
    if (!job->moves) return 0;
    for (int32_t i = 0; i < model->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint == SINEW_NONE) continue;
        job->moves[channel->joint] |= channel_moves[sinew__channel_rows[channel->property].moves];
    }
    for (int32_t i = 0; i < model->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint != SINEW_NONE) job->moves[track->joint] |= track_moves[track->path];
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!job->moves[i]) continue;
        if (job->pairs.in_b[i] == SINEW_NONE)
            ++job->match.unmatched;
        else
            ++job->match.matched;
    }
    return 1;
}

// ---- joints -------------------------------------------------------------------------------------------------------

/// Copies a vector of the stack if the clips animate its part of the joint; angles are always copied.
static void copy_vector(const sinew__clip_transfer *job, int32_t animated, sinew__stack_unit unit, const double from[3],
                        double out[3])
{
    const int moves = job->moves[animated];
    if (unit == SINEW__STACK_LENGTH && !(moves & MOVES_TRANSLATION)) return;
    if (unit == SINEW__STACK_FACTOR && !(moves & MOVES_SCALE)) return;
    for (int i = 0; i < 3; ++i) out[i] = unit == SINEW__STACK_LENGTH ? job->targets.unit * from[i] : from[i];
}

sinew_transform_stack sinew__clip_transfer_stack(const sinew__clip_transfer *job, int32_t joint, int32_t animated)
{
    sinew_transform_stack stack = sinew__joint_stack(job->character, joint);
    const sinew_transform_stack from = sinew__joint_stack(job->animation, animated);
#define VECTOR(property, field, unit) copy_vector(job, animated, SINEW__STACK_##unit, from.field, stack.field);
    SINEW__STACK_TRS(VECTOR)
    SINEW__STACK_PIVOTS(VECTOR)
#undef VECTOR
    stack.rotation_order = from.rotation_order;
    stack.rotation_active = from.rotation_active;
    stack.inherit_type = from.inherit_type;
    return stack;
}

sinew_transform sinew__clip_transfer_rest(const sinew__clip_transfer *job, int32_t joint, int32_t animated)
{
    sinew_transform rest = job->character->joints[joint].rest;
    const sinew_transform from = job->animation->joints[animated].rest;
    const double unit = job->targets.unit;
    rest.r = from.r;
    if (job->moves[animated] & MOVES_TRANSLATION)
        rest.t = (sinew_vec3){unit * from.t.x, unit * from.t.y, unit * from.t.z};
    if (job->moves[animated] & MOVES_SCALE) rest.s = from.s;
    return rest;
}

int sinew__clip_transfer_merges(const sinew__clip_transfer *job, int32_t joint)
{
    const int32_t animated = job->pairs.in_a[joint];
    if (animated == SINEW_NONE) return 0;
    const int is_bone = job->character->joints[joint].kind == SINEW_JOINT_BONE;
    return is_bone || (job->moves[animated] & (MOVES_TRANSLATION | MOVES_ROTATION | MOVES_SCALE)) != 0;
}

// ---- sources and warnings -----------------------------------------------------------------------------------------

const char *sinew__clip_transfer_file(const sinew__clip_transfer *job)
{
    return job->animation->source_count > 0 ? sinew_text(job->animation, job->animation->sources[0].name) : "";
}

static int warn_of_unmatched(const sinew__clip_transfer *job, sinew__builder *builder)
{
    const sinew_clip_match *match = &job->match;
    if (match->unmatched == 0) return 1;
    enum { NAMED = 8 };
    const sinew_model *model = job->animation;
    sinew__buffer names = {0}; // "'Tail1', 'Tail2', …"
    int named = 0;
    for (int32_t i = 0; i < model->joint_count && named < NAMED; ++i) {
        if (!job->moves[i] || job->pairs.in_b[i] != SINEW_NONE) continue;
        sinew__buffer_format(&names, "%s'%.40s'", named++ ? ", " : "", sinew_text(model, model->joints[i].name));
    }
    if (match->unmatched > NAMED) sinew__buffer_put_text(&names, ", …");
    sinew__buffer_put_character(&names, '\0');
    const int ok = !names.failed &&
                   sinew__builder_warn(builder, "I55", sinew__clip_transfer_file(job),
                                       "%d of %d joints that move in the animation are not here: %s",
                                       (int)match->unmatched, (int)(match->unmatched + match->matched), names.text);
    sinew__buffer_free(&names);
    return ok;
}

/// Appends "12 of 55 in length, most 'Spine' by 3.1 %", or nothing if no bone differs.
static void put_difference(const sinew__clip_transfer *job, const sinew__bone_difference *difference, int32_t compared,
                           const char *what, double amount, const char *unit, sinew__buffer *out)
{
    if (difference->count == 0) return;
    const char *name = sinew_text(job->animation, job->animation->joints[difference->joint].name);
    char number[SINEW__NUMBER_SIZE];
    sinew__format_rounded(amount, 3, number);
    sinew__buffer_format(out, "%s%d of %d in %s, most '%.40s' by %s%s", out->size > 0 ? "; " : "",
                         (int)difference->count, (int)compared, what, name, number, unit);
}

static int warn_of_other_bones(sinew__clip_transfer *job, sinew__builder *builder)
{
    sinew__bone_differences found;
    sinew__buffer text = {0};
    if (!sinew__compare_bones(job->animation, job->character, job->pairs.in_b, job->targets.unit, &job->memory, &found))
        return 0;
    if (found.length.count == 0 && found.direction.count == 0) return 1;
    put_difference(job, &found.length, found.compared, "length", 100.0 * found.length.most, " %", &text);
    put_difference(job, &found.direction, found.compared, "direction", found.direction.most, "°", &text);
    sinew__buffer_put_character(&text, '\0');
    const int ok = !text.failed && sinew__builder_warn(builder, "I56", sinew__clip_transfer_file(job),
                                                       "bones differ from those here: %s", text.text);
    sinew__buffer_free(&text);
    return ok;
}

int sinew__clip_transfer_report(sinew__clip_transfer *job, sinew__builder *builder)
{
    const sinew_model *model = job->animation;
    int ok = 1;
    for (int32_t i = 0; i < model->source_count; ++i) {
        const sinew_source *from = &model->sources[i];
        const sinew_text_ref name = sinew__builder_text(builder, sinew_text(model, from->name), &ok);
        sinew_source *item = sinew__section_push(builder, SINEW__SECTION_SOURCES, 1);
        if (!ok || !item) return 0;
        *item = *from;
        item->name = name;
    }
    for (int32_t i = 0; i < model->warning_count; ++i) { // warnings of the animation's import
        const sinew_warning *from = &model->warnings[i];
        const sinew_raw_warning warning = {.code = sinew_text(model, from->code),
                                           .object = sinew_text(model, from->object),
                                           .text = sinew_text(model, from->text),
                                           .severity = from->severity};
        if (!sinew__builder_put_warning(builder, &warning)) return 0;
    }
    if (!warn_of_unmatched(job, builder)) return 0;
    if (job->rescaled > 0) {
        char number[SINEW__NUMBER_SIZE];
        sinew__format_rounded(job->rescaled, 3, number);
        if (!sinew__builder_warn(builder, "I58", sinew__clip_transfer_file(job),
                                 "its bones are %s times as long as those here, so it has other units than it states: "
                                 "its translations are divided by %s",
                                 number, number))
            return 0;
    }
    return warn_of_other_bones(job, builder);
}

// ---- clips --------------------------------------------------------------------------------------------------------

sinew_result sinew__clip_transfer_build(sinew__clip_transfer *job, const sinew_raw_clip *clips,
                                        int64_t ticks_per_second, sinew__builder *builder)
{
    const sinew_model *character = job->character;
    sinew_raw_mesh *meshes = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_mesh, character->mesh_count);
    builder->joint_of_raw = SINEW__ARENA_ARRAY(&job->memory, int32_t, character->joint_count);
    builder->first_morph = SINEW__ARENA_ARRAY(&job->memory, int32_t, character->mesh_count);
    if (job->memory.failed) return sinew__fail_memory(builder->error);
    for (int32_t i = 0; i < character->joint_count; ++i) builder->joint_of_raw[i] = i;
    for (int32_t i = 0; i < character->mesh_count; ++i) {
        builder->first_morph[i] = character->meshes[i].first_morph;
        meshes[i].morph_count = character->meshes[i].morph_count;
    }
    const sinew_raw_model raw = {.ticks_per_second = ticks_per_second,
                                 .joint_count = character->joint_count,
                                 .meshes = meshes,
                                 .mesh_count = character->mesh_count,
                                 .clips = clips,
                                 .clip_count = job->animation->clip_count};
    builder->raw = &raw;
    const sinew_result result = sinew__build_clips(builder);
    builder->raw = NULL;
    return result;
}

sinew_result sinew__clip_transfer_init(sinew__clip_transfer *job, const sinew_model *character,
                                       const sinew_model *animation, sinew_error *error)
{
    *job = (sinew__clip_transfer){.character = character, .animation = animation};
    job->targets.unit = animation->info->unit_cm / character->info->unit_cm;
    if (animation->clip_count == 0) return sinew__fail(error, SINEW_ERROR_NO_CLIP, "there is no clip to play");
    if (sinew__check_curves(animation, error) != SINEW_OK) return SINEW_ERROR_NO_CURVES;
    sinew__joint_names its_joints, own_joints;
    if (!sinew__joint_names_of(animation, &job->memory, &its_joints) ||
        !sinew__joint_names_of(character, &job->memory, &own_joints) ||
        !sinew__joint_pairs_init(&job->pairs, &its_joints, &own_joints))
        return sinew__fail_memory(error);
    job->targets.joint = job->pairs.in_b;
    if (!pair_morphs(job) || !find_what_moves(job)) return sinew__fail_memory(error);
    if (job->match.matched == 0) return sinew__fail(error, SINEW_ERROR_NO_MATCH, "no joint has the same name");

    // Files often state a wrong unit, such as centimetres for metres, or inches in a BVH. The lengths of bones reveal
    // it: bodies of different sizes differ by less than `other_body`.
    static const double other_body = 2;
    double scale;
    if (!sinew__bone_scale(animation, character, job->pairs.in_b, job->targets.unit, &job->memory, &scale))
        return sinew__fail_memory(error);
    if (scale <= other_body && scale >= 1 / other_body) return SINEW_OK;
    job->rescaled = scale;
    job->targets.unit /= scale;
    return SINEW_OK;
}

void sinew__clip_transfer_free(sinew__clip_transfer *job)
{
    sinew__joint_pairs_free(&job->pairs);
    sinew__arena_free(&job->memory);
}
