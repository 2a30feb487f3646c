// Makes the names of a Collada document's nodes unique, and warns of references to missing elements.
#include "import/collada/collada.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/error.h"
#include "import/name_table.h"

// Finds unique names for the nodes of a Collada document.

typedef struct document_node {
    const char *id, *sid, *name; ///< "" if missing
    size_t name_at, name_length; ///< position of the name in the text
    size_t sid_at, sid_length;   ///< position of the sid in the text
    int has_name, has_sid;       ///< whether the node has the attributes `name` and `sid`
    int is_nameless;             ///< whether the node's id is used as its name
    const char *word;            ///< the word by which skins refer to the node; NULL: not chosen
    int32_t parent, end;         ///< `end` is the index after the last node of its subtree
    uint32_t seen;               ///< number of the last controller whose joints could be this node
} document_node;

/// A skeleton of one instance of a controller.
typedef struct skeleton_use {
    const char *controller, *root; ///< ids
} skeleton_use;

typedef struct node_numbering {
    import_pass *pass;
    const collada_text *document;
    document_node *nodes; ///< [count], depth-first
    size_t count, capacity;
    skeleton_use *uses;
    size_t use_count, use_capacity;
    name_table ids, names; ///< name → index in `nodes`
    name_table sids;       ///< sid → index in `nodes`, for the skeletons of one controller
    uint32_t controller;   ///< number of the current controller, from 1
    text_edits edits;
} node_numbering;

/// Returns the value of an attribute, "" if it is missing; NULL when out of memory.
static const char *attribute_text(const node_numbering *state, const xml_tag *tag, const char *name, size_t *out_at,
                                  size_t *out_length)
{
    size_t length = 0;
    const char *value = sinew__xml_attribute(state->document, tag, name, &length);
    if (out_at) *out_at = value ? (size_t)(value - state->document->text) : 0;
    if (out_length) *out_length = value ? length : 0;
    return value ? sinew__arena_text(&state->pass->arena, value, length) : "";
}

// ---- nodes --------------------------------------------------------------------------------------------------------

static int add_node(node_numbering *state, const xml_tag *tag, int32_t parent)
{
    document_node *nodes =
        sinew__arena_grow(&state->pass->arena, state->nodes, state->count, &state->capacity, sizeof *nodes);
    if (!nodes || state->count >= INT32_MAX) return 0;
    state->nodes = nodes;
    document_node *node = &nodes[state->count];
    *node = (document_node){.parent = parent, .end = (int32_t)++state->count};
    node->id = attribute_text(state, tag, "id", NULL, NULL);
    node->sid = attribute_text(state, tag, "sid", &node->sid_at, &node->sid_length);
    node->name = attribute_text(state, tag, "name", &node->name_at, &node->name_length);
    if (!node->id || !node->sid || !node->name) return 0;
    node->has_name = node->name_at != 0;
    node->has_sid = node->sid_at != 0;
    const size_t attributes_at = (size_t)(tag->name - state->document->text) + tag->name_length;
    if (!node->has_name) node->name_at = attributes_at;
    if (!node->has_sid) node->sid_at = attributes_at;
    const char *identifier = *node->id ? node->id : node->sid;
    node->is_nameless = !*node->name && *identifier && !strchr(identifier, '"') && !strchr(identifier, '\'');
    if (node->is_nameless) node->name = identifier;
    return 1;
}

static int list_nodes(node_numbering *state)
{
    xml_tag tag;
    int32_t open = SINEW_NONE;
    for (size_t at = 0; sinew__xml_next_tag(state->document, &at, &tag);) {
        if (!sinew__xml_tag_is(&tag, "node")) continue;
        if (tag.closes) {
            if (open == SINEW_NONE) continue;
            state->nodes[open].end = (int32_t)state->count;
            open = state->nodes[open].parent;
        } else {
            if (!add_node(state, &tag, open)) return 0;
            if (!tag.is_empty) open = (int32_t)state->count - 1;
        }
    }
    return 1;
}

