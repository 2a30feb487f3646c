/// Edits of the skeleton: renames and drops joints, and scales all lengths.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/edit/clip_editor.h"
#include "author/edit/edits.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/combine/combine.h"
#include "runtime/model/document_hash.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/model/make_model.h"
#include "sinew/pose.h"

/// Copies all sections of a model into a builder for changing, without baked clips. Free the builder in all cases.
static sinew_result take_model(const sinew_model *model, sinew__builder *builder, sinew_error *error)
{
    static const uint8_t left_out[SINEW__SECTION_COUNT] = {[SINEW__SECTION_BAKED] = 1};
    *builder = (sinew__builder){.error = error};
    const sinew_result result = sinew__check_curves(model, error);
    if (result != SINEW_OK) return result;
    return sinew__take_sections(builder, model, left_out) ? SINEW_OK : sinew__fail_memory(error);
}

static sinew_result finish(sinew__builder *builder, sinew_result result, sinew_model **out_model)
{
    sinew_error *error = builder->error;
    void *block = NULL;
    size_t size = 0;
    if (result == SINEW_OK) result = sinew__builder_lay_out(builder, &block, &size);
    sinew__builder_free(builder);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, error) : result;
}

// ---- renaming ------------------------------------------------------------------------------------------------------

/// A joint's new and old name, for a sorted list.
typedef struct named_joint {
    const char *name, *old;
} named_joint;

static int compare_names(const void *left, const void *right)
{
    const named_joint *a = left, *b = right;
    const int names = strcmp(a->name, b->name);
    return names ? names : strcmp(a->old, b->old);
}

static sinew_result check_names(const sinew_model *model, const char *const *names, sinew__arena *memory,
                                sinew_error *error)
{
    named_joint *list = SINEW__ARENA_ARRAY(memory, named_joint, model->joint_count);
    if (!list) return sinew__fail_memory(error);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const char *old = sinew_text(model, model->joints[i].name);
        if (names[i] && !*names[i])
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%.100s' would have no name", old);
        list[i] = (named_joint){names[i] ? names[i] : old, old};
    }
    if (model->joint_count) qsort(list, (size_t)model->joint_count, sizeof *list, compare_names);
    for (int32_t i = 1; i < model->joint_count; ++i)
        if (strcmp(list[i].name, list[i - 1].name) == 0 && strcmp(list[i].old, list[i - 1].old) != 0)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                               "joints '%.80s' and '%.80s' would both be called '%.80s'", list[i - 1].old, list[i].old,
                               list[i].name);
    return SINEW_OK;
}

/// Renames a joint, and the importer's node with its name.
static int rename_joint(sinew__builder *builder, int32_t joint, const char *name)
{
    int ok = 1;
    const sinew_text_ref text = sinew__builder_name(builder, name, &ok);
    sinew_joint *item = (sinew_joint *)sinew__section_items(builder, SINEW__SECTION_JOINTS) + joint;
    sinew_node *nodes = sinew__section_items(builder, SINEW__SECTION_NODES);
    item->name = text;
    if (item->node != SINEW_NONE) nodes[item->node].name = text;
    return ok;
}

sinew_result sinew__edit_rename_joints(const sinew_model *model, const char *const *names, sinew_model **out_model,
                                       sinew_error *out_error)
{
    sinew__arena memory = {0};
    sinew__builder builder = {0};
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, names, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = check_names(model, names, &memory, out_error);
    if (result == SINEW_OK) result = take_model(model, &builder, out_error);
    for (int32_t i = 0; i < model->joint_count && result == SINEW_OK; ++i)
        if (names[i] && !rename_joint(&builder, i, names[i])) result = sinew__fail_memory(out_error);
    sinew__arena_free(&memory);
    return finish(&builder, result, out_model);
}

// ---- dropping ------------------------------------------------------------------------------------------------------

/// The state while joints are dropped.
typedef struct drop {
    const sinew_model *model;
    sinew__builder builder;
    sinew__arena memory;
    int32_t *now;  ///< [joint_count] index in the new model; SINEW_NONE: dropped
    int32_t *heir; ///< [joint_count] nearest kept joint at or above the joint, as an index in the old model
    int32_t kept;
} drop;

