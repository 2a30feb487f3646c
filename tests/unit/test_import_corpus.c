// Real FBX files, imported with Assimp and from only the document: both must give the same model. Skipped if the files
// are missing.
#define _POSIX_C_SOURCE 200809L
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"

static sinew_model *import_path(const char *path, uint32_t document_only)
{
    void *bytes = NULL, *block = NULL;
    size_t size = 0, block_size = 0;
    sinew_error error = {0};
    sinew_model *model = NULL;
    if (sinew__file_read(path, &bytes, &size, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    const sinew__import_options options = {.document_only = document_only};
    sinew_result result = sinew__import_block(path, bytes, size, &options, &block, &block_size, &error);
    free(bytes);
    if (result == SINEW_OK) result = sinew__model_from_block(block, block_size, &model, &error);
    if (result != SINEW_OK) fail_msg("%s: %s", path, error.message);
    return model;
}

static void assert_same_numbers(const char *path, const char *what, const float *a, const float *b, size_t count,
                                double tolerance)
{
    for (size_t i = 0; i < count; ++i)
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
    assert_int_equal(mesh->skin_joint_count, other->skin_joint_count);
    for (int32_t corner = 0; corner < mesh->corner_count; ++corner) {
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
    assert_int_equal(a->meshes[mesh].submesh_count, b->meshes[mesh].submesh_count);
    for (int32_t i = 0; i < a->meshes[mesh].submesh_count; ++i) {
        const int32_t left = a->submeshes[a->meshes[mesh].first_submesh + i].material,
                      right = b->submeshes[b->meshes[mesh].first_submesh + i].material;
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

/// Weights as (joint, weight), corner by corner: the order of vertices may differ, their weights may not.
static void assert_same_skin(const char *path, const sinew_model *a, const sinew_model *b, int32_t index)
{
    const sinew_mesh *mesh = &a->meshes[index], *other = &b->meshes[index];
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) {
        const sinew_skin_joint *left = &a->skin_joints[mesh->first_skin_joint + i],
                               *right = &b->skin_joints[other->first_skin_joint + i];
        assert_int_equal(left->joint, right->joint);
        assert_memory_equal(&left->inverse_bind, &right->inverse_bind, sizeof left->inverse_bind);
    }
    for (int32_t corner = 0; corner < mesh->corner_count; ++corner) {
        const size_t v = (size_t)mesh->first_vertex + a->corner_vertices[mesh->first_corner + corner];
        const size_t w = (size_t)other->first_vertex + b->corner_vertices[other->first_corner + corner];
        const uint32_t count = a->influence_start[v + 1] - a->influence_start[v];
        assert_int_equal(count, b->influence_start[w + 1] - b->influence_start[w]);
        for (uint32_t i = 0; i < count; ++i) {
            const sinew_influence *left = &a->influences[a->influence_start[v] + i],
                                  *right = &b->influences[b->influence_start[w] + i];
            assert_int_equal(left->skin_joint - mesh->first_skin_joint, right->skin_joint - other->first_skin_joint);
            assert_same_numbers(path, "weight", &left->weight, &right->weight, 1, 0);
        }
    }
}

static void assert_same_morphs(const char *path, const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->morph_count, b->morph_count);
    assert_int_equal(a->shape_count, b->shape_count);
    assert_int_equal(a->delta_count, b->delta_count);
    for (int32_t i = 0; i < a->morph_count; ++i) {
        assert_string_equal(sinew_text(a, a->morphs[i].name), sinew_text(b, b->morphs[i].name));
        assert_int_equal(a->morphs[i].mesh, b->morphs[i].mesh);
        assert_same_numbers(path, "morph weight", &a->morphs[i].weight, &b->morphs[i].weight, 1, 0);
    }
    for (int32_t i = 0; i < a->shape_count; ++i) assert_int_equal(a->shapes[i].delta_count, b->shapes[i].delta_count);
}

static void assert_same_joints(const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->joint_count, b->joint_count);
    for (int32_t i = 0; i < a->joint_count; ++i) {
        assert_string_equal(sinew_text(a, a->joints[i].name), sinew_text(b, b->joints[i].name));
        assert_int_equal(a->joints[i].parent, b->joints[i].parent);
        assert_int_equal(a->joints[i].kind, b->joints[i].kind);
        assert_memory_equal(&a->joints[i].rest, &b->joints[i].rest, sizeof a->joints[i].rest);
    }
    assert_int_equal(a->stack_count, b->stack_count);
    assert_memory_equal(a->authored_order, b->authored_order, (size_t)a->joint_count * sizeof *a->authored_order);
    assert_memory_equal(a->stacks, b->stacks, (size_t)a->stack_count * sizeof *a->stacks);
}

/// Clips but for Assimp's own tracks.
static void assert_same_clips(const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->clip_count, b->clip_count);
    for (int32_t i = 0; i < a->clip_count; ++i) {
        const sinew_clip *clip = &a->clips[i], *other = &b->clips[i];
        assert_string_equal(sinew_text(a, clip->name), sinew_text(b, other->name));
        assert_memory_equal(&clip->start, &other->start, sizeof clip->start);
        assert_memory_equal(&clip->duration, &other->duration, sizeof clip->duration);
        assert_int_equal(clip->channel_count, other->channel_count);
        assert_int_equal(clip->layer_count, other->layer_count);
        assert_int_equal(clip->animated_joints, other->animated_joints);
    }
    assert_int_equal(a->channel_count, b->channel_count);
    assert_int_equal(a->curve_count, b->curve_count);
    assert_int_equal(a->curve_key_count, b->curve_key_count);
    assert_int_equal(a->key_time_count, b->key_time_count);
    assert_memory_equal(a->channels, b->channels, (size_t)a->channel_count * sizeof *a->channels);
    assert_memory_equal(a->curves, b->curves, (size_t)a->curve_count * sizeof *a->curves);
    assert_memory_equal(a->curve_keys, b->curve_keys, (size_t)a->curve_key_count * sizeof *a->curve_keys);
    assert_memory_equal(a->timeline_key_times, b->timeline_key_times,
                        (size_t)a->key_time_count * sizeof *a->timeline_key_times);
}

static int files_seen;

/// The importer reports the errors of these files; sinew's own reader must survive them.
static void survive_file(const char *path)
{
    void *bytes = NULL, *block = NULL;
    size_t size = 0, block_size = 0;
    sinew_error error = {0};
    assert_int_equal(sinew__file_read(path, &bytes, &size, &error), SINEW_OK);
    const sinew__import_options options = {.document_only = 1};
    const sinew_result result = sinew__import_block(path, bytes, size, &options, &block, &block_size, &error);
    free(bytes);
    ++files_seen;
    if (result != SINEW_OK) {
        assert_null(block);
        assert_true(strlen(error.message) > 0);
        return;
    }
    sinew_model *model = NULL;
    if (sinew__model_from_block(block, block_size, &model, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    sinew_model_destroy(model);
}

/// The model is as complete without Assimp as with it; only what Assimp's own engine plays is missing.
static void compare_file(const char *path)
{
    sinew_model *with = import_path(path, 0), *without = import_path(path, 1);
    assert_int_equal(warnings_of(with, "I08"), 0); // every geometry was joined
    assert_int_equal(with->mesh_count, without->mesh_count);
    assert_same_joints(with, without);
    for (int32_t i = 0; i < with->mesh_count; ++i) {
        assert_same_mesh(path, with, without, i);
        assert_same_skin(path, with, without, i);
        assert_same_materials(path, with, without, i);
    }
    assert_same_morphs(path, with, without);
    assert_same_clips(with, without);
    sinew_model_destroy(with);
    sinew_model_destroy(without);
    ++files_seen;
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
    each_file("../shared/corpus/sdk", compare_file);
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
