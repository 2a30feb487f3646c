// Real FBX files, imported with Assimp and from the document alone: both must say the same. Skipped where the files are
// not.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static sinew_model *import_path(const char *path, uint32_t document_only)
{
    void *bytes = NULL, *block = NULL;
    size_t size = 0, block_size = 0;
    sinew_error error = {0};
    sinew_model *model = NULL;
    if (sinew__file_read(path, &bytes, &size, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    const sinew_import_options options = {.document_only = document_only};
    sinew_result result = sinew_import_block(path, bytes, size, &options, &block, &block_size, &error);
    free(bytes);
    if (result == SINEW_OK) result = sinew_model_from_block(block, block_size, &model, &error);
    if (result != SINEW_OK) fail_msg("%s: %s", path, error.message);
    return model;
}

static void assert_same_numbers(const char *path, const char *what, const float *a, const float *b, size_t count,
                                double tolerance)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs((double)a[i] - (double)b[i]) <= tolerance))
            fail_msg("%s: %s %zu: %.9g with the importer, %.9g without", path, what, i, (double)a[i], (double)b[i]);
}

static void assert_same_mesh(const char *path, const sinew_model *a, const sinew_model *b, int32_t index)
{
    const sinew_mesh *mesh = &a->meshes[index], *other = &b->meshes[index];
    assert_string_equal(sinew_text(a, mesh->object), sinew_text(b, other->object));
    assert_int_equal(mesh->polygon_count, other->polygon_count);
    assert_int_equal(mesh->corner_count, other->corner_count);
    assert_int_equal(mesh->flags, other->flags);
    assert_int_equal(mesh->binding_count, other->binding_count);
    for (int32_t corner = 0; corner < mesh->corner_count; corner++) {
        const size_t v = (size_t)mesh->first_vertex + a->corner_vertices[mesh->first_corner + corner];
        const size_t w = (size_t)other->first_vertex + b->corner_vertices[other->first_corner + corner];
        assert_int_equal(a->control_points[v], b->control_points[w]);
        assert_same_numbers(path, "position", &a->positions[v * 3], &b->positions[w * 3], 3, 1e-6 * a->info->size);
        assert_same_numbers(path, "normal", &a->normals[v * 3], &b->normals[w * 3], 3, 1e-5);
        assert_same_numbers(path, "texture coordinate", &a->texcoords[v * 2], &b->texcoords[w * 2], 2, 1e-5);
        assert_same_numbers(path, "colour", &a->colors[v * 4], &b->colors[w * 4], 4, 1e-5);
    }
}

static void assert_same_materials(const char *path, const sinew_model *a, const sinew_model *b, int32_t mesh)
{
    assert_int_equal(a->meshes[mesh].part_count, b->meshes[mesh].part_count);
    for (int32_t i = 0; i < a->meshes[mesh].part_count; i++) {
        const int32_t left = a->parts[a->meshes[mesh].first_part + i].material,
                      right = b->parts[b->meshes[mesh].first_part + i].material;
        if ((left == SINEW_NONE) != (right == SINEW_NONE))
            fail_msg("%s: mesh '%s' has a material one way only", path, sinew_text(a, a->meshes[mesh].object));
        if (left == SINEW_NONE) continue;
        const sinew_material *material = &a->materials[left], *other = &b->materials[right];
        assert_string_equal(sinew_text(a, material->name), sinew_text(b, other->name));
        assert_same_numbers(path, sinew_text(a, material->name), material->base_color, other->base_color, 4, 1e-4);
        assert_int_equal(material->alpha_mode, other->alpha_mode);
        assert_int_equal(material->texture == SINEW_NONE, other->texture == SINEW_NONE);
    }
}

static int files_seen;

/// What is wrong with these is for the importer to say; sinew's own reader must come out of it in order.
static void survive_file(const char *path)
{
    void *bytes = NULL, *block = NULL;
    size_t size = 0, block_size = 0;
    sinew_error error = {0};
    assert_int_equal(sinew__file_read(path, &bytes, &size, &error), SINEW_OK);
    const sinew_import_options options = {.document_only = 1};
    const sinew_result result = sinew_import_block(path, bytes, size, &options, &block, &block_size, &error);
    free(bytes);
    files_seen++;
    if (result != SINEW_OK) {
        assert_null(block);
        assert_true(strlen(error.message) > 0);
        return;
    }
    sinew_model *model = NULL;
    if (sinew_model_from_block(block, block_size, &model, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    sinew_model_destroy(model);
}

static void compare_file(const char *path)
{
    sinew_model *with = import_path(path, 0), *without = import_path(path, 1);
    assert_int_equal(warnings_of(with, "I08"), 0); // every geometry was joined
    assert_int_equal(with->joint_count, without->joint_count);
    assert_int_equal(with->mesh_count, without->mesh_count);
    assert_int_equal(with->clip_count, without->clip_count);
    for (int32_t i = 0; i < with->mesh_count; i++) {
        assert_same_mesh(path, with, without, i);
        assert_same_materials(path, with, without, i);
    }
    sinew_model_destroy(with);
    sinew_model_destroy(without);
    files_seen++;
}

static void each_file(const char *folder, void (*visit)(const char *path))
{
    DIR *directory = opendir(folder);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".fbx") != 0) continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        visit(path);
    }
    closedir(directory);
}

static void the_document_alone_gives_the_same_model(void **state)
{
    (void)state;
    files_seen = 0;
    each_file("samples", compare_file);
    each_file("../shared/corpus/truth", compare_file);
    each_file("../shared/corpus/sampled", compare_file);
    if (files_seen == 0) {
        print_message("skipped: no FBX files in samples or ../shared/corpus\n");
        skip();
    }
}

static void damaged_files_give_a_model_or_a_reason(void **state)
{
    (void)state;
    files_seen = 0;
    each_file("../shared/corpus/hostile", survive_file);
    if (files_seen == 0) {
        print_message("skipped: no FBX files in ../shared/corpus/hostile\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_document_alone_gives_the_same_model),
                                       cmocka_unit_test(damaged_files_give_a_model_or_a_reason)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
