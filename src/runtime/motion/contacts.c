// Finds foot contacts: the velocity of the ground, the planted steps of each foot, and runs of these.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/vec3.h"
#include "runtime/motion/motion.h"
#include "sinew/contacts.h"

// The search for contacts in three parts: the ground, the planted steps of each joint, and their runs.

/// The state of the search. Step k is the time between the samples k and k + 1.
typedef struct sinew__contact_search {
    sinew_contact_options options;
    sinew__foot_paths paths;
    double lowest[2 * SINEW_FEET_MAX]; ///< height of each path's joint while it is planted
    uint8_t *planted;                  ///< [step_count] whether the current path is planted
    uint8_t *foot_planted;             ///< [step_count] whether the current foot is planted
    double *speeds;                    ///< [path_count × step_count] scratch memory of median_velocity
    int32_t step_count;
    sinew_contacts *out;
    int32_t capacity; ///< capacity of out->items
} sinew__contact_search;

/// largest difference of two legs' lengths that still count as a pair, as a fraction of the leg
static const double pair_tolerance = 0.01;

static void find_lowest(sinew__contact_search *in)
{
    const sinew__foot_paths *paths = &in->paths;
    double own[2 * SINEW_FEET_MAX];
    for (int32_t i = 0; i < paths->path_count; ++i) {
        own[i] = (double)INFINITY;
        for (int32_t k = 0; k < paths->sample_count; ++k)
            own[i] = fmin(own[i], sinew__foot_height(paths, &paths->paths[i], k));
        in->lowest[i] = own[i];
    }
    for (int32_t i = 0; i < paths->path_count; ++i) {
        const sinew__foot_path *path = &paths->paths[i];
        // Joints of the same kind on legs of equal length get the same planted height. Their heights in the rest pose
        // are not used, because exporters write a pose of a clip as the rest pose.
        for (int32_t k = 0; k < paths->path_count; ++k)
            if (path->is_toe == paths->paths[k].is_toe &&
                fabs(path->leg_length - paths->paths[k].leg_length) <= pair_tolerance * path->leg_length)
                in->lowest[i] = fmin(in->lowest[i], own[k]);
    }
}

/// Returns the velocity of a joint between the samples `step` and `step` + 1, in units per second.
static sinew_vec3 contact_velocity(const sinew__contact_search *in, const sinew__foot_path *path, int32_t step)
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

/// Whether a joint is near the ground during a step and moves up or down by at most `max_rise`.
static int contact_may_be_planted(const sinew__contact_search *in, int32_t index, int32_t step)
{
    const sinew__foot_path *path = &in->paths.paths[index];
    const double rise = sinew__vec3_dot(contact_velocity(in, path, step), in->paths.up);
    return is_low(in, index, step) && is_low(in, index, step + 1) &&
           fabs(rise) <= in->options.max_rise * path->leg_length;
}

/// Returns the median of one velocity component over all steps whose joint may be planted; 0 if there are none.
static double median_velocity(sinew__contact_search *in, int axis)
{
    size_t count = 0;
    for (int32_t i = 0; i < in->paths.path_count; ++i) {
        for (int32_t k = 0; k < in->step_count; ++k) {
            const sinew_vec3 velocity = contact_velocity(in, &in->paths.paths[i], k);
            const double component = axis == 0 ? velocity.x : axis == 1 ? velocity.y : velocity.z;
            if (contact_may_be_planted(in, i, k) && isfinite(component)) in->speeds[count++] = component;
        }
    }
    qsort(in->speeds, count, sizeof *in->speeds, sinew__compare_doubles);
    return count ? in->speeds[count / 2] : 0;
}

/// Whether the feet end at the heights where they start, and at the same distances from each other.
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

/// Returns the length, at most step_count, of the run of equal steps that starts at `first`. If the clip loops, runs
/// wrap.
static int32_t run_length(const sinew__contact_search *in, const uint8_t *planted, int32_t first)
{
    const int32_t max_length = in->out->loops ? in->step_count : in->step_count - first;
    int32_t length = 1;
    while (length < max_length && planted[(first + length) % in->step_count] == planted[first]) ++length;
    return length;
}

