/// Model files below a folder, for tests that go through all of them.
#ifndef SINEW_TESTS_MODEL_FILES_H
#define SINEW_TESTS_MODEL_FILES_H

/// Calls `visit` with `path` if that is a file, and with every model file in it if it is a folder. A path that does not
/// exist is ignored.
void for_each_model_file(const char *path, void (*visit)(const char *path, void *user), void *user);

#endif
