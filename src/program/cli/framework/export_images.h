/// The image files of a model's textures, for exports: read, and linked relative to the output or copied into a folder.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_EXPORT_IMAGES_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_EXPORT_IMAGES_H

#include "program/cli/framework/command.h"
#include "sinew/export.h"

/// Reads the images that are not embedded; they are found by the rules of sinew_model_load_texture. Images that are
/// missing, or exceed 1 GB in all, have no bytes. The path of an image is relative to the folder of `output`. There are
/// no paths if `output` is NULL, "-", a device or a pipe, nor if `keeps_document` is set and the author's document is
/// written again into its own folder, where its links stay valid. Returns [texture_count] images, or NULL when out of
/// memory.
sinew_export_image *cli_read_export_images(const sinew_model *model, const char *model_path, const char *texture_path,
                                           const char *output, int keeps_document);
void cli_free_export_images(sinew_export_image *images, const sinew_model *model);

/// Returns the number of images that are linked but outside the folder of the output.
int32_t cli_count_distant_images(const sinew_export_image *images, const sinew_model *model);

/// Copies of images in the folder NAME_textures next to the output NAME.fbx.
typedef struct cli_image_copies {
    char *folder;       ///< path of the folder
    uint8_t *is_copied; ///< [texture_count]
} cli_image_copies;

/// Plans copies of the images that materials use, including embedded ones, and sets their paths. With `colors_only`,
/// only base colour textures are copied. An image that is already at its path is not copied. Returns 0, or the exit
/// code after printing the error, for example if a copy would overwrite a file that is read. Free *out in both cases.
int cli_plan_image_copies(const cli_context *context, const sinew_model *model, const char *output, int colors_only,
                          sinew_export_image *images, cli_image_copies *out);

/// Writes the copies. Returns 0, or the exit code after printing the error.
int cli_write_image_copies(const cli_context *context, const sinew_model *model, const cli_image_copies *copies,
                           const sinew_export_image *images);
void cli_free_image_copies(cli_image_copies *copies);

#endif
