// Compares the materials of two files: factors, images by content, and the objects that use each material.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "author/export/export_note.h"
#include "core/base/hash.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "program/cli/diff/diff.h"
#include "program/cli/facts/info_lists.h"
#include "sinew/memory.h"

static const double same_factor = 2e-3; ///< half of an 8-bit step, because some formats store colours in 8 bits

/// Returns [texture_count] hashes of the contents of a model's images, or of the paths of missing images.
static uint64_t *hash_images(const char *path, const sinew_model *model, const char *texture_path)
{
    uint64_t *hashes = calloc((size_t)model->texture_count + 1, sizeof *hashes);
    sinew__side_folders *folders = sinew__side_folders_open(path, texture_path);
    int files = 0, has_memory = hashes && folders;
    for (int32_t i = 0; i < model->texture_count && has_memory; ++i) {
        const sinew_texture *texture = &model->textures[i];
        const char *authored = sinew_text(model, texture->path);
        const char *name = sinew__base_name(authored);
        hashes[i] = sinew__hash(name, strlen(name));
        if (texture->byte_count) {
            hashes[i] = sinew__hash(model->image_bytes + texture->first_byte, (size_t)texture->byte_count);
            continue;
        }
        int descriptor;
        size_t size;
        void *bytes;
        if (++files > SINEW__MAX_SIDE_FILES) continue;
        sinew_result result = sinew__side_folders_find(folders, authored, &descriptor, &size);
        if (result == SINEW_OK) {
            result = sinew__file_read_open(descriptor, size, &bytes, &size, NULL);
            sinew__close(descriptor);
        }
        if (result == SINEW_OK) {
            hashes[i] = sinew__hash(bytes, size);
            sinew_free(bytes);
        }
        has_memory = result != SINEW_ERROR_OUT_OF_MEMORY;
    }
    sinew__side_folders_close(folders);
    if (has_memory) return hashes;
    free(hashes);
    return NULL;
}

static void note(cli_material_differences *out, sinew__buffer *line)
{
    sinew__buffer_put_character(line, '\0');
    if (out->different < CLI_MAX_MATERIAL_TEXTS && !line->failed)
        out->texts[out->different] = sinew__arena_text(&out->memory, line->text, line->size - 1);
    out->memory.failed |= line->failed;
    ++out->different;
    sinew__buffer_free(line);
}

static void compare_numbers(const char *material, const char *what, const float *a, const float *b, int count,
                            cli_material_differences *out)
{
    int same = 1;
    for (int i = 0; i < count; ++i) same &= fabs((double)a[i] - (double)b[i]) <= same_factor;
    if (same) return;
    sinew__buffer line = {0};
    sinew__buffer_put_text(&line, "material '");
    sinew__buffer_put_printable(&line, material);
    sinew__buffer_format(&line, "': %s ", what);
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < count; ++i) sinew__buffer_format(&line, "%s%.4g", i ? " " : "", (double)(side ? b : a)[i]);
        if (side == 0) sinew__buffer_put_text(&line, " and ");
    }
    note(out, &line);
}

static void compare_image(const char *material, const char *what, const sinew_model *const models[2],
                          const int32_t textures[2], uint64_t *const hashes[2], cli_material_differences *out)
{
    const int none[2] = {textures[0] == SINEW_NONE, textures[1] == SINEW_NONE};
    if (none[0] && none[1]) return;
    if (!none[0] && !none[1] && hashes[0][textures[0]] == hashes[1][textures[1]]) return;
    sinew__buffer line = {0};
    sinew__buffer_put_text(&line, "material '");
    sinew__buffer_put_printable(&line, material);
    sinew__buffer_format(&line, "': %s ", what);
    for (int side = 0; side < 2; ++side) {
        const char *path = none[side] ? "none" : sinew_text(models[side], models[side]->textures[textures[side]].path);
        sinew__buffer_put_printable(&line, *path ? sinew__base_name(path) : "embedded");
        if (side == 0) sinew__buffer_put_text(&line, " and ");
    }
    if (!none[0] && !none[1]) sinew__buffer_put_text(&line, ", of other contents");
    note(out, &line);
}

