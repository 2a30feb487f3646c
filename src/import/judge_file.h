/// Judging a large model file by its first bytes and its size, before the rest is read: a few bytes that claim to be a
/// model cost a file system nothing, whatever size the file has.
#ifndef SINEW_IMPORT_JUDGE_FILE_H
#define SINEW_IMPORT_JUDGE_FILE_H

#include <stddef.h>

#include "sinew/result.h"

/// Refuses what sinew__sniff_format would refuse, and a file whose header says that it has another size. Small files,
/// which cost nothing to read, are left to their readers.
SINEW_NODISCARD sinew_result sinew__judge_file(int descriptor, const char *name, size_t size, sinew_error *out_error);

#endif
