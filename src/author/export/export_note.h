/// Option checks that all exports share, and notes to the caller about losses.
#ifndef SINEW_AUTHOR_EXPORT_EXPORT_NOTE_H
#define SINEW_AUTHOR_EXPORT_EXPORT_NOTE_H

#include "core/base/error.h"
#include "sinew/export.h"

/// The names of a material's maps, for messages.
extern const char *const sinew__map_names[SINEW_MAP_COUNT];

/// Reports a line, made printable, if the options ask for notes.
void sinew__export_note(const sinew_export_options *options, const char *format, ...) SINEW_PRINTF(2, 3);

/// Checks options, even ones that the format does not use. SINEW_ERROR_INVALID_ARGUMENT names a number that is negative
/// or not finite, an unknown engine, or a root motion joint that does not exist. Formats check their clips themselves.
SINEW_NODISCARD sinew_result sinew__export_check(const sinew_model *model, const sinew_export_options *options,
                                                 sinew_error *error);

#endif
