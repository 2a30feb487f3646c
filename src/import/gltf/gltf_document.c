// The import stages of a glTF file, and checks of its version and required extensions.
#include "import/gltf/gltf.h"

#include <string.h>

#include "core/base/error.h"
#include "import/import_stages.h"

// ---- version and required extensions -------------------------------------------------------------------------------

/// Whether sinew reads the extension, or can ignore it. Extensions of materials, textures and lights do not change
/// geometry; the code that reads them warns of values that are not drawn.
static int is_known(const char *extension)
{
    static const char *const names[] = {
        "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression",
        "KHR_mesh_quantization",      "EXT_mesh_gpu_instancing", "MSFT_texture_dds",
        "KHR_node_visibility",        "KHR_animation_pointer",   "VRM"};
    static const char *const families[] = {"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                           "KHR_lights_",    "EXT_lights_",  "VRMC_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(extension, names[i]) == 0) return 1;
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i)
        if (strncmp(extension, families[i], strlen(families[i])) == 0) return 1;
    return 0;
}

// ---- stages ---------------------------------------------------------------------------------------------------------

/// Lists the arrays of the document and allocates the reader's tables. Returns 0 when out of memory.
static int begin(gltf_reader *reader)
{
    import_pass *pass = reader->pass;
    const struct {
        const char *name;
        gltf_list *list;
    } lists[] = {{"nodes", &reader->nodes},     {"meshes", &reader->meshes},       {"skins", &reader->skins},
                 {"cameras", &reader->cameras}, {"materials", &reader->materials}, {"textures", &reader->textures},
                 {"images", &reader->images},   {"samplers", &reader->samplers}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
        if (!sinew__gltf_list(pass, sinew__json_member(reader->root, lists[i].name), lists[i].list)) return 0;
    reader->read_meshes = SINEW__ARENA_ARRAY(&pass->arena, gltf_mesh, reader->meshes.count);
    reader->skin_joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_skin_joint *, reader->skins.count);
    reader->has_visibility = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, reader->nodes.count);
    const struct {
        int32_t **numbers;
        size_t count;
    } tables[] = {{&reader->node_joints, reader->nodes.count},
                  {&reader->material_numbers, reader->materials.count},
                  {&reader->material_order, reader->materials.count},
                  {&reader->image_numbers, reader->images.count},
                  {&reader->image_order, reader->images.count}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
        int32_t *numbers = *tables[i].numbers = SINEW__ARENA_ARRAY(&pass->arena, int32_t, tables[i].count);
        for (size_t k = 0; numbers && k < tables[i].count; ++k) numbers[k] = SINEW_NONE;
    }
    sinew__gltf_find_extensions(reader);
    return !pass->arena.failed && sinew__gltf_accessors_begin(pass, reader->root, reader->accessors);
}

static sinew_result read_document(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const sinew__json_value *asset = sinew__json_member(reader->root, "asset");
    const char *generator = sinew__gltf_text(asset, "generator", ""), *version = sinew__gltf_text(asset, "version", "");
    // a .glb of version 1 has the same magic number
    const int is_old_glb = strcmp(pass->format.extension, "glb") == 0 && pass->size > 4 && pass->bytes[4] == 1;
    if (version[0] != '2' || is_old_glb)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported: glTF of version %.16s; sinew reads version 2",
                           is_old_glb ? "1" : sinew__gltf_text(asset, "version", "1 or none"));
    const sinew__json_value *extension;
    for (extension = sinew__json_first(sinew__json_member(reader->root, "extensionsRequired")); extension;
         extension = extension->next) {
        const char *name = sinew__json_text(extension);
        if (name && !is_known(name))
            return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                               "unsupported: the file requires the glTF extension %.64s", name);
    }
    if (!begin(reader)) return sinew__arena_fail(&pass->arena, error);
    pass->raw.unit_cm = 100.0; // metres, by the glTF specification
    pass->raw.version = sinew__import_text(&pass->arena, version, strlen(version));
    pass->raw.generator = *generator ? sinew__import_text(&pass->arena, generator, strlen(generator)) : NULL;
    sinew_result result = sinew__gltf_read_nodes(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_materials(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_place_meshes(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_cameras(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_clips(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_vrm(reader, error);
    if (result == SINEW_OK) sinew__gltf_hide_meshes(reader);
    return result;
}

sinew_result sinew__gltf_stages(import_pass *pass, sinew_error *error)
{
    sinew_error reason = {0};
    sinew__json json = sinew__gltf_parse(pass, &reason);
    gltf_reader reader = {.pass = pass, .root = json.root};
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    if (!json.root)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: its JSON: %.200s",
                           *reason.message ? reason.message : "expected an object");
    reader.accessors = pass->gltf = SINEW__ARENA_ARRAY(&pass->arena, gltf_accessors, 1);
    const sinew_result result =
        reader.accessors ? read_document(&reader, error) : sinew__arena_fail(&pass->arena, error);
    sinew__json_free(&json);
    return result;
}

void sinew__gltf_release(const import_pass *pass)
{
    if (pass->gltf) sinew__gltf_accessors_end(pass->gltf);
}