/// Whether a run starts at a step.
static int begins(const sinew__contact_search *in, const uint8_t *planted, int32_t step)
{
    if (step == 0 && !in->out->loops) return 1;
    return planted[step] != planted[(step + in->step_count - 1) % in->step_count];
}

/// Inverts runs of `value` that are shorter than the shortest contact. Runs at the ends of a clip that does not loop
/// may be cut off and are kept.
static void invert_short_runs(const sinew__contact_search *in, uint8_t *planted, uint8_t value)
{
    for (int32_t k = 0; k < in->step_count; ++k) {
        if (planted[k] != value || !begins(in, planted, k)) continue;
        const int32_t length = run_length(in, planted, k);
        const int is_at_end = !in->out->loops && (k == 0 || k + length == in->step_count);
        if (is_at_end || length * in->paths.step >= in->options.min_seconds) continue;
        for (int32_t i = 0; i < length; ++i) planted[(k + i) % in->step_count] = !value;
    }
}

static sinew_result add_contact(sinew__contact_search *in, sinew_contact contact, sinew_error *error)
{
    if (in->out->count == in->capacity) {
        const int32_t capacity = 2 * in->capacity + 16;
        sinew_contact *items = sinew__resize(in->out->items, (size_t)capacity * sizeof *items);
        if (!items) return sinew__fail_memory(error);
        in->out->items = items;
        in->capacity = capacity;
    }
    in->out->items[in->out->count++] = contact;
    return SINEW_OK;
}

/// Returns the contact of a run. A run from the first sample on begins at the clip's start, even if a reference pose
/// comes before that sample.
static sinew_contact contact_of_run(const sinew__contact_search *in, int32_t foot, int32_t joint, int32_t first,
                                    int32_t length)
{
    const double duration = in->paths.duration;
    const int wraps = first + length > in->step_count;
    const double to = sinew__foot_sample_time(&in->paths, wraps ? first + length - in->step_count : first + length);
    const double from = first == 0 ? 0 : sinew__foot_sample_time(&in->paths, first);
    return (sinew_contact){foot, joint, from, wraps ? to + duration : to};
}

/// Adds the planted runs of a foot, or of one of its joints, to the contacts.
static sinew_result contact_add_runs(sinew__contact_search *in, int32_t foot, int32_t joint, const uint8_t *planted,
                                     sinew_error *error)
{
    sinew_result result = SINEW_OK;
    int32_t count = 0;
    for (int32_t k = 0; k < in->step_count && result == SINEW_OK; ++k) {
        if (!planted[k] || !begins(in, planted, k)) continue;
        ++count;
        result = add_contact(in, contact_of_run(in, foot, joint, k, run_length(in, planted, k)), error);
    }
    // If every step is planted, the run has no start and covers the whole clip.
    if (count == 0 && planted[0]) result = add_contact(in, contact_of_run(in, foot, joint, 0, in->step_count), error);
    return result;
}

/// Returns the index of the foot's next step, from contact `from` on, or the number of contacts. A step is a contact of
/// the whole foot that begins within the clip.
static int32_t next_step(const sinew_contacts *contacts, int32_t foot, int32_t from, double duration)
{
    for (; from < contacts->count; ++from) {
        const sinew_contact *contact = &contacts->items[from];
        const int is_always = contact->from <= 0 && contact->to >= duration;
        const int begins = contact->from > 0 || contacts->loops;
        if (contact->foot == foot && contact->joint == SINEW_NONE && begins && !is_always && contact->from < duration)
            break;
    }
    return from;
}

/// Merges the steps of all feet by time; each foot's contacts are in order.
int32_t sinew_contacts_steps(const sinew_contacts *contacts, int32_t foot, double duration, double *out_times,
                             int32_t capacity)
{
    int32_t next[SINEW_FEET_MAX], count = 0;
    for (int32_t i = 0; i < SINEW_FEET_MAX; ++i)
        next[i] = foot == SINEW_NONE || foot == i ? next_step(contacts, i, 0, duration) : contacts->count;
    for (;;) {
        int32_t earliest = SINEW_NONE;
        for (int32_t i = 0; i < SINEW_FEET_MAX; ++i)
            if (next[i] < contacts->count &&
                (earliest == SINEW_NONE || contacts->items[next[i]].from < contacts->items[next[earliest]].from))
                earliest = i;
        if (earliest == SINEW_NONE) return count;
        if (count < capacity) out_times[count] = contacts->items[next[earliest]].from;
        ++count;
        next[earliest] = next_step(contacts, earliest, next[earliest] + 1, duration);
    }
}

