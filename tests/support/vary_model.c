#include "support/vary_model.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "support/cmocka_close.h"

const char vary_model_clip[] = "clip before", vary_model_mesh[] = "Mesh before", vary_model_joint[] = "Prop.L";

#define HALF 0.70710678118654752440
const model_variation model_variations[MODEL_VARIATIONS] = {
    {.title = "with more", .has_more = 1},
    {.title = "reversed", .is_reversed = 1},
    {.title = "in a smaller unit", .size = 64},
    {.title = "with Z up", .rotation = {HALF, 0, 0, HALF}},
    {.title = "with -Z to the front", .rotation = {0, 1, 0, 0}},
    {.title = "with Z up and X to the front, reversed, in a larger unit, with more",
     .has_more = 1,
     .is_reversed = 1,
     .size = 1 / 64.0,
     .rotation = {0.5, 0.5, 0.5, 0.5}},
    {.title = "with all axes cycled", .rotation = {0.5, 0.5, 0.5, 0.5}, .has_cycled_axes = 1},
};

static const model_variation *variation;

void vary_models(const model_variation *how)
{
    variation = how;
}

#define COPY(memory, type, items, count) ((type *)copy_items(memory, items, (size_t)(count), sizeof(type)))

static void *copy_items(sinew__arena *memory, const void *items, size_t count, size_t size)
{
    void *copied = sinew__arena_take(memory, count + 1, size);
    assert_non_null(copied);
    if (count > 0 && items) memcpy(copied, items, count * size);
    return copied;
}

// ---- joints ---------------------------------------------------------------------------------------------------------

/// The new place of each joint, in `out_places` [joint_count].
static void place_joints(const sinew_raw_model *raw, int32_t *out_places)
{
    int32_t next = variation->has_more;
    for (int32_t i = 0; i < raw->joint_count; ++i) out_places[i] = next + i;
    if (!variation->is_reversed) return;
    for (int32_t depth = 0; next < raw->joint_count + variation->has_more; ++depth)
        for (int32_t i = raw->joint_count - 1; i >= 0; --i) {
            int32_t above = 0;
            for (int32_t k = raw->joints[i].parent; k != SINEW_NONE; k = raw->joints[k].parent) ++above;
            if (above == depth) out_places[i] = next++;
        }
}

static int32_t placed(const int32_t *places, int32_t joint)
{
    return joint == SINEW_NONE ? SINEW_NONE : places[joint];
}

static int is_rotated(void)
{
    const sinew_quat r = variation->rotation;
    return r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w > 0;
}

static double size_of(void)
{
    return variation->size > 0 ? variation->size : 1;
}

static sinew_affine resized(sinew_affine map)
{
    for (int i = 0; i < 3; ++i) map.row[i][3] *= size_of();
    return map;
}

static int is_cycled(void)
{
    return variation->has_cycled_axes;
}

/// x becomes y, y becomes z, z becomes x.
static void cycle(double v[3])
{
    const double z = v[2];
    v[2] = v[1], v[1] = v[0], v[0] = z;
}

static sinew_vec3 cycled(sinew_vec3 v)
{
    return (sinew_vec3){v.z, v.x, v.y};
}

static sinew_affine cycled_map(sinew_affine map)
{
    sinew_affine out;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k) out.row[(i + 1) % 3][k < 3 ? (k + 1) % 3 : 3] = map.row[i][k];
    return out;
}

/// Euler angles of one axis have any order; pre- and post-rotation have the order XYZ.
static void cycle_stack(sinew_transform_stack *stack)
{
    static const int32_t orders[] = {SINEW_ROTATE_YZX, SINEW_ROTATE_YXZ, SINEW_ROTATE_ZXY,
                                     SINEW_ROTATE_ZYX, SINEW_ROTATE_XYZ, SINEW_ROTATE_XZY};
    double *vectors[] = {stack->translation,    stack->rotation,       stack->scaling,      stack->rotation_offset,
                         stack->rotation_pivot, stack->scaling_offset, stack->scaling_pivot};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i) cycle(vectors[i]);
    for (int i = 0; i < 3; ++i) assert_true(stack->pre_rotation[i] == 0 && stack->post_rotation[i] == 0);
    stack->rotation_order = orders[stack->rotation_active ? stack->rotation_order : SINEW_ROTATE_XYZ];
    stack->rotation_active = 1;
}

