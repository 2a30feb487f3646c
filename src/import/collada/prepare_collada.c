// Edits the text of a Collada document so that Assimp reads all of it: morphs, controllers with several skeletons,
// skins, numbers and animations.
#include "import/import_stages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "import/collada/collada.h"
#include "import/name_table.h"
#include "import/sniff_format.h"

// Removes morph controllers.

// ---- morphs -------------------------------------------------------------------------------------------------------

/// The mesh that each morph controller deforms.
typedef struct morph_list {
    name_table ids;
    const char **sources; ///< references to meshes, without '#'
    size_t count;
} morph_list;

/// Lists the morph controllers. Returns 0 when out of memory.
static int list_morphs(import_pass *pass, const collada_text *document, morph_list *out)
{
    xml_tag tag;
    size_t count = 0;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);)
        count += sinew__xml_tag_is(&tag, "morph") && !tag.closes;
    *out = (morph_list){.sources = SINEW__ARENA_ARRAY(&pass->arena, const char *, count)};
    if (!out->sources || !sinew__name_table_create(&pass->arena, count, &out->ids)) return 0;
    const char *id = NULL;
    for (size_t at = 0; count && sinew__xml_next_tag(document, &at, &tag);) {
        if (tag.closes) continue;
        if (sinew__xml_tag_is(&tag, "controller")) id = sinew__xml_reference(&pass->arena, document, &tag, "id");
        if (!id || !*id || !sinew__xml_tag_is(&tag, "morph")) continue;
        const char *source = sinew__xml_reference(&pass->arena, document, &tag, "source");
        if (!source || !*source) continue;
        sinew__name_table_add(&out->ids, id, (int32_t)out->count);
        out->sources[out->count++] = source;
    }
    return !pass->arena.failed;
}

// ---- edits --------------------------------------------------------------------------------------------------------

/// Replaces a reference to a morph controller by a reference to its mesh. *out_found is whether the tag refers to a
/// morph controller. Returns 0 when out of memory.
static int edit_reference(import_pass *pass, const collada_text *document, const xml_tag *tag, const char *attribute,
                          const morph_list *morphs, text_edits *list, int *out_found)
{
    size_t length;
    *out_found = 0;
    const char *value = sinew__xml_attribute(document, tag, attribute, &length);
    const char *id = sinew__xml_reference(&pass->arena, document, tag, attribute);
    const int32_t morph = id && *id ? sinew__name_table_find(&morphs->ids, id) : SINEW_NONE;
    if (morph == SINEW_NONE) return id != NULL;
    *out_found = 1;
    const char *mesh = sinew__arena_format(&pass->arena, "#%s", morphs->sources[morph]);
    return mesh &&
           sinew__text_edit_add(&pass->arena, list, (text_edit){(size_t)(value - document->text), length, mesh});
}

static int edit_name(import_pass *pass, const collada_text *document, const xml_tag *tag, text_edits *list)
{
    return sinew__text_edit_add(
        &pass->arena, list, (text_edit){(size_t)(tag->name - document->text), tag->name_length, "instance_geometry"});
}

/// Changes an instance of a morph controller to an instance of its mesh: name, reference and closing tag. Returns 0
/// when out of memory.
static int edit_instance(import_pass *pass, const collada_text *document, const xml_tag *tag, const morph_list *morphs,
                         text_edits *list, int *is_in_morph)
{
    if (tag->closes) {
        const int ends = *is_in_morph;
        *is_in_morph = 0;
        return !ends || edit_name(pass, document, tag, list);
    }
    text_edits found = {0};
    int is_morph = 0;
    if (!edit_reference(pass, document, tag, "url", morphs, &found, &is_morph)) return 0;
    *is_in_morph = is_morph && !tag->is_empty;
    return !is_morph ||
           (edit_name(pass, document, tag, list) && sinew__text_edit_add(&pass->arena, list, found.items[0]));
}

