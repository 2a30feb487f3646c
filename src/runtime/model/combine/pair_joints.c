// Pairs the joints of two models by name, and compares their bones.
#include "runtime/model/combine/combine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"

// Compares the bones of two skeletons.

/// Smallest differences that are reported: as a fraction of the bone, and in degrees. Smaller ones are rounding errors
/// of exporters and not visible.
static const double least_length = 0.01, least_degrees = 1.0;

/// Fraction of the longest bone: shorter bones are helpers and are ignored.
static const double shortest = 1e-3;

static double length_of(sinew_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static double degrees_between(sinew_vec3 a, sinew_vec3 b)
{
    const sinew_vec3 cross = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return atan2(length_of(cross), a.x * b.x + a.y * b.y + a.z * b.z) * (180.0 / 3.14159265358979323846);
}

// ---- animated joints ----------------------------------------------------------------------------------------------

/// Whether the keys of a curve differ by more than `least`: exporters also write curves for joints that do not move.
static int curve_varies(const sinew_model *model, int32_t curve, double least)
{
    if (curve == SINEW_NONE) return 0;
    const sinew_curve_key *keys = model->curve_keys + model->curves[curve].first_key;
    for (int32_t i = 1; i < model->curves[curve].key_count; ++i) {
        if (fabs(keys[i].value - keys[0].value) > least) return 1;
    }
    return 0;
}

static int track_varies(const sinew_model *model, const sinew_track *track, double least)
{
    const sinew_track_key *keys = model->track_keys + track->first_key;
    for (int32_t i = 1; i < track->key_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (fabs(keys[i].value[k] - keys[0].value[k]) > least) return 1;
        }
    }
    if (track->interpolation != SINEW_CUBIC) return 0; // tangents may bend a track between equal keys
    const sinew_track_key *tangents = model->track_keys + track->first_key + track->key_count;
    for (int32_t i = 1; i < 2 * track->key_count - 1; ++i) // the first and the last tangent point outside of the keys
        for (int k = 0; k < 3; ++k)
            if (tangents[i].value[k] != 0) return 1;
    return 0;
}

static double least_way(const sinew_model *model, int32_t joint)
{
    return least_length * length_of(model->joints[joint].rest.t);
}

/// Returns a flag per joint, [joint_count]: whether its translation is animated. NULL when out of memory.
static const uint8_t *mark_wanderers(const sinew_model *model, sinew__arena *memory)
{
    uint8_t *wanders = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    if (!wanders) return NULL;
    for (int32_t i = 0; i < model->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint == SINEW_NONE || channel->property != SINEW_CHANNEL_TRANSLATION) continue;
        for (int k = 0; k < 3; ++k)
            wanders[channel->joint] |=
                (uint8_t)curve_varies(model, channel->curve[k], least_way(model, channel->joint));
    }
    for (int32_t i = 0; i < model->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->joint == SINEW_NONE || track->path != SINEW_TRACK_TRANSLATION) continue;
        wanders[track->joint] |= (uint8_t)track_varies(model, track, least_way(model, track->joint));
    }
    return wanders;
}

// ---- differences --------------------------------------------------------------------------------------------------

static void note(sinew__bone_difference *difference, int32_t joint, double amount, double least)
{
    if (!(amount >= least)) return;
    ++difference->count;
    if (amount <= difference->most) return;
    difference->most = amount;
    difference->joint = joint;
}

/// Whether a joint and its counterpart are ends of bones with paired parents.
static int are_bones(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                     int32_t joint)
{
    const int32_t parent = animation->joints[joint].parent, pair = in_character[joint];
    if (parent == SINEW_NONE || pair == SINEW_NONE || in_character[parent] == SINEW_NONE) return 0;
    if (character->joints[pair].parent != in_character[parent]) return 0;
    return character->joints[pair].kind == SINEW_JOINT_BONE &&
           character->joints[in_character[parent]].kind == SINEW_JOINT_BONE;
}

static double longest_bone(const sinew_model *model)
{
    double longest = 0.0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->kind == SINEW_JOINT_BONE && joint->parent != SINEW_NONE)
            longest = fmax(longest, length_of(joint->rest.t));
    }
    return longest;
}

int sinew__compare_bones(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                         double unit, sinew__arena *memory, sinew__bone_differences *out)
{
    const double least = shortest * longest_bone(character);
    const uint8_t *wanders = mark_wanderers(animation, memory);
    *out = (sinew__bone_differences){.length.joint = SINEW_NONE, .direction.joint = SINEW_NONE};
    for (int32_t i = 0; wanders && i < animation->joint_count; ++i) {
        if (wanders[i] || !are_bones(animation, character, in_character, i)) continue;
        const sinew_vec3 there = animation->joints[i].rest.t, here = character->joints[in_character[i]].rest.t;
        const double length_there = unit * length_of(there), length_here = length_of(here);
        if (!(length_here > least)) continue;
        ++out->compared;
        note(&out->length, i, fabs(length_there - length_here) / length_here, least_length);
        if (length_there > least) note(&out->direction, i, degrees_between(there, here), least_degrees);
    }
    return wanders != NULL;
}

