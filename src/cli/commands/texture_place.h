/// Whether the picture that a texture names is there.
#ifndef SINEW_CLI_COMMANDS_TEXTURE_PLACE_H
#define SINEW_CLI_COMMANDS_TEXTURE_PLACE_H

#include "sinew/model.h"

typedef enum cli_texture_place {
    CLI_TEXTURE_MISSING,
    CLI_TEXTURE_FOUND,
    CLI_TEXTURE_EMBEDDED,
} cli_texture_place;

/// Looks where pictures may come from (see base/beside.h); `texture_path` may be NULL. Reads nothing. Gives an answer
/// for each texture, from malloc; NULL when memory is out. Files beyond SINEW__MOST_SIDE_FILES are missing.
cli_texture_place *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path);

#endif
