// Parses numbers. Up to 15 digits, one multiplication or division of exact doubles gives the correctly rounded result;
// up to 19 digits, a division of whole numbers. Longer numbers go to strtod, as digits and an exponent without a point,
// so that the locale has no effect.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "fbx/fbx_parse.h"

enum {
    MOST_EXACT = 19,  // digits that fit into 64 bits
    MAX_DIGITS = 800, // more digits than any double needs for correct rounding
};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// A number without its sign. If it has at most 19 significant digits, its value is digits · 10^exponent.
typedef struct decimal {
    uint64_t digits;  // the first 19 significant digits
    int significant;  // number of digits read, without leading zeros
    int64_t exponent; // power of ten by which the significant digits, as a whole number, are multiplied
    int has_point_or_exponent;
    const char *start; // first digit or point
} decimal;

static const char *read_digits(const char *text, const char *end, decimal *out, int behind_point)
{
    const char *const begin = text;
    if (out->significant == 0)
        while (text < end && *text == '0') ++text;
    const char *const first = text;
    const ptrdiff_t room = MOST_EXACT - out->significant; // number of digits that can still be stored
    for (; text < end && is_digit(*text); ++text)
        if (text - first < room) out->digits = out->digits * 10 + (uint64_t)(*text - '0');
    const ptrdiff_t more = text - first;
    out->significant = more < INT32_MAX - out->significant ? out->significant + (int)more : INT32_MAX;
    if (behind_point) out->exponent -= text - begin;
    return text;
}

static const char *read_exponent(const char *text, const char *end, decimal *out)
{
    const char *p = text + 1;
    int negative = 0;
    if (p < end && (*p == '+' || *p == '-')) negative = *p++ == '-';
    if (p >= end || !is_digit(*p)) return text;
    int64_t exponent = 0;
    for (; p < end && is_digit(*p); ++p)
        if (exponent < 1000000000) exponent = exponent * 10 + (*p - '0');
    out->exponent += negative ? -exponent : exponent;
    out->has_point_or_exponent = 1;
    return p;
}

static double slow_number(const decimal *number, const char *end)
{
    char text[MAX_DIGITS + 32];
    size_t length = 0;
    int64_t dropped = 0;
    int leading = 1;
    for (const char *p = number->start; p < end && (is_digit(*p) || *p == '.'); ++p) {
        if (*p == '.' || (leading && *p == '0')) continue;
        leading = 0;
        if (length < MAX_DIGITS)
            text[length++] = *p;
        else
            ++dropped;
    }
    int64_t exponent = number->exponent + dropped;
    if (exponent > 100000) exponent = 100000;
    if (exponent < -100000) exponent = -100000;
    text[length++] = 'e';
    if (exponent < 0) text[length++] = '-';
    char reversed[8];
    size_t count = 0;
    for (int64_t rest = exponent < 0 ? -exponent : exponent; rest || !count; rest /= 10)
        reversed[count++] = (char)('0' + rest % 10);
    while (count) text[length++] = reversed[--count];
    text[length] = '\0';
    return strtod(text, NULL);
}

static double number_value(const decimal *number, const char *end)
{
    if (number->significant == 0) return 0.0;
    const int64_t exponent = number->exponent;
    if (number->significant <= MOST_EXACT && number->digits <= (UINT64_C(1) << 53) && exponent >= -22 && exponent <= 22)
        return sinew__scale_decimal((double)number->digits, (int)exponent);
    if (number->significant <= MOST_EXACT && exponent <= 0 && exponent >= -SINEW__MOST_PLACES)
        return sinew__divide_decimal(number->digits, (int)-exponent);
    return slow_number(number, end);
}

/// Whether [text, end) begins with `word`, in any case.
static int begins_with(const char *text, const char *end, const char *word)
{
    for (; *word; word++, text++)
        if (text >= end || (*text | 0x20) != *word) return 0;
    return 1;
}

/// Skips the payload that some C libraries print after "nan": "nan(ind)", "nan(snan)".
static const char *skip_remark(const char *text, const char *end)
{
    const char *p = text;
    if (p < end && *p == '(')
        while (p < end && *p != ')' && *p != ',' && *p != '\n') p++;
    return p < end && *p == ')' ? p + 1 : text;
}

/// Reads "nan", "inf", "infinity", and the forms of old C libraries: "1.#IND", "1.#INF", "1.#QNAN". Returns the end, or
/// NULL.
static const char *read_not_finite(const char *text, const char *end, double *out)
{
    *out = (double)NAN;
    if (begins_with(text, end, "nan")) return skip_remark(text + 3, end);
    if (end - text > 3 && text[0] == '1' && text[1] == '.' && text[2] == '#') {
        if (begins_with(text + 3, end, "inf")) *out = HUGE_VAL;
        text += 3;
        while (text < end && ((*text | 0x20) >= 'a' && (*text | 0x20) <= 'z')) text++;
        while (text < end && is_digit(*text)) text++;
        return text;
    }
    if (!begins_with(text, end, "inf")) return NULL;
    *out = HUGE_VAL;
    return begins_with(text, end, "infinity") ? text + 8 : text + 3;
}

const char *sinew__fbx_parse_number(const char *text, const char *end, double *out_number, int64_t *out_integer,
                                    int *out_is_integer)
{
    int negative = 0;
    if (text < end && (*text == '-' || *text == '+')) negative = *text++ == '-';
    *out_is_integer = 0;
    *out_integer = 0;
    decimal number = {.start = text};
    const char *p = read_digits(text, end, &number, 0);
    const char *integer_end = p;
    if (p < end && *p == '.') {
        number.has_point_or_exponent = 1;
        p = read_digits(p + 1, end, &number, 1);
    }
    const int no_digits = p == text || (integer_end == text && p == text + 1);
    if (no_digits || (p < end && *p == '#')) {
        const char *after = read_not_finite(text, end, out_number);
        if (after && negative) *out_number = -*out_number;
        return after;
    }
    if (p < end && (*p == 'e' || *p == 'E')) p = read_exponent(p, end, &number);

    const uint64_t largest = (uint64_t)INT64_MAX + (uint64_t)negative;
    if (!number.has_point_or_exponent && number.significant <= MOST_EXACT && number.digits <= largest) {
        *out_is_integer = 1;
        *out_integer = negative ? (int64_t)(0 - number.digits) : (int64_t)number.digits;
        const double magnitude = (double)number.digits;
        *out_number = negative ? -magnitude : magnitude;
        return p;
    }
    const double magnitude = number_value(&number, p);
    *out_number = negative ? -magnitude : magnitude;
    return p;
}
