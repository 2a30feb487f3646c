/// Loads a file on a thread of its own while another one plays.
#ifndef SINEW_VIEWER_CORE_FILE_LOADER_H
#define SINEW_VIEWER_CORE_FILE_LOADER_H

#include "viewer/core/viewer_file.h"

typedef struct viewer_loader viewer_loader;

/// Starts loading. `files` and `path` must outlive the loader. Returns NULL when out of memory or threads.
viewer_loader *viewer_loader_start(const viewer_files *files, const char *path);

/// Returns the seconds since loading started.
double viewer_loader_seconds(const viewer_loader *loader);

/// Returns whether loading has ended.
int viewer_loader_is_done(viewer_loader *loader);

/// Returns the result and destroys the loader, which must be done.
SINEW_NODISCARD sinew_result viewer_loader_take(viewer_loader *loader, viewer_file *out_file, sinew_error *out_error);

/// Cancels loading immediately and destroys the loader. Accepts NULL.
void viewer_loader_cancel(viewer_loader *loader);

#endif
