// Checks relations between the values of sections: order, ownership, unit rotations.

#include <math.h>

#include "core/base/printable.h"
#include "core/base/record_stream.h"
#include "runtime/model/camera_lens.h"
#include "runtime/model/clip_file.h"
#include "runtime/model/texture_mapping.h"
#include "runtime/model/validate/checks.h"
#include "runtime/model/validate/validation.h"

// Clips, channels, curves, tracks and key times.

/// Whether a clip file has exactly one clip, without layers, curves and tracks.
int sinew__clip_skeleton_fits(const sinew_model *model, int64_t *out_item)
{
    const sinew_clip *clip = model->clips;
    *out_item = 0;
    return model->clip_count == 1 && model->clip_skeleton->ticks_per_second > 0 && model->clip_motion_count != 1 &&
           (clip->first_layer | clip->layer_count | clip->first_channel | clip->channel_count | clip->first_track |
            clip->track_count) == 0;
}

int sinew__clips_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->clip_count; ++i) {
        *out_item = i;
        if (model->clips[i].duration < 0 || model->clips[i].animated_joints > model->joint_count) return 0;
    }
    return 1;
}

// ---- curves -------------------------------------------------------------------------------------------------------

static int has_target(const sinew_channel *channel)
{
    if (channel->property == SINEW_CHANNEL_OTHER) return channel->morph == SINEW_NONE;
    if (channel->property == SINEW_CHANNEL_MORPH_WEIGHT)
        return channel->morph != SINEW_NONE && channel->joint == SINEW_NONE;
    return channel->joint != SINEW_NONE && channel->morph == SINEW_NONE;
}

/// Whether a channel follows another one of its clip in the order of joint, morph and layer.
static int comes_after(const sinew_channel *channel, const sinew_channel *before)
{
    if (channel->joint != before->joint) return channel->joint > before->joint;
    if (channel->morph != before->morph) return channel->morph > before->morph;
    return channel->layer >= before->layer;
}

int sinew__channels_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_channel *channels = model->channels + model->clips[c].first_channel;
        for (int32_t i = 0; i < model->clips[c].channel_count; ++i) {
            *out_item = model->clips[c].first_channel + i;
            if (!has_target(&channels[i]) || (i > 0 && !comes_after(&channels[i], &channels[i - 1]))) return 0;
        }
    }
    return 1;
}

/// Whether a curve is SINEW_NONE or `*next`, which is then increased.
static int takes_next(int32_t curve, int32_t *next)
{
    if (curve == SINEW_NONE) return 1;
    return curve == (*next)++;
}

/// Whether each curve belongs to one layer or channel, in order: per clip, first the weights of layers, then channels.
int sinew__curves_are_divided(const sinew_model *model)
{
    int32_t next = 0;
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_clip *clip = &model->clips[c];
        for (int32_t i = clip->first_layer; i < clip->first_layer + clip->layer_count; ++i)
            if (!takes_next(model->layers[i].weight_curve, &next)) return 0;
        for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i)
            for (int k = 0; k < 3; ++k)
                if (!takes_next(model->channels[i].curve[k], &next)) return 0;
    }
    return next == model->curve_count;
}

int sinew__curves_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->curve_count; ++i) {
        *out_item = i;
        if (model->curves[i].key_count == 0) return 0;
    }
    return 1;
}

/// Whether the times of a curve's keys rise, and handles are on their own side of the key.
int sinew__curve_keys_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->curve_count; ++c) {
        const sinew_curve *curve = &model->curves[c];
        const sinew_curve_key *keys = model->curve_keys + curve->first_key;
        int wrong = 0;
        for (int32_t i = 0; i < curve->key_count; ++i) wrong |= (keys[i].in_time > 0.0f) | (keys[i].out_time < 0.0f);
        for (int32_t i = 1; i < curve->key_count; ++i) wrong |= keys[i].ticks <= keys[i - 1].ticks;
        *out_item = curve->first_key;
        if (wrong) return 0;
    }
    return 1;
}

// ---- tracks -------------------------------------------------------------------------------------------------------

/// Whether each track animates a morph, or the joint of its node, and the tracks of a clip are sorted by node.
int sinew__tracks_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_track *tracks = model->tracks + model->clips[c].first_track;
        for (int32_t i = 0; i < model->clips[c].track_count; ++i) {
            const sinew_track *track = &tracks[i];
            const int of_morph = track->path == SINEW_TRACK_MORPH_WEIGHT;
            *out_item = model->clips[c].first_track + i;
            if (track->key_count == 0 || of_morph != (track->morph != SINEW_NONE) ||
                (of_morph && track->joint != SINEW_NONE) || (i > 0 && track->node < track[-1].node) ||
                track->interpolation == SINEW_STEP_NEXT)
                return 0;
        }
    }
    return 1;
}

