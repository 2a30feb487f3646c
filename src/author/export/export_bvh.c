/// Writes Biovision hierarchies: one skeleton and one clip, in centimetres, Y up.
///
/// BVH joints have no scale. Offsets and positions are therefore computed from the global transforms of a pose, so that
/// every joint has the same position as in the model.
#include <math.h>
#include <string.h>

#include "author/export/export_note.h"
#include "author/export/export_pose.h"
#include "author/export/export_writers.h"
#include "core/base/affine.h"
#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/vec3.h"
#include "core/platform/clock.h"
#include "runtime/model/look_up.h"

static const size_t max_size = (size_t)1 << 31;

typedef struct bvh_writer {
    const sinew_model *model;
    const sinew_export_options *options;
    sinew__arena memory;
    sinew_pose *pose, *scratch;
    double unit; ///< centimetres per unit
    sinew_quat axes;
    int32_t *joints;  ///< [count] joints of the skeleton, depth-first
    int32_t *parents; ///< [count] index of the parent in `joints`, or SINEW_NONE
    int32_t count;
    sinew_transform *rest; ///< [count] offset and rotation at rest, relative to the parent
    sinew_transform *now;  ///< [count] offset and rotation at the current time
    uint8_t *is_moved;     ///< [count] whether the joint's offset changes, so that it has position channels
    double (*angles)[3];   ///< [count] angles of the previous frame about X, Y, Z, degrees
    double deadline;       ///< time of sinew__now() at which the export fails; 0: none
    sinew__buffer text;
} bvh_writer;

// ---- the skeleton -------------------------------------------------------------------------------------------------

/// Returns the only root of the file: the root above the first bone that moves a mesh, else above the first bone, else
/// the first joint.
static int32_t choose_root(const sinew_model *model)
{
    int32_t first_bone = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        if (model->joints[joint].kind != SINEW_JOINT_BONE) continue;
        if (model->joints[joint].flags & SINEW_JOINT_DEFORMS) return sinew__root_above(model, joint);
        if (first_bone == SINEW_NONE) first_bone = joint;
    }
    return first_bone == SINEW_NONE ? model->authored_order[0] : sinew__root_above(model, first_bone);
}

/// Lists the joints below the root in the author's depth-first order. Returns 0 when out of memory.
static int list_joints(bvh_writer *writer)
{
    const sinew_model *model = writer->model;
    const int32_t root = choose_root(model), count = model->joint_count;
    int32_t *index_of = SINEW__ARENA_ARRAY(&writer->memory, int32_t, count);
    writer->joints = SINEW__ARENA_ARRAY(&writer->memory, int32_t, count);
    writer->parents = SINEW__ARENA_ARRAY(&writer->memory, int32_t, count);
    writer->rest = SINEW__ARENA_ARRAY(&writer->memory, sinew_transform, count);
    writer->now = SINEW__ARENA_ARRAY(&writer->memory, sinew_transform, count);
    writer->is_moved = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, count);
    writer->angles = sinew__arena_take(&writer->memory, (size_t)count, sizeof *writer->angles);
    if (writer->memory.failed) return 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t joint = model->authored_order[i], parent = model->joints[joint].parent;
        index_of[joint] = SINEW_NONE;
        if (joint != root && (parent == SINEW_NONE || index_of[parent] == SINEW_NONE)) continue;
        writer->parents[writer->count] = joint == root ? SINEW_NONE : index_of[parent];
        index_of[joint] = writer->count;
        writer->joints[writer->count++] = joint;
    }
    return 1;
}

/// Returns the global transform of a joint without its scale, in centimetres and the axes of the file.
static sinew_transform rigid_global(const bvh_writer *writer, int32_t joint)
{
    sinew_transform global;
    sinew__transform_nearest(&writer->pose->global[joint], &global);
    global.t = sinew__quat_rotate(writer->axes, sinew__vec3_scale(global.t, writer->unit));
    global.r = sinew__quat_normalize(sinew__quat_multiply(writer->axes, global.r));
    global.s = (sinew_vec3){1, 1, 1};
    return global;
}

/// Computes offsets and rotations of the current pose. A mirrored transform (negative scale) gets the rotation of its
/// mirror image.
static void find_locals(const bvh_writer *writer, sinew_transform *out)
{
    for (int32_t i = 0; i < writer->count; ++i) {
        const sinew_transform global = rigid_global(writer, writer->joints[i]);
        out[i] = global;
        if (writer->parents[i] == SINEW_NONE) continue;
        const sinew_transform parent = rigid_global(writer, writer->joints[writer->parents[i]]);
        const sinew_quat back = sinew__quat_conjugate(parent.r);
        out[i].t = sinew__quat_rotate(back, sinew__vec3_subtract(global.t, parent.t));
        out[i].r = sinew__quat_normalize(sinew__quat_multiply(back, global.r));
    }
}

