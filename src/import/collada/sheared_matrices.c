#include "import/collada/sheared_matrices.h"

#include <math.h>
#include <string.h>

#include "base/ascii.h"
#include "fbx/fbx_parse.h"
#include "import/collada/xml_tags.h"

enum { MATRIX_SIZE = 16 };

/// The numbers of a source.
typedef struct number_source {
    size_t from, to; ///< in the text
    int has_matrices, is_judged, has_shear;
} number_source;

typedef struct shear_search {
    import_pass *pass;
    collada_text *document;
    name_table node_ids, source_ids, sampler_ids; ///< → indices in the arrays below
    const char **node_names;
    number_source *sources;
    const char **sampler_outputs; ///< ids of sources
    int32_t node_count, source_count, sampler_count;
} shear_search;

static const char *reference_text(const shear_search *search, const xml_tag *tag, const char *name)
{
    return sinew__xml_reference(&search->pass->arena, search->document->text, tag, name);
}

// ---- memory -------------------------------------------------------------------------------------------------------

/// How many tags of each kind the document has.
typedef struct tag_counts {
    size_t nodes, sources, samplers, channels;
} tag_counts;

static tag_counts count_tags(const collada_text *document)
{
    tag_counts counts = {0};
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document->text, document->size, at, &tag); at = tag.end) {
        if (tag.closes) continue;
        counts.nodes += (size_t)sinew__xml_tag_is(&tag, "node");
        counts.sources += (size_t)sinew__xml_tag_is(&tag, "source");
        counts.samplers += (size_t)sinew__xml_tag_is(&tag, "sampler");
        counts.channels += (size_t)sinew__xml_tag_is(&tag, "channel");
    }
    return counts;
}

static int begin_search(shear_search *search)
{
    sinew__arena *arena = &search->pass->arena;
    const tag_counts counts = count_tags(search->document);
    search->node_names = SINEW__ARENA_ARRAY(arena, const char *, counts.nodes);
    search->sources = SINEW__ARENA_ARRAY(arena, number_source, counts.sources);
    search->sampler_outputs = SINEW__ARENA_ARRAY(arena, const char *, counts.samplers);
    return search->node_names && search->sources && search->sampler_outputs &&
           sinew__name_table_create(arena, counts.nodes, &search->node_ids) &&
           sinew__name_table_create(arena, counts.sources, &search->source_ids) &&
           sinew__name_table_create(arena, counts.samplers, &search->sampler_ids) &&
           sinew__name_table_create(arena, counts.channels, &search->pass->matrix_channels);
}

// ---- nodes --------------------------------------------------------------------------------------------------------

/// Lists a node under its identifier, with the name that Assimp gives it.
static int add_node(shear_search *search, const xml_tag *tag)
{
    const char *id = reference_text(search, tag, "id"), *name = reference_text(search, tag, "name");
    if (!id || !name) return 0;
    search->node_names[search->node_count] = *name ? name : id;
    if (*id) sinew__name_table_add(&search->node_ids, id, search->node_count);
    search->node_count++;
    return 1;
}

/// Blanks a tag and the numbers behind it, and warns of it once. Transforms precede the children of their node, so the
/// last node has it.
static void remove_skew(shear_search *search, const xml_tag *tag)
{
    char *text = search->document->text;
    const char *next = memchr(text + tag->end, '<', search->document->size - tag->end);
    memset(text + tag->begin, ' ', (tag->closes || !next ? tag->end : (size_t)(next - text)) - tag->begin);
    if (!tag->closes && search->node_count)
        sinew__import_warn(&search->pass->warnings, &search->pass->arena, IMPORT_WARNING_APPROXIMATED,
                           search->node_names[search->node_count - 1], "its <skew> is not evaluated");
}

static int list_nodes(shear_search *search)
{
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(search->document->text, search->document->size, at, &tag); at = tag.end) {
        if (sinew__xml_tag_is(&tag, "skew")) remove_skew(search, &tag);
        if (!tag.closes && sinew__xml_tag_is(&tag, "node") && !add_node(search, &tag)) return 0;
    }
    return 1;
}

// ---- matrices -----------------------------------------------------------------------------------------------------

/// Reads the numbers of a matrix from [*at, to). Returns 0 without 16 numbers.
static int read_matrix(const char *text, size_t *at, size_t to, sinew_affine *out)
{
    double numbers[MATRIX_SIZE];
    for (int i = 0; i < MATRIX_SIZE; i++) {
        int64_t integer;
        int is_integer;
        while (*at < to && sinew__ascii_is_space(text[*at])) ++*at;
        const char *after = sinew__fbx_parse_number(text + *at, text + to, &numbers[i], &integer, &is_integer);
        if (!after || !isfinite(numbers[i])) return 0;
        *at = (size_t)(after - text);
    }
    memcpy(out->row, numbers, sizeof out->row);
    return 1;
}