int sinew__track_keys_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t t = 0; t < model->track_count; ++t) {
        const sinew_track *track = &model->tracks[t];
        const sinew_track_key *keys = model->track_keys + track->first_key;
        int fits = 1;
        for (int32_t i = 1; i < track->key_count; ++i) fits &= keys[i].time > keys[i - 1].time;
        for (int32_t i = 0; track->path == SINEW_TRACK_ROTATION && i < track->key_count; ++i) {
            const double *q = keys[i].value;
            fits &= fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-6;
        }
        *out_item = track->first_key;
        if (!fits) return 0;
    }
    return 1;
}

int sinew__events_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->event_count; ++i) {
        const sinew_event *event = &model->events[i], *before = i > 0 ? event - 1 : event;
        *out_item = i;
        if (event->clip < before->clip || (event->clip == before->clip && event->time < before->time) ||
            event->time < 0 || event->time > model->clips[event->clip].duration || !model->text[event->track])
            return 0;
    }
    return 1;
}

int sinew__key_times_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const double *times = model->timeline_key_times + model->clips[c].first_key_time;
        for (int32_t i = 1; i < model->clips[c].key_time_count; ++i) {
            *out_item = model->clips[c].first_key_time + i;
            if (!(times[i] > times[i - 1])) return 0;
        }
    }
    return 1;
}

// Meshes, vertices, palette entries, deformers and morphs.

// Geometry caches: their samples, and each vertex's point and leader.

int sinew__caches_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_geometry_cache *cache = &model->caches[i];
        *out_item = i;
        if (cache->sample_count == 0 || (i > 0 && cache->mesh <= cache[-1].mesh)) return 0;
    }
    return 1;
}

/// Whether texture mappings are sorted by material and map, without duplicates.
int sinew__texture_mappings_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 1; i < model->texture_mapping_count; ++i) {
        const sinew_texture_mapping *mapping = &model->texture_mappings[i];
        *out_item = i;
        if (sinew__texture_mapping_key(mapping) <= sinew__texture_mapping_key(mapping - 1)) return 0;
    }
    return 1;
}

int sinew__cache_times_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_geometry_cache *cache = &model->caches[i];
        const double *times = model->timeline_cache_times + cache->first_time;
        for (int32_t k = 1; k < cache->sample_count; ++k) {
            *out_item = cache->first_time + k;
            if (!(times[k] > times[k - 1])) return 0;
        }
    }
    return 1;
}

/// Whether each vertex's leader comes no later than the vertex and is its own leader.
int sinew__cache_leaders_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_geometry_cache *cache = &model->caches[i];
        const sinew_mesh *mesh = &model->meshes[cache->mesh];
        const uint32_t *leaders = model->cache_leaders + cache->first_leader;
        for (int32_t v = 0; v < mesh->vertex_count; ++v) {
            *out_item = cache->first_leader + v;
            if (leaders[v] > (uint32_t)v || leaders[leaders[v]] != leaders[v]) return 0;
            if (model->control_points[mesh->first_vertex + v] >= (uint32_t)cache->point_count) return 0;
        }
    }
    return 1;
}

/// Whether the counts, flags and bounds of each mesh are valid, and its palette range is within the palette. Ranges may
/// overlap: the sum of their lengths is limited, so that the work on all meshes grows linearly with the block.
int sinew__meshes_fit(const sinew_model *model, int64_t *out_item)
{
    int64_t spare = model->skin_joint_count;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = i;
        if (mesh->index_count % 3 != 0 || mesh->skin_joint_count == 0 || mesh->deformer_count > SINEW__MAX_DEFORMERS ||
            ((mesh->flags & SINEW_MESH_TANGENTS) && mesh->vertex_count > 0 && !model->tangents) ||
            ((mesh->flags & SINEW_MESH_TEXCOORDS2) && mesh->vertex_count > 0 && !model->texcoords2) ||
            mesh->bounds_min[0] > mesh->bounds_max[0] || mesh->bounds_min[1] > mesh->bounds_max[1] ||
            mesh->bounds_min[2] > mesh->bounds_max[2])
            return 0;
        spare += SINEW__SHARED_ENTRIES + (int64_t)mesh->vertex_count - mesh->skin_joint_count;
        if (!sinew__range_fits(mesh->first_skin_joint, mesh->skin_joint_count, model->skin_joint_count)) return 0;
    }
    return spare >= 0;
}

