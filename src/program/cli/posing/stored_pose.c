#include "program/cli/posing/stored_pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "program/cli/commands/author_joints.h"
#include "program/cli/framework/report.h"

enum { MAX_BYTES = 64 << 20, MAX_VALUES = 3 << 19, MAX_COMPARED = 1 << 28 }; // a value takes 48 bytes

/// A file while it is read.
typedef struct pose_reader {
    const cli_context *context;
    const char *path;
    const sinew_model *model;
    cli_joints joints;
    pose_edits *edits;
    int32_t found, missing;
    int64_t compared; ///< names so far
    const char *first_missing;
} pose_reader;

// ---- numbers ------------------------------------------------------------------------------------------------------

static int read_number(const sinew__json_value *item, double *out)
{
    if (!sinew__json_is(item, SINEW__JSON_NUMBER) || !(fabs(item->number) <= SINEW_JOINT_EDIT_MAX)) return 0;
    *out = item->number;
    return 1;
}

/// [x,y,z]
static int read_vector(const sinew__json_value *array, sinew_vec3 *out)
{
    const sinew__json_value *x = sinew__json_first(array);
    return sinew__json_count(array) == 3 && read_number(x, &out->x) && read_number(x->next, &out->y) &&
           read_number(x->next->next, &out->z);
}

/// {"x":…,"y":…,"z":…,"w":…}, which is normalised.
static int read_rotation(const sinew__json_value *object, sinew_quat *out)
{
    const double least = 1e-6;
    sinew_quat q;
    if (!read_number(sinew__json_member(object, "x"), &q.x) || !read_number(sinew__json_member(object, "y"), &q.y) ||
        !read_number(sinew__json_member(object, "z"), &q.z) || !read_number(sinew__json_member(object, "w"), &q.w) ||
        q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w < least)
        return 0;
    *out = sinew__quat_normalize(q);
    return 1;
}

static int read_transform(const sinew__json_value *object, sinew_transform *out)
{
    return read_vector(sinew__json_member(object, "t"), &out->t) &&
           read_rotation(sinew__json_member(object, "r"), &out->r) &&
           read_vector(sinew__json_member(object, "s"), &out->s);
}

// ---- joints and morphs --------------------------------------------------------------------------------------------

static int fail_reading(const pose_reader *reader, const char *what, const char *name)
{
    sinew_error error;
    if (name)
        sinew__fail(&error, SINEW_ERROR_DAMAGED, "not a pose: %s '%.100s' has no valid values", what, name);
    else
        sinew__fail(&error, SINEW_ERROR_DAMAGED, "not a pose: %s", what);
    sinew__hint(&error, "sinew pose FILE --at TIME --json writes one");
    return cli_fail(reader->context, reader->path, &error);
}

/// The id of a joint with this name: the same id where the name occurs more than once, else the first.
static int32_t id_named(pose_reader *reader, const char *name, const sinew__json_value *id)
{
    const cli_joints *joints = &reader->joints;
    const double hint = sinew__json_is(id, SINEW__JSON_NUMBER) ? id->number : -1;
    if (hint >= 0 && hint < joints->count && strcmp(cli_joint_name(joints, (int32_t)hint), name) == 0)
        return (int32_t)hint;
    for (int32_t i = 0; i < joints->count; ++i, ++reader->compared)
        if (strcmp(cli_joint_name(joints, i), name) == 0) return i;
    return SINEW_NONE;
}

/// Stores the local transform of a joint. What helper joints do between it and its parent is taken out.
static void store_local(pose_reader *reader, int32_t id, const sinew_transform *local)
{
    const sinew_model *model = reader->model;
    const int32_t joint = reader->joints.joint[id];
    sinew_transform *stored = &reader->edits->stored_locals[joint];
    sinew_affine helpers = sinew__affine_identity(), unhelp;
    int32_t above = model->joints[joint].parent;
    for (; above != SINEW_NONE && model->joints[above].flags & SINEW_JOINT_HELPER; above = model->joints[above].parent)
        helpers = sinew__affine_multiply(&model->joints[above].rest_matrix, &helpers);
    *stored = *local;
    if (!sinew__affine_is_identity(&helpers) && sinew__affine_inverse(&helpers, &unhelp)) {
        const sinew_affine matrix = sinew__affine_from_transform(local);
        const sinew_affine own = sinew__affine_multiply(&unhelp, &matrix);
        sinew__transform_from_affine(&own, stored);
    }
    reader->edits->is_stored[joint] = 1;
}

static int read_joint(pose_reader *reader, const sinew__json_value *object)
{
    const char *name = sinew__json_text(sinew__json_member(object, "name"));
    sinew_transform local;
    if (!name) return fail_reading(reader, "a joint has no name", NULL);
    if (!read_transform(sinew__json_member(object, "local"), &local)) return fail_reading(reader, "joint", name);
    const int32_t id = id_named(reader, name, sinew__json_member(object, "id"));
    if (id != SINEW_NONE) {
        store_local(reader, id, &local);
        ++reader->found;
    } else if (reader->missing++ == 0) {
        reader->first_missing = name;
    }
    return 0;
}