/// Removes a controller with a morph, and moves *at past it. Returns 0 when out of memory.
static int edit_controller(import_pass *pass, const collada_text *document, const xml_tag *tag,
                           const morph_list *morphs, text_edits *list, size_t *at)
{
    const char *id = sinew__xml_reference(&pass->arena, document, tag, "id");
    if (!id || sinew__name_table_find(&morphs->ids, id) == SINEW_NONE) return !pass->arena.failed;
    xml_tag close;
    while (sinew__xml_next_tag(document, at, &close)) {
        if (close.closes && sinew__xml_tag_is(&close, "controller")) break;
    }
    sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, id,
                       "morph targets are not read from Collada; the mesh keeps its base shape");
    return sinew__text_edit_add(&pass->arena, list, (text_edit){tag->begin, *at - tag->begin, ""});
}

/// Replaces morph controllers by the meshes that they deform, in skins and instances, with a warning for each. Assimp
/// 5.2 drops a skin of a morph, and rejects files with morph controllers. Returns 0 when out of memory.
static int collada_remove_morphs(import_pass *pass, collada_text *document)
{
    morph_list morphs;
    text_edits edits = {0};
    xml_tag tag;
    int is_in_morph = 0, ok = 1, found;
    if (!list_morphs(pass, document, &morphs)) return 0;
    if (morphs.count == 0) return 1;
    for (size_t at = 0; ok && sinew__xml_next_tag(document, &at, &tag);) {
        if (sinew__xml_tag_is(&tag, "instance_controller"))
            ok = edit_instance(pass, document, &tag, &morphs, &edits, &is_in_morph);
        else if (sinew__xml_tag_is(&tag, "controller") && !tag.closes)
            ok = edit_controller(pass, document, &tag, &morphs, &edits, &at);
        else if (sinew__xml_tag_is(&tag, "skin") && !tag.closes)
            ok = edit_reference(pass, document, &tag, "source", &morphs, &edits, &found);
    }
    return ok && sinew__text_edits_apply(&pass->arena, document, &edits);
}

// Handles controllers that are instanced with several skeletons.

enum { MAX_COPIED_BYTES = 16 << 20 };

typedef struct controller_range {
    size_t begin, end;  ///< range in the text
    uint64_t skeletons; ///< hash of the first instance's skeletons
    int is_used;
} controller_range;

/// An instance of a controller while it is read.
typedef struct controller_instance {
    const char *controller; ///< id; "" if none exists
    size_t url_at, url_length;
    uint64_t skeletons; ///< hash of the references to its skeletons
} controller_instance;

typedef struct skeleton_search {
    import_pass *pass;
    const collada_text *document;
    controller_range *controllers;
    int32_t count;
    name_table ids;    ///< id → index in `controllers`
    name_table copies; ///< "controller skeletons" → number of the copy
    int32_t copy_count;
    size_t bytes_left; ///< rest of MAX_COPIED_BYTES
    text_edits edits;
} skeleton_search;

// ---- copies -------------------------------------------------------------------------------------------------------

/// Appends `suffix` to an attribute, if the tag has it. Returns 0 when out of memory.
static int extend_attribute(skeleton_search *search, const collada_text *text, const xml_tag *tag, const char *name,
                            const char *suffix, text_edits *edits)
{
    size_t length;
    const char *value = sinew__xml_attribute(text, tag, name, &length);
    return !value || sinew__text_edit_add(&search->pass->arena, edits,
                                          (text_edit){(size_t)(value + length - text->text), 0, suffix});
}

/// Inserts a copy of a controller after the original; `suffix` is appended to its ids and to references to its own
/// sources. Returns 0 when out of memory.
static int insert_copy(skeleton_search *search, const controller_range *range, const char *suffix)
{
    collada_text copy = {search->document->text + range->begin, range->end - range->begin};
    text_edits edits = {0};
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(&copy, &at, &tag);) {
        if (!extend_attribute(search, &copy, &tag, "id", suffix, &edits)) return 0;
        const int is_reference = sinew__xml_tag_is(&tag, "accessor") || sinew__xml_tag_is(&tag, "input");
        if (is_reference && !extend_attribute(search, &copy, &tag, "source", suffix, &edits)) return 0;
    }
    sinew__text_edits_sort(&edits);
    return sinew__text_edits_apply(&search->pass->arena, &copy, &edits) &&
           sinew__text_edit_add(&search->pass->arena, &search->edits, (text_edit){range->end, 0, copy.text});
}

