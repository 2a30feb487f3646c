// Changes a glTF file so that Assimp reads all of it: meshes of several skins, scenes, pictures, what it would
// refuse.
#include "import/import_stages.h"

#include <string.h>
#include <strings.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "import/assimp/gltf.h"

// Meshes of a glTF file that several skins use.

enum {
    MAX_COPIED_ITEMS = 1 << 18, ///< JSON items of all copies: about 20 000 meshes of one primitive
    NO_SKIN = -1,
    NO_NODE = -2,
};

typedef struct skin_search {
    import_pass *pass;
    gltf_list meshes;
    sinew__json_value *mesh_array;
    int32_t *skins;    ///< [meshes.count] that of the first node with the mesh, NO_SKIN or NO_NODE
    int32_t *items;    ///< [meshes.count] of the JSON of a mesh; 0: not counted
    name_table copies; ///< "mesh skin" → index of the copy
    int32_t count;     ///< of meshes and copies
    int32_t left;      ///< of MAX_COPIED_ITEMS
} skin_search;

static int begin_search(skin_search *search, const sinew__json_value *nodes)
{
    sinew__arena *arena = &search->pass->arena;
    if (!sinew__gltf_list(search->pass, search->mesh_array, &search->meshes) ||
        !sinew__name_table_create(arena, (size_t)sinew__json_count(nodes), &search->copies))
        return 0;
    const size_t count = search->meshes.count;
    search->count = (int32_t)count;
    search->left = MAX_COPIED_ITEMS;
    search->skins = SINEW__ARENA_ARRAY(arena, int32_t, count);
    search->items = SINEW__ARENA_ARRAY(arena, int32_t, count);
    for (size_t i = 0; search->skins && i < count; i++) search->skins[i] = NO_NODE;
    return search->skins && search->items;
}

static int32_t index_in(const sinew__json_value *object, const char *key, int32_t otherwise)
{
    const sinew__json_value *number = sinew__json_member(object, key);
    return sinew__json_is(number, SINEW__JSON_NUMBER) && sinew__gltf_whole(number) >= 0 ? sinew__gltf_whole(number)
                                                                                        : otherwise;
}

/// Items of a JSON value, itself included. The reader limits its depth.
static int32_t count_items(const sinew__json_value *value)
{
    int32_t count = 1;
    for (const sinew__json_value *child = sinew__json_first(value); child && count <= MAX_COPIED_ITEMS;
         child = child->next)
        count += count_items(child);
    return count;
}

/// Adds a copy of a mesh to the file. Returns its index, SINEW_NONE when there are too many copies, NO_NODE when out of
/// memory.
static int32_t copy_mesh(skin_search *search, int32_t mesh, const char *key)
{
    if (!search->items[mesh]) search->items[mesh] = count_items(search->meshes.items[mesh]);
    if (search->items[mesh] > search->left) return SINEW_NONE;
    search->left -= search->items[mesh];
    if (!sinew__json_add_copy(&search->pass->arena, search->mesh_array, search->meshes.items[mesh])) return NO_NODE;
    sinew__name_table_add(&search->copies, key, search->count);
    return search->count++;
}

/// The copy of a mesh for a skin, as copy_mesh.
static int32_t find_copy(skin_search *search, int32_t mesh, int32_t skin)
{
    const char *key = sinew__arena_format(&search->pass->arena, "%d %d", mesh, skin);
    if (!key) return NO_NODE;
    const int32_t known = sinew__name_table_find(&search->copies, key);
    return known >= 0 ? known : copy_mesh(search, mesh, key);
}

static void warn_of_shared_skin(skin_search *search, const sinew__json_value *node)
{
    sinew__import_warn(&search->pass->warnings, &search->pass->arena, IMPORT_WARNING_APPROXIMATED,
                       sinew__json_text(sinew__json_member(node, "name")),
                       "too many nodes have meshes with several skins; its mesh has the skin of another node");
}

