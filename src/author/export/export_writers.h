/// The writers behind `sinew_export`, by format. On success, *out_text has *out_size bytes and is released with
/// sinew_free; it is NULL on failure.
#ifndef SINEW_AUTHOR_EXPORT_EXPORT_WRITERS_H
#define SINEW_AUTHOR_EXPORT_EXPORT_WRITERS_H

#include "sinew/export.h"

typedef sinew_result sinew__export_writer(const sinew_model *model, const sinew_export_options *options,
                                          char **out_text, size_t *out_size, sinew_error *out_error);

sinew__export_writer sinew__export_obj;
sinew__export_writer sinew__export_glb;
sinew__export_writer sinew__export_fbx;
sinew__export_writer sinew__export_fbx_ascii;
sinew__export_writer sinew__export_csv;
sinew__export_writer sinew__export_jsonl;
sinew__export_writer sinew__export_bvh;

/// Returns the entry of sinew_export_formats with a name, or NULL.
const sinew_export_format *sinew__export_format_named(const char *name);

#endif
