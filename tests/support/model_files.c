#define _POSIX_C_SOURCE 200809L
#include "support/model_files.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int is_model(const char *name)
{
    static const char *const endings[] = {".fbx", ".glb", ".gltf", ".dae", ".bvh"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(name + length - ending, endings[i]) == 0) return 1;
    }
    return 0;
}

void for_each_model_file(const char *path, void (*visit)(const char *path, void *user), void *user)
{
    DIR *folder = opendir(path);
    if (!folder) {
        struct stat status;
        if (stat(path, &status) == 0) visit(path, user);
        return;
    }
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char name[4096];
        if (!is_model(entry->d_name)) continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        visit(name, user);
    }
    closedir(folder);
}
