// bytes → raw model → block: the order of the stages.

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>
#include <ctype.h>
#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/arena.h"
#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/platform/side_files.h"
#include "fbx/fbx_parse.h"
#include "import/assimp/assimp_scene.h"
#include "import/collada/collada.h"
#include "import/import_file.h"
#include "import/import_pass.h"
#include "import/import_stages.h"
#include "import/join/join_parts.h"
#include "import/name_table.h"
#include "sinew/import.h"
#include "sinew/raw_model.h"

// The files that a model was made of: the model file and every side file read, with size and hash.

/// Import with `options`: the given ones, with callbacks that record.
typedef struct source_record {
    sinew_import_options options;
    sinew_import_options given;
    sinew__arena *arena;
    sinew_raw_source *items; ///< [count] the model file first
    size_t count, capacity;
} source_record;

static int is_known(const source_record *record, const char *name)
{
    for (size_t i = 0; i < record->count; i++)
        if (strcmp(record->items[i].name, name) == 0) return 1;
    return 0;
}

static void add(source_record *record, const char *name, const void *bytes, size_t size)
{
    sinew_raw_source *items =
        sinew__arena_grow(record->arena, record->items, record->count, &record->capacity, sizeof *items);
    const char *copy = sinew__import_text(record->arena, name, strlen(name));
    if (!items || !copy) return;
    record->items = items;
    items[record->count++] = (sinew_raw_source){.name = copy, .size = size, .hash = sinew__hash(bytes, size)};
}

static sinew_result hand_over(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    source_record *record = user;
    const sinew_result result = record->given.side_file(record->given.user, name, out_bytes, out_size);
    const char *base = sinew__base_name(name);
    if (result == SINEW_OK && !is_known(record, base)) add(record, base, *out_bytes, *out_size);
    return result;
}

static void pass_on(void *user)
{
    const source_record *record = user;
    record->given.before_assimp(record->given.user);
}

/// Begins with the model file. `given` may be NULL. Running out of memory shows in arena->failed.
static void source_record_begin(source_record *record, sinew__arena *arena, const sinew_import_options *given,
                                const char *name, const void *bytes, size_t size)
{
    *record = (source_record){.arena = arena};
    if (given) record->given = record->options = *given;
    record->options.user = record;
    if (record->given.side_file) record->options.side_file = hand_over;
    if (record->given.before_assimp) record->options.before_assimp = pass_on;
    add(record, sinew__base_name(name), bytes, size);
}

// Targets of cameras and lights.

static const char suffix[] = ".Target";

/// Length of NAME in `NAME.Target`; 0 for other names, and for helpers, which have none.
static size_t owner_length(const char *name)
{
    const size_t length = name ? strlen(name) : 0, end = sizeof suffix - 1;
    return length > end && strcmp(name + length - end, suffix) == 0 ? length - end : 0;
}

static int is_camera_or_light(const sinew_raw_joint *joint)
{
    return joint->kind == SINEW_JOINT_CAMERA || joint->kind == SINEW_JOINT_LIGHT;
}

/// Returns 0 when out of memory.
static int list_owners(import_pass *pass, name_table *out)
{
    if (!sinew__name_table_create(&pass->arena, (size_t)pass->raw.joint_count, out)) return 0;
    for (int32_t i = 0; i < pass->raw.joint_count; ++i)
        if (is_camera_or_light(&pass->joints[i]) && pass->joints[i].name)
            sinew__name_table_add(out, pass->joints[i].name, i);
    return 1;
}

/// Gives a joint called `NAME.Target` the kind of the camera or light NAME: 3ds Max writes such nodes, which are no
/// part of the character and often far away from it.
static sinew_result camera_targets_mark(import_pass *pass, sinew_error *error)
{
    name_table owners;
    if (!list_owners(pass, &owners)) return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const size_t length = owner_length(pass->joints[i].name);
        if (length == 0) continue;
        const char *name = sinew__arena_text(&pass->arena, pass->joints[i].name, length);
        if (!name) return sinew__arena_fail(&pass->arena, error);
        const int32_t owner = sinew__name_table_find(&owners, name);
        if (owner != SINEW_NONE) pass->joints[i].kind = pass->joints[owner].kind;
    }
    return SINEW_OK;
}

