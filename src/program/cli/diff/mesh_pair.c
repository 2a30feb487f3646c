// Matches the meshes and vertices of two files, and measures their distances.
#include "program/cli/diff/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"

// ---- objects ------------------------------------------------------------------------------------------------------

static const char *object_name(const sinew_model *model, int32_t mesh)
{
    return sinew_text(model, model->meshes[mesh].object);
}

/// Returns whether a mesh is its object's first; the meshes of an object are consecutive.
static int is_first_of_object(const sinew_model *model, int32_t mesh)
{
    return mesh == 0 || strcmp(object_name(model, mesh - 1), object_name(model, mesh)) != 0;
}

/// Returns the index after the last mesh of an object.
static int32_t end_of_object(const sinew_model *model, int32_t first)
{
    int32_t end = first + 1;
    while (end < model->mesh_count && !is_first_of_object(model, end)) ++end;
    return end;
}

static int32_t count_objects(const sinew_model *model)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) count += is_first_of_object(model, i);
    return count;
}

static int64_t count_triangles(const sinew_model *model, int32_t first)
{
    int64_t count = 0;
    for (int32_t i = first; i < end_of_object(model, first); ++i) count += model->meshes[i].index_count / 3;
    return count;
}

static int32_t count_vertices(const sinew_model *model, int32_t first)
{
    int32_t count = 0;
    for (int32_t i = first; i < end_of_object(model, first); ++i) count += model->meshes[i].vertex_count;
    return count;
}

// ---- positions ----------------------------------------------------------------------------------------------------

/// Puts a vertex position in cm, in the axes of the first side.
static void put_vertex(const cli_diff_side *side, const sinew_mesh *mesh, uint32_t vertex, double *out)
{
    const sinew_model *model = side->model;
    const float *at = side->positions + 3 * ((size_t)mesh->first_vertex + vertex);
    const sinew_vec3 own =
        sinew__affine_point(&model->info->root, (sinew_vec3){(double)at[0], (double)at[1], (double)at[2]});
    const sinew_vec3 p = sinew__affine_point(&side->to_first, own);
    out[0] = p.x * model->info->unit_cm;
    out[1] = p.y * model->info->unit_cm;
    out[2] = p.z * model->info->unit_cm;
}

/// Puts the corner positions of an object's triangles, in file order.
static void take_corners(const cli_diff_side *side, int32_t first, double *out)
{
    const sinew_model *model = side->model;
    const int32_t end = end_of_object(model, first);
    for (int32_t i = first; i < end; ++i)
        for (int32_t k = 0; k < model->meshes[i].index_count; ++k, out += 3)
            put_vertex(side, &model->meshes[i], model->indices[model->meshes[i].first_index + k], out);
}

static void take_vertices(const cli_diff_side *side, int32_t first, double *out)
{
    const sinew_model *model = side->model;
    const int32_t end = end_of_object(model, first);
    for (int32_t i = first; i < end; ++i)
        for (int32_t k = 0; k < model->meshes[i].vertex_count; ++k, out += 3)
            put_vertex(side, &model->meshes[i], (uint32_t)k, out);
}

static double distance_of(const double *a, const double *b)
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], squares = x * x + y * y + z * z;
    return isnan(squares) ? (double)INFINITY : sqrt(squares);
}

// ---- matching objects ---------------------------------------------------------------------------------------------

/// Properties of an object, stored at the index of its first mesh.
typedef struct object_facts {
    double min[3], max[3]; ///< bounding box at rest, in cm
    int64_t triangles;
    int32_t vertices;
} object_facts;

static object_facts facts_of(const cli_diff_side *side, int32_t first, double *points)
{
    object_facts out = {.min = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
                        .max = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY},
                        .triangles = count_triangles(side->model, first),
                        .vertices = count_vertices(side->model, first)};
    take_vertices(side, first, points);
    for (int32_t i = 0; i < out.vertices; ++i)
        for (int k = 0; k < 3; ++k) {
            out.min[k] = fmin(out.min[k], points[3 * i + k]);
            out.max[k] = fmax(out.max[k], points[3 * i + k]);
        }
    return out;
}

