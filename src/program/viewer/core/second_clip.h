/// A second clip or file beside the one that plays: how both are shown and linked, and how far they are apart.
#ifndef SINEW_PROGRAM_VIEWER_CORE_SECOND_CLIP_H
#define SINEW_PROGRAM_VIEWER_CORE_SECOND_CLIP_H

#include "core/base/buffer.h"
#include "core/base/word_table.h"
#include "runtime/view/shown_pose.h"
#include "sinew/camera.h"

typedef struct viewer_state viewer_state;

typedef enum viewer_compare_way {
    VIEWER_COMPARE_OVER,   ///< in one image, each in a tint of its own
    VIEWER_COMPARE_BESIDE, ///< side by side
    VIEWER_COMPARE_FLIP,   ///< one of them, which a key exchanges
    VIEWER_COMPARE_HIDDEN, ///< only the one that plays
} viewer_compare_way;

typedef enum viewer_compare_link {
    VIEWER_LINK_SECONDS, ///< at equal seconds after their starts
    VIEWER_LINK_FRAMES,  ///< at equal frames after their starts, each at the rate of its file
    VIEWER_LINK_PHASE,   ///< at equal fractions of their durations
} viewer_compare_link;

extern const sinew__word viewer_compare_words[], viewer_link_words[];

/// The distances of two clips, in cm, at each frame of the first. The thread that measures them appends them.
typedef struct viewer_distances {
    const float *cm;       ///< [measured]
    int32_t count;         ///< of all frames; 0: not measured
    int32_t measured;      ///< so far, from the first on
    double step;           ///< seconds from one to the next
    float tolerance;       ///< cm: smaller distances count as equal
    float largest;         ///< of those measured
    int32_t largest_frame; ///< SINEW_NONE: nothing is measured
} viewer_distances;

/// Zeroed: nothing is compared.
typedef struct viewer_comparison {
    const sinew_model *model; ///< NULL: nothing is compared. It may be the model that plays
    const char *name;         ///< path of its file
    int32_t clip;             ///< or SINEW_NONE: the rest pose
    viewer_compare_way way;
    viewer_compare_link link;
    int shows_other; ///< VIEWER_COMPARE_FLIP shows the second one
    double offset;   ///< seconds that are added to the time of the second clip
    sinew_pose *pose;
    shown_in_place in_place; ///< memory
    sinew_bounds bounds;     ///< of its clip, in its own space
    int shares_camera;       ///< one camera can show both
    sinew_bounds both;       ///< of both clips, in the space of the one that plays
    int32_t width;           ///< of the image of both, in pixels, while they are side by side
    viewer_distances distances;

    int wants_clip; ///< compare with `wanted_clip` of the file that plays
    int32_t wanted_clip;
    const char *wanted_path; ///< compare with this file; NULL: with no other one
    int copies;              ///< copy the command that compares both
} viewer_comparison;

/// Returns whether a second character is drawn.
int viewer_is_comparing(const viewer_state *viewer);

/// Returns whether two images are drawn side by side.
int viewer_is_beside(const viewer_state *viewer);

/// Compares with a clip of the file that plays, or with a file. `path` must outlive the comparison.
void viewer_compare_clip(viewer_state *viewer, int32_t clip);
void viewer_compare_file(viewer_state *viewer, const char *path);

/// Sets the second clip, and shows it if it was hidden. On failure nothing changes.
SINEW_NODISCARD sinew_result viewer_set_other(viewer_state *viewer, const sinew_model *model, const char *name,
                                              int32_t clip, sinew_error *out_error);

/// Ends the comparison; how both were shown and linked is kept.
void viewer_end_comparison(viewer_state *viewer);

/// Computes the bounds of both, after one of them has changed.
void viewer_join_bounds(viewer_state *viewer);

/// Returns the time of the second clip at a time of the first, in seconds from their starts.
double viewer_other_time(const viewer_state *viewer, double seconds);

/// Returns the distance at the current time in cm, or a negative number if it is not measured.
double viewer_distance_now(const viewer_state *viewer);

/// Writes `sinew diff A B …`, quoted for a shell. Returns 0, with unusable output, if a name cannot be pasted or the
/// command has no such comparison; *out_why says why.
int viewer_format_diff_command(const viewer_state *viewer, sinew__buffer *out, const char **out_why);

// ---- actions of keys -----------------------------------------------------------------------------------------------

void viewer_next_way(viewer_state *viewer, double amount);      ///< of showing both
void viewer_choose_way(viewer_state *viewer, double amount);    ///< a viewer_compare_way
void viewer_flip(viewer_state *viewer, double amount);          ///< shows only the other one, or the first again
void viewer_next_link(viewer_state *viewer, double amount);     ///< of their times
void viewer_choose_link(viewer_state *viewer, double amount);   ///< a viewer_compare_link
void viewer_shift_other(viewer_state *viewer, double amount);   ///< by frames; 0: not at all
void viewer_go_to_maximum(viewer_state *viewer, double amount); ///< of the distance: 1 the next, -1 the previous
void viewer_copy_diff(viewer_state *viewer, double amount);
void viewer_drop_other(viewer_state *viewer, double amount); ///< ends the comparison

#endif
