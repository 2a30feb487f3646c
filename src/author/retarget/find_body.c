// Finds the parts of a body by the names and the hierarchy of its joints.
#include "author/retarget/joint_names.h"
#include "author/retarget/retarget.h"

#include <limits.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "runtime/model/look_up.h"

const int32_t sinew__needed_parts[SINEW__NEEDED_PARTS] = {
    SINEW_BODY_HIPS,
    SINEW_BODY_LEFT + SINEW_SIDE_THIGH,
    SINEW_BODY_LEFT + SINEW_SIDE_SHIN,
    SINEW_BODY_LEFT + SINEW_SIDE_FOOT,
    SINEW_BODY_RIGHT + SINEW_SIDE_THIGH,
    SINEW_BODY_RIGHT + SINEW_SIDE_SHIN,
    SINEW_BODY_RIGHT + SINEW_SIDE_FOOT,
};

#define FINGER(side, name) side name "1", side name "2", side name "3", side name "4"
#define SIDE(side)                                                                                                     \
    side "clavicle", side "upper_arm", side "forearm", side "hand", side "thigh", side "shin", side "foot",            \
        side "toes", FINGER(side, "thumb"), FINGER(side, "index"), FINGER(side, "middle"), FINGER(side, "ring"),       \
        FINGER(side, "pinky")

static const char *const names[] = {
    "hips",   "spine1", "spine2", "spine3", "spine4", "spine5", "spine6",      "spine7",
    "spine8", "neck1",  "neck2",  "neck3",  "neck4",  "head",   SIDE("left_"), SIDE("right_"),
};

_Static_assert(sizeof names / sizeof *names == SINEW_BODY_PART_COUNT, "a name for each part");

const char *sinew_body_part_name(int32_t part)
{
    return part >= 0 && part < SINEW_BODY_PART_COUNT ? names[part] : NULL;
}

int32_t sinew__side_part_of(int32_t part)
{
    return part < SINEW_BODY_LEFT    ? SINEW_NONE
           : part < SINEW_BODY_RIGHT ? part - SINEW_BODY_LEFT
                                     : part - SINEW_BODY_RIGHT;
}

int32_t sinew__body_part_after(int32_t part)
{
    const int32_t own = sinew__side_part_of(part);
    if (own == SINEW_NONE || own == SINEW_SIDE_CLAVICLE || own == SINEW_SIDE_TOES) return SINEW_NONE;
    if (own == SINEW_SIDE_HAND) return part - SINEW_SIDE_HAND + SINEW_SIDE_MIDDLE;
    if (own < SINEW_SIDE_THUMB) return part + 1;
    return (own - SINEW_SIDE_THUMB) % SINEW_BODY_FINGER_JOINTS_MAX == SINEW_BODY_FINGER_JOINTS_MAX - 1 ? SINEW_NONE
                                                                                                       : part + 1;
}

int32_t sinew__body_part_before(int32_t part)
{
    const int32_t own = sinew__side_part_of(part);
    if (own == SINEW_NONE || own == SINEW_SIDE_CLAVICLE || own == SINEW_SIDE_UPPER_ARM || own == SINEW_SIDE_THIGH)
        return SINEW_NONE;
    if (own < SINEW_SIDE_THUMB) return part - 1;
    return (own - SINEW_SIDE_THUMB) % SINEW_BODY_FINGER_JOINTS_MAX == 0 ? part - own + SINEW_SIDE_HAND : part - 1;
}

int32_t sinew__chain_length(const sinew_body_map *map, int32_t first, int32_t capacity)
{
    int32_t length = 0;
    while (length < capacity && map->joint[first + length] != SINEW_NONE) ++length;
    return length;
}

/// The state of a search for a body.
typedef struct body_search {
    const sinew_model *model;
    sinew__joint_role *roles; ///< [joint_count]
    sinew_body_map *map;
} body_search;

// ---- the hierarchy ------------------------------------------------------------------------------------------------

/// Returns the lowest joint at or above both joints; SINEW_NONE if none exists, or if one of the joints is
/// SINEW_NONE.
static int32_t common_ancestor(const sinew_model *model, int32_t a, int32_t b)
{
    while (a != b && a != SINEW_NONE && b != SINEW_NONE) { // parents have smaller indices
        if (a > b)
            a = model->joints[a].parent;
        else
            b = model->joints[b].parent;
    }
    return a == b ? a : SINEW_NONE;
}

