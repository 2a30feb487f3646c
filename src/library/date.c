// Days from civil dates and back; source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
#include "library/date.h"

#include <stdio.h>

static const int64_t seconds_per_day = 86400, last_day = 2932896; // of 9999-12-31

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (is_leap && month == 2);
}

const char *library_read_date(const char *text, int64_t *out_seconds)
{
    int year, month, day, length = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) != 3 || length != 10) return 0;
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days_of_month(year, month)) return 0;
    const int y = year - (month <= 2), era = y / 400, of_era = y - era * 400;
    const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    *out_seconds = (era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468) * seconds_per_day;
    return text + length;
}

void library_write_time(int64_t seconds, char out[LIBRARY_DATE_SIZE])
{
    out[0] = '\0';
    if (seconds < 0 || seconds / seconds_per_day > last_day) return;
    const int days = (int)(seconds / seconds_per_day) + 719468, rest = (int)(seconds % seconds_per_day);
    const int era = days / 146097, of_era = days % 146097;
    const int years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int of_year = of_era - (365 * years + years / 4 - years / 100), shifted = (5 * of_year + 2) / 153;
    const int day = of_year - (153 * shifted + 2) / 5 + 1, month = shifted + (shifted < 10 ? 3 : -9);
    snprintf(out, LIBRARY_DATE_SIZE, "%04d-%02d-%02dT%02d:%02d:%02dZ", era * 400 + years + (month <= 2), month, day,
             rest / 3600, rest / 60 % 60, rest % 60);
}
