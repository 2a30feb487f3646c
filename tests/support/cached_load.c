#define _DEFAULT_SOURCE
#include "support/cached_load.h"

#include "support/cmocka_close.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "core/platform/file.h"

const char arm[] = "tests/data/arm.fbx";
char own_folder[64], own_cache[80], model_path[80], other_path[80];

// ---- folders and files --------------------------------------------------------------------------------------------

int make_folders(void **state)
{
    (void)state;
    strcpy(own_folder, "/tmp/sinew-cache-XXXXXX");
    if (!mkdtemp(own_folder)) return -1;
    snprintf(own_cache, sizeof own_cache, "%s/deep/cache", own_folder);
    snprintf(model_path, sizeof model_path, "%s/model.fbx", own_folder);
    snprintf(other_path, sizeof other_path, "%s/other", own_folder);
    return 0;
}

static void remove_all(const char *path)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char below[400];
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] == '.') continue;
        if (unlink(below) != 0) remove_all(below);
    }
    if (directory) closedir(directory);
    rmdir(path);
}

int remove_folders(void **state)
{
    (void)state;
    remove_all(own_folder);
    return 0;
}

int clear_cache(void **state)
{
    (void)state;
    sinew__cache_totals cleared;
    return sinew__cache_folder_clear(own_cache, &cleared, NULL) == SINEW_OK ? 0 : -1;
}

void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

void copy_file(const char *from, const char *to)
{
    void *bytes;
    size_t size;
    assert_int_equal(sinew__file_read(from, &bytes, &size, NULL), SINEW_OK);
    write_bytes(to, bytes, size);
    free(bytes);
}

void copy_arm(void)
{
    copy_file(arm, model_path);
}

void set_time(const char *path, time_t seconds)
{
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

sinew__cache_totals totals(void)
{
    sinew__cache_totals counted;
    assert_int_equal(sinew__cache_folder_count(own_cache, &counted, NULL), SINEW_OK);
    return counted;
}

const char *only_file(void)
{
    static char path[400];
    DIR *directory = opendir(own_cache);
    struct dirent *entry;
    assert_non_null(directory);
    assert_int_equal(totals().files, 1);
    while ((entry = readdir(directory)))
        if (entry->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", own_cache, entry->d_name);
    closedir(directory);
    return path;
}
// ---- loads --------------------------------------------------------------------------------------------------------

static int count_beats(void *user, double seconds)
{
    (void)seconds;
    ((loaded *)user)->imported = 1;
    return 0;
}

static void take_warning(void *user, const char *text)
{
    assert_non_null(strstr(text, "damaged"));
    ++((loaded *)user)->warned;
}

loaded load_with(const char *path, sinew_load_options options)
{
    loaded out = {0};
    sinew_model *model;
    if (options.timeout == 0) options.timeout = 60;
    options.progress = count_beats;
    options.warn = take_warning;
    options.user = &out;
    out.result = sinew_model_load(path, &options, &model, NULL);
    if (out.result != SINEW_OK) return out;
    size_t size;
    const void *block = sinew_model_block(model, &size);
    out.hash = sinew__hash(block, size);
    sinew_model_destroy(model);
    return out;
}

loaded load(const char *path)
{
    return load_with(path, (sinew_load_options){.cache_folder = own_cache});
}

loaded load_without(const char *path)
{
    return load_with(path, (sinew_load_options){0});
}

loaded check_load(loaded done, int imported, int line)
{
    if (done.result != SINEW_OK) fail_msg("line %d: %s", line, sinew_result_text(done.result));
    if (done.imported != imported) fail_msg("line %d: %s", line, imported ? "came from the cache" : "was imported");
    return done;
}