/// Reads each source once, however many channels play it.
static int has_shear(const shear_search *search, number_source *source)
{
    sinew_affine matrix;
    for (size_t at = source->from; !source->is_judged;) {
        source->is_judged = !read_matrix(search->document->text, &at, source->to, &matrix);
        if (!source->is_judged && sinew__affine_is_sheared(&matrix)) source->is_judged = source->has_shear = 1;
    }
    return source->has_shear;
}

// ---- channels -----------------------------------------------------------------------------------------------------

static int add_source(shear_search *search, const xml_tag *tag)
{
    const char *id = reference_text(search, tag, "id");
    if (!id) return 0;
    sinew__name_table_add(&search->source_ids, id, search->source_count++);
    return 1;
}

static void add_accessor(shear_search *search, const xml_tag *tag)
{
    size_t length;
    const char *stride = sinew__xml_attribute(search->document->text, tag, "stride", &length);
    search->sources[search->source_count - 1].has_matrices = stride && length == 2 && memcmp(stride, "16", 2) == 0;
}

static void add_numbers(shear_search *search, const xml_tag *tag)
{
    const char *text = search->document->text;
    const char *next = memchr(text + tag->end, '<', search->document->size - tag->end);
    number_source *source = &search->sources[search->source_count - 1];
    source->from = tag->end;
    source->to = next ? (size_t)(next - text) : search->document->size;
}

static int add_sampler(shear_search *search, const xml_tag *tag)
{
    const char *id = reference_text(search, tag, "id");
    if (!id) return 0;
    search->sampler_outputs[search->sampler_count] = "";
    sinew__name_table_add(&search->sampler_ids, id, search->sampler_count++);
    return 1;
}

static int add_input(shear_search *search, const xml_tag *tag)
{
    const char *semantic = reference_text(search, tag, "semantic"), *source = reference_text(search, tag, "source");
    if (!semantic || !source) return 0;
    if (strcmp(semantic, "OUTPUT") == 0) search->sampler_outputs[search->sampler_count - 1] = source;
    return 1;
}

/// The name of the node in "node/transform", or NULL.
static const char *find_target(const shear_search *search, const char *target)
{
    const char *slash = strchr(target, '/');
    const char *id = slash ? sinew__arena_text(&search->pass->arena, target, (size_t)(slash - target)) : NULL;
    const int32_t node = id ? sinew__name_table_find(&search->node_ids, id) : SINEW_NONE;
    return node == SINEW_NONE ? NULL : search->node_names[node];
}

/// The source of matrices that a channel plays, or NULL.
static number_source *find_matrices(const shear_search *search, const char *sampler_id)
{
    const int32_t sampler = sinew__name_table_find(&search->sampler_ids, sampler_id);
    const char *output = sampler == SINEW_NONE ? "" : search->sampler_outputs[sampler];
    const int32_t source = sinew__name_table_find(&search->source_ids, output);
    return source != SINEW_NONE && search->sources[source].has_matrices ? &search->sources[source] : NULL;
}

static int judge_channel(const shear_search *search, const xml_tag *tag)
{
    const char *sampler = reference_text(search, tag, "source"), *target = reference_text(search, tag, "target");
    if (!sampler || !target) return 0;
    number_source *matrices = find_matrices(search, sampler);
    const char *node = matrices ? find_target(search, target) : NULL;
    if (!node) return 1;
    sinew__name_table_add(&search->pass->matrix_channels, node, 1);
    if (has_shear(search, matrices))
        sinew__import_warn(&search->pass->warnings, &search->pass->arena, IMPORT_WARNING_APPROXIMATED, node,
                           "its animated matrix is sheared; clips play it without the shear");
    return 1;
}

/// Sources precede samplers, and these precede channels.
static int judge_channels(shear_search *search)
{
    const collada_text *document = search->document;
    xml_tag tag;
    int ok = 1, is_in_sampler = 0;
    for (size_t at = 0; ok && sinew__xml_next_tag(document->text, document->size, at, &tag); at = tag.end) {
        if (sinew__xml_tag_is(&tag, "sampler")) is_in_sampler = !tag.closes && !tag.is_empty;
        if (tag.closes) continue;
        if (sinew__xml_tag_is(&tag, "source"))
            ok = add_source(search, &tag);
        else if (sinew__xml_tag_is(&tag, "float_array") && search->source_count)
            add_numbers(search, &tag);
        else if (sinew__xml_tag_is(&tag, "accessor") && search->source_count)
            add_accessor(search, &tag);
        else if (sinew__xml_tag_is(&tag, "sampler"))
            ok = add_sampler(search, &tag);
        else if (sinew__xml_tag_is(&tag, "input") && is_in_sampler)
            ok = add_input(search, &tag);
        else if (sinew__xml_tag_is(&tag, "channel"))
            ok = judge_channel(search, &tag);
    }
    return ok;
}

int sinew__collada_warn_of_shear(import_pass *pass, collada_text *document)
{
    shear_search search = {.pass = pass, .document = document};
    return begin_search(&search) && list_nodes(&search) && judge_channels(&search) && !pass->arena.failed;
}