/// Whether each palette entry is in the range of the mesh that it names.
int sinew__skin_joints_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[model->skin_joints[i].mesh];
        *out_item = i;
        if (!sinew__range_fits((int64_t)i - mesh->first_skin_joint, 1, mesh->skin_joint_count)) return 0;
    }
    return 1;
}

/// Whether the submeshes' indices are consecutive, and each mesh's first submesh begins at the mesh's first index.
int sinew__submeshes_fit(const sinew_model *model, int64_t *out_item)
{
    int64_t next = 0;
    for (int32_t i = 0; i < model->submesh_count; ++i) {
        const sinew_submesh *submesh = &model->submeshes[i];
        *out_item = i;
        if (submesh->first_index != next || submesh->index_count % 3 != 0) return 0;
        next += submesh->index_count;
    }
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = mesh->first_submesh;
        if (mesh->submesh_count ? model->submeshes[mesh->first_submesh].first_index != mesh->first_index
                                : mesh->index_count != 0)
            return 0;
    }
    *out_item = model->submesh_count;
    return next == model->index_count;
}

/// Whether each of `count` runs, from one start to the next, has 1 … `longest` items. Starts are below 2³¹, so that a
/// run that does not rise overflows.
static int runs_rise(const uint32_t *starts, int32_t count, uint32_t longest)
{
    uint32_t overflow = 0;
    const size_t runs = (size_t)count;
    for (size_t i = 0; i < runs; ++i) overflow |= sinew__limit_overflow(starts[i + 1] - starts[i] - 1, longest);
    return !(overflow >> 31);
}

/// Whether every vertex has influences, at most the mesh's `max_influences`.
int sinew__influence_starts_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = mesh->first_vertex;
        if (!runs_rise(model->influence_start + mesh->first_vertex, mesh->vertex_count, (uint32_t)mesh->max_influences))
            return 0;
    }
    return 1;
}

int sinew__vertex_block_starts_fit(const sinew_model *model, int64_t *out_item)
{
    *out_item = 0;
    return runs_rise(model->vertex_block_start, model->vertex_block_count, INT32_MAX);
}

/// Whether `skin_joint`, an end of a mesh's palette range, names the mesh or moves one of its vertices. The mesh's
/// vertex blocks have the elements [first, end) of vertex_block_joints.
static int is_end_of_range(const sinew_model *model, int32_t mesh, int32_t skin_joint, uint32_t first, uint32_t end)
{
    if (model->skin_joints[skin_joint].mesh == mesh) return 1;
    while (first < end && model->vertex_block_joints[first] != skin_joint) ++first;
    return first < end;
}

int sinew__vertex_block_joints_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const int32_t last_skin_joint = mesh->first_skin_joint + mesh->skin_joint_count - 1,
                      next = i + 1 < model->mesh_count ? mesh[1].first_vertex_block : model->vertex_block_count;
        const uint32_t first = model->vertex_block_start[mesh->first_vertex_block],
                       end = model->vertex_block_start[next];
        *out_item = first;
        if (!is_end_of_range(model, i, mesh->first_skin_joint, first, end) ||
            !is_end_of_range(model, i, last_skin_joint, first, end))
            return 0;
    }
    for (int32_t vertex_block = 0; vertex_block < model->vertex_block_count; ++vertex_block) {
        *out_item = model->vertex_block_start[vertex_block];
        for (uint32_t i = model->vertex_block_start[vertex_block] + 1; i < model->vertex_block_start[vertex_block + 1];
             ++i)
            if (model->vertex_block_joints[i] <= model->vertex_block_joints[i - 1]) return 0;
    }
    return 1;
}

/// Whether the polygons of each mesh use all of its corners.
int sinew__corners_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const uint32_t *sizes = model->polygon_sizes + mesh->first_polygon;
        const size_t polygons = (size_t)mesh->polygon_count;
        uint64_t corners = 0;
        for (size_t k = 0; k < polygons; ++k) corners += sizes[k];
        *out_item = mesh->first_corner;
        if (corners != (uint64_t)mesh->corner_count) return 0;
    }
    return 1;
}

/// Whether each palette entry of an additive mesh has an associate entry in the same mesh.
static int associate_fits(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t b = mesh->first_skin_joint; b < mesh->first_skin_joint + mesh->skin_joint_count; ++b)
        if (!sinew__range_fits((int64_t)model->skin_joints[b].associate - mesh->first_skin_joint, 1,
                               mesh->skin_joint_count))
            return 0;
    return 1;
}

