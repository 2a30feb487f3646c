/// What a page that opens files of its reader calls beside the functions of module.c: a file is imported, on a thread
/// of its own, to the bytes of a `.sinew` file, which the page opens; and images that browsers do not decode. The
/// module with these functions is a second one.
#include <string.h>

#include "core/base/memory.h"
#include "import/browser/browser_import.h"
#include "import/side_files/images.h"
#include "page/page_module.h"
#include "sinew/import.h"
#include "sinew/retarget.h"

/// What was imported, and the image that was decoded last.
static struct {
    void *bytes;
    size_t size;
    double front;
    sinew_image image;
} imported;

/// Frees what was imported.
EXPORT(page_import_free) void page_import_free(void);
void page_import_free(void)
{
    sinew_free(imported.bytes);
    imported.bytes = NULL;
    imported.size = 0;
}

static sinew_result import_file(const char *name, const void *bytes, size_t size, double memory_limit)
{
    sinew_model *model;
    imported.front = 0;
    sinew_result result = sinew__browser_import(name, bytes, size, memory_limit, &model, &page.error);
    if (result != SINEW_OK) return result;
    (void)!sinew_body_front(model, NULL, &imported.front, NULL); // 0 without a body
    result = sinew_model_save(model, &imported.bytes, &imported.size, &page.error);
    sinew_model_destroy(model);
    return result;
}

/// Imports an FBX, a glTF or a `.sinew` file; see browser_import.h.
EXPORT(page_import) int page_import(const char *name, const void *bytes, size_t size, double memory_limit);
int page_import(const char *name, const void *bytes, size_t size, double memory_limit)
{
    page_import_free();
    return page_succeeded(import_file(name, bytes, size, memory_limit));
}

/// The bytes for page_open, until the next import.
EXPORT(page_imported) const void *page_imported(void);
const void *page_imported(void)
{
    return imported.bytes;
}

EXPORT(page_imported_size) size_t page_imported_size(void);
size_t page_imported_size(void)
{
    return imported.size;
}

/// For page_set_front.
EXPORT(page_imported_front) double page_imported_front(void);
double page_imported_front(void)
{
    return imported.front;
}

/// Which sinew_result page_error is about.
EXPORT(page_error_code) int page_error_code(void);
int page_error_code(void)
{
    return page.error.result;
}

/// What can be done about page_error, or "".
EXPORT(page_error_hint) const char *page_error_hint(void);
const char *page_error_hint(void)
{
    return page.error.hint;
}

/// Decodes a TGA or DDS file called `name`; page_free releases the pixels, or page_set_image takes them. NULL on
/// failure.
EXPORT(page_decode) uint8_t *page_decode(const void *bytes, size_t size, const char *name);
uint8_t *page_decode(const void *bytes, size_t size, const char *name)
{
    const char *dot = strrchr(name, '.');
    (void)!sinew_import_image(bytes, size, dot ? dot + 1 : "", SINEW__LARGEST_TEXTURE, &imported.image, &page.error);
    return imported.image.pixels;
}

/// Of the image that was decoded last.
EXPORT(page_decoded_width) int32_t page_decoded_width(void);
int32_t page_decoded_width(void)
{
    return imported.image.width;
}

EXPORT(page_decoded_height) int32_t page_decoded_height(void);
int32_t page_decoded_height(void)
{
    return imported.image.height;
}
