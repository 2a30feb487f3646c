/// The image files of a model's textures, for exports: read, and linked relative to the output or copied beside it.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_EXPORT_IMAGES_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_EXPORT_IMAGES_H

#include "program/cli/framework/command.h"
#include "sinew/export.h"

/// Reads the images that are not embedded, found as by sinew_model_load_texture; missing ones, and what exceeds 1 GB in
/// all, have no bytes. The paths of those that are found lead to them from the folder of `output`; there are no paths
/// if that is NULL, "-", a device or a pipe, nor if `keeps_document` and the author's document is written again into
/// the folder of the source: its own links stay. Returns [texture_count] images, or NULL when out of memory.
sinew_export_image *cli_read_export_images(const sinew_model *model, const char *model_path, const char *texture_path,
                                           const char *output, int keeps_document);
void cli_free_export_images(sinew_export_image *images, const sinew_model *model);

/// Returns how many images are linked outside the folder of the output.
int32_t cli_count_distant_images(const sinew_export_image *images, const sinew_model *model);

/// Copies of images in the folder NAME_textures beside the output NAME.fbx.
typedef struct cli_image_copies {
    char *folder;       ///< the path of the folder
    uint8_t *is_copied; ///< [texture_count]
} cli_image_copies;

/// Plans copies of the images that materials use, embedded ones as well, and sets their paths; `colors_only` leaves out
/// other maps. An image that is already at its path is not copied. Returns 0, or the exit code after printing the
/// error: a file that is read would be overwritten. Free in both cases.
int cli_plan_image_copies(const cli_context *context, const sinew_model *model, const char *output, int colors_only,
                          sinew_export_image *images, cli_image_copies *out);

/// Writes the copies. Returns 0, or the exit code after printing the error.
int cli_write_image_copies(const cli_context *context, const sinew_model *model, const cli_image_copies *copies,
                           const sinew_export_image *images);
void cli_free_image_copies(cli_image_copies *copies);

#endif