/// Adds an edit that changes a node's name. Returns 0 when out of memory.
static int edit_name(node_numbering *state, const document_node *node, const char *name)
{
    sinew__arena *arena = &state->pass->arena;
    const char *inserted = node->has_name ? name : sinew__arena_format(arena, " name=\"%s\"", name);
    return inserted &&
           sinew__text_edit_add(arena, &state->edits, (text_edit){node->name_at, node->name_length, inserted});
}

/// Appends numbers to the names that an earlier node also has, and gives names to nodes without one. *out_repeats is
/// whether names or sids repeat. Returns 0 when out of memory.
static int number_names(node_numbering *state, int *out_repeats)
{
    sinew__arena *arena = &state->pass->arena;
    *out_repeats = 0;
    if (!sinew__name_table_create(arena, state->count, &state->names) ||
        !sinew__name_table_create(arena, state->count, &state->ids) ||
        !sinew__name_table_create(arena, state->count, &state->sids))
        return 0;
    for (size_t i = 0; i < state->count; ++i) {
        const document_node *node = &state->nodes[i];
        if (*node->id) sinew__name_table_add(&state->ids, node->id, (int32_t)i);
        *out_repeats |= *node->sid && sinew__name_table_find(&state->sids, node->sid) >= 0;
        if (*node->sid) sinew__name_table_add(&state->sids, node->sid, (int32_t)i);
        const int is_known = *node->name && sinew__name_table_find(&state->names, node->name) >= 0;
        if (*node->name && !is_known) sinew__name_table_add(&state->names, node->name, (int32_t)i);
        const char *unique = is_known ? sinew__numbered_name(arena, node->name, i) : node->name;
        if (!unique || ((is_known || node->is_nameless) && !edit_name(state, node, unique))) return 0;
        if (is_known) *out_repeats = state->pass->has_numbered_names = 1;
    }
    return 1;
}

// ---- joints of skins ----------------------------------------------------------------------------------------------

static int list_skeletons(node_numbering *state)
{
    xml_tag tag;
    const char *controller = "";
    for (size_t at = 0; sinew__xml_next_tag(state->document, &at, &tag);) {
        if (tag.closes || tag.is_empty) continue;
        if (sinew__xml_tag_is(&tag, "instance_controller")) {
            controller = attribute_text(state, &tag, "url", NULL, NULL);
            if (!controller) return 0;
            controller += *controller == '#';
        }
        if (!sinew__xml_tag_is(&tag, "skeleton")) continue;
        skeleton_use *uses =
            sinew__arena_grow(&state->pass->arena, state->uses, state->use_count, &state->use_capacity, sizeof *uses);
        // the reference after the tag, without '#'
        size_t length;
        const char *text = sinew__xml_text_after(state->document, &tag, &length);
        const size_t hash = length > 0 && *text == '#';
        const char *root = sinew__arena_text(&state->pass->arena, text + hash, length - hash);
        if (!uses || !root) return 0;
        state->uses = uses;
        uses[state->use_count++] = (skeleton_use){controller, root};
    }
    return 1;
}

/// Fills `sids` with the nodes that the joints of a controller can mean: the nodes below its skeletons. A subtree that
/// was visited is skipped, so that nested skeletons take no more time.
static void find_meanings(node_numbering *state, const char *controller)
{
    memset(state->sids.names, 0, state->sids.capacity * sizeof *state->sids.names);
    ++state->controller;
    for (size_t u = 0; u < state->use_count; ++u) {
        if (strcmp(state->uses[u].controller, controller) != 0) continue;
        const int32_t root = sinew__name_table_find(&state->ids, state->uses[u].root);
        for (int32_t i = root; root != SINEW_NONE && i < state->nodes[root].end;) {
            document_node *node = &state->nodes[i];
            const int is_seen = node->seen == state->controller;
            node->seen = state->controller;
            if (!is_seen && *node->sid) sinew__name_table_add(&state->sids, node->sid, i);
            i = is_seen ? node->end : i + 1;
        }
    }
}