/// Returns 0 when out of memory.
static int separate_node(skin_search *search, sinew__json_value *node, int *changed)
{
    const int32_t mesh = index_in(node, "mesh", NO_NODE), skin = index_in(node, "skin", NO_SKIN);
    if (mesh < 0 || (size_t)mesh >= search->meshes.count) return 1;
    if (search->skins[mesh] == NO_NODE) search->skins[mesh] = skin;
    if (search->skins[mesh] == skin) return 1;
    const int32_t copy = find_copy(search, mesh, skin);
    if (copy == SINEW_NONE) warn_of_shared_skin(search, node);
    if (copy >= 0) sinew__json_member(node, "mesh")->number = (double)copy;
    *changed |= copy >= 0;
    return copy != NO_NODE;
}

/// Gives each skin its own copy of a mesh: in Assimp's scene the bones belong to the mesh, and those of the last node
/// would apply to all. Further nodes of a file with too many copies keep the mesh, with a warning. `out_changed` says
/// whether `root`, the file or NULL, has been changed. Returns 0 when out of memory.
static int gltf_separate_skins(import_pass *pass, sinew__json_value *root, int *out_changed)
{
    sinew__json_value *nodes = sinew__json_member(root, "nodes"), *node;
    skin_search search = {.pass = pass, .mesh_array = sinew__json_member(root, "meshes")};
    *out_changed = 0;
    if (!sinew__json_is(nodes, SINEW__JSON_ARRAY) || !sinew__json_is(search.mesh_array, SINEW__JSON_ARRAY)) return 1;
    if (!begin_search(&search, nodes)) return 0;
    for (node = sinew__json_first(nodes); node; node = node->next)
        if (!separate_node(&search, node, out_changed)) return 0;
    return 1;
}

static void write_word(unsigned char *bytes, size_t value)
{
    for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(value >> 8 * i & 0xff);
}

/// Replaces the first chunk of a .glb, padded to four bytes. Returns 0 when out of memory.
static int replace_chunk(import_pass *pass, const char *json, size_t length)
{
    const size_t begin = GLB_HEADER + GLB_CHUNK_HEADER, rest = pass->size - begin - sinew__glb_json_size(pass);
    const size_t padded = (length + 3) / 4 * 4, size = begin + padded + rest;
    unsigned char *bytes = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, size);
    if (!bytes) return 0;
    memcpy(bytes, pass->bytes, begin);
    memcpy(bytes + begin, json, length);
    memset(bytes + begin + length, ' ', padded - length);
    memcpy(bytes + begin + padded, pass->bytes + pass->size - rest, rest);
    write_word(bytes + 8, size);
    write_word(bytes + GLB_HEADER, padded);
    pass->bytes = bytes;
    pass->size = size;
    return 1;
}

/// Returns 0 when out of memory.
static int replace_json(import_pass *pass, const sinew__json_value *root)
{
    sinew__buffer text = {0};
    sinew__json_writer json = sinew__json_begin(&text);
    json.is_plain = 1;
    sinew__json_put_value(&json, NULL, root);
    int ok = !text.failed;
    if (ok && strcmp(pass->format.extension, "glb") == 0) {
        ok = replace_chunk(pass, text.text, text.size);
    } else if (ok) {
        const char *copy = sinew__arena_text(&pass->arena, text.text, text.size);
        ok = copy != NULL;
        if (ok) pass->bytes = (const unsigned char *)copy, pass->size = text.size;
    }
    sinew__buffer_free(&text);
    return ok;
}

// ---- scenes ------------------------------------------------------------------------------------------------------

