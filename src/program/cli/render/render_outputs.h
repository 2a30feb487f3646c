/// The clips, times and output names of a job, resolved before anything is drawn.
#ifndef SINEW_PROGRAM_CLI_RENDER_RENDER_OUTPUTS_H
#define SINEW_PROGRAM_CLI_RENDER_RENDER_OUTPUTS_H

#include "program/cli/framework/output_name.h"
#include "program/cli/render/frame_source.h"
#include "program/cli/render/render_job.h"

/// Whether the settings leave the times of a film to the turntable: no range is given, and one --at at most.
int render_turntable_repeats_clip(const render_settings *settings);

/// Frames per second of such a film.
double render_turntable_rate(const cli_output_times *clip);

/// Checks that the label of the settings can be filled in for the clips of the job and of the model beside it.
/// Returns 0, or the exit code after printing the error.
int render_check_label(const render_job *job);

/// The names of all outputs, in drawing order: one per image, or one per clip for films and sheets.
typedef struct render_outputs {
    char **names; ///< [count]; NULL: the image is only compared
    size_t count;
    size_t frames; ///< to draw, of all clips
} render_outputs;

/// Lists the clips of the job, the times of each clip and the names. Returns 0, or the exit code after printing the
/// error. Free in both cases.
int render_outputs_list(render_job *job, render_outputs *out_outputs);
void render_outputs_free(render_outputs *outputs);

/// Loads every file, several at once, and lists its outputs. Fails when two outputs of different files have the same
/// name, or an output is one of the files. `patterns` [files->count] are for output names; NULL: -o's pattern.
/// `out_codes` [files->count] are the exit codes of files that cannot be drawn, after their error has been printed.
/// Returns 0, or the exit code after printing the error.
int render_check_files(const render_job *empty, const cli_files *files, char *const *patterns, int *out_codes);

// ---- films ----------------------------------------------------------------------------------------------------------

/// Refuses options that a film cannot have. Returns 0, or the exit code after printing the error.
int render_check_film(const cli_context *context, const render_settings *settings);

/// Draws the films of all clips: outputs->count is the number of clips. Each plays in the time of its clip. Returns 0,
/// or the exit code after printing the error; then the film in progress is discarded.
int render_draw_films(render_job *job, const render_outputs *outputs, cli_progress *progress);

// ---- sheets: many small images in one, with a caption below each ----------------------------------------------------

/// A sheet in memory: cells of an image and its caption, from left to right and top to bottom.
typedef struct image_sheet {
    int32_t columns, rows;
    int32_t cell_width, cell_height; ///< with caption
    int32_t width, height;
    uint8_t *pixels; ///< [width × height × 4] RGBA
} image_sheet;

/// Draws one sheet per clip: outputs->count is the number of clips. Returns 0, or the exit code after printing the
/// error.
int render_draw_sheets(render_job *job, const render_outputs *outputs, cli_progress *progress);

/// Refuses options that an index cannot have. Returns 0, or the exit code after printing the error.
int render_check_index(const cli_context *context, const render_settings *settings, size_t file_count);

/// Draws each file at --at, else in the middle of its clip, with its name below. Cells of files that cannot be drawn
/// stay empty. `empty` has context, settings and look. Returns the exit code.
int render_draw_index(const render_job *empty, const cli_files *files);

#endif
