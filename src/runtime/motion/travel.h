/// How a clip moves the character over the ground: the facts that `info`, `library` and `check` report.
#ifndef SINEW_RUNTIME_MOTION_TRAVEL_H
#define SINEW_RUNTIME_MOTION_TRAVEL_H

#include "runtime/model/clip_span.h"
#include "sinew/contacts.h"

/// None depends on where the character stands, or on the direction in which it looks.
typedef struct sinew__travel {
    int32_t joint;     ///< that moves the character
    double speed;      ///< metres per second: the distance along the ground from where it starts to where it ends
    double path_speed; ///< metres per second along its path
    double net_turn;   ///< degrees about the up axis, counterclockwise seen from above; a full turn is 360
    double total_turn; ///< degrees, left and right added up; back and forth by less than 20 is the sway of a stride
    double yaw_rate;   ///< degrees per second: net_turn
    double foot_speed; ///< metres per second at which planted feet move below a character that stays in place; NaN for
                       ///< others, and where no foot is planted
} sinew__travel;

/// Measures a clip during `span`, the clip without a reference pose. Returns 0, and NaN for everything, where these
/// facts would say nothing: clips of less than a frame, characters of one joint, characters in whose clip no joint
/// moves the rest or the scale above that joint changes. `contacts` are those of the clip, or NULL: they are found
/// where they are needed. `scratch` is a pose of the model; its contents change.
int sinew__clip_travel(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                       int32_t foot_count, const sinew_contacts *contacts, sinew_pose *scratch,
                       sinew__travel *out_travel);

#endif
