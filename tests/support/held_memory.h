/// How much memory a test program holds.
#ifndef SINEW_TESTS_HELD_MEMORY_H
#define SINEW_TESTS_HELD_MEMORY_H

/// Bytes of memory that the process holds; 0 where the system does not say.
double held_memory(void);

#endif
