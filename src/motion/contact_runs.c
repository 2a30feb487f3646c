#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "motion/contact_search.h"

/// Where the run of equal steps that begins at `first` ends; runs wrap if the clip loops. At most step_count steps.
static int32_t run_length(const sinew__contact_search *in, const uint8_t *planted, int32_t first)
{
    const int32_t max_length = in->out->loops ? in->step_count : in->step_count - first;
    int32_t length = 1;
    while (length < max_length && planted[(first + length) % in->step_count] == planted[first]) ++length;
    return length;
}

/// Whether a run begins at a step.
static int begins(const sinew__contact_search *in, const uint8_t *planted, int32_t step)
{
    if (step == 0 && !in->out->loops) return 1;
    return planted[step] != planted[(step + in->step_count - 1) % in->step_count];
}

/// Inverts the runs of `value` that are shorter than the shortest contact, except at the ends of a clip that does not
/// loop.
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

void sinew__contact_smooth(const sinew__contact_search *in, uint8_t *planted)
{
    invert_short_runs(in, planted, 0);
    invert_short_runs(in, planted, 1);
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

/// What is planted when the motion begins is so since the clip's start: a reference pose has no contacts.
static sinew_contact contact_of_run(const sinew__contact_search *in, int32_t foot, int32_t joint, int32_t first,
                                    int32_t length)
{
    const double duration = in->paths.duration;
    const int wraps = first + length > in->step_count;
    const double to = sinew__foot_sample_time(&in->paths, wraps ? first + length - in->step_count : first + length);
    const double from = first == 0 ? 0 : sinew__foot_sample_time(&in->paths, first);
    return (sinew_contact){foot, joint, from, wraps ? to + duration : to};
}

sinew_result sinew__contact_add_runs(sinew__contact_search *in, int32_t foot, int32_t joint, const uint8_t *planted,
                                     sinew_error *error)
{
    sinew_result result = SINEW_OK;
    int32_t count = 0;
    for (int32_t k = 0; k < in->step_count && result == SINEW_OK; ++k) {
        if (!planted[k] || !begins(in, planted, k)) continue;
        ++count;
        result = add_contact(in, contact_of_run(in, foot, joint, k, run_length(in, planted, k)), error);
    }
    // A run that never begins lasts all the time.
    if (count == 0 && planted[0]) result = add_contact(in, contact_of_run(in, foot, joint, 0, in->step_count), error);
    return result;
}
