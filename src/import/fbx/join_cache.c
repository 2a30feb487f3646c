// Reads the geometry cache of a mesh, which a vertex cache deformer refers to, from side files.
#include "import/fbx/join_parts.h"
#include "import/import_block.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/side_files.h"
#include "import/side_files/geometry_cache.h"

/// Number of consecutive missing files after which a cache with one file per frame ends.
enum { MISSING_IN_A_ROW = 16 };

/// Largest length of a file name in bytes; no file system allows longer ones.
enum { MAX_NAME = 255 };

/// The state while the cache of one deformer is read.
typedef struct cache_reader {
    import_pass *pass;
    const joined_mesh *mesh;
    const char *name;        ///< name of the file that the Cache object refers to, without folders
    const char *channel;     ///< channel that the deformer refers to, or ""
    char file[MAX_NAME + 1]; ///< the file read last, for messages
    cache_samples samples;
    int is_other; ///< whether the channel does not contain positions
    int missing_frames;
    char first_missing[MAX_NAME + 1];
} cache_reader;

// ---- files -------------------------------------------------------------------------------------------------------

typedef struct cache_file {
    void *bytes; ///< allocated
    size_t size;
} cache_file;

/// Reads a side file. The caller frees *out, even after a failure.
static sinew_result open_file(cache_reader *reader, const char *name, cache_file *out, sinew_error *error)
{
    *out = (cache_file){0};
    if (snprintf(reader->file, sizeof reader->file, "%s", name) > MAX_NAME)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "its name has more than %d bytes", MAX_NAME);
    const sinew__import_options *options = reader->pass->options;
    sinew_result result = SINEW_ERROR_NOT_FOUND;
    if (options && options->side_file) result = options->side_file(options->user, name, &out->bytes, &out->size);
    if (result != SINEW_OK) out->bytes = NULL;
    if (result == SINEW_ERROR_NOT_FOUND) return sinew__fail(error, result, "no such file beside the model");
    return result == SINEW_OK ? result : sinew__fail(error, result, "%s", sinew_result_text(result));
}

// ---- Maya --------------------------------------------------------------------------------------------------------

/// Returns the length of the cache's name without extension, with which the names of its data files begin.
static int stem_length(const cache_reader *reader)
{
    const char *dot = strrchr(reader->name, '.');
    return (int)(dot ? dot - reader->name : (ptrdiff_t)strlen(reader->name));
}

static void name_one_file(const cache_reader *reader, const cache_description *description, int stem, char *out,
                          size_t size)
{
    snprintf(out, size, "%.*s.%s", stem, reader->name, description->is_wide ? "mcx" : "mc");
}

/// Writes the name of a data file: "clothFrame12.mc", or "clothFrame12Tick125.mc" between frames.
static void name_frame(const cache_reader *reader, const cache_description *description, int stem, int64_t ticks,
                       char *out, size_t size)
{
    int64_t frame = ticks / description->ticks_per_frame, tick = ticks % description->ticks_per_frame;
    if (tick < 0) frame--, tick += description->ticks_per_frame;
    char between[32] = "";
    if (tick) snprintf(between, sizeof between, "Tick%lld", (long long)tick);
    snprintf(out, size, "%.*sFrame%lld%s.%s", stem, reader->name, (long long)frame, between,
             description->is_wide ? "mcx" : "mc");
}

static sinew_result read_frames(cache_reader *reader, const cache_description *description,
                                const cache_channel *channel, int stem, sinew_error *error)
{
    int in_a_row = 0;
    sinew_result result = SINEW_OK;
    for (int64_t ticks = channel->start; ticks <= channel->end && in_a_row < MISSING_IN_A_ROW; ticks += channel->rate) {
        char name[MAX_NAME + 1];
        name_frame(reader, description, stem, ticks, name, sizeof name);
        cache_file file;
        result = open_file(reader, name, &file, error);
        const int is_missing = result == SINEW_ERROR_NOT_FOUND;
        in_a_row = is_missing ? in_a_row + 1 : 0;
        if (is_missing && reader->missing_frames++ == 0)
            snprintf(reader->first_missing, sizeof reader->first_missing, "%s", name);
        if (result == SINEW_OK)
            result = sinew__cache_mc_read(file.bytes, file.size, channel->name, (double)ticks / CACHE_TICKS_PER_SECOND,
                                          &reader->samples, error);
        sinew_free(file.bytes);
        if (result != SINEW_OK && !is_missing) return result;
    }
    return reader->samples.count ? SINEW_OK : result;
}

