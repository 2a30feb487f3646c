// Replaces deflate_libdeflate.c in the module for web pages. Pages never call this function, because they never load
// with `keep_document`. If it were called, its result 0 would leave arrays uncompressed.
#include "fbx/fbx_parse.h"

size_t sinew__fbx_deflate(void *out, const void *bytes, size_t size)
{
    (void)out;
    (void)bytes;
    (void)size;
    return 0;
}
