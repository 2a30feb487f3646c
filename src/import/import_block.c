// Runs the stages of an import in order: bytes → raw model → block. Also bakes the clips of a block.

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "author/bake/bake_block.h"
#include "core/base/affine.h"
#include "core/base/arena.h"
#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/platform/side_files.h"
#include "fbx/fbx_parse.h"
#include "import/fbx/join_parts.h"
#include "import/import_block.h"
#include "import/import_file.h"
#include "import/import_pass.h"
#include "import/import_stages.h"
#include "import/name_table.h"
#include "runtime/model/block.h"
#include "runtime/model/make_model.h"
#include "sinew/import.h"
#include "sinew/raw_model.h"

// Records the files that a model was read from, the model file and every side file, with size and hash.

/// The record of the files that an import reads. `given` are the caller's options; `options` are these with callbacks
/// that also record the files.
typedef struct source_record {
    sinew__import_options options;
    sinew__import_options given;
    sinew__arena *arena;
    sinew_raw_source *items; ///< [count] the model file is first
    size_t count, capacity;
} source_record;

/// Adds a file unless one of that name was added. Out of memory is reported by arena->failed.
static void add(source_record *record, const char *name, const void *bytes, size_t size)
{
    for (size_t i = 0; i < record->count; ++i)
        if (strcmp(record->items[i].name, name) == 0) return;
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
    if (result == SINEW_OK) add(record, sinew__base_name(name), *out_bytes, *out_size);
    return result;
}

static void pass_on(void *user)
{
    const source_record *record = user;
    record->given.before_assimp(record->given.user);
}

/// Starts the record with the model file. `given` may be NULL. Out of memory is reported by arena->failed.
static void source_record_begin(source_record *record, sinew__arena *arena, const sinew__import_options *given,
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

/// Sets the kind of each joint called `NAME.Target` to the kind of the camera or light NAME. 3ds Max writes such nodes;
/// they are not part of the character and often far away from it.
static sinew_result camera_targets_mark(import_pass *pass, sinew_error *error)
{
    static const char suffix[] = ".Target";
    name_table owners;
    if (!sinew__name_table_create(&pass->arena, (size_t)pass->raw.joint_count, &owners))
        return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const sinew_raw_joint *joint = &pass->joints[i];
        if ((joint->kind == SINEW_JOINT_CAMERA || joint->kind == SINEW_JOINT_LIGHT) && joint->name)
            sinew__name_table_add(&owners, joint->name, i);
    }
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) {
        const char *full = pass->joints[i].name ? pass->joints[i].name : ""; // helper joints have no names
        const size_t length = strlen(full), end = sizeof suffix - 1;
        if (length <= end || strcmp(full + length - end, suffix) != 0) continue;
        const char *name = sinew__arena_text(&pass->arena, full, length - end);
        if (!name) return sinew__arena_fail(&pass->arena, error);
        const int32_t owner = sinew__name_table_find(&owners, name);
        if (owner != SINEW_NONE) pass->joints[i].kind = pass->joints[owner].kind;
    }
    return SINEW_OK;
}

// Reads the file's properties: version, generator, units, axes, frame rate.

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

/// Fills the format, the file's properties and the transform of the root.
static sinew_result scene_facts(import_pass *pass, sinew_error *error)
{
    sinew_raw_model *raw = &pass->raw;
    raw->format = pass->format.name ? pass->format.name : pass->format.extension;
    raw->encoding = pass->format.encoding;
    if (pass->document)
        fbx_facts(pass);
    else if (!sinew__import_is(pass, "glTF"))
        sinew__assimp_facts(pass);
    if (raw->node_count > 0) raw->root = pass->nodes[0].local;
    if (pass->without_assimp) raw->node_count = 0;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}

/// Geometry caches may use 1 / CACHE_SHARE of the memory limit, because a model has up to three copies of their points
/// while it is built.
enum { CACHE_SHARE = 4 };

static sinew_result run_fbx_stages(import_pass *pass, sinew_error *error)
{
    sinew_result result = sinew__fbx_document_open(&pass->arena, pass->bytes, pass->size, &pass->document, error);
    if (result != SINEW_OK) return result;
    const size_t count = pass->document->object_count;
    pass->model_joints = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    pass->model_nodes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    pass->document_materials = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < count; ++i)
        pass->model_joints[i] = pass->model_nodes[i] = pass->document_materials[i] = SINEW_NONE;
    result = sinew__assimp_read_fbx(pass, error);
    if (result == SINEW_OK) result = sinew__import_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__match_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__fbx_joints(pass, error);
    if (result == SINEW_OK) result = sinew__fbx_cameras(pass, error);
    if (result == SINEW_OK) result = sinew__document_materials_read(pass, error);
    if (result == SINEW_OK) result = sinew__join_meshes(pass, error);
    if (result == SINEW_OK) result = sinew__import_node_tracks(pass, error);
    sinew__assimp_release(pass); // frees memory for the keys of the document
    if (result == SINEW_OK) result = sinew__fbx_clips(pass, error);
    if (result == SINEW_OK) sinew__fbx_warn_of_constraints(pass);
    if (result == SINEW_OK) sinew__fbx_warn_of_approximations(pass);
    return result;
}

