/// What a page has of images: those of its textures as browsers decode them, and a picture for browsers that cannot
/// draw.
#ifndef SINEW_PROGRAM_CLI_COMMANDS_PAGE_IMAGES_H
#define SINEW_PROGRAM_CLI_COMMANDS_PAGE_IMAGES_H

#include "program/cli/framework/export_images.h"
#include "program/cli/framework/look_options.h"

/// Returns the files of a model's textures, [texture_count], for cli_free_export_images: those beside it as they are;
/// those in it, too, that are wider or higher than `most` (0: no limit) or that browsers do not decode, halved until
/// they fit, as PNG or JPEG. NULL bytes: missing, or as they are in the model. NULL when out of memory.
sinew_export_image *cli_read_page_images(const cli_context *context, const sinew_model *model, const char *path,
                                         int32_t most);

/// Leaves out of a model the images that `images` has files of.
void cli_leave_out_page_images(sinew_model *model, const sinew_export_image *images);

/// Draws the scene at a time as JPEG, with the model's textures and from the camera of the options. Returns NULL where
/// nothing can be drawn. The bytes are for sinew_free.
void *cli_draw_page_still(const cli_context *context, cli_scene *scene, const cli_camera_options *camera,
                          double seconds, size_t *out_size);

#endif
