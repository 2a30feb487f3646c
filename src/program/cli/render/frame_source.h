/// The frames of a job in drawing order: drawn by this process, or by several copies of it at the same time.
#ifndef SINEW_PROGRAM_CLI_RENDER_FRAME_SOURCE_H
#define SINEW_PROGRAM_CLI_RENDER_FRAME_SOURCE_H

#include "core/platform/fork_pool.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/render_job.h"

/// A frame of a job.
typedef struct frame_index {
    size_t clip, frame; ///< indices of the job's clips, and of the clip's times
} frame_index;

/// Zero-initialized: closed.
typedef struct frame_source {
    render_job *job;
    const frame_index *order; ///< [count] the caller's
    size_t count, taken;
    uint8_t *pixels;        ///< of the last frame, when this process draws
    sinew__fork_pool *pool; ///< when copies draw
    cli_progress *progress;
} frame_source;

/// Returns how many processes may draw at once: -j, or one per processor, 16 at most.
int render_max_processes(const render_settings *settings);

/// Lists all frames of all clips in order: [count], from malloc; NULL when out of memory.
frame_index *render_frame_index_list(const render_job *job, size_t count);

/// Loads textures and starts drawing. The frames are drawn in the given order. Returns 0, or the exit code after
/// printing the error. Close in both cases.
int render_frame_source_open(frame_source *source, render_job *job, const frame_index *order, size_t count,
                             cli_progress *progress);

/// Waits for the next frame: [render_job_frame_size] bytes that are valid until the next call. Returns 0, or the exit
/// code after printing the error.
int render_frame_source_next(frame_source *source, const uint8_t **out_pixels);

void render_frame_source_close(frame_source *source);

#endif