static void pose_at(const bvh_writer *writer, double time, sinew_transform *out)
{
    sinew__export_pose(writer->model, writer->options, writer->options->clip, time, writer->scratch, writer->pose);
    find_locals(writer, out);
}

// ---- text ---------------------------------------------------------------------------------------------------------

static void put_numbers(bvh_writer *writer, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        char text[SINEW__NUMBER_SIZE];
        const int is_noise = !isfinite(numbers[i]) || fabs(numbers[i]) < 1e-9; // rounding errors of rotations
        sinew__format_rounded(is_noise ? 0 : numbers[i], 9, text);
        sinew__buffer_put_character(&writer->text, ' ');
        sinew__buffer_put_text(&writer->text, text);
    }
}

static void indent(bvh_writer *writer, int32_t depth)
{
    enum { DEEPEST = 64 }; // deeper text would consist mostly of blanks
    for (int32_t i = 0; i < depth && i < DEEPEST; ++i) sinew__buffer_put_text(&writer->text, "  ");
}

static void close_joint(bvh_writer *writer, int32_t depth, int is_leaf)
{
    if (is_leaf) {
        indent(writer, depth + 1);
        sinew__buffer_put_text(&writer->text, "End Site\n");
        indent(writer, depth + 1);
        sinew__buffer_put_text(&writer->text, "{\n");
        indent(writer, depth + 2);
        sinew__buffer_put_text(&writer->text, "OFFSET 0 0 0\n");
        indent(writer, depth + 1);
        sinew__buffer_put_text(&writer->text, "}\n");
    }
    indent(writer, depth);
    sinew__buffer_put_text(&writer->text, "}\n");
}

static void open_joint(bvh_writer *writer, int32_t index, int32_t depth)
{
    const sinew_vec3 t = writer->rest[index].t;
    indent(writer, depth);
    sinew__buffer_put_text(&writer->text, depth == 0 ? "ROOT " : "JOINT ");
    // A name is one word: blanks, braces and characters that cannot be printed are replaced.
    const char *name = sinew_text(writer->model, writer->model->joints[writer->joints[index]].name);
    const size_t begin = writer->text.size;
    if (*name)
        sinew__buffer_put_printable(&writer->text, name);
    else
        sinew__buffer_format(&writer->text, "joint_%d", (int)writer->joints[index]);
    for (size_t i = begin; i < writer->text.size; ++i)
        if (strchr(" {}", writer->text.text[i])) writer->text.text[i] = '_';
    sinew__buffer_put_character(&writer->text, '\n');
    indent(writer, depth);
    sinew__buffer_put_text(&writer->text, "{\n");
    indent(writer, depth + 1);
    sinew__buffer_put_text(&writer->text, "OFFSET");
    put_numbers(writer, (const double[]){t.x, t.y, t.z}, 3);
    sinew__buffer_put_character(&writer->text, '\n');
    indent(writer, depth + 1);
    sinew__buffer_put_text(&writer->text,
                           writer->is_moved[index]
                               ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                               : "CHANNELS 3 Zrotation Xrotation Yrotation\n");
}

static void put_hierarchy(bvh_writer *writer)
{
    const int32_t base = writer->model->joints[writer->joints[0]].depth;
    int32_t open = 0; // joints that are not closed
    sinew__buffer_put_text(&writer->text, "HIERARCHY\n");
    for (int32_t i = 0; i < writer->count; ++i) {
        const int32_t depth = writer->model->joints[writer->joints[i]].depth - base;
        for (int32_t d = open - 1; d >= depth; --d) close_joint(writer, d, d == open - 1);
        open_joint(writer, i, depth);
        open = depth + 1;
    }
    for (int32_t d = open - 1; d >= 0; --d) close_joint(writer, d, d == open - 1);
}

// ---- motion -------------------------------------------------------------------------------------------------------

static double nearest_turn(double degrees, double like)
{
    return degrees + 360 * round((like - degrees) / 360);
}

/// Converts a rotation to the angles of Z · X · Y, in degrees. Two triples of angles give the rotation; takes the one
/// that is nearer to the previous frame's angles, so that curves do not jump.
static void find_angles(sinew_quat rotation, double angles[3])
{
    double plain[3], other[3], plain_distance = 0, other_distance = 0;
    sinew__quat_to_euler(rotation, SINEW_ROTATE_YXZ, plain);
    other[0] = 180 - plain[0], other[1] = plain[1] + 180, other[2] = plain[2] + 180;
    for (int i = 0; i < 3; ++i) {
        plain[i] = nearest_turn(plain[i], angles[i]);
        other[i] = nearest_turn(other[i], angles[i]);
        plain_distance += fabs(plain[i] - angles[i]);
        other_distance += fabs(other[i] - angles[i]);
    }
    memcpy(angles, other_distance < plain_distance ? other : plain, sizeof plain);
}

