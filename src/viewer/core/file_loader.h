/// Reading a file while another one plays.
#ifndef SINEW_VIEWER_CORE_FILE_LOADER_H
#define SINEW_VIEWER_CORE_FILE_LOADER_H

#include "viewer/core/viewer_file.h"

typedef struct viewer_loader viewer_loader;

/// Begins to read. `files` and `path` must stay. NULL when there is no memory or no thread for it.
viewer_loader *viewer_loader_start(const viewer_files *files, const char *path);

/// Seconds that reading takes so far.
double viewer_loader_seconds(const viewer_loader *loader);

/// Whether it is over.
int viewer_loader_is_done(viewer_loader *loader);

/// Takes what was read and ends the loader, which must be done.
SINEW_NODISCARD sinew_result viewer_loader_take(viewer_loader *loader, viewer_file *out_file, sinew_error *out_error);

/// Gives up at once, whatever the import is doing. NULL is fine.
void viewer_loader_cancel(viewer_loader *loader);

#endif
