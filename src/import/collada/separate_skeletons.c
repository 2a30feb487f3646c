#include "import/collada/separate_skeletons.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "import/collada/xml_tags.h"
#include "import/numbered_names.h"

enum { MAX_COPIED_BYTES = 16 << 20 };

typedef struct controller_range {
    size_t begin, end;  ///< in the text
    uint64_t skeletons; ///< a hash of those of the first instance
    int is_used;
} controller_range;

/// An instance of a controller while it is read.
typedef struct controller_instance {
    const char *controller; ///< identifier, "" without one
    size_t url_at, url_length;
    uint64_t skeletons; ///< a hash of the references to them
} controller_instance;

typedef struct skeleton_search {
    import_pass *pass;
    const collada_text *document;
    controller_range *controllers;
    int32_t count;
    name_table ids;    ///< → index in `controllers`
    name_table copies; ///< "controller skeletons" → number of the copy
    int32_t copy_count;
    size_t bytes_left; ///< of MAX_COPIED_BYTES
    text_edits edits;
} skeleton_search;

static const char *reference_text(const skeleton_search *search, const xml_tag *tag, const char *name)
{
    return sinew__xml_reference(&search->pass->arena, search->document->text, tag, name);
}

static int next_tag(const collada_text *document, size_t *at, xml_tag *out)
{
    const int has_tag = sinew__xml_next_tag(document->text, document->size, *at, out);
    if (has_tag) *at = out->end;
    return has_tag;
}

// ---- controllers --------------------------------------------------------------------------------------------------

static int begin_search(skeleton_search *search)
{
    size_t controllers = 0, instances = 0, at = 0;
    xml_tag tag;
    while (next_tag(search->document, &at, &tag)) {
        controllers += sinew__xml_tag_is(&tag, "controller") && !tag.closes;
        instances += sinew__xml_tag_is(&tag, "instance_controller") && !tag.closes;
    }
    sinew__arena *arena = &search->pass->arena;
    search->bytes_left = MAX_COPIED_BYTES;
    search->controllers = SINEW__ARENA_ARRAY(arena, controller_range, controllers);
    return search->controllers && sinew__name_table_create(arena, controllers, &search->ids) &&
           sinew__name_table_create(arena, instances, &search->copies);
}

/// Returns 0 when out of memory.
static int list_controllers(skeleton_search *search)
{
    xml_tag tag;
    int is_open = 0;
    for (size_t at = 0; next_tag(search->document, &at, &tag);) {
        if (!sinew__xml_tag_is(&tag, "controller")) continue;
        if (tag.closes && is_open) search->controllers[search->count - 1].end = tag.end;
        is_open = !tag.closes && !tag.is_empty;
        if (!is_open) continue;
        const char *id = reference_text(search, &tag, "id");
        if (!id) return 0;
        search->controllers[search->count] = (controller_range){.begin = tag.begin, .end = tag.end};
        sinew__name_table_add(&search->ids, id, search->count++);
    }
    return 1;
}

// ---- copies -------------------------------------------------------------------------------------------------------

/// Appends `suffix` to an attribute of a tag, if it has it. Returns 0 when out of memory.
static int extend_attribute(skeleton_search *search, const collada_text *text, const xml_tag *tag, const char *name,
                            const char *suffix, text_edits *edits)
{
    size_t length;
    const char *value = sinew__xml_attribute(text->text, tag, name, &length);
    return !value || sinew__text_edit_add(&search->pass->arena, edits,
                                          (text_edit){(size_t)(value + length - text->text), 0, suffix});
}

/// Makes a copy of a controller, whose identifiers and references to its own sources end with `suffix`, and inserts it
/// behind the original. Returns 0 when out of memory.
static int insert_copy(skeleton_search *search, const controller_range *range, const char *suffix)
{
    collada_text copy = {search->document->text + range->begin, range->end - range->begin};
    text_edits edits = {0};
    xml_tag tag;
    for (size_t at = 0; next_tag(&copy, &at, &tag);) {
        if (!extend_attribute(search, &copy, &tag, "id", suffix, &edits)) return 0;
        const int is_reference = sinew__xml_tag_is(&tag, "accessor") || sinew__xml_tag_is(&tag, "input");
        if (is_reference && !extend_attribute(search, &copy, &tag, "source", suffix, &edits)) return 0;
    }
    sinew__text_edits_sort(&edits);
    return sinew__text_edits_apply(&search->pass->arena, &copy, &edits) &&
           sinew__text_edit_add(&search->pass->arena, &search->edits, (text_edit){range->end, 0, copy.text});
}

// ---- instances ----------------------------------------------------------------------------------------------------

static void warn_of_shared_skeleton(skeleton_search *search, const controller_instance *instance)
{
    sinew__import_warn(&search->pass->warnings, &search->pass->arena, IMPORT_WARNING_APPROXIMATED, instance->controller,
                       "it is instanced with too many skeletons; some instances follow that of another one");
}

/// Finds or makes the copy of the instance's controller for its skeletons. `out_number` is SINEW_NONE when there are
/// too many copies. Returns 0 when out of memory.
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

/// Returns 0 when out of memory.
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
        warn_of_shared_skeleton(search, instance);
        return 1;
    }
    const char *id = sinew__numbered_name(&search->pass->arena, instance->controller, (size_t)number);
    const char *url = id ? sinew__arena_format(&search->pass->arena, "#%s", id) : NULL;
    return url && sinew__text_edit_add(&search->pass->arena, &search->edits,
                                       (text_edit){instance->url_at, instance->url_length, url});
}

/// Returns 0 when out of memory.
static int begin_instance(const skeleton_search *search, const xml_tag *tag, controller_instance *out)
{
    size_t length = 0;
    const char *url = sinew__xml_attribute(search->document->text, tag, "url", &length);
    *out = (controller_instance){.controller = reference_text(search, tag, "url"),
                                 .url_at = url ? (size_t)(url - search->document->text) : 0,
                                 .url_length = length};
    return out->controller != NULL;
}

static void add_skeleton(const skeleton_search *search, const xml_tag *tag, controller_instance *instance)
{
    size_t length;
    const char *root = sinew__xml_text_after(search->document->text, search->document->size, tag, &length);
    instance->skeletons = (instance->skeletons * 31) ^ sinew__hash(root, length);
}

static int separate_instances(skeleton_search *search)
{
    xml_tag tag;
    controller_instance instance = {0};
    int is_open = 0, ok = 1;
    for (size_t at = 0; ok && next_tag(search->document, &at, &tag);) {
        if (is_open && !tag.closes && sinew__xml_tag_is(&tag, "skeleton")) add_skeleton(search, &tag, &instance);
        if (!sinew__xml_tag_is(&tag, "instance_controller")) continue;
        if (!tag.closes) ok = begin_instance(search, &tag, &instance);
        if (ok && (tag.closes ? is_open : tag.is_empty)) ok = finish_instance(search, &instance);
        is_open = !tag.closes && !tag.is_empty;
    }
    return ok;
}

int sinew__collada_separate_skeletons(import_pass *pass, collada_text *document)
{
    skeleton_search search = {.pass = pass, .document = document};
    if (!begin_search(&search) || !list_controllers(&search) || !separate_instances(&search)) return 0;
    if (search.edits.count == 0) return 1;
    sinew__text_edits_sort(&search.edits);
    return sinew__text_edits_apply(&pass->arena, document, &search.edits);
}
