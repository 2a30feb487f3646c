/// The processors of this machine.
#ifndef SINEW_CORE_PLATFORM_MACHINE_H
#define SINEW_CORE_PLATFORM_MACHINE_H

#include <stddef.h>

/// Number of processors online, at least 1.
int sinew__processor_count(void);

/// Gets the name of the processors, or of their architecture.
void sinew__processor_name(char *out_name, size_t size);

#endif