/// Finds the next word of an element's text, at or after `from`. Returns 0 at the end.
static int next_word(const node_numbering *state, size_t from, size_t *out_begin, size_t *out_end)
{
    const char *text = state->document->text;
    const size_t size = state->document->size;
    while (from < size && sinew__ascii_is_space(text[from])) from++;
    *out_begin = *out_end = from;
    while (*out_end < size && text[*out_end] != '<' && !sinew__ascii_is_space(text[*out_end])) ++*out_end;
    return *out_end > from;
}

/// Replaces the words after the tag that are sids of nodes by the ids of these nodes. Returns 0 when out of memory.
static int edit_words(node_numbering *state, const xml_tag *tag)
{
    for (size_t at = tag->end, begin, end; next_word(state, at, &begin, &end); at = end) {
        const char *word = sinew__arena_text(&state->pass->arena, state->document->text + begin, end - begin);
        if (!word) return 0;
        const int32_t node = sinew__name_table_find(&state->sids, word);
        if (node == SINEW_NONE || !*state->nodes[node].id) continue;
        const text_edit edit = {begin, end - begin, state->nodes[node].id};
        if (!sinew__text_edit_add(&state->pass->arena, &state->edits, edit)) return 0;
    }
    return 1;
}

// ---- names of joints with blanks ----------------------------------------------------------------------------------
// Autodesk's FBX COLLADA writes names with blanks: <Name_array count="2">Bip01 Bip01 Head</Name_array>. Assimp ends a
// name at each blank.

/// Returns the node whose sid, id or name is the longest run of words from `begin` on, and sets *end to the end of the
/// run. If no node fits, returns SINEW_NONE and does not change *end, which is the end of the first word.
static int32_t match_words(const node_numbering *state, size_t begin, size_t *end)
{
    enum { MAX_WORDS = 8 };
    char name[256];
    int32_t found = SINEW_NONE;
    size_t from = begin, to = *end;
    for (int words = 1; words <= MAX_WORDS && to - begin < sizeof name; ++words) {
        memcpy(name, state->document->text + begin, to - begin);
        name[to - begin] = '\0';
        int32_t node = sinew__name_table_find(&state->sids, name);
        if (node == SINEW_NONE) node = sinew__name_table_find(&state->ids, name);
        if (node == SINEW_NONE) node = sinew__name_table_find(&state->names, name);
        if (node != SINEW_NONE) {
            found = node;
            *end = to;
        }
        if (!next_word(state, to, &from, &to)) break;
    }
    return found;
}

/// Chooses the word by which skins refer to a node: its id, or a new sid if the id contains blanks. Returns 0 when out
/// of memory.
static int choose_word(node_numbering *state, document_node *node)
{
    sinew__arena *arena = &state->pass->arena;
    if (node->word) return 1;
    const int is_word = *node->id && !node->id[strcspn(node->id, " \t\r\n")];
    node->word = is_word ? node->id : sinew__numbered_name(arena, "joint", (size_t)(node - state->nodes));
    if (is_word || !node->word) return is_word;
    const char *inserted = node->has_sid ? node->word : sinew__arena_format(arena, " sid=\"%s\"", node->word);
    return inserted &&
           sinew__text_edit_add(arena, &state->edits, (text_edit){node->sid_at, node->sid_length, inserted});
}

