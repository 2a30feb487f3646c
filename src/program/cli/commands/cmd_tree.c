/// sinew tree FILE
#include <math.h>
#include <stdlib.h>

#include "core/base/affine.h"
#include "core/base/json.h"
#include "program/cli/facts/author_joints.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/rows.h"
#include "runtime/model/look_up.h"
#include "sinew/model.h"

// ---- --raw: all nodes of the importer's scene ----------------------------------------------------------------------

enum { MAX_INDENT = 40 }; // levels that are indented; deeper joints show their depth as a number

/// Lists of the children of each node; the model stores only parents.
typedef struct node_lists {
    int32_t *first_child, *next; ///< [node_count] index of a node, or SINEW_NONE
} node_lists;

/// Returns the next node in depth-first order, or SINEW_NONE. Updates *depth.
static int32_t next_node(const sinew_model *model, const node_lists *lists, int32_t node, int32_t max_depth,
                         int32_t *depth)
{
    if (*depth + 1 < max_depth && lists->first_child[node] != SINEW_NONE) {
        ++*depth;
        return lists->first_child[node];
    }
    while (node != SINEW_NONE && lists->next[node] == SINEW_NONE) {
        node = model->nodes[node].parent;
        --*depth;
    }
    return node == SINEW_NONE ? SINEW_NONE : lists->next[node];
}

static void put_indent(int32_t depth, sinew__buffer *out)
{
    if (depth <= MAX_INDENT)
        sinew__buffer_format(out, "%*s", (int)depth * 2, "");
    else
        sinew__buffer_format(out, "%*s(%d) ", MAX_INDENT * 2, "", (int)depth);
}

static void put_nodes(const sinew_model *model, const node_lists *lists, int32_t max_depth, sinew__json_writer *json,
                      sinew__buffer *out)
{
    int32_t depth = 0;
    for (int32_t node = 0; node != SINEW_NONE; node = next_node(model, lists, node, max_depth, &depth)) {
        if (json) {
            const sinew_node *item = &model->nodes[node];
            sinew__json_put_object(json, NULL);
            sinew__json_put_whole(json, "id", node);
            sinew__json_put_text(json, "name", sinew_text(model, item->name));
            sinew__json_put_whole(json, "parent", item->parent);
            sinew__json_put_whole(json, "depth", depth);
            if (item->joint == SINEW_NONE)
                sinew__json_put_null(json, "joint");
            else
                sinew__json_put_text(json, "joint", sinew_text(model, model->joints[item->joint].name));
            cli_json_matrix(json, "local", &item->local);
            sinew__json_end_object(json);
            continue;
        }
        put_indent(depth, out);
        sinew__buffer_put_printable(out, sinew_text(model, model->nodes[node].name));
        sinew__buffer_put_character(out, '\n');
    }
}

/// Prints `depth` levels of nodes as text or JSON. Returns the exit code.
static int print_raw_tree(const cli_context *context, const char *path, const sinew_model *model, int32_t depth,
                          int as_json)
{
    sinew__buffer out = {0};
    const int is_stripped = cli_check_curves(context, path, model);
    if (is_stripped) return is_stripped;
    if (model->node_count == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_JOINT, "no importer nodes: the file was read without Assimp");
        return cli_fail(context, path, &error);
    }
    const size_t capacity = (size_t)model->node_count + 1;
    node_lists lists = {malloc(capacity * sizeof(int32_t)), malloc(capacity * sizeof(int32_t))};
    out.failed = !lists.first_child || !lists.next;
    for (int32_t i = 0; i < model->node_count && !out.failed; ++i) lists.first_child[i] = lists.next[i] = SINEW_NONE;
    for (int32_t i = model->node_count - 1; i > 0 && !out.failed; --i) { // backwards, to keep the order of children
        const int32_t parent = model->nodes[i].parent;
        lists.next[i] = lists.first_child[parent];
        lists.first_child[parent] = i;
    }
    if (out.failed) {
        // cli_write_stdout reports the failure
    } else if (as_json) {
        sinew__json_writer json = sinew__json_begin(&out);
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.tree/1");
        sinew__json_put_text(&json, "file", path);
        sinew__json_put_array(&json, "nodes");
        put_nodes(model, &lists, depth, &json, &out);
        sinew__json_end_array(&json);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(&out, '\n');
    } else {
        put_nodes(model, &lists, depth, NULL, &out);
    }
    free(lists.first_child);
    free(lists.next);
    return cli_write_stdout(context, &out);
}

