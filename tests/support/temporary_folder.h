/// A folder for one test program, with files in it.
#ifndef SINEW_TESTS_TEMPORARY_FOLDER_H
#define SINEW_TESTS_TEMPORARY_FOLDER_H

#include <stddef.h>

/// cmocka setup and teardown of a group. The teardown removes the folder with all its files.
int make_temporary_folder(void **state);
int remove_temporary_folder(void **state);

/// Writes a file into it and returns its path, which is valid until the next call.
const char *write_temporary_file(const char *name, const void *bytes, size_t size);

#endif
