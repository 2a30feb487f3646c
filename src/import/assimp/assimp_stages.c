// Runs the stages of formats that Assimp reads, reads the properties of their files, and reads Assimp's scene of an
// FBX.

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "fbx/fbx_parse.h"
#include "import/assimp/assimp_scene.h"
#include "import/collada/collada.h"
#include "import/import_block.h"
#include "import/import_stages.h"
#include "import/xml_line.h"

// ---- facts --------------------------------------------------------------------------------------------------------

static const char *metadata_text(import_pass *pass, const char *key)
{
    const struct aiMetadata *metadata = pass->scene->mMetaData;
    for (unsigned i = 0; metadata && i < metadata->mNumProperties; ++i)
        if (metadata->mValues[i].mType == AI_AISTRING && strcmp(metadata->mKeys[i].data, key) == 0)
            return sinew__assimp_text(&pass->arena, metadata->mValues[i].mData);
    return NULL;
}

/// Returns the text between `before` and the next character of `ends`, within the first 64 KiB of the file; NULL if
/// none exists.
static const char *find_in_head(import_pass *pass, const char *before, const char *ends)
{
    enum { head = 64 * 1024 };
    const size_t length = strlen(before);
    const char *at = (const char *)pass->bytes, *end = at + (pass->size < head ? pass->size : head);
    for (; at + length < end; ++at) {
        if (memcmp(at, before, length) != 0) continue;
        const char *from = at + length, *to = from;
        while (to < end && !strchr(ends, *to)) to++;
        return to < end ? sinew__arena_text(&pass->arena, from, (size_t)(to - from)) : NULL;
    }
    return NULL;
}

/// Reads the unit and axes of a Collada file: <unit meter="0.01"/> and <up_axis>Z_UP</up_axis>.
static void collada_facts(import_pass *pass)
{
    const char *meter = find_in_head(pass, "meter=\"", "\"<");
    const char *up = find_in_head(pass, "<up_axis>", "<");
    double value = meter ? 0.0 : 1.0;
    int64_t integer;
    int is_integer;
    while (meter && sinew__ascii_is_space(*meter)) meter++;
    if (meter && !sinew__fbx_parse_number(meter, meter + strlen(meter), &value, &integer, &is_integer)) value = 0.0;
    pass->raw.unit_cm = isfinite(value) && value > 0.0 ? value * 100.0 : 100.0;
    while (up && isspace((unsigned char)*up)) up++;
    if (up && *up == 'Z') pass->raw.up = "+Z", pass->raw.front = "-Y";
    if (up && *up == 'X') pass->raw.up = "+X", pass->raw.front = "+Z";
}

/// Sets the frame rate of formats that are sampled at a fixed rate: Assimp's ticks are their frames.
static void frame_rate_facts(import_pass *pass)
{
    if (pass->scene->mNumAnimations == 0) return;
    const double ticks = pass->scene->mAnimations[0]->mTicksPerSecond;
    if (isfinite(ticks) && ticks > 0.0) pass->raw.fps = ticks;
}

static void bvh_facts(import_pass *pass)
{
    frame_rate_facts(pass);
    sinew__bvh_find_up(pass);
}

void sinew__assimp_facts(import_pass *pass)
{
    static const struct {
        const char *format;
        void (*add)(import_pass *pass);
    } formats[] = {{"Collada", collada_facts}, {"BVH", bvh_facts}, {"MD5", frame_rate_facts}};
    pass->raw.version = metadata_text(pass, AI_METADATA_SOURCE_FORMAT_VERSION);
    pass->raw.generator = metadata_text(pass, AI_METADATA_SOURCE_GENERATOR);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i)
        if (sinew__import_is(pass, formats[i].format)) formats[i].add(pass);
}

// ---- an FBX -------------------------------------------------------------------------------------------------------

/// The oldest FBX version that Assimp reads; Assimp is not called for older files.
enum { OLDEST_FBX_OF_ASSIMP = 7100 };

