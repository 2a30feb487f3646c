#define _POSIX_C_SOURCE 200809L
#include "program/cli/framework/export_images.h"

#include <stdlib.h>

#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "sinew/memory.h"

static const size_t max_bytes = (size_t)1 << 30; // of all images

/// Reads one image if it is found and no larger than `left`. The file may be damaged: exports judge the bytes.
static sinew_export_image read_image(sinew__side_folders *folders, const char *authored, size_t left)
{
    int descriptor;
    size_t size, read = 0;
    void *bytes = NULL;
    if (sinew__side_folders_find(folders, authored, &descriptor, &size) != SINEW_OK)
        return (sinew_export_image){NULL, 0};
    if (size > left || sinew__file_read_open(descriptor, size, &bytes, &read, NULL) != SINEW_OK) bytes = NULL;
    sinew__close(descriptor);
    return (sinew_export_image){bytes, bytes ? read : size};
}

sinew_export_image *cli_read_export_images(const sinew_model *model, const char *model_path, const char *texture_path)
{
    sinew_export_image *images = calloc((size_t)model->texture_count + 1, sizeof *images);
    sinew__side_folders *folders = sinew__side_folders_open(model_path, texture_path);
    size_t total = 0;
    for (int32_t i = 0, files = 0; images && folders && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (texture->byte_count > 0 || ++files > SINEW__MAX_SIDE_FILES) continue;
        images[i] = read_image(folders, sinew_text(model, texture->path), max_bytes - total);
        if (images[i].bytes) total += images[i].size;
    }
    if (!folders) {
        free(images);
        return NULL;
    }
    sinew__side_folders_close(folders);
    return images;
}

void cli_free_export_images(sinew_export_image *images, const sinew_model *model)
{
    for (int32_t i = 0; images && i < model->texture_count; ++i) sinew_free((void *)(uintptr_t)images[i].bytes);
    free(images);
}
