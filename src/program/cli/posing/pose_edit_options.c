#define _POSIX_C_SOURCE 200809L
#include "program/cli/posing/pose_edit_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/standard_input.h"
#include "program/cli/facts/author_joints.h"
#include "program/cli/framework/report.h"

// Reads poses from files that `sinew pose --json` wrote.

/// Limits for a file: bytes; JSON values, 48 bytes each; comparisons of names.
enum { MAX_BYTES = 64 << 20, MAX_VALUES = 3 << 19, MAX_COMPARED = 1 << 28 };

/// The state of reading a file.
typedef struct pose_reader {
    const cli_context *context;
    const char *path;
    const sinew_model *model;
    cli_joints joints;
    pose_edits *edits;
    int32_t found, missing;
    int64_t compared; ///< number of names compared so far
    const char *first_missing;
    cli_stored_pose *poses; ///< [pose_count] for a file with several poses
    size_t pose_count;
} pose_reader;

// ---- numbers ------------------------------------------------------------------------------------------------------

static int read_number(const sinew__json_value *item, double *out)
{
    if (!sinew__json_is(item, SINEW__JSON_NUMBER) || !(fabs(item->number) <= SINEW_JOINT_EDIT_MAX)) return 0;
    *out = item->number;
    return 1;
}

/// Reads [x,y,z].
static int read_vector(const sinew__json_value *array, sinew_vec3 *out)
{
    const sinew__json_value *x = sinew__json_first(array);
    return sinew__json_count(array) == 3 && read_number(x, &out->x) && read_number(x->next, &out->y) &&
           read_number(x->next->next, &out->z);
}

/// Reads {"x":…,"y":…,"z":…,"w":…}, and normalizes it.
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

/// Returns the id of the joint with a name: if several have it, the one with the same id as in the file, else the
/// first.
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

/// Stores a joint's local transform. `local` includes helper joints between the joint and its parent; their transforms
/// are removed.
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
    const sinew__json_value *from = sinew__json_member(object, "local");
    if (!read_vector(sinew__json_member(from, "t"), &local.t) ||
        !read_rotation(sinew__json_member(from, "r"), &local.r) ||
        !read_vector(sinew__json_member(from, "s"), &local.s))
        return fail_reading(reader, "joint", name);
    const int32_t id = id_named(reader, name, sinew__json_member(object, "id"));
    if (id != SINEW_NONE) {
        store_local(reader, id, &local);
        ++reader->found;
    } else if (reader->missing++ == 0) {
        reader->first_missing = name;
    }
    return 0;
}

/// Reads the weight of a morph. Morphs that the model lacks are skipped without a warning, because models differ more
/// in morphs than in joints.
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

static int fail_limit(const pose_reader *reader, const char *what, int limit)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_LIMIT, "more than %d %s", limit, what);
    return cli_fail(reader->context, reader->path, &error);
}

/// Reads the items of an array. A name that the model lacks, or has at another id, is compared with all names of the
/// model; MAX_COMPARED limits these comparisons.
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

static int check_document(const pose_reader *reader, const sinew__json_value *root)
{
    const char *schema = sinew__json_text(sinew__json_member(root, "schema"));
    if (!schema || strcmp(schema, "sinew.pose/1") != 0)
        return fail_reading(reader, "its schema is not sinew.pose/1", NULL);
    return 0;
}

