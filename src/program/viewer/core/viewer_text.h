/// Formats the player's state as text. Names are made printable, and lines are truncated to `size` bytes.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/word_table.h"
#include "program/viewer/core/viewer.h"

extern const sinew__word viewer_loop_words[]; ///< words of sinew_loop_mode

/// Formats the current clip and time for sinew_draw_options.status: "▶ walk … \t …".
void viewer_format_status(const viewer_state *viewer, char *out, size_t size);

/// Formats the title of the window.
void viewer_format_title(const viewer_state *viewer, char *out, size_t size);

enum { VIEWER_IMAGE_NAME = 300 };

/// Formats the name of a saved image from the file's name and the time: "walk-1.200s.png".
void viewer_image_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME]);

// ---- edits --------------------------------------------------------------------------------------------------------

enum { VIEWER_EDIT_TEXT = 160 };

/// Describes an edit in one line, such as "rotate spine rx=30".
void viewer_describe_edit(const viewer_state *viewer, const viewer_edit *edit, char out[VIEWER_EDIT_TEXT]);

/// Returns whether a joint can be named on a command line: its name is unique and can be quoted.
int viewer_joint_has_name(const viewer_state *viewer, int32_t joint);

/// Writes a rotation in the form of `--set`: "spine:rx=30 ry=0 rz=0".
void viewer_put_rotation(const viewer_state *viewer, int32_t joint, sinew_quat rotation, sinew__buffer *out);

/// Lists the edits as steps of `sinew edit`; keys become a step with the file at `keys_path`. The texts are in the
/// arena. Fails if a joint has no usable name, or if no step can do an edit.
SINEW_NODISCARD sinew_result viewer_list_steps(const viewer_state *viewer, const char *keys_path, sinew__arena *memory,
                                               viewer_step **out_steps, int32_t *out_count, sinew_error *out_error);

/// Formats a file name for the edited clips, such as "walk-edited.fbx".
void viewer_clip_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME]);

// ---- the edited pose in a file, as `sinew pose --json` writes poses -------------------------------------------------

typedef enum viewer_pose_file {
    VIEWER_POSE_NONE,
    VIEWER_POSE_ALONE, ///< one pose with all joints, for --pose
    VIEWER_POSE_KEY,   ///< all keys that are on, for `sinew edit --keys`
} viewer_pose_file;

/// Formats the name of a pose file: "walk-1.200s.json" or "walk-keys.json".
void viewer_pose_name(const viewer_state *viewer, viewer_pose_file what, char out[VIEWER_IMAGE_NAME]);

/// Writes the pose of the current time to a file, completely or not at all.
SINEW_NODISCARD sinew_result viewer_write_pose(viewer_state *viewer, const char *path, sinew_error *error);

/// Makes the edited joints a key of the clip at the current time. It replaces their edits in the list. Before the first
/// key, the keys of the existing file are added to the list.
SINEW_NODISCARD sinew_result viewer_mark_key(viewer_state *viewer, sinew_error *error);

/// Writes the keys that are on to a file, completely or not at all. If there are none, removes the file.
SINEW_NODISCARD sinew_result viewer_write_keys(viewer_state *viewer, const char *path, sinew_error *error);

// ---- the command line that draws the current image ------------------------------------------------------------------

/// Writes `sinew render FILE --clip … -o …` for an image of a size without text, quoted for a shell. Returns 0, with
/// unusable output, if a file name has characters that are unsafe to paste into a shell.
int viewer_format_render_command(viewer_state *viewer, int32_t width, int32_t height, sinew__buffer *out);

#endif
