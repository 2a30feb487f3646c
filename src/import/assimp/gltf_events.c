// Events in the extras of glTF animations.
#include "import/import_stages.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "import/assimp/gltf.h"

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

static int read_extras(import_pass *pass, const sinew__json_value *animation, int32_t clip)
{
    const sinew__json_value *extras = sinew__json_member(animation, "extras");
    if (!sinew__json_member(extras, "events")) return 1;
    sinew__buffer text = {0};
    sinew__json_writer json = sinew__json_begin(&text);
    json.is_plain = 1;
    sinew__json_put_value(&json, NULL, extras);
    if (text.failed) pass->arena.failed = 1;
    const int ok =
        !text.failed && sinew__import_json_text(pass, text.text, text.size, clip, pass->raw.clips[clip].name);
    sinew__buffer_free(&text);
    return ok;
}

sinew_result sinew__import_gltf_events(import_pass *pass, sinew_error *error)
{
    sinew__json json = mentions_events(pass) ? sinew__gltf_parse(pass, NULL) : (sinew__json){0};
    if (!json.root) return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
    const sinew__json_value *animation;
    int32_t clip = 0;
    int ok = 1;
    for (animation = sinew__json_first(sinew__json_member(json.root, "animations")); animation;
         animation = animation->next) {
        if (ok && clip < pass->raw.clip_count) ok = read_extras(pass, animation, clip++);
    }
    sinew__json_free(&json);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