// ---- instances ----------------------------------------------------------------------------------------------------

/// Finds or makes the copy of a controller for the skeletons of an instance. *out_number is SINEW_NONE if there are too
/// many copies. Returns 0 when out of memory.
static int find_copy(skeleton_search *search, const controller_instance *instance, const controller_range *range,
                     int32_t *out_number)
{
    const char *key =
        sinew__arena_format(&search->pass->arena, "%s %016" PRIx64, instance->controller, instance->skeletons);
    if (!key) return 0;
    *out_number = sinew__name_table_find(&search->copies, key);
    if (*out_number >= 0) return 1;
    const size_t size = range->end - range->begin;
    if (size > search->bytes_left) return 1;
    search->bytes_left -= size;
    *out_number = search->copy_count++;
    sinew__name_table_add(&search->copies, key, *out_number);
    const char *suffix = sinew__numbered_name(&search->pass->arena, "", (size_t)*out_number);
    return suffix && insert_copy(search, range, suffix);
}

/// Makes a completed instance refer to the copy of its controller. Returns 0 when out of memory.
static int finish_instance(skeleton_search *search, const controller_instance *instance)
{
    if (!*instance->controller) return 1;
    const int32_t index = sinew__name_table_find(&search->ids, instance->controller);
    if (index == SINEW_NONE) return 1;
    controller_range *range = &search->controllers[index];
    if (!range->is_used) range->skeletons = instance->skeletons;
    range->is_used = 1;
    if (range->skeletons == instance->skeletons) return 1;
    int32_t number;
    if (!find_copy(search, instance, range, &number)) return 0;
    if (number == SINEW_NONE) {
        sinew__import_warn(search->pass, IMPORT_WARNING_APPROXIMATED, instance->controller,
                           "it is instanced with too many skeletons; some instances follow that of another one");
        return 1;
    }
    const char *id = sinew__numbered_name(&search->pass->arena, instance->controller, (size_t)number);
    const char *url = id ? sinew__arena_format(&search->pass->arena, "#%s", id) : NULL;
    return url && sinew__text_edit_add(&search->pass->arena, &search->edits,
                                       (text_edit){instance->url_at, instance->url_length, url});
}

/// Gives each skeleton its own copy of a controller, because Assimp makes one mesh with one set of bones from each
/// controller. If there are too many copies, further instances keep the original controller, with a warning. Returns 0
/// when out of memory.
static int collada_separate_skeletons(import_pass *pass, collada_text *document)
{
    sinew__arena *arena = &pass->arena;
    skeleton_search search = {.pass = pass, .document = document, .bytes_left = MAX_COPIED_BYTES};
    controller_instance instance = {0};
    size_t controllers = 0, instances = 0, length;
    int is_open = 0;
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        controllers += sinew__xml_tag_is(&tag, "controller") && !tag.closes;
        instances += sinew__xml_tag_is(&tag, "instance_controller") && !tag.closes;
    }
    search.controllers = SINEW__ARENA_ARRAY(arena, controller_range, controllers);
    if (!search.controllers || !sinew__name_table_create(arena, controllers, &search.ids) ||
        !sinew__name_table_create(arena, instances, &search.copies))
        return 0;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        if (!sinew__xml_tag_is(&tag, "controller")) continue;
        if (tag.closes && is_open) search.controllers[search.count - 1].end = tag.end;
        is_open = !tag.closes && !tag.is_empty;
        if (!is_open) continue;
        const char *id = sinew__xml_reference(arena, document, &tag, "id");
        if (!id) return 0;
        search.controllers[search.count] = (controller_range){.begin = tag.begin, .end = tag.end};
        sinew__name_table_add(&search.ids, id, search.count++);
    }
    is_open = 0;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        if (is_open && !tag.closes && sinew__xml_tag_is(&tag, "skeleton")) {
            const char *root = sinew__xml_text_after(document, &tag, &length);
            instance.skeletons = (instance.skeletons * 31) ^ sinew__hash(root, length);
        }
        if (!sinew__xml_tag_is(&tag, "instance_controller")) continue;
        if (!tag.closes) {
            const char *url = sinew__xml_attribute(document, &tag, "url", &length);
            instance = (controller_instance){.controller = sinew__xml_reference(arena, document, &tag, "url"),
                                             .url_at = url ? (size_t)(url - document->text) : 0,
                                             .url_length = length};
            if (!instance.controller) return 0;
        }
        if ((tag.closes ? is_open : tag.is_empty) && !finish_instance(&search, &instance)) return 0;
        is_open = !tag.closes && !tag.is_empty;
    }
    if (search.edits.count == 0) return 1;
    sinew__text_edits_sort(&search.edits);
    return sinew__text_edits_apply(arena, document, &search.edits);
}