static int is_at_or_below(const sinew_model *model, int32_t joint, int32_t above)
{
    return above != SINEW_NONE && common_ancestor(model, joint, above) == above;
}

static int32_t parent_of(const sinew_model *model, int32_t joint)
{
    return joint == SINEW_NONE ? SINEW_NONE : model->joints[joint].parent;
}

static int may_be_part(const sinew_joint *joint)
{
    return joint->kind == SINEW_JOINT_NULL || joint->kind == SINEW_JOINT_BONE;
}

// ---- limbs --------------------------------------------------------------------------------------------------------

/// Returns the joint with a role at or below `above` (SINEW_NONE: anywhere). Prefers the most certain name, then joints
/// that deform a mesh, then the first in breadth-first order.
static int32_t find_role(const body_search *search, int32_t side, int32_t role, int32_t above)
{
    const sinew_model *model = search->model;
    int32_t best = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew__joint_role *own = &search->roles[i];
        if (own->role != role || own->side != side || !may_be_part(&model->joints[i])) continue;
        if (above != SINEW_NONE && !is_at_or_below(model, i, above)) continue;
        if (best != SINEW_NONE) {
            const uint32_t deforms = model->joints[i].flags & SINEW_JOINT_DEFORMS,
                           best_deforms = model->joints[best].flags & SINEW_JOINT_DEFORMS;
            if (own->rank > search->roles[best].rank) continue;
            if (own->rank == search->roles[best].rank && deforms <= best_deforms) continue;
        }
        best = i;
    }
    return best;
}

/// Sets the first part of a limb to the parent of the second, unless a joint above the second is named for it: rigs
/// that name joints `shoulder`, `elbow` and `wrist` have no name for the first part.
static void complete_limb(const body_search *search, int32_t side, int32_t first, int32_t second)
{
    int32_t *joints = search->map->joint + side;
    if (joints[second] == SINEW_NONE) return;
    if (joints[first] != SINEW_NONE && !is_at_or_below(search->model, joints[second], joints[first]))
        joints[first] = SINEW_NONE;
    if (joints[first] == SINEW_NONE) joints[first] = parent_of(search->model, joints[second]);
}

static void find_limbs(const body_search *search, int32_t side)
{
    int32_t *joints = search->map->joint + side;
    for (int32_t part = SINEW_SIDE_CLAVICLE; part <= SINEW_SIDE_TOES; ++part)
        joints[part] = find_role(search, side, part, SINEW_NONE);
    complete_limb(search, side, SINEW_SIDE_UPPER_ARM, SINEW_SIDE_FOREARM);
    complete_limb(search, side, SINEW_SIDE_THIGH, SINEW_SIDE_SHIN);
    if (joints[SINEW_SIDE_CLAVICLE] == joints[SINEW_SIDE_UPPER_ARM] ||
        !is_at_or_below(search->model, joints[SINEW_SIDE_UPPER_ARM], joints[SINEW_SIDE_CLAVICLE]))
        joints[SINEW_SIDE_CLAVICLE] = SINEW_NONE;
}

/// Fills the joints of a finger: each is the first one below the previous.
static void find_finger(const body_search *search, int32_t side, int32_t finger)
{
    int32_t above = search->map->joint[side + SINEW_SIDE_HAND], count = 0;
    for (int32_t i = 0; above != SINEW_NONE && i < search->model->joint_count; ++i) {
        if (count == SINEW_BODY_FINGER_JOINTS_MAX) break;
        if (search->roles[i].role != finger || search->roles[i].side != side) continue;
        if (!may_be_part(&search->model->joints[i]) || !is_at_or_below(search->model, i, above)) continue;
        search->map->joint[side + finger + count++] = above = i;
    }
}

// ---- the torso ----------------------------------------------------------------------------------------------------

static int is_above_legs_and_head(const body_search *search, int32_t joint)
{
    const int32_t *part = search->map->joint;
    const int32_t below[] = {part[SINEW_BODY_LEFT + SINEW_SIDE_THIGH], part[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH],
                             part[SINEW_BODY_HEAD]};
    for (size_t i = 0; i < sizeof below / sizeof *below; ++i)
        if (below[i] != SINEW_NONE && !is_at_or_below(search->model, below[i], joint)) return 0;
    return 1;
}