static int read_one(pose_reader *reader, const sinew__json_value *pose)
{
    const sinew__json_value *unit = sinew__json_member(pose, "unit_cm");
    if (!sinew__json_is(unit, SINEW__JSON_NUMBER) || fabs(unit->number / reader->model->info->unit_cm - 1) > 1e-6)
        return fail_reading(reader, "its unit is not the unit of the model", NULL);
    const sinew_model *model = reader->model;
    pose_edits *edits = reader->edits;
    edits->stored_locals = sinew__allocate_zeroed((size_t)model->joint_count + 1, sizeof *edits->stored_locals);
    edits->is_stored = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    edits->stored_weights = sinew__allocate_zeroed((size_t)model->morph_count + 1, sizeof *edits->stored_weights);
    edits->has_weight = sinew__allocate_zeroed((size_t)model->morph_count + 1, 1);
    if (!(edits->stored_locals && edits->is_stored && edits->stored_weights && edits->has_weight))
        return cli_fail_memory(reader->context);
    int failed = read_items(reader, sinew__json_member(pose, "joints"), read_joint);
    if (!failed) failed = read_items(reader, sinew__json_member(pose, "morphs"), read_morph);
    if (!failed && reader->found == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_MATCH, "the pose has none of the model's joints");
        failed = cli_fail(reader->context, reader->path, &error);
    }
    if (!failed && reader->missing > 0)
        cli_warn(reader->context, reader->path, "%d of the pose's joints are not in the model, '%.100s' first",
                 (int)reader->missing, reader->first_missing);
    return failed;
}

/// Reads the pose of a file: the document itself, or the only item of its `poses`.
static int read_pose(pose_reader *reader, const sinew__json_value *root)
{
    const int failed = check_document(reader, root);
    if (failed) return failed;
    const sinew__json_value *poses = sinew__json_member(root, "poses");
    if (!poses) return read_one(reader, root);
    if (sinew__json_count(poses) != 1) return fail_reading(reader, "it holds several poses", NULL);
    return read_one(reader, sinew__json_first(poses));
}

/// Reads the document at the reader's path.
static int read_document(pose_reader *reader, int (*read_root)(pose_reader *, const sinew__json_value *))
{
    static const sinew__json_limits limits = {.max_bytes = MAX_BYTES, .max_values = MAX_VALUES};
    void *bytes = NULL;
    size_t size = 0;
    sinew__json json;
    sinew_error error;
    if (sinew__file_read_within(reader->path, MAX_BYTES, &bytes, &size, &error) != SINEW_OK)
        return cli_fail(reader->context, reader->path, &error);
    if (!cli_joints_init(&reader->joints, reader->model)) {
        sinew_free(bytes);
        return cli_fail_memory(reader->context);
    }
    const sinew_result result = sinew__json_read(bytes, size, &limits, &json, &error);
    const int failed = result == SINEW_OK              ? read_root(reader, json.root)
                       : result == SINEW_ERROR_DAMAGED ? fail_reading(reader, "it is no JSON", NULL)
                                                       : cli_fail(reader->context, reader->path, &error);
    sinew__json_free(&json);
    cli_joints_free(&reader->joints);
    sinew_free(bytes);
    return failed;
}

int cli_read_stored_pose(const cli_context *context, const char *pose_path, const sinew_model *model, pose_edits *edits)
{
    pose_reader reader = {.context = context, .path = pose_path, .model = model, .edits = edits};
    return read_document(&reader, read_pose);
}

// ---- several poses -------------------------------------------------------------------------------------------------

static int read_timed(pose_reader *reader, const sinew__json_value *pose)
{
    cli_stored_pose *grown = sinew__resize(reader->poses, (reader->pose_count + 1) * sizeof *reader->poses);
    if (!grown) return cli_fail_memory(reader->context);
    reader->poses = grown;
    cli_stored_pose *stored = &grown[reader->pose_count++];
    *stored = (cli_stored_pose){0};
    reader->edits = &stored->edits;
    reader->found = reader->missing = 0;
    if (!read_number(sinew__json_member(pose, "time_s"), &stored->time))
        return fail_reading(reader, "a pose has no time_s", NULL);
    const char *clip = sinew__json_text(sinew__json_member(pose, "clip"));
    stored->clip = clip ? sinew__copy_text(clip) : NULL;
    if (clip && !stored->clip) return cli_fail_memory(reader->context);
    return read_one(reader, pose);
}

