// Reads the samples of geometry caches: PC2 of 3ds Max, and MC of Maya, in one file or one per frame. Also chooses the
// channel of a mesh.
#include "import/side_files/geometry_cache.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/number.h"

// Collects the samples of a geometry cache in an arena of its own, so that a cache that is too large or damaged can be
// freed without affecting the rest of the import.

static sinew_result fail_arena(const sinew__arena *arena, sinew_error *error)
{
    if (arena->failed != 2) return sinew__fail_memory(error);
    char megabytes[SINEW__NUMBER_SIZE];
    sinew__format_rounded(round((double)arena->limit * 10 / (1 << 20)) / 10, 9, megabytes);
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT,
                       "geometry caches take more than their %s MB; a higher memory limit allows more", megabytes);
}

/// Checks that a file has as many points as the mesh; otherwise SINEW_ERROR_UNSUPPORTED with both numbers.
static sinew_result cache_samples_fit(const cache_samples *samples, uint64_t point_count, sinew_error *error)
{
    if (point_count == samples->point_count) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "it has %llu points, the mesh has %zu",
                       (unsigned long long)point_count, samples->point_count);
}

sinew_result sinew__cache_samples_add(cache_samples *samples, double time, float **out_points, sinew_error *error)
{
    if (samples->count >= INT32_MAX) return sinew__fail(error, SINEW_ERROR_LIMIT, "too many samples");
    sinew_raw_cache_sample *items =
        sinew__arena_grow(samples->arena, samples->items, samples->count, &samples->capacity, sizeof *items);
    float *points = items ? sinew__arena_take(samples->arena, samples->point_count, 3 * sizeof *points) : NULL;
    if (!points) return fail_arena(samples->arena, error);
    samples->items = items;
    items[samples->count++] = (sinew_raw_cache_sample){.timeline = time, .points = points};
    *out_points = points;
    return SINEW_OK;
}

/// A sample with its position in the file, because qsort is not stable.
typedef struct numbered_sample {
    sinew_raw_cache_sample sample;
    size_t number;
} numbered_sample;