// The file's statements about itself: version, generator, units, axes, frame rate.

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
    enum { head = 64 * 1024 };
    const size_t length = strlen(before);
    const char *at = (const char *)pass->bytes, *end = at + (pass->size < head ? pass->size : head);
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

static sinew_result import_scene_facts(import_pass *pass, sinew_error *error)
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

/// Geometry caches may take 1/CACHE_SHARE of the memory: while a model is built, it holds their points up to three
/// times.
enum { CACHE_SHARE = 4 };

static size_t memory_limit(const sinew_import_options *options, size_t size)
{
    if (options && options->memory_limit) return options->memory_limit;
    return sinew__import_memory(size);
}

/// Adds the warnings of the document's reader to those of the import.
static void take_document_warnings(import_pass *pass)
{
    for (size_t i = 0; i < pass->document->warning_count; i++)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_DOCUMENT, pass->document->warnings[i].object,
                           "%s", pass->document->warnings[i].text);
}

/// Assimp refuses earlier versions, so it is not called for them.
enum { OLDEST_FBX_OF_ASSIMP = 7100 };

/// Length of the byte order mark that editors put before UTF-8. Assimp mistakes it for the first word of an FBX.
static size_t count_mark(const import_pass *pass)
{
    return pass->size >= 3 && memcmp(pass->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/// Assimp's scene of an FBX. Without one, the document is sufficient.
static sinew_result read_fbx_scene(import_pass *pass, sinew_error *error)
{
    const sinew_import_options *options = pass->options;
    sinew_error refusal = {0};
    sinew_result result = SINEW_OK;
    const size_t mark = count_mark(pass);
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
                                          pass->known, pass->options, &pass->arena, &pass->scene, &refusal);
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    if (result != SINEW_OK) {
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_IMPORTER_REFUSED, NULL, "Assimp: %s",
                           refusal.message);
        sinew__warn_of_importer_hazards(pass);
        pass->without_assimp = 1;
    }
    if (pass->without_assimp) pass->scene = sinew__assimp_scene_empty();
    return SINEW_OK;
}

static int allocate_document_maps(import_pass *pass)
{
    const size_t count = pass->document->object_count;
    pass->model_joints = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    pass->model_nodes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    pass->document_materials = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    if (pass->arena.failed) return 0;
    for (size_t i = 0; i < count; i++)
        pass->model_joints[i] = pass->model_nodes[i] = pass->document_materials[i] = SINEW_NONE;
    return 1;
}

/// Assimp's own clips, for the engine `assimp`. Their warnings are dropped: the animation of the file is read from the
/// document.
static sinew_result read_node_tracks(import_pass *pass, sinew_error *error)
{
    pass->warnings.is_muted = 1;
    const sinew_result result = sinew__import_clips(pass, error);
    pass->warnings.is_muted = 0;
    return result;
}

static sinew_result run_fbx_stages(import_pass *pass, sinew_error *error)
{
    sinew_result result = sinew__fbx_document_open(&pass->arena, pass->bytes, pass->size, &pass->document, error);
    if (result == SINEW_OK && !allocate_document_maps(pass)) result = sinew__arena_fail(&pass->arena, error);
    if (result == SINEW_OK) result = read_fbx_scene(pass, error);
    if (result == SINEW_OK) result = sinew__import_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__match_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__fbx_joints(pass, error);
    if (result == SINEW_OK) result = sinew__fbx_cameras(pass, error);
    if (result == SINEW_OK) result = sinew__document_materials_read(pass, error);
    if (result == SINEW_OK) result = sinew__join_meshes(pass, error);
    if (result == SINEW_OK) result = read_node_tracks(pass, error);
    if (result == SINEW_OK) result = sinew__fbx_clips(pass, error);
    if (result == SINEW_OK) sinew__fbx_warn_of_constraints(pass);
    if (result == SINEW_OK) sinew__fbx_warn_of_approximations(pass);
    return result;
}

static int is_format(const import_pass *pass, const char *name)
{
    return pass->format.name && strcmp(pass->format.name, name) == 0;
}

