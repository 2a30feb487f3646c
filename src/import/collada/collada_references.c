#include "import/collada/collada_references.h"

#include <string.h>

#include "core/base/error.h"
#include "import/collada/xml_tags.h"

typedef struct reference_check {
    import_pass *pass;
    collada_text *document;
    name_table ids;       ///< of all elements → 0, or 1 for a visual scene
    const char *geometry; ///< name of the open geometry; NULL outside
    int has_kind;         ///< the first element of the geometry was judged
    int has_scene;        ///< a visual scene is shown
} reference_check;

static const char *reference_text(const reference_check *check, const xml_tag *tag, const char *name)
{
    return sinew__xml_reference(&check->pass->arena, check->document->text, tag, name);
}

static int next_tag(const reference_check *check, size_t *at, xml_tag *out)
{
    const int has_tag = sinew__xml_next_tag(check->document->text, check->document->size, *at, out);
    if (has_tag) *at = out->end;
    return has_tag;
}

/// Returns 0 when out of memory.
static int list_identifiers(reference_check *check)
{
    size_t count = 0, length;
    xml_tag tag;
    for (size_t at = 0; next_tag(check, &at, &tag);)
        count += !tag.closes && sinew__xml_attribute(check->document->text, &tag, "id", &length) != NULL;
    if (!sinew__name_table_create(&check->pass->arena, count, &check->ids)) return 0;
    for (size_t at = 0; count && next_tag(check, &at, &tag);) {
        const char *id = tag.closes ? "" : reference_text(check, &tag, "id");
        if (!id) return 0;
        if (*id) sinew__name_table_add(&check->ids, id, sinew__xml_tag_is(&tag, "visual_scene"));
    }
    return 1;
}

// ---- instances ----------------------------------------------------------------------------------------------------

static int is_instance(const xml_tag *tag)
{
    static const char *const names[] = {"instance_geometry", "instance_controller", "instance_node", "instance_light",
                                        "instance_camera"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sinew__xml_tag_is(tag, names[i])) return 1;
    return 0;
}

/// Warns of an instance of nothing; the reference to another file becomes one to nothing in this one. Returns 0 when
/// out of memory.
static int judge_instance(const reference_check *check, const xml_tag *tag)
{
    size_t length;
    char *text = check->document->text;
    const char *url = sinew__xml_attribute(text, tag, "url", &length), *id = reference_text(check, tag, "url");
    if (!id) return 0;
    if (!url || length == 0) return 1;
    const int is_own = *url == '#';
    if (is_own && sinew__name_table_find(&check->ids, id) != SINEW_NONE) return 1;
    sinew__import_warn(&check->pass->warnings, &check->pass->arena, IMPORT_WARNING_REFERENCE, id,
                       is_own ? "<%.*s> refers to it, and it is not in the file"
                              : "<%.*s> refers to it, which is another file and is not read",
                       tag->name_length < 32 ? (int)tag->name_length : 32, tag->name);
    if (!is_own) text[url - text] = '#';
    return 1;
}

static void judge_geometry_kind(reference_check *check, const xml_tag *tag)
{
    if (!check->geometry || check->has_kind || tag->closes || sinew__xml_tag_is(tag, "asset")) return;
    check->has_kind = 1;
    if (sinew__xml_tag_is(tag, "mesh")) return;
    sinew__import_warn(&check->pass->warnings, &check->pass->arena, IMPORT_WARNING_SURFACE, check->geometry,
                       "it is a <%.*s>, which is not drawn", tag->name_length < 32 ? (int)tag->name_length : 32,
                       tag->name);
}

/// Returns 0 when out of memory.
static int begin_geometry(reference_check *check, const xml_tag *tag)
{
    check->geometry = NULL;
    check->has_kind = 0;
    if (tag->closes || tag->is_empty) return 1;
    const char *name = reference_text(check, tag, "name"), *id = reference_text(check, tag, "id");
    check->geometry = name && *name ? name : id;
    return name && id;
}

// ---- scenes -------------------------------------------------------------------------------------------------------

static sinew_result judge_scene(reference_check *check, const xml_tag *tag, sinew_error *error)
{
    const char *id = reference_text(check, tag, "url");
    if (!id) return sinew__arena_fail(&check->pass->arena, error);
    check->has_scene = 1;
    if (sinew__name_table_find(&check->ids, id) == 1) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: its <scene> shows '%s', which is not a visual scene in it",
                       id);
}

sinew_result sinew__collada_check_references(import_pass *pass, collada_text *document, sinew_error *error)
{
    reference_check check = {.pass = pass, .document = document};
    if (!list_identifiers(&check)) return sinew__arena_fail(&pass->arena, error);
    xml_tag tag;
    int is_collada = 0;
    for (size_t at = 0; next_tag(&check, &at, &tag);) {
        is_collada |= sinew__xml_tag_is(&tag, "COLLADA");
        judge_geometry_kind(&check, &tag);
        int ok = 1;
        if (sinew__xml_tag_is(&tag, "geometry")) ok = begin_geometry(&check, &tag);
        if (ok && !tag.closes && is_instance(&tag)) ok = judge_instance(&check, &tag);
        if (!ok) return sinew__arena_fail(&pass->arena, error);
        if (tag.closes || !sinew__xml_tag_is(&tag, "instance_visual_scene")) continue;
        const sinew_result result = judge_scene(&check, &tag, error);
        if (result != SINEW_OK) return result;
    }
    if (check.has_scene || !is_collada) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: it has no <scene> that shows a visual scene");
}

// ---- nothing ------------------------------------------------------------------------------------------------------

void sinew__collada_warn_of_nothing(import_pass *pass)
{
    static const struct {
        const char *tag, *one, *many;
    } kinds[] = {{"instance_geometry", "instance of a geometry", "instances of geometries"},
                 {"instance_controller", "instance of a controller", "instances of controllers"},
                 {"instance_light", "light", "lights"},
                 {"instance_camera", "camera", "cameras"},
                 {"node", "node", "nodes"}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    if (pass->raw.mesh_count || pass->raw.clip_count) return;
    size_t counts[KINDS] = {0}, kept = 0;
    const char *text = (const char *)pass->bytes, *list = "";
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(text, pass->size, at, &tag); at = tag.end)
        for (size_t i = 0; i < KINDS; i++) counts[i] += !tag.closes && sinew__xml_tag_is(&tag, kinds[i].tag);
    for (size_t i = 0; i < KINDS && list; i++)
        if (counts[i])
            list = sinew__arena_format(&pass->arena, "%s%s%zu %s", list, kept++ ? ", " : "", counts[i],
                                       counts[i] == 1 ? kinds[i].one : kinds[i].many);
    if (!list) return;
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_EMPTY_SCENE, NULL,
                       *list ? "it has no mesh and no clip: its scenes have %s"
                             : "it has no mesh and no clip: its scenes "
                               "are empty%s",
                       list);
}
