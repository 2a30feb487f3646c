// Blend spaces: sorts the points along a line or makes their Delaunay triangles, and finds the points and weights for a
// position.
#include "runtime/mixer/blend_space.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "runtime/model/look_up.h"

static const double same_place = 1e-6; ///< fraction of the axis's range: points that are nearer coincide
static const double no_weight = 1e-9;  ///< smaller weights come from rounding

// ---- checking -----------------------------------------------------------------------------------------------------

static sinew_result check_point(const sinew_model *model, const sinew_blend_point *point, int number,
                                sinew_error *error)
{
    if (sinew__lacks_clip(model, point->clip, error)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!isfinite(point->x) || !isfinite(point->y) || !isfinite(point->speed))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "point %d: position or speed is not finite", number);
    if (point->marker_count < 0 || point->marker_count > SINEW_BLEND_SPACE_MARKERS_MAX ||
        (point->marker_count && !point->markers))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "point %d: %d markers, expected 0 to %d", number,
                           (int)point->marker_count, SINEW_BLEND_SPACE_MARKERS_MAX);
    const double duration = sinew__clip_span(model, point->clip).duration;
    for (int32_t i = 0; i < point->marker_count; ++i)
        if (!(point->markers[i] >= (i ? point->markers[i - 1] : 0) && point->markers[i] < duration))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                               "point %d: marker %d at %g s is out of order or range", number, (int)i + 1,
                               point->markers[i]);
    return SINEW_OK;
}

