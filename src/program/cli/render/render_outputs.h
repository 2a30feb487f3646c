/// The clips, times and output names of a job, which are determined before anything is drawn.
#ifndef SINEW_PROGRAM_CLI_RENDER_RENDER_OUTPUTS_H
#define SINEW_PROGRAM_CLI_RENDER_RENDER_OUTPUTS_H

#include "program/cli/framework/output_name.h"
#include "program/cli/render/frame_source.h"
#include "program/cli/render/render_job.h"

/// Returns whether the turntable determines the times of a film: without a range, and with at most one --at.
int render_turntable_repeats_clip(const render_settings *settings);

/// Returns the frames per second of a film whose times the turntable determines.
double render_turntable_rate(const cli_output_times *clip);

/// Checks that the label's placeholders can be filled in for the clips of the job and of the model beside it. Returns
/// 0, or the exit code after printing the error.
int render_check_label(const render_job *job);

/// The names of all outputs in drawing order: one per image; for films and sheets one per clip.
typedef struct render_outputs {
    char **names; ///< [count]; NULL: the image is only compared
    size_t count;
    size_t frames; ///< number of frames to draw in all clips together
} render_outputs;

/// Lists the clips of the job, their times and the names of outputs. Returns 0, or the exit code after printing the
/// error. Free *out_outputs in both cases.
int render_outputs_list(render_job *job, render_outputs *out_outputs);
void render_outputs_free(render_outputs *outputs);

/// Loads all files, several at once, and lists their outputs. Fails if outputs of two files have one name, or an output
/// is an input. `patterns` [files->count] name the outputs; NULL: all have -o's pattern. `out_codes` [files->count]
/// gets the exit codes of files that cannot be drawn, whose errors are printed. Returns 0, or the exit code after
/// printing the error.
int render_check_files(const render_job *empty, const cli_files *files, char *const *patterns, int *out_codes);

// ---- films ----------------------------------------------------------------------------------------------------------

/// Fails if an option does not apply to films. Returns 0, or the exit code after printing the error.
int render_check_film(const cli_context *context, const render_settings *settings);

/// Draws the films of all clips; outputs->count is the number of clips. A film plays in real time. Returns 0, or the
/// exit code after printing the error; an unfinished film is discarded.
int render_draw_films(render_job *job, const render_outputs *outputs, cli_progress *progress);

// ---- sheets: many small images in one, with a caption below each ----------------------------------------------------

/// A sheet in memory: cells of an image and its caption, from left to right and top to bottom.
typedef struct image_sheet {
    int32_t columns, rows;
    int32_t cell_width, cell_height; ///< pixels, including the caption
    int32_t width, height;
    uint8_t *pixels; ///< [width × height × 4] RGBA
} image_sheet;

/// Draws one sheet per clip: outputs->count is the number of clips. Returns 0, or the exit code after printing the
/// error.
int render_draw_sheets(render_job *job, const render_outputs *outputs, cli_progress *progress);

/// Fails if an option does not apply to an index. Returns 0, or the exit code after printing the error.
int render_check_index(const cli_context *context, const render_settings *settings, size_t file_count);

/// Draws an index: one image of each file, at --at or in the middle of its clip, with the file's name below. Cells of
/// files that fail show "failed". `empty` has context, settings and look. Returns the exit code.
int render_draw_index(const render_job *empty, const cli_files *files);

#endif
