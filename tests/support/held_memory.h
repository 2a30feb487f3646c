/// How much memory a test program holds.
#ifndef SINEW_TESTS_HELD_MEMORY_H
#define SINEW_TESTS_HELD_MEMORY_H

/// Bytes of memory that the process holds; 0 where the system does not say.
double held_memory(void);

/// The same once the C library has given back the pages that it keeps for later, where it can.
double settled_memory(void);

/// Bytes that have been requested and not been given back, which is less: 0 where the C library does not say.
double memory_in_use(void);

#endif
