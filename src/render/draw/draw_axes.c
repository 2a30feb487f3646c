#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "render/draw/draw_strokes.h"
#include "render/renderer.h"
#include "render/skeleton.h"
#include "render/vector.h"

/// Lengths as fractions of the character's size, and of the bone that ends at the joint.
static const double LONGEST = 0.085, SHORTEST = 0.02, SELECTED = 0.17, OF_BONE = 0.4;

static const float COLORS[3][4] = {
    {0.90f, 0.055f, 0.05f, 1.0f}, {0.10f, 0.60f, 0.045f, 1.0f}, {0.055f, 0.20f, 0.95f, 1.0f}};

static double axis_length(const render_frame *frame, const render_bone *bone)
{
    const double size = (double)frame->character_size;
    if (frame->options->has_joint && frame->options->joint == bone->joint) return SELECTED * size;
    if (bone->parent == SINEW_NONE) return LONGEST * size;
    double position[3], above[3], direction[3];
    sinew__render_joint_position(frame->pose, bone->joint, position);
    sinew__render_joint_position(frame->pose, bone->parent, above);
    render_subtract(position, above, direction);
    return fmin(fmax(OF_BONE * render_length(direction), SHORTEST * size), LONGEST * size);
}

/// Adds three strokes, independent of the joint's scale.
static void add_axes(const render_frame *frame, const render_bone *bone, render_stroke *out)
{
    const sinew_affine *global = &frame->pose->global[bone->joint];
    const int selected = frame->options->has_joint && frame->options->joint == bone->joint;
    const double length = axis_length(frame, bone), width = (selected ? 2.6 : 1.6) * (double)frame->pixel_scale;
    double position[3];
    sinew__render_joint_position(frame->pose, bone->joint, position);
    for (int axis = 0; axis < 3; ++axis) {
        double direction[3] = {global->row[0][axis], global->row[1][axis], global->row[2][axis]}, tip[3];
        render_normalize(direction, (const double[3]){0.0, 0.0, 0.0});
        render_add_scaled(position, length, direction, tip);
        out[axis] = sinew__render_make_stroke(position, tip, COLORS[axis], width);
    }
}

sinew_result sinew__render_draw_axes(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const render_bones *bones = &renderer->bones;
    render_stroke *strokes = sinew__allocate(((size_t)bones->count * 3 + 1) * sizeof *strokes);
    if (!strokes) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < bones->count; ++i) add_axes(frame, &bones->bones[i], &strokes[3 * (size_t)i]);
    const sinew_result result = sinew__render_draw_strokes(renderer, frame, strokes, 3 * bones->count, 1.0, out_error);
    sinew_free(strokes);
    return result;
}