static sinew_result check_points(const sinew_model *model, const sinew_blend_point *points, int32_t count,
                                 int32_t dimensions, sinew_error *error)
{
    if (dimensions < 1 || dimensions > 2)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "a blend space has 1 or 2 dimensions, not %d",
                           (int)dimensions);
    const int32_t least = dimensions == 2 ? 3 : 1;
    if (count < least || count > SINEW_BLEND_SPACE_POINTS_MAX)
        return sinew__fail(error, count > least ? SINEW_ERROR_LIMIT : SINEW_ERROR_INVALID_ARGUMENT,
                           "%d points in a blend space, expected %d to %d", (int)count, (int)least,
                           SINEW_BLEND_SPACE_POINTS_MAX);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_result result = check_point(model, &points[i], (int)i + 1, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

// ---- positions as fractions of the ranges -------------------------------------------------------------------------

static void find_ranges(sinew_blend_space *space, const sinew_blend_point *points)
{
    for (int axis = 0; axis < 2; ++axis) {
        double least = (double)INFINITY, most = -(double)INFINITY;
        for (int32_t i = 0; i < space->count; ++i) {
            const double value = axis ? points[i].y : points[i].x;
            least = fmin(least, value);
            most = fmax(most, value);
        }
        const double per_range = 1 / (most / 2 - least / 2) / 2; // `most - least` could overflow
        space->least[axis] = least;
        space->per_range[axis] = isfinite(per_range) && axis < space->dimensions ? per_range : 0;
    }
}

static void place(const sinew_blend_space *space, double x, double y, double out[2])
{
    const double position[2] = {isfinite(x) ? x : 0, isfinite(y) ? y : 0};
    for (int axis = 0; axis < 2; ++axis) {
        const double part = position[axis] * space->per_range[axis] - space->least[axis] * space->per_range[axis];
        out[axis] = fmin(fmax(part, -1e6), 1e6);
    }
}

// ---- triangles ----------------------------------------------------------------------------------------------------

typedef struct corners {
    const double *at[3];
} corners;

static corners corners_of(const sinew_blend_space *space, const int32_t triangle[3])
{
    corners found;
    for (int i = 0; i < 3; ++i) found.at[i] = space->points[triangle[i]].position;
    return found;
}

/// Returns twice the area of the triangle a, b, c: positive if c is to the left of the line from a to b.
static double area(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static double distance2(const double a[2], const double b[2])
{
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
}

/// Sets `out` to a triangle of three points, counterclockwise. Returns 0 if the points are on one line.
static int make_triangle(const sinew_blend_space *space, int32_t i, int32_t j, int32_t k, int32_t out[3])
{
    const double *a = space->points[i].position, *b = space->points[j].position, *c = space->points[k].position;
    const double twice = area(a, b, c), longest = fmax(distance2(a, b), fmax(distance2(b, c), distance2(c, a)));
    out[0] = i;
    out[1] = twice > 0 ? j : k;
    out[2] = twice > 0 ? k : j;
    return fabs(twice) > 1e-9 * longest;
}

/// Whether no point of the space is inside the circle through the triangle's corners.
static int is_delaunay(const sinew_blend_space *space, const int32_t triangle[3])
{
    const corners of = corners_of(space, triangle);
    const double *a = of.at[0], b[2] = {of.at[1][0] - a[0], of.at[1][1] - a[1]},
                 c[2] = {of.at[2][0] - a[0], of.at[2][1] - a[1]};
    const double b2 = b[0] * b[0] + b[1] * b[1], c2 = c[0] * c[0] + c[1] * c[1],
                 twice = 2 * (b[0] * c[1] - b[1] * c[0]);
    const double center[2] = {(c[1] * b2 - b[1] * c2) / twice, (b[0] * c2 - c[0] * b2) / twice};
    const double within = (center[0] * center[0] + center[1] * center[1]) * (1 - 1e-9);
    for (int32_t i = 0; i < space->count; ++i) {
        const double *p = space->points[i].position, from_a[2] = {p[0] - a[0], p[1] - a[1]};
        if (i != triangle[0] && i != triangle[1] && i != triangle[2] && distance2(from_a, center) < within) return 0;
    }
    return 1;
}

/// Whether an edge of `a` has all of `b` on its outer side.
static int separates(const corners *a, const corners *b)
{
    for (int i = 0; i < 3; ++i) {
        double most = -(double)INFINITY;
        for (int k = 0; k < 3; ++k) most = fmax(most, area(a->at[i], a->at[(i + 1) % 3], b->at[k]));
        if (most < 1e-9) return 1;
    }
    return 0;
}

static int overlaps_earlier(const sinew_blend_space *space, const int32_t triangle[3])
{
    const corners own = corners_of(space, triangle);
    for (int32_t i = 0; i < space->triangle_count; ++i) {
        const corners other = corners_of(space, space->triangles[i]);
        if (!separates(&own, &other) && !separates(&other, &own)) return 1;
    }
    return 0;
}

/// Makes the Delaunay triangles by testing every triple of points. 64 points have 41 664 triples, which take about a
/// millisecond: for most of them, a point inside the circle is found early.
static sinew_result triangulate(sinew_blend_space *space, sinew_error *error)
{
    const int32_t most = 2 * space->count; // a planar triangulation has 2 n − 2 − hull triangles
    for (int32_t i = 0; i < space->count; ++i)
        for (int32_t j = i + 1; j < space->count; ++j)
            for (int32_t k = j + 1; k < space->count && space->triangle_count < most; ++k) {
                int32_t triangle[3];
                if (!make_triangle(space, i, j, k, triangle) || !is_delaunay(space, triangle) ||
                    overlaps_earlier(space, triangle))
                    continue;
                memcpy(space->triangles[space->triangle_count++], triangle, sizeof triangle);
            }
    if (space->triangle_count == 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the points of a blend space are on one line");
    return SINEW_OK;
}

// ---- markers ------------------------------------------------------------------------------------------------------

/// Writes the times of a clip's events of one track, at most SINEW_BLEND_SPACE_MARKERS_MAX, to `out_times`. Returns the
/// number of events.
static int32_t find_events(const sinew_model *model, int32_t clip, const char *track, double *out_times)
{
    int32_t first = 0, found = 0;
    const int32_t count = clip == SINEW_NONE || !track ? 0 : sinew__clip_events(model, clip, &first);
    const sinew_model *owner = sinew__owner_of_clip(model, clip);
    const double duration = sinew__clip_span(model, clip).duration;
    for (int32_t i = first; i < first + count; ++i) {
        const sinew_event *event = &owner->events[i];
        if (strcmp(sinew_text(owner, event->track), track) != 0 || event->time >= duration) continue;
        if (found < SINEW_BLEND_SPACE_MARKERS_MAX) out_times[found] = event->time;
        ++found;
    }
    return found;
}

static sinew_result read_markers(sinew_blend_space *space, const sinew_blend_point *point, int32_t index,
                                 const char *track, sinew_error *error)
{
    double events[SINEW_BLEND_SPACE_MARKERS_MAX];
    sinew__markers *own = &space->points[index].markers;
    own->count = point->marker_count ? point->marker_count : find_events(space->model, point->clip, track, events);
    own->duration = sinew__clip_span(space->model, point->clip).duration;
    if (own->count == 0) return SINEW_OK;
    if (own->count > SINEW_BLEND_SPACE_MARKERS_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "point %d: %d events '%s', the limit is %d", (int)index + 1,
                           (int)own->count, track, SINEW_BLEND_SPACE_MARKERS_MAX);
    if (space->marker_count && own->count != space->marker_count)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "point %d: %d markers, expected %d as before",
                           (int)index + 1, (int)own->count, (int)space->marker_count);
    space->marker_count = own->count;
    double *items = SINEW__ARENA_ARRAY(&space->arena, double, own->count);
    if (!items) return sinew__fail_memory(error);
    memcpy(items, point->marker_count ? point->markers : events, (size_t)own->count * sizeof *items);
    own->items = items;
    return SINEW_OK;
}

/// Gives each clip without markers the other clips' number of markers, evenly spaced.
static sinew_result spread_markers(sinew_blend_space *space, sinew_error *error)
{
    if (space->marker_count == 0) space->marker_count = 1;
    for (int32_t i = 0; i < space->count; ++i) {
        sinew__markers *own = &space->points[i].markers;
        if (own->count) continue;
        double *items = SINEW__ARENA_ARRAY(&space->arena, double, space->marker_count);
        if (!items) return sinew__fail_memory(error);
        for (int32_t k = 0; k < space->marker_count; ++k) items[k] = own->duration * k / space->marker_count;
        own->items = items;
        own->count = space->marker_count;
    }
    return SINEW_OK;
}

static uint64_t identity_of(const sinew_blend_space *space)
{
    const double ranges[5] = {space->dimensions, space->least[0], space->least[1], space->per_range[0],
                              space->per_range[1]};
    uint64_t identity = sinew__hash(ranges, sizeof ranges);
    for (int32_t i = 0; i < space->count; ++i) {
        const sinew__space_point *point = &space->points[i];
        const char *name = point->clip == SINEW_NONE ? "" : sinew__clip_name(space->model, point->clip);
        const uint64_t parts[3] = {identity, sinew__hash(name, strlen(name)),
                                   sinew__hash(point->position, sizeof point->position)};
        identity = sinew__hash(parts, sizeof parts);
    }
    return identity;
}

// ---- creating -----------------------------------------------------------------------------------------------------

static sinew_result fill(sinew_blend_space *space, const sinew_blend_point *points, const char *track,
                         sinew_error *error)
{
    const size_t count = (size_t)space->count;
    space->points = SINEW__ARENA_ARRAY(&space->arena, sinew__space_point, count);
    space->order = SINEW__ARENA_ARRAY(&space->arena, int32_t, count);
    space->triangles = sinew__arena_take(&space->arena, 2 * count, sizeof *space->triangles);
    if (space->arena.failed) return sinew__fail_memory(error);
    find_ranges(space, points);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < space->count && result == SINEW_OK; ++i) {
        sinew__space_point *own = &space->points[i];
        own->clip = points[i].clip;
        own->speed = points[i].paused ? 0 : points[i].speed != 0 ? points[i].speed : 1;
        place(space, points[i].x, points[i].y, own->position);
        result = read_markers(space, &points[i], i, track, error);
    }
    if (result != SINEW_OK) return result;
    result = spread_markers(space, error);
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i < space->count; ++i)
        for (int32_t k = i + 1; k < space->count; ++k)
            if (hypot(space->points[i].position[0] - space->points[k].position[0],
                      space->points[i].position[1] - space->points[k].position[1]) < same_place)
                return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "points %d and %d of a blend space coincide",
                                   (int)i + 1, (int)k + 1);
    space->identity = identity_of(space);
    if (space->dimensions == 2) return triangulate(space, error);
    // Sort by position.
    for (int32_t i = 0; i < space->count; ++i) {
        int32_t at = i;
        for (; at > 0 && space->points[space->order[at - 1]].position[0] > space->points[i].position[0]; --at)
            space->order[at] = space->order[at - 1];
        space->order[at] = i;
    }
    return SINEW_OK;
}

