// Reads the VRM extensions: which nodes are parts of a body, and expressions. Names and indices follow the
// specifications VRM 0.0, VRMC_vrm 1.0 and VRMC_vrm_animation 1.0.
#include "import/gltf/gltf.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "import/import_stages.h"

// ---- the body -------------------------------------------------------------------------------------------------------

/// A humanoid bone of VRM, and the body part that it stands for.
typedef struct vrm_bone {
    const char *name;
    int32_t part; ///< a sinew_body_part, or a sinew_side_part
} vrm_bone;

static const vrm_bone torso_bones[] = {{"hips", SINEW_BODY_HIPS},       {"spine", SINEW_BODY_SPINE},
                                       {"chest", SINEW_BODY_SPINE + 1}, {"upperChest", SINEW_BODY_SPINE + 2},
                                       {"neck", SINEW_BODY_NECK},       {"head", SINEW_BODY_HEAD}};

static const vrm_bone side_bones[] = {{"Shoulder", SINEW_SIDE_CLAVICLE}, {"UpperArm", SINEW_SIDE_UPPER_ARM},
                                      {"LowerArm", SINEW_SIDE_FOREARM},  {"Hand", SINEW_SIDE_HAND},
                                      {"UpperLeg", SINEW_SIDE_THIGH},    {"LowerLeg", SINEW_SIDE_SHIN},
                                      {"Foot", SINEW_SIDE_FOOT},         {"Toes", SINEW_SIDE_TOES}};

static const vrm_bone fingers[] = {{"Thumb", SINEW_SIDE_THUMB},
                                   {"Index", SINEW_SIDE_INDEX},
                                   {"Middle", SINEW_SIDE_MIDDLE},
                                   {"Ring", SINEW_SIDE_RING},
                                   {"Little", SINEW_SIDE_PINKY}};

/// The joints of a finger and their positions in the finger's chain. Only VRM 1 has "Metacarpal", and only for the
/// thumb, which then has no "Intermediate".
static const vrm_bone finger_bones[] = {{"Metacarpal", 0}, {"Proximal", 1}, {"Intermediate", 2}, {"Distal", 3}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int32_t find_bone(const vrm_bone *bones, size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i)
        if (strcmp(bones[i].name, name) == 0) return bones[i].part;
    return SINEW_NONE;
}

/// Returns the body part of a humanoid bone; SINEW_NONE for eyes, the jaw and unknown names. The parts of a chain may
/// have gaps, see close_gaps.
static int32_t part_of(const char *bone)
{
    const int is_left = strncmp(bone, "left", 4) == 0, is_right = strncmp(bone, "right", 5) == 0;
    if (!is_left && !is_right) return find_bone(torso_bones, COUNT(torso_bones), bone);
    const int32_t side = is_left ? SINEW_BODY_LEFT : SINEW_BODY_RIGHT;
    bone += is_left ? 4 : 5;
    int32_t part = find_bone(side_bones, COUNT(side_bones), bone);
    for (size_t i = 0; i < COUNT(fingers) && part == SINEW_NONE; ++i) {
        const size_t length = strlen(fingers[i].name);
        if (strncmp(bone, fingers[i].name, length) != 0) continue;
        const int32_t joint = find_bone(finger_bones, COUNT(finger_bones), bone + length);
        if (joint != SINEW_NONE) part = fingers[i].part + joint;
    }
    return part == SINEW_NONE ? SINEW_NONE : side + part;
}

/// Moves the joints of a chain to its front, so that no SINEW_NONE is between them.
static void close_gaps(int32_t *joints, int32_t capacity)
{
    int32_t count = 0;
    for (int32_t i = 0; i < capacity; ++i) {
        const int32_t joint = joints[i];
        joints[i] = SINEW_NONE;
        if (joint != SINEW_NONE) joints[count++] = joint;
    }
}