// ---- numbers ------------------------------------------------------------------------------------------------------

static int begins_number(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

// ---- animations ---------------------------------------------------------------------------------------------------

/// Replaces a tag by a shorter or equally long text and blanks.
static void replace_tag(collada_text *document, const xml_tag *tag, const char *by)
{
    memset(document->text + tag->begin, ' ', tag->end - tag->begin);
    memcpy(document->text + tag->begin, by, strlen(by));
}

/// Merges the animations of a library, including nested ones, into one. Returns the position after the library.
static size_t join_library(collada_text *document, size_t at)
{
    xml_tag tag, first = {0}, last = {0};
    while (sinew__xml_next_tag(document, &at, &tag)) {
        if (sinew__xml_tag_is(&tag, "library_animations")) break;
        if (!sinew__xml_tag_is(&tag, "animation")) continue;
        if (!first.end && !tag.closes && !tag.is_empty) first = tag;
        if (tag.closes) last = tag;
        replace_tag(document, &tag, "");
    }
    if (first.end && last.end) {
        replace_tag(document, &first, "<animation>");
        replace_tag(document, &last, "</animation>");
    }
    return at;
}

// ---- skins --------------------------------------------------------------------------------------------------------

/// The weights of a skin while they are read.
typedef struct skin_weights {
    size_t joint_offset, width;   ///< index of the joint among the numbers of an influence; number of these numbers
    const char *counts, *numbers; ///< texts of <vcount> and <v>; NULL if missing
    size_t counts_length, numbers_length;
    const char *controller; ///< identifier
} skin_weights;

/// Reads the next whole number of a text. Returns 0 at the end or at anything else.
static int next_number(const char **at, const char *end, long *out)
{
    while (*at < end && sinew__ascii_is_space(**at)) ++*at;
    if (*at == end || !begins_number(**at)) return 0;
    char *behind;
    *out = strtol(*at, &behind, 10); // a tag ends the number
    const int is_number = behind > *at && behind <= end;
    *at = behind;
    return is_number;
}

/// Copies the influences of one vertex, except of joint −1. Returns their number; −1 if numbers are missing.
static long keep_influences(const skin_weights *weights, const char **at, long count, sinew__buffer *out)
{
    const char *end = weights->numbers + weights->numbers_length;
    long kept = 0, numbers[16];
    for (long i = 0; i < count; ++i) {
        for (size_t k = 0; k < weights->width; ++k)
            if (!next_number(at, end, &numbers[k])) return -1;
        if (numbers[weights->joint_offset] < 0) continue;
        for (size_t k = 0; k < weights->width; ++k) sinew__buffer_format(out, "%ld ", numbers[k]);
        ++kept;
    }
    return kept;
}

/// Removes influences of joint −1, the bind shape. Assimp stops reading at the minus sign and gives all later weights
/// to the first joint. A vertex that also has other joints then follows only these. Returns 0 when out of memory.
static int drop_bind_shape(import_pass *pass, const collada_text *document, const skin_weights *weights,
                           text_edits *edits)
{
    if (!weights->counts || !weights->numbers || weights->joint_offset >= weights->width ||
        !memchr(weights->numbers, '-', weights->numbers_length))
        return 1;
    sinew__buffer counts = {0}, numbers = {0};
    const char *count_at = weights->counts, *at = weights->numbers;
    long count, kept = 0, is_partly = 0;
    while (kept >= 0 && next_number(&count_at, weights->counts + weights->counts_length, &count)) {
        kept = keep_influences(weights, &at, count, &numbers);
        is_partly |= kept > 0 && kept < count;
        sinew__buffer_format(&counts, "%ld ", kept);
    }
    const char *new_counts = sinew__arena_text(&pass->arena, counts.text ? counts.text : "", counts.size),
               *new_numbers = sinew__arena_text(&pass->arena, numbers.text ? numbers.text : "", numbers.size);
    int ok = new_counts && new_numbers && !counts.failed && !numbers.failed;
    sinew__buffer_free(&counts);
    sinew__buffer_free(&numbers);
    if (!ok || kept < 0) return ok; // if numbers are missing, Assimp reports it
    if (is_partly)
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, weights->controller,
                           "vertices that follow joints and the bind shape follow the joints alone");
    return sinew__text_edit_add(
               &pass->arena, edits,
               (text_edit){(size_t)(weights->counts - document->text), weights->counts_length, new_counts}) &&
           sinew__text_edit_add(
               &pass->arena, edits,
               (text_edit){(size_t)(weights->numbers - document->text), weights->numbers_length, new_numbers});
}

