/// Whether the picture that a texture names is there.
#ifndef SINEW_CLI_TEXTURE_PLACE_H
#define SINEW_CLI_TEXTURE_PLACE_H

#include "sinew/model.h"

typedef enum cli_texture_place {
    CLI_TEXTURE_MISSING,
    CLI_TEXTURE_FOUND,
    CLI_TEXTURE_EMBEDDED,
} cli_texture_place;

/// Looks where textures may come from: beside the model, in its `.fbm` folder, in `texture_path` (may be NULL). Opens nothing. Only the last part of the
/// authored path counts, so a file cannot name a place of its own.
cli_texture_place cli_find_texture(const sinew_model *model, int32_t texture, const char *model_path, const char *texture_path);

#endif
