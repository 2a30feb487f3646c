/// Collects the problems of a model's textures: one line per kind of problem, not per texture.
#ifndef SINEW_WORKER_HOST_TEXTURE_NOTES_H
#define SINEW_WORKER_HOST_TEXTURE_NOTES_H

#include "sinew/load.h"
#include "worker/host/texture_source.h"

typedef enum sinew__texture_reason {
    SINEW__TEXTURE_MISSING,
    SINEW__TEXTURE_NOT_SEARCHED, ///< too many names
    SINEW__TEXTURE_UNREADABLE,
    SINEW__TEXTURE_REDUCED,
    SINEW__TEXTURE_WITHOUT_MEMORY,
    SINEW__TEXTURE_WITHOUT_TIME,
    SINEW__TEXTURE_REASONS
} sinew__texture_reason;

/// Zeroed: empty.
typedef struct sinew__texture_notes {
    struct {
        int32_t count;
        char names[3][SINEW__TEXTURE_NAME]; ///< of the first three
        sinew_error first;                  ///< error of the first unreadable texture
    } of[SINEW__TEXTURE_REASONS];
} sinew__texture_notes;

/// Records a problem of a texture. `error` may be NULL.
void sinew__texture_note(sinew__texture_notes *notes, sinew__texture_reason reason, const sinew_model *model,
                         int32_t texture, const sinew_error *error);

/// Writes at most SINEW__TEXTURE_REASONS lines and returns their number. `memory` and `seconds` are the limits of the
/// model's textures.
int32_t sinew__texture_notes_put(const sinew__texture_notes *notes, size_t memory, double seconds,
                                 sinew_error *out_lines);

#endif