/// Replaces each name in the text after the tag by one word; a name may consist of several words. If the text does not
/// contain `count` names, warns and changes nothing. Returns 0 when out of memory.
static int edit_names(node_numbering *state, const xml_tag *tag, size_t count, const char *controller)
{
    import_pass *pass = state->pass;
    size_t names = 0, begin, end;
    for (size_t at = tag->end; next_word(state, at, &begin, &end); at = end, names++)
        (void)match_words(state, begin, &end);
    if (names != count) {
        sinew__import_warn(pass, IMPORT_WARNING_REFERENCE, controller,
                           "its skin has %zu joints, and %zu names of nodes were found for them", count, names);
        return 1;
    }
    for (size_t at = tag->end; next_word(state, at, &begin, &end); at = end) {
        const int32_t index = match_words(state, begin, &end);
        if (index == SINEW_NONE) continue;
        document_node *node = &state->nodes[index];
        if (!choose_word(state, node) ||
            !sinew__text_edit_add(&pass->arena, &state->edits, (text_edit){begin, end - begin, node->word}))
            return 0;
    }
    return 1;
}

/// Edits the names of joints in skins: repeated names, if `has_repeats` is set, and names with blanks. Returns 0 when
/// out of memory.
static int edit_skins(node_numbering *state, int has_repeats)
{
    xml_tag tag;
    const char *controller = NULL;
    int is_searched = 0; // whether `sids` is filled for the controller
    for (size_t at = 0; sinew__xml_next_tag(state->document, &at, &tag);) {
        if (sinew__xml_tag_is(&tag, "controller")) {
            controller = tag.closes ? NULL : attribute_text(state, &tag, "id", NULL, NULL);
            if (!tag.closes && !controller) return 0;
            is_searched = 0;
        }
        if (!controller || !sinew__xml_tag_is(&tag, "Name_array") || tag.closes || tag.is_empty) continue;
        size_t word_count = 0, length, begin, end;
        for (size_t from = tag.end; next_word(state, from, &begin, &end); from = end) word_count++;
        const char *count_text = sinew__xml_attribute(state->document, &tag, "count", &length);
        const size_t count = count_text && *count_text >= '0' && *count_text <= '9' ? strtoul(count_text, NULL, 10) : 0;
        const int has_blanks = count > 0 && word_count > count;
        if (!has_blanks && !has_repeats) continue;
        if (!is_searched) find_meanings(state, controller);
        is_searched = 1;
        if (!(has_blanks ? edit_names(state, &tag, count, controller) : edit_words(state, &tag))) return 0;
    }
    return 1;
}

int sinew__collada_number_nodes(import_pass *pass, collada_text *document)
{
    node_numbering state = {.pass = pass, .document = document};
    int repeats = 0;
    if (!list_nodes(&state) || !number_names(&state, &repeats) || !list_skeletons(&state) ||
        !edit_skins(&state, repeats))
        return 0;
    if (state.edits.count == 0) return 1;
    sinew__text_edits_sort(&state.edits);
    return sinew__text_edits_apply(&pass->arena, document, &state.edits);
}

// ---- references ---------------------------------------------------------------------------------------------------

