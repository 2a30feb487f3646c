// Upgrades files older than FBX 7 to its form, by the steps of legacy.h.
#include "core/base/error.h"
#include "fbx/fbx_index.h"
#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

enum { UPGRADED = 7400 };

sinew_result sinew__fbx_upgrade(fbx_document *document, sinew_error *error)
{
    sinew__arena *arena = document->arena;
    fbx_record *root = document->root;
    if (document->version >= 7000) return sinew__legacy_upgrade_inline_shapes(arena, root, error);
    legacy_scene scene = {.document = document, .arena = arena, .error = error, .root = root};
    sinew_result result = document->version < 6000 ? sinew__legacy_upgrade_5(arena, root, error) : SINEW_OK;
    if (result == SINEW_OK) result = sinew__legacy_upgrade_objects(&scene);
    if (result == SINEW_OK) result = sinew__legacy_upgrade_takes(&scene);
    if (result == SINEW_OK) {
        fbx_record *header = sinew__fbx_record_child(root, "FBXHeaderExtension");
        fbx_record *version = sinew__fbx_record_child(header, "FBXVersion");
        if (version) sinew__fbx_record_detach(version);
        if (header) sinew__fbx_record_add_values(arena, header, "FBXVersion", "i", UPGRADED);
    }
    if (result == SINEW_OK && arena->failed) result = sinew__arena_fail(arena, error);
    return result;
}