#define IDENTITY "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
#define MATRIX "<bind_shape_matrix>" IDENTITY "</bind_shape_matrix>"

/// Reads a skin, whose tag ends at *at. Removes joint −1, and adds a missing <bind_shape_matrix>, the identity, because
/// Assimp would misread the weights after joint −1, and would read uninitialised memory without the matrix. Returns 0
/// when out of memory.
static int edit_skin(import_pass *pass, const collada_text *document, const char *controller, size_t *at,
                     text_edits *edits)
{
    skin_weights weights = {.controller = controller};
    text_edit matrix = {*at, 0, MATRIX};
    xml_tag tag;
    size_t length;
    int is_in_weights = 0;
    while (sinew__xml_next_tag(document, at, &tag)) {
        if (sinew__xml_tag_is(&tag, "skin")) break;
        if (sinew__xml_tag_is(&tag, "vertex_weights")) is_in_weights = !tag.closes;
        if (tag.closes) continue;
        size_t text_length;
        const char *text = sinew__xml_text_after(document, &tag, &text_length);
        if (sinew__xml_tag_is(&tag, "bind_shape_matrix") && tag.is_empty)
            matrix = (text_edit){tag.begin, tag.end - tag.begin, MATRIX};
        else if (sinew__xml_tag_is(&tag, "bind_shape_matrix"))
            matrix = (text_edit){tag.end, 0, text_length ? "" : IDENTITY};
        if (!is_in_weights) continue;
        if (sinew__xml_tag_is(&tag, "input")) {
            const char *semantic = sinew__xml_attribute(document, &tag, "semantic", &length);
            const int is_joint = semantic && length == 5 && strncmp(semantic, "JOINT", 5) == 0;
            const char *number = sinew__xml_attribute(document, &tag, "offset", &length);
            const int is_number = number && *number >= '0' && *number <= '9'; // a quote ends the number
            const size_t offset = is_number ? strtoul(number, NULL, 10) : 0;
            if (is_joint) weights.joint_offset = offset;
            if (offset < 16 && offset + 1 > weights.width) weights.width = offset + 1;
        }
        if (sinew__xml_tag_is(&tag, "vcount")) weights.counts = text, weights.counts_length = text_length;
        if (sinew__xml_tag_is(&tag, "v")) weights.numbers = text, weights.numbers_length = text_length;
    }
    return (!*matrix.inserted || sinew__text_edit_add(&pass->arena, edits, matrix)) &&
           drop_bind_shape(pass, document, &weights, edits);
}

