#include "sinew/time_text.h"

#include <math.h>
#include <string.h>

#include "core/base/arguments.h"
#include "core/base/error.h"

/// What is left of the text.
typedef struct time_reader {
    const char *next;
} time_reader;

static int take(time_reader *reader, char character)
{
    if (*reader->next != character) return 0;
    ++reader->next;
    return 1;
}

static int is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/// Appends digits to *value and returns how many there were.
static int read_digits(time_reader *reader, double *value)
{
    int count = 0;
    for (; is_digit(*reader->next); ++reader->next, ++count) *value = *value * 10 + (*reader->next - '0');
    return count;
}

/// `e-5`, `E+3`. Exponents past what a double can hold saturate.
static int read_exponent(time_reader *reader, int *exponent)
{
    *exponent = 0;
    if (*reader->next != 'e' && *reader->next != 'E') return 1;
    ++reader->next;
    const int negative = take(reader, '-');
    if (!negative) (void)take(reader, '+');
    double value = 0;
    if (!read_digits(reader, &value)) return 0;
    *exponent = (int)fmin(value, 1000) * (negative ? -1 : 1);
    return 1;
}

/// `1`, `1.25`, `.5`, `1e-5`: a decimal without a sign, the same in every locale. Right to one unit in the last place;
/// a time is rounded to the file's ticks, ten thousand times coarser, before it is used.
static int read_number(time_reader *reader, double *out_number)
{
    double value = 0;
    const int whole = read_digits(reader, &value);
    int decimals = 0;
    if (*reader->next == '.' && is_digit(reader->next[1])) {
        ++reader->next;
        decimals = read_digits(reader, &value);
    }
    int exponent;
    if (whole + decimals == 0 || !read_exponent(reader, &exponent)) return 0;
    exponent -= decimals;
    // Dividing by an exact power rounds once; 10^-exponent itself would be rounded already.
    *out_number = exponent < 0 ? value / pow(10, -exponent) : value * pow(10, exponent);
    return isfinite(*out_number);
}

/// The unit behind a number; none means seconds.
static void read_unit(time_reader *reader, sinew_time *out)
{
    out->unit = take(reader, 'f') ? SINEW_TIME_FRAMES : take(reader, '%') ? SINEW_TIME_PERCENT : SINEW_TIME_SECONDS;
    out->without_unit = out->unit == SINEW_TIME_SECONDS && !take(reader, 's');
}

static int read_amount(time_reader *reader, sinew_time *out)
{
    if (!read_number(reader, &out->value)) return 0;
    read_unit(reader, out);
    return 1;
}

/// `7`, `-1`, `7@LeftFoot`, behind the `#` or `k`.
static int read_key(time_reader *reader, sinew_time *out)
{
    const int negative = take(reader, '-');
    double number = 0;
    if (!read_digits(reader, &number) || number < 1 || number > 1e9) return 0;
    out->unit = SINEW_TIME_KEY;
    out->origin = negative ? SINEW_TIME_FROM_END : SINEW_TIME_FROM_START;
    out->value = number;
    if (!take(reader, '@')) return 1;
    const size_t length = strlen(reader->next);
    if (length == 0 || length >= sizeof out->joint) return 0;
    memcpy(out->joint, reader->next, length + 1);
    reader->next += length;
    return 1;
}

static int take_key_sign(time_reader *reader)
{
    return take(reader, '#') || take(reader, 'k');
}

/// Behind `@`: seconds or frames of the file's timeline; a minus is a sign.
static int read_absolute(time_reader *reader, sinew_time *out)
{
    const int negative = take(reader, '-');
    if (!read_amount(reader, out) || out->unit == SINEW_TIME_PERCENT) return 0;
    out->origin = SINEW_TIME_FROM_TIMELINE;
    if (negative) out->value = -out->value;
    return 1;
}

/// Behind `+`.
static int read_relative(time_reader *reader, sinew_time *out)
{
    int negative = take(reader, '-');
    if (take_key_sign(reader)) {
        if (!read_key(reader, out) || (negative && out->origin == SINEW_TIME_FROM_END)) return 0;
        negative = negative || out->origin == SINEW_TIME_FROM_END;
    } else if (!read_amount(reader, out)) {
        return 0;
    }
    out->origin = SINEW_TIME_FROM_CURRENT;
    if (negative) out->value = -out->value;
    return 1;
}

/// A number without a prefix: from the clip's start, but frames count on the file's timeline.
static int read_plain(time_reader *reader, sinew_time *out)
{
    if (!read_amount(reader, out)) return 0;
    out->origin = out->unit == SINEW_TIME_FRAMES ? SINEW_TIME_FROM_TIMELINE : SINEW_TIME_FROM_START;
    return 1;
}

static int read_from_end(time_reader *reader, sinew_time *out)
{
    out->origin = SINEW_TIME_FROM_END;
    return read_amount(reader, out);
}

static int read_word(time_reader *reader, sinew_time *out)
{
    const int is_end = strcmp(reader->next, "end") == 0;
    if (!is_end && strcmp(reader->next, "start") != 0) return 0;
    out->origin = is_end ? SINEW_TIME_FROM_END : SINEW_TIME_FROM_START;
    reader->next += strlen(reader->next);
    return 1;
}

static int read_time(time_reader *reader, sinew_time *out)
{
    if (take(reader, '@')) return read_absolute(reader, out);
    if (take(reader, '+')) return read_relative(reader, out);
    if (take(reader, '-')) return read_from_end(reader, out);
    if (take_key_sign(reader)) return read_key(reader, out);
    return read_word(reader, out) || read_plain(reader, out);
}

sinew_result sinew_time_parse(const char *text, sinew_time *out_time, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, text, out_time)) return SINEW_ERROR_INVALID_ARGUMENT;
    time_reader reader = {text};
    sinew_time time = {0};
    if (!read_time(&reader, &time) || *reader.next) {
        sinew__fail(out_error, SINEW_ERROR_BAD_TIME, "'%s' is not a time", text);
        sinew__hint(out_error, "write 1.25s, 37f, 50%% or '#7'");
        return SINEW_ERROR_BAD_TIME;
    }
    *out_time = time;
    return SINEW_OK;
}
