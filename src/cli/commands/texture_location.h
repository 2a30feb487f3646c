/// Whether the image of a texture exists and can be drawn.
#ifndef SINEW_CLI_COMMANDS_TEXTURE_LOCATION_H
#define SINEW_CLI_COMMANDS_TEXTURE_LOCATION_H

#include "sinew/model.h"

typedef enum cli_texture_location {
    CLI_TEXTURE_MISSING,
    CLI_TEXTURE_FOUND,
    CLI_TEXTURE_EMBEDDED,
} cli_texture_location;

typedef struct cli_texture_state {
    cli_texture_location location;
    char problem[sizeof((sinew_error *)0)->message]; ///< why the image cannot be drawn, by its first bytes; "": it can,
                                                     ///< or is missing
} cli_texture_state;

/// Searches for the images of all textures (see platform/side_files.h) and judges their first bytes, as drawing does
/// before it decodes them; `texture_path` may be NULL. Returns [texture_count] states from malloc; NULL when out of
/// memory. Files beyond SINEW__MAX_SIDE_FILES count as missing.
cli_texture_state *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path);

#endif