/// Edits all skins. Returns 0 when out of memory.
static int complete_skins(import_pass *pass, collada_text *document)
{
    text_edits edits = {0};
    xml_tag tag;
    const char *controller = "";
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        if (sinew__xml_tag_is(&tag, "controller") && !tag.closes)
            controller = sinew__xml_reference(&pass->arena, document, &tag, "id");
        const int begins = sinew__xml_tag_is(&tag, "skin") && !tag.closes && !tag.is_empty;
        if (!controller || (begins && !edit_skin(pass, document, controller, &at, &edits))) return 0;
    }
    if (edits.count == 0) return 1;
    sinew__text_edits_sort(&edits);
    return sinew__text_edits_apply(&pass->arena, document, &edits);
}

sinew_result sinew__collada_prepare(import_pass *pass, sinew_error *error)
{
    collada_text document;
    const int is_utf16 = sinew__is_utf16(pass->bytes, pass->size);
    const size_t capacity = is_utf16 ? sinew__utf16_decoded_size(pass->size) : pass->size;
    document.text = SINEW__ARENA_ARRAY(&pass->arena, char, capacity + 1);
    if (!document.text) return sinew__arena_fail(&pass->arena, error);
    document.size = pass->size;
    if (is_utf16)
        document.size = sinew__utf16_decode(pass->bytes, pass->size, document.text);
    else
        memcpy(document.text, pass->bytes, pass->size);
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);) {
        char *from = document.text + tag.end, *next = memchr(from, '<', document.size - tag.end), *start = from;
        while (next && start < next && sinew__ascii_is_space(*start)) ++start;
        if (tag.closes || !next || start == from || start == next || !begins_number(*start)) continue;
        memmove(from, start, (size_t)(next - start)); // moves the blanks before a number to the end of its text
        memset(next - (start - from), ' ', (size_t)(start - from));
    }
    if (!sinew__collada_read_animations(pass, &document)) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = sinew__collada_check_references(pass, &document, error);
    if (result != SINEW_OK) return result;
    int has_clips = 0;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);)
        has_clips |= sinew__xml_tag_is(&tag, "animation_clip");
    for (size_t at = 0; !has_clips && sinew__xml_next_tag(&document, &at, &tag);)
        if (sinew__xml_tag_is(&tag, "library_animations") && !tag.closes && !tag.is_empty)
            at = join_library(&document, at);
    if (!complete_skins(pass, &document) || !collada_remove_morphs(pass, &document) ||
        !collada_separate_skeletons(pass, &document) || !sinew__collada_number_nodes(pass, &document) ||
        !sinew__collada_read_nodes(pass, &document))
        return sinew__arena_fail(&pass->arena, error);
    pass->bytes = (const unsigned char *)document.text;
    pass->size = document.size;
    return SINEW_OK;
}

int sinew__collada_remove_animations(import_pass *pass)
{
    collada_text document = sinew__xml_of_pass(pass);
    // Pass->collada needs the original text.
    document.text = sinew__arena_text(&pass->arena, document.text, document.size);
    if (!document.text) return 0;
    xml_tag tag;
    size_t begin = 0;
    int found = 0;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);) {
        if (!sinew__xml_tag_is(&tag, "library_animations") || tag.is_empty) continue;
        if (!tag.closes) begin = tag.begin;
        if (!tag.closes || begin == 0) continue;
        memset(document.text + begin, ' ', tag.end - begin);
        begin = 0;
        found = 1;
    }
    pass->bytes = (const unsigned char *)document.text;
    return found;
}