/// A rule for matching objects: the properties that must be equal.
typedef struct match_rule {
    int name, triangles;
    double place; ///< largest distance of the bounding boxes' corners, as a fraction of the object's size
} match_rule;

/// Returns the nearest object of `b` that is free and fits the rule, or SINEW_NONE.
static int32_t find_object(const cli_diff_side *a, const cli_diff_side *b, int32_t object,
                           const object_facts *const facts[2], const uint8_t *is_free, const match_rule *rule)
{
    int32_t best = SINEW_NONE;
    double nearest = (double)INFINITY;
    for (int32_t i = 0; i < b->model->mesh_count; ++i) {
        if (!is_free[i] || (rule->name && strcmp(object_name(a->model, object), object_name(b->model, i)) != 0) ||
            (rule->triangles && facts[0][object].triangles != facts[1][i].triangles))
            continue;
        const double size = distance_of(facts[0][object].min, facts[0][object].max);
        const double distance = fmax(distance_of(facts[0][object].min, facts[1][i].min),
                                     distance_of(facts[0][object].max, facts[1][i].max)) /
                                fmax(size, 1e-12);
        if (distance > rule->place || (best != SINEW_NONE && !(distance < nearest))) continue;
        best = i;
        nearest = distance;
    }
    return best;
}

static void add_pair(cli_mesh_pairs *pairs, const sinew_model *a, const object_facts *const facts[2], int32_t first,
                     int32_t match)
{
    const object_facts *pair[2] = {&facts[0][first], &facts[1][match]};
    pairs->only_in[0][first] = pairs->only_in[1][match] = 0;
    pairs->items[pairs->count++] = (cli_mesh_pair){.name = object_name(a, first),
                                                   .first = {first, match},
                                                   .triangles = {pair[0]->triangles, pair[1]->triangles},
                                                   .vertices = {pair[0]->vertices, pair[1]->vertices}};
}

static void match_objects(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b,
                          const object_facts *const facts[2])
{
    const double anywhere = (double)INFINITY, same_place = 0.1;
    const match_rule rules[] = {{1, 1, anywhere}, {0, 1, same_place}, {1, 0, anywhere}};
    const int is_single = count_objects(a->model) == 1 && count_objects(b->model) == 1;
    for (int32_t i = 0; i < a->model->mesh_count; ++i) pairs->only_in[0][i] = (uint8_t)is_first_of_object(a->model, i);
    for (int32_t i = 0; i < b->model->mesh_count; ++i) pairs->only_in[1][i] = (uint8_t)is_first_of_object(b->model, i);
    if (is_single) add_pair(pairs, a->model, facts, 0, 0);
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; ++rule)
        for (int32_t i = 0; i < a->model->mesh_count; ++i) {
            const int32_t match =
                pairs->only_in[0][i] ? find_object(a, b, i, facts, pairs->only_in[1], &rules[rule]) : SINEW_NONE;
            if (match != SINEW_NONE) add_pair(pairs, a->model, facts, i, match);
        }
}

// ---- vertices by position -----------------------------------------------------------------------------------------

/// A k-d tree of points: the middle element of each range of `order` splits the range along an axis; the axes
/// alternate.
typedef struct point_tree {
    const double *points;
    int32_t *order;
} point_tree;

enum { LEAF_POINTS = 8 };

