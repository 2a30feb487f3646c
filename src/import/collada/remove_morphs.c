#include "import/collada/remove_morphs.h"

#include <string.h>

#include "import/collada/xml_tags.h"

// ---- morphs -------------------------------------------------------------------------------------------------------

/// Which mesh each morph controller deforms.
typedef struct morph_list {
    name_table ids;
    const char **sources; ///< references to meshes, without '#'
    size_t count;
} morph_list;

/// A reference in an attribute, without '#'; NULL without the attribute or memory.
static const char *reference_text(import_pass *pass, const collada_text *document, const xml_tag *tag, const char *name)
{
    size_t length;
    const char *value = sinew__xml_attribute(document->text, tag, name, &length);
    if (!value) return NULL;
    const size_t hash = length > 0 && value[0] == '#';
    return sinew__arena_text(&pass->arena, value + hash, length - hash);
}

static size_t count_morphs(const collada_text *document)
{
    xml_tag tag;
    size_t count = 0;
    for (size_t at = 0; sinew__xml_next_tag(document->text, document->size, at, &tag); at = tag.end)
        count += sinew__xml_tag_is(&tag, "morph") && !tag.closes;
    return count;
}

/// Returns 0 when out of memory.
static int list_morphs(import_pass *pass, const collada_text *document, morph_list *out)
{
    const size_t count = count_morphs(document);
    *out = (morph_list){.sources = SINEW__ARENA_ARRAY(&pass->arena, const char *, count)};
    if (!out->sources || !sinew__name_table_create(&pass->arena, count, &out->ids)) return 0;
    xml_tag tag;
    const char *id = NULL;
    for (size_t at = 0; count && sinew__xml_next_tag(document->text, document->size, at, &tag); at = tag.end) {
        if (tag.closes) continue;
        if (sinew__xml_tag_is(&tag, "controller")) id = reference_text(pass, document, &tag, "id");
        const int is_morph = id && sinew__xml_tag_is(&tag, "morph");
        const char *source = is_morph ? reference_text(pass, document, &tag, "source") : NULL;
        if (!source) continue;
        sinew__name_table_add(&out->ids, id, (int32_t)out->count);
        out->sources[out->count++] = source;
    }
    return !pass->arena.failed;
}

// ---- edits --------------------------------------------------------------------------------------------------------

/// Replaces a reference to a morph by one to its mesh. `out_found` says whether it was one. Returns 0 when out of
/// memory.
static int edit_reference(import_pass *pass, const collada_text *document, const xml_tag *tag, const char *attribute,
                          const morph_list *morphs, text_edits *list, int *out_found)
{
    size_t length;
    *out_found = 0;
    const char *value = sinew__xml_attribute(document->text, tag, attribute, &length);
    const char *id = reference_text(pass, document, tag, attribute);
    const int32_t morph = id ? sinew__name_table_find(&morphs->ids, id) : SINEW_NONE;
    if (morph == SINEW_NONE) return !pass->arena.failed;
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

/// An instance of a morph becomes one of its mesh: name, reference and closing tag.
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

/// Removes a controller with a morph. Returns the position behind it.
static int edit_controller(import_pass *pass, const collada_text *document, const xml_tag *tag,
                           const morph_list *morphs, text_edits *list, size_t *at)
{
    const char *id = reference_text(pass, document, tag, "id");
    if (!id || sinew__name_table_find(&morphs->ids, id) == SINEW_NONE) return !pass->arena.failed;
    xml_tag close;
    while (sinew__xml_next_tag(document->text, document->size, *at, &close)) {
        *at = close.end;
        if (close.closes && sinew__xml_tag_is(&close, "controller")) break;
    }
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, id,
                       "morph targets are not read from Collada; the mesh keeps its base shape");
    return sinew__text_edit_add(&pass->arena, list, (text_edit){tag->begin, *at - tag->begin, ""});
}

static int list_edits(import_pass *pass, const collada_text *document, const morph_list *morphs, text_edits *out)
{
    xml_tag tag;
    int is_in_morph = 0, ok = 1, found;
    for (size_t at = 0; ok && sinew__xml_next_tag(document->text, document->size, at, &tag);) {
        at = tag.end;
        if (sinew__xml_tag_is(&tag, "instance_controller"))
            ok = edit_instance(pass, document, &tag, morphs, out, &is_in_morph);
        else if (sinew__xml_tag_is(&tag, "controller") && !tag.closes)
            ok = edit_controller(pass, document, &tag, morphs, out, &at);
        else if (sinew__xml_tag_is(&tag, "skin") && !tag.closes)
            ok = edit_reference(pass, document, &tag, "source", morphs, out, &found);
    }
    return ok;
}

int sinew__collada_remove_morphs(import_pass *pass, collada_text *document)
{
    morph_list morphs;
    text_edits edits = {0};
    if (!list_morphs(pass, document, &morphs)) return 0;
    if (morphs.count == 0) return 1;
    return list_edits(pass, document, &morphs, &edits) && sinew__text_edits_apply(&pass->arena, document, &edits);
}
