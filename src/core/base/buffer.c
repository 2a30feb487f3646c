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
    return buffer->size ? buffer->text + buffer->size : buffer->text; // NULL while empty
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
    const size_t max_length = strlen(text) * 4 + 1; // "\xNN" for one byte is the longest escape
    char *end = sinew__buffer_reserve(buffer, max_length);
    if (end) buffer->size += sinew__printable(text, end, max_length);
}

void sinew__buffer_free(sinew__buffer *buffer)
{
    sinew_free(buffer->text);
    *buffer = (sinew__buffer){0};
}
