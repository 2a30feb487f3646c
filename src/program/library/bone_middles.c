// Finds the bones of a body and their middles, the input of descriptors of motions and poses.
#include <math.h>
#include <string.h>

#include "program/library/measure_clip.h"
#include "runtime/motion/motion.h"

// ---- axes ---------------------------------------------------------------------------------------------------------

library_upright library_upright_of(const sinew_model *model, sinew_vec3 position)
{
    const double p[3] = {position.x, position.y, position.z};
    const char *up = sinew_text(model, model->info->up);
    const int axis = up[0] && (up[1] == 'X' || up[1] == 'Y' || up[1] == 'Z') ? up[1] - 'X' : 1;
    const double sign = *sinew_text(model, model->info->up) == '-' ? -1 : 1;
    return (library_upright){sign * p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

// ---- bones --------------------------------------------------------------------------------------------------------

const double library_long_bone = 0.25;

static sinew_vec3 position_of(const sinew_affine *global)
{
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static int is_bone_joint(const sinew_model *model, int32_t joint)
{
    return joint != SINEW_NONE &&
           (model->joints[joint].kind == SINEW_JOINT_BONE || (model->joints[joint].flags & SINEW_JOINT_DEFORMS) != 0);
}

/// Marks the joints that move a mesh, by weights or as a whole. Returns whether any joint does.
static int mark_deforming(const sinew_model *model, library_bone *bones)
{
    int count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        bones[i].deforms = (model->joints[i].flags & SINEW_JOINT_DEFORMS) != 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        int32_t joint = model->meshes[i].flags & SINEW_MESH_SKINNED ? SINEW_NONE : model->meshes[i].joint;
        while (joint != SINEW_NONE && !is_bone_joint(model, joint)) joint = model->joints[joint].parent;
        if (joint != SINEW_NONE) bones[joint].deforms = 1;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) count += bones[i].deforms;
    return count > 0;
}

/// Updates each bone's shortest and longest length, largest angle and lowest end with the pose in the scratch.
static void follow_bones(const sinew_model *model, int is_first, library_scratch *scratch)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        library_bone *bone = &scratch->bones[i];
        const int32_t parent = model->joints[i].parent;
        if (!is_bone_joint(model, i) || !is_bone_joint(model, parent)) continue;
        const sinew_vec3 begin = position_of(&scratch->pose->global[parent]),
                         end = position_of(&scratch->pose->global[i]);
        const sinew_vec3 way = {end.x - begin.x, end.y - begin.y, end.z - begin.z};
        const double length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z),
                     height = fmin(library_upright_of(model, begin).height, library_upright_of(model, end).height);
        if (is_first) *bone = (library_bone){way, length, length, 1, height, bone->deforms, 0, 0, 0};
        const sinew_vec3 first = bone->first;
        const double lengths = length * sqrt(first.x * first.x + first.y * first.y + first.z * first.z),
                     along = way.x * first.x + way.y * first.y + way.z * first.z;
        bone->shortest = fmin(bone->shortest, length);
        bone->longest = fmax(bone->longest, length);
        bone->lowest = fmin(bone->lowest, height);
        if (lengths > 0) bone->cosine = fmin(bone->cosine, along / lengths);
    }
}

/// Marks the bones of constant length. If several bones exist and all stretch, all are marked.
static void mark_rigid(const sinew_model *model, library_bone *bones)
{
    const double tolerance = 0.05; // fraction of the length: translations of rigid bones are rounded, while IK targets
                                   // move
    int32_t count = 0, rigid = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        bones[i].is_rigid = bones[i].longest - bones[i].shortest <= tolerance * bones[i].longest;
        count += bones[i].longest > 0;
        rigid += bones[i].longest > 0 && bones[i].is_rigid;
    }
    for (int32_t i = 0; i < model->joint_count && rigid == 0 && count > 1; ++i) bones[i].is_rigid = 1;
}

/// Returns whether the bone from `joint` to `next` is a wrapper outside the body: meshes exist but `joint` deforms
/// none, or the bone stretches, or it turns by less than 5° from its first direction. A vertical bone that rotates
/// about itself does not turn.
static int is_wrapper(const library_scratch *scratch, int does_deform, int32_t joint, int32_t next)
{
    const double moving = 0.9962; // cosine of 5°
    const library_bone *bone = &scratch->bones[next];
    return (does_deform && !scratch->bones[joint].deforms) || !bone->is_rigid || bone->cosine > moving;
}

/// Sets scratch->mass to the mass of the bone that ends at each joint: its squared length, or 0 if it is not a bone of
/// a body. Sets `below` to the total mass of all bones below each joint.
static void weigh_all(const sinew_model *model, int does_deform, library_scratch *scratch, double *below)
{
    for (int32_t i = model->joint_count - 1; i >= 0; --i) {
        library_bone *bone = &scratch->bones[i];
        const int32_t parent = model->joints[i].parent;
        const double length = (bone->shortest + bone->longest) / 2;
        const int is_bone =
            is_bone_joint(model, i) && is_bone_joint(model, parent) &&
            (does_deform ? bone->deforms || bone->leads || scratch->bones[parent].deforms : bone->is_rigid);
        scratch->mass[i] = is_bone ? length * length : 0;
        if (parent == SINEW_NONE) continue;
        below[parent] += below[i] + scratch->mass[i];
        scratch->bones[parent].leads |= bone->leads | bone->deforms;
    }
}

