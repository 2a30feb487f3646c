/// The frames of a job in drawing order, drawn by this process or by several copies of it at once.
#ifndef SINEW_PROGRAM_CLI_RENDER_FRAME_SOURCE_H
#define SINEW_PROGRAM_CLI_RENDER_FRAME_SOURCE_H

#include "core/platform/fork_pool.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/render_job.h"

/// One frame of a job.
typedef struct frame_index {
    size_t clip, frame; ///< index of the clip in the job; index of the time in the clip
} frame_index;

/// A source of frames. A zeroed one is closed.
typedef struct frame_source {
    render_job *job;
    const frame_index *order; ///< [count] frames to draw, in the caller's memory
    size_t count, taken;
    uint8_t *pixels;        ///< the last frame, if this process draws
    sinew__fork_pool *pool; ///< set if copies of the process draw
    cli_progress *progress;
} frame_source;

/// Returns the number of processes that may draw at once: the value of -j, else one per processor, at most 16.
int render_max_processes(const render_settings *settings);

/// Lists all frames of all clips in order. Returns [count] from malloc; NULL when out of memory.
frame_index *render_frame_index_list(const render_job *job, size_t count);

/// Loads textures and starts drawing the frames in the given order. Returns 0, or the exit code after printing the
/// error. Close *source in both cases.
int render_frame_source_open(frame_source *source, render_job *job, const frame_index *order, size_t count,
                             cli_progress *progress);

/// Waits for the next frame. *out_pixels gets [render_job_frame_size] bytes, valid until the next call. Returns 0, or
/// the exit code after printing the error.
int render_frame_source_next(frame_source *source, const uint8_t **out_pixels);

void render_frame_source_close(frame_source *source);

#endif