/// Sets the stated body parts of the joints. `bones` is an array of objects with the members `bone` and `node` (VRM 0),
/// or an object whose members are named after the bones and have the member `node` (VRM 1).
static void read_humanoid(gltf_reader *reader, const sinew__json_value *bones)
{
    import_pass *pass = reader->pass;
    int32_t joints[SINEW_BODY_PART_COUNT];
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) joints[part] = SINEW_NONE;
    for (const sinew__json_value *bone = sinew__json_first(bones); bone; bone = bone->next) {
        const char *name = bone->key ? bone->key : sinew__gltf_text(bone, "bone", "");
        const sinew__json_value *node = sinew__json_member(bone, "node");
        const int32_t part = part_of(name);
        if (part == SINEW_NONE || !sinew__json_is(node, SINEW__JSON_NUMBER) || node->number < 0) continue;
        const int32_t joint =
            sinew__gltf_item(&reader->nodes, node) ? reader->node_joints[(size_t)node->number] : SINEW_NONE;
        int is_free = joint != SINEW_NONE && joints[part] == SINEW_NONE;
        for (int32_t other = 0; other < SINEW_BODY_PART_COUNT; ++other) is_free &= joints[other] != joint;
        if (is_free)
            joints[part] = joint;
        else
            sinew__import_warn(pass, IMPORT_WARNING_REFERENCE, name,
                               joint == SINEW_NONE ? "the humanoid bone names a node that is not shown"
                                                   : "the humanoid bone, or its node, is named twice");
    }
    close_gaps(&joints[SINEW_BODY_SPINE], SINEW_BODY_SPINE_JOINTS_MAX);
    for (size_t i = 0; i < COUNT(fingers); ++i) {
        close_gaps(&joints[SINEW_BODY_LEFT + fingers[i].part], SINEW_BODY_FINGER_JOINTS_MAX);
        close_gaps(&joints[SINEW_BODY_RIGHT + fingers[i].part], SINEW_BODY_FINGER_JOINTS_MAX);
    }
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (joints[part] != SINEW_NONE) pass->joints[joints[part]].stated_part = (uint32_t)part + 1;
}

// ---- expressions ----------------------------------------------------------------------------------------------------

/// Limits: presets of a file, weights of a preset, and meshes visited for the binds of all presets.
enum { MAX_PRESETS = 1024, MAX_WEIGHTS = 1 << 14, MAX_VISITS = 1 << 24 };

/// The state while expressions are read. A bind names a morph target of a node (VRM 1) or of a mesh of the file (VRM
/// 0).
typedef struct expression_reader {
    gltf_reader *reader;
    const gltf_list *owners; ///< the file's nodes or meshes that binds refer to
    const char *owner;       ///< the member of a bind with the index in `owners`: "node" or "mesh"
    float full;              ///< the number that means full weight: 1 or 100
    int32_t *first, *next;   ///< [owners->count] the first raw mesh of an owner, and [raw.mesh_count] its next one;
                             ///< SINEW_NONE ends the list
    int32_t visits_left;     ///< rest of MAX_VISITS
    sinew_raw_preset *presets;
    size_t capacity;
} expression_reader;

/// Lists the raw meshes of each owner in `first` and `next`. Returns 0 when out of memory.
static int list_meshes(expression_reader *from, int by_node)
{
    const gltf_reader *reader = from->reader;
    import_pass *pass = reader->pass;
    from->visits_left = MAX_VISITS;
    from->first = SINEW__ARENA_ARRAY(&pass->arena, int32_t, from->owners->count);
    from->next = SINEW__ARENA_ARRAY(&pass->arena, int32_t, pass->raw.mesh_count);
    if (!from->first || !from->next) return 0;
    for (size_t i = 0; i < from->owners->count; ++i) from->first[i] = SINEW_NONE;
    for (int32_t i = pass->raw.mesh_count - 1; i >= 0; --i) {
        const int32_t node = reader->mesh_nodes[i];
        const size_t owner =
            by_node ? (size_t)node : (size_t)sinew__json_member(reader->nodes.items[node], "mesh")->number;
        from->next[i] = from->first[owner];
        from->first[owner] = i;
    }
    return 1;
}