/// A file without scenes shows all nodes that are no children. Returns 0 when out of memory.
static int add_scene(import_pass *pass, sinew__json_value *root)
{
    sinew__arena *arena = &pass->arena;
    const sinew__json_value *nodes = sinew__json_member(root, "nodes");
    const size_t count = (size_t)sinew__json_count(nodes);
    unsigned char *is_child = SINEW__ARENA_ARRAY(arena, unsigned char, count);
    const sinew__json_value *node, *child;
    sinew__json_remove_member(root, "scenes");
    sinew__json_value *scenes = sinew__json_add(arena, root, "scenes", SINEW__JSON_ARRAY);
    sinew__json_value *scene = sinew__json_add(arena, scenes, NULL, SINEW__JSON_OBJECT);
    sinew__json_value *roots = sinew__json_add(arena, scene, "nodes", SINEW__JSON_ARRAY);
    if (!is_child || !roots) return 0;
    for (node = sinew__json_first(nodes); node; node = node->next) {
        for (child = sinew__json_first(sinew__json_member(node, "children")); child; child = child->next)
            if (sinew__json_is(child, SINEW__JSON_NUMBER) && child->number >= 0 && child->number < (double)count)
                is_child[(size_t)child->number] = 1;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_child[i] && !sinew__json_add_number(arena, roots, NULL, (double)i)) return 0;
    }
    return 1;
}

/// The nodes of a file and what its scene shows of them.
typedef struct shown_nodes {
    gltf_list nodes;
    int32_t *parents, *stack; ///< [nodes.count] index or SINEW_NONE; nodes whose children are to be visited
    unsigned char *is_shown;  ///< [nodes.count]
} shown_nodes;

/// The node that a number of an array means, or SINEW_NONE.
static int32_t node_of(const shown_nodes *shown, const sinew__json_value *number)
{
    const double index = sinew__json_is(number, SINEW__JSON_NUMBER) ? number->number : -1;
    return index >= 0 && index < (double)shown->nodes.count ? (int32_t)index : SINEW_NONE;
}

static const sinew__json_value *first_of(const sinew__json_value *object, const char *key)
{
    return sinew__json_first(sinew__json_member(object, key));
}

/// Marks a node and its descendants.
static void show(shown_nodes *shown, int32_t root)
{
    size_t count = 0;
    if (root == SINEW_NONE || shown->is_shown[root]) return;
    shown->is_shown[root] = 1;
    shown->stack[count++] = root;
    while (count > 0) {
        const sinew__json_value *child = first_of(shown->nodes.items[shown->stack[--count]], "children");
        for (; child; child = child->next) {
            const int32_t index = node_of(shown, child);
            if (index == SINEW_NONE || shown->is_shown[index]) continue;
            shown->is_shown[index] = 1;
            shown->stack[count++] = index;
        }
    }
}

/// Returns 0 when out of memory.
static int list_shown(import_pass *pass, const sinew__json_value *root, const sinew__json_value *scene,
                      shown_nodes *out)
{
    sinew__arena *arena = &pass->arena;
    if (!sinew__gltf_list(pass, sinew__json_member(root, "nodes"), &out->nodes)) return 0;
    out->parents = SINEW__ARENA_ARRAY(arena, int32_t, out->nodes.count);
    out->stack = SINEW__ARENA_ARRAY(arena, int32_t, out->nodes.count);
    out->is_shown = SINEW__ARENA_ARRAY(arena, unsigned char, out->nodes.count);
    if (arena->failed) return 0;
    const sinew__json_value *number;
    for (size_t i = 0; i < out->nodes.count; i++) out->parents[i] = SINEW_NONE;
    for (size_t i = 0; i < out->nodes.count; i++)
        for (number = first_of(out->nodes.items[i], "children"); number; number = number->next) {
            const int32_t child = node_of(out, number);
            if (child != SINEW_NONE) out->parents[child] = (int32_t)i;
        }
    for (number = first_of(scene, "nodes"); number; number = number->next) show(out, node_of(out, number));
    return 1;
}