static int compare_poses(const void *left, const void *right)
{
    const double a = ((const cli_stored_pose *)left)->time, b = ((const cli_stored_pose *)right)->time;
    return (a > b) - (a < b);
}

static int read_poses(pose_reader *reader, const sinew__json_value *root)
{
    enum { MAX_POSES = 4096 };
    const sinew__json_value *poses = sinew__json_member(root, "poses");
    const sinew__json_value *first = poses ? sinew__json_first(poses) : root;
    int failed = check_document(reader, root);
    if (!failed && !first) failed = fail_reading(reader, "it holds no poses", NULL);
    if (!failed && sinew__json_count(poses) > MAX_POSES) failed = fail_limit(reader, "poses", MAX_POSES);
    for (const sinew__json_value *pose = first; pose && !failed; pose = poses ? pose->next : NULL)
        failed = read_timed(reader, pose);
    if (reader->pose_count > 1) qsort(reader->poses, reader->pose_count, sizeof *reader->poses, compare_poses);
    return failed;
}

int cli_read_stored_poses(const cli_context *context, const char *path, const sinew_model *model,
                          cli_stored_pose **out_poses, size_t *out_count)
{
    pose_reader reader = {.context = context, .path = path, .model = model};
    const int failed = read_document(&reader, read_poses);
    *out_poses = reader.poses;
    *out_count = reader.pose_count;
    return failed;
}

void cli_free_stored_poses(cli_stored_pose *poses, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        sinew_free(poses[i].clip);
        sinew__pose_edits_free(&poses[i].edits);
    }
    sinew_free(poses);
}

// ---- --set --------------------------------------------------------------------------------------------------------

/// Parses an assignment, `rz=45` or `tx:=2`. Returns the rest of the text, or NULL.
static const char *read_assignment(const char *text, sinew_joint_edit *edit)
{
    static const char kinds[] = "trs", axes[] = "xyz";
    const char *kind = *text ? strchr(kinds, text[0]) : NULL;
    const char *axis = kind && text[1] ? strchr(axes, text[1]) : NULL;
    if (!axis) return NULL;
    const int channel = 3 * (int)(kind - kinds) + (int)(axis - axes);
    text += 2;
    const int replaces = *text == ':';
    text += replaces;
    if (*text++ != '=' || !*text || !strchr("+-.0123456789", *text)) return NULL;
    char *end;
    edit->value[channel] = strtod(text, &end);
    if (end == text || (edit->adds | edit->replaces) >> channel & 1) return NULL;
    *(replaces ? &edit->replaces : &edit->adds) |= 1u << channel;
    return end;
}

/// Parses assignments separated by blanks or commas. Returns 0 if the text is invalid.
static int read_assignments(const char *text, sinew_joint_edit *out)
{
    static const char separators[] = " ,";
    *out = (sinew_joint_edit){0};
    do {
        text = read_assignment(text + strspn(text, separators), out);
        if (!text || (*text && !strchr(separators, *text))) return 0;
        text += strspn(text, separators);
    } while (*text);
    return 1;
}

