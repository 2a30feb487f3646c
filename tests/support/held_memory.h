/// How much memory a test program holds.
#ifndef SINEW_TESTS_HELD_MEMORY_H
#define SINEW_TESTS_HELD_MEMORY_H

/// Bytes of memory that the process holds; 0 if the system does not say.
double held_memory(void);

/// Returns sinew's held memory after the C library has given back the pages that it keeps for later, if it can.
double settled_memory(void);

/// Bytes that were requested and not freed, fewer than the process holds; 0 if the C library does not say.
double memory_in_use(void);

#endif
