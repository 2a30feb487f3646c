#define _POSIX_C_SOURCE 200809L
#include "cli/bench/bench_machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/printable.h"
#include "skin/kernels/skin_kernel.h"

/// The first "model name : …" of /proc/cpuinfo, else the architecture.
static void describe_cpu(char *out, size_t size)
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

cli_machine cli_describe_machine(void)
{
    cli_machine machine = {.simd = sinew__skin_kernel_for_this_cpu()->name, .build = SINEW_BUILD_TYPE};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    machine.cores = cores > 0 ? (int)cores : 1;
    describe_cpu(machine.cpu, sizeof machine.cpu);
#if defined(__clang__)
    snprintf(machine.compiler, sizeof machine.compiler, "clang %d.%d", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
    snprintf(machine.compiler, sizeof machine.compiler, "gcc %d.%d", __GNUC__, __GNUC_MINOR__);
#endif
    return machine;
}
