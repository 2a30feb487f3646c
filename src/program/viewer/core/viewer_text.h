/// The player's state as text. Names are made printable; lines are truncated to `size` bytes.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/word_table.h"
#include "program/viewer/core/viewer.h"

extern const sinew__word viewer_loop_words[]; ///< of a sinew_loop_mode

/// Formats the current clip and time: "▶ walk … \t …", as sinew_draw_options.status takes it.
void viewer_format_status(const viewer_state *viewer, char *out, size_t size);

/// Formats the title of the window.
void viewer_format_title(const viewer_state *viewer, char *out, size_t size);

enum { VIEWER_IMAGE_NAME = 300 };

/// Formats the name of a saved image, "walk-1.200s.png": the file and the time.
void viewer_image_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME]);

// ---- the edited pose in a file, as `sinew pose --json` writes poses -------------------------------------------------

typedef enum viewer_pose_file {
    VIEWER_POSE_NONE,
    VIEWER_POSE_ALONE, ///< all joints of the pose, for --pose
    VIEWER_POSE_KEY, ///< the joints that are edited, as a key of the clip at this time beside those that the file has,
                     ///< for `sinew edit --keys`
} viewer_pose_file;

/// Formats the name of the file: "walk-1.200s.json", "walk-keys.json".
void viewer_pose_name(const viewer_state *viewer, viewer_pose_file what, char out[VIEWER_IMAGE_NAME]);

/// Writes the pose of the current time, whole or not at all.
SINEW_NODISCARD sinew_result viewer_write_pose(viewer_state *viewer, viewer_pose_file what, const char *path,
                                               sinew_error *error);

// ---- the command line that draws the current image ------------------------------------------------------------------

/// Writes `sinew render FILE --clip … -o …` for an image of that size without text, quoted for a shell. Returns 0, with
/// unusable output, if a file name contains characters that are unsafe to paste into a shell.
int viewer_format_render_command(viewer_state *viewer, int32_t width, int32_t height, sinew__buffer *out);

#endif