/// Returns the topmost joint of a skeleton's body, below all wrappers.
static int32_t find_body(const sinew_model *model, int does_deform, const library_scratch *scratch, const double *below,
                         int32_t top)
{
    const double most = 0.9; // a wrapper has nearly all mass below one child; hips have legs and a spine below them
    int32_t body = top;
    for (int32_t i = top + 1; i < model->joint_count; ++i)
        if (model->joints[i].parent == body && below[i] > 0 && below[i] >= most * (below[body] - scratch->mass[i]) &&
            is_wrapper(scratch, does_deform, body, i))
            body = i;
    return body;
}

/// Marks the bones of bodies, which are below all wrappers, and sets the masses of other bones to 0.
static void keep_bodies(const sinew_model *model, int does_deform, const double *below, library_scratch *scratch)
{
    for (int32_t i = 0; i < model->joint_count; ++i) scratch->bones[i].is_body = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (is_bone_joint(model, i) && !is_bone_joint(model, model->joints[i].parent))
            scratch->bones[find_body(model, does_deform, scratch, below, i)].is_body = 1;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        const int is_in_body = parent != SINEW_NONE && scratch->bones[parent].is_body;
        scratch->bones[i].is_body |= is_in_body && is_bone_joint(model, i);
        if (!is_in_body) scratch->mass[i] = 0;
    }
}

static void find_length_and_ground(const sinew_model *model, library_scratch *scratch)
{
    double sum = 0, cubes = 0, heaviest = 0, lowest = (double)INFINITY;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        sum += scratch->mass[i];
        cubes += scratch->mass[i] * sqrt(scratch->mass[i]);
        heaviest = fmax(heaviest, scratch->mass[i]);
    }
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (scratch->mass[i] > 0 && scratch->mass[i] >= library_long_bone * heaviest)
            lowest = fmin(lowest, scratch->bones[i].lowest);
    scratch->length = sum > 0 && isfinite(cubes) ? cubes / sum : 0;
    scratch->ground = scratch->length > 0 ? lowest / scratch->length : 0;
    for (int32_t i = 0; i < model->joint_count && sum > 0; ++i) scratch->mass[i] /= sum;
}

int library_find_bones(const sinew_model *model, int32_t clip, library_scratch *scratch)
{
    if (scratch->has_bones_of_clip && scratch->clip == clip) return scratch->length > 0;
    scratch->has_bones_of_clip = 1;
    scratch->clip = clip;
    memset(scratch->bones, 0, (size_t)model->joint_count * sizeof *scratch->bones);
    memset(scratch->below, 0, (size_t)model->joint_count * sizeof *scratch->below);
    const int does_deform = mark_deforming(model, scratch->bones);
    for (int phase = 0; phase < LIBRARY_PHASES; ++phase) {
        library_pose_phase(model, clip, phase, scratch);
        follow_bones(model, phase == 0, scratch);
    }
    mark_rigid(model, scratch->bones);
    weigh_all(model, does_deform, scratch, scratch->below);
    keep_bodies(model, does_deform, scratch->below, scratch);
    find_length_and_ground(model, scratch);
    return scratch->length > 0;
}

void library_find_middles(const sinew_model *model, library_scratch *scratch, sinew_vec3 *out)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (scratch->mass[i] == 0) continue;
        const sinew_vec3 begin = position_of(&scratch->pose->global[model->joints[i].parent]),
                         end = position_of(&scratch->pose->global[i]);
        const double half = 0.5 / scratch->length;
        out[i] = (sinew_vec3){(begin.x + end.x) * half, (begin.y + end.y) * half, (begin.z + end.z) * half};
    }
}

library_upright library_centre_of(const sinew_model *model, const library_scratch *scratch, const sinew_vec3 *middles)
{
    library_upright centre = {0, 0, 0};
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const library_upright at = library_upright_of(model, middles[i]);
        centre.height += scratch->mass[i] * at.height;
        centre.a += scratch->mass[i] * at.a;
        centre.b += scratch->mass[i] * at.b;
    }
    return centre;
}

sinew__span library_motion_span(const sinew_model *model, int32_t clip, library_scratch *scratch)
{
    if (clip != scratch->span_clip || clip == SINEW_NONE)
        scratch->span = sinew__motion_span(model, clip, scratch->pose);
    scratch->span_clip = clip;
    return scratch->span;
}

void library_pose_phase(const sinew_model *model, int32_t clip, int phase, library_scratch *scratch)
{
    const sinew__span span = library_motion_span(model, clip, scratch);
    const double at = fmax((phase + 0.5) / LIBRARY_PHASES, 0);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, span.start + at * span.duration, scratch->pose);
}
