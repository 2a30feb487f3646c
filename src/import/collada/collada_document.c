// Reads the parts of a Collada document that Assimp drops: animations with all their sources, and the transforms of
// each node.
#include "import/collada/collada.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/printable.h"
#include "fbx/fbx_parse.h"

/// A document while it is read.
typedef struct document_reader {
    import_pass *pass;
    collada_document *out;
    const collada_text *document;
} document_reader;

static const char *reference_text(const document_reader *reader, const xml_tag *tag, const char *name)
{
    return sinew__xml_reference(&reader->pass->arena, reader->document, tag, name);
}

// ---- numbers and words --------------------------------------------------------------------------------------------

/// Finds the next word of [*at, size). Returns its length; 0 at the end.
static size_t next_word(const char *text, size_t size, size_t *at)
{
    while (*at < size && sinew__ascii_is_space(text[*at])) ++*at;
    size_t to = *at;
    while (to < size && !sinew__ascii_is_space(text[to])) to++;
    return to - *at;
}

static size_t count_words(const char *text, size_t size)
{
    size_t count = 0, length;
    for (size_t at = 0; (length = next_word(text, size, &at)) > 0; at += length) count++;
    return count;
}

/// Returns a word as a number; NaN if it is not a number.
static double number_of(const char *word, size_t length)
{
    double number;
    int64_t integer;
    int is_integer;
    const char *after = sinew__fbx_parse_number(word, word + length, &number, &integer, &is_integer);
    return after == word + length && isfinite(number) ? number : (double)NAN;
}

int sinew__collada_read_numbers(import_pass *pass, collada_source *source)
{
    if (source->numbers) return 1;
    const size_t count = count_words(source->text, source->size);
    source->numbers = SINEW__ARENA_ARRAY(&pass->arena, double, count);
    if (!source->numbers) return 0;
    source->number_count = 0;
    size_t length;
    for (size_t at = 0; (length = next_word(source->text, source->size, &at)) > 0; at += length)
        source->numbers[source->number_count++] = number_of(source->text + at, length);
    return 1;
}

int sinew__collada_read_words(import_pass *pass, collada_source *source)
{
    static const char *const names[COLLADA_OTHER_INTERPOLATION] = {"LINEAR", "STEP", "BEZIER", "HERMITE"};
    if (source->words) return 1;
    const size_t count = count_words(source->text, source->size);
    source->words = SINEW__ARENA_ARRAY(&pass->arena, uint8_t, count);
    if (!source->words) return 0;
    source->number_count = 0;
    size_t length;
    for (size_t at = 0; (length = next_word(source->text, source->size, &at)) > 0; at += length) {
        uint8_t kind = 0;
        while (kind < COLLADA_OTHER_INTERPOLATION &&
               (strlen(names[kind]) != length || memcmp(names[kind], source->text + at, length) != 0))
            ++kind;
        source->words[source->number_count++] = kind;
    }
    return 1;
}

/// Returns the number in an attribute, or `otherwise`.
static double attribute_number(const document_reader *reader, const xml_tag *tag, const char *name, double otherwise)
{
    size_t length;
    const char *value = sinew__xml_attribute(reader->document, tag, name, &length);
    const double number = value ? number_of(value, length) : (double)NAN;
    return isfinite(number) ? number : otherwise;
}

static size_t attribute_size(const document_reader *reader, const xml_tag *tag, const char *name, size_t otherwise)
{
    const double number = attribute_number(reader, tag, name, -1.0);
    return number >= 0.0 && number <= INT32_MAX ? (size_t)number : otherwise;
}

// ---- animations ---------------------------------------------------------------------------------------------------

