#include "model/combine/pair_joints.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/joint_name.h"

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

/// What must agree for two joints to be a pair.
typedef enum pairing_rule { BY_PARENT_AND_NAME, BY_NAME, BY_SHORT_NAME, RULE_COUNT } pairing_rule;

enum { ANY_PARENT = -2 };

/// A joint of the second model as one rule sees it.
typedef struct pair_candidate {
    int32_t parent; ///< id in the second model, SINEW_NONE for a root, or ANY_PARENT
    const char *name;
    int32_t id;
    size_t used; ///< of the first of several equals: how many are paired already
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

static size_t list_candidates(const sinew__joint_pairs *pairs, const sinew__joint_names *b, pairing_rule rule,
                              pair_candidate *candidates)
{
    size_t count = 0;
    for (int32_t id = 0; id < b->count; ++id) {
        if (pairs->in_a[id] == SINEW_NONE) candidates[count++] = key_of(b, id, b->parent[id], rule);
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    return count;
}

/// The next candidate with that key that is not paired yet, or NULL.
static const pair_candidate *take_candidate(pair_candidate *candidates, size_t count, const pair_candidate *key)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_keys(&candidates[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || compare_keys(&candidates[low], key) != 0) return NULL;
    const size_t next = low + candidates[low].used;
    if (next == count || compare_keys(&candidates[next], key) != 0) return NULL;
    ++candidates[low].used;
    return &candidates[next];
}

static void pair_by(sinew__joint_pairs *pairs, const sinew__joint_names *a, const sinew__joint_names *b,
                    pairing_rule rule, pair_candidate *candidates)
{
    const size_t count = list_candidates(pairs, b, rule, candidates);
    for (int32_t id = 0; id < a->count; ++id) {
        if (pairs->in_b[id] != SINEW_NONE) continue;
        const int32_t parent = a->parent[id] == SINEW_NONE ? SINEW_NONE : pairs->in_b[a->parent[id]];
        if (rule == BY_PARENT_AND_NAME && parent == SINEW_NONE && a->parent[id] != SINEW_NONE) continue;
        const pair_candidate key = key_of(a, id, parent, rule), *found = take_candidate(candidates, count, &key);
        if (!found) continue;
        pairs->in_b[id] = found->id;
        pairs->in_a[found->id] = id;
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
