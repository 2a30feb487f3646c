/// Any text as a time: refused with a printable message, or a time with valid parts, as the header promises.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"
#include "sinew/time_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int holds)
{
    if (!holds) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, bytes, size);
    text[size] = '\0';
    sinew_time time;
    sinew_error error;
    if (sinew_time_parse(text, &time, &error) == SINEW_OK) {
        require(isfinite(time.value));
        require(time.value >= 0 || time.origin == SINEW_TIME_FROM_TIMELINE || time.origin == SINEW_TIME_FROM_CURRENT);
        require(memchr(time.joint, '\0', sizeof time.joint) != NULL);
        require(time.unit != SINEW_TIME_KEY || (fabs(time.value) >= 1 && time.value == floor(time.value)));
        require(time.unit != SINEW_TIME_FRAMES || time.origin != SINEW_TIME_FROM_START);
    } else {
        char printable[2 * sizeof error.message];
        sinew__printable(error.message, printable, sizeof printable);
        require(error.result == SINEW_ERROR_BAD_TIME && strcmp(error.message, printable) == 0);
    }
    free(text);
    return 0;
}