/// Partitions a range of `order`: its middle element becomes the median along an axis, with smaller ones before it.
static void split_range(const point_tree *tree, int32_t low, int32_t high, int axis)
{
    const int32_t middle = low + (high - low) / 2;
    int32_t *order = tree->order;
    --high;
    while (low < high) {
        const double pivot = tree->points[3 * order[low + (high - low) / 2] + axis];
        int32_t i = low, k = high;
        while (i <= k) {
            while (tree->points[3 * order[i] + axis] < pivot) ++i;
            while (tree->points[3 * order[k] + axis] > pivot) --k;
            if (i > k) break;
            const int32_t swapped = order[i];
            order[i++] = order[k];
            order[k--] = swapped;
        }
        if (middle <= k)
            high = k;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static void build_tree(const point_tree *tree, int32_t low, int32_t high, int axis)
{
    if (high - low <= LEAF_POINTS) return;
    const int32_t middle = low + (high - low) / 2;
    split_range(tree, low, high, axis);
    build_tree(tree, low, middle, (axis + 1) % 3);
    build_tree(tree, middle + 1, high, (axis + 1) % 3);
}

/// A search for the nearest point; with `out`, for the nearest CLI_MESH_CANDIDATES points within `radius`.
typedef struct tree_search {
    const double *from;
    double radius;
    cli_mesh_candidates *out;
    double distances[CLI_MESH_CANDIDATES]; ///< distances of the points in `out`, ascending
    int count;
} tree_search;

static void visit_point(const point_tree *tree, int32_t point, tree_search *search)
{
    const double distance = distance_of(search->from, tree->points + 3 * (size_t)point);
    if (distance > search->radius) return;
    if (!search->out) {
        search->radius = distance;
        return;
    }
    // Insert the point by distance; if the list is full, its farthest point is dropped.
    int i = search->count < CLI_MESH_CANDIDATES ? search->count++ : CLI_MESH_CANDIDATES - 1;
    for (; i > 0 && search->distances[i - 1] > distance; --i) {
        search->distances[i] = search->distances[i - 1];
        search->out->vertex[i] = search->out->vertex[i - 1];
    }
    search->distances[i] = distance;
    search->out->vertex[i] = point;
    if (search->count == CLI_MESH_CANDIDATES) search->radius = search->distances[CLI_MESH_CANDIDATES - 1];
}

static void search_tree(const point_tree *tree, int32_t low, int32_t high, int axis, tree_search *search)
{
    if (high - low <= LEAF_POINTS) {
        for (int32_t i = low; i < high; ++i) visit_point(tree, tree->order[i], search);
        return;
    }
    const int32_t middle = low + (high - low) / 2;
    const double across = search->from[axis] - tree->points[3 * tree->order[middle] + axis];
    visit_point(tree, tree->order[middle], search);
    for (int side = 0; side < 2; ++side) {
        const int is_low = (across < 0) == (side == 0); // search the nearer half first
        if (side == 1 && fabs(across) > search->radius) return;
        search_tree(tree, is_low ? low : middle + 1, is_low ? middle : high, (axis + 1) % 3, search);
    }
}

/// Finds, for each of `count` points, the points of the tree that may be the same vertex. The search radius is twice
/// the largest distance between a point and its nearest point in the tree, because a rounded position may be nearer to
/// a neighbour. Returns that largest distance.
static double match_points(const point_tree *tree, int32_t tree_count, const double *points, int32_t count,
                           double tolerance, cli_mesh_candidates *out)
{
    double largest = 0;
    for (int32_t i = 0; i < count; ++i) {
        tree_search search = {.from = points + 3 * (size_t)i, .radius = (double)INFINITY};
        search_tree(tree, 0, tree_count, 0, &search);
        largest = fmax(largest, search.radius);
    }
    for (int32_t i = 0; i < count; ++i) {
        tree_search search = {.from = points + 3 * (size_t)i, .radius = 2 * largest + tolerance, .out = &out[i]};
        out[i] = (cli_mesh_candidates){{0}, {0}};
        for (int k = 0; k < CLI_MESH_CANDIDATES; ++k) out[i].vertex[k] = SINEW_NONE;
        search_tree(tree, 0, tree_count, 0, &search);
    }
    return largest;
}

/// Matches the vertices of both sides by position; the positions are in pairs->points. Returns the largest distance of
/// a vertex to the nearest vertex of the other side, or a negative number when out of memory.
static double match_places(cli_mesh_pairs *pairs, cli_mesh_pair *pair, double tolerance)
{
    double largest = 0;
    for (int side = 0; side < 2; ++side) {
        const int32_t count = pair->vertices[!side];
        const point_tree tree = {pairs->points[!side], malloc(((size_t)count + 1) * sizeof(int32_t))};
        pair->matches[side] = malloc(((size_t)pair->vertices[side] + 1) * sizeof *pair->matches[side]);
        if (!tree.order || !pair->matches[side]) {
            free(tree.order);
            return -1;
        }
        for (int32_t i = 0; i < count; ++i) tree.order[i] = i;
        build_tree(&tree, 0, count, 0);
        largest = fmax(largest, match_points(&tree, count, pairs->points[side], pair->vertices[side], tolerance,
                                             pair->matches[side]));
        free(tree.order);
    }
    return largest;
}

static double largest_corner_distance(const cli_mesh_pairs *pairs, const cli_mesh_pair *pair)
{
    double largest = 0;
    for (int64_t k = 0; k < 3 * pair->triangles[0]; ++k)
        largest = fmax(largest, distance_of(pairs->points[0] + 3 * k, pairs->points[1] + 3 * k));
    return largest;
}

static void free_matches(cli_mesh_pair *pair)
{
    for (int side = 0; side < 2; ++side) {
        free(pair->matches[side]);
        pair->matches[side] = NULL;
    }
}

static int all_finite(const double *points, int32_t count)
{
    for (int64_t i = 0; i < 3 * (int64_t)count; ++i)
        if (!isfinite(points[i])) return 0;
    return 1;
}

/// Matches the vertices of a pair by position, unless the triangles seem to have the same order. If the orders differ,
/// distances between corners of equal index are a large part of the object's size, far more than an edit causes.
/// Returns 0 when out of memory.
static int match_vertices(cli_mesh_pairs *pairs, cli_mesh_pair *pair, const cli_diff_side *const sides[2],
                          const object_facts *first)
{
    const double much = 10, size = fmax(distance_of(first->min, first->max), 1e-12), negligible = 1e-6 * size;
    if (pair->triangles[0] != pair->triangles[1]) return 1;
    for (int i = 0; i < 2; ++i) take_corners(sides[i], pair->first[i], pairs->points[i]);
    const double by_order = largest_corner_distance(pairs, pair);
    if (by_order <= negligible) return 1;
    for (int i = 0; i < 2; ++i) take_vertices(sides[i], pair->first[i], pairs->points[i]);
    if (!all_finite(pairs->points[0], pair->vertices[0]) || !all_finite(pairs->points[1], pair->vertices[1])) return 1;
    const double by_place = match_places(pairs, pair, 10 * negligible);
    if (by_place < 0) return 0;
    if (by_order <= much * by_place) free_matches(pair);
    pairs->misfit = fmax(pairs->misfit, fmin(by_order, by_place) / size);
    return 1;
}

// ---- pairs --------------------------------------------------------------------------------------------------------

static int allocate(cli_mesh_pairs *pairs, const sinew_model *const models[2], object_facts *out_facts[2])
{
    int has_all = 1;
    pairs->items = calloc((size_t)models[0]->mesh_count + 1, sizeof *pairs->items);
    for (int i = 0; i < 2; ++i) {
        const size_t meshes = (size_t)models[i]->mesh_count + 1;
        pairs->only_in[i] = calloc(meshes, 1);
        size_t most = 0;
        for (int32_t k = 0; k < models[i]->mesh_count; ++k) {
            if (!is_first_of_object(models[i], k)) continue;
            const size_t corners = 3 * (size_t)count_triangles(models[i], k),
                         vertices = (size_t)count_vertices(models[i], k);
            if (corners > most) most = corners;
            if (vertices > most) most = vertices;
        }
        pairs->points[i] = malloc((3 * most + 1) * sizeof(double));
        out_facts[i] = calloc(meshes, sizeof **out_facts);
        has_all &= pairs->only_in[i] && pairs->points[i] && out_facts[i];
    }
    return has_all && pairs->items;
}

int cli_mesh_pairs_init(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b)
{
    const cli_diff_side *const sides[2] = {a, b};
    const sinew_model *const models[2] = {a->model, b->model};
    object_facts *facts[2] = {NULL, NULL};
    int has_memory = allocate(pairs, models, facts);
    for (int side = 0; side < 2 && has_memory; ++side)
        for (int32_t i = 0; i < models[side]->mesh_count; ++i)
            if (is_first_of_object(models[side], i)) facts[side][i] = facts_of(sides[side], i, pairs->points[side]);
    if (has_memory) match_objects(pairs, a, b, (const object_facts *const[2]){facts[0], facts[1]});
    for (size_t i = 0; i < pairs->count && has_memory; ++i)
        has_memory = match_vertices(pairs, &pairs->items[i], sides, &facts[0][pairs->items[i].first[0]]);
    for (int i = 0; i < 2; ++i) free(facts[i]);
    return has_memory;
}

void cli_mesh_pairs_free(cli_mesh_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; ++i) free_matches(&pairs->items[i]);
    free(pairs->items);
    for (int i = 0; i < 2; ++i) {
        free(pairs->only_in[i]);
        free(pairs->points[i]);
    }
    *pairs = (cli_mesh_pairs){0};
}

// ---- comparing ----------------------------------------------------------------------------------------------------

/// Returns the largest distance of a vertex of one side to the candidate that stayed nearest to it.
static double largest_match_distance(const cli_mesh_pairs *pairs, const cli_mesh_pair *pair, int side)
{
    double largest = 0;
    for (int32_t i = 0; i < pair->vertices[side]; ++i) {
        cli_mesh_candidates *matches = &pair->matches[side][i];
        double nearest = (double)INFINITY;
        for (int k = 0; k < CLI_MESH_CANDIDATES && matches->vertex[k] != SINEW_NONE; ++k) {
            const double now =
                distance_of(pairs->points[side] + 3 * (size_t)i, pairs->points[!side] + 3 * (size_t)matches->vertex[k]);
            if (now > (double)matches->farthest[k]) matches->farthest[k] = (float)now;
            nearest = fmin(nearest, (double)matches->farthest[k]);
        }
        largest = fmax(largest, nearest);
    }
    return largest;
}

void cli_mesh_pairs_measure(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b, double time)
{
    const cli_diff_side *const sides[2] = {a, b};
    for (size_t i = 0; i < pairs->count; ++i) {
        cli_mesh_pair *pair = &pairs->items[i];
        const int by_place = pair->matches[0] != NULL;
        if (pair->triangles[0] != pair->triangles[1]) continue;
        for (int k = 0; k < 2; ++k)
            (by_place ? take_vertices : take_corners)(sides[k], pair->first[k], pairs->points[k]);
        const double cm = by_place
                              ? fmax(largest_match_distance(pairs, pair, 0), largest_match_distance(pairs, pair, 1))
                              : largest_corner_distance(pairs, pair);
        if (!(cm > pair->cm)) continue;
        pair->cm = cm;
        pair->time = time;
    }
}

static int has_only(const uint8_t *only, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
        if (only[i]) return 1;
    return 0;
}

int cli_meshes_are_equal(const cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b, double cm)
{
    for (size_t i = 0; i < pairs->count; ++i)
        if (pairs->items[i].triangles[0] != pairs->items[i].triangles[1] || pairs->items[i].cm > cm) return 0;
    return !has_only(pairs->only_in[0], a->mesh_count) && !has_only(pairs->only_in[1], b->mesh_count);
}
