#define _DEFAULT_SOURCE
#include "support/temporary_folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

int make_temporary_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/sinew-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

int remove_temporary_folder(void **state)
{
    (void)state;
    DIR *directory = opendir(folder);
    if (!directory) return -1;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    closedir(directory);
    return rmdir(folder);
}

const char *write_temporary_file(const char *name, const void *bytes, size_t size)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) return NULL;
    return path;
}
