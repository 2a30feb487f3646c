/// Adds clips of several animations to a character that keeps its own clips.
///
/// A joint has one transform stack, and the character's own clips rely on it. Differences of an animation's rest pose
/// are therefore written into its clips, as channels without keys and tracks with one key. Rotation orders cannot be
/// written that way: a joint takes over the order of the first animation if no clip of the character rotates it.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/combine/combine.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/compact_clip.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/model/make_model.h"

// Unique names for the clips of several files.

/// A used name, and the number for the next clip of that name.
typedef struct sinew__clip_name_entry {
    const char *name; ///< NULL: a free entry
    int32_t next;
} sinew__clip_name_entry;

/// A hash table of the used names, allocated in an arena.
typedef struct sinew__clip_names {
    sinew__arena *memory;
    sinew__clip_name_entry *entries; ///< [mask + 1]
    size_t mask;
} sinew__clip_names;

enum { NUMBER_SIZE = 16 }; ///< bytes for a space and a number

/// Returns the entry of a name, or the free entry for it.
static sinew__clip_name_entry *find_entry(const sinew__clip_names *names, const char *name)
{
    size_t i = sinew__hash_name(name, strlen(name)) & names->mask;
    while (names->entries[i].name && strcmp(names->entries[i].name, name) != 0) i = (i + 1) & names->mask;
    return &names->entries[i];
}

/// Marks a name as used. Its text must outlive the table.
static void clip_names_keep(sinew__clip_names *names, const char *name)
{
    sinew__clip_name_entry *entry = find_entry(names, name);
    if (!entry->name) *entry = (sinew__clip_name_entry){.name = name, .next = 2};
}

/// Returns an unused name for a clip and marks it as used. It is the clip's own name, else prefixed with the name of
/// its file ("run|walk" for `walk` of run.fbx, "run" if the clip has no name), else also numbered ("run|walk 2").
/// Returns NULL when out of memory.
static const char *clip_names_choose(sinew__clip_names *names, const char *name, const char *file)
{
    if (!find_entry(names, name)->name) {
        clip_names_keep(names, name);
        return name;
    }
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file, *dot = strrchr(stem, '.');
    const size_t length = dot && dot > stem ? (size_t)(dot - stem) : strlen(stem);
    const size_t size = length + strlen(name) + 2 + NUMBER_SIZE;
    char *prefixed = SINEW__ARENA_ARRAY(names->memory, char, size), *chosen = prefixed;
    if (!prefixed) return NULL;
    snprintf(prefixed, size, "%.*s%s%s", (int)length, stem, *name && length ? "|" : "", name);
    sinew__clip_name_entry *base = find_entry(names, prefixed);
    while (find_entry(names, chosen)->name) {
        chosen = SINEW__ARENA_ARRAY(names->memory, char, size);
        if (!chosen) return NULL;
        snprintf(chosen, size, "%s %d", prefixed, (int)base->next++);
    }
    clip_names_keep(names, chosen);
    return chosen;
}

/// The transform stack of a joint of the result.
typedef struct joint_state {
    sinew_transform_stack stack;
    uint8_t has_stack;
    uint8_t order_is_fixed; ///< clips rotate the joint in this rotation order
} joint_state;

/// Scratch for one clip: the properties and paths that it animates, and the constant values to add.
typedef struct held_values {
    uint32_t *properties;        ///< [joint_count] one bit per property that a layer animates
    uint32_t *paths;             ///< [joint_count] one bit per path with a track
    int32_t base;                ///< layer whose values replace the rest pose
    double first_key;            ///< time of the earliest key in any track
    sinew_raw_channel *channels; ///< [PROPERTY_COUNT · joint_count]
    sinew_raw_track *tracks;     ///< [PATH_COUNT · joint_count]
    int32_t channel_count, track_count;
} held_values;

enum { PROPERTY_COUNT = SINEW_CHANNEL_SCALING_PIVOT + 1, PATH_COUNT = 3 };

/// Largest number of clips × joints of one animation: bounds the time to compare them.
static const int64_t max_clip_joints = INT64_C(1) << 28;

typedef struct addition {
    const sinew_model *character;
    sinew__clip_transfer *transfers; ///< [count]
    int32_t count;
    int64_t ticks_per_second;
    sinew__arena memory;
    joint_state *joints; ///< [character joint_count]
    held_values held;
    sinew__clip_names names;
    sinew__builder builder;
} addition;

// ---- rotation orders ----------------------------------------------------------------------------------------------

