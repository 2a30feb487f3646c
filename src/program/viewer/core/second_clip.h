/// A second clip or file that is compared with the playing one: how both are shown, how their times are linked, and
/// their distances.
#ifndef SINEW_PROGRAM_VIEWER_CORE_SECOND_CLIP_H
#define SINEW_PROGRAM_VIEWER_CORE_SECOND_CLIP_H

#include "core/base/buffer.h"
#include "core/base/word_table.h"
#include "runtime/view/shown_pose.h"
#include "sinew/camera.h"

typedef struct viewer_state viewer_state;

typedef enum viewer_compare_way {
    VIEWER_COMPARE_OVER,   ///< both clips in one image, each in its own tint
    VIEWER_COMPARE_BESIDE, ///< both clips in two images, side by side
    VIEWER_COMPARE_FLIP,   ///< only one of the clips; a key switches to the other clip
    VIEWER_COMPARE_HIDDEN, ///< only the playing clip
} viewer_compare_way;

typedef enum viewer_compare_link {
    VIEWER_LINK_SECONDS, ///< equal seconds after the clips' starts
    VIEWER_LINK_FRAMES,  ///< equal numbers of frames after the clips' starts, each at its file's frame rate
    VIEWER_LINK_PHASE,   ///< equal fractions of the clips' durations
} viewer_compare_link;

extern const sinew__word viewer_compare_words[], viewer_link_words[];

/// The distances of two clips in cm, one for each frame of the first. A thread measures them in order.
typedef struct viewer_distances {
    const float *cm;       ///< [measured]
    int32_t count;         ///< number of frames; 0: nothing is measured
    int32_t measured;      ///< number of frames measured so far
    double step;           ///< seconds between two frames
    float tolerance;       ///< cm; smaller distances count as equal
    float largest;         ///< largest distance so far
    int32_t largest_frame; ///< frame with the largest distance; SINEW_NONE: none yet
} viewer_distances;

/// The comparison. Zeroed: nothing is compared.
typedef struct viewer_comparison {
    const sinew_model *model; ///< model of the second clip, which may be the playing model; NULL: nothing is compared
    const char *name;         ///< path of the second clip's file
    int32_t clip;             ///< SINEW_NONE: the rest pose
    viewer_compare_way way;
    viewer_compare_link link;
    int shows_other; ///< with VIEWER_COMPARE_FLIP, the second clip is shown
    double offset;   ///< seconds added to the second clip's time
    sinew_pose *pose;
    shown_in_place in_place; ///< used to draw the second clip while viewer_state.is_in_place
    sinew_bounds bounds;     ///< bounds of the second clip, in its own space
    int shares_camera;       ///< one camera can show both characters
    sinew_bounds both;       ///< bounds of both clips, in the playing model's space
    int32_t width;           ///< pixels of both images together, while they are side by side
    viewer_distances distances;

    int wants_clip; ///< requests a comparison with `wanted_clip` of the playing file
    int32_t wanted_clip;
    const char *wanted_path; ///< requests a comparison with this file; NULL: none
    int copies;              ///< requests a copy of the command line that compares the clips
} viewer_comparison;

/// Returns whether a second character is drawn.
int viewer_is_comparing(const viewer_state *viewer);

/// Returns whether two images are drawn side by side.
int viewer_is_beside(const viewer_state *viewer);

/// Request a comparison with a clip of the playing file, or with a file. `path` must outlive the comparison.
void viewer_compare_clip(viewer_state *viewer, int32_t clip);
void viewer_compare_file(viewer_state *viewer, const char *path);

/// Sets the second clip, and shows it if it was hidden. On failure nothing changes.
SINEW_NODISCARD sinew_result viewer_set_other(viewer_state *viewer, const sinew_model *model, const char *name,
                                              int32_t clip, sinew_error *out_error);

/// Ends the comparison. The way of showing and linking is kept for the next one.
void viewer_end_comparison(viewer_state *viewer);

/// Computes the bounds of both clips again.
void viewer_join_bounds(viewer_state *viewer);

/// Returns the second clip's time for a time of the first clip, in seconds from their starts.
double viewer_other_time(const viewer_state *viewer, double seconds);

/// Returns the distance at the current time in cm, or a negative number if it was not measured yet.
double viewer_distance_now(const viewer_state *viewer);

/// Writes `sinew diff A B …`, quoted for a shell. Returns 0, with unusable output and the reason in *out_why, if a name
/// cannot be pasted or the command has no such comparison.
int viewer_format_diff_command(const viewer_state *viewer, sinew__buffer *out, const char **out_why);

// ---- actions of keys -----------------------------------------------------------------------------------------------

void viewer_next_way(viewer_state *viewer, double amount);      ///< the next way of showing both
void viewer_choose_way(viewer_state *viewer, double amount);    ///< a viewer_compare_way
void viewer_flip(viewer_state *viewer, double amount);          ///< shows the other clip, or the first again
void viewer_next_link(viewer_state *viewer, double amount);     ///< the next way of linking times
void viewer_choose_link(viewer_state *viewer, double amount);   ///< a viewer_compare_link
void viewer_shift_other(viewer_state *viewer, double amount);   ///< shifts the second clip by frames; 0: back to its
                                                                ///< own start
void viewer_go_to_maximum(viewer_state *viewer, double amount); ///< goes to a maximum of the distance: 1 the next, -1
                                                                ///< the previous
void viewer_copy_diff(viewer_state *viewer, double amount);
void viewer_drop_other(viewer_state *viewer, double amount); ///< ends the comparison

#endif
