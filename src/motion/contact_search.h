/// The search for contacts, in three steps: the ground, the planted steps of each joint, their runs.
#ifndef SINEW_MOTION_CONTACT_SEARCH_H
#define SINEW_MOTION_CONTACT_SEARCH_H

#include "motion/foot_path.h"

/// What the search works on. Step k is the time from sample k to sample k + 1.
typedef struct sinew__contact_search {
    sinew_contact_options options;
    sinew__foot_paths paths;
    double lowest[2 * SINEW_MAX_FEET]; ///< height of each path when planted
    uint8_t *planted;                  ///< [step_count] of one path
    uint8_t *foot_planted;             ///< [step_count] of the foot
    double *speeds;                    ///< [path_count × step_count]
    int32_t step_count;
    sinew_contacts *out;
    int32_t capacity; ///< of out->items
} sinew__contact_search;

/// Finds the lowest height of each path, how fast the ground moves, and whether the feet end as they start.
void sinew__contact_find_ground(sinew__contact_search *search);

/// The velocity of a joint from sample `step` to the next, in units per second.
sinew_vec3 sinew__contact_velocity(const sinew__contact_search *search, const sinew__foot_path *path, int32_t step);

/// Whether a joint is low in a step and neither rises nor sinks.
int sinew__contact_may_be_planted(const sinew__contact_search *search, int32_t path, int32_t step);

/// Closes short gaps between planted steps, then drops short contacts.
void sinew__contact_smooth(const sinew__contact_search *search, uint8_t *planted);

/// Adds the planted runs of a foot or of one of its joints to the contacts.
sinew_result sinew__contact_add_runs(sinew__contact_search *search, int32_t foot, int32_t joint, const uint8_t *planted,
                                     sinew_error *error);

#endif