void sinew_contacts_planted(const sinew_contacts *contacts, const sinew_foot *feet, int32_t foot_count, double duration,
                            double time, sinew_planted_foot *out_plants)
{
    if (foot_count < 0) return;
    memset(out_plants, 0, (size_t)foot_count * sizeof *out_plants);
    for (int32_t i = 0; i < contacts->count; ++i) {
        const sinew_contact *contact = &contacts->items[i];
        // A contact may extend into the next loop.
        const int covers = (time >= contact->from && time <= contact->to) || time + duration <= contact->to;
        if (contact->joint == SINEW_NONE || contact->foot >= foot_count || !covers) continue;
        sinew_planted_foot *plant = &out_plants[contact->foot];
        *(contact->joint == feet[contact->foot].ankle ? &plant->heel : &plant->toe) = 1;
    }
}

static const double drift_share = 0.25; ///< tolerated deviation from the ground's velocity, as a fraction of its speed

/// Finds the planted steps of a path, and lowers the height of the ground to the path's lowest position in these steps.
static void find_planted_steps(sinew__contact_search *in, int32_t index)
{
    for (int32_t k = 0; k < in->step_count; ++k) {
        const sinew__foot_path *path = &in->paths.paths[index];
        const sinew_vec3 ground = in->out->ground_velocity;
        const double tolerance = in->options.max_slip * path->leg_length + drift_share * sinew__vec3_length(ground);
        sinew_vec3 slip = sinew__vec3_subtract(contact_velocity(in, path, k), ground);
        slip = sinew__vec3_subtract(slip, sinew__vec3_scale(in->paths.up, sinew__vec3_dot(slip, in->paths.up)));
        in->planted[k] = (uint8_t)(contact_may_be_planted(in, index, k) && sinew__vec3_length(slip) <= tolerance);
    }
    invert_short_runs(in, in->planted, 0); // closes short gaps; the next call drops short contacts
    invert_short_runs(in, in->planted, 1);
    for (int32_t k = 0; k < in->step_count; ++k)
        if (in->planted[k])
            in->out->ground = fmin(in->out->ground, sinew__foot_height(&in->paths, &in->paths.paths[index], k));
}

/// Adds the contacts of a foot with the paths `first` … `end` − 1.
static sinew_result add_foot(sinew__contact_search *in, int32_t first, int32_t end, sinew_error *error)
{
    const int32_t foot = in->paths.paths[first].foot;
    for (int32_t k = 0; k < in->step_count; ++k) in->foot_planted[k] = 0;
    for (int32_t i = first; i < end; ++i) {
        find_planted_steps(in, i);
        for (int32_t k = 0; k < in->step_count; ++k) in->foot_planted[k] |= in->planted[k];
    }
    sinew_result result = contact_add_runs(in, foot, SINEW_NONE, in->foot_planted, error);
    for (int32_t i = first; i < end && result == SINEW_OK; ++i) {
        find_planted_steps(in, i);
        result = contact_add_runs(in, foot, in->paths.paths[i].joint, in->planted, error);
    }
    return result;
}

static sinew_result search_paths(sinew__contact_search *in, sinew_error *error)
{
    find_lowest(in);
    // A ground slower than the slip that a planted foot may have counts as standing still.
    const sinew_vec3 up = in->paths.up;
    sinew_vec3 velocity = {median_velocity(in, 0), median_velocity(in, 1), median_velocity(in, 2)};
    velocity = sinew__vec3_subtract(velocity, sinew__vec3_scale(up, sinew__vec3_dot(velocity, up)));
    const double least = in->paths.path_count ? in->options.max_slip * in->paths.paths[0].leg_length : 0;
    in->out->ground_velocity = sinew__vec3_length(velocity) > least ? velocity : (sinew_vec3){0, 0, 0};
    in->out->loops = in->paths.start == 0 && feet_end_as_they_start(in); // a clip with a reference pose does not loop
    in->out->ground = (double)INFINITY;
    sinew_result result = SINEW_OK;
    for (int32_t first = 0, end; first < in->paths.path_count && result == SINEW_OK; first = end) {
        end = first + 1;
        while (end < in->paths.path_count && in->paths.paths[end].foot == in->paths.paths[first].foot) ++end;
        result = add_foot(in, first, end, error);
    }
    if (in->out->count == 0) in->out->ground = 0;
    return result;
}