/// Sets *out to a channel with as many points as the mesh. Call it if no channel has the name that the deformer refers
/// to.
static sinew_result choose_channel(cache_reader *reader, const cache_description *description,
                                   const cache_channel **out, sinew_error *error)
{
    const size_t points = reader->samples.point_count;
    uint64_t *counts = SINEW__ARENA_ARRAY(reader->samples.arena, uint64_t, description->channel_count);
    if (!counts) return sinew__arena_fail(reader->samples.arena, error);
    char name[MAX_NAME + 1]; // name of the first data file
    const int stem = stem_length(reader);
    if (description->is_file_per_frame)
        name_frame(reader, description, stem, description->channels[0].start, name, sizeof name);
    else
        name_one_file(reader, description, stem, name, sizeof name);
    cache_file file;
    sinew_result result = open_file(reader, name, &file, error);
    if (result == SINEW_OK) result = sinew__cache_mc_count_points(file.bytes, file.size, description, counts, error);
    sinew_free(file.bytes);
    if (result != SINEW_OK) return result;
    const char *const names[] = {reader->channel, reader->mesh->geometry.object->name, reader->mesh->raw->object};
    *out = sinew__cache_choose_channel(description, counts, points, names, sizeof names / sizeof *names);
    if (!*out)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "channel '%s' not found, and none of %zu points",
                           reader->channel, points);
    const size_t fitting = sinew__cache_channels_that_fit(description, counts, points);
    import_pass *pass = reader->pass;
    if (*reader->channel || fitting > 1)
        sinew__import_warn(
            pass, IMPORT_WARNING_CACHE_CHANNEL, reader->mesh->raw->object,
            "its geometry cache '%s' has no channel '%s'; '%s', %s of %zu with as many points as the mesh, is used",
            reader->name, reader->channel, (*out)->name, fitting == 1 ? "the only one" : "one", fitting);
    return SINEW_OK;
}

static sinew_result read_maya(cache_reader *reader, const cache_file *file, sinew_error *error)
{
    cache_description description;
    sinew_result result = sinew__cache_xml_read(reader->samples.arena, file->bytes, file->size, &description, error);
    if (result != SINEW_OK) return result;
    if (description.channel_count == 0) return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "it has no channels");
    const cache_channel *channel = *reader->channel ? sinew__cache_channel_named(&description, reader->channel) : NULL;
    if (!channel) result = choose_channel(reader, &description, &channel, error);
    if (result != SINEW_OK) return result;
    reader->is_other = !sinew__cache_channel_has_points(channel);
    if (reader->is_other) return SINEW_OK;
    const int stem = stem_length(reader);
    if (description.is_file_per_frame) return read_frames(reader, &description, channel, stem, error);
    char name[MAX_NAME + 1];
    name_one_file(reader, &description, stem, name, sizeof name);
    cache_file data;
    result = open_file(reader, name, &data, error);
    if (result == SINEW_OK)
        result = sinew__cache_mc_read(data.bytes, data.size, channel->name, 0.0, &reader->samples, error);
    sinew_free(data.bytes);
    return result;
}

// ---- deformers ---------------------------------------------------------------------------------------------------

static sinew_result read_cache(cache_reader *reader, const sinew_raw_cache **out_cache, sinew_error *error)
{
    *out_cache = NULL;
    cache_file file;
    sinew_result result = open_file(reader, reader->name, &file, error);
    if (result == SINEW_OK)
        result = sinew__cache_is_pc2(file.bytes, file.size)
                     ? sinew__cache_pc2_read(file.bytes, file.size, reader->pass->document->settings.fps,
                                             &reader->samples, error)
                     : read_maya(reader, &file, error);
    sinew_free(file.bytes);
    if (result != SINEW_OK || reader->is_other) return result;
    result = sinew__cache_samples_finish(&reader->samples, out_cache, error);
    if (result == SINEW_OK && !*out_cache)
        result = sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "no points of this mesh found");
    return result;
}