static sinew_result run_stages(import_pass *pass, sinew_error *error)
{
    sinew_result result = sinew__sniff_format(pass->file_name, pass->bytes, pass->size, sinew__assimp_knows_extension,
                                              &pass->format, error);
    if (result != SINEW_OK) return result;
    result = sinew__import_is(pass, "FBX")    ? run_fbx_stages(pass, error)
             : sinew__import_is(pass, "glTF") ? sinew__gltf_stages(pass, error)
                                              : sinew__assimp_stages(pass, error);
    if (result == SINEW_OK) result = camera_targets_mark(pass, error);
    if (result == SINEW_OK) result = scene_facts(pass, error);
    if (result == SINEW_OK) result = sinew__import_side_events(pass, error);
    return result == SINEW_OK ? sinew__import_events_finish(pass, error) : result;
}

/// Frees everything that the raw model points to.
static void release(void *user)
{
    import_pass *pass = user;
    sinew__gltf_release(pass);
    if (!pass->options->leave_scene) sinew__assimp_release(pass);
    sinew__join_caches_free(pass);
    sinew__arena_free(&pass->arena);
    *pass = (import_pass){.arena.limit = pass->arena.limit, .options = pass->options};
}

sinew_result sinew__import_block(const char *name, const void *bytes, size_t size, const sinew__import_options *options,
                                 void **out_block, size_t *out_block_size, sinew_error *error)
{
    if (out_block) *out_block = NULL;
    if (SINEW__LACKS_ARGUMENT(error, name, out_block, out_block_size) || (size && SINEW__LACKS_ARGUMENT(error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    *out_block_size = 0;
    import_pass pass = {.file_name = name, .bytes = bytes, .size = size};
    pass.arena.limit = options && options->memory_limit ? options->memory_limit : sinew__import_memory(size);
    pass.cache_memory_left = pass.arena.limit / CACHE_SHARE;
    source_record sources;
    source_record_begin(&sources, &pass.arena, options, name, bytes, size);
    pass.options = &sources.options;
    sinew_result result = pass.arena.failed ? sinew__arena_fail(&pass.arena, error) : run_stages(&pass, error);
    if (result == SINEW_OK) {
        pass.raw.sources = sources.items;
        pass.raw.source_count = (int32_t)sources.count;
        for (size_t i = 0; pass.document && i < pass.document->warning_count; ++i)
            sinew__import_warn(&pass, IMPORT_WARNING_DOCUMENT, pass.document->warnings[i].object, "%s",
                               pass.document->warnings[i].text);
        sinew__import_warnings_finish(&pass);
        sinew__numbered_names_restore(&pass);
        const int keeps_document = pass.document && pass.options->keep_document; // keeping the document needs the pass
        result =
            sinew__raw_model_pack(&pass.raw, keeps_document ? NULL : release, &pass, out_block, out_block_size, error);
        if (result == SINEW_OK && keeps_document)
            result = sinew__keep_document(&pass, out_block, out_block_size, error);
        if (result != SINEW_OK) {
            sinew_free(*out_block);
            *out_block = NULL;
        }
    }
    release(&pass);
    return result;
}

// Bakes the clips of a block that an importer made.

static void keep(void *block, size_t size)
{
    (void)block;
    (void)size;
}

void sinew__bake_block(const sinew_bake_options *options, void **block, size_t *size)
{
    sinew_model *model;
    void *baked = NULL;
    size_t baked_size = 0;
    if (sinew__model_from_memory(*block, *size, keep, SINEW__BLOCK_MODEL, NULL, &model, NULL) != SINEW_OK)
        return; // whoever loads the block reports the reason
    const int done = model->clip_count > 0 && model->joint_count > 0 &&
                     sinew__baked_block(model, options, &baked, &baked_size, NULL) == SINEW_OK;
    sinew_model_destroy(model);
    if (!done) return;
    sinew_free(*block);
    *block = baked;
    *size = baked_size;
}