static sinew_result number_joints(drop *job, const uint8_t *drops)
{
    const sinew_model *model = job->model;
    job->now = SINEW__ARENA_ARRAY(&job->memory, int32_t, model->joint_count);
    job->heir = SINEW__ARENA_ARRAY(&job->memory, int32_t, model->joint_count);
    if (job->memory.failed) return sinew__fail_memory(job->builder.error);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        const int is_dropped = drops[i] || (parent != SINEW_NONE && job->now[parent] == SINEW_NONE);
        job->now[i] = is_dropped ? SINEW_NONE : job->kept++;
        job->heir[i] = !is_dropped ? i : parent == SINEW_NONE ? SINEW_NONE : job->heir[parent];
    }
    if (job->kept > 0) return SINEW_OK;
    return sinew__fail(job->builder.error, SINEW_ERROR_UNSUPPORTED, "no joint would be left");
}

static sinew_result check_meshes(const drop *job)
{
    const sinew_model *model = job->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const int32_t joint = model->meshes[i].joint;
        if (job->now[joint] == SINEW_NONE)
            return sinew__fail(job->builder.error, SINEW_ERROR_UNSUPPORTED,
                               "joint '%.100s' has a mesh and cannot be dropped",
                               sinew_text(model, model->joints[joint].name));
    }
    for (int32_t i = 0; i < model->skin_joint_count; ++i)
        if (job->heir[model->skin_joints[i].joint] == SINEW_NONE)
            return sinew__fail(job->builder.error, SINEW_ERROR_UNSUPPORTED,
                               "joint '%.100s' moves a mesh, and none above it is left",
                               sinew_text(model, model->joints[model->skin_joints[i].joint].name));
    return SINEW_OK;
}

/// Moves the kept joints and their data to their new indices. The authored order is renumbered without gaps.
static void move_joints(drop *job)
{
    const sinew_model *model = job->model;
    sinew_joint *joints = sinew__section_items(&job->builder, SINEW__SECTION_JOINTS);
    int32_t *order = sinew__section_items(&job->builder, SINEW__SECTION_AUTHORED_ORDER), authored = 0;
    sinew_transform_stack *stacks = sinew__section_items(&job->builder, SINEW__SECTION_STACKS);
    int32_t stack = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i], now = job->now[joint];
        if (now == SINEW_NONE) continue;
        order[authored] = now;
        joints[joint].authored_index = authored++;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t now = job->now[i];
        if (now == SINEW_NONE) continue;
        joints[now] = joints[i];
        if (joints[now].parent != SINEW_NONE) joints[now].parent = job->now[joints[now].parent];
        if (joints[now].stack == SINEW_NONE) continue;
        stacks[stack] = model->stacks[joints[now].stack];
        joints[now].stack = stack++;
    }
    job->builder.sections[SINEW__SECTION_JOINTS].count = (size_t)job->kept;
    job->builder.sections[SINEW__SECTION_AUTHORED_ORDER].count = (size_t)job->kept;
    job->builder.sections[SINEW__SECTION_STACKS].count = (size_t)stack;
}

/// Makes the skin joint of a dropped joint follow the nearest kept joint above. Both joints keep the relation that they
/// have in the bind pose, or at rest if one of them has no bind pose.
static void inherit_skin_joint(const drop *job, const sinew_affine *rest, sinew_skin_joint *item)
{
    const sinew_joint *joints = job->model->joints;
    const int32_t heir = job->heir[item->joint];
    const int is_bound = joints[item->joint].flags & joints[heir].flags & SINEW_JOINT_HAS_BIND;
    const sinew_affine *own = is_bound ? &joints[item->joint].bind_global : &rest[item->joint];
    const sinew_affine *above = is_bound ? &joints[heir].bind_global : &rest[heir];
    sinew_affine unplace;
    (void)sinew__affine_inverse(above, &unplace);
    const sinew_affine between = sinew__affine_multiply(&unplace, own);
    item->inverse_bind = sinew__affine_multiply(&between, &item->inverse_bind);
    item->node_offset = sinew__affine_multiply(&between, &item->node_offset);
    item->node = joints[heir].node;
    item->joint = job->now[heir];
}

