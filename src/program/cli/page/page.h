/// The parts of the command `page`, and the functions that reports of `check` use.
#ifndef SINEW_PROGRAM_CLI_PAGE_PAGE_H
#define SINEW_PROGRAM_CLI_PAGE_PAGE_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/export_images.h"
#include "program/cli/framework/look_options.h"

// ---- the page of a report: findings next to the viewer -------------------------------------------------------------

typedef struct cli_page_report {
    cli_files models;            ///< models of the page, at most CLI_MAX_PAGE_FILES
    const cli_texts *animations; ///< files whose clips are added to each model
    double most_bytes;           ///< limit of all models in the page, in bytes; a model that does not fit is left out
    const char **names;          ///< [models.count] names in the report; files of equal name differ in their folders
    sinew__buffer files;         ///< JSON array that report.js calls CheckedFile[]
} cli_page_report;

enum {
    CLI_MAX_PAGE_FILES = 32,
    CLI_MAX_PAGE_BYTES =
        1 << 28, ///< the largest page that a browser opens from disk; also the limit of a model before compression
};

/// Puts the page. Returns 0, or the exit code after printing the error: the build has no WebAssembly module, or a model
/// can no longer be read.
int cli_put_page_report(const cli_context *context, const cli_page_report *report, sinew__buffer *out);

// ---- blocks of data ------------------------------------------------------------------------------------------------

/// Appends a block of bytes as base64, which the page finds by `id`. base64 has no character that could end a script.
void cli_put_page_block(sinew__buffer *out, const char *id, const void *bytes, size_t size);

/// Appends a block that is compressed. The page finds it by `id`.
void cli_put_packed_page_block(sinew__buffer *out, const char *id, const void *bytes, size_t size);

/// Appends a model as a block: baked clips and key times, without curves, and without images that are blocks
/// themselves. SINEW_ERROR_LIMIT: it has more than CLI_MAX_PAGE_BYTES.
SINEW_NODISCARD sinew_result cli_put_page_model(sinew__buffer *out, const char *id, const sinew_model *model,
                                                const sinew_export_image *images, sinew_error *out_error);

/// Appends the key times of all joints in all clips, which the block of a stripped model lacks.
void cli_put_page_keys(sinew__buffer *out, const char *id, const sinew_model *model);

// ---- images --------------------------------------------------------------------------------------------------------

/// Returns the images of a model's textures that become blocks of the page, [texture_count], for
/// cli_free_export_images. Side files are unchanged. An image, embedded or not, that is wider or higher than `most`
/// pixels (0: no limit) is halved until it fits. A halved image, or one in a format that browsers do not decode,
/// becomes PNG or JPEG. An image that is missing or stays in the model has no bytes. Returns NULL when out of memory.
sinew_export_image *cli_read_page_images(const cli_context *context, const sinew_model *model, const char *path,
                                         int32_t most);

/// Removes from a model the images that `images` has.
void cli_leave_out_page_images(sinew_model *model, const sinew_export_image *images);

/// Draws the scene at a time as a JPEG, with textures, from the camera of the options. *out_bytes is NULL if the system
/// cannot draw; free it with sinew_free. Returns 0, or the exit code after printing the error.
int cli_draw_page_still(const cli_context *context, cli_scene *scene, const cli_camera_options *camera, double seconds,
                        void **out_bytes, size_t *out_size);

#endif