/// Returns the joint named like hips if legs and head are below it; else the lowest joint above them.
static int32_t find_hips(const body_search *search)
{
    const int32_t *part = search->map->joint;
    const int32_t named = find_role(search, SINEW_NONE, SINEW__ROLE_HIPS, SINEW_NONE);
    for (int32_t i = 0; named != SINEW_NONE && i < search->model->joint_count; ++i)
        if (search->roles[i].side == SINEW_NONE && search->roles[i].role == SINEW__ROLE_HIPS &&
            may_be_part(&search->model->joints[i]) && is_above_legs_and_head(search, i))
            return i;
    const int32_t legs = common_ancestor(search->model, part[SINEW_BODY_LEFT + SINEW_SIDE_THIGH],
                                         part[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH]);
    const int32_t head = part[SINEW_BODY_HEAD];
    return head == SINEW_NONE || legs == SINEW_NONE ? legs : common_ancestor(search->model, legs, head);
}

/// Fills a chain with the joints from below `above` down to `last`. If there are more than `capacity`, takes the ones
/// nearest to `above`.
static void fill_chain(const body_search *search, int32_t first, int32_t capacity, int32_t above, int32_t last)
{
    int32_t count = 0;
    for (int32_t i = last; i != above && i != SINEW_NONE; i = search->model->joints[i].parent) ++count;
    for (int32_t i = last; i != above && i != SINEW_NONE; i = search->model->joints[i].parent)
        if (--count < capacity) search->map->joint[first + count] = i;
}

/// Returns the last joint of the spine: the parent of the first joint named a neck, else the lowest joint above both
/// arms.
static int32_t find_chest(const body_search *search, int32_t hips)
{
    const sinew_model *model = search->model;
    const int32_t *part = search->map->joint;
    const int32_t neck = find_role(search, SINEW_NONE, SINEW__ROLE_NECK, hips);
    if (neck != SINEW_NONE && is_at_or_below(model, part[SINEW_BODY_HEAD], neck)) {
        int32_t first = neck;
        for (int32_t i = neck; i != hips && i != SINEW_NONE; i = model->joints[i].parent)
            if (search->roles[i].side == SINEW_NONE && search->roles[i].role == SINEW__ROLE_NECK) first = i;
        return model->joints[first].parent;
    }
    const int32_t chest = common_ancestor(model, part[SINEW_BODY_LEFT + SINEW_SIDE_UPPER_ARM],
                                          part[SINEW_BODY_RIGHT + SINEW_SIDE_UPPER_ARM]);
    if (chest != SINEW_NONE) return is_at_or_below(model, chest, hips) ? chest : SINEW_NONE;
    return parent_of(model, part[SINEW_BODY_HEAD]); // a body without arms
}

/// Returns the head of a rig that gives it no name of its own (Rigify: `spine.006`): the end of the chain of joints
/// named spine or neck that continues the chest.
static int32_t find_unnamed_head(const body_search *search, int32_t chest)
{
    const sinew_model *model = search->model;
    int32_t head = SINEW_NONE, above = chest;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->parent != above || above == SINEW_NONE || joint->kind != SINEW_JOINT_BONE) continue;
        if (!strstr(sinew_text(model, joint->name), "spine") && !strstr(sinew_text(model, joint->name), "neck"))
            continue;
        head = above = i;
    }
    return head;
}

static void find_torso(const body_search *search)
{
    const sinew_model *model = search->model;
    int32_t *part = search->map->joint;
    part[SINEW_BODY_HEAD] = find_role(search, SINEW_NONE, SINEW__ROLE_HEAD, SINEW_NONE);
    const int32_t hips = part[SINEW_BODY_HIPS] = find_hips(search);
    if (hips == SINEW_NONE) return;
    const int32_t chest = find_chest(search, hips);
    if (chest == SINEW_NONE) return;
    if (!is_at_or_below(model, part[SINEW_BODY_HEAD], chest)) part[SINEW_BODY_HEAD] = find_unnamed_head(search, chest);
    fill_chain(search, SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS_MAX, hips, chest);
    if (part[SINEW_BODY_HEAD] != SINEW_NONE && part[SINEW_BODY_HEAD] != chest)
        fill_chain(search, SINEW_BODY_NECK, SINEW_BODY_NECK_JOINTS_MAX, chest, parent_of(model, part[SINEW_BODY_HEAD]));
}

// ---- the map ------------------------------------------------------------------------------------------------------

enum { MAX_COMPARED = 1024 }; // joints