// ---- which clips move a joint --------------------------------------------------------------------------------------

typedef struct cli_animated_in {
    size_t *start;  ///< [joint_count + 1] index in `clips` of each joint's first clip
    int32_t *clips; ///< clips that animate a joint, in ascending order
} cli_animated_in;

/// Visits each clip and the joints that it animates. The first call, without animated->clips, counts the clips of each
/// joint in `start`; the second fills `clips`. `is_animated` is [joint_count] scratch memory. `next` [joint_count] is
/// the index in `clips` for the next clip of each joint.
static void run_pass(cli_animated_in *animated, const sinew_model *model, uint8_t *is_animated, size_t *next)
{
    for (int32_t i = 0; i < model->joint_count; ++i) next[i] = animated->start[i];
    for (int32_t c = 0; c < model->clip_count; ++c) {
        sinew__mark_animated_joints(model, c, is_animated);
        for (int32_t i = 0; i < model->joint_count; ++i) {
            if (!is_animated[i]) continue;
            if (animated->clips)
                animated->clips[next[i]++] = c;
            else
                ++animated->start[i + 1];
        }
    }
}

static void animated_in_free(cli_animated_in *animated)
{
    free(animated->start);
    free(animated->clips);
    *animated = (cli_animated_in){0};
}

/// Finds the clips that animate each joint. Returns 0 when out of memory.
static int animated_in_init(cli_animated_in *animated, const sinew_model *model)
{
    const size_t count = (size_t)model->joint_count;
    *animated = (cli_animated_in){.start = calloc(count + 1, sizeof(size_t))};
    uint8_t *is_animated = malloc(count + 1);
    size_t *next = malloc((count + 1) * sizeof *next);
    int ok = animated->start && is_animated && next;
    if (ok) {
        run_pass(animated, model, is_animated, next);
        for (size_t i = 0; i < count; ++i) animated->start[i + 1] += animated->start[i];
        animated->clips = malloc((animated->start[count] + 1) * sizeof(int32_t));
        ok = animated->clips != NULL;
    }
    if (ok)
        run_pass(animated, model, is_animated, next);
    else
        animated_in_free(animated);
    free(is_animated);
    free(next);
    return ok;
}

// ---- settings ------------------------------------------------------------------------------------------------------

typedef struct tree_settings {
    int32_t depth; ///< number of levels to show
    const char *under;
    cli_texts animations;
    int meshes, rest, raw, nested;
    int format;
} tree_settings;

static const tree_settings defaults = {.depth = INT32_MAX, .format = CLI_FORMAT_DEFAULT};

static const cli_option options[] = {
    CLI_ANIM_OPTION(tree_settings, animations),
    {"depth", 0, CLI_WHOLE, "N", "show this many levels", CLI_FIELD(tree_settings, depth), .min = 1, .max = INT32_MAX},
    {"under", 0, CLI_TEXT, "JOINT", "show only this joint and its descendants", CLI_FIELD(tree_settings, under),
     .complete = CLI_COMPLETE_JOINT},
    {"meshes", 0, CLI_SWITCH, NULL, "show the meshes attached to each joint", CLI_FIELD(tree_settings, meshes)},
    {"rest", 0, CLI_SWITCH, NULL, "show the rest pose of each joint", CLI_FIELD(tree_settings, rest)},
    {"raw", 0, CLI_SWITCH, NULL, "show all nodes of the importer", CLI_FIELD(tree_settings, raw)},
    {"nested", 0, CLI_SWITCH, NULL, "nest children in their parents (JSON)", CLI_FIELD(tree_settings, nested)},
    CLI_FORMAT_OPTION(tree_settings, format, 1u << CLI_FORMAT_DOT | 1u << CLI_FORMAT_CSV),
    {0},
};

