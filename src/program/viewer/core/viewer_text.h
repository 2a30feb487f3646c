/// The player's state as text. Names are made printable; lines are truncated to `size` bytes.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H

#include "core/base/arena.h"
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

// ---- edits
// -----------------------------------------------------------------------------------------------------------

enum { VIEWER_EDIT_TEXT = 160 };

/// Describes an edit in a line: "rotate spine rx=30".
void viewer_describe_edit(const viewer_state *viewer, const viewer_edit *edit, char out[VIEWER_EDIT_TEXT]);

/// Returns whether a joint can be named on a command line: its name finds it and can be quoted.
int viewer_joint_has_name(const viewer_state *viewer, int32_t joint);

/// Writes a rotation as `--set` takes it: "spine:rx=30 ry=0 rz=0".
void viewer_put_rotation(const viewer_state *viewer, int32_t joint, sinew_quat rotation, sinew__buffer *out);

/// Lists the edits as steps of `sinew edit`, and the keys as the file at `keys_path`. The texts are from the arena.
/// Fails if a joint has no usable name, and for edits that no step does.
SINEW_NODISCARD sinew_result viewer_list_steps(const viewer_state *viewer, const char *keys_path, sinew__arena *memory,
                                               viewer_step **out_steps, int32_t *out_count, sinew_error *out_error);

/// Formats a name for the edited clips: "walk-edited.fbx".
void viewer_clip_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME]);

// ---- the edited pose in a file, as `sinew pose --json` writes poses -------------------------------------------------

typedef enum viewer_pose_file {
    VIEWER_POSE_NONE,
    VIEWER_POSE_ALONE, ///< all joints of the pose, for --pose
    VIEWER_POSE_KEY,   ///< the keys that are on, for `sinew edit --keys`
} viewer_pose_file;

/// Formats the name of the file: "walk-1.200s.json", "walk-keys.json".
void viewer_pose_name(const viewer_state *viewer, viewer_pose_file what, char out[VIEWER_IMAGE_NAME]);

/// Writes the pose of the current time, whole or not at all.
SINEW_NODISCARD sinew_result viewer_write_pose(viewer_state *viewer, const char *path, sinew_error *error);

/// Makes the joints that are edited a key of the clip at the current time, which takes their edits' place in the list.
/// The first one is listed after those that the file of keys holds.
SINEW_NODISCARD sinew_result viewer_mark_key(viewer_state *viewer, sinew_error *error);

/// Writes the keys of the list that are on, whole or not at all. Without any, removes the file.
SINEW_NODISCARD sinew_result viewer_write_keys(viewer_state *viewer, const char *path, sinew_error *error);

// ---- the command line that draws the current image ------------------------------------------------------------------

/// Writes `sinew render FILE --clip … -o …` for an image of that size without text, quoted for a shell. Returns 0, with
/// unusable output, if a file name contains characters that are unsafe to paste into a shell.
int viewer_format_render_command(viewer_state *viewer, int32_t width, int32_t height, sinew__buffer *out);

#endif