static int32_t order_of(const sinew_transform_stack *stack)
{
    return stack->rotation_active ? stack->rotation_order : SINEW_ROTATE_XYZ;
}

static int init_joints(addition *job)
{
    const sinew_model *model = job->character;
    job->joints = SINEW__ARENA_ARRAY(&job->memory, joint_state, model->joint_count);
    const size_t joints = (size_t)model->joint_count;
    job->held = (held_values){.properties = SINEW__ARENA_ARRAY(&job->memory, uint32_t, joints),
                              .paths = SINEW__ARENA_ARRAY(&job->memory, uint32_t, joints),
                              .channels = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_channel, PROPERTY_COUNT * joints),
                              .tracks = SINEW__ARENA_ARRAY(&job->memory, sinew_raw_track, PATH_COUNT * joints)};
    if (job->memory.failed) return 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        job->joints[i].has_stack = model->joints[i].stack != SINEW_NONE;
        job->joints[i].stack = sinew__joint_stack(model, i);
        if (!job->joints[i].has_stack) job->joints[i].stack.inherit_type = SINEW_INHERIT_RSrs;
    }
    for (int32_t i = 0; i < model->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property == SINEW_CHANNEL_ROTATION) job->joints[channel->joint].order_is_fixed = 1;
    }
    return 1;
}

static void ignore_unused_rotations(sinew_transform_stack *stack)
{
    if (stack->rotation_active) return;
    memset(stack->pre_rotation, 0, sizeof stack->pre_rotation);
    memset(stack->post_rotation, 0, sizeof stack->post_rotation);
}

/// Converts the rotations of a stack to the rotation order of another stack.
static void change_order(sinew_transform_stack *stack, const sinew_transform_stack *to)
{
    if (order_of(stack) != order_of(to)) {
        const sinew_quat rotation = sinew__quat_from_euler(stack->rotation, order_of(stack));
        sinew__quat_to_euler(rotation, order_of(to), stack->rotation);
    }
    if (to->rotation_active) ignore_unused_rotations(stack);
    if (!to->rotation_active && order_of(stack) == SINEW_ROTATE_XYZ) return;
    stack->rotation_active = 1;
    stack->rotation_order = order_of(to);
}

static sinew_result adopt_order(addition *job, const sinew__clip_transfer *transfer, int32_t joint)
{
    const int32_t animated = transfer->pairs.in_a[joint];
    joint_state *state = &job->joints[joint];
    if (transfer->animation->joints[animated].stack == SINEW_NONE) return SINEW_OK;
    const sinew_transform_stack stack = sinew__joint_stack(transfer->animation, animated);
    if (order_of(&stack) != order_of(&state->stack) && state->order_is_fixed) {
        return sinew__fail(job->builder.error, SINEW_ERROR_UNSUPPORTED,
                           "joint '%.60s': the clips have different rotation orders",
                           sinew_text(job->character, job->character->joints[joint].name));
    }
    change_order(&state->stack, &stack);
    if (job->character->clip_count == 0 && !state->order_is_fixed) state->stack.inherit_type = stack.inherit_type;
    state->has_stack = 1;
    state->order_is_fixed = 1;
    return SINEW_OK;
}

// ---- differences of the rest poses --------------------------------------------------------------------------------

/// Adds the constant channels and tracks to a clip.
static int extend_clip(sinew_raw_clip *clip, const held_values *held, sinew__arena *memory)
{
    const size_t channel_count = (size_t)clip->channel_count, held_channels = (size_t)held->channel_count;
    const size_t track_count = (size_t)clip->track_count, held_tracks = (size_t)held->track_count;
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(memory, sinew_raw_channel, channel_count + held_channels);
    sinew_raw_track *tracks = SINEW__ARENA_ARRAY(memory, sinew_raw_track, track_count + held_tracks);
    if (!channels || !tracks) return 0;
    if (channel_count) memcpy(channels, clip->channels, channel_count * sizeof *channels);
    if (held_channels) memcpy(channels + channel_count, held->channels, held_channels * sizeof *channels);
    if (track_count) memcpy(tracks, clip->tracks, track_count * sizeof *tracks);
    if (held_tracks) memcpy(tracks + track_count, held->tracks, held_tracks * sizeof *tracks);
    clip->channels = channels;
    clip->channel_count += held->channel_count;
    clip->tracks = tracks;
    clip->track_count += held->track_count;
    return 1;
}

