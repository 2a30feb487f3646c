#include "base/size_text.h"

#include <stdio.h>

void sinew__size_text(double bytes, char out_text[SINEW__SIZE_TEXT])
{
    static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 1023.5 && unit < 4; ++unit) bytes /= 1024; // what rounds to 1024 is one of the next unit
    snprintf(out_text, SINEW__SIZE_TEXT, unit > 2 && bytes < 1000 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}
