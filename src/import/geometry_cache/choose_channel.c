#include "import/geometry_cache/choose_channel.h"

#include <string.h>

#include "base/ascii.h"

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

/// Finds the part of a name that stays the same when a file is referenced or its shapes are renamed: without "ns:",
/// "group|" and "Shape". Returns its length.
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