sinew_result sinew_blend_space_create(const sinew_model *model, const sinew_blend_point *points, int32_t count,
                                      const sinew_blend_space_options *options, sinew_blend_space **out_space,
                                      sinew_error *out_error)
{
    if (out_space) *out_space = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, points, out_space)) return SINEW_ERROR_INVALID_ARGUMENT;
    const int32_t dimensions = options && options->dimensions ? options->dimensions : 1;
    // Holds the clips before reading them, because another thread may unbind them.
    int32_t held = 0;
    while (held < count && held < SINEW_BLEND_SPACE_POINTS_MAX && sinew__slot_hold(model, points[held].clip)) ++held;
    sinew_result result = check_points(model, points, count, dimensions, out_error);
    if (result == SINEW_OK && held < count)
        result = sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "clip %d was unbound", (int)points[held].clip);
    sinew_blend_space *space = result == SINEW_OK ? sinew__allocate_zeroed(1, sizeof *space) : NULL;
    if (result == SINEW_OK && !space) result = sinew__fail_memory(out_error);
    if (space) {
        *space = (sinew_blend_space){.model = model, .dimensions = dimensions, .count = count};
        result = fill(space, points, options ? options->marker_track : NULL, out_error);
    }
    if (result == SINEW_OK) {
        space->held_count = held;
        *out_space = space;
        return SINEW_OK;
    }
    for (int32_t i = 0; i < held; ++i) sinew__slot_release(model, points[i].clip);
    sinew_blend_space_destroy(space);
    return result;
}