/// Adds the root of a joint that the scene does not show to it, once: what leads to a root is marked on the way, and so
/// is what leads in a circle. Returns 0 when out of memory.
static int show_joint(import_pass *pass, shown_nodes *shown, sinew__json_value *scene, int32_t joint, int *out_changed)
{
    sinew__json_value *roots = sinew__json_member(scene, "nodes");
    for (; joint != SINEW_NONE && !shown->is_shown[joint]; joint = shown->parents[joint]) {
        shown->is_shown[joint] = 1;
        if (shown->parents[joint] != SINEW_NONE || !sinew__json_is(roots, SINEW__JSON_ARRAY)) continue;
        if (!sinew__json_add_number(&pass->arena, roots, NULL, (double)joint)) return 0;
        *out_changed = 1;
    }
    return 1;
}

/// A mesh may be shown without its joints, which glTF forbids and some programs write: they are added to the scene.
/// Returns 0 when out of memory.
static int add_skeletons(import_pass *pass, const sinew__json_value *root, double index, int *out_changed)
{
    shown_nodes shown = {0};
    gltf_list skins;
    sinew__json_value *scene = sinew__json_first(sinew__json_member(root, "scenes"));
    for (int i = 0; i < (int)index && scene; i++) scene = scene->next;
    if (!list_shown(pass, root, scene, &shown) || !sinew__gltf_list(pass, sinew__json_member(root, "skins"), &skins))
        return 0;
    for (size_t i = 0; i < shown.nodes.count; i++) {
        if (!shown.is_shown[i]) continue;
        const sinew__json_value *skin = sinew__gltf_item(&skins, sinew__json_member(shown.nodes.items[i], "skin"));
        for (const sinew__json_value *joint = first_of(skin, "joints"); joint; joint = joint->next)
            if (!show_joint(pass, &shown, scene, node_of(&shown, joint), out_changed)) return 0;
    }
    return 1;
}

static sinew_result prepare_scene(import_pass *pass, sinew__json_value *root, int *out_changed, sinew_error *error)
{
    const sinew__json_value *scene = sinew__json_member(root, "scene");
    const int count = sinew__json_count(sinew__json_member(root, "scenes"));
    const double index = sinew__json_is(scene, SINEW__JSON_NUMBER) ? scene->number : 0;
    if (count == 0 && !scene) {
        *out_changed = 1;
        return add_scene(pass, root) ? SINEW_OK : sinew__fail_memory(error);
    }
    if (index >= 0 && index < (double)count) {
        if (add_skeletons(pass, root, index, out_changed)) return SINEW_OK;
        return sinew__arena_fail(&pass->arena, error);
    }
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no scene %.0f, the file has %d", index, count);
}

// ---- pictures ----------------------------------------------------------------------------------------------------

/// A kind of picture, by its first bytes and by the end of its name.
typedef struct picture_kind {
    const char *name, *mime_type, *extension;
    int is_read;
    size_t at; ///< of `mark` in the file
    const char *mark;
} picture_kind;

static const picture_kind picture_kinds[] = {
    {"PNG", "image/png", ".png", 1, 0, "\x89PNG"},       {"JPEG", "image/jpeg", ".jpg", 1, 0, "\xff\xd8\xff"},
    {"WebP", "image/webp", ".webp", 1, 8, "WEBP"},       {"DDS", "image/vnd-ms.dds", ".dds", 1, 0, "DDS "},
    {"KTX2", "image/ktx2", ".ktx2", 0, 0, "\xabKTX 20"}, {"Basis", "image/x-basis", ".basis", 0, 0, "sB\x13"},
    {"AVIF", "image/avif", ".avif", 0, 4, "ftypavi"}};

static int has_mark(const gltf_bytes *view, const picture_kind *kind)
{
    const size_t length = strlen(kind->mark);
    return view->bytes && view->size >= kind->at + length && memcmp(view->bytes + kind->at, kind->mark, length) == 0;
}

