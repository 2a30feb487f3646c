/// How many files a test program has open.
#ifndef SINEW_TESTS_OPEN_DESCRIPTORS_H
#define SINEW_TESTS_OPEN_DESCRIPTORS_H

/// Returns the number of open descriptors of the process, including the one used for counting; 0 if the system does not
/// say.
int open_descriptors(void);

#endif
