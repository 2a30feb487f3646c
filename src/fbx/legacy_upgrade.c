// Files older than FBX 7 take its shape here.
#include "base/error.h"
#include "fbx/fbx_index.h"

sinew_result fbx_upgrade(sinew__arena *arena, fbx_record *root, uint32_t version, sinew_error *error)
{
    (void)arena;
    (void)root;
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "valid, but sinew does not read FBX of version %u",
                       (unsigned)version);
}