static int compare_numbers(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int sinew__bone_scale(const sinew_model *animation, const sinew_model *character, const int32_t *in_character,
                      double unit, sinew__arena *memory, double *out_scale)
{
    enum { FEWEST_BONES = 3 };
    const double least = shortest * longest_bone(character);
    const uint8_t *wanders = mark_wanderers(animation, memory);
    double *scales = SINEW__ARENA_ARRAY(memory, double, animation->joint_count);
    size_t count = 0;
    *out_scale = 1;
    if (!wanders || !scales) return 0;
    for (int32_t i = 0; i < animation->joint_count; ++i) {
        if (wanders[i] || !are_bones(animation, character, in_character, i)) continue;
        const double there = unit * length_of(animation->joints[i].rest.t);
        const double here = length_of(character->joints[in_character[i]].rest.t);
        if (here > least && there > 0) scales[count++] = there / here;
    }
    if (count < FEWEST_BONES) return 1;
    qsort(scales, count, sizeof *scales, compare_numbers);
    *out_scale = scales[count / 2];
    return 1;
}

int sinew__joint_names_of(const sinew_model *model, sinew__arena *memory, sinew__joint_names *out)
{
    int32_t *parent = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count);
    const char **name = SINEW__ARENA_ARRAY(memory, const char *, model->joint_count);
    for (int32_t i = 0; parent && name && i < model->joint_count; ++i) {
        parent[i] = model->joints[i].parent;
        name[i] = sinew_text(model, model->joints[i].name);
    }
    *out = (sinew__joint_names){model->joint_count, parent, name};
    return parent && name;
}

/// The properties that two joints of a pair must share, from the strictest rule to the loosest.
typedef enum pairing_rule { BY_PARENT_AND_NAME, BY_NAME, BY_SHORT_NAME, RULE_COUNT } pairing_rule;

enum { ANY_PARENT = -2 };

/// A joint of the second model, with the properties that a rule compares.
typedef struct pair_candidate {
    int32_t parent; ///< joint index of the parent, SINEW_NONE for a root, or ANY_PARENT if the rule ignores it
    const char *name;
    int32_t id;
    size_t used; ///< in the first of several equal candidates: how many of them are paired already
} pair_candidate;

static int compare_keys(const pair_candidate *left, const pair_candidate *right)
{
    if (left->parent != right->parent) return left->parent < right->parent ? -1 : 1;
    return strcmp(left->name, right->name);
}

static int compare_candidates(const void *a, const void *b)
{
    const pair_candidate *left = a, *right = b;
    const int order = compare_keys(left, right);
    return order ? order : (left->id > right->id) - (left->id < right->id);
}

static pair_candidate key_of(const sinew__joint_names *joints, int32_t id, int32_t parent, pairing_rule rule)
{
    const char *name = joints->name[id];
    return (pair_candidate){
        .parent = rule == BY_PARENT_AND_NAME ? parent : ANY_PARENT,
        .name = rule == BY_SHORT_NAME ? sinew__short_joint_name(name) : name,
        .id = id,
    };
}

static void pair_by(sinew__joint_pairs *pairs, const sinew__joint_names *a, const sinew__joint_names *b,
                    pairing_rule rule, pair_candidate *candidates)
{
    size_t count = 0;
    for (int32_t id = 0; id < b->count; ++id)
        if (pairs->in_a[id] == SINEW_NONE) candidates[count++] = key_of(b, id, b->parent[id], rule);
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    for (int32_t id = 0; id < a->count; ++id) {
        if (pairs->in_b[id] != SINEW_NONE) continue;
        const int32_t parent = a->parent[id] == SINEW_NONE ? SINEW_NONE : pairs->in_b[a->parent[id]];
        if (rule == BY_PARENT_AND_NAME && parent == SINEW_NONE && a->parent[id] != SINEW_NONE) continue;
        const pair_candidate key = key_of(a, id, parent, rule);
        size_t first = 0;
        SINEW__LOWER_BOUND(first, count, compare_keys(&candidates[first], &key) < 0);
        if (first == count || compare_keys(&candidates[first], &key) != 0) continue;
        const size_t next = first + candidates[first].used; // the first candidate with this key that is not paired
        if (next == count || compare_keys(&candidates[next], &key) != 0) continue;
        ++candidates[first].used;
        pairs->in_b[id] = candidates[next].id;
        pairs->in_a[candidates[next].id] = id;
        ++pairs->count;
    }
}

int sinew__joint_pairs_init(sinew__joint_pairs *pairs, const sinew__joint_names *a, const sinew__joint_names *b)
{
    *pairs = (sinew__joint_pairs){.in_b = sinew__allocate(((size_t)a->count + 1) * sizeof(int32_t)),
                                  .in_a = sinew__allocate(((size_t)b->count + 1) * sizeof(int32_t))};
    pair_candidate *candidates = sinew__allocate(((size_t)b->count + 1) * sizeof *candidates);
    const int ok = pairs->in_b && pairs->in_a && candidates;
    if (ok) {
        for (int32_t id = 0; id < a->count; ++id) pairs->in_b[id] = SINEW_NONE;
        for (int32_t id = 0; id < b->count; ++id) pairs->in_a[id] = SINEW_NONE;
        for (pairing_rule rule = BY_PARENT_AND_NAME; rule < RULE_COUNT; ++rule) pair_by(pairs, a, b, rule, candidates);
    } else {
        sinew__joint_pairs_free(pairs);
    }
    sinew_free(candidates);
    return ok;
}

void sinew__joint_pairs_free(sinew__joint_pairs *pairs)
{
    sinew_free(pairs->in_b);
    sinew_free(pairs->in_a);
    *pairs = (sinew__joint_pairs){0};
}
