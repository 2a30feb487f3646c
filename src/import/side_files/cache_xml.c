// Reads the XML description of a Maya geometry cache.
#include "import/side_files/geometry_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "import/xml_line.h"

enum { LARGEST_FILE = 16 << 20, MOST_CHANNELS = 1 << 16, DEFAULT_TICKS_PER_FRAME = 250 };

typedef struct xml_reader {
    XML_Parser parser;
    sinew__arena *arena;
    cache_description *out;
    cache_channel *channels; ///< [out->channel_count]
    size_t capacity;
    int depth, channels_depth; ///< number of open elements; the depth inside <Channels>, or 0
    int has_type, has_time;
    const char *wrong; ///< the reason why reading stopped
} xml_reader;

static void stop(xml_reader *reader, const char *wrong)
{
    if (!reader->wrong) reader->wrong = wrong;
    XML_StopParser(reader->parser, XML_FALSE);
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0) return attributes[1];
    return NULL;
}

/// Reads a 32-bit integer at the start of `text`. Returns the end of the number, or NULL.
static const char *read_integer(const char *text, int32_t *out)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || errno || number < INT32_MIN || number > INT32_MAX) return NULL;
    *out = (int32_t)number;
    return end;
}

/// Returns an integer attribute; `fallback` if it is missing. Stops reading if it is not an integer.
static int32_t integer(xml_reader *reader, const char **attributes, const char *name, int32_t fallback)
{
    const char *text = attribute(attributes, name);
    if (!text) return fallback;
    int32_t number;
    const char *end = read_integer(text, &number);
    if (end && !*end) return number;
    stop(reader, "an attribute is not an integer");
    return fallback;
}

static void read_type(xml_reader *reader, const char **attributes)
{
    const char *type = attribute(attributes, "Type"), *format = attribute(attributes, "Format");
    if (!type || (strcmp(type, "OneFile") != 0 && strcmp(type, "OneFilePerFrame") != 0))
        stop(reader, "expected a cacheType of OneFile or OneFilePerFrame");
    else if (!format || (strcmp(format, "mcc") != 0 && strcmp(format, "mc") != 0 && strcmp(format, "mcx") != 0))
        stop(reader, "expected a cache format of mcc or mcx");
    else {
        reader->out->is_file_per_frame = strcmp(type, "OneFilePerFrame") == 0;
        reader->out->is_wide = strcmp(format, "mcx") == 0;
        reader->has_type = 1;
    }
}

/// Reads a range such as Range="250-7500"; both numbers may be negative.
static void read_time(xml_reader *reader, const char **attributes)
{
    const char *text = attribute(attributes, "Range");
    cache_description *out = reader->out;
    const char *end = text ? read_integer(text, &out->start) : NULL;
    end = end && *end == '-' ? read_integer(end + 1, &out->end) : NULL;
    if (end && !*end && out->start <= out->end)
        reader->has_time = 1;
    else
        stop(reader, "invalid time range");
}

static void read_ticks_per_frame(xml_reader *reader, const char **attributes)
{
    reader->out->ticks_per_frame = integer(reader, attributes, "TimePerFrame", DEFAULT_TICKS_PER_FRAME);
    if (reader->out->ticks_per_frame <= 0) stop(reader, "the duration of a frame is not positive");
}

static const char *keep_text(xml_reader *reader, const char **attributes, const char *name)
{
    const char *value = attribute(attributes, name);
    const char *copy = value ? sinew__arena_text(reader->arena, value, strlen(value)) : "";
    if (!copy) stop(reader, "out of memory");
    return copy;
}

