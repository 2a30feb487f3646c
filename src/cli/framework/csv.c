#include "cli/framework/csv.h"

#include "base/csv_text.h"
#include "base/number.h"

void cli_csv_text(sinew__buffer *out, const char *text)
{
    sinew__csv_text(out, text);
}

void cli_csv_number(sinew__buffer *out, double number, int digits)
{
    char text[SINEW__NUMBER_SIZE];
    if (digits > 0) {
        sinew__buffer_format(out, "%.*g", digits, number);
        return;
    }
    sinew__format_double(number, text);
    sinew__buffer_put_text(out, text);
}