/// The state of one run.
typedef struct tree_job {
    const cli_context *context;
    const tree_settings *settings;
    int format;
    const char *path;
    const sinew_model *model;
    cli_joints joints;
    cli_animated_in animated;
    sinew_pose *rest;
    uint8_t *shown; ///< [joints.count] whether a joint is shown, by --under and --depth
    int32_t top;    ///< depth of the shown joints that are nearest to the root
} tree_job;

static const sinew_joint *joint_of(const tree_job *tree, int32_t id)
{
    return &tree->model->joints[tree->joints.joint[id]];
}

static int deforms(const tree_job *tree, int32_t id)
{
    return (joint_of(tree, id)->flags & SINEW_JOINT_DEFORMS) != 0;
}

/// Returns the transform of a joint relative to its parent in the bind pose. For a parent without a bind pose, its rest
/// pose is used.
static sinew_transform bind_of(const tree_job *tree, int32_t id)
{
    const int32_t parent = tree->joints.parent[id];
    sinew_affine above = sinew__affine_identity();
    if (parent != SINEW_NONE) {
        const sinew_joint *joint = joint_of(tree, parent);
        const int is_bound = (joint->flags & SINEW_JOINT_HAS_BIND) != 0;
        sinew__affine_inverse(is_bound ? &joint->bind_global : &tree->rest->global[tree->joints.joint[parent]], &above);
    }
    const sinew_affine local = sinew__affine_multiply(&above, &joint_of(tree, id)->bind_global);
    sinew_transform bind;
    sinew__transform_from_affine(&local, &bind);
    return bind;
}

// ---- rows ---------------------------------------------------------------------------------------------------------

/// Bits of the optional columns. WITH_REST and WITH_MESHES show columns in text. WITH_PARENT shows a joint's parent in
/// output that does not nest children.
enum { WITH_REST = 1, WITH_MESHES = 2, WITH_PARENT = 4 };

typedef struct tree_row {
    double id, parent, depth, deforms, is_hidden, is_hidden_alone, is_shown_alone, length;
    const char *name, *indented, *path, *kind, *clips, *meshes;
    sinew_transform rest, bind;
    double degrees[3];
} tree_row;

static const cli_column columns[] = {
    {"id", "id", "id", CLI_CELL_WHOLE, CLI_FIELD(tree_row, id)},
    {NULL, "name", "name", CLI_CELL_TEXT, CLI_FIELD(tree_row, name)},
    {NULL, "path", NULL, CLI_CELL_TEXT, CLI_FIELD(tree_row, path)},
    {NULL, "parent", "parent", CLI_CELL_WHOLE, CLI_FIELD(tree_row, parent), .when = WITH_PARENT},
    {NULL, "depth", "depth", CLI_CELL_WHOLE, CLI_FIELD(tree_row, depth)},
    {"joint", NULL, NULL, CLI_CELL_TEXT, CLI_FIELD(tree_row, indented)},
    {"", NULL, NULL, CLI_CELL_YES, CLI_FIELD(tree_row, deforms)},
    {"kind", "kind", "kind", CLI_CELL_TEXT, CLI_FIELD(tree_row, kind)},
    {NULL, "deforms", "deforms", CLI_CELL_YES, CLI_FIELD(tree_row, deforms)},
    {NULL, "hidden", NULL, CLI_CELL_YES, CLI_FIELD(tree_row, is_hidden)},
    {NULL, "hidden_alone", NULL, CLI_CELL_YES, CLI_FIELD(tree_row, is_hidden_alone)},
    {NULL, "shown_alone", NULL, CLI_CELL_YES, CLI_FIELD(tree_row, is_shown_alone)},
    {"clips", "animated_in", "animated_in", CLI_CELL_LIST, CLI_FIELD(tree_row, clips)},
    {NULL, "length", "length", CLI_CELL_NUMBER, CLI_FIELD(tree_row, length)},
    {NULL, "rest", NULL, CLI_CELL_TRANSFORM, CLI_FIELD(tree_row, rest)},
    {NULL, "bind", NULL, CLI_CELL_TRANSFORM, CLI_FIELD(tree_row, bind)},
    {"translation", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(tree_row, rest.t), .when = WITH_REST},
    {"rotation XYZ", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(tree_row, degrees), .when = WITH_REST},
    {"scale", NULL, NULL, CLI_CELL_VECTOR, CLI_FIELD(tree_row, rest.s), .when = WITH_REST},
    {"meshes", NULL, NULL, CLI_CELL_TEXT, CLI_FIELD(tree_row, meshes), .when = WITH_MESHES},
    {0},
};

