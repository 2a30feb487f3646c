/// Dates of the Gregorian calendar as seconds since 1970, in UTC.
#ifndef SINEW_LIBRARY_DATE_H
#define SINEW_LIBRARY_DATE_H

#include <stdint.h>

/// Bytes for a time. It takes 21; with fewer than 33, gcc warns of years that library_write_time never writes.
enum { LIBRARY_DATE_SIZE = 40 };

/// Reads a date as in 2026-11-01, from 1970 to 9999, at midnight. Returns what follows it, or NULL for other text.
const char *library_read_date(const char *text, int64_t *out_seconds);

/// Writes a time as in 2026-11-01T12:30:00Z; before 1970 and after 9999 it writes nothing.
void library_write_time(int64_t seconds, char out[LIBRARY_DATE_SIZE]);

#endif
