#include "cli/bench/bench_machine.h"

#include <stdio.h>

#include "platform/machine.h"
#include "skin/kernels/skin_kernel.h"

cli_machine cli_describe_machine(void)
{
    cli_machine machine = {.simd = sinew__skin_kernel_for_this_cpu()->name, .build = SINEW_BUILD_TYPE};
    machine.cores = sinew__processor_count();
    sinew__processor_name(machine.cpu, sizeof machine.cpu);
#if defined(__clang__)
    snprintf(machine.compiler, sizeof machine.compiler, "clang %d.%d", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
    snprintf(machine.compiler, sizeof machine.compiler, "gcc %d.%d", __GNUC__, __GNUC_MINOR__);
#endif
    return machine;
}
