/// An index: one sheet with an image of each of several files.
#ifndef SINEW_CLI_RENDER_RENDER_INDEX_H
#define SINEW_CLI_RENDER_RENDER_INDEX_H

#include "cli/render/render_job.h"

/// Refuses options that an index cannot have. Returns 0, or the exit code after printing the error.
int render_check_index(const cli_context *context, const render_settings *settings, size_t file_count);

/// Draws each file at --at, else in the middle of its clip, with its name below. Cells of files that cannot be drawn
/// stay empty. `empty` has context, settings and look. Returns the exit code.
int render_draw_index(const render_job *empty, const cli_files *files);

#endif
