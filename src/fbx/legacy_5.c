// FBX 5: models stand on the top level, name their children, and carry their links (skin clusters) and materials
// inside.
#include "fbx/legacy.h"

#include "base/error.h"

sinew_result legacy_upgrade_5(sinew__arena *arena, fbx_record *root, sinew_error *error)
{
    (void)arena;
    (void)root;
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "valid, but sinew does not read FBX of version 5");
}
