#include "import/scene_facts.h"

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "base/ascii.h"
#include "fbx/fbx_parse.h"
#include "import/assimp/assimp_convert.h"

static const char *metadata_text(import_pass *pass, const char *key)
{
    const struct aiMetadata *metadata = pass->scene->mMetaData;
    for (unsigned i = 0; metadata && i < metadata->mNumProperties; i++)
        if (metadata->mValues[i].mType == AI_AISTRING && strcmp(metadata->mKeys[i].data, key) == 0)
            return sinew__assimp_text(&pass->arena, metadata->mValues[i].mData);
    return NULL;
}

/// Text between `before` and the next character of `ends`, within the first kilobytes of the file.
static const char *find_in_head(import_pass *pass, const char *before, const char *ends)
{
    enum { HEAD = 64 * 1024 };
    const size_t length = strlen(before);
    const char *at = (const char *)pass->bytes, *end = at + (pass->size < HEAD ? pass->size : HEAD);
    for (; at + length < end; at++) {
        if (memcmp(at, before, length) != 0) continue;
        const char *from = at + length, *to = from;
        while (to < end && !strchr(ends, *to)) to++;
        return to < end ? sinew__arena_text(&pass->arena, from, (size_t)(to - from)) : NULL;
    }
    return NULL;
}

/// A number in any locale; 0 when the text is not a number.
static double read_number(const char *text)
{
    double number = 0.0;
    int64_t integer;
    int is_integer;
    while (sinew__ascii_is_space(*text)) text++;
    return sinew__fbx_parse_number(text, text + strlen(text), &number, &integer, &is_integer) ? number : 0.0;
}

/// Collada: <unit meter="0.01"/> and <up_axis>Z_UP</up_axis>.
static void collada_facts(import_pass *pass)
{
    const char *meter = find_in_head(pass, "meter=\"", "\"<");
    const char *up = find_in_head(pass, "<up_axis>", "<");
    const double value = meter ? read_number(meter) : 1.0;
    pass->raw.unit_cm = isfinite(value) && value > 0.0 ? value * 100.0 : 100.0;
    while (up && isspace((unsigned char)*up)) up++;
    if (up && *up == 'Z') pass->raw.up = "+Z", pass->raw.front = "-Y";
    if (up && *up == 'X') pass->raw.up = "+X", pass->raw.front = "+Z";
}

static const char *axis_text(int axis, int sign)
{
    static const char *const names[2][3] = {{"-X", "-Y", "-Z"}, {"+X", "+Y", "+Z"}};
    return names[sign > 0][axis >= 0 && axis < 3 ? axis : 1];
}

static void fbx_facts(import_pass *pass)
{
    const fbx_document *document = pass->document;
    sinew_raw_model *raw = &pass->raw;
    raw->version = sinew__arena_format(&pass->arena, "%u.%u", document->version / 1000, document->version / 100 % 10);
    raw->encoding = document->is_binary ? "binary" : "ascii";
    raw->generator = *document->application ? document->application : document->creator;
    raw->up = axis_text(document->settings.up_axis, document->settings.up_sign);
    raw->front = axis_text(document->settings.front_axis, document->settings.front_sign);
    raw->unit_cm = document->settings.unit_cm;
    raw->fps = document->settings.fps;
    raw->ticks_per_second = document->settings.ticks_per_second;
}

static void gltf_facts(import_pass *pass)
{
    pass->raw.unit_cm = 100.0; // metres, by the standard
}

/// Formats that are sampled at a fixed rate: Assimp's ticks are their frames.
static void frame_rate_facts(import_pass *pass)
{
    if (pass->scene->mNumAnimations == 0) return;
    const double ticks = pass->scene->mAnimations[0]->mTicksPerSecond;
    if (isfinite(ticks) && ticks > 0.0) pass->raw.fps = ticks;
}

sinew_result sinew__import_scene_facts(import_pass *pass, sinew_error *error)
{
    static const struct {
        const char *format;
        void (*add)(import_pass *pass);
    } formats[] = {{"FBX", fbx_facts},
                   {"glTF", gltf_facts},
                   {"Collada", collada_facts},
                   {"BVH", frame_rate_facts},
                   {"MD5", frame_rate_facts}};
    sinew_raw_model *raw = &pass->raw;
    raw->format = pass->format.name ? pass->format.name : pass->format.extension;
    raw->encoding = pass->format.encoding;
    raw->version = metadata_text(pass, AI_METADATA_SOURCE_FORMAT_VERSION);
    raw->generator = metadata_text(pass, AI_METADATA_SOURCE_GENERATOR);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (pass->format.name && strcmp(pass->format.name, formats[i].format) == 0) formats[i].add(pass);
    raw->root = pass->nodes[0].local;
    if (pass->without_assimp) raw->node_count = 0;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}
