/// Notes bones that Blender connects. Blender's import makes a bone as long as the mean distance of its child bones,
/// along +Y, connects a child that begins at its tip, and does not play the translation of a connected child.
#include "author/export/fbx/fbx_writer.h"
#include "core/base/affine.h"
#include "core/base/vec3.h"

static int is_bone(const fbx_writer *writer, int32_t joint)
{
    if (joint == SINEW_NONE) return 0;
    const sinew_joint *item = &writer->model->joints[joint];
    return item->kind == SINEW_JOINT_BONE || item->flags & SINEW_JOINT_DEFORMS;
}

/// Returns the global transform that Blender gives a bone at rest: the bind pose if a mesh was bound, else the rest
/// pose.
static const sinew_affine *place_of(const fbx_writer *writer, int32_t joint)
{
    return writer->has_bind[joint] ? &writer->binds[joint] : &writer->rest_globals[joint];
}

static sinew_vec3 head_of(const sinew_affine *place)
{
    return (sinew_vec3){place->row[0][3], place->row[1][3], place->row[2][3]};
}

/// Whether a bone begins at the tip of its parent. `length` is the parent's length in the parent's space.
static int begins_at_tip(const fbx_writer *writer, int32_t joint, double length)
{
    static const double near = 1e-5; // fraction of the length; Blender compares each coordinate
    const sinew_affine *above = place_of(writer, writer->model->joints[joint].parent);
    const sinew_vec3 tip = sinew__affine_point(above, (sinew_vec3){0, length, 0});
    const double world = sinew__vec3_length(sinew__vec3_subtract(tip, head_of(above)));
    return sinew__vec3_length(sinew__vec3_subtract(tip, head_of(place_of(writer, joint)))) <= near * world;
}

/// Computes the lengths of bones: the mean distance of their child bones. Returns 0 when out of memory.
static int measure(const fbx_writer *writer, sinew__arena *memory, double **out)
{
    const sinew_model *model = writer->model;
    double *lengths = *out = SINEW__ARENA_ARRAY(memory, double, model->joint_count);
    int32_t *counts = SINEW__ARENA_ARRAY(memory, int32_t, model->joint_count);
    if (!lengths || !counts) return 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        sinew_affine inverse;
        if (!is_bone(writer, i) || !is_bone(writer, parent)) continue;
        if (!sinew__affine_inverse(place_of(writer, parent), &inverse)) continue;
        lengths[parent] += sinew__vec3_length(sinew__affine_point(&inverse, head_of(place_of(writer, i))));
        counts[parent]++;
    }
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (counts[i] > 0) lengths[i] /= counts[i];
    return 1;
}

void sinew__fbx_note_tips(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    sinew__arena memory = {0};
    double *lengths;
    int32_t count = 0;
    if (!measure(writer, &memory, &lengths)) writer->memory.failed = 1;
    for (int32_t i = 0; lengths && i < model->joint_count; ++i)
        count += writer->leaves_rest[i] && is_bone(writer, i) && is_bone(writer, model->joints[i].parent) &&
                 begins_at_tip(writer, i, lengths[model->joints[i].parent]);
    if (count > 0)
        sinew__export_note(writer->options,
                           "%d bones move away from the tip of the bone above them, which Blender does not play unless "
                           "they are disconnected",
                           (int)count);
    sinew__arena_free(&memory);
}
