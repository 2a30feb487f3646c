#include "cli/commands/tree_raw.h"

#include <stdlib.h>

#include "base/affine.h"
#include "base/json.h"
#include "cli/commands/json_pose.h"
#include "cli/framework/load_model.h"
#include "cli/framework/output.h"
#include "cli/framework/report.h"

enum { MAX_INDENT = 40 };

/// Child lists of the nodes; the model stores only parents.
typedef struct node_lists {
    int32_t *first_child, *next; ///< [node_count] or SINEW_NONE
} node_lists;

static int list_children(node_lists *lists, const sinew_model *model)
{
    const size_t capacity = (size_t)model->node_count + 1;
    lists->first_child = malloc(capacity * sizeof(int32_t));
    lists->next = malloc(capacity * sizeof(int32_t));
    if (!lists->first_child || !lists->next) return 0;
    for (int32_t i = 0; i < model->node_count; ++i) lists->first_child[i] = lists->next[i] = SINEW_NONE;
    for (int32_t i = model->node_count - 1; i > 0; --i) { // backwards, so that the first child comes first
        const int32_t parent = model->nodes[i].parent;
        lists->next[i] = lists->first_child[parent];
        lists->first_child[parent] = i;
    }
    return 1;
}

/// The next node in depth-first order, or SINEW_NONE. Updates *depth.
static int32_t step(const sinew_model *model, const node_lists *lists, int32_t node, int32_t max_depth, int32_t *depth)
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

static void put_node_text(const sinew_model *model, int32_t node, int32_t depth, sinew__buffer *out)
{
    if (depth <= MAX_INDENT)
        sinew__buffer_format(out, "%*s", (int)depth * 2, "");
    else
        sinew__buffer_format(out, "%*s(%d) ", MAX_INDENT * 2, "", (int)depth);
    sinew__buffer_put_printable(out, sinew_text(model, model->nodes[node].name));
    sinew__buffer_put_character(out, '\n');
}

static void put_node_json(const sinew_model *model, int32_t node, int32_t depth, sinew__json_writer *json)
{
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
}

static void put_nodes(const sinew_model *model, const node_lists *lists, int32_t max_depth, sinew__json_writer *json,
                      sinew__buffer *out)
{
    int32_t depth = 0;
    for (int32_t node = 0; node != SINEW_NONE; node = step(model, lists, node, max_depth, &depth)) {
        if (json)
            put_node_json(model, node, depth, json);
        else
            put_node_text(model, node, depth, out);
    }
}

int cli_print_raw_tree(const cli_context *context, const char *path, const sinew_model *model, int32_t depth,
                       int as_json)
{
    node_lists lists = {0};
    sinew__buffer out = {0};
    const int is_stripped = cli_check_curves(context, path, model);
    if (is_stripped) return is_stripped;
    if (model->node_count == 0) {
        sinew_error error;
        sinew__fail(&error, SINEW_ERROR_NO_JOINT, "no importer nodes: the file was read without Assimp");
        return cli_fail(context, path, &error);
    }
    if (!list_children(&lists, model)) {
        out.failed = 1;
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
