#include "author/export/glb/clip_tolerance.h"

#include <math.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"

static const double shortest_reach = 0.1; // shortest assumed reach, as a fraction of the character's diagonal
static const double smallest_scale = 1e-6;

static sinew_vec3 position_of(const sinew_affine *global)
{
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static double largest_scale(const sinew_affine *global)
{
    double largest = 0;
    for (int c = 0; c < 3; ++c) {
        const sinew_vec3 column = {global->row[0][c], global->row[1][c], global->row[2][c]};
        largest = fmax(largest, sinew__vec3_length(column));
    }
    return fmax(isfinite(largest) ? largest : 1, smallest_scale);
}

/// Raises the reach of the joints that a mesh's vertices follow.
static void include_vertices(sinew__clip_tolerance *tolerance, const glb_scene *scene, const sinew_mesh *mesh)
{
    const sinew_model *model = scene->model;
    for (int32_t v = mesh->first_vertex; v < mesh->first_vertex + mesh->vertex_count; ++v) {
        const float *p = model->positions + (size_t)v * 3;
        for (uint32_t i = model->influence_start[v]; i < model->influence_start[v + 1]; ++i) {
            const sinew_skin_joint *skin_joint = &model->skin_joints[model->influences[i].skin_joint];
            if (!(model->influences[i].weight > 0)) continue;
            const sinew_vec3 point =
                sinew__affine_point(&skin_joint->inverse_bind, (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]});
            const double length = sinew__vec3_length(point) * tolerance->scale[skin_joint->joint] * scene->unit;
            if (length > tolerance->reach[skin_joint->joint]) tolerance->reach[skin_joint->joint] = length;
        }
    }
}

sinew_result sinew__clip_tolerance_init(sinew__clip_tolerance *tolerance, const glb_scene *scene, double error,
                                        sinew__arena *memory, sinew_error *out_error)
{
    const sinew_model *model = scene->model;
    const double size = model->info->size * scene->unit;
    sinew_pose *rest;
    *tolerance = (sinew__clip_tolerance){.error = error * size,
                                         .reach = SINEW__ARENA_ARRAY(memory, double, model->joint_count),
                                         .scale = SINEW__ARENA_ARRAY(memory, double, model->joint_count),
                                         .share = SINEW__ARENA_ARRAY(memory, double, model->joint_count)};
    if (memory->failed) return sinew__fail_memory(out_error);
    const sinew_result result = sinew_pose_create(model, &rest, out_error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(model, SINEW_NONE, 0, rest);
    sinew_pose_local_to_global(model, rest);
    for (int32_t i = 0; i < model->joint_count; ++i) tolerance->scale[i] = largest_scale(&rest->global[i]);
    for (int32_t i = 0; i < model->mesh_count; ++i) include_vertices(tolerance, scene, &model->meshes[i]);
    for (int32_t i = model->joint_count - 1; i >= 0; --i) { // joints move their children, which have larger indices
        const int32_t parent = model->joints[i].parent;
        if (parent == SINEW_NONE) continue;
        const sinew_vec3 bone = sinew__vec3_subtract(position_of(&rest->global[i]), position_of(&rest->global[parent]));
        const double length = sinew__vec3_length(bone) * scene->unit + tolerance->reach[i];
        if (length > tolerance->reach[parent]) tolerance->reach[parent] = length;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (!(tolerance->reach[i] >= shortest_reach * size)) tolerance->reach[i] = shortest_reach * size;
    }
    sinew_pose_destroy(rest);
    return SINEW_OK;
}

// ---- shares -------------------------------------------------------------------------------------------------------

static int curve_moves(const sinew_model *model, int32_t index)
{
    if (index == SINEW_NONE) return 0;
    const sinew_curve *curve = &model->curves[index];
    const sinew_curve_key *keys = &model->curve_keys[curve->first_key];
    for (int32_t i = 1; i < curve->key_count; ++i)
        if (keys[i].value != keys[0].value) return 1;
    return curve->key_count > 0 && (keys[0].out_value != 0 || keys[0].in_value != 0);
}

static int track_moves(const sinew_model *model, const sinew_track *track)
{
    const sinew_track_key *keys = &model->track_keys[track->first_key];
    for (int32_t i = 1; i < track->key_count; ++i)
        for (int c = 0; c < 4; ++c)
            if (keys[i].value[c] != keys[0].value[c]) return 1;
    return 0;
}

/// Returns the number of the joint's channels and tracks that are not constant.
static int32_t count_moving(const glb_sampler *sampler, int32_t joint)
{
    const sinew_model *model = sampler->scene->model;
    const sinew__joint_motion *motion = &sampler->motions[joint];
    int32_t count = joint == sampler->in_place_root;
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        count += curve_moves(model, channel->curve[0]) || curve_moves(model, channel->curve[1]) ||
                 curve_moves(model, channel->curve[2]);
    }
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i)
        count += track_moves(model, &model->tracks[i]);
    return count < 3 ? count : 3; // translation, rotation, scale
}