static int count_animations(const document_reader *reader)
{
    size_t sources = 0, samplers = 0, channels = 0, animations = 0, clips = 0, uses = 0;
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(reader->document, &at, &tag);) {
        if (tag.closes) continue;
        sources += (size_t)sinew__xml_tag_is(&tag, "source");
        samplers += (size_t)sinew__xml_tag_is(&tag, "sampler");
        channels += (size_t)sinew__xml_tag_is(&tag, "channel");
        animations += (size_t)sinew__xml_tag_is(&tag, "animation");
        clips += (size_t)sinew__xml_tag_is(&tag, "animation_clip");
        uses += (size_t)sinew__xml_tag_is(&tag, "instance_animation");
    }
    sinew__arena *arena = &reader->pass->arena;
    collada_document *out = reader->out;
    out->sources = SINEW__ARENA_ARRAY(arena, collada_source, sources);
    out->samplers = SINEW__ARENA_ARRAY(arena, collada_sampler, samplers);
    out->channels = SINEW__ARENA_ARRAY(arena, collada_channel, channels);
    out->animations = SINEW__ARENA_ARRAY(arena, collada_animation, animations);
    out->clips = SINEW__ARENA_ARRAY(arena, collada_clip, clips);
    out->uses = SINEW__ARENA_ARRAY(arena, const char *, uses);
    return !arena->failed && sinew__name_table_create(arena, sources, &out->source_ids) &&
           sinew__name_table_create(arena, samplers, &out->sampler_ids) &&
           sinew__name_table_create(arena, animations, &out->animation_ids);
}

/// Returns the key of a sampler in the table; it contains the animation, because some programs use the same id in each
/// animation.
static const char *sampler_key(const document_reader *reader, int32_t animation, const char *id)
{
    return sinew__arena_format(&reader->pass->arena, "%d %s", (int)animation, id);
}

/// Reads a library of animations from `at`. Returns the position after it; 0 when out of memory.
static size_t read_library(document_reader *reader, size_t at)
{
    static const char *const semantics[COLLADA_INPUT_COUNT] = {"INPUT", "OUTPUT", "INTERPOLATION", "IN_TANGENT",
                                                               "OUT_TANGENT"};
    collada_document *out = reader->out;
    xml_tag tag;
    int32_t open = SINEW_NONE; // animation
    int is_in_sampler = 0, is_in_source = 0;
    while (sinew__xml_next_tag(reader->document, &at, &tag) && !sinew__xml_tag_is(&tag, "library_animations")) {
        const int is_sampler = sinew__xml_tag_is(&tag, "sampler"), is_source = sinew__xml_tag_is(&tag, "source");
        const int is_animation = sinew__xml_tag_is(&tag, "animation");
        if (is_sampler) is_in_sampler = !tag.closes && !tag.is_empty;
        if (is_source) is_in_source = !tag.closes && !tag.is_empty;
        if (tag.closes && is_animation && open != SINEW_NONE) open = out->animations[open].parent;
        if (tag.closes) continue;
        collada_source *source = is_in_source && !is_source ? &out->sources[out->source_count - 1] : NULL;
        if (is_animation) {
            const char *id = reference_text(reader, &tag, "id");
            if (!id) return 0;
            out->animations[out->animation_count] = (collada_animation){.id = id, .parent = open};
            if (*id) sinew__name_table_add(&out->animation_ids, id, out->animation_count);
            if (!tag.is_empty) open = out->animation_count;
            ++out->animation_count;
        } else if (is_source) {
            const char *id = reference_text(reader, &tag, "id");
            if (!id) return 0;
            out->sources[out->source_count] = (collada_source){.text = "", .stride = 1};
            sinew__name_table_add(&out->source_ids, id, out->source_count++);
        } else if (source && !tag.is_empty &&
                   (sinew__xml_tag_is(&tag, "float_array") || sinew__xml_tag_is(&tag, "Name_array") ||
                    sinew__xml_tag_is(&tag, "IDREF_array"))) {
            source->text = sinew__xml_text_after(reader->document, &tag, &source->size);
        } else if (source && sinew__xml_tag_is(&tag, "accessor")) {
            source->stride = attribute_size(reader, &tag, "stride", 1);
            source->offset = attribute_size(reader, &tag, "offset", 0);
            if (source->stride == 0) source->stride = 1;
        } else if (is_sampler) {
            const char *id = reference_text(reader, &tag, "id"), *key = id ? sampler_key(reader, open, id) : NULL;
            if (!key) return 0;
            collada_sampler *sampler = &out->samplers[out->sampler_count];
            *sampler = (collada_sampler){.is_ordered = 0};
            for (int i = 0; i < COLLADA_INPUT_COUNT; ++i) sampler->inputs[i] = "";
            sinew__name_table_add(&out->sampler_ids, key, out->sampler_count++);
        } else if (is_in_sampler && sinew__xml_tag_is(&tag, "input")) {
            const char *semantic = reference_text(reader, &tag, "semantic");
            const char *id = reference_text(reader, &tag, "source");
            if (!semantic || !id) return 0;
            for (int i = 0; i < COLLADA_INPUT_COUNT; ++i)
                if (strcmp(semantic, semantics[i]) == 0) out->samplers[out->sampler_count - 1].inputs[i] = id;
        } else if (sinew__xml_tag_is(&tag, "channel")) {
            collada_channel *channel = &out->channels[out->channel_count++];
            *channel = (collada_channel){.sampler = reference_text(reader, &tag, "source"),
                                         .target = reference_text(reader, &tag, "target"),
                                         .animation = open,
                                         .transform = SINEW_NONE};
            if (!channel->sampler || !channel->target) return 0;
        }
    }
    return at;
}

