/// The side files of a load: in folders, or from the host's sinew_read_side_file.
#ifndef SINEW_WORKER_HOST_SIDE_READER_H
#define SINEW_WORKER_HOST_SIDE_READER_H

#include "platform/side_files.h"
#include "sinew/load.h"

/// What opens the files that the host reads.
typedef struct sinew__side_reader {
    const sinew_load_options *options;
    size_t max_size; ///< larger files count as missing
} sinew__side_reader;

/// Prepares the searches of one load, near `model_path` and as the options say (may be NULL). `out_reader` must outlive
/// the result. Returns NULL when out of memory; sinew__side_folders_close closes it.
sinew__side_folders *sinew__side_files_open(const char *model_path, const sinew_load_options *options,
                                            sinew__side_reader *out_reader);

#endif
