/// What could not be done about a model's textures, gathered: a line for each kind of reason, not for each texture.
#ifndef SINEW_WORKER_HOST_TEXTURE_NOTES_H
#define SINEW_WORKER_HOST_TEXTURE_NOTES_H

#include "sinew/load.h"
#include "worker/host/texture_source.h"

typedef enum sinew__texture_reason {
    SINEW__TEXTURE_MISSING,
    SINEW__TEXTURE_NOT_LOOKED_FOR, ///< too many names
    SINEW__TEXTURE_UNREADABLE,
    SINEW__TEXTURE_REDUCED,
    SINEW__TEXTURE_WITHOUT_MEMORY,
    SINEW__TEXTURE_WITHOUT_TIME,
    SINEW__TEXTURE_REASONS
} sinew__texture_reason;

/// Zeroed: none yet.
typedef struct sinew__texture_notes {
    struct {
        int32_t count;
        char names[3][SINEW__TEXTURE_NAME]; ///< of the first ones
        sinew_error first;                  ///< why, of the first one that is unreadable
    } of[SINEW__TEXTURE_REASONS];
} sinew__texture_notes;

/// Notes that a texture is one more of these. `error` may be NULL.
void sinew__texture_note(sinew__texture_notes *notes, sinew__texture_reason reason, const sinew_model *model,
                         int32_t texture, const sinew_error *error);

/// The lines, at most SINEW__TEXTURE_REASONS. Returns how many. `memory` and `seconds` are what the textures of the
/// model may take.
int32_t sinew__texture_notes_put(const sinew__texture_notes *notes, size_t memory, double seconds,
                                 sinew_error *out_lines);

#endif