sinew_result sinew__assimp_read_fbx(import_pass *pass, sinew_error *error)
{
    const sinew__import_options *options = pass->options;
    sinew_error refusal = {0};
    sinew_result result = SINEW_OK;
    // Skip a byte order mark of UTF-8, which editors write. Assimp mistakes it for the first word of an FBX.
    const size_t mark = pass->size >= 3 && memcmp(pass->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    const int document_only = options && options->document_only;
    pass->without_assimp = document_only || pass->document->version < OLDEST_FBX_OF_ASSIMP;
    if (document_only && options->document_only_because)
        result = sinew__fail(&refusal, SINEW_ERROR_CRASHED, "%s", options->document_only_because);
    const char *trap = pass->without_assimp ? NULL : sinew__find_importer_trap(pass);
    if (trap) result = sinew__fail(&refusal, SINEW_ERROR_UNSUPPORTED, "%s", trap);
    pass->without_assimp |= trap != NULL;
    if (!pass->without_assimp && options && options->before_assimp) options->before_assimp(options->user);
    if (!pass->without_assimp)
        result = sinew__assimp_scene_read(&pass->format, pass->file_name, pass->bytes + mark, pass->size - mark,
                                          pass->options, &pass->arena, &pass->scene, &refusal);
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    if (result != SINEW_OK) {
        sinew__import_warn(pass, IMPORT_WARNING_IMPORTER_REFUSED, NULL, "Assimp: %s", refusal.message);
        sinew__warn_of_importer_hazards(pass);
        pass->without_assimp = 1;
    }
    if (pass->without_assimp) pass->scene = sinew__assimp_scene_empty();
    return SINEW_OK;
}

static int compare_addresses(const void *left, const void *right)
{
    const uintptr_t a = *(const uintptr_t *)left, b = *(const uintptr_t *)right;
    return (a > b) - (a < b);
}

/// Whether each bone of the scene has one owner. If clusters of a damaged file share a bone, Assimp 5.2 gives the bone
/// to several meshes, and frees it with each of them. 0 also when out of memory.
static int may_be_freed(const struct aiScene *scene)
{
    size_t count = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) count += scene->mMeshes[m]->mNumBones;
    uintptr_t *bones = sinew__allocate((count + 1) * sizeof *bones);
    if (!bones) return 0;
    size_t at = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; ++b)
            bones[at++] = (uintptr_t)scene->mMeshes[m]->mBones[b];
    qsort(bones, count, sizeof *bones, compare_addresses);
    int is_single = 1;
    for (size_t i = 1; i < count; ++i) is_single &= bones[i] != bones[i - 1];
    sinew_free(bones);
    return is_single;
}

void sinew__assimp_release(import_pass *pass)
{
    if (pass->scene && may_be_freed(pass->scene)) sinew__assimp_scene_release(pass->scene);
    pass->scene = NULL;
    pass->scene_nodes = NULL;
}

// ---- other formats ------------------------------------------------------------------------------------------------

/// Warns if an Ogre mesh refers to a skeleton that was not loaded, which Assimp does not report.
static void warn_of_lost_skeleton(import_pass *pass)
{
    const collada_text document = sinew__xml_of_pass(pass);
    xml_tag tag;
    int has_bones = 0;
    for (unsigned i = 0; i < pass->scene->mNumMeshes; ++i) has_bones |= pass->scene->mMeshes[i]->mNumBones > 0;
    if (strcmp(pass->format.extension, "xml") != 0 || has_bones) return;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);) {
        size_t length = 0;
        const char *name =
            sinew__xml_tag_is(&tag, "skeletonlink") ? sinew__xml_attribute(&document, &tag, "name", &length) : NULL;
        if (!name) continue;
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, NULL,
                           "its skeleton '%.*s' was not found or not read; the mesh does not move",
                           length < 200 ? (int)length : 200, name);
    }
}

/// Formats with animation or a skeleton that Assimp does not read, and the number in the file that shows it.
static const struct {
    const char *magic;
    size_t size, at; ///< size of the magic; offset of a 32-bit little-endian number
    uint32_t most;   ///< a number above this is lost animation
    const char *what;
} MOVING[] = {
    {"INTERQUAKEMODEL", 16, 84, 0, "animations"},
    {"INTERQUAKEMODEL", 16, 68, 0, "joints"},
    {"IDP2", 4, 40, 1, "frames"},
    {"IDP3", 4, 76, 1, "frames"},
    {"IDPC", 4, 76, 1, "frames"},
    {"IDPO", 4, 68, 1, "frames"},
};