static void compare_pair(const sinew_model *const models[2], int32_t a, int32_t b, uint64_t *const hashes[2],
                         cli_material_differences *out)
{
    const sinew_material *first = &models[0]->materials[a], *second = &models[1]->materials[b];
    const char *name = sinew_text(models[0], first->name);
    const float words[2][3] = {{(float)first->alpha_mode, (float)first->two_sided, first->alpha_cutoff},
                               {(float)second->alpha_mode, (float)second->two_sided, second->alpha_cutoff}};
    const int is_tested = first->alpha_mode == SINEW_ALPHA_TEST && second->alpha_mode == SINEW_ALPHA_TEST;
    ++out->compared;
    compare_numbers(name, "base colour", first->base_color, second->base_color, 4, out);
    compare_numbers(name, "roughness", &first->roughness, &second->roughness, 1, out);
    compare_numbers(name, "metalness", &first->metalness, &second->metalness, 1, out);
    compare_numbers(name, "emissive", first->emissive, second->emissive, 3, out);
    compare_numbers(name, "alpha mode", &words[0][0], &words[1][0], 1, out);
    compare_numbers(name, "two-sided", &words[0][1], &words[1][1], 1, out);
    if (is_tested) compare_numbers(name, "alpha cutoff", &words[0][2], &words[1][2], 1, out);
    for (int i = -1; i < SINEW_MAP_COUNT; ++i) {
        const int32_t textures[2] = {i < 0 ? first->texture : first->maps[i],
                                     i < 0 ? second->texture : second->maps[i]};
        const char *what = i < 0 ? "image" : sinew__map_names[i];
        compare_image(name, what, models, textures, hashes, out);
        if (textures[0] != SINEW_NONE && textures[1] != SINEW_NONE) {
            float numbers[2][6];
            char title[64];
            for (int side = 0; side < 2; ++side) {
                static const sinew_texture_mapping unchanged = {.scale = {1, 1}};
                const sinew_texture_mapping *own = sinew_material_texture_mapping(
                    models[side], ((const int32_t[2]){a, b})[side], i < 0 ? SINEW_MAP_COUNT : i);
                const sinew_texture_mapping *of = own ? own : &unchanged;
                const float values[6] = {(float)of->set, of->offset[0], of->offset[1],
                                         of->scale[0],   of->scale[1],  of->rotation};
                memcpy(numbers[side], values, sizeof values);
            }
            snprintf(title, sizeof title, "texture mapping of %s", what);
            compare_numbers(name, title, numbers[0], numbers[1], 6, out);
        }
    }
}

/// Returns the n-th material with a name, or SINEW_NONE.
static int32_t find_material(const sinew_model *model, const char *name, int nth)
{
    for (int32_t i = 0; i < model->material_count; ++i)
        if (strcmp(sinew_text(model, model->materials[i].name), name) == 0 && nth-- == 0) return i;
    return SINEW_NONE;
}

static const char *material_of(const sinew_model *model, const sinew_submesh *part)
{
    return part->material == SINEW_NONE ? "" : sinew_text(model, model->materials[part->material].name);
}

/// Returns whether a model has an object, but no triangles with the material in it.
static int object_lacks(const sinew_model *model, const char *object, const char *material)
{
    int exists = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (strcmp(sinew_text(model, mesh->object), object) != 0) continue;
        exists = 1;
        for (int32_t k = 0; k < mesh->submesh_count; ++k)
            if (strcmp(material_of(model, &model->submeshes[mesh->first_submesh + k]), material) == 0) return 0;
    }
    return exists;
}