/// Adds the weights of a bind to a preset. Returns their number, or SINEW_NONE when out of memory.
static int32_t read_bind(expression_reader *from, const sinew__json_value *bind, sinew_raw_preset *preset,
                         size_t *capacity)
{
    import_pass *pass = from->reader->pass;
    const sinew__json_value *owner = sinew__json_member(bind, from->owner), *index = sinew__json_member(bind, "index");
    const float weight = sinew__gltf_float(bind, "weight", 0) / from->full;
    sinew_raw_preset_weight *weights = (sinew_raw_preset_weight *)(uintptr_t)preset->weights;
    int32_t count = 0;
    if (!sinew__gltf_item(from->owners, owner) || !sinew__json_is(index, SINEW__JSON_NUMBER) || !isfinite(weight))
        return 0;
    const int32_t morph = sinew__gltf_whole(index);
    for (int32_t mesh = from->first[(size_t)owner->number]; mesh != SINEW_NONE; mesh = from->next[mesh]) {
        if (from->visits_left-- <= 0) return count;
        if (morph < 0 || morph >= pass->meshes[mesh].morph_count) continue;
        const size_t at = (size_t)preset->weight_count;
        if (at == MAX_WEIGHTS) return count;
        weights = sinew__arena_grow(&pass->arena, weights, at, capacity, sizeof *weights);
        if (!weights) return SINEW_NONE;
        weights[at] = (sinew_raw_preset_weight){mesh, morph, weight};
        preset->weights = weights;
        ++preset->weight_count;
        ++count;
    }
    return count;
}

/// Reads an expression with its name, a standard or a custom one. Returns 0 when out of memory.
static int read_expression(expression_reader *from, const char *name, const sinew__json_value *binds)
{
    import_pass *pass = from->reader->pass;
    const size_t at = (size_t)pass->raw.preset_count;
    size_t capacity = 0;
    int lost = 0;
    if (at == MAX_PRESETS) {
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, NULL,
                           "the file has more than %d expressions; the others are left out", MAX_PRESETS);
        return 1;
    }
    sinew_raw_preset preset = {.name = sinew__import_text(&pass->arena, name, strlen(name))};
    if (!preset.name) return 0;
    for (const sinew__json_value *bind = sinew__json_first(binds); bind; bind = bind->next) {
        const int32_t count = read_bind(from, bind, &preset, &capacity);
        if (count == SINEW_NONE) return 0;
        lost += count == 0;
    }
    if (lost)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_INDICES, preset.name,
                           "%d of the expression's binds name no morph target that is shown", lost);
    from->presets = sinew__arena_grow(&pass->arena, from->presets, at, &from->capacity, sizeof *from->presets);
    if (!from->presets) return 0;
    from->presets[at] = preset;
    pass->raw.presets = from->presets;
    ++pass->raw.preset_count;
    return 1;
}

/// Reads the expressions of VRM 0: {"blendShapeGroups": [{"name", "presetName", "binds": [{"mesh", "index", "weight": 0
/// … 100}]}]}. Returns 0 when out of memory.
static int read_groups(gltf_reader *reader, const sinew__json_value *master)
{
    const sinew__json_value *group = sinew__json_first(sinew__json_member(master, "blendShapeGroups"));
    expression_reader from = {.reader = reader, .owners = &reader->meshes, .owner = "mesh", .full = 100};
    if (!group) return 1;
    if (!list_meshes(&from, 0)) return 0;
    for (; group; group = group->next) {
        const char *preset = sinew__gltf_text(group, "presetName", "");
        const char *name = *preset && strcasecmp(preset, "unknown") != 0 ? preset : sinew__gltf_text(group, "name", "");
        if (!read_expression(&from, name, sinew__json_member(group, "binds"))) return 0;
    }
    return 1;
}

