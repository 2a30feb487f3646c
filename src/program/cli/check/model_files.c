#include "program/cli/check/model_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/model_formats.h"
#include "core/platform/folder.h"
#include "program/cli/framework/report.h"

/// A listing in progress.
typedef struct model_list {
    sinew__arena *arena;
    cli_files *files;
    int overflow;
} model_list;

static void add_path(model_list *list, const char *path)
{
    if (list->files->count >= CLI_MAX_LISTED_FILES) {
        list->overflow = 1;
        return;
    }
    cli_files *files = list->files;
    const char **grown = sinew__arena_grow(list->arena, files->paths, files->count, &files->capacity, sizeof *grown);
    if (!grown) return;
    files->paths = grown;
    files->paths[files->count++] = path;
}

static void add_folder(model_list *list, const char *path, int depth)
{
    sinew__folder *folder = sinew__folder_read(path);
    const char *separator = path[strlen(path) - 1] == '/' ? "" : "/";
    for (const char *name; folder && (name = sinew__folder_next(folder)) != NULL && !list->arena->failed;) {
        if (*name == '.') continue;
        const int is_folder = sinew__folder_has_folder(folder, name);
        if (!is_folder && sinew__model_format_of_path(name) < 0) continue;
        const char *below = sinew__arena_format(list->arena, "%s%s%s", path, separator, name);
        if (!below) break;
        if (!is_folder)
            add_path(list, below);
        else if (depth < CLI_MAX_LISTED_DEPTH)
            add_folder(list, below, depth + 1);
    }
    sinew__folder_close(folder);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char no_models[] = "no model files in this directory";

static int fail_empty(const cli_context *context, const char *path)
{
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_NOT_FOUND, "%s", no_models);
    return cli_fail(context, path, &error);
}

/// Lists what one argument names. *out_empty is set for a directory without models.
static void add_argument(model_list *list, const char *path, const char **out_empty)
{
    const size_t before = list->files->count;
    if (!sinew__is_folder(path)) {
        add_path(list, path);
        return;
    }
    add_folder(list, path, 0);
    if (list->files->count == before)
        *out_empty = path;
    else
        qsort(list->files->paths + before, list->files->count - before, sizeof *list->files->paths, compare_paths);
}

int cli_list_models(const cli_context *context, const cli_files *named, sinew__arena *arena, cli_files *out_files)
{
    model_list list = {.arena = arena, .files = out_files};
    *out_files = (cli_files){0};
    for (size_t i = 0; i < named->count; ++i) {
        const char *empty = NULL;
        add_argument(&list, named->paths[i], &empty);
        if (arena->failed) return cli_fail_memory(context);
        if (empty && named->count == 1) return fail_empty(context, empty);
        if (empty) cli_warn(context, empty, "%s", no_models);
    }
    if (out_files->count == 0) return fail_empty(context, named->paths[0]);
    if (!list.overflow) return 0;
    sinew_error error;
    sinew__fail(&error, SINEW_ERROR_LIMIT, "more than %d files", CLI_MAX_LISTED_FILES);
    return cli_fail(context, NULL, &error);
}
