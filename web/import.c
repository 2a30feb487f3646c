/// The functions that import.js calls. They convert the bytes of an FBX or a glTF to the bytes of a `.sinew` file. They
/// are in a WebAssembly module of their own, which is discarded after each import, because its memory cannot shrink.
#include "import/browser/browser_import.h"
#include "sinew/memory.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static sinew_error error;
static size_t file_size;

/// Returns the bytes of a baked `.sinew` file, to be freed by sinew_free; NULL on failure. See browser_import.h.
EXPORT(web_import) void *web_import(const char *name, const void *bytes, size_t size, double memory_limit);
void *web_import(const char *name, const void *bytes, size_t size, double memory_limit)
{
    void *file;
    sinew_model *model;
    if (sinew__browser_import(name, bytes, size, memory_limit, &model, &error) != SINEW_OK) return NULL;
    const sinew_result result = sinew_model_save(model, &file, &file_size, &error);
    sinew_model_destroy(model);
    return result == SINEW_OK ? file : NULL;
}

EXPORT(web_import_size) size_t web_import_size(void);
size_t web_import_size(void)
{
    return file_size;
}

/// Return the error of a failed import: a one-line message; a hint or ""; the short name of the result.
EXPORT(web_import_error) const char *web_import_error(void);
const char *web_import_error(void)
{
    return error.message;
}

EXPORT(web_import_hint) const char *web_import_hint(void);
const char *web_import_hint(void)
{
    return error.hint;
}

EXPORT(web_import_code) const char *web_import_code(void);
const char *web_import_code(void)
{
    return sinew_result_code(error.result);
}