/// Returns the joint that has no part yet and whose name is nearest to a part's names, or SINEW_NONE.
static int32_t find_nearest(const sinew_model *model, const sinew_body_map *map, int32_t part)
{
    const int32_t own = sinew__side_part_of(part), side = own == SINEW_NONE ? SINEW_NONE : part - own,
                  role = own == SINEW_NONE ? (int32_t)SINEW__ROLE_HIPS : own;
    int32_t found = SINEW_NONE;
    int nearest = INT_MAX;
    for (int32_t i = 0; i < model->joint_count && i < MAX_COMPARED; ++i) {
        int is_part = 0;
        for (int32_t other = 0; other < SINEW_BODY_PART_COUNT; ++other) is_part |= map->joint[other] == i;
        const int distance =
            is_part ? INT_MAX : sinew__distance_from_role(sinew_text(model, model->joints[i].name), side, role);
        if (distance >= nearest) continue;
        nearest = distance;
        found = i;
    }
    return found;
}

static sinew_result check_needed(const sinew_model *model, const sinew_body_map *map, sinew_error *error)
{
    for (int i = 0; i < SINEW__NEEDED_PARTS; ++i) {
        const int32_t part = sinew__needed_parts[i];
        if (map->joint[part] != SINEW_NONE) continue;
        const int32_t nearest = error ? find_nearest(model, map, part) : SINEW_NONE;
        if (nearest == SINEW_NONE)
            return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: no joint for '%s'",
                               sinew_body_part_name(part));
        return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: no joint for '%s'; '%.60s' comes nearest",
                           sinew_body_part_name(part), sinew_text(model, model->joints[nearest].name));
    }
    return SINEW_OK;
}

int sinew__body_is_stated(const sinew_model *model, sinew_body_map *out_map)
{
    for (int32_t i = 0; i < SINEW_BODY_PART_COUNT; ++i) out_map->joint[i] = SINEW_NONE;
    for (int32_t i = model->joint_count - 1; i >= 0; --i) // if two joints state one part, the first wins
        if (model->joints[i].stated_part) out_map->joint[model->joints[i].stated_part - 1] = i;
    for (int i = 0; i < SINEW__NEEDED_PARTS; ++i)
        if (out_map->joint[sinew__needed_parts[i]] == SINEW_NONE) return 0;
    return 1;
}

sinew_result sinew_body_map_find(const sinew_model *model, sinew_body_map *out_map, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_map)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__body_is_stated(model, out_map)) return SINEW_OK;
    sinew__arena memory = {0};
    body_search search = {model, SINEW__ARENA_ARRAY(&memory, sinew__joint_role, model->joint_count), out_map};
    for (int32_t i = 0; i < SINEW_BODY_PART_COUNT; ++i) out_map->joint[i] = SINEW_NONE;
    if (!search.roles) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < model->joint_count; ++i)
        search.roles[i] = sinew__joint_role_of(sinew_text(model, model->joints[i].name));
    find_limbs(&search, SINEW_BODY_LEFT);
    find_limbs(&search, SINEW_BODY_RIGHT);
    find_torso(&search);
    // Drop joints that are not below the hips: they belong to other objects with the same names.
    int32_t *part = search.map->joint;
    for (int32_t i = SINEW_BODY_LEFT; part[SINEW_BODY_HIPS] != SINEW_NONE && i < SINEW_BODY_PART_COUNT; ++i)
        if (part[i] != SINEW_NONE && !is_at_or_below(search.model, part[i], part[SINEW_BODY_HIPS]))
            part[i] = SINEW_NONE;
    for (int32_t finger = SINEW_SIDE_THUMB; finger < SINEW_SIDE_PART_COUNT; finger += SINEW_BODY_FINGER_JOINTS_MAX) {
        find_finger(&search, SINEW_BODY_LEFT, finger);
        find_finger(&search, SINEW_BODY_RIGHT, finger);
    }
    sinew__arena_free(&memory);
    return check_needed(model, out_map, out_error);
}

sinew_result sinew_body_map_set(const sinew_model *model, sinew_body_map *map, const char *part, const char *joint,
                                sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, map, part)) return SINEW_ERROR_INVALID_ARGUMENT;
    int32_t index = 0, found = SINEW_NONE;
    while (index < SINEW_BODY_PART_COUNT && strcmp(names[index], part) != 0) ++index;
    if (index == SINEW_BODY_PART_COUNT)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "unknown part of a body '%.60s'", part);
    const sinew_result result = joint && *joint ? sinew_model_find_joint(model, joint, &found, out_error) : SINEW_OK;
    if (result == SINEW_OK) map->joint[index] = found;
    return result;
}