static void vary_stack(const sinew_raw_joint *from, sinew__arena *memory, sinew_raw_joint *joint)
{
    sinew_transform_stack *stack = COPY(memory, sinew_transform_stack, from->stack, 1);
    if (is_cycled()) cycle_stack(stack);
    double *lengths[] = {stack->translation, stack->rotation_offset, stack->rotation_pivot, stack->scaling_offset,
                         stack->scaling_pivot};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        for (int axis = 0; axis < 3; ++axis) lengths[i][axis] *= size_of();
    joint->stack = stack;
}

static void vary_joints(const sinew_raw_model *raw, const int32_t *places, sinew__arena *memory, sinew_raw_model *out)
{
    sinew_raw_joint *joints = COPY(memory, sinew_raw_joint, NULL, raw->joint_count + 1);
    if (variation->has_more)
        joints[0] = (sinew_raw_joint){
            .name = vary_model_joint, .parent = SINEW_NONE, .kind = SINEW_JOINT_NULL, .node = SINEW_NONE};
    for (int32_t i = 0; i < raw->joint_count; ++i) {
        const sinew_raw_joint *from = &raw->joints[i];
        sinew_raw_joint *joint = &joints[places[i]];
        const sinew_quat r = from->rest.r;
        const sinew_affine rotation = sinew__affine_from_quat(variation->rotation);
        *joint = *from;
        joint->parent = placed(places, from->parent);
        assert_null(from->rest_matrix);
        if (from->stack) vary_stack(from, memory, joint);
        if (r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w == 0) joint->rest = sinew__transform_identity();
        joint->rest.t = sinew__vec3_scale(joint->rest.t, size_of());
        joint->bind_global = resized(from->bind_global);
        if (is_cycled()) {
            const sinew_vec3 v = cycled((sinew_vec3){joint->rest.r.x, joint->rest.r.y, joint->rest.r.z});
            joint->bind_global = cycled_map(joint->bind_global);
            joint->rest = (sinew_transform){
                .t = cycled(joint->rest.t), .r = {v.x, v.y, v.z, joint->rest.r.w}, .s = cycled(joint->rest.s)};
            continue;
        }
        if (!is_rotated()) continue;
        joint->bind_global = sinew__affine_multiply(&rotation, &joint->bind_global);
        if (from->parent != SINEW_NONE) continue;
        assert_null(from->stack);
        joint->rest.t = sinew__quat_rotate(variation->rotation, joint->rest.t);
        joint->rest.r = sinew__quat_multiply(variation->rotation, joint->rest.r);
    }
    out->joints = joints;
    out->joint_count = raw->joint_count + variation->has_more;
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

static const float *vary_vectors(const float *vectors, int32_t count, double size, sinew__arena *memory)
{
    float *varied = COPY(memory, float, vectors, 3 * (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        float *at = &varied[3 * i];
        sinew_vec3 v = {size * (double)at[0], size * (double)at[1], size * (double)at[2]};
        if (is_cycled())
            v = cycled(v);
        else if (is_rotated())
            v = sinew__quat_rotate(variation->rotation, v);
        at[0] = (float)v.x, at[1] = (float)v.y, at[2] = (float)v.z;
    }
    return vectors ? varied : NULL;
}

static void vary_meshes(const sinew_raw_model *raw, const int32_t *places, sinew__arena *memory, sinew_raw_model *out)
{
    static const float positions[] = {-0.5f, 0, 0, 0.5f, 0, 0, 0, 1, 0}, texcoords[] = {0, 0, 1, 0, 0, 1};
    static const uint32_t three = 3;
    sinew_raw_mesh *meshes = COPY(memory, sinew_raw_mesh, NULL, raw->mesh_count + 1);
    if (variation->has_more)
        meshes[0] = (sinew_raw_mesh){.name = vary_model_mesh,
                                     .node = SINEW_NONE,
                                     .positions = positions,
                                     .texcoords = texcoords,
                                     .vertex_count = 3,
                                     .polygon_sizes = &three,
                                     .polygon_count = 1};
    for (int32_t i = 0; i < raw->mesh_count; ++i) {
        sinew_raw_mesh *mesh = &meshes[variation->has_more + i];
        *mesh = raw->meshes[i];
        assert_int_equal(mesh->morph_count, 0);
        mesh->joint = placed(places, mesh->joint);
        mesh->positions = vary_vectors(mesh->positions, mesh->vertex_count, size_of(), memory);
        mesh->normals = vary_vectors(mesh->normals, mesh->vertex_count, 1, memory);
        mesh->geometric = resized(mesh->geometric);
        if (is_cycled()) mesh->geometric = cycled_map(mesh->geometric);
        sinew_raw_skin_joint *skin = COPY(memory, sinew_raw_skin_joint, mesh->skin_joints, mesh->skin_joint_count);
        for (int32_t k = 0; k < mesh->skin_joint_count; ++k) {
            const sinew_affine back = sinew__affine_from_quat(sinew__quat_conjugate(variation->rotation));
            skin[k].joint = placed(places, skin[k].joint);
            skin[k].inverse_bind = resized(skin[k].inverse_bind);
            if (is_cycled())
                skin[k].inverse_bind = cycled_map(skin[k].inverse_bind);
            else if (is_rotated())
                skin[k].inverse_bind = sinew__affine_multiply(&skin[k].inverse_bind, &back);
        }
        mesh->skin_joints = skin;
    }
    out->meshes = meshes;
    out->mesh_count = raw->mesh_count + variation->has_more;
}

// ---- clips ----------------------------------------------------------------------------------------------------------

static int is_length(uint32_t property)
{
    return property == SINEW_CHANNEL_TRANSLATION || property == SINEW_CHANNEL_ROTATION_OFFSET ||
           property == SINEW_CHANNEL_ROTATION_PIVOT || property == SINEW_CHANNEL_SCALING_OFFSET ||
           property == SINEW_CHANNEL_SCALING_PIVOT;
}

static void vary_channel(const int32_t *places, sinew__arena *memory, sinew_raw_channel *channel)
{
    channel->joint = placed(places, channel->joint);
    for (int axis = 0; axis < 3 && is_length(channel->property); ++axis) {
        channel->value[axis] *= size_of();
        if (!channel->curve[axis]) continue;
        sinew_raw_curve *curve = COPY(memory, sinew_raw_curve, channel->curve[axis], 1);
        sinew_curve_key *keys = COPY(memory, sinew_curve_key, curve->keys, curve->key_count);
        for (int32_t k = 0; k < curve->key_count; ++k) {
            keys[k].value *= size_of();
            keys[k].in_value *= (float)size_of();
            keys[k].out_value *= (float)size_of();
        }
        curve->keys = keys;
        channel->curve[axis] = curve;
    }
    if (!is_cycled() || channel->property >= SINEW_CHANNEL_VISIBILITY) return;
    const sinew_raw_curve *last = channel->curve[2];
    cycle(channel->value);
    channel->curve[2] = channel->curve[1];
    channel->curve[1] = channel->curve[0];
    channel->curve[0] = last;
}

static void vary_track(const sinew_raw_model *raw, const int32_t *places, sinew__arena *memory, sinew_raw_track *track)
{
    if (track->joint == SINEW_NONE) return;
    const int is_root = raw->joints[track->joint].parent == SINEW_NONE;
    sinew_track_key *keys = COPY(memory, sinew_track_key, track->keys, track->key_count);
    assert_true(!track->tangents || (track->path == SINEW_TRACK_ROTATION && !(is_root && is_rotated())));
    for (int32_t k = 0; k < track->key_count; ++k) {
        double *v = keys[k].value;
        for (int i = 0; i < 3 && track->path == SINEW_TRACK_TRANSLATION; ++i) v[i] *= size_of();
        if (is_cycled()) cycle(v);
        if (is_cycled() || !is_root || !is_rotated()) continue;
        const sinew_vec3 t = sinew__quat_rotate(variation->rotation, (sinew_vec3){v[0], v[1], v[2]});
        const sinew_quat r = sinew__quat_multiply(variation->rotation, (sinew_quat){v[0], v[1], v[2], v[3]});
        if (track->path == SINEW_TRACK_TRANSLATION) v[0] = t.x, v[1] = t.y, v[2] = t.z;
        if (track->path == SINEW_TRACK_ROTATION) v[0] = r.x, v[1] = r.y, v[2] = r.z, v[3] = r.w;
    }
    track->keys = keys;
    track->joint = placed(places, track->joint);
}

static void vary_clips(const sinew_raw_model *raw, const int32_t *places, sinew__arena *memory, sinew_raw_model *out)
{
    const int has_more = variation->has_more && raw->clip_count > 0;
    sinew_raw_clip *clips = COPY(memory, sinew_raw_clip, NULL, raw->clip_count + 1);
    if (has_more) clips[0] = (sinew_raw_clip){.name = vary_model_clip, .duration = 0.5};
    for (int32_t i = 0; i < raw->clip_count; ++i) {
        sinew_raw_clip *clip = &clips[has_more + i];
        *clip = raw->clips[i];
        sinew_raw_channel *channels = COPY(memory, sinew_raw_channel, clip->channels, clip->channel_count);
        for (int32_t k = 0; k < clip->channel_count; ++k) vary_channel(places, memory, &channels[k]);
        sinew_raw_track *tracks = COPY(memory, sinew_raw_track, clip->tracks, clip->track_count);
        for (int32_t k = 0; k < clip->track_count; ++k) vary_track(raw, places, memory, &tracks[k]);
        clip->channels = channels;
        clip->tracks = tracks;
    }
    out->clips = clips;
    out->clip_count = raw->clip_count + has_more;
}

// ---- the model ------------------------------------------------------------------------------------------------------

/// The name of an axis after the rotation.
static const char *vary_axis(const char *name, const char *unnamed, sinew__arena *memory)
{
    if (!name) name = unnamed;
    const double sign = name[0] == '-' ? -1 : 1;
    const sinew_vec3 axis = {sign * (name[1] == 'X'), sign * (name[1] == 'Y'), sign * (name[1] == 'Z')},
                     to = sinew__quat_rotate(variation->rotation, axis);
    const double sum = to.x + to.y + to.z;
    return sinew__arena_format(memory, "%c%c", sum < 0 ? '-' : '+',
                               fabs(to.x) > 0.5   ? 'X'
                               : fabs(to.y) > 0.5 ? 'Y'
                                                  : 'Z');
}

sinew_raw_model vary_raw_model(const sinew_raw_model *raw, sinew__arena *memory)
{
    sinew_raw_model out = *raw;
    if (!variation) return out;
    int32_t *places = COPY(memory, int32_t, NULL, raw->joint_count);
    place_joints(raw, places);
    vary_joints(raw, places, memory, &out);
    vary_meshes(raw, places, memory, &out);
    vary_clips(raw, places, memory, &out);
    out.unit_cm = (raw->unit_cm > 0 ? raw->unit_cm : 1) / size_of();
    if (is_rotated()) {
        out.up = vary_axis(raw->up, "+Y", memory);
        out.front = vary_axis(raw->front, "+Z", memory);
    }
    return out;
}