/// The kind of an image; `view` has its bytes, or none. NULL: unknown.
static const picture_kind *find_picture_kind(const sinew__json_value *image, const gltf_bytes *view)
{
    const char *type = sinew__json_text(sinew__json_member(image, "mimeType"));
    const char *uri = sinew__json_text(sinew__json_member(image, "uri"));
    const char *dot = uri ? strrchr(uri, '.') : NULL;
    const size_t count = sizeof picture_kinds / sizeof *picture_kinds;
    for (size_t i = 0; i < count; i++)
        if (has_mark(view, &picture_kinds[i])) return &picture_kinds[i];
    for (size_t i = 0; i < count; i++)
        if ((type && strcmp(type, picture_kinds[i].mime_type) == 0) ||
            (uri && strncmp(uri, "data:", 5) == 0 &&
             strncmp(uri + 5, picture_kinds[i].mime_type, strlen(picture_kinds[i].mime_type)) == 0) ||
            (dot && strcasecmp(dot, picture_kinds[i].extension) == 0))
            return &picture_kinds[i];
    return NULL;
}

static const char *name_of_image(import_pass *pass, const sinew__json_value *image, size_t index)
{
    const char *name = sinew__json_text(sinew__json_member(image, "name"));
    const char *uri = sinew__json_text(sinew__json_member(image, "uri"));
    if (name && *name) return name;
    if (uri && *uri && strncmp(uri, "data:", 5) != 0) return uri;
    return sinew__arena_format(&pass->arena, "images[%zu]", index);
}

/// Assimp refuses a file with an embedded image that lies outside its buffer, or whose type is missing. Returns 0 when
/// out of memory.
static int prepare_image(gltf_accessors *accessors, sinew__json_value *image, size_t index, int *out_changed)
{
    import_pass *pass = accessors->pass;
    const sinew__json_value *view_index = sinew__json_member(image, "bufferView");
    const char *name = name_of_image(pass, image, index);
    gltf_bytes view = {0};
    sinew_error reason = {0};
    if (view_index && sinew__gltf_view_open(accessors, view_index, &view, &reason) != SINEW_OK) {
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_TEXTURE_DROPPED, name, "the image is %s",
                           reason.message);
        sinew__json_remove_member(image, "bufferView");
        *out_changed = 1;
        return name && !pass->arena.failed && sinew__json_add_text(&pass->arena, image, "uri", "");
    }
    const picture_kind *kind = find_picture_kind(image, &view);
    if (kind && !kind->is_read)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_TEXTURE_DROPPED, name,
                           "the image is %s, which is not read; its materials are drawn without it", kind->name);
    if (!view_index || (sinew__json_member(image, "mimeType") != NULL)) return name != NULL;
    *out_changed = 1;
    return name && sinew__json_add_text(&pass->arena, image, "mimeType", kind ? kind->mime_type : "image/png");
}

/// A texture may have its image by an extension, and one of a common kind for programs that do not know it. Returns 0
/// when out of memory.
static int prepare_texture(import_pass *pass, sinew__json_value *texture, int *out_changed)
{
    static const struct {
        const char *extension;
        int is_preferred; ///< to the common image
    } extensions[] = {
        {"EXT_texture_webp", 1}, {"MSFT_texture_dds", 0}, {"KHR_texture_basisu", 0}, {"EXT_texture_avif", 0}};
    const sinew__json_value *all = sinew__json_member(texture, "extensions");
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        const sinew__json_value *extension = sinew__json_member(all, extensions[i].extension);
        const sinew__json_value *source = sinew__json_member(extension, "source");
        if (!sinew__json_is(source, SINEW__JSON_NUMBER) ||
            ((sinew__json_member(texture, "source") != NULL) && !extensions[i].is_preferred))
            continue;
        const double index = source->number;
        sinew__json_remove_member(texture, "source");
        *out_changed = 1;
        return sinew__json_add_number(&pass->arena, texture, "source", index) != NULL;
    }
    return 1;
}

