#include "library/number_set.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

sinew_result library_add_number(library_numbers *numbers, int64_t number, sinew_error *out_error)
{
    if (numbers->count && numbers->items[numbers->count - 1] == number) return SINEW_OK;
    if (numbers->count == numbers->capacity) {
        const size_t capacity = numbers->capacity ? 2 * numbers->capacity : 64;
        int64_t *items = sinew__resize(numbers->items, capacity * sizeof *items);
        if (!items) return sinew__fail_memory(out_error);
        numbers->items = items;
        numbers->capacity = capacity;
    }
    numbers->items[numbers->count++] = number;
    return SINEW_OK;
}

static int ascending(const void *a, const void *b)
{
    const int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return first < second ? -1 : first > second;
}

void library_sort_numbers(library_numbers *numbers)
{
    if (numbers->count) qsort(numbers->items, numbers->count, sizeof *numbers->items, ascending);
}

int library_has_number(const library_numbers *numbers, int64_t number)
{
    return numbers->count && bsearch(&number, numbers->items, numbers->count, sizeof number, ascending) != NULL;
}

void library_numbers_free(library_numbers *numbers)
{
    sinew_free(numbers->items);
    *numbers = (library_numbers){0};
}