/// Adds a channel without keys to the base layer for each value of `wanted` that differs from `rest`.
static void hold_stack(held_values *held, int32_t joint, sinew_transform_stack wanted, sinew_transform_stack rest)
{
    ignore_unused_rotations(&wanted);
    ignore_unused_rotations(&rest);
    for (uint32_t property = 0; property < PROPERTY_COUNT; ++property) {
        const double *to = sinew__stack_values(&wanted, property), *from = sinew__stack_values(&rest, property);
        if (held->properties[joint] & (UINT32_C(1) << property)) continue;
        if (to[0] == from[0] && to[1] == from[1] && to[2] == from[2]) continue;
        held->channels[held->channel_count++] = (sinew_raw_channel){.layer = held->base,
                                                                    .joint = joint,
                                                                    .mesh = SINEW_NONE,
                                                                    .morph = SINEW_NONE,
                                                                    .property = (uint32_t)property,
                                                                    .value = {to[0], to[1], to[2]}};
    }
}

/// Adds a track with one key for each part of `wanted` that differs from `rest`.
static int hold_transform(held_values *held, int32_t joint, const sinew_transform *wanted, const sinew_transform *rest,
                          sinew__arena *memory)
{
    const double to[PATH_COUNT][4] = {[SINEW_TRACK_TRANSLATION] = {wanted->t.x, wanted->t.y, wanted->t.z},
                                      [SINEW_TRACK_ROTATION] = {wanted->r.x, wanted->r.y, wanted->r.z, wanted->r.w},
                                      [SINEW_TRACK_SCALE] = {wanted->s.x, wanted->s.y, wanted->s.z}};
    const double from[PATH_COUNT][4] = {[SINEW_TRACK_TRANSLATION] = {rest->t.x, rest->t.y, rest->t.z},
                                        [SINEW_TRACK_ROTATION] = {rest->r.x, rest->r.y, rest->r.z, rest->r.w},
                                        [SINEW_TRACK_SCALE] = {rest->s.x, rest->s.y, rest->s.z}};
    for (int path = 0; path < PATH_COUNT; ++path) {
        if (held->paths[joint] & (UINT32_C(1) << path)) continue;
        if (memcmp(to[path], from[path], sizeof to[path]) == 0) continue;
        sinew_track_key *key = SINEW__ARENA_ARRAY(memory, sinew_track_key, 1);
        if (!key) return 0;
        key->time = held->first_key;
        memcpy(key->value, to[path], sizeof key->value);
        held->tracks[held->track_count++] = (sinew_raw_track){.node = SINEW_NONE,
                                                              .joint = joint,
                                                              .mesh = SINEW_NONE,
                                                              .morph = SINEW_NONE,
                                                              .path = (uint32_t)path,
                                                              .interpolation = SINEW_STEP,
                                                              .keys = key,
                                                              .key_count = 1};
    }
    return 1;
}

// ---- clips --------------------------------------------------------------------------------------------------------

static int prepare_clip(addition *job, sinew__clip_transfer *transfer, sinew_raw_clip *clip)
{
    const int32_t joint_count = job->character->joint_count;
    clip->name = clip_names_choose(&job->names, clip->name, sinew__clip_transfer_file(transfer));
    int ok = clip->name != NULL;
    job->held.base = 0;
    for (int32_t i = 0; i < clip->layer_count; ++i)
        if (clip->layers[i].is_base) job->held.base = i;
    for (int32_t i = 0; i < joint_count; ++i) job->held.properties[i] = 0;
    for (int32_t i = 0; i < clip->channel_count; ++i) {
        const sinew_raw_channel *channel = &clip->channels[i];
        const int is_muted = channel->layer < clip->layer_count && clip->layers[channel->layer].muted;
        if (channel->joint == SINEW_NONE || is_muted) continue;
        job->held.properties[channel->joint] |= UINT32_C(1) << channel->property;
    }
    job->held.first_key = clip->track_count > 0 ? clip->tracks[0].keys[0].time : clip->start;
    for (int32_t i = 0; i < joint_count; ++i) job->held.paths[i] = 0;
    for (int32_t i = 0; i < clip->track_count; ++i) {
        const sinew_raw_track *track = &clip->tracks[i];
        if (track->joint != SINEW_NONE) job->held.paths[track->joint] |= UINT32_C(1) << track->path;
    }
    job->held.channel_count = job->held.track_count = 0;
    for (int32_t i = 0; i < joint_count && ok; ++i) {
        const int32_t animated = transfer->pairs.in_a[i];
        if (!sinew__clip_transfer_merges(transfer, i)) continue;
        if (transfer->animation->joints[animated].stack != SINEW_NONE) {
            hold_stack(&job->held, i, sinew__clip_transfer_stack(transfer, i, animated), job->joints[i].stack);
            continue;
        }
        const sinew_transform wanted = sinew__clip_transfer_rest(transfer, i, animated);
        ok = hold_transform(&job->held, i, &wanted, &job->character->joints[i].rest, &transfer->memory);
    }
    return ok && extend_clip(clip, &job->held, &transfer->memory);
}

