/// Clips of a library that meet a condition, are alike, or are copies.
#ifndef SINEW_LIBRARY_FIND_CLIPS_H
#define SINEW_LIBRARY_FIND_CLIPS_H

#include "library/columns.h"
#include "library/query.h"

/// A clip, or a file without clips. Texts are in the list's arena. Numbers that are not known are NaN.
typedef struct library_match {
    const char *file, *clip, *state; ///< clip NULL: a file without clips
    int32_t number;                  ///< of the clip, from 1; 0: a file without clips
    double seconds, frames, speed, yaw_rate, loop_error, path_speed, net_turn, total_turn, foot_speed, loop_degrees;
    double motion_start; ///< seconds; more than 0: the first frame is a reference pose
    int32_t loops;       ///< 1, 0, or −1: not known
    int32_t joints;
    uint64_t hash;
    int32_t contacts, feet;           ///< −1: not known
    const char *change;               ///< since the date of the query: added, changed or vanished
    int64_t added, changed, vanished; ///< seconds since 1970; `vanished` 0: present
    double distance;                  ///< to the clip or pose that is searched (library_motion_distance)
    double time;                      ///< when the clip comes nearest to the pose, in seconds from its start
    int32_t group;                    ///< of copies, from 1
    int32_t is_exact;                 ///< another file of the group has the same bytes
    int32_t is_mirrored;              ///< the first clip of the group is its mirror image
    double rotation;                  ///< degrees about the vertical from the first clip of the group; 0: none
    const char **shown;               ///< [shown_count] what the expression asks for; NULL: no value
    float *descriptor;                ///< or NULL
    int16_t *heading;                 ///< [LIBRARY_HEADING] or NULL
    library_poses poses;
    int8_t *body; ///< [LIBRARY_BODY_DESCRIPTOR] or NULL
} library_match;

typedef struct library_matches {
    library_match *items; ///< [count]
    size_t count, capacity;
    const char *shown_titles[LIBRARY_MAX_SHOWN];
    int shown_count;
    sinew__arena arena;
} library_matches;

/// Lists the clips that meet a condition, in the order of files and clips.
/// Free *out_matches also after a failure. SINEW_ERROR_OUT_OF_MEMORY, or what the database reports.
SINEW_NODISCARD sinew_result library_find(library_database *database, const library_query *query,
                                          library_details details, library_matches *out_matches,
                                          sinew_error *out_error);
void library_matches_free(library_matches *matches);

/// Sorts by the distance to a motion and keeps the first `limit`. Needs motions; clips without one go. `body` is that
/// of library_describe_body, or NULL: clips of bodies are compared by it as well, and the smaller distance counts.
void library_keep_alike(library_matches *matches, const float *descriptor, const int8_t *body, size_t limit);

/// Sorts by the distance of the nearest pose to `pose` (library_describe_pose) and keeps the first `limit`. Needs
/// poses.
void library_keep_with_pose(library_matches *matches, const double pose[LIBRARY_POSE_FEATURES], size_t limit);

/// Keeps the clips of which there are copies, sorted by group: files with the same bytes, moving or not, and clips of
/// the same length with the same motion, whatever the names, the scale, the exporter and the side. Copies that are
/// mirrored or rotated are marked. Needs motions.
SINEW_NODISCARD sinew_result library_keep_copies(library_matches *matches, sinew_error *out_error);

#endif