int sinew__collada_read_animations(import_pass *pass, const collada_text *document)
{
    pass->collada = SINEW__ARENA_ARRAY(&pass->arena, collada_document, 1);
    document_reader reader = {.pass = pass, .out = pass->collada, .document = document};
    if (!pass->collada || !count_animations(&reader)) return 0;
    collada_document *out = reader.out;
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        if (tag.closes) continue;
        if (sinew__xml_tag_is(&tag, "library_animations") && !tag.is_empty) at = read_library(&reader, at);
        if (at == 0) return 0;
        if (sinew__xml_tag_is(&tag, "animation_clip")) {
            const char *id = reference_text(&reader, &tag, "id"), *name = reference_text(&reader, &tag, "name");
            if (!id || !name) return 0;
            out->clips[out->clip_count++] =
                (collada_clip){.name = *name ? name : id,
                               .start = attribute_number(&reader, &tag, "start", (double)NAN),
                               .end = attribute_number(&reader, &tag, "end", (double)NAN),
                               .first_use = out->use_count,
                               .last_use = out->use_count};
        }
        if (!sinew__xml_tag_is(&tag, "instance_animation") || out->clip_count == 0) continue;
        out->uses[out->use_count] = reference_text(&reader, &tag, "url");
        if (!out->uses[out->use_count++]) return 0;
        out->clips[out->clip_count - 1].last_use = out->use_count;
    }
    for (int32_t i = 0; i < out->channel_count; ++i) {
        collada_channel *channel = &out->channels[i];
        const char *key = sampler_key(&reader, channel->animation, channel->sampler);
        if (!key) return 0;
        channel->sampler_index = sinew__name_table_find(&out->sampler_ids, key);
    }
    for (int32_t i = 0; i < out->sampler_count; ++i)
        for (int k = 0; k < COLLADA_INPUT_COUNT; ++k) {
            const int32_t source = sinew__name_table_find(&out->source_ids, out->samplers[i].inputs[k]);
            if (source != SINEW_NONE) out->samplers[i].sources[k] = &out->sources[source];
        }
    return 1;
}

// ---- names --------------------------------------------------------------------------------------------------------

/// Decodes a reference `&name;` that XML defines, at `from`, to its character at *to. Returns the position after it;
/// `from` if none exists.
static const char *decode_reference(const char *from, char **to)
{
    static const struct {
        const char *name;
        char character;
    } references[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof references / sizeof *references; ++i)
        if (strncmp(from, references[i].name, strlen(references[i].name)) == 0) {
            *(*to)++ = references[i].character;
            return from + strlen(references[i].name);
        }
    if (from[1] != '#') return from;
    const int is_hex = from[2] == 'x';
    char *end;
    const unsigned long character = strtoul(from + 2 + is_hex, &end, is_hex ? 16 : 10);
    const int is_character = character > 0 && character <= 0x10ffff;
    const size_t length =
        *end == ';' && end - from < 12 && is_character ? sinew__utf8_encode((uint32_t)character, *to) : 0;
    *to += length;
    return length ? end + 1 : from;
}

