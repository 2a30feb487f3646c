#include <stdlib.h>

#include "ik/vector.h"
#include "motion/contact_search.h"

static const double pair_tolerance = 0.01; ///< difference between the legs of a pair, in leg lengths

static double lowest_of(const sinew__foot_paths *paths, const sinew__foot_path *path)
{
    double lowest = (double)INFINITY;
    for (int32_t k = 0; k < paths->sample_count; ++k) lowest = fmin(lowest, sinew__foot_height(paths, path, k));
    return lowest;
}

/// Whether two joints are equal parts of legs of the same length. Their heights in the rest pose say less: exporters
/// write a pose of a clip as the rest pose.
static int is_of_pair(const sinew__foot_path *a, const sinew__foot_path *b)
{
    return a->is_toe == b->is_toe && fabs(a->leg_length - b->leg_length) <= pair_tolerance * a->leg_length;
}

static void find_lowest(sinew__contact_search *in)
{
    const sinew__foot_paths *paths = &in->paths;
    double own[2 * SINEW_MAX_FEET];
    for (int32_t i = 0; i < paths->path_count; ++i) own[i] = in->lowest[i] = lowest_of(paths, &paths->paths[i]);
    for (int32_t i = 0; i < paths->path_count; ++i) {
        const sinew__foot_path *path = &paths->paths[i];
        for (int32_t k = 0; k < paths->path_count; ++k)
            if (is_of_pair(path, &paths->paths[k])) in->lowest[i] = fmin(in->lowest[i], own[k]);
    }
}

sinew_vec3 sinew__contact_velocity(const sinew__contact_search *in, const sinew__foot_path *path, int32_t step)
{
    const double seconds = sinew__foot_sample_time(&in->paths, step + 1) - sinew__foot_sample_time(&in->paths, step);
    return sinew__vec3_scale(sinew__vec3_subtract(path->positions[step + 1], path->positions[step]), 1 / seconds);
}

static int is_low(const sinew__contact_search *in, int32_t index, int32_t sample)
{
    const sinew__foot_path *path = &in->paths.paths[index];
    return sinew__foot_height(&in->paths, path, sample) - in->lowest[index] <=
           in->options.max_height * path->leg_length;
}

int sinew__contact_may_be_planted(const sinew__contact_search *in, int32_t index, int32_t step)
{
    const sinew__foot_path *path = &in->paths.paths[index];
    const double rise = sinew__vec3_dot(sinew__contact_velocity(in, path, step), in->paths.up);
    return is_low(in, index, step) && is_low(in, index, step + 1) &&
           fabs(rise) <= in->options.max_rise * path->leg_length;
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The median of one component of the velocities of joints that may be planted; 0 if none is.
static double median_velocity(sinew__contact_search *in, int axis)
{
    size_t count = 0;
    for (int32_t i = 0; i < in->paths.path_count; ++i) {
        for (int32_t k = 0; k < in->step_count; ++k) {
            const sinew_vec3 velocity = sinew__contact_velocity(in, &in->paths.paths[i], k);
            const double component = axis == 0 ? velocity.x : axis == 1 ? velocity.y : velocity.z;
            if (sinew__contact_may_be_planted(in, i, k) && isfinite(component)) in->speeds[count++] = component;
        }
    }
    qsort(in->speeds, count, sizeof *in->speeds, compare_numbers);
    return count ? in->speeds[count / 2] : 0;
}

/// A ground that is slower than a planted foot may be stands still.
static void find_ground_velocity(sinew__contact_search *in)
{
    const sinew_vec3 up = in->paths.up;
    sinew_vec3 velocity = {median_velocity(in, 0), median_velocity(in, 1), median_velocity(in, 2)};
    velocity = sinew__vec3_subtract(velocity, sinew__vec3_scale(up, sinew__vec3_dot(velocity, up)));
    const double least = in->paths.path_count ? in->options.max_slip * in->paths.paths[0].leg_length : 0;
    in->out->ground_velocity = sinew__vec3_length(velocity) > least ? velocity : (sinew_vec3){0, 0, 0};
}

/// Whether the feet end as high as they start, and as far from each other.
static int feet_end_as_they_start(const sinew__contact_search *in)
{
    const sinew__foot_paths *paths = &in->paths;
    const sinew__foot_path *first = &paths->paths[0];
    const int32_t end = paths->sample_count - 1;
    for (int32_t i = 0; i < paths->path_count; ++i) {
        const sinew__foot_path *path = &paths->paths[i];
        const double tolerance = in->options.max_height * path->leg_length;
        const sinew_vec3 apart = sinew__vec3_subtract(path->positions[0], first->positions[0]),
                         apart_at_end = sinew__vec3_subtract(path->positions[end], first->positions[end]);
        const double height_difference = sinew__foot_height(paths, path, end) - sinew__foot_height(paths, path, 0);
        if (!(fabs(height_difference) <= tolerance) ||
            !(fabs(sinew__vec3_length(apart_at_end) - sinew__vec3_length(apart)) <= tolerance))
            return 0;
    }
    return 1;
}

void sinew__contact_find_ground(sinew__contact_search *in)
{
    find_lowest(in);
    find_ground_velocity(in);
    in->out->loops = in->paths.start == 0 && feet_end_as_they_start(in); // a reference pose is in the way
}