static sinew_result add_animation(addition *job, int32_t index)
{
    sinew__clip_transfer *transfer = &job->transfers[index];
    const sinew_model *animation = transfer->animation;
    int32_t chosen;
    sinew_result result = sinew_model_find_clip(animation, NULL, &chosen, job->builder.error);
    if (result != SINEW_OK) return result;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&transfer->memory, sinew_raw_clip, animation->clip_count);
    int ok = clips && sinew__clip_transfer_report(transfer, &job->builder) &&
             sinew__raw_clips(animation, &transfer->targets, &transfer->memory, clips);
    for (int32_t i = 0; i < animation->clip_count && ok; ++i) {
        ok = prepare_clip(job, transfer, &clips[i]);
        clips[i].is_default = index == 0 && i == chosen;
    }
    if (!ok) return sinew__fail_memory(job->builder.error);
    result = sinew__clip_transfer_build(transfer, clips, job->ticks_per_second, &job->builder);
    sinew__arena_free(&transfer->memory);
    return result;
}

// ---- the block ----------------------------------------------------------------------------------------------------

/// Takes over the character, except for its baked clips and its stacks, which are written anew.
static int take_character(addition *job)
{
    const uint8_t leave_out[SINEW__SECTION_COUNT] = {[SINEW__SECTION_STACKS] = 1, [SINEW__SECTION_BAKED] = 1};
    if (!sinew__take_sections(&job->builder, job->character, leave_out)) return 0;
    sinew_model_info *info = sinew__section_items(&job->builder, SINEW__SECTION_INFO);
    sinew_clip *clips = sinew__section_items(&job->builder, SINEW__SECTION_CLIPS);
    const double fps = job->transfers[0].animation->info->fps;
    info->ticks_per_second = job->ticks_per_second;
    if (fps > 0.0 && (job->character->clip_count == 0 || !(info->fps > 0.0))) info->fps = fps;
    for (int32_t i = 0; i < job->character->clip_count; ++i) {
        clips[i].is_default = 0;
        clip_names_keep(&job->names, sinew_text(job->character, job->character->clips[i].name));
    }
    int ok = 1;
    sinew_joint *joints = sinew__section_items(&job->builder, SINEW__SECTION_JOINTS);
    for (int32_t i = 0; i < job->character->joint_count && ok; ++i) {
        if (!job->joints[i].has_stack) continue;
        sinew_transform_stack *stack = sinew__section_push(&job->builder, SINEW__SECTION_STACKS, 1);
        if (stack) *stack = job->joints[i].stack;
        joints[i].stack = sinew__section_size(&job->builder, SINEW__SECTION_STACKS) - 1;
        ok = stack != NULL;
    }
    return ok;
}

/// Whether the character's baked clips still play correctly: no joint got another stack.
static int keeps_baked(const addition *job)
{
    const sinew_model *character = job->character;
    for (int32_t i = 0; i < character->joint_count; ++i) {
        const sinew_transform_stack *own = &job->joints[i].stack;
        if (job->joints[i].has_stack != (character->joints[i].stack != SINEW_NONE)) return 0;
        if (job->joints[i].has_stack && memcmp(own, &character->stacks[character->joints[i].stack], sizeof *own) != 0)
            return 0;
    }
    return character->baked_byte_count > 0;
}

/// Takes over the character's baked clips, and warns that the other clips are not baked.
static sinew_result put_baked(addition *job, sinew__buffer *section)
{
    const int32_t count = sinew__section_size(&job->builder, SINEW__SECTION_CLIPS),
                  added = count - job->character->clip_count;
    if (job->character->baked_byte_count == 0) return SINEW_OK;
    const int is_kept = keeps_baked(job);
    if (is_kept) sinew__baked_section_copy(job->character, count, section);
    if (section->failed) return sinew__fail_memory(job->builder.error);
    sinew__section_lend(&job->builder, SINEW__SECTION_BAKED, section->text, section->size);
    const int ok = sinew__builder_warn(&job->builder, "I60", "",
                                       "%d of %d clips are not baked: they play from their curves, exact but slower",
                                       (int)(is_kept ? added : count), (int)count);
    return ok ? SINEW_OK : sinew__fail_memory(job->builder.error);
}

