/// Foot contacts: when the feet of a character stand on the ground, found in its clips.
///
///   sinew_model_find_feet    which joints are feet
///   sinew_contacts_find      when they are in contact, in one clip
///   sinew_contacts_steps     the times when feet touch down, as markers of a sync group (mixer.h)
///   sinew_contacts_planted   which heels and toes are on the ground at a time, for `sinew_foot_ik_solve` (foot_ik.h)
///
/// Thresholds are relative to the length of the leg, so they hold for a mouse and for a giant.
///
/// All functions sample the authored curves. They are meant for preparation, not for every tick.
///
/// Times are seconds from the clip's start, lengths and velocities in units of the file.
///
///     sinew_foot feet[SINEW_FEET_MAX];
///     sinew_contacts contacts;
///     const int32_t count = sinew_model_find_feet(model, pose, feet);
///     if (sinew_contacts_find(model, clip, feet, count, NULL, &contacts, &error)) return puts(error.message);
///     for (int32_t i = 0; i < contacts.count; ++i)
///         printf("foot %d from %.3f s\n", (int)contacts.items[i].foot, contacts.items[i].from);
///     sinew_contacts_free(&contacts);
#ifndef SINEW_CONTACTS_H
#define SINEW_CONTACTS_H

#include <stdbool.h>

#include "sinew/foot_ik.h"
#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SINEW_FEET_MAX = 16 };

/// The joints of a foot that touch the ground. For the joints of a leg see sinew_leg (foot_ik.h).
typedef struct sinew_foot {
    int32_t ankle;     ///< the ankle, or the last joint of the leg
    int32_t toe;       ///< the ball of the foot, below `ankle`; SINEW_NONE: no such joint
    double leg_length; ///< from the start of the leg to `ankle` along the joints, in units of the file, > 0
} sinew_foot;

/// Finds the feet of a character, at most SINEW_FEET_MAX, in the order of their joints. Writes them to out_feet and
/// returns their number, which is 0 for a model without legs. `scratch` is a pose of the model; its contents change.
///
/// Only joints that deform a mesh count, or all bones if no joint deforms; without bones, all joints except helpers,
/// cameras and lights. A joint is a foot if its name contains `foot`, `ankle`, `paw` or `hoof`; its toe is the first
/// descendant whose name contains `toe` or `ball`. If no joint has such a name, feet are the lower ends of at least two
/// chains that lead down to the lowest 10 % of the skeleton in the rest pose. In that case, a bone directly below a
/// deforming joint also counts, because a leg whose shin deforms may end in a bone that does not.
SINEW_API int32_t sinew_model_find_feet(const sinew_model *model, sinew_pose *scratch,
                                        sinew_foot out_feet[SINEW_FEET_MAX]);

/// The thresholds for planted joints. A field that is 0 has its default.
typedef struct sinew_contact_options {
    double max_height;  ///< height above the lowest position (see sinew_contacts_find), in leg lengths; default 0.05
    double max_rise;    ///< vertical speed, in leg lengths per second; default 0.1
    double max_slip;    ///< horizontal speed relative to the ground, in leg lengths per second; default 0.2
    double min_seconds; ///< seconds: shorter contacts are dropped, and shorter gaps are closed; default 0.05
} sinew_contact_options;

/// One foot on the ground.
typedef struct sinew_contact {
    int32_t foot;  ///< index in the array of feet
    int32_t joint; ///< `ankle` or `toe` of the foot; SINEW_NONE: the foot as a whole, while either is planted
    double from;   ///< seconds from the clip's start
    double to;     ///< seconds; more than the duration if the contact continues in the next loop
} sinew_contact;

/// The contacts of a clip, sorted by foot, joint (SINEW_NONE first) and time.
typedef struct sinew_contacts {
    sinew_contact *items; ///< [count]
    int32_t count;
    int32_t clip;  ///< the clip of these contacts
    bool loops;    ///< the feet end as they start, so that contacts may continue in the next loop
    double ground; ///< height of the lowest planted joint along the up axis, in model space
    /// velocity of the ground in units per second; not 0 in a clip that walks in place, whose planted feet move
    /// backward
    sinew_vec3 ground_velocity;
} sinew_contacts;

/// Finds the contacts of `feet` in a clip. A joint is planted while it is low and moves with the ground, within the
/// limits of `options`. Its height is measured from the lowest position that it has in the clip, or that the same joint
/// of another leg of equal length has: a foot that stays raised is not planted. The ground is level and moves with the
/// median velocity of low joints that neither rise nor sink; if it moves, a slip of 25 % of its speed is allowed in
/// addition.
///
/// The clip is sampled at whole frames, at most 30 times per second; contacts start and end at sample times. A clip
/// without duration has no contacts. `options` may be NULL. Release *out_contacts with sinew_contacts_free; after a
/// failure only its `clip` is set. SINEW_ERROR_INVALID_ARGUMENT: a foot or an option is invalid. SINEW_ERROR_LIMIT: the
/// clip is longer than several hours.
SINEW_API SINEW_NODISCARD sinew_result sinew_contacts_find(const sinew_model *model, int32_t clip,
                                                           const sinew_foot *feet, int32_t foot_count,
                                                           const sinew_contact_options *options,
                                                           sinew_contacts *out_contacts, sinew_error *out_error);

/// Frees the contacts. Accepts NULL.
SINEW_API void sinew_contacts_free(sinew_contacts *contacts);

/// Writes the times when a foot (SINEW_NONE: any foot) touches down to `out_times`: seconds from the clip's start, less
/// than `duration`, in increasing order. Writes at most `capacity` times and returns their total number. A foot that
/// never leaves the ground has no steps. `out_times` may be NULL if `capacity` is 0.
SINEW_API int32_t sinew_contacts_steps(const sinew_contacts *contacts, int32_t foot, double duration, double *out_times,
                                       int32_t capacity);

/// Sets `out_plants`, [foot_count], for the time `time` seconds after the clip's start: 1 for planted heels and toes,
/// else 0. `feet` are the feet of the contacts; `duration` is the clip's. A foot without a toe joint has only a heel.
/// If the time is not finite, nothing is planted.
SINEW_API void sinew_contacts_planted(const sinew_contacts *contacts, const sinew_foot *feet, int32_t foot_count,
                                      double duration, double time, sinew_planted_foot *out_plants);

#ifdef __cplusplus
}
#endif

#endif