static int compare_times(const void *left, const void *right)
{
    const numbered_sample *a = left, *b = right;
    if (a->sample.timeline != b->sample.timeline) return a->sample.timeline < b->sample.timeline ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

sinew_result sinew__cache_samples_finish(cache_samples *samples, const sinew_raw_cache **out_cache, sinew_error *error)
{
    *out_cache = NULL;
    if (samples->count == 0) return SINEW_OK;
    numbered_sample *sorted = SINEW__ARENA_ARRAY(samples->arena, numbered_sample, samples->count);
    sinew_raw_cache *cache = SINEW__ARENA_ARRAY(samples->arena, sinew_raw_cache, 1);
    if (!sorted || !cache) return fail_arena(samples->arena, error);
    for (size_t i = 0; i < samples->count; ++i) sorted[i] = (numbered_sample){samples->items[i], i};
    qsort(sorted, samples->count, sizeof *sorted, compare_times);
    size_t kept = 0;
    for (size_t i = 0; i < samples->count; ++i) {
        if (kept > 0 && samples->items[kept - 1].timeline == sorted[i].sample.timeline) kept--;
        samples->items[kept++] = sorted[i].sample;
    }
    *cache = (sinew_raw_cache){.samples = samples->items, .sample_count = (int32_t)kept};
    *out_cache = cache;
    return SINEW_OK;
}

// PC2, the point cache of 3ds Max: one file, little-endian.
//
//     "POINTCACHE2\0", int32 version, int32 points, float first frame, float frames per sample, int32 samples
//     then samples × points × (x, y, z) floats

static const char magic[12] = "POINTCACHE2";

enum { HEADER_SIZE = 32, POINT_SIZE = 12, VERSION = 1 };

static uint32_t read_word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static float read_float(const unsigned char *bytes)
{
    const uint32_t word = read_word(bytes);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

int sinew__cache_is_pc2(const void *bytes, size_t size)
{
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

sinew_result sinew__cache_pc2_read(const void *bytes, size_t size, double fps, cache_samples *samples,
                                   sinew_error *error)
{
    const unsigned char *at = bytes;
    if (!sinew__cache_is_pc2(bytes, size)) return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a PC2 file");
    if (size < HEADER_SIZE) return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu", size);
    const uint32_t version = read_word(at + 12), points = read_word(at + 16), count = read_word(at + 28);
    const double start = (double)read_float(at + 20), step = (double)read_float(at + 24);
    if (version != VERSION) return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported PC2 version %u", version);
    if (!isfinite(start) || !isfinite(step) || !(step > 0.0))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the times of its samples do not increase");
    const sinew_result fits = cache_samples_fit(samples, points, error);
    if (fits != SINEW_OK) return fits;
    const uint64_t sample_size = (uint64_t)points * POINT_SIZE;
    if (sample_size && count > (size - HEADER_SIZE) / sample_size)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the file ends early: %u samples of %u points in %zu bytes",
                           count, points, size);
    at += HEADER_SIZE;
    for (uint32_t s = 0; s < count && sample_size; ++s) {
        float *out;
        const sinew_result result = sinew__cache_samples_add(samples, (start + step * s) / fps, &out, error);
        if (result != SINEW_OK) return result;
        for (size_t i = 0; i < (size_t)points * 3; i++, at += 4) out[i] = read_float(at);
    }
    return SINEW_OK;
}

enum { FLOAT_VECTOR = 12, DOUBLE_VECTOR = 24 };

typedef struct mc_reader {
    const unsigned char *bytes;
    size_t size, at;
    int is_wide; ///< whether sizes have 64 bits and data is padded to 8 bytes
    // the sample and channel being read:
    double frame_time, time;
    const char *channel;
    int is_in_channel, has_count;
    uint64_t count;
    cache_samples *samples;
    sinew_error *error;
} mc_reader;

typedef struct mc_chunk {
    char tag[5];
    const unsigned char *data;
    size_t size;
    size_t at; ///< offset of the data in the file
} mc_chunk;

static uint64_t read_big_endian(const unsigned char *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; ++i) number = number << 8 | bytes[i];
    return number;
}

static sinew_result fail_damaged(const mc_reader *reader, size_t at, const char *what)
{
    return sinew__fail(reader->error, SINEW_ERROR_DAMAGED, "damaged at byte %zu: %s", at, what);
}

static int chunk_is(const mc_chunk *chunk, const char *tag)
{
    return memcmp(chunk->tag, tag, 4) == 0;
}

/// Reads the header of a chunk and moves to its data.
static sinew_result open_chunk(mc_reader *reader, mc_chunk *out)
{
    const size_t header = reader->is_wide ? 16 : 8, left = reader->size - reader->at;
    if (left < header)
        return sinew__fail(reader->error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu", reader->size);
    const unsigned char *at = reader->bytes + reader->at;
    const uint64_t size = reader->is_wide ? read_big_endian(at + 8, 8) : read_big_endian(at + 4, 4);
    if (size > left - header)
        return sinew__fail(reader->error, SINEW_ERROR_TRUNCATED, "the file ends early, at byte %zu of %llu",
                           reader->size, (unsigned long long)reader->at + header + size);
    *out = (mc_chunk){.data = at + header, .size = (size_t)size, .at = reader->at};
    memcpy(out->tag, at, 4);
    reader->at += header;
    return SINEW_OK;
}

/// Moves past the data of a chunk and its padding, which may be missing at the end of a file.
static void skip_data(mc_reader *reader, const mc_chunk *chunk)
{
    const size_t align = reader->is_wide ? 8 : 4, padding = (align - chunk->size % align) % align;
    reader->at += chunk->size;
    reader->at += padding < reader->size - reader->at ? padding : reader->size - reader->at;
}

/// Enters a group of a known type, so that its chunks are next; skips other groups.
static sinew_result enter_group(mc_reader *reader, const mc_chunk *group)
{
    if (group->size < 4) return fail_damaged(reader, group->at, "a group without a type");
    const int is_header = memcmp(group->data, "CACH", 4) == 0, is_moment = memcmp(group->data, "MYCH", 4) == 0;
    reader->at += is_header || is_moment ? 4 : group->size;
    reader->time = reader->frame_time;
    reader->is_in_channel = reader->has_count = 0;
    return SINEW_OK;
}

/// Whether a chunk contains a name, with or without a terminating NUL.
static int is_named(const mc_chunk *chunk, const char *name)
{
    const size_t length = strlen(name);
    return chunk->size >= length && memcmp(chunk->data, name, length) == 0 &&
           (chunk->size == length || chunk->data[length] == '\0');
}

static sinew_result read_points(mc_reader *reader, const mc_chunk *chunk, size_t vector)
{
    if (!reader->is_in_channel) return SINEW_OK;
    if (chunk->size % vector != 0 || (reader->has_count && reader->count != chunk->size / vector))
        return fail_damaged(reader, chunk->at, "the size of its points does not match their count");
    const size_t count = chunk->size / vector;
    sinew_result result = cache_samples_fit(reader->samples, count, reader->error);
    float *points = NULL;
    if (result == SINEW_OK) result = sinew__cache_samples_add(reader->samples, reader->time, &points, reader->error);
    if (result != SINEW_OK) return result;
    for (size_t i = 0; i < count * 3; ++i)
        if (vector == FLOAT_VECTOR) {
            const uint32_t word = (uint32_t)read_big_endian(chunk->data + i * 4, 4);
            memcpy(&points[i], &word, sizeof word);
        } else {
            const uint64_t word = read_big_endian(chunk->data + i * 8, 8);
            double number;
            memcpy(&number, &word, sizeof word);
            points[i] = (float)number;
        }
    return SINEW_OK;
}

static sinew_result read_chunk(mc_reader *reader, const mc_chunk *chunk)
{
    if (chunk_is(chunk, reader->is_wide ? "FOR8" : "FOR4")) return enter_group(reader, chunk);
    sinew_result result = SINEW_OK;
    if (chunk_is(chunk, "TIME")) {
        if (chunk->size != 4) return fail_damaged(reader, chunk->at, "invalid time");
        reader->time = (double)(int32_t)(uint32_t)read_big_endian(chunk->data, 4) / CACHE_TICKS_PER_SECOND;
    } else if (chunk_is(chunk, "CHNM")) {
        reader->is_in_channel = is_named(chunk, reader->channel);
        reader->has_count = 0;
    } else if (chunk_is(chunk, "SIZE")) {
        if (chunk->size != 4) return fail_damaged(reader, chunk->at, "invalid count");
        reader->count = read_big_endian(chunk->data, 4);
        reader->has_count = 1;
    } else if (chunk_is(chunk, "FVCA")) {
        result = read_points(reader, chunk, FLOAT_VECTOR);
    } else if (chunk_is(chunk, "DVCA")) {
        result = read_points(reader, chunk, DOUBLE_VECTOR);
    } else if ((chunk_is(chunk, "FBCA") || chunk_is(chunk, "DBLA")) && reader->is_in_channel) {
        result = sinew__fail(reader->error, SINEW_ERROR_UNSUPPORTED, "channel '%s' holds single numbers, not points",
                             reader->channel);
    }
    skip_data(reader, chunk);
    return result;
}

static sinew_result begin(mc_reader *reader)
{
    if (reader->size < 4 || (memcmp(reader->bytes, "FOR4", 4) != 0 && memcmp(reader->bytes, "FOR8", 4) != 0))
        return sinew__fail(reader->error, SINEW_ERROR_NOT_A_MODEL, "not a Maya cache");
    reader->is_wide = reader->bytes[3] == '8';
    return SINEW_OK;
}

sinew_result sinew__cache_mc_read(const void *bytes, size_t size, const char *channel, double frame_time,
                                  cache_samples *samples, sinew_error *error)
{
    mc_reader reader = {.bytes = bytes,
                        .size = size,
                        .frame_time = frame_time,
                        .time = frame_time,
                        .channel = channel,
                        .samples = samples,
                        .error = error};
    sinew_result result = begin(&reader);
    while (reader.at < size && result == SINEW_OK) {
        mc_chunk chunk = {0};
        result = open_chunk(&reader, &chunk);
        if (result == SINEW_OK) result = read_chunk(&reader, &chunk);
    }
    return result;
}

// ---- counting -----------------------------------------------------------------------------------------------------

/// The point counts of channels while they are read. A data file lists the channels in the order of the cache's
/// description.
typedef struct channel_counts {
    const cache_description *description;
    uint64_t *counts;
    size_t current, next; ///< index of the channel whose data follows, or channel_count; index at which the search
                          ///< for the next channel begins
} channel_counts;

/// Reads a chunk. Returns 1 if its channel has been counted before, which means that the second sample has begun.
static int count_chunk(channel_counts *counts, const mc_chunk *chunk)
{
    const size_t count = counts->description->channel_count;
    if (chunk_is(chunk, "CHNM")) {
        counts->current = count;
        for (size_t i = 0; i < count && counts->current == count; ++i) {
            const size_t at = (counts->next + i) % count;
            if (is_named(chunk, counts->description->channels[at].name)) counts->current = at;
        }
        if (counts->current < count) counts->next = counts->current + 1;
    }
    const size_t vector = chunk_is(chunk, "FVCA") ? FLOAT_VECTOR : chunk_is(chunk, "DVCA") ? DOUBLE_VECTOR : 0;
    if (!vector || counts->current == count) return 0;
    const int is_repeated = counts->counts[counts->current] != 0;
    if (!is_repeated) counts->counts[counts->current] = chunk->size / vector;
    return is_repeated;
}

sinew_result sinew__cache_mc_count_points(const void *bytes, size_t size, const cache_description *description,
                                          uint64_t *out_counts, sinew_error *error)
{
    mc_reader reader = {.bytes = bytes, .size = size, .error = error};
    channel_counts counts = {.description = description, .counts = out_counts, .current = description->channel_count};
    memset(out_counts, 0, description->channel_count * sizeof *out_counts);
    sinew_result result = begin(&reader);
    for (int is_done = 0; !is_done && reader.at < size && result == SINEW_OK;) {
        mc_chunk chunk = {0};
        result = open_chunk(&reader, &chunk);
        if (result != SINEW_OK) break;
        if (chunk_is(&chunk, reader.is_wide ? "FOR8" : "FOR4")) {
            result = enter_group(&reader, &chunk);
        } else {
            is_done = count_chunk(&counts, &chunk);
            skip_data(&reader, &chunk);
        }
    }
    return result;
}

// Chooses the channel of a Maya geometry cache for a mesh, if none has the name in the FBX.

int sinew__cache_channel_has_points(const cache_channel *channel)
{
    return strcmp(channel->interpretation, "normals") != 0 && strcmp(channel->interpretation, "velocity") != 0;
}

const cache_channel *sinew__cache_channel_named(const cache_description *description, const char *name)
{
    for (size_t i = 0; i < description->channel_count; ++i)
        if (strcmp(description->channels[i].name, name) == 0) return &description->channels[i];
    return NULL;
}

static int fits(const cache_description *description, const uint64_t *counts, uint64_t point_count, size_t i)
{
    return counts[i] == point_count && sinew__cache_channel_has_points(&description->channels[i]);
}

size_t sinew__cache_channels_that_fit(const cache_description *description, const uint64_t *counts,
                                      uint64_t point_count)
{
    size_t count = 0;
    for (size_t i = 0; i < description->channel_count; ++i) count += (size_t)fits(description, counts, point_count, i);
    return count;
}

/// Finds the part of a name that stays the same when a file is referenced or shapes are renamed: the name without
/// "ns:", "group|" and "Shape". Returns its length.
static size_t core_of(const char *name, const char **out)
{
    static const char shape[] = "Shape";
    const size_t end = sizeof shape - 1;
    for (const char *c = name; *c; ++c)
        if (*c == ':' || *c == '|') name = c + 1;
    size_t length = strlen(name);
    if (length > end && strcmp(name + length - end, shape) == 0) length -= end;
    *out = name;
    return length;
}

static int are_alike(const char *a, const char *b)
{
    const char *first, *second;
    const size_t length = core_of(a, &first);
    if (length == 0 || core_of(b, &second) != length) return 0;
    for (size_t i = 0; i < length; ++i)
        if (sinew__ascii_lower(first[i]) != sinew__ascii_lower(second[i])) return 0;
    return 1;
}

const cache_channel *sinew__cache_choose_channel(const cache_description *description, const uint64_t *counts,
                                                 uint64_t point_count, const char *const *names, size_t name_count)
{
    const cache_channel *first = NULL;
    for (size_t i = description->channel_count; i-- > 0;)
        if (fits(description, counts, point_count, i)) first = &description->channels[i];
    for (size_t n = 0; first && n < name_count; ++n)
        for (size_t i = 0; i < description->channel_count; ++i)
            if (fits(description, counts, point_count, i) && are_alike(description->channels[i].name, names[n]))
                return &description->channels[i];
    return first;
}