/// Morphs that the model lacks are left out: faces differ more than bodies do.
static int read_morph(pose_reader *reader, const sinew__json_value *object)
{
    const sinew_model *model = reader->model;
    const char *name = sinew__json_text(sinew__json_member(object, "name"));
    double weight;
    if (!name || !read_number(sinew__json_member(object, "weight"), &weight))
        return fail_reading(reader, "morph", name ? name : "");
    reader->compared += model->morph_count;
    for (int32_t i = 0; i < model->morph_count; ++i)
        if (strcmp(sinew_text(model, model->morphs[i].name), name) == 0) {
            reader->edits->stored_weights[i] = (float)weight;
            reader->edits->has_weight[i] = 1;
        }
    return 0;
}

// ---- the file -----------------------------------------------------------------------------------------------------

static int create_arrays(const sinew_model *model, pose_edits *edits)
{
    edits->stored_locals = sinew__allocate_zeroed((size_t)model->joint_count + 1, sizeof *edits->stored_locals);
    edits->is_stored = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    edits->stored_weights = sinew__allocate_zeroed((size_t)model->morph_count + 1, sizeof *edits->stored_weights);
    edits->has_weight = sinew__allocate_zeroed((size_t)model->morph_count + 1, 1);
    return edits->stored_locals && edits->is_stored && edits->stored_weights && edits->has_weight;
}

/// The pose of a file: the object itself, or the only one of `poses`.
static const sinew__json_value *only_pose(const sinew__json_value *root)
{
    const sinew__json_value *poses = sinew__json_member(root, "poses");
    if (!poses) return root;
    return sinew__json_count(poses) == 1 ? sinew__json_first(poses) : NULL;
}

static int fail_limit(const pose_reader *reader, const char *what, int limit)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_LIMIT, "more than %d %s", limit, what);
    return cli_fail(reader->context, reader->path, &error);
}

/// Names that the model lacks, or has elsewhere, are compared with all of its own.
static int read_items(pose_reader *reader, const sinew__json_value *array,
                      int (*read_item)(pose_reader *, const sinew__json_value *))
{
    int failed = 0;
    const sinew__json_value *item;
    for (item = sinew__json_first(array); item; item = item->next) {
        failed = read_item(reader, item);
        if (!failed && reader->compared > MAX_COMPARED)
            failed = fail_limit(reader, "comparisons of its names with those of the model", MAX_COMPARED);
        if (failed) break;
    }
    return failed;
}

static int check_matches(const pose_reader *reader)
{
    if (reader->found == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_MATCH, "the pose has none of the model's joints");
        return cli_fail(reader->context, reader->path, &error);
    }
    if (reader->missing > 0)
        cli_warn(reader->context, reader->path, "%d of the pose's joints are not in the model, '%.100s' first",
                 (int)reader->missing, reader->first_missing);
    return 0;
}

static int read_pose(pose_reader *reader, const sinew__json_value *root)
{
    const char *schema = sinew__json_text(sinew__json_member(root, "schema"));
    if (!schema || strcmp(schema, "sinew.pose/1") != 0)
        return fail_reading(reader, "its schema is not sinew.pose/1", NULL);
    const sinew__json_value *pose = only_pose(root);
    if (!pose) return fail_reading(reader, "it holds several poses", NULL);
    const sinew__json_value *unit = sinew__json_member(pose, "unit_cm");
    if (!sinew__json_is(unit, SINEW__JSON_NUMBER) || fabs(unit->number / reader->model->info->unit_cm - 1) > 1e-6)
        return fail_reading(reader, "its unit is not the unit of the model", NULL);
    if (!create_arrays(reader->model, reader->edits)) return cli_fail_memory(reader->context);
    int failed = read_items(reader, sinew__json_member(pose, "joints"), read_joint);
    if (!failed) failed = read_items(reader, sinew__json_member(pose, "morphs"), read_morph);
    return failed ? failed : check_matches(reader);
}

static int read_text(pose_reader *reader, const char *text, size_t size)
{
    static const sinew__json_limits limits = {.max_bytes = MAX_BYTES, .max_values = MAX_VALUES};
    sinew__json json;
    sinew_error error;
    if (!cli_joints_init(&reader->joints, reader->model)) return cli_fail_memory(reader->context);
    const sinew_result result = sinew__json_read(text, size, &limits, &json, &error);
    const int failed = result == SINEW_OK              ? read_pose(reader, json.root)
                       : result == SINEW_ERROR_DAMAGED ? fail_reading(reader, "it is no JSON", NULL)
                                                       : cli_fail(reader->context, reader->path, &error);
    sinew__json_free(&json);
    cli_joints_free(&reader->joints);
    return failed;
}

int cli_read_stored_pose(const cli_context *context, const char *pose_path, const sinew_model *model, pose_edits *edits)
{
    pose_reader reader = {.context = context, .path = pose_path, .model = model, .edits = edits};
    void *bytes = NULL;
    size_t size = 0;
    sinew_error error;
    if (sinew__file_read_within(pose_path, MAX_BYTES, &bytes, &size, &error) != SINEW_OK)
        return cli_fail(context, pose_path, &error);
    const int failed = read_text(&reader, bytes, size);
    sinew_free(bytes);
    return failed;
}