/// Puts a joint. In JSON its meshes follow the columns as an array.
static void add_joint(const tree_job *tree, int32_t id, cli_rows *rows)
{
    static const char *const kinds[] = {"null", "bone", "mesh", "camera", "light"};
    enum { INDENTED, PATH, CLIPS, MESHES, TEXTS };
    sinew__buffer texts[TEXTS] = {{0}}, *out = rows->json->out;
    const int is_json = tree->format == CLI_FORMAT_JSON;
    const size_t *start = tree->animated.start + tree->joints.joint[id];
    const uint32_t flags = joint_of(tree, id)->flags;
    tree_row row = {.id = id,
                    .parent = tree->joints.parent[id],
                    .depth = tree->joints.depth[id],
                    .deforms = deforms(tree, id),
                    .is_hidden = (flags & SINEW_JOINT_HIDDEN) != 0,
                    .is_hidden_alone = (flags & SINEW_JOINT_HIDDEN_ALONE) != 0,
                    .is_shown_alone = (flags & SINEW_JOINT_SHOWN_ALONE) != 0,
                    .name = cli_joint_name(&tree->joints, id),
                    .kind = kinds[joint_of(tree, id)->kind],
                    .rest = cli_joint_local(&tree->joints, id, tree->rest)};
    if (flags & SINEW_JOINT_HAS_BIND) row.bind = bind_of(tree, id);
    const int32_t child = tree->joints.first_child[id];
    if (child != SINEW_NONE) { // the length of a bone is the distance to its first child in the rest pose
        const sinew_affine *from = &tree->rest->global[tree->joints.joint[id]],
                           *to = &tree->rest->global[tree->joints.joint[child]];
        row.length = hypot(hypot(to->row[0][3] - from->row[0][3], to->row[1][3] - from->row[1][3]),
                           to->row[2][3] - from->row[2][3]);
    }
    sinew__quat_to_least_euler(row.rest.r, SINEW_ROTATE_XYZ, row.degrees);
    put_indent(tree->joints.depth[id] - tree->top, &texts[INDENTED]);
    sinew__buffer_put_text(&texts[INDENTED], row.name);
    const int has_path = is_json && cli_put_joint_path(&tree->joints, id, &texts[PATH]);
    for (size_t i = start[0]; i < start[1]; ++i)
        sinew__buffer_format(&texts[CLIPS], i > start[0] ? ",%d" : "%d", (int)tree->animated.clips[i] + 1);
    for (int32_t i = 0; i < tree->model->mesh_count && tree->settings->meshes; ++i) {
        if (tree->model->meshes[i].joint != tree->joints.joint[id]) continue;
        if (texts[MESHES].size) sinew__buffer_put_text(&texts[MESHES], ", ");
        sinew__buffer_put_text(&texts[MESHES], sinew_text(tree->model, tree->model->meshes[i].name));
    }
    for (int i = 0; i < TEXTS; ++i) {
        sinew__buffer_put_character(&texts[i], '\0');
        out->failed |= texts[i].failed;
    }
    row.indented = texts[INDENTED].text;
    row.path = has_path ? texts[PATH].text : NULL;
    row.clips = texts[CLIPS].text;
    row.meshes = texts[MESHES].text;
    if (!out->failed) cli_rows_add(rows, &row);
    for (int i = 0; i < TEXTS; ++i) sinew__buffer_free(&texts[i]);
    if (!is_json || !tree->settings->meshes) return;
    sinew__json_put_array(rows->json, "meshes");
    for (int32_t i = 0; i < tree->model->mesh_count; ++i) {
        if (tree->model->meshes[i].joint == tree->joints.joint[id])
            sinew__json_put_text(rows->json, NULL, sinew_text(tree->model, tree->model->meshes[i].name));
    }
    sinew__json_end_array(rows->json);
}

