/// A set of numbers, such as those of files in a database or of their contents.
#ifndef SINEW_LIBRARY_NUMBER_SET_H
#define SINEW_LIBRARY_NUMBER_SET_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Zeroed: empty.
typedef struct library_numbers {
    int64_t *items; ///< [count] in the order of adding, or ascending after library_sort_numbers
    size_t count, capacity;
} library_numbers;

/// Adds a number, unless it was the last one to be added. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result library_add_number(library_numbers *numbers, int64_t number, sinew_error *out_error);

void library_sort_numbers(library_numbers *numbers);

/// Whether sorted numbers contain one.
int library_has_number(const library_numbers *numbers, int64_t number);

void library_numbers_free(library_numbers *numbers);

#endif