/// Reports the progress. Each frame is posed twice: once to find moving joints, once to be written.
static void report_frame(const bvh_writer *writer, int32_t frame, int is_written)
{
    const sinew_export_options *options = writer->options;
    const size_t count = (size_t)options->time_count;
    if (!options->progress) return;
    options->progress(options->user, (is_written ? count : 0) + (size_t)frame + 1, 2 * count);
}

static sinew_result check_budget(const bvh_writer *writer, sinew_error *error)
{
    if (writer->deadline > 0 && sinew__now() > writer->deadline)
        return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "stopped after %.3g s, while the motion was written",
                           writer->options->seconds);
    if (writer->text.size > max_size)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "the file would be larger than 2 GB");
    return writer->text.failed ? sinew__fail_memory(error) : SINEW_OK;
}

/// Finds the joints whose offset changes. The root always has positions.
static sinew_result find_moved(bvh_writer *writer, sinew_error *error)
{
    const double bound = 1e-6 * writer->model->info->size * writer->unit;
    writer->is_moved[0] = 1;
    for (int32_t k = 0; k < writer->options->time_count; ++k) {
        pose_at(writer, writer->options->times[k], writer->now);
        for (int32_t i = 1; i < writer->count; ++i) {
            const sinew_vec3 moved = sinew__vec3_subtract(writer->now[i].t, writer->rest[i].t);
            writer->is_moved[i] |= sinew__vec3_length(moved) > bound;
        }
        report_frame(writer, k, 0);
        const sinew_result result = check_budget(writer, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

static sinew_result put_motion(bvh_writer *writer, sinew_error *error)
{
    const sinew_export_options *options = writer->options;
    const int32_t count = options->time_count;
    const double step = count > 1 ? (options->times[count - 1] - options->times[0]) / (count - 1) : 1.0 / 30;
    char text[SINEW__NUMBER_SIZE];
    sinew__format_rounded(step, 9, text);
    sinew__buffer_format(&writer->text, "MOTION\nFrames: %d\nFrame Time: %s\n", (int)count, text);
    for (int32_t k = 0; k < count; ++k) {
        pose_at(writer, options->times[k], writer->now);
        for (int32_t i = 0; i < writer->count; ++i) {
            const sinew_vec3 t = writer->now[i].t;
            double *angles = writer->angles[i];
            find_angles(writer->now[i].r, angles);
            if (writer->is_moved[i]) put_numbers(writer, (const double[]){t.x, t.y, t.z}, 3);
            put_numbers(writer, (const double[]){angles[2], angles[0], angles[1]}, 3);
        }
        sinew__buffer_put_character(&writer->text, '\n');
        report_frame(writer, k, 1);
        const sinew_result result = check_budget(writer, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

// ---- the file -----------------------------------------------------------------------------------------------------

static sinew_result write_file(bvh_writer *writer, sinew_error *error)
{
    if (!list_joints(writer)) return sinew__arena_fail(&writer->memory, error);
    sinew_result result = sinew_pose_create(writer->model, &writer->pose, error);
    if (result == SINEW_OK && writer->options->in_place)
        result = sinew_pose_create(writer->model, &writer->scratch, error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(writer->model, SINEW_NONE, 0, writer->pose);
    sinew_pose_local_to_global(writer->model, writer->pose);
    find_locals(writer, writer->rest);
    result = find_moved(writer, error);
    if (result != SINEW_OK) return result;
    put_hierarchy(writer);
    return put_motion(writer, error);
}

sinew_result sinew__export_bvh(const sinew_model *model, const sinew_export_options *options, char **out_text,
                               size_t *out_size, sinew_error *out_error)
{
    if (out_text) *out_text = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, options, out_text, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    if (sinew__export_check(model, options, out_error) != SINEW_OK ||
        sinew__lacks_clip(model, options->clip, out_error))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (!options->times || options->time_count < 1)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "no times to export");
    const double *times = options->times;
    const int32_t count = options->time_count;
    const double step = count > 1 ? (times[count - 1] - times[0]) / (count - 1) : 0;
    for (int32_t i = 0; i < count; ++i)
        if (!(fabs(times[i] - times[0] - step * i) <= 1e-3 * fabs(step)))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the frames of a BVH file are evenly spaced");
    if (model->joint_count == 0) return sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no joint to export");
    sinew_result result = sinew_engine_accepts(model, options->engine, out_error);
    if (result != SINEW_OK) return result;
    bvh_writer writer = {.model = model,
                         .options = options,
                         .unit = model->info->unit_cm,
                         .axes = sinew__file_axes(model),
                         .deadline = options->seconds > 0 ? sinew__now() + options->seconds : 0};
    result = write_file(&writer, out_error);
    if (result == SINEW_OK) {
        *out_text = writer.text.text;
        *out_size = writer.text.size;
    } else {
        sinew__buffer_free(&writer.text);
    }
    sinew_pose_destroy(writer.pose);
    sinew_pose_destroy(writer.scratch);
    sinew__arena_free(&writer.memory);
    return result;
}