int sinew__clip_tolerance_select(sinew__clip_tolerance *tolerance, const glb_sampler *sampler)
{
    const sinew_model *model = sampler->scene->model;
    sinew__arena memory = {0};
    // Moving tracks from the root to the joint, including the joint's.
    int32_t *above = SINEW__ARENA_ARRAY(&memory, int32_t, model->joint_count);
    // Largest number of moving tracks on a path below the joint.
    int32_t *below = SINEW__ARENA_ARRAY(&memory, int32_t, model->joint_count);
    int32_t *own = SINEW__ARENA_ARRAY(&memory, int32_t, model->joint_count);
    const int failed = memory.failed;
    tolerance->smallest_share = tolerance->error;
    for (int32_t i = 0; i < model->joint_count && !failed; ++i) {
        const int32_t parent = model->joints[i].parent;
        own[i] = count_moving(sampler, i);
        above[i] = own[i] + (parent == SINEW_NONE ? 0 : above[parent]);
    }
    for (int32_t i = model->joint_count - 1; i >= 0 && !failed; --i) {
        const int32_t parent = model->joints[i].parent;
        tolerance->share[i] = tolerance->error / (above[i] + below[i] + 1); // + 1 for the morphs
        tolerance->smallest_share = fmin(tolerance->smallest_share, tolerance->share[i]);
        if (parent != SINEW_NONE && own[i] + below[i] > below[parent]) below[parent] = own[i] + below[i];
    }
    sinew__arena_free(&memory);
    return !failed;
}

double sinew__weight_tolerance(const sinew__clip_tolerance *tolerance, const glb_scene *scene, int32_t mesh)
{
    static const double smallest_delta = 1e-9, largest_tolerance = 1e-2;
    const sinew_model *model = scene->model;
    const sinew_mesh *item = &model->meshes[mesh];
    sinew__arena memory = {0};
    // Displacement of each vertex by all shapes together.
    double *sums = SINEW__ARENA_ARRAY(&memory, double, item->vertex_count);
    double largest = smallest_delta;
    for (int32_t m = item->first_morph; sums && m < item->first_morph + item->morph_count; ++m) {
        for (int32_t s = 0; s < model->morphs[m].shape_count; ++s) {
            const sinew_shape *shape = &model->shapes[model->morphs[m].first_shape + s];
            for (int32_t i = shape->first_delta; i < shape->first_delta + shape->delta_count; ++i) {
                const float *d = model->deltas[i].position;
                sums[model->deltas[i].vertex] +=
                    sinew__vec3_length((sinew_vec3){(double)d[0], (double)d[1], (double)d[2]});
            }
        }
    }
    for (int32_t v = 0; sums && v < item->vertex_count; ++v) largest = fmax(largest, sums[v]);
    const double scale = tolerance->scale[model->skin_joints[item->first_skin_joint].joint] * scene->unit;
    const int failed = memory.failed;
    sinew__arena_free(&memory);
    return failed ? -1 : fmin(tolerance->smallest_share / (largest * scale), largest_tolerance);
}
