/// The image files of a model's textures, for exports that embed them.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_EXPORT_IMAGES_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_EXPORT_IMAGES_H

#include "sinew/export.h"

/// Reads the images that are not embedded, found as by sinew_model_load_texture; missing ones, and what exceeds 1 GB in
/// all, have no bytes. Returns [texture_count] images, or NULL when out of memory.
sinew_export_image *cli_read_export_images(const sinew_model *model, const char *model_path, const char *texture_path);
void cli_free_export_images(sinew_export_image *images, const sinew_model *model);

#endif
