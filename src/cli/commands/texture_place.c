#define _POSIX_C_SOURCE 200809L
#include "cli/commands/texture_place.h"

#include <unistd.h>

#include "platform/side_files.h"

cli_texture_place cli_find_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                   const char *texture_path)
{
    if (model->textures[texture].byte_count > 0) return CLI_TEXTURE_EMBEDDED;
    int descriptor;
    size_t size;
    const char *authored = sinew_text(model, model->textures[texture].path);
    if (sinew__side_file_open(model_path, texture_path, authored, &descriptor, &size) != SINEW_OK)
        return CLI_TEXTURE_MISSING;
    close(descriptor);
    return CLI_TEXTURE_FOUND;
}
