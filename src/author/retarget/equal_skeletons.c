// Recognises skeletons that are equal except for their size. Clips are copied between such skeletons without finding
// bodies.
#include "author/retarget/retarget.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/combine/combine.h"
#include "runtime/motion/motion.h"

static const double same_angle = 1 - 3.8e-7, // |cosine| of half of 0.1°
    same_length = 1e-3;                      // fraction of the bone's length plus the mean bone length

static int have_same_rest(const sinew_transform *own, const sinew_transform *other, double scale, double mean)
{
    const double cosine = own->r.x * other->r.x + own->r.y * other->r.y + own->r.z * other->r.z + own->r.w * other->r.w;
    const double length = sinew__vec3_length(own->t),
                 away = sinew__vec3_length(sinew__vec3_subtract(own->t, sinew__vec3_scale(other->t, scale)));
    const sinew_vec3 resized = sinew__vec3_subtract(own->s, other->s);
    return fabs(cosine) > same_angle && away <= same_length * (length + mean) &&
           sinew__vec3_length(resized) <= same_length * sinew__vec3_length(own->s);
}

/// Whether the marked joints of the animation have the same parents and rest poses as the character's joints. Sets
/// *out_scale to the character's size / the animation's.
static int are_equal(const sinew_model *character, const sinew_model *animation, const int32_t *in_character,
                     const uint8_t *marks, double *out_scale)
{
    double own = 0, others = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < animation->joint_count; ++i) {
        const int32_t parent = animation->joints[i].parent, other = in_character[i];
        if (!marks[i]) continue;
        if (other == SINEW_NONE) return 0;
        const int32_t above = character->joints[other].parent;
        if (parent == SINEW_NONE ? above != SINEW_NONE : in_character[parent] != above) return 0;
        if (parent == SINEW_NONE || !marks[parent]) continue;
        own += sinew__vec3_length(character->joints[other].rest.t);
        others += sinew__vec3_length(animation->joints[i].rest.t);
        ++count;
    }
    if (count < 2 || !(own > 0) || !(others > 0) || !isfinite(own / others)) return 0;
    *out_scale = fabs(own / others - 1) < same_length ? 1 : own / others;
    for (int32_t i = 0; i < animation->joint_count; ++i) {
        if (!marks[i]) continue;
        sinew_transform rest = character->joints[in_character[i]].rest, other = animation->joints[i].rest;
        const int32_t parent = animation->joints[i].parent;
        if (parent == SINEW_NONE || !marks[parent]) rest.t = other.t = (sinew_vec3){0, 0, 0}; // roots may be anywhere
        if (!have_same_rest(&rest, &other, *out_scale, own / count)) return 0;
    }
    return 1;
}

int sinew__pair_equal_skeletons(const sinew_model *character, const sinew_model *animation, sinew__arena *memory,
                                const int32_t **out_copied, double *out_scale)
{
    sinew__joint_names own, others;
    sinew__joint_pairs pairs;
    uint8_t *marks = SINEW__ARENA_ARRAY(memory, uint8_t, animation->joint_count);
    int32_t *copied = SINEW__ARENA_ARRAY(memory, int32_t, character->joint_count);
    *out_copied = NULL;
    if (!marks || !copied || !sinew__joint_names_of(character, memory, &own) ||
        !sinew__joint_names_of(animation, memory, &others) || !sinew__joint_pairs_init(&pairs, &own, &others))
        return 0;
    sinew__mark_character(animation, marks);
    const sinew_vec3 up = sinew__vec3_subtract(sinew__up_axis(character), sinew__up_axis(animation));
    if (sinew__vec3_dot(up, up) < 1e-9 && are_equal(character, animation, pairs.in_a, marks, out_scale)) {
        for (int32_t i = 0; i < character->joint_count; ++i) {
            const int32_t other = pairs.in_b[i];
            copied[i] = other != SINEW_NONE && marks[other] ? other : SINEW_NONE;
        }
        *out_copied = copied;
    }
    sinew__joint_pairs_free(&pairs);
    return 1;
}

int sinew__are_equal_skeletons(const sinew_model *character, const sinew_model *animation, int *out_are_equal)
{
    sinew__arena memory = {0};
    const int32_t *copied = NULL;
    double scale;
    const int has_memory = sinew__pair_equal_skeletons(character, animation, &memory, &copied, &scale);
    *out_are_equal = has_memory && copied;
    sinew__arena_free(&memory);
    return has_memory;
}
