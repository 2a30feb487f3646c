#define _GNU_SOURCE
#include "platform/program_origin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

/// Fails for relative paths: the current folder may have changed.
static int describe(const char *path, sinew__program_origin *out)
{
    struct stat status;
    char file[PATH_MAX];
    const int is_known = path[0] == '/' && realpath(path, file) && stat(file, &status) == 0;
    if (is_known) {
        snprintf(out->folder, sizeof out->folder, "%.*s", (int)(strrchr(file, '/') - file), file);
        out->owner = status.st_uid;
    }
    return is_known;
}

const char *sinew__own_program(void)
{
    return "/proc/self/exe"; // of the child that executes it, which is the same file
}

int sinew__origin_of_program(sinew__program_origin *out)
{
    return describe(sinew__own_program(), out);
}

/// Whether an address is in the program, for which dladdr returns argv[0].
static int is_in_program(const Dl_info *own)
{
#if defined(__linux__)
    Dl_info program;
    const void *headers = (const void *)(uintptr_t)getauxval(AT_PHDR);
    return headers && dladdr(headers, &program) != 0 && program.dli_fbase == own->dli_fbase;
#else
    (void)own;
    return 0;
#endif
}

int sinew__origin_of_library(uintptr_t address, sinew__program_origin *out)
{
    Dl_info own;
    return dladdr((const void *)address, &own) != 0 && own.dli_fname && !is_in_program(&own) &&
           describe(own.dli_fname, out);
}

static int is_trusted_owner(uid_t owner, const sinew__program_origin *origin)
{
    return owner == 0 || owner == geteuid() || (origin && owner == origin->owner);
}

int sinew__is_trusted_program(const char *path, const sinew__program_origin *origin)
{
    struct stat link, program;
    return lstat(path, &link) == 0 && stat(path, &program) == 0 && S_ISREG(program.st_mode) &&
           !(program.st_mode & S_IWOTH) && is_trusted_owner(link.st_uid, origin) &&
           is_trusted_owner(program.st_uid, origin) && access(path, X_OK) == 0;
}