/// Finds the joint that the first `length` characters of a text name.
static int find_joint(const cli_context *context, const char *path, const sinew_model *model, const char *text,
                      size_t length, int32_t *out_joint)
{
    char *name = strndup(text, length);
    sinew_error error;
    if (!name) return cli_fail_memory(context);
    const sinew_result result = sinew_model_find_joint(model, name, out_joint, &error);
    free(name);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

/// Parses JOINT:ASSIGNMENTS. Names may contain colons: the name ends at the first colon that is followed by valid
/// assignments.
static int read_edit(const cli_context *context, const char *path, const sinew_model *model, const char *text,
                     sinew_joint_edit *out)
{
    sinew_error error;
    const char *colon = strchr(text, ':');
    while (colon && !read_assignments(colon + 1, out)) colon = strchr(colon + 1, ':');
    if (!colon)
        return cli_fail_usage(context, "bad-value", "expected JOINT:rz=45, with tx ty tz rx ry rz sx sy sz, = or :=",
                              "--set: '%s' is not an edit", text);
    const int failed = find_joint(context, path, model, text, (size_t)(colon - text), &out->joint);
    if (failed) return failed;
    if (sinew_joint_edit_check(model, out, &error) != SINEW_OK)
        return cli_fail_usage(context, "bad-value", NULL, "--set: %s", error.message);
    return 0;
}

// ---- --ik ---------------------------------------------------------------------------------------------------------

static int read_target(const cli_context *context, const char *path, const sinew_model *model, const char *text,
                       pose_target *out)
{
    const char *equals = strrchr(text, '='), *before = equals; // `before`: the character before a number
    double *numbers[] = {&out->target.x, &out->target.y, &out->target.z};
    int is_point = equals != NULL;
    for (int i = 0; i < 3 && is_point; ++i) {
        char *end;
        *numbers[i] = strtod(before + 1, &end);
        is_point = end > before + 1 && fabs(*numbers[i]) <= SINEW_JOINT_EDIT_MAX && *end == (i < 2 ? ',' : '\0');
        before = end;
    }
    if (!is_point)
        return cli_fail_usage(context, "bad-value", "expected JOINT=X,Y,Z", "--ik: '%s' is not a target", text);
    return find_joint(context, path, model, text, (size_t)(equals - text), &out->end);
}

// ---- all ----------------------------------------------------------------------------------------------------------

const sinew__word cli_pose_bases[] = {
    {"clip", POSE_BASE_CLIP, NULL}, {"rest", POSE_BASE_REST, NULL}, {"bind", POSE_BASE_BIND, NULL}, {0}};

int cli_has_pose_edits(const cli_pose_edits *options)
{
    return options->base != POSE_BASE_CLIP || options->pose || options->edits.count || options->targets.count;
}

const char **cli_pose_edit_words(const cli_pose_edits *options, size_t *out_count)
{
    const char **words = malloc((2 * (options->edits.count + options->targets.count) + 4) * sizeof *words);
    size_t count = 0;
    if (words && options->base != POSE_BASE_CLIP) {
        words[count++] = "--base";
        words[count++] = sinew__word_of(cli_pose_bases, options->base)->name;
    }
    if (words && options->pose) {
        words[count++] = "--pose";
        words[count++] = sinew__input_word(options->pose);
    }
    for (size_t i = 0; words && i < options->edits.count; ++i) {
        words[count++] = "--set";
        words[count++] = options->edits.items[i];
    }
    for (size_t i = 0; words && i < options->targets.count; ++i) {
        words[count++] = "--ik";
        words[count++] = options->targets.items[i];
    }
    *out_count = count;
    return words;
}

int cli_resolve_pose_edits(const cli_context *context, const char *path, const sinew_model *model,
                           const cli_pose_edits *options, pose_edits *out_edits)
{
    *out_edits = (pose_edits){.base = options->base};
    const cli_texts *edits = &options->edits, *targets = &options->targets;
    int failed = options->pose ? cli_read_stored_pose(context, options->pose, model, out_edits) : 0;
    if (!failed) {
        out_edits->edits = sinew__allocate_zeroed(edits->count + 1, sizeof *out_edits->edits);
        out_edits->targets = sinew__allocate_zeroed(targets->count + 1, sizeof *out_edits->targets);
        if (!out_edits->edits || !out_edits->targets) failed = cli_fail_memory(context);
    }
    for (size_t i = 0; i < edits->count && !failed; ++i)
        failed = read_edit(context, path, model, edits->items[i], &out_edits->edits[out_edits->edit_count++]);
    for (size_t i = 0; i < targets->count && !failed; ++i)
        failed = read_target(context, path, model, targets->items[i], &out_edits->targets[out_edits->target_count++]);
    out_edits->first_target = out_edits->target_count;
    if (failed) sinew__pose_edits_free(out_edits);
    return failed;
}
