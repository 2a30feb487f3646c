/// Whether the image file of a texture exists.
#ifndef SINEW_CLI_COMMANDS_TEXTURE_LOCATION_H
#define SINEW_CLI_COMMANDS_TEXTURE_LOCATION_H

#include "sinew/model.h"

typedef enum cli_texture_location {
    CLI_TEXTURE_MISSING,
    CLI_TEXTURE_FOUND,
    CLI_TEXTURE_EMBEDDED,
} cli_texture_location;

/// Searches for the images of all textures (see platform/side_files.h) without reading them; `texture_path` may be
/// NULL. Returns [texture_count] locations from malloc; NULL when out of memory. Files beyond SINEW__MAX_SIDE_FILES
/// count as missing.
cli_texture_location *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path);

#endif