/// Reads a channel. Without times of its own, it gets the cache's times.
static void read_channel(xml_reader *reader, const char **attributes)
{
    const size_t count = reader->out->channel_count;
    cache_channel *channels = count < MOST_CHANNELS ? sinew__arena_grow(reader->arena, reader->channels, count,
                                                                        &reader->capacity, sizeof *channels)
                                                    : NULL;
    if (!channels) {
        stop(reader, "too many channels");
        return;
    }
    reader->channels = channels;
    cache_channel *channel = &channels[reader->out->channel_count++];
    *channel = (cache_channel){.name = keep_text(reader, attributes, "ChannelName"),
                               .interpretation = keep_text(reader, attributes, "ChannelInterpretation"),
                               .rate = integer(reader, attributes, "SamplingRate", reader->out->ticks_per_frame),
                               .start = integer(reader, attributes, "StartTime", reader->out->start),
                               .end = integer(reader, attributes, "EndTime", reader->out->end)};
    if (channel->rate <= 0 || channel->start > channel->end) stop(reader, "invalid time range or rate of a channel");
}

static void XMLCALL start_element(void *user, const char *name, const char **attributes)
{
    static const struct {
        const char *name;
        void (*read)(xml_reader *reader, const char **attributes);
    } elements[] = {{"cacheType", read_type}, {"time", read_time}, {"cacheTimePerFrame", read_ticks_per_frame}};
    xml_reader *reader = user;
    const int depth = reader->depth++;
    if (depth == 0 && strcmp(name, "Autodesk_Cache_File") != 0) stop(reader, "not a description of a Maya cache");
    if (depth == 1 && strcmp(name, "Channels") == 0) reader->channels_depth = depth + 1;
    for (size_t i = 0; depth == 1 && i < sizeof elements / sizeof *elements; ++i)
        if (strcmp(name, elements[i].name) == 0) elements[i].read(reader, attributes);
    if (reader->channels_depth && depth == reader->channels_depth && strncmp(name, "channel", 7) == 0)
        read_channel(reader, attributes);
}

static void XMLCALL end_element(void *user, const char *name)
{
    xml_reader *reader = user;
    (void)name;
    if (--reader->depth < reader->channels_depth) reader->channels_depth = 0;
}

/// Stops at a document type: caches have none, and without one, entities cannot be expanded.
static void XMLCALL refuse_doctype(void *user, const char *name, const char *system, const char *public, int has_subset)
{
    (void)name, (void)system, (void)public, (void)has_subset;
    stop(user, "unexpected document type");
}

static sinew_result parse(xml_reader *reader, const void *bytes, size_t size, sinew_error *error)
{
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, start_element, end_element);
    XML_SetStartDoctypeDeclHandler(reader->parser, refuse_doctype);
    if (XML_Parse(reader->parser, bytes, (int)size, XML_TRUE) == XML_STATUS_OK && !reader->wrong) return SINEW_OK;
    const enum XML_Error code = XML_GetErrorCode(reader->parser);
    if (reader->arena->failed || code == XML_ERROR_NO_MEMORY) return sinew__fail_memory(error);
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "line %llu: %s", sinew__xml_line(reader->parser),
                       reader->wrong ? reader->wrong : XML_ErrorString(code));
}

sinew_result sinew__cache_xml_read(sinew__arena *arena, const void *bytes, size_t size, cache_description *out,
                                   sinew_error *error)
{
    *out = (cache_description){.ticks_per_frame = DEFAULT_TICKS_PER_FRAME};
    if (size > LARGEST_FILE)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "its description of %zu MB is too large", size >> 20);
    xml_reader reader = {.parser = XML_ParserCreate(NULL), .arena = arena, .out = out};
    if (!reader.parser) return sinew__fail_memory(error);
    const sinew_result result = parse(&reader, bytes, size, error);
    XML_ParserFree(reader.parser);
    out->channels = reader.channels;
    if (result != SINEW_OK) return result;
    if (!reader.has_type) return sinew__fail(error, SINEW_ERROR_DAMAGED, "no cacheType");
    if (!reader.has_time) return sinew__fail(error, SINEW_ERROR_DAMAGED, "no time range");
    return SINEW_OK;
}