/// Warns of missing frames and of deformers that the cache replaces.
static void warn_about(const cache_reader *reader)
{
    import_pass *pass = reader->pass;
    const char *object = reader->mesh->raw->object;
    if (reader->missing_frames)
        sinew__import_warn(pass, IMPORT_WARNING_CACHE_UNUSED, object,
                           "%d frames of its geometry cache are missing, '%s' first; they are interpolated",
                           reader->missing_frames, reader->first_missing);
    const fbx_connections deformers = sinew__fbx_sources(pass->document, reader->mesh->geometry.object);
    for (size_t i = 0; i < deformers.count; ++i) {
        const fbx_object *other = deformers.items[i].source;
        if (sinew__fbx_object_is(other, FBX_DEFORMER, "Skin") ||
            sinew__fbx_object_is(other, FBX_DEFORMER, "BlendShape"))
            sinew__import_warn(pass, IMPORT_WARNING_CACHE_REPLACES, object, "its geometry cache '%s' replaces its %s",
                               reader->name, strcmp(other->subclass, "Skin") == 0 ? "skin" : "shapes");
    }
}

/// Reads the cache of a deformer into an arena of its own, which is freed at once if the cache is not used. *out_done
/// is whether further deformers need not be tried.
static sinew_result try_deformer(import_pass *pass, const joined_mesh *mesh, const fbx_object *deformer,
                                 const fbx_object *cache, int *out_done, sinew_error *error)
{
    import_cache_memory *memory = SINEW__ARENA_ARRAY(&pass->arena, import_cache_memory, 1);
    // The Cache object has two paths of the file; only the name is used, not the folders of the author's machine.
    fbx_bytes path = sinew__fbx_property_text(cache, FBX_PROPERTY_CACHE_FILE_NAME);
    if (path.size == 0) path = sinew__fbx_property_text(cache, FBX_PROPERTY_CACHE_ABSOLUTE_FILE_NAME);
    const fbx_bytes channel = sinew__fbx_property_text(deformer, FBX_PROPERTY_CHANNEL_NAME);
    const char *file = sinew__arena_text(&pass->arena, path.bytes, path.size);
    cache_reader reader = {
        .pass = pass, .mesh = mesh, .channel = sinew__arena_text(&pass->arena, channel.bytes, channel.size)};
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    reader.name = sinew__base_name(file);
    memory->arena.limit = pass->cache_memory_left ? pass->cache_memory_left : 1; // 0 would mean no limit
    reader.samples = (cache_samples){.arena = &memory->arena, .point_count = mesh->geometry.point_count};
    sinew_error why = {0};
    const sinew_result result = read_cache(&reader, &mesh->raw->cache, &why);
    *out_done = !reader.is_other;
    if (mesh->raw->cache) {
        pass->cache_memory_left -= memory->arena.used;
        memory->next = pass->caches;
        pass->caches = memory;
        warn_about(&reader);
        return SINEW_OK;
    }
    const int is_over_limit = memory->arena.failed == 2;
    sinew__arena_free(&memory->arena);
    if (result == SINEW_ERROR_OUT_OF_MEMORY && !is_over_limit) return sinew__fail_memory(error);
    if (result != SINEW_OK)
        sinew__import_warn(pass, IMPORT_WARNING_CACHE_UNUSED, mesh->raw->object,
                           "its geometry cache '%s' is not used: %s", reader.file, why.message);
    return SINEW_OK;
}

sinew_result sinew__join_cache(import_pass *pass, const joined_mesh *mesh, sinew_error *error)
{
    const fbx_connections deformers = sinew__fbx_sources(pass->document, mesh->geometry.object);
    sinew_result result = SINEW_OK;
    int is_done = 0;
    for (size_t i = 0; i < deformers.count && !is_done && result == SINEW_OK; ++i) {
        const fbx_object *deformer = deformers.items[i].source;
        if (!sinew__fbx_object_is(deformer, FBX_DEFORMER, "VertexCacheDeformer")) continue;
        const fbx_object *cache = sinew__fbx_source_of(pass->document, deformer, FBX_CACHE);
        if (cache && sinew__fbx_property_integer(deformer, FBX_PROPERTY_ACTIVE, 1))
            result = try_deformer(pass, mesh, deformer, cache, &is_done, error);
    }
    return result;
}

void sinew__join_caches_free(import_pass *pass)
{
    for (import_cache_memory *memory = pass->caches; memory; memory = memory->next) sinew__arena_free(&memory->arena);
    pass->caches = NULL;
}
