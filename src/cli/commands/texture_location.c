#define _POSIX_C_SOURCE 200809L
#include "cli/commands/texture_location.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/image_size.h"
#include "platform/descriptor.h"
#include "platform/side_files.h"

enum { HEAD_BYTES = 4096 }; // as many as the worker judges before it reads the rest

static void judge(const void *start, size_t start_size, size_t size, const char *format, cli_texture_state *out)
{
    sinew_error error;
    if (sinew__picture_judge(start, start_size, size, format, SINEW__LARGEST_TEXTURE, &error) == SINEW_OK) return;
    snprintf(out->problem, sizeof out->problem, "%s", error.message);
}

static cli_texture_state find_file(sinew__side_folders *folders, const char *authored)
{
    cli_texture_state state = {CLI_TEXTURE_MISSING, ""};
    unsigned char head[HEAD_BYTES];
    int descriptor;
    size_t size;
    if (sinew__side_folders_find(folders, authored, &descriptor, &size) != SINEW_OK) return state;
    const ptrdiff_t read = sinew__read_all(descriptor, head, size < sizeof head ? size : sizeof head);
    const char *dot = strrchr(authored, '.');
    sinew__close(descriptor);
    state.location = CLI_TEXTURE_FOUND;
    if (read < 0)
        snprintf(state.problem, sizeof state.problem, "cannot be read");
    else
        judge(head, (size_t)read, size, dot ? dot + 1 : "", &state);
    return state;
}

static cli_texture_state judge_embedded(const sinew_model *model, const sinew_texture *texture)
{
    cli_texture_state state = {CLI_TEXTURE_EMBEDDED, ""};
    const size_t size = (size_t)texture->byte_count;
    judge(model->image_bytes + texture->first_byte, size, size, sinew_text(model, texture->format), &state);
    return state;
}

cli_texture_state *cli_find_textures(const sinew_model *model, const char *model_path, const char *texture_path)
{
    cli_texture_state *states = calloc((size_t)model->texture_count + 1, sizeof *states);
    sinew__side_folders *folders = sinew__side_folders_open(model_path, texture_path);
    for (int32_t i = 0, files = 0; states && folders && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (texture->byte_count)
            states[i] = judge_embedded(model, texture);
        else if (++files <= SINEW__MAX_SIDE_FILES)
            states[i] = find_file(folders, sinew_text(model, texture->path));
    }
    if (!folders) {
        free(states);
        return NULL;
    }
    sinew__side_folders_close(folders);
    return states;
}