/// Returns 0 when out of memory.
static int prepare_pictures(gltf_accessors *accessors, sinew__json_value *root, int *out_changed)
{
    size_t index = 0;
    int ok = 1;
    sinew__json_value *item;
    for (item = sinew__json_first(sinew__json_member(root, "textures")); item; item = item->next)
        ok = ok && prepare_texture(accessors->pass, item, out_changed);
    for (item = sinew__json_first(sinew__json_member(root, "images")); item; item = item->next)
        ok = ok && prepare_image(accessors, item, index++, out_changed);
    return ok;
}

// ---- what is left out --------------------------------------------------------------------------------------------

static void warn_of_instances(import_pass *pass, const sinew__json_value *nodes)
{
    const sinew__json_value *node;
    for (node = sinew__json_first(nodes); node; node = node->next) {
        const sinew__json_value *extensions = sinew__json_member(node, "extensions");
        if (sinew__json_member(extensions, "EXT_mesh_gpu_instancing"))
            sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED,
                               sinew__json_text(sinew__json_member(node, "name")),
                               "its mesh is drawn once, without the instances of EXT_mesh_gpu_instancing");
    }
}

// ---- the file ----------------------------------------------------------------------------------------------------

/// What is done with the document; *out_changed says whether it differs from the file's.
static sinew_result prepare_document(import_pass *pass, sinew__json_value *root, side_file *out_decoded,
                                     int *out_changed, sinew_error *error)
{
    const sinew__json_value *nodes = sinew__json_member(root, "nodes");
    int has_copies = 0;
    sinew_result result = sinew__gltf_check_extensions(root, error);
    if (result == SINEW_OK) result = prepare_scene(pass, root, out_changed, error);
    if (result != SINEW_OK) return result;
    if (!sinew__gltf_number_names(pass, sinew__json_member(root, "nodes")) || !sinew__gltf_list_rests(pass, nodes) ||
        !gltf_separate_skins(pass, root, &has_copies) || !sinew__gltf_accessors_begin(pass, root, pass->gltf) ||
        !prepare_pictures(pass->gltf, root, out_changed))
        return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : sinew__fail_memory(error);
    warn_of_instances(pass, nodes);
    *out_changed |= has_copies || pass->has_numbered_names;
    result = sinew__gltf_interpolation(pass->gltf, root, error);
    return result == SINEW_OK ? sinew__gltf_decode(pass->gltf, root, out_decoded, out_changed, error) : result;
}

/// The side files that were read, and the new buffer, for Assimp.
static int list_known_files(import_pass *pass, const side_file *decoded)
{
    const gltf_accessors *accessors = pass->gltf;
    side_file *files = SINEW__ARENA_ARRAY(&pass->arena, side_file, accessors->file_count + 1);
    if (!files) return 0;
    memcpy(files, accessors->files, accessors->file_count * sizeof *files);
    files[accessors->file_count] = *decoded;
    pass->known = (assimp_known_files){.items = files, .count = accessors->file_count + (decoded->bytes != NULL)};
    return 1;
}

sinew_result sinew__gltf_prepare(import_pass *pass, sinew_error *error)
{
    sinew__json json = sinew__gltf_parse(pass, NULL);
    side_file decoded = {0};
    int is_changed = 0;
    if (!json.root) return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
    pass->gltf = SINEW__ARENA_ARRAY(&pass->arena, gltf_accessors, 1);
    if (!pass->gltf) {
        sinew__json_free(&json);
        return sinew__arena_fail(&pass->arena, error);
    }
    const sinew_result result = prepare_document(pass, json.root, &decoded, &is_changed, error);
    const int ok =
        result == SINEW_OK && list_known_files(pass, &decoded) && (!is_changed || replace_json(pass, json.root));
    sinew__json_free(&json);
    if (ok || result != SINEW_OK) return result;
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : sinew__fail_memory(error);
}

void sinew__gltf_finish(import_pass *pass)
{
    if (pass->gltf) sinew__gltf_accessors_end(pass->gltf);
    pass->gltf = NULL;
    pass->known = (assimp_known_files){0};
}
