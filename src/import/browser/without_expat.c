// Replaces the reader of Maya's geometry caches, which needs expat. A file dropped on a page has no such side files.
#include "core/base/error.h"
#include "import/side_files/geometry_cache.h"

sinew_result sinew__cache_xml_read(sinew__arena *arena, const void *bytes, size_t size, cache_description *out,
                                   sinew_error *error)
{
    (void)arena, (void)bytes, (void)size;
    *out = (cache_description){0};
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "this build of sinew reads no geometry caches of Maya");
}