static int has_additive_skin(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i)
        if (model->deformers[i].kind == SINEW_DEFORM_SKIN && model->deformers[i].link_mode == SINEW_LINK_ADDITIVE)
            return 1;
    return 0;
}

int sinew__deformers_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        *out_item = mesh->first_deformer;
        if (has_additive_skin(model, mesh) && !associate_fits(model, mesh)) return 0;
    }
    return 1;
}

/// Whether each deformer that blends has a blend weight for each vertex of its mesh, in order.
int sinew__blend_weights_are_divided(const sinew_model *model)
{
    int64_t next = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        for (int32_t d = mesh->first_deformer; d < mesh->first_deformer + mesh->deformer_count; ++d) {
            if (model->deformers[d].first_blend_weight == SINEW_NONE) continue;
            if (model->deformers[d].first_blend_weight != next) return 0;
            next += mesh->vertex_count;
        }
    }
    return next == model->blend_weight_count;
}

/// Whether the full weights of a morph's shapes rise, and are not 0.
int sinew__shapes_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t m = 0; m < model->morph_count; ++m) {
        const sinew_shape *shapes = model->shapes + model->morphs[m].first_shape;
        for (int32_t i = 0; i < model->morphs[m].shape_count; ++i) {
            *out_item = model->morphs[m].first_shape + i;
            if (shapes[i].full_weight == 0.0f || (i > 0 && !(shapes[i].full_weight > shapes[i - 1].full_weight)))
                return 0;
        }
    }
    return 1;
}

int sinew__joints_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        *out_item = i;
        if (joint->parent >= i || (i > 0 && joint->parent < joint[-1].parent)) return 0;
        const int32_t depth = joint->parent == SINEW_NONE ? 0 : model->joints[joint->parent].depth + 1;
        const sinew_quat q = joint->rest.r;
        const int is_unit = fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-6;
        if (joint->depth != depth || !is_unit) return 0;
    }
    return 1;
}

int sinew__authored_order_fits(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        *out_item = i;
        if (model->joints[model->authored_order[i]].authored_index != i) return 0;
    }
    return 1;
}

int sinew__stacks_are_divided(const sinew_model *model)
{
    int32_t next = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].stack != SINEW_NONE && model->joints[i].stack != next++) return 0;
    return next == model->stack_count;
}

/// Whether nodes are in depth-first order: the parent of a node is the previous node or one of its ancestors.
int sinew__nodes_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->node_count; ++i) {
        const int32_t parent = model->nodes[i].parent;
        int32_t before = i - 1;
        while (before != SINEW_NONE && before != parent) before = model->nodes[before].parent;
        *out_item = i;
        if (before != parent || (parent == SINEW_NONE) != (i == 0)) return 0;
    }
    return 1;
}

int sinew__cameras_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->camera_count; ++i) {
        const sinew_file_camera *camera = &model->cameras[i];
        *out_item = i;
        if (!sinew__lens_is_valid(camera->is_parallel, camera->field_of_view, camera->extent)) return 0;
    }
    return 1;
}

int sinew__info_fits(const sinew_model *model, int64_t *out_item)
{
    const sinew_model_info *info = model->info;
    *out_item = 0;
    return info->unit_cm > 0 && info->fps >= 0 && info->ticks_per_second > 0 && info->size > 0;
}

/// Whether the text begins with "" and ends with a terminator, so that every offset is the start of a string.
int sinew__text_fits_together(const sinew_model *model, int64_t *out_item)
{
    *out_item = (int64_t)model->text_size;
    return model->text_size > 0 && model->text[0] == '\0' && model->text[model->text_size - 1] == '\0' &&
           sinew__is_utf8(model->text, model->text_size);
}

/// Whether the values and lists of the document's records are complete and end with its last byte.
int sinew__document_fits(const sinew_model *model, int64_t *out_item)
{
    sinew__record_stream stream;
    sinew__stream_value value;
    const char *name;
    sinew__stream_token token = SINEW__STREAM_END;
    *out_item = 0;
    if (model->document_size == 0) return 1;
    if (!sinew__record_stream_begin(&stream, model->document, model->document_size)) return 0;
    do {
        *out_item = stream.at - model->document;
        token = sinew__record_stream_next(&stream, &name);
        if (token == SINEW__STREAM_CLOSE) continue;
        if (token == SINEW__STREAM_DAMAGED || token == SINEW__STREAM_END) break;
        while ((token = sinew__record_stream_value(&stream, &value)) == SINEW__STREAM_VALUE) {
        }
        if (token == SINEW__STREAM_END) token = SINEW__STREAM_RECORD;
    } while (token != SINEW__STREAM_DAMAGED);
    return token == SINEW__STREAM_END;
}