/// Reads the expressions of VRM 1: {"preset": {NAME: {"morphTargetBinds": [{"node", "index", "weight": 0 … 1}]}},
/// "custom": {…}}. Returns 0 when out of memory.
static int read_expressions(gltf_reader *reader, const sinew__json_value *expressions)
{
    static const char *const kinds[] = {"preset", "custom"};
    expression_reader from = {.reader = reader, .owners = &reader->nodes, .owner = "node", .full = 1};
    if (!sinew__json_first(expressions)) return 1;
    if (!list_meshes(&from, 1)) return 0;
    for (size_t i = 0; i < COUNT(kinds); ++i) {
        const sinew__json_value *kind = sinew__json_member(expressions, kinds[i]);
        if (!sinew__json_is(kind, SINEW__JSON_OBJECT)) continue;
        for (const sinew__json_value *item = sinew__json_first(kind); item; item = item->next)
            if (!read_expression(&from, item->key, sinew__json_member(item, "morphTargetBinds"))) return 0;
    }
    return 1;
}

// ---- unsupported parts ---------------------------------------------------------------------------------------------

/// Whether a VRM 0 file has spring bones. Exporters write a group without bones if there are none.
static int has_old_springs(const sinew__json_value *old)
{
    const sinew__json_value *groups = sinew__json_member(sinew__json_member(old, "secondaryAnimation"), "boneGroups");
    for (const sinew__json_value *group = sinew__json_first(groups); group; group = group->next)
        if (sinew__json_count(sinew__json_member(group, "bones")) > 0) return 1;
    return 0;
}

/// Warns of spring bones, constraints and animated expressions, which are not read.
static void warn_of_the_rest(const gltf_reader *reader, const sinew__json_value *extensions)
{
    import_pass *pass = reader->pass;
    const sinew__json_value *springs = sinew__json_member(sinew__json_member(extensions, "VRMC_springBone"), "springs");
    const sinew__json_value *animated =
        sinew__json_member(sinew__json_member(extensions, "VRMC_vrm_animation"), "expressions");
    const int has_springs = sinew__json_count(springs) > 0 || has_old_springs(sinew__json_member(extensions, "VRM"));
    int has_constraints = 0;
    for (size_t i = 0; i < reader->nodes.count; ++i)
        has_constraints |= sinew__gltf_extension(reader->nodes.items[i], "VRMC_node_constraint") != NULL;
    if (has_springs || has_constraints)
        sinew__import_warn(pass, IMPORT_WARNING_CONSTRAINT, NULL, "the %s of VRM are not evaluated",
                           !has_constraints ? "spring bones"
                           : has_springs    ? "spring bones and constraints"
                                            : "constraints");
    if (sinew__json_count(sinew__json_member(animated, "preset")) > 0 ||
        sinew__json_count(sinew__json_member(animated, "custom")) > 0)
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, NULL,
                           "the expressions of the VRM animation are not played");
}

sinew_result sinew__gltf_read_vrm(gltf_reader *reader, sinew_error *error)
{
    const sinew__json_value *extensions = sinew__json_member(reader->root, "extensions");
    const sinew__json_value *old = sinew__json_member(extensions, "VRM"),
                            *new = sinew__json_member(extensions, "VRMC_vrm");
    const sinew__json_value *body = new ? new : old ? old : sinew__json_member(extensions, "VRMC_vrm_animation");
    read_humanoid(reader, sinew__json_member(sinew__json_member(body, "humanoid"), "humanBones"));
    const int ok = new ? read_expressions(reader, sinew__json_member(new, "expressions"))
                       : read_groups(reader, sinew__json_member(old, "blendShapeMaster"));
    warn_of_the_rest(reader, extensions);
    return ok ? SINEW_OK : sinew__arena_fail(&reader->pass->arena, error);
}