/// Reports objects that exist in both files, but use a material in only one of the files.
static void compare_assignments(const char *const paths[2], const sinew_model *const models[2],
                                cli_material_differences *out)
{
    for (int side = 0; side < 2; ++side)
        for (int32_t i = 0; i < models[side]->mesh_count; ++i) {
            const sinew_mesh *mesh = &models[side]->meshes[i];
            const char *object = sinew_text(models[side], mesh->object);
            for (int32_t k = 0; k < mesh->submesh_count; ++k) {
                const char *name = material_of(models[side], &models[side]->submeshes[mesh->first_submesh + k]);
                if (!object_lacks(models[!side], object, name)) continue;
                sinew__buffer line = {0};
                sinew__buffer_put_text(&line, "object '");
                sinew__buffer_put_printable(&line, object);
                sinew__buffer_put_text(&line, *name ? "' has material '" : "' has no material");
                sinew__buffer_put_printable(&line, name);
                sinew__buffer_put_text(&line, *name ? "' only in " : " only in ");
                sinew__buffer_put_printable(&line, paths[side]);
                note(out, &line);
            }
        }
}

int cli_compare_materials(const char *const paths[2], const sinew_model *const models[2], const char *texture_path,
                          cli_material_differences *out)
{
    uint64_t *hashes[2];
    *out = (cli_material_differences){0};
    for (int side = 0; side < 2; ++side) hashes[side] = hash_images(paths[side], models[side], texture_path);
    for (int side = 0; side < 2 && hashes[0] && hashes[1]; ++side)
        for (int32_t i = 0; i < models[side]->material_count; ++i) {
            const char *name = sinew_text(models[side], models[side]->materials[i].name);
            int rank = 0;
            for (int32_t k = 0; k < i; ++k)
                rank += strcmp(sinew_text(models[side], models[side]->materials[k].name), name) == 0;
            const int32_t match = find_material(models[!side], name, rank);
            if (match != SINEW_NONE && side == 0) compare_pair(models, i, match, hashes, out);
            if (match != SINEW_NONE) continue;
            sinew__buffer line = {0};
            sinew__buffer_put_text(&line, "material '");
            sinew__buffer_put_printable(&line, name);
            sinew__buffer_put_text(&line, "' only in ");
            sinew__buffer_put_printable(&line, paths[side]);
            note(out, &line);
        }
    const int ok = hashes[0] && hashes[1];
    if (ok) compare_assignments(paths, models, out);
    free(hashes[0]);
    free(hashes[1]);
    return ok && !out->memory.failed;
}

void cli_material_differences_free(cli_material_differences *differences)
{
    sinew__arena_free(&differences->memory);
}

// ---- output --------------------------------------------------------------------------------------------------------

static size_t listed(const cli_material_differences *differences)
{
    return differences->different < CLI_MAX_MATERIAL_TEXTS ? differences->different : CLI_MAX_MATERIAL_TEXTS;
}

void cli_put_materials_text(const cli_material_differences *differences, sinew__buffer *out)
{
    for (size_t i = 0; i < listed(differences); ++i) sinew__buffer_format(out, "  %s\n", differences->texts[i]);
    if (differences->different > listed(differences))
        sinew__buffer_format(out, "  materials: %zu more differences\n", differences->different - listed(differences));
    if (differences->different == 0) sinew__buffer_format(out, "  materials: %zu equal\n", differences->compared);
}

void cli_put_materials_json(const cli_material_differences *differences, sinew__json_writer *json)
{
    if (!differences) {
        sinew__json_put_null(json, "materials");
        return;
    }
    sinew__json_put_object(json, "materials");
    sinew__json_put_whole(json, "compared", (int64_t)differences->compared);
    sinew__json_put_whole(json, "different", (int64_t)differences->different);
    sinew__json_put_array(json, "differences");
    for (size_t i = 0; i < listed(differences); ++i) sinew__json_put_text(json, NULL, differences->texts[i]);
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}
