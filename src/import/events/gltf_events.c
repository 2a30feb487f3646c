// Events in the extras of glTF animations.
#include <cjson/cJSON.h>
#include <string.h>

#include "import/assimp/gltf_json.h"
#include "import/events/import_events.h"

/// Whether the file contains the name of the member: few files do, and the others are not parsed once more.
static int mentions_events(const import_pass *pass)
{
    static const char name[] = "\"events\"";
    const char *at = (const char *)pass->bytes, *end = at + pass->size;
    while ((size_t)(end - at) >= sizeof name && (at = memchr(at, '"', (size_t)(end - at) - sizeof name + 1))) {
        if (memcmp(at, name, sizeof name - 1) == 0) return 1;
        ++at;
    }
    return 0;
}

static int read_extras(import_pass *pass, const cJSON *animation, int32_t clip)
{
    const cJSON *extras = cJSON_GetObjectItemCaseSensitive(animation, "extras");
    if (!cJSON_GetObjectItemCaseSensitive(extras, "events")) return 1;
    char *text = cJSON_PrintUnformatted(extras);
    if (!text) pass->arena.failed = 1;
    const int ok = text && sinew__import_json_text(pass, text, strlen(text), clip, pass->raw.clips[clip].name);
    cJSON_free(text);
    return ok;
}

sinew_result sinew__import_gltf_events(import_pass *pass, sinew_error *error)
{
    cJSON *root = mentions_events(pass) ? sinew__gltf_parse(pass) : NULL;
    if (!root) return SINEW_OK;
    const cJSON *animation;
    int32_t clip = 0;
    int ok = 1;
    cJSON_ArrayForEach(animation, cJSON_GetObjectItemCaseSensitive(root, "animations"))
    {
        if (ok && clip < pass->raw.clip_count) ok = read_extras(pass, animation, clip++);
    }
    cJSON_Delete(root);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