static int has_bones(const struct aiScene *scene)
{
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        if (scene->mMeshes[i]->mNumBones) return 1;
    return 0;
}

/// Assimp continues without the skeleton that an Ogre mesh names.
static void warn_of_lost_skeleton(import_pass *pass)
{
    const char *text = (const char *)pass->bytes;
    xml_tag tag;
    if (strcmp(pass->format.extension, "xml") != 0 || has_bones(pass->scene)) return;
    for (size_t at = 0; sinew__xml_next_tag(text, pass->size, at, &tag); at = tag.end) {
        size_t length = 0;
        const char *name =
            sinew__xml_tag_is(&tag, "skeletonlink") ? sinew__xml_attribute(text, &tag, "name", &length) : NULL;
        if (!name) continue;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, NULL,
                           "its skeleton '%.*s' was not found or not read; the mesh does not move",
                           length < 200 ? (int)length : 200, name);
    }
}

/// Where formats of which Assimp reads the first frame alone, or no skeleton, say that they move.
static const struct {
    const char *magic;
    size_t size, at; ///< of the magic; of a number of 32 bits, least significant first
    uint32_t most;   ///< more are lost
    const char *what;
} MOVING[] = {
    {"INTERQUAKEMODEL", 16, 84, 0, "animations"},
    {"INTERQUAKEMODEL", 16, 68, 0, "joints"},
    {"IDP2", 4, 40, 1, "frames"},
    {"IDP3", 4, 76, 1, "frames"},
    {"IDPC", 4, 76, 1, "frames"},
    {"IDPO", 4, 68, 1, "frames"},
};

/// Warns of animation that the importer does not read.
static void warn_of_lost_motion(import_pass *pass)
{
    for (size_t i = 0; i < sizeof MOVING / sizeof *MOVING && pass->scene->mNumAnimations == 0; i++) {
        const size_t at = MOVING[i].at;
        if (pass->size < at + 4 || memcmp(pass->bytes, MOVING[i].magic, MOVING[i].size) != 0) continue;
        uint32_t count = 0;
        for (size_t k = 4; k-- > 0;) count = count << 8 | pass->bytes[at + k];
        if (count <= MOVING[i].most) continue;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, NULL,
                           "its %u %s are not read; the mesh does not move", (unsigned)count, MOVING[i].what);
        return;
    }
}

// ---- X3D ----------------------------------------------------------------------------------------------------------

/// Whether the importer found nothing: neither a mesh nor a node.
static int is_empty(const struct aiScene *scene)
{
    return scene->mNumMeshes == 0 && scene->mRootNode->mNumChildren == 0;
}

/// Fails if the text is not the XML of an X3D scene: Assimp makes an empty scene of anything. It reads XML that is
/// slightly damaged, so only files of which it made nothing are judged.
static sinew_result judge_x3d(const import_pass *pass, sinew_error *error)
{
    if (strcmp(pass->format.extension, "x3d") != 0 || !is_empty(pass->scene)) return SINEW_OK;
    xml_tag tag;
    const char *text = (const char *)pass->bytes;
    if (!sinew__xml_next_tag(text, pass->size, 0, &tag) || !sinew__xml_tag_is(&tag, "X3D"))
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: its first element is not <X3D>; other encodings of X3D "
                           "are not read");
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser) return sinew__fail_memory(error);
    const int is_valid = pass->size <= INT32_MAX && XML_Parse(parser, text, (int)pass->size, 1) == XML_STATUS_OK;
    const char *reason = XML_ErrorString(XML_GetErrorCode(parser));
    const unsigned long line = XML_GetCurrentLineNumber(parser);
    XML_ParserFree(parser);
    if (is_valid) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: invalid XML in line %lu: %s", line,
                       reason ? reason : "too large");
}

// ---- stages -------------------------------------------------------------------------------------------------------

/// Assimp's scene; without the animations of a Collada document for which it refuses the rest.
static sinew_result read_scene(import_pass *pass, sinew_error *error)
{
    sinew_result result = sinew__assimp_scene_read(&pass->format, pass->file_name, pass->bytes, pass->size, pass->known,
                                                   pass->options, &pass->arena, &pass->scene, error);
    if (result == SINEW_ERROR_DAMAGED && is_format(pass, "Collada") && sinew__collada_remove_animations(pass))
        result = sinew__assimp_scene_read(&pass->format, pass->file_name, pass->bytes, pass->size, pass->known,
                                          pass->options, &pass->arena, &pass->scene, NULL);
    return result;
}

