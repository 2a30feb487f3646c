/// The state of an edit of clips: the clips in the form of raw_model.h, and the model that everything else is borrowed
/// from.
///
/// An edit makes a new model. Between begin and finish, `clips` may be replaced, dropped and added. Their arrays belong
/// to the editor, so an edit may write to them although raw_model.h declares them const. Keys belong to the model until
/// an edit replaces them.
#ifndef SINEW_AUTHOR_EDIT_CLIP_EDITOR_H
#define SINEW_AUTHOR_EDIT_CLIP_EDITOR_H

#include "author/edit/edits.h"
#include "core/base/arena.h"
#include "core/base/error.h"
#include "sinew/raw_model.h"

typedef struct sinew__clip_editor {
    const sinew_model *model;
    const sinew__edit_options *options; ///< never NULL
    sinew_error *error;
    sinew__arena memory;
    sinew_raw_clip *clips; ///< [clip_count]
    int32_t clip_count;
    uint8_t *is_chosen; ///< [model clip_count] whether the options name the clip
    double fps;         ///< frame rate of the new model; 0: unchanged
} sinew__clip_editor;

/// Starts an edit. SINEW_ERROR_NO_CURVES for a stripped model, SINEW_ERROR_NO_CLIP for a model without clips,
/// SINEW_ERROR_INVALID_ARGUMENT if the options name a clip that does not exist. Call sinew__edit_finish in all cases.
SINEW_NODISCARD sinew_result sinew__edit_begin(sinew__clip_editor *editor, const sinew_model *model,
                                               const sinew__edit_options *options, sinew_error *error);

/// Builds the new model if `result` is SINEW_OK, and frees the editor's memory.
SINEW_NODISCARD sinew_result sinew__edit_finish(sinew__clip_editor *editor, sinew_result result,
                                                sinew_model **out_model);

/// Passes a line, made printable, to the `note` callback of the options, if it is set.
void sinew__edit_note(const sinew__clip_editor *editor, const char *format, ...) SINEW_PRINTF(2, 3);

/// Fails with a message that begins with the name of a clip. Returns `result`.
sinew_result sinew__edit_fail_clip(const sinew__clip_editor *editor, sinew_result result, const sinew_raw_clip *clip,
                                   const char *format, ...) SINEW_PRINTF(4, 5);

/// Calls `edit` for each chosen clip until one fails.
typedef sinew_result (*sinew__clip_edit)(sinew__clip_editor *editor, sinew_raw_clip *clip, const void *how);
SINEW_NODISCARD sinew_result sinew__edit_chosen(sinew__clip_editor *editor, sinew__clip_edit edit, const void *how);

/// The range of a clip on the file's timeline, in ticks.
typedef struct sinew__tick_range {
    int64_t from, to;
} sinew__tick_range;

sinew__tick_range sinew__edit_range(const sinew__clip_editor *editor, const sinew_raw_clip *clip);

/// Reduces a clip to the part between two times, which are in seconds from its start and inside it.
SINEW_NODISCARD sinew_result sinew__edit_trim(sinew__clip_editor *editor, sinew_raw_clip *clip, double from, double to);

/// Checks the name for a clip. SINEW_ERROR_INVALID_ARGUMENT if it is empty, or if a clip other than the one at `index`
/// (SINEW_NONE: any clip) has it.
SINEW_NODISCARD sinew_result sinew__edit_check_name(const sinew__clip_editor *editor, const char *name, int32_t index);

/// Copies a clip with its layers, channels, curves and tracks; keys are shared until an edit replaces them. Returns 0
/// when out of memory.
int sinew__edit_copy_clip(sinew__clip_editor *editor, const sinew_raw_clip *from, sinew_raw_clip *out);

/// Inserts `count` empty clips after a clip. Returns 0 when out of memory.
int sinew__edit_open_gap(sinew__clip_editor *editor, int32_t clip, int32_t count);

/// Whether a channel animates the transform of a joint.
static inline int sinew__channel_moves(const sinew_raw_channel *channel, int32_t joint)
{
    return channel->joint == joint && channel->property < SINEW_CHANNEL_VISIBILITY;
}

static inline int sinew__track_moves(const sinew_raw_track *track, int32_t joint)
{
    return track->joint == joint && track->path != SINEW_TRACK_MORPH_WEIGHT;
}

#endif
