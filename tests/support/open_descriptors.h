/// How many files a test program has open.
#ifndef SINEW_TESTS_OPEN_DESCRIPTORS_H
#define SINEW_TESTS_OPEN_DESCRIPTORS_H

/// Descriptors of the process, the one it looks with included; 0 where the system does not say.
int open_descriptors(void);

#endif