/// Warns of animation that Assimp does not read.
static void warn_of_lost_motion(import_pass *pass)
{
    for (size_t i = 0; i < sizeof MOVING / sizeof *MOVING && pass->scene->mNumAnimations == 0; ++i) {
        const size_t at = MOVING[i].at;
        if (pass->size < at + 4 || memcmp(pass->bytes, MOVING[i].magic, MOVING[i].size) != 0) continue;
        uint32_t count = 0;
        for (size_t k = 4; k-- > 0;) count = count << 8 | pass->bytes[at + k];
        if (count <= MOVING[i].most) continue;
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, NULL, "its %u %s are not read; the mesh does not move",
                           (unsigned)count, MOVING[i].what);
        return;
    }
}

// ---- X3D ----------------------------------------------------------------------------------------------------------

/// Fails if the text is not the XML of an X3D scene, because Assimp makes an empty scene of any text. Only files with
/// an empty scene are checked, because Assimp reads slightly damaged XML.
static sinew_result judge_x3d(const import_pass *pass, sinew_error *error)
{
    const int is_empty = pass->scene->mNumMeshes == 0 && pass->scene->mRootNode->mNumChildren == 0;
    if (strcmp(pass->format.extension, "x3d") != 0 || !is_empty) return SINEW_OK;
    xml_tag tag;
    size_t at = 0;
    const collada_text document = sinew__xml_of_pass(pass);
    if (!sinew__xml_next_tag(&document, &at, &tag) || !sinew__xml_tag_is(&tag, "X3D"))
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: its first element is not <X3D>; other encodings of X3D are not read");
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser) return sinew__fail_memory(error);
    const int is_valid =
        pass->size <= INT32_MAX && XML_Parse(parser, document.text, (int)pass->size, 1) == XML_STATUS_OK;
    const char *reason = XML_ErrorString(XML_GetErrorCode(parser));
    const unsigned long long line = sinew__xml_line(parser);
    XML_ParserFree(parser);
    if (is_valid) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: invalid XML in line %llu: %s", line,
                       reason ? reason : "too large");
}

// ---- stages -------------------------------------------------------------------------------------------------------

sinew_result sinew__assimp_stages(import_pass *pass, sinew_error *error)
{
    const int is_collada = sinew__import_is(pass, "Collada");
    sinew_result result = SINEW_OK;
    if (is_collada) result = sinew__collada_prepare(pass, error);
    if (sinew__import_is(pass, "BVH")) result = sinew__bvh_prepare(pass, error);
    if (sinew__import_is(pass, "3DS")) result = sinew__order_3ds_nodes(pass, error);
    if (result != SINEW_OK) return result;
    result = sinew__assimp_scene_read(&pass->format, pass->file_name, pass->bytes, pass->size, pass->options,
                                      &pass->arena, &pass->scene, error);
    if (result == SINEW_ERROR_DAMAGED && is_collada && sinew__collada_remove_animations(pass)) // try without animations
        result = sinew__assimp_scene_read(&pass->format, pass->file_name, pass->bytes, pass->size, pass->options,
                                          &pass->arena, &pass->scene, NULL);
    if (result == SINEW_OK) result = judge_x3d(pass, error);
    if (result == SINEW_OK) warn_of_lost_skeleton(pass);
    if (result == SINEW_OK) warn_of_lost_motion(pass);
    if (result == SINEW_OK) result = sinew__import_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__import_joints(pass, error);
    if (result == SINEW_OK) result = sinew__import_cameras(pass, error);
    if (result == SINEW_OK) result = sinew__import_textures(pass, error);
    if (result == SINEW_OK) result = sinew__import_materials(pass, error);
    if (result == SINEW_OK) result = sinew__import_meshes(pass, error);
    if (result == SINEW_OK)
        result = is_collada ? sinew__import_node_tracks(pass, error) : sinew__import_clips(pass, error);
    if (result == SINEW_OK && is_collada) result = sinew__collada_clips(pass, error);
    if (result == SINEW_OK && is_collada) sinew__collada_warn_of_nothing(pass);
    return result;
}
