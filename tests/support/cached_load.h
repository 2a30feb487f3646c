/// A folder of a test program's own, a cache below it, and loads through that cache that report their steps. Any
/// error fails the test.
#ifndef SINEW_TESTS_CACHED_LOAD_H
#define SINEW_TESTS_CACHED_LOAD_H

#include <time.h>

#include "import/cache/cache.h"
#include "sinew/load.h"

// ---- folders and files ----------------------------------------------------------------------------------------------

extern const char arm[];                                                   ///< a model of the project's
extern char own_folder[64], own_cache[80], model_path[80], other_path[80]; ///< two files in own_folder, not there yet

/// cmocka setup and teardown of a group. The teardown removes the content of the folder.
int make_folders(void **state);
int remove_folders(void **state);

/// Empties the cache; the teardown of a test.
int clear_cache(void **state);

void write_bytes(const char *path, const void *bytes, size_t size);
void write_text(const char *path, const char *text);

/// Copies a file of the project's, or `arm` to `model_path`.
void copy_file(const char *from, const char *to);
void copy_arm(void);

/// Makes a file last read and changed then, in seconds since 1970.
void set_time(const char *path, time_t seconds);

/// The content of the cache.
sinew__cache_totals totals(void);

/// The path of the only file in the cache, valid until the next call.
const char *only_file(void);

// ---- loads ----------------------------------------------------------------------------------------------------------

/// The steps of a load.
typedef struct loaded {
    sinew_result result;
    int imported;  ///< a worker ran
    int warned;    ///< how often; each warning was of damage
    uint64_t hash; ///< of the block
} loaded;

/// Loads with the options' cache and limits, through the cache, or past it.
loaded load_with(const char *path, sinew_load_options options);
loaded load(const char *path);
loaded load_without(const char *path);

/// That a load succeeded, by a worker or from the cache. Returns it.
#define assert_imported(...) check_load((__VA_ARGS__), 1, __LINE__)
#define assert_opened(...) check_load((__VA_ARGS__), 0, __LINE__)
loaded check_load(loaded done, int imported, int line);

#endif
