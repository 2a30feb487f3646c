#include "core/base/buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/printable.h"

char *sinew__buffer_reserve(sinew__buffer *buffer, size_t length)
{
    if (buffer->failed) return NULL;
    if (length > buffer->capacity - buffer->size) {
        size_t capacity = buffer->capacity ? buffer->capacity : 1024;
        while (capacity - buffer->size < length && capacity <= SIZE_MAX / 2) capacity *= 2;
        char *text = capacity - buffer->size < length ? NULL : sinew__resize(buffer->text, capacity);
        if (!text) {
            buffer->failed = 1;
            return NULL;
        }
        buffer->text = text;
        buffer->capacity = capacity;
    }
    return buffer->size ? buffer->text + buffer->size : buffer->text; // NULL if the buffer has no memory
}

void sinew__buffer_put(sinew__buffer *buffer, const char *text, size_t length)
{
    char *end = sinew__buffer_reserve(buffer, length);
    if (!end || length == 0) return;
    memcpy(end, text, length);
    buffer->size += length;
}

void sinew__buffer_put_text(sinew__buffer *buffer, const char *text)
{
    sinew__buffer_put(buffer, text, strlen(text));
}

void sinew__buffer_put_character(sinew__buffer *buffer, char character)
{
    sinew__buffer_put(buffer, &character, 1);
}

void sinew__buffer_format(sinew__buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *end = length < 0 ? NULL : sinew__buffer_reserve(buffer, (size_t)length + 1);
    if (end) {
        vsnprintf(end, (size_t)length + 1, format, again);
        buffer->size += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void sinew__buffer_put_printable(sinew__buffer *buffer, const char *text)
{
    const size_t max_length = strlen(text) * 4 + 1; // the longest escape of one byte is "\xNN"
    char *end = sinew__buffer_reserve(buffer, max_length);
    if (end) buffer->size += sinew__printable(text, end, max_length);
}

/// Returns the length of an allowed colour sequence at [text, end): reset, bold, dim, and the colours of messages and
/// charts; 0 if no such sequence begins there.
static size_t color_length(const char *text, const char *end)
{
    static const char *const colors[] = {"\x1b[0m",  "\x1b[1m",  "\x1b[2m",  "\x1b[31m",
                                         "\x1b[32m", "\x1b[33m", "\x1b[34m", "\x1b[35m"};
    for (size_t i = 0; i < sizeof colors / sizeof *colors; ++i) {
        const size_t length = strlen(colors[i]);
        if ((size_t)(end - text) >= length && memcmp(text, colors[i], length) == 0) return length;
    }
    return 0;
}

void sinew__buffer_put_for_terminal(sinew__buffer *buffer, const char *text, size_t length, int has_colors)
{
    const char *end = text + length;
    while (text < end) {
        uint32_t code;
        size_t step = has_colors && *text == '\x1b' ? color_length(text, end) : 0;
        if (step == 0) {
            step = sinew__utf8_decode(text, end, &code);
            if (step > 0 && !sinew__may_contain(SINEW__SINK_TERMINAL, code)) step = 0;
        }
        if (step > 0) {
            sinew__buffer_put(buffer, text, step);
        } else { // one character, or one byte that is not UTF-8
            char one[5] = {0};
            step = sinew__utf8_decode(text, end, &code);
            memcpy(one, text, step ? step : 1);
            sinew__buffer_put_printable(buffer, one);
        }
        text += step ? step : 1;
    }
}

void sinew__buffer_free(sinew__buffer *buffer)
{
    sinew_free(buffer->text);
    *buffer = (sinew__buffer){0};
}