static sinew_result move_skins(drop *job)
{
    const sinew_model *model = job->model;
    sinew_skin_joint *items = sinew__section_items(&job->builder, SINEW__SECTION_SKIN_JOINTS);
    sinew_joint *joints = sinew__section_items(&job->builder, SINEW__SECTION_JOINTS);
    sinew_pose *pose;
    const sinew_result result = sinew_pose_create(model, &pose, job->builder.error);
    if (result != SINEW_OK) return result;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        if (job->now[items[i].joint] != SINEW_NONE)
            items[i].joint = job->now[items[i].joint];
        else
            inherit_skin_joint(job, pose->global, &items[i]);
        joints[items[i].joint].flags |= SINEW_JOINT_DEFORMS;
    }
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

static void move_others(drop *job)
{
    const sinew_model *model = job->model;
    sinew_mesh *meshes = sinew__section_items(&job->builder, SINEW__SECTION_MESHES);
    sinew_node *nodes = sinew__section_items(&job->builder, SINEW__SECTION_NODES);
    sinew_file_camera *cameras = sinew__section_items(&job->builder, SINEW__SECTION_CAMERAS);
    size_t kept = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) meshes[i].joint = job->now[meshes[i].joint];
    for (int32_t i = 0; i < model->node_count; ++i)
        if (nodes[i].joint != SINEW_NONE) nodes[i].joint = job->now[nodes[i].joint];
    for (int32_t i = 0; i < model->camera_count; ++i) {
        sinew_file_camera camera = cameras[i];
        if (job->now[camera.joint] == SINEW_NONE) continue;
        camera.joint = job->now[camera.joint];
        if (camera.target != SINEW_NONE) camera.target = job->now[camera.target];
        if (camera.up_target != SINEW_NONE) camera.up_target = job->now[camera.up_target];
        cameras[kept++] = camera;
    }
    job->builder.sections[SINEW__SECTION_CAMERAS].count = kept;
}

/// Makes a model with all joints, but without the channels and tracks of the dropped ones.
static sinew_result drop_motion(const sinew_model *model, const drop *job, const sinew__edit_options *options,
                                sinew_model **out_model)
{
    sinew__clip_editor editor;
    sinew__edit_options all = options ? *options : (sinew__edit_options){0};
    all.clips = NULL;
    sinew_result result = sinew__edit_begin(&editor, model, &all, job->builder.error);
    for (int32_t i = 0; i < editor.clip_count && result == SINEW_OK; ++i) {
        sinew_raw_clip *clip = &editor.clips[i];
        sinew_raw_channel *channels = (sinew_raw_channel *)(uintptr_t)clip->channels;
        sinew_raw_track *tracks = (sinew_raw_track *)(uintptr_t)clip->tracks;
        const int32_t channel_count = clip->channel_count, track_count = clip->track_count;
        clip->channel_count = clip->track_count = 0;
        for (int32_t k = 0; k < channel_count; ++k)
            if (channels[k].joint == SINEW_NONE || job->now[channels[k].joint] != SINEW_NONE)
                channels[clip->channel_count++] = channels[k];
        for (int32_t k = 0; k < track_count; ++k)
            if (tracks[k].joint == SINEW_NONE || job->now[tracks[k].joint] != SINEW_NONE)
                tracks[clip->track_count++] = tracks[k];
    }
    return sinew__edit_finish(&editor, result, out_model);
}

/// Whether a dropped joint moves vertices, or is the associate model of a skin joint.
static int moves_vertices(const drop *job, const sinew_model *model)
{
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const int32_t associate = model->skin_joints[i].associate;
        if (associate != SINEW_NONE && job->now[model->skin_joints[associate].joint] == SINEW_NONE) return 1;
    }
    for (int32_t i = 0; i < model->influence_count; ++i)
        if (job->now[model->skin_joints[model->influences[i].skin_joint].joint] == SINEW_NONE) return 1;
    return 0;
}