static void close_nested(sinew__json_writer *json, int32_t levels)
{
    for (; levels > 0; --levels) {
        sinew__json_end_array(json);
        sinew__json_end_object(json);
    }
}

/// Puts the shown joints in depth-first order. In nested JSON the object of a joint stays open for its children; the
/// object is closed before the next joint that is not deeper.
static void put_joints(const tree_job *tree, sinew__buffer *out)
{
    const tree_settings *settings = tree->settings;
    const int is_json = tree->format == CLI_FORMAT_JSON;
    sinew__json_writer json = sinew__json_begin(out);
    cli_rows rows = {.columns = columns,
                     .format = tree->format,
                     .json = &json,
                     .shown = (settings->rest ? WITH_REST : 0u) | (settings->meshes ? WITH_MESHES : 0u) |
                              (settings->nested ? 0u : WITH_PARENT),
                     .for_spreadsheets = 1,
                     .color = cli_wants_color(tree->context)};
    int32_t open_levels = 0;
    if (tree->format == CLI_FORMAT_CSV) cli_rows_put_csv_titles(columns, rows.shown, out);
    if (is_json) {
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.tree/1");
        sinew__json_put_text(&json, "file", tree->path);
        sinew__json_put_array(&json, "joints");
    }
    for (int32_t id = 0; id < tree->joints.count; ++id) {
        if (!tree->shown[id]) continue;
        const int32_t level = tree->joints.depth[id] - tree->top;
        if (settings->nested) {
            close_nested(&json, open_levels - level);
            open_levels = level + 1;
        }
        if (is_json) sinew__json_put_object(&json, NULL);
        add_joint(tree, id, &rows);
        if (settings->nested)
            sinew__json_put_array(&json, "children");
        else if (is_json)
            sinew__json_end_object(&json);
    }
    cli_rows_end_table(&rows);
    close_nested(&json, open_levels);
    if (!is_json) return;
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}

// ---- the command --------------------------------------------------------------------------------------------------

/// Marks the joints that --under and --depth select.
static int choose_shown(tree_job *tree)
{
    int32_t under = SINEW_NONE;
    if (tree->settings->under) {
        sinew_error error;
        int32_t joint;
        if (sinew_model_find_joint(tree->model, tree->settings->under, &joint, &error) != SINEW_OK)
            return cli_fail(tree->context, tree->path, &error);
        under = tree->joints.id_of[joint];
        tree->top = tree->joints.depth[under];
    }
    for (int32_t id = 0; id < tree->joints.count; ++id) {
        const int32_t parent = tree->joints.parent[id];
        const int is_inside =
            under == SINEW_NONE || id == under || (id > under && parent >= under && tree->shown[parent] != 0);
        tree->shown[id] = (uint8_t)is_inside;
    }
    for (int32_t id = 0; id < tree->joints.count; ++id) {
        if (tree->joints.depth[id] - tree->top >= tree->settings->depth) tree->shown[id] = 0;
    }
    return 0;
}