/// Returns a tag's name as Assimp reads it, with references to characters decoded. NULL when out of memory.
static const char *name_text(const document_reader *reader, const xml_tag *tag)
{
    size_t length;
    const char *value = sinew__xml_attribute(reader->document, tag, "name", &length);
    char *text = value ? sinew__arena_text(&reader->pass->arena, value, length) : NULL, *to = text;
    if (!value || !text) return value ? NULL : "";
    for (const char *from = text; *from;) {
        const char *next = *from == '&' ? decode_reference(from, &to) : from;
        if (next == from) *to++ = *next++;
        from = next;
    }
    *to = '\0';
    return text;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    collada_transform_kind kind;
    int count; ///< number of values
} TRANSFORMS[] = {
    {"translate", COLLADA_TRANSLATE, 3}, {"rotate", COLLADA_ROTATE, 4}, {"scale", COLLADA_SCALE, 3},
    {"matrix", COLLADA_MATRIX, 16},      {"lookat", COLLADA_LOOKAT, 9},
};

/// Returns the index of a tag in TRANSFORMS, or SINEW_NONE.
static int transform_row(const xml_tag *tag)
{
    for (int i = 0; i < (int)(sizeof TRANSFORMS / sizeof *TRANSFORMS); ++i)
        if (sinew__xml_tag_is(tag, TRANSFORMS[i].name)) return i;
    return SINEW_NONE;
}

int sinew__collada_read_nodes(import_pass *pass, collada_text *document)
{
    sinew__arena *arena = &pass->arena;
    collada_document *out = pass->collada;
    const document_reader reader = {.pass = pass, .out = out, .document = document};
    char *text = document->text;
    size_t node_count = 0, transform_count = 0, open_count = 0, open_capacity = 0;
    int32_t *open = NULL; // the nodes around a tag
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        if (tag.closes) continue;
        node_count += (size_t)sinew__xml_tag_is(&tag, "node");
        transform_count += transform_row(&tag) != SINEW_NONE;
    }
    out->nodes = SINEW__ARENA_ARRAY(arena, collada_node, node_count);
    out->transforms = SINEW__ARENA_ARRAY(arena, collada_transform, transform_count);
    if (arena->failed || node_count > INT32_MAX || !sinew__name_table_create(arena, node_count, &out->node_ids))
        return 0;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        const int32_t node = open_count ? open[open_count - 1] : SINEW_NONE;
        const int row = transform_row(&tag);
        if (sinew__xml_tag_is(&tag, "skew")) { // replaced by blanks, with the numbers after it
            const char *next = memchr(text + tag.end, '<', document->size - tag.end);
            memset(text + tag.begin, ' ', (tag.closes || !next ? tag.end : (size_t)(next - text)) - tag.begin);
            if (!tag.closes && node != SINEW_NONE)
                sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, out->nodes[node].name,
                                   "its <skew> is not evaluated");
        }
        if (sinew__xml_tag_is(&tag, "node")) {
            if (tag.closes) {
                open_count -= open_count > 0;
                continue;
            }
            const char *id = reference_text(&reader, &tag, "id"), *name = name_text(&reader, &tag);
            int32_t *items = sinew__arena_grow(arena, open, open_count, &open_capacity, sizeof *items);
            if (!id || !name || !items) return 0;
            out->nodes[out->node_count] =
                (collada_node){.id = id, .name = *name ? name : id, .first = SINEW_NONE, .last = SINEW_NONE};
            if (*id) sinew__name_table_add(&out->node_ids, id, out->node_count);
            open = items;
            if (!tag.is_empty) open[open_count++] = out->node_count;
            ++out->node_count;
        }
        if (row == SINEW_NONE || tag.closes || node == SINEW_NONE) continue;
        collada_transform *transform = &out->transforms[out->transform_count];
        *transform = (collada_transform){.kind = TRANSFORMS[row].kind,
                                         .sid = reference_text(&reader, &tag, "sid"),
                                         .node = node,
                                         .next = SINEW_NONE};
        if (!transform->sid) return 0;
        size_t size, length;
        const char *words = sinew__xml_text_after(document, &tag, &size);
        int count = 0;
        for (size_t word = 0;
             !tag.is_empty && count < TRANSFORMS[row].count && (length = next_word(words, size, &word)) > 0;
             word += length) {
            const double number = number_of(words + word, length);
            transform->values[count++] = isfinite(number) ? number : 0.0;
        }
        collada_node *item = &out->nodes[node];
        if (item->last != SINEW_NONE) out->transforms[item->last].next = out->transform_count;
        if (item->first == SINEW_NONE) item->first = out->transform_count;
        item->last = out->transform_count++;
    }
    return 1;
}
