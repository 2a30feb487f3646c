#include "sinew/contacts.h"

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "ik/vector.h"
#include "motion/contact_search.h"

static const double drift_share = 0.25; ///< of the ground's speed that is tolerated

static int is_planted(const sinew__contact_search *in, int32_t index, int32_t step)
{
    const sinew__foot_path *path = &in->paths.paths[index];
    const sinew_vec3 ground = in->out->ground_velocity;
    const double tolerance = in->options.max_slip * path->leg_length + drift_share * sinew__vec3_length(ground);
    sinew_vec3 slip = sinew__vec3_subtract(sinew__contact_velocity(in, path, step), ground);
    slip = sinew__vec3_subtract(slip, sinew__vec3_scale(in->paths.up, sinew__vec3_dot(slip, in->paths.up)));
    return sinew__contact_may_be_planted(in, index, step) && sinew__vec3_length(slip) <= tolerance;
}

/// Lowers the ground to the lowest position of a planted joint.
static void lower_ground(sinew__contact_search *in, int32_t index)
{
    for (int32_t k = 0; k < in->step_count; ++k)
        if (in->planted[k])
            in->out->ground = fmin(in->out->ground, sinew__foot_height(&in->paths, &in->paths.paths[index], k));
}

static void find_planted_steps(sinew__contact_search *in, int32_t index)
{
    for (int32_t k = 0; k < in->step_count; ++k) in->planted[k] = (uint8_t)is_planted(in, index, k);
    sinew__contact_smooth(in, in->planted);
    lower_ground(in, index);
}

/// Adds the contacts of the paths `first` … `end` − 1, those of one foot.
static sinew_result add_foot(sinew__contact_search *in, int32_t first, int32_t end, sinew_error *error)
{
    const int32_t foot = in->paths.paths[first].foot;
    for (int32_t k = 0; k < in->step_count; ++k) in->foot_planted[k] = 0;
    for (int32_t i = first; i < end; ++i) {
        find_planted_steps(in, i);
        for (int32_t k = 0; k < in->step_count; ++k) in->foot_planted[k] |= in->planted[k];
    }
    sinew_result result = sinew__contact_add_runs(in, foot, SINEW_NONE, in->foot_planted, error);
    for (int32_t i = first; i < end && result == SINEW_OK; ++i) {
        find_planted_steps(in, i);
        result = sinew__contact_add_runs(in, foot, in->paths.paths[i].joint, in->planted, error);
    }
    return result;
}

static sinew_result allocate_search(sinew__contact_search *in, sinew_error *error)
{
    const size_t steps = (size_t)in->step_count;
    in->planted = sinew__allocate_zeroed(steps, 1);
    in->foot_planted = sinew__allocate_zeroed(steps, 1);
    in->speeds = sinew__allocate_zeroed(steps * (size_t)in->paths.path_count, sizeof *in->speeds);
    return in->planted && in->foot_planted && in->speeds ? SINEW_OK : sinew__fail_memory(error);
}

static sinew_result search_paths(sinew__contact_search *in, sinew_error *error)
{
    sinew__contact_find_ground(in);
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

static sinew_result check_options(const sinew_contact_options *options, sinew_error *error)
{
    const double values[] = {options->max_height, options->max_rise, options->max_slip, options->min_seconds};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
        if (!(values[i] > 0) || !isfinite(values[i]))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "contact threshold %g is out of range", values[i]);
    return SINEW_OK;
}

static sinew_result check_feet(const sinew_model *model, const sinew_foot *feet, int32_t count, sinew_error *error)
{
    if (count < 0 || count > SINEW_MAX_FEET)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d feet; at most %d are supported", (int)count,
                           SINEW_MAX_FEET);
    for (int32_t i = 0; i < count; ++i) {
        if (sinew__lacks_item(error, "joint", feet[i].joint, model->joint_count) ||
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
    if (out_contacts) *out_contacts = (sinew_contacts){0};
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_contacts)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__lacks_item(out_error, "clip", clip, model->clip_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (foot_count > 0 && SINEW__LACKS_ARGUMENT(out_error, feet)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_contact_options given = options ? *options : (sinew_contact_options){0};
    sinew__contact_search in = {.options = {or_default(given.max_height, 0.05), or_default(given.max_rise, 0.1),
                                            or_default(given.max_slip, 0.2), or_default(given.min_seconds, 0.05)},
                                .out = out_contacts};
    sinew_result result = check_options(&in.options, out_error);
    if (result == SINEW_OK) result = check_feet(model, feet, foot_count, out_error);
    if (result == SINEW_OK && foot_count > 0 && model->clips[clip].duration > 0) {
        result = sinew__foot_paths_sample(model, clip, feet, foot_count, &in.paths, out_error);
        in.step_count = in.paths.sample_count - 1;
        if (result == SINEW_OK && in.step_count > 0) result = allocate_search(&in, out_error);
        if (result == SINEW_OK && in.step_count > 0) result = search_paths(&in, out_error);
    }
    sinew__foot_paths_free(&in.paths);
    sinew_free(in.planted);
    sinew_free(in.foot_planted);
    sinew_free(in.speeds);
    if (result != SINEW_OK) sinew_contacts_free(out_contacts);
    return result;
}

void sinew_contacts_free(sinew_contacts *contacts)
{
    if (!contacts) return;
    sinew_free(contacts->items);
    *contacts = (sinew_contacts){0};
}
