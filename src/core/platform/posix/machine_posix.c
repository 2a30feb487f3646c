#define _POSIX_C_SOURCE 200809L
#include "core/platform/machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/base/printable.h"

int sinew__processor_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

/// The first "model name : …" of /proc/cpuinfo, else the architecture.
void sinew__processor_name(char *out, size_t size)
{
    char line[256];
    struct utsname system;
    snprintf(out, size, "%s", uname(&system) >= 0 ? system.machine : "");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (!value) continue;
        line[strcspn(line, "\n")] = '\0';
        sinew__printable(value + 1 + strspn(value + 1, " "), out, size);
        break;
    }
    if (file) fclose(file);
}