static int print_tree(tree_job *tree)
{
    sinew_error error;
    int failed = 0;
    if (!cli_joints_init(&tree->joints, tree->model) || !animated_in_init(&tree->animated, tree->model) ||
        !(tree->shown = calloc((size_t)tree->joints.count + 1, 1)))
        failed = cli_fail_memory(tree->context);
    else if (sinew_pose_create(tree->model, &tree->rest, &error) != SINEW_OK)
        failed = cli_fail(tree->context, tree->path, &error);
    else {
        sinew_pose_evaluate(tree->model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, tree->rest);
        failed = choose_shown(tree);
    }
    if (!failed) {
        sinew__buffer out = {0};
        if (tree->format == CLI_FORMAT_DOT) {
            sinew__buffer_put_text(&out, "digraph joints {\n  rankdir=LR;\n  node [shape=box];\n");
            for (int32_t id = 0; id < tree->joints.count; ++id) {
                if (!tree->shown[id]) continue;
                const int32_t parent = tree->joints.parent[id];
                sinew__buffer_format(&out, "  n%d [label=", (int)id);
                sinew__json_put_string(&out, cli_joint_name(&tree->joints, id));
                sinew__buffer_put_text(&out, deforms(tree, id) ? ", style=bold];\n" : "];\n");
                if (parent != SINEW_NONE && tree->shown[parent])
                    sinew__buffer_format(&out, "  n%d -> n%d;\n", (int)parent, (int)id);
            }
            sinew__buffer_put_text(&out, "}\n");
        } else
            put_joints(tree, &out);
        failed = cli_write_stdout(tree->context, &out);
    }
    cli_joints_free(&tree->joints);
    animated_in_free(&tree->animated);
    sinew_pose_destroy(tree->rest);
    free(tree->shown);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const tree_settings *asked = settings;
    tree_job tree = {.context = context, .settings = asked, .path = files->paths[0]};
    sinew_model *model;
    const int has_format = asked->format != CLI_FORMAT_DEFAULT;
    tree.format = asked->nested && !has_format ? CLI_FORMAT_JSON : cli_format_of(context, asked->format);
    const int is_table = tree.format == CLI_FORMAT_DOT || tree.format == CLI_FORMAT_CSV;
    if (asked->nested && tree.format != CLI_FORMAT_JSON)
        return cli_fail_usage(context, "bad-value", "use --format json", "--nested needs JSON");
    if (asked->raw && (asked->under || asked->meshes || asked->rest || asked->nested || is_table))
        return cli_fail_usage(context, "bad-value", "sinew tree FILE --raw [--depth N] [--json]",
                              "--raw supports only --depth, as text or JSON");
    if (is_table && (asked->meshes || asked->rest))
        return cli_fail_usage(context, "bad-value", "use --json", "--meshes and --rest need text or JSON");
    int failed = cli_check_animation(context, &asked->animations);
    if (!failed) failed = cli_load_animated(context, tree.path, &tree.settings->animations, SINEW_ENGINE_EXACT, &model);
    if (failed) return failed;
    tree.model = model;
    failed = tree.settings->raw
                 ? print_raw_tree(context, tree.path, model, tree.settings->depth, tree.format == CLI_FORMAT_JSON)
                 : print_tree(&tree);
    sinew_model_destroy(model);
    return failed;
}

const cli_command cli_tree = {
    .name = "tree",
    .summary = "print the joint hierarchy",
    .usage = "FILE [--anim FILE]… [--under JOINT] [--depth N] [--format text|json|dot|csv]",
    .description =
        "Joints are in file order. * marks joints that deform a mesh; the clips column lists the numbers of the "
        "clips that animate the joint.",
    .options = options,
    .settings_size = sizeof(tree_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 1,
    .examples = "sinew tree walk.fbx\n"
                "sinew tree walk.fbx --under hips --depth 3\n"
                "sinew tree walk.fbx --format dot > joints.dot",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_BODY,
    .run = run,
    .seconds = 60,
};