static sinew_result assemble(addition *job, void **out_block, size_t *out_size)
{
    sinew__buffer section = {0};
    size_t clip_count = (size_t)job->character->clip_count;
    for (int32_t i = 0; i < job->count; ++i) clip_count += (size_t)job->transfers[i].animation->clip_count;
    size_t slots = 16;
    while (slots < 4 * clip_count) slots *= 2; // a clip uses at most two names, and half of the table stays free
    job->names = (sinew__clip_names){.memory = &job->memory,
                                     .entries = SINEW__ARENA_ARRAY(&job->memory, sinew__clip_name_entry, slots),
                                     .mask = slots - 1};
    if (!job->names.entries || !take_character(job)) return sinew__fail_memory(job->builder.error);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < job->count && result == SINEW_OK; ++i) result = add_animation(job, i);
    if (result == SINEW_OK) result = put_baked(job, &section);
    if (result == SINEW_OK) result = sinew__builder_lay_out(&job->builder, out_block, out_size);
    sinew__buffer_free(&section);
    return result;
}

// ---- the models ---------------------------------------------------------------------------------------------------

/// Checks that the curves of all models have the same ticks per second; models without curves fit any.
static sinew_result choose_ticks(addition *job)
{
    const sinew_model *chosen = job->character->curve_count > 0 ? job->character : NULL;
    job->ticks_per_second = job->character->info->ticks_per_second;
    for (int32_t i = 0; i < job->count; ++i) {
        const sinew_model *animation = job->transfers[i].animation;
        if (animation->curve_count == 0) continue;
        if (!chosen) job->ticks_per_second = animation->info->ticks_per_second;
        chosen = animation;
        if (animation->info->ticks_per_second == job->ticks_per_second) continue;
        return sinew__fail(job->builder.error, SINEW_ERROR_UNSUPPORTED,
                           "the curves of the files count time in different units");
    }
    return SINEW_OK;
}

static sinew_result match_animations(addition *job, const sinew_model *const *animations, sinew_clip_match *out_matches)
{
    sinew_error *error = job->builder.error;
    sinew_result result = sinew__check_curves(job->character, error);
    if (result != SINEW_OK) return result;
    job->transfers = SINEW__ARENA_ARRAY(&job->memory, sinew__clip_transfer, job->count);
    if (!job->transfers || !init_joints(job)) return sinew__fail_memory(error);
    for (int32_t i = 0; i < job->count && result == SINEW_OK; ++i) {
        const sinew_model *animation = animations[i];
        job->transfers[i].animation = animation; // errors name its file
        if ((int64_t)animation->clip_count * job->character->joint_count > max_clip_joints)
            result = sinew__fail(error, SINEW_ERROR_LIMIT, "%d clips on %d joints are too many",
                                 (int)animation->clip_count, (int)job->character->joint_count);
        else
            result = sinew__clip_transfer_init(&job->transfers[i], job->character, animation, error);
        if (out_matches) out_matches[i] = job->transfers[i].match;
        for (int32_t k = 0; k < job->character->joint_count && result == SINEW_OK; ++k)
            if (sinew__clip_transfer_merges(&job->transfers[i], k)) result = adopt_order(job, &job->transfers[i], k);
        if (result == SINEW_OK || result == SINEW_ERROR_OUT_OF_MEMORY || !error || job->count < 2) continue;
        const sinew_error plain = *error; // puts the name of the file before the message
        sinew__fail(error, result, "%.80s: %.280s", sinew__clip_transfer_file(&job->transfers[i]), plain.message);
        memcpy(error->hint, plain.hint, sizeof error->hint);
    }
    return result == SINEW_OK ? choose_ticks(job) : result;
}

sinew_result sinew__model_add_clips(const sinew_model *character, const sinew_model *const *animations, int32_t count,
                                    sinew_clip_match *out_matches, sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, character, animations, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 1)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "count is %d, expected 1 or more", (int)count);
    for (int32_t i = 0; i < count; ++i) {
        if (!animations[i])
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the argument animations[%d] is NULL", (int)i);
    }
    addition job = {.character = character, .count = count, .builder = {.error = out_error}};
    void *block = NULL;
    size_t size = 0;
    sinew_result result = match_animations(&job, animations, out_matches);
    if (result == SINEW_OK) result = assemble(&job, &block, &size);
    sinew__builder_free(&job.builder);
    for (int32_t i = 0; job.transfers && i < count; ++i) sinew__clip_transfer_free(&job.transfers[i]);
    sinew__arena_free(&job.memory);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, out_error) : result;
}