static sinew_result run_assimp_stages(import_pass *pass, sinew_error *error)
{
    const int is_collada = is_format(pass, "Collada");
    sinew_result result = SINEW_OK;
    if (is_collada) result = sinew__collada_prepare(pass, error);
    if (is_format(pass, "BVH")) result = sinew__bvh_prepare(pass, error);
    if (is_format(pass, "glTF")) result = sinew__gltf_prepare(pass, error);
    if (is_format(pass, "3DS")) result = sinew__order_3ds_nodes(pass, error);
    if (result == SINEW_OK) result = read_scene(pass, error);
    sinew__gltf_finish(pass);
    if (result == SINEW_OK) result = judge_x3d(pass, error);
    if (result == SINEW_OK) warn_of_lost_skeleton(pass);
    if (result == SINEW_OK) warn_of_lost_motion(pass);
    if (result == SINEW_OK) result = sinew__import_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__import_joints(pass, error);
    if (result == SINEW_OK) result = sinew__import_cameras(pass, error);
    if (result == SINEW_OK) result = sinew__import_textures(pass, error);
    if (result == SINEW_OK) result = sinew__import_materials(pass, error);
    if (result == SINEW_OK) result = sinew__import_meshes(pass, error);
    if (result == SINEW_OK) result = is_collada ? read_node_tracks(pass, error) : sinew__import_clips(pass, error);
    if (result == SINEW_OK && is_collada) result = sinew__collada_clips(pass, error);
    if (result == SINEW_OK && is_collada) sinew__collada_warn_of_nothing(pass);
    if (result == SINEW_OK && is_format(pass, "glTF")) result = sinew__import_gltf_events(pass, error);
    return result;
}

static sinew_result run_stages(import_pass *pass, sinew_error *error)
{
    sinew_result result = sinew__sniff_format(pass->file_name, pass->bytes, pass->size, sinew__assimp_knows_extension,
                                              &pass->format, error);
    if (result != SINEW_OK) return result;
    result = is_format(pass, "FBX") ? run_fbx_stages(pass, error) : run_assimp_stages(pass, error);
    if (result == SINEW_OK) result = camera_targets_mark(pass, error);
    if (result == SINEW_OK) result = import_scene_facts(pass, error);
    if (result == SINEW_OK) result = sinew__import_side_events(pass, error);
    return result == SINEW_OK ? sinew__import_events_finish(pass, error) : result;
}

sinew_result sinew_import_block(const char *name, const void *bytes, size_t size, const sinew_import_options *options,
                                void **out_block, size_t *out_block_size, sinew_error *error)
{
    if (out_block) *out_block = NULL;
    if (SINEW__LACKS_ARGUMENT(error, name, out_block, out_block_size) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    *out_block_size = 0;
    import_pass pass = {.file_name = name, .bytes = bytes, .size = size};
    pass.arena.limit = memory_limit(options, size);
    pass.cache_memory_left = pass.arena.limit / CACHE_SHARE;
    source_record sources;
    source_record_begin(&sources, &pass.arena, options, name, bytes, size);
    pass.options = &sources.options;
    sinew_result result = pass.arena.failed ? sinew__arena_fail(&pass.arena, error) : run_stages(&pass, error);
    if (result == SINEW_OK) {
        pass.raw.sources = sources.items;
        pass.raw.source_count = (int32_t)sources.count;
        if (pass.document) take_document_warnings(&pass);
        sinew__import_warnings_finish(&pass.warnings, &pass.arena, &pass.raw);
        sinew__numbered_names_restore(&pass);
        result = sinew_raw_model_build(&pass.raw, out_block, out_block_size, error);
    }
    if (!options || !options->leave_scene) sinew__assimp_scene_release(pass.scene);
    sinew__join_caches_free(&pass);
    sinew__arena_free(&pass.arena);
    return result;
}