void sinew_blend_space_destroy(sinew_blend_space *space)
{
    if (!space) return;
    for (int32_t i = 0; i < space->held_count; ++i) sinew__slot_release(space->model, space->points[i].clip);
    sinew__arena_free(&space->arena);
    sinew_free(space);
}

// ---- weights ------------------------------------------------------------------------------------------------------

typedef struct found_points {
    int32_t points[3];
    double weight[3];
} found_points;

static found_points along_line(const sinew_blend_space *space, double at)
{
    int32_t i = 0;
    while (i + 2 < space->count && at > space->points[space->order[i + 1]].position[0]) ++i;
    const int32_t next = i + 1 < space->count ? i + 1 : i;
    const int32_t a = space->order[i], b = space->order[next];
    const double begin = space->points[a].position[0], length = space->points[b].position[0] - begin;
    const double part = length > 0 ? fmin(fmax((at - begin) / length, 0), 1) : 0;
    return (found_points){{a, b, 0}, {1 - part, part, 0}};
}

/// Returns the nearest point on the edges of all triangles, for a position outside of every triangle.
static found_points on_hull(const sinew_blend_space *space, const double at[2])
{
    found_points best = {{0}, {0}};
    double nearest = (double)INFINITY;
    for (int32_t i = 0; i < 3 * space->triangle_count; ++i) {
        const int32_t a = space->triangles[i / 3][i % 3], b = space->triangles[i / 3][(i + 1) % 3];
        const double *from = space->points[a].position, *to = space->points[b].position;
        const double along = (at[0] - from[0]) * (to[0] - from[0]) + (at[1] - from[1]) * (to[1] - from[1]);
        const double part = fmin(fmax(along / distance2(from, to), 0), 1);
        const double place_on[2] = {from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])};
        const double distance = distance2(at, place_on);
        if (distance < nearest) best = (found_points){{a, b, 0}, {1 - part, part, 0}};
        nearest = fmin(nearest, distance);
    }
    return best;
}

static found_points in_triangles(const sinew_blend_space *space, const double at[2])
{
    for (int32_t i = 0; i < space->triangle_count; ++i) {
        const int32_t *triangle = space->triangles[i];
        const corners of = corners_of(space, triangle);
        const double whole = area(of.at[0], of.at[1], of.at[2]);
        const double a = area(of.at[1], of.at[2], at) / whole, b = area(of.at[2], of.at[0], at) / whole,
                     c = area(of.at[0], of.at[1], at) / whole;
        if (fmin(a, fmin(b, c)) >= -no_weight)
            return (found_points){{triangle[0], triangle[1], triangle[2]}, {a, b, c}};
    }
    return on_hull(space, at);
}

int32_t sinew__blend_space_find(const sinew_blend_space *space, double x, double y,
                                int32_t out_points[SINEW_BLEND_SPACE_ACTIVE_MAX],
                                double out_weights[SINEW_BLEND_SPACE_ACTIVE_MAX])
{
    double at[2], sum = 0;
    int32_t count = 0;
    place(space, x, y, at);
    const found_points found = space->dimensions == 2 ? in_triangles(space, at) : along_line(space, at[0]);
    for (int i = 0; i < 3; ++i) {
        if (!(found.weight[i] > no_weight)) continue;
        int32_t k = count++;
        for (; k > 0 && (out_weights[k - 1] < found.weight[i] ||
                         (out_weights[k - 1] == found.weight[i] && out_points[k - 1] > found.points[i]));
             --k) {
            out_weights[k] = out_weights[k - 1];
            out_points[k] = out_points[k - 1];
        }
        out_weights[k] = found.weight[i];
        out_points[k] = found.points[i];
        sum += found.weight[i];
    }
    for (int32_t i = 0; i < count; ++i) out_weights[i] /= sum;
    return count;
}

int32_t sinew_blend_space_weights(const sinew_blend_space *space, double x, double y,
                                  int32_t out_points[SINEW_BLEND_SPACE_ACTIVE_MAX],
                                  float out_weights[SINEW_BLEND_SPACE_ACTIVE_MAX])
{
    double weights[SINEW_BLEND_SPACE_ACTIVE_MAX];
    const int32_t count = sinew__blend_space_find(space, x, y, out_points, weights);
    for (int32_t i = 0; i < count; ++i) out_weights[i] = (float)weights[i];
    return count;
}
