#define _POSIX_C_SOURCE 200809L
#include "cli/commands/texture_location.h"

#include <stdlib.h>

#include "platform/descriptor.h"
#include "platform/side_files.h"

static cli_texture_location find_file(sinew__side_folders *folders, const char *authored)
{
    int descriptor;
    size_t size;
    if (sinew__side_folders_find(folders, authored, &descriptor, &size) != SINEW_OK) return CLI_TEXTURE_MISSING;
    sinew__close(descriptor);
    return CLI_TEXTURE_FOUND;
}

cli_texture_location *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path)
{
    cli_texture_location *locations = malloc(((size_t)model->texture_count + 1) * sizeof *locations);
    sinew__side_folders *folders = sinew__side_folders_open(model_path, texture_path);
    for (int32_t i = 0, files = 0; locations && folders && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        locations[i] = texture->byte_count ? CLI_TEXTURE_EMBEDDED : CLI_TEXTURE_MISSING;
        if (locations[i] == CLI_TEXTURE_MISSING && ++files <= SINEW__MAX_SIDE_FILES)
            locations[i] = find_file(folders, sinew_text(model, texture->path));
    }
    if (!folders) {
        free(locations);
        return NULL;
    }
    sinew__side_folders_close(folders);
    return locations;
}