sinew_result sinew__collada_check_references(import_pass *pass, collada_text *document, sinew_error *error)
{
    static const char *const instances[] = {"instance_geometry", "instance_controller", "instance_node",
                                            "instance_light", "instance_camera"};
    sinew__arena *arena = &pass->arena;
    name_table ids;            // id of every element → 1 for a visual scene, else 0
    const char *scene = NULL;  // id of the first visual scene
    const char *opened = NULL; // name of a geometry whose first element is still to be checked
    int has_scene = 0, is_collada = 0;
    size_t count = 0, scene_count = 0, length;
    text_edits edits = {0};
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);)
        count += !tag.closes && sinew__xml_attribute(document, &tag, "id", &length) != NULL;
    if (!sinew__name_table_create(arena, count, &ids)) return sinew__arena_fail(arena, error);
    for (size_t at = 0; count && sinew__xml_next_tag(document, &at, &tag);) {
        const char *id = tag.closes ? "" : sinew__xml_reference(arena, document, &tag, "id");
        if (!id) return sinew__arena_fail(arena, error);
        const int is_scene = sinew__xml_tag_is(&tag, "visual_scene");
        if (*id) sinew__name_table_add(&ids, id, is_scene);
        if (*id && is_scene && scene_count++ == 0) scene = id;
    }
    for (size_t at = 0; sinew__xml_next_tag(document, &at, &tag);) {
        const int name_length = tag.name_length < 32 ? (int)tag.name_length : 32;
        is_collada |= sinew__xml_tag_is(&tag, "COLLADA");
        if (opened && !tag.closes && !sinew__xml_tag_is(&tag, "asset")) {
            if (!sinew__xml_tag_is(&tag, "mesh"))
                sinew__import_warn(pass, IMPORT_WARNING_SURFACE, opened, "it is a <%.*s>, which is not drawn",
                                   name_length, tag.name);
            opened = NULL;
        }
        if (sinew__xml_tag_is(&tag, "geometry")) {
            opened = NULL;
            if (tag.closes || tag.is_empty) continue;
            const char *name = sinew__xml_reference(arena, document, &tag, "name");
            const char *id = sinew__xml_reference(arena, document, &tag, "id");
            if (!name || !id) return sinew__arena_fail(arena, error);
            opened = *name ? name : id;
            continue;
        }
        if (tag.closes) continue;
        const int is_scene = sinew__xml_tag_is(&tag, "instance_visual_scene");
        int is_instance = 0;
        for (size_t i = 0; i < sizeof instances / sizeof *instances; ++i)
            is_instance |= sinew__xml_tag_is(&tag, instances[i]);
        if (!is_instance && !is_scene) continue;
        const char *url = sinew__xml_attribute(document, &tag, "url", &length);
        const char *id = sinew__xml_reference(arena, document, &tag, "url");
        if (!id) return sinew__arena_fail(arena, error);
        const int32_t found = sinew__name_table_find(&ids, id);
        if (is_instance && length > 0 && (*url != '#' || found == SINEW_NONE)) {
            sinew__import_warn(pass, IMPORT_WARNING_REFERENCE, id,
                               *url == '#' ? "<%.*s> refers to it, and it is not in the file"
                                           : "<%.*s> refers to it, which is another file and is not read",
                               name_length, tag.name);
            document->text[url - document->text] = '#'; // now refers to nothing, instead of to another file
        }
        if (!is_scene) continue;
        has_scene = 1;
        if (length == 1 && *url == '#' && scene_count == 1) { // means the only scene, as in other programs
            const text_edit edit = {(size_t)(url - document->text) + 1, 0, scene};
            if (!sinew__text_edit_add(arena, &edits, edit)) return sinew__arena_fail(arena, error);
        } else if (found != 1) {
            return sinew__fail(error, SINEW_ERROR_DAMAGED,
                               "damaged: its <scene> shows '%s', which is not a visual scene in it", id);
        }
    }
    if (edits.count && !sinew__text_edits_apply(arena, document, &edits)) return sinew__arena_fail(arena, error);
    if (has_scene || !is_collada) return SINEW_OK;
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
    const collada_text document = sinew__xml_of_pass(pass);
    const char *list = "";
    xml_tag tag;
    for (size_t at = 0; sinew__xml_next_tag(&document, &at, &tag);)
        for (size_t i = 0; i < KINDS; ++i) counts[i] += !tag.closes && sinew__xml_tag_is(&tag, kinds[i].tag);
    for (size_t i = 0; i < KINDS && list; ++i)
        if (counts[i])
            list = sinew__arena_format(&pass->arena, "%s%s%zu %s", list, kept++ ? ", " : "", counts[i],
                                       counts[i] == 1 ? kinds[i].one : kinds[i].many);
    if (!list) return;
    sinew__import_warn(pass, IMPORT_WARNING_EMPTY_SCENE, NULL,
                       *list ? "it has no mesh and no clip: its scenes have %s"
                             : "it has no mesh and no clip: its scenes are empty%s",
                       list);
}