/// Updates the objects of the author's document for an edit that an FBX export can repeat there: dropping joints that
/// move no vertices (`now` [joint_count] is the new index or SINEW_NONE), or multiplying lengths. After other changes
/// of the scene, the objects stay unchanged; their hashes then differ from the model's.
static void follow_edit(const sinew_model *before, const int32_t *now, double factor, sinew_model *after)
{
    // The block is the new model's own, so it may be written.
    sinew_document_object *objects = (sinew_document_object *)(uintptr_t)after->document_objects;
    const uint64_t scene = after->document_object_count > 0 ? sinew__hash_scene(before) : 0;
    for (int32_t i = 0; i < after->document_object_count; ++i)
        if (objects[i].kind == SINEW_DOCUMENT_SCENE && objects[i].hash != scene) return;
    for (int32_t i = 0; i < after->document_object_count; ++i) {
        sinew_document_object *object = &objects[i];
        if (object->kind == SINEW_DOCUMENT_SCENE) {
            double scale = 1;
            if (object->id != 0) memcpy(&scale, &object->id, sizeof scale);
            scale *= factor;
            object->hash = sinew__hash_scene(after);
            object->id = 0;
            if (scale != 1) memcpy(&object->id, &scale, sizeof scale);
        }
        if (now && object->kind == SINEW_DOCUMENT_JOINT && sinew__is_item(object->item, before->joint_count))
            object->item = now[object->item];
        if (object->kind != SINEW_DOCUMENT_CLIP) continue;
        int32_t clip = 0;
        while (clip < before->clip_count && sinew__hash_clip(before, clip) != object->hash) ++clip;
        if (clip < before->clip_count) object->hash = sinew__hash_clip(after, clip);
    }
}

sinew_result sinew__edit_drop_joints(const sinew_model *model, const uint8_t *drops, const sinew__edit_options *options,
                                     sinew_model **out_model, sinew_error *out_error)
{
    drop job = {.model = model, .builder = {.error = out_error}};
    sinew_model *without = NULL;
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, drops, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = number_joints(&job, drops);
    if (result == SINEW_OK) result = check_meshes(&job);
    if (result == SINEW_OK && model->clip_count > 0) {
        result = drop_motion(model, &job, options, &without);
        if (result == SINEW_OK) job.model = without;
    }
    if (result == SINEW_OK) result = take_model(job.model, &job.builder, out_error);
    if (result == SINEW_OK) {
        move_joints(&job);
        result = move_skins(&job);
        move_others(&job);
        // Renumber the joints of the remaining channels and tracks.
        sinew_channel *channels = sinew__section_items(&job.builder, SINEW__SECTION_CHANNELS);
        sinew_track *tracks = sinew__section_items(&job.builder, SINEW__SECTION_TRACKS);
        for (int32_t i = 0; i < job.model->channel_count; ++i)
            if (channels[i].joint != SINEW_NONE) channels[i].joint = job.now[channels[i].joint];
        for (int32_t i = 0; i < job.model->track_count; ++i)
            if (tracks[i].joint != SINEW_NONE) tracks[i].joint = job.now[tracks[i].joint];
    }
    result = finish(&job.builder, result, out_model);
    if (result == SINEW_OK && !moves_vertices(&job, model)) follow_edit(model, job.now, 1, *out_model);
    sinew__arena_free(&job.memory);
    sinew_model_destroy(without);
    return result;
}

// ---- scaling -------------------------------------------------------------------------------------------------------

static const double least_factor = 1e-6, most_factor = 1e6;

static void scale_affine(sinew_affine *map, double factor)
{
    for (int i = 0; i < 3; ++i) map->row[i][3] *= factor;
}

static void scale_numbers(double numbers[3], double factor)
{
    for (int i = 0; i < 3; ++i) numbers[i] *= factor;
}

static void scale_skeleton(sinew__builder *builder, const sinew_model *model, double factor)
{
    sinew_joint *joints = sinew__section_items(builder, SINEW__SECTION_JOINTS);
    sinew_transform_stack *stacks = sinew__section_items(builder, SINEW__SECTION_STACKS);
    sinew_node *nodes = sinew__section_items(builder, SINEW__SECTION_NODES);
    sinew_skin_joint *skin = sinew__section_items(builder, SINEW__SECTION_SKIN_JOINTS);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        joints[i].rest.t = sinew__vec3_scale(joints[i].rest.t, factor);
        scale_affine(&joints[i].rest_matrix, factor);
        scale_affine(&joints[i].bind_global, factor);
    }
    for (int32_t i = 0; i < model->stack_count; ++i) sinew__stack_scale(&stacks[i], factor);
    for (int32_t i = 0; i < model->node_count; ++i) scale_affine(&nodes[i].local, factor);
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        scale_affine(&skin[i].inverse_bind, factor);
        scale_affine(&skin[i].node_offset, factor);
    }
}

