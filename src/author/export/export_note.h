/// What an export tells its caller about what the file cannot hold.
#ifndef SINEW_AUTHOR_EXPORT_EXPORT_NOTE_H
#define SINEW_AUTHOR_EXPORT_EXPORT_NOTE_H

#include "core/base/error.h"
#include "sinew/export.h"

/// Reports a line, made printable, if the options ask for notes.
void sinew__export_note(const sinew_export_options *options, const char *format, ...) SINEW_PRINTF(2, 3);

#endif
