/// Any text as the authored path of a side file: nothing outside the model's folder, the texture folders beside it and
/// the extra folder is opened.
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/platform/side_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char root[] = "/tmp/sinew-fuzz-XXXXXX";

static const char *path_of(const char *path)
{
    static char full[200];
    snprintf(full, sizeof full, "%s/%s", root, path);
    return full;
}

static void make(const char *path, const char *text)
{
    FILE *file = fopen(path_of(path), "w");
    if (!file) abort();
    fputs(text, file);
    fclose(file);
}

/// a/m.fbx is the model, textures is beside its folder, b the extra folder; c is outside, and links lead there.
static void make_folders(void)
{
    static const char *const folders[] = {"a", "a/textures", "textures", "b", "b/x", "b/x/y", "c"};
    if (!mkdtemp(root)) abort();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        if (mkdir(path_of(folders[i]), 0755) != 0) abort();
    make("a/m.fbx", "in");
    make("a/s", "in");
    make("a/textures/t", "in");
    make("textures/v.png", "in");
    make("b/x/y/u", "in");
    make("c/o", "out");
    if (symlink("../c/o", path_of("a/l")) != 0 || symlink("../../c", path_of("b/x/d")) != 0 ||
        symlink("../c/o", path_of("textures/l.png")) != 0 || symlink("c", path_of("texture")) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (strcmp(root + strlen(root) - 6, "XXXXXX") == 0) make_folders();
    char model[200], extra[200], *name = malloc(size + 1), *content = NULL;
    if (!name) return 0;
    memcpy(name, bytes, size);
    name[size] = '\0';
    snprintf(model, sizeof model, "%s", path_of("a/m.fbx"));
    snprintf(extra, sizeof extra, "%s", path_of("b"));
    size_t length = 0;
    if (sinew__side_file_read(model, extra, name, (void **)&content, &length) == SINEW_OK &&
        (length != 2 || memcmp(content, "in", 2) != 0))
        abort();
    free(content);
    free(name);
    return 0;
}