static double or_default(double value, double default_value)
{
    return value == 0 ? default_value : value;
}

static sinew_result check_feet(const sinew_model *model, const sinew_foot *feet, int32_t count, sinew_error *error)
{
    if (count < 0 || count > SINEW_FEET_MAX)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d feet; at most %d are supported", (int)count,
                           SINEW_FEET_MAX);
    for (int32_t i = 0; i < count; ++i) {
        if (sinew__lacks_item(error, "joint", feet[i].ankle, model->joint_count) ||
            (feet[i].toe != SINEW_NONE && sinew__lacks_item(error, "joint", feet[i].toe, model->joint_count)))
            return SINEW_ERROR_INVALID_ARGUMENT;
        if (!(feet[i].leg_length > 0) || !isfinite(feet[i].leg_length))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "leg length %g is out of range",
                               feet[i].leg_length);
    }
    return SINEW_OK;
}

sinew_result sinew_contacts_find(const sinew_model *model, int32_t clip, const sinew_foot *feet, int32_t foot_count,
                                 const sinew_contact_options *options, sinew_contacts *out_contacts,
                                 sinew_error *out_error)
{
    if (out_contacts) *out_contacts = (sinew_contacts){.clip = clip};
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_contacts)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (clip == SINEW_NONE ? sinew__lacks_item(out_error, "clip", clip, model->clip_count)
                           : sinew__lacks_clip(model, clip, out_error))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (foot_count > 0 && SINEW__LACKS_ARGUMENT(out_error, feet)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_contact_options given = options ? *options : (sinew_contact_options){0};
    sinew__contact_search in = {.options = {or_default(given.max_height, 0.05), or_default(given.max_rise, 0.1),
                                            or_default(given.max_slip, 0.2), or_default(given.min_seconds, 0.05)},
                                .out = out_contacts};
    const double thresholds[] = {in.options.max_height, in.options.max_rise, in.options.max_slip,
                                 in.options.min_seconds};
    for (size_t i = 0; i < sizeof thresholds / sizeof *thresholds; ++i)
        if (!(thresholds[i] > 0) || !isfinite(thresholds[i]))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "contact threshold %g is out of range",
                               thresholds[i]);
    sinew_result result = check_feet(model, feet, foot_count, out_error);
    if (result != SINEW_OK || foot_count <= 0 || !(sinew__model_clip(model, clip)->duration > 0)) goto done;
    result = sinew__foot_paths_sample(model, clip, feet, foot_count, &in.paths, out_error);
    in.step_count = in.paths.sample_count - 1;
    if (result != SINEW_OK || in.step_count <= 0) goto done;
    const size_t steps = (size_t)in.step_count;
    in.planted = sinew__allocate_zeroed(steps, 1);
    in.foot_planted = sinew__allocate_zeroed(steps, 1);
    in.speeds = sinew__allocate_zeroed(steps * (size_t)in.paths.path_count, sizeof *in.speeds);
    if (in.planted && in.foot_planted && in.speeds)
        result = search_paths(&in, out_error);
    else
        result = sinew__fail_memory(out_error);
done:
    sinew__foot_paths_free(&in.paths);
    sinew_free(in.planted);
    sinew_free(in.foot_planted);
    sinew_free(in.speeds);
    if (result != SINEW_OK) {
        sinew_contacts_free(out_contacts);
        out_contacts->clip = clip;
    }
    return result;
}

void sinew_contacts_free(sinew_contacts *contacts)
{
    if (!contacts) return;
    sinew_free(contacts->items);
    *contacts = (sinew_contacts){0};
}