static void scale_shapes(sinew__builder *builder, const sinew_model *model, double factor)
{
    sinew_mesh *meshes = sinew__section_items(builder, SINEW__SECTION_MESHES);
    sinew_shape_delta *deltas = sinew__section_items(builder, SINEW__SECTION_DELTAS);
    float *positions = sinew__section_items(builder, SINEW__SECTION_POSITIONS);
    float *points = sinew__section_items(builder, SINEW__SECTION_CACHE_POINTS);
    sinew_file_camera *cameras = sinew__section_items(builder, SINEW__SECTION_CAMERAS);
    for (int64_t i = 0; i < 3 * (int64_t)model->vertex_count; ++i)
        positions[i] = (float)((double)positions[i] * factor);
    for (int64_t i = 0; i < 3 * (int64_t)model->cache_point_count; ++i) points[i] = (float)((double)points[i] * factor);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        for (int c = 0; c < 3; ++c) {
            meshes[i].bounds_min[c] = (float)((double)meshes[i].bounds_min[c] * factor);
            meshes[i].bounds_max[c] = (float)((double)meshes[i].bounds_max[c] * factor);
        }
    }
    for (int32_t i = 0; i < model->delta_count; ++i)
        for (int c = 0; c < 3; ++c) deltas[i].position[c] = (float)((double)deltas[i].position[c] * factor);
    for (int32_t i = 0; i < model->camera_count; ++i) {
        scale_numbers(cameras[i].position, factor);
        for (int c = 0; c < 2; ++c) cameras[i].extent[c] *= factor;
        cameras[i].near_plane *= factor;
        cameras[i].far_plane *= factor;
    }
}

static void scale_curve(const sinew_curve *curve, double factor, sinew_curve_key *keys)
{
    for (int32_t i = curve->first_key; i < curve->first_key + curve->key_count; ++i) {
        keys[i].value *= factor;
        keys[i].in_value = (float)((double)keys[i].in_value * factor);
        keys[i].out_value = (float)((double)keys[i].out_value * factor);
    }
}

/// Scales the values of translation keys, and the tangents of cubic tracks.
static void scale_motion(sinew__builder *builder, const sinew_model *model, double factor)
{
    sinew_channel *channels = sinew__section_items(builder, SINEW__SECTION_CHANNELS);
    sinew_curve_key *curve_keys = sinew__section_items(builder, SINEW__SECTION_CURVE_KEYS);
    sinew_track_key *track_keys = sinew__section_items(builder, SINEW__SECTION_TRACK_KEYS);
    for (int32_t i = 0; i < model->channel_count; ++i) {
        if (!sinew__channel_is_length(channels[i].property)) continue;
        scale_numbers(channels[i].value, factor);
        for (int c = 0; c < 3; ++c)
            if (channels[i].curve[c] != SINEW_NONE)
                scale_curve(&model->curves[channels[i].curve[c]], factor, curve_keys);
    }
    for (int32_t i = 0; i < model->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        const int32_t count = track->key_count * (track->interpolation == SINEW_CUBIC ? 3 : 1);
        if (track->path != SINEW_TRACK_TRANSLATION) continue;
        for (int32_t k = 0; k < count; ++k) scale_numbers(track_keys[track->first_key + k].value, factor);
    }
}

sinew_result sinew__edit_scale(const sinew_model *model, double factor, sinew_model **out_model, sinew_error *out_error)
{
    sinew__builder builder = {.error = out_error};
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!(factor >= least_factor && factor <= most_factor))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "scale %g is out of range", factor);
    sinew_result result = take_model(model, &builder, out_error);
    if (result == SINEW_OK) {
        sinew_model_info *info = sinew__section_items(&builder, SINEW__SECTION_INFO);
        info->size *= factor;
        scale_affine(&info->root, factor);
        scale_affine(&info->global_inverse, factor);
        scale_skeleton(&builder, model, factor);
        scale_shapes(&builder, model, factor);
        scale_motion(&builder, model, factor);
    }
    result = finish(&builder, result, out_model);
    if (result == SINEW_OK) follow_edit(model, NULL, factor, *out_model);
    return result;
}
