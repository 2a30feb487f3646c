/// The parts of the command `page`, and the functions that reports use.
///
///   cmd_page.c     options and files, and the page
///   page_blocks.c  models, keys and images as blocks of data
///   page_images.c  images as browsers decode them, and a picture for browsers that cannot draw
#ifndef SINEW_PROGRAM_CLI_PAGE_PAGE_H
#define SINEW_PROGRAM_CLI_PAGE_PAGE_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/export_images.h"
#include "program/cli/framework/look_options.h"

// ---- the page of a report: findings in models, beside the player ---------------------------------------------

typedef struct cli_page_report {
    cli_files models;            ///< at most CLI_MAX_PAGE_FILES are in the page
    const cli_texts *animations; ///< files whose clips are added to each of them
    double most_bytes;           ///< that the models may take in the page; one that does not fit is left out
    const char **names;          ///< [models.count] in the report; files of one name differ in their folders
    sinew__buffer files;         ///< JSON: the array that report.js calls CheckedFile[]
} cli_page_report;

enum {
    CLI_MAX_PAGE_FILES = 32,
    CLI_MAX_PAGE_BYTES =
        1 << 28, ///< the largest that a browser opens from disk; also the limit of a model before it is compressed
};

/// Puts the page. Returns 0, or the exit code after printing the error: of a build without the module, of a model that
/// can no longer be read.
int cli_put_page_report(const cli_context *context, const cli_page_report *report, sinew__buffer *out);

// ---- blocks of data ------------------------------------------------------------------------------------------------

/// Appends a block of bytes that the page finds by its id. No character of base64 ends a script.
void cli_put_page_block(sinew__buffer *out, const char *id, const void *bytes, size_t size);

/// Appends a block that is compressed.
void cli_put_packed_page_block(sinew__buffer *out, const char *id, const void *bytes, size_t size);

/// Appends what playing needs of a model: its clips baked, the times of their keys, no curves, and no images that the
/// page has files of. SINEW_ERROR_LIMIT: it has more than CLI_MAX_PAGE_BYTES.
SINEW_NODISCARD sinew_result cli_put_page_model(sinew__buffer *out, const char *id, const sinew_model *model,
                                                const sinew_export_image *images, sinew_error *out_error);

/// Appends the keys of all joints in all clips, which the block of a stripped model has not.
void cli_put_page_keys(sinew__buffer *out, const char *id, const sinew_model *model);

// ---- images --------------------------------------------------------------------------------------------------------

/// Returns the files of a model's textures, [texture_count], for cli_free_export_images: side files as they are;
/// also embedded ones that are wider or higher than `most` (0: no limit) or that browsers do not decode, halved until
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
