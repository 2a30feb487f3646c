// The importer of a build with SINEW_IMPORT_ASSIMP=OFF. It links with without_assimp.c and no object that calls Assimp:
// each of these would define something a second time.
// Expected numbers of samples/character.fbx come from an import with Assimp (`sinew info`) and, for clusters,
// from the file.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "sinew/import.h"
#include "sinew/memory.h"
#include "sinew/model.h"

static sinew_result import_file(const char *path, sinew_model **out_model, sinew_error *out_error)
{
    void *bytes = NULL, *block = NULL;
    size_t size = 0, block_size = 0;
    *out_model = NULL;
    assert_int_equal(sinew__file_read(path, &bytes, &size, out_error), SINEW_OK);
    sinew_result result = sinew__import_block(path, bytes, size, NULL, &block, &block_size, out_error);
    sinew_free(bytes);
    if (result == SINEW_OK) result = sinew__model_from_block(block, block_size, out_model, out_error);
    return result;
}

static void an_fbx_is_read_by_sinew_alone(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model;
    assert_int_equal(import_file("samples/character.fbx", &model, &error), SINEW_OK);
    assert_int_equal(model->joint_count, 56);
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->index_count / 3, 7974);
    assert_int_equal(model->meshes[0].skin_joint_count, 54); // the file's clusters
    assert_int_equal(model->clip_count, 3);
    assert_int_equal(model->material_count, 1);
    assert_int_equal(model->texture_count, 1);
    assert_int_equal(model->node_count, 0); // of Assimp
    for (int32_t i = 0; i < model->warning_count; ++i)
        assert_string_not_equal(sinew_text(model, model->warnings[i].code), "I09"); // nothing was refused
    sinew_model_destroy(model);
}

/// Expected numbers of samples/character.glb are the file's.
static void a_gltf_is_read_as_in_other_builds(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *model;
    assert_int_equal(import_file("samples/character.glb", &model, &error), SINEW_OK);
    assert_int_equal(model->joint_count, 56);
    assert_int_equal(model->index_count / 3, 7974);
    assert_string_equal(sinew_text(model, model->info->generator), "Khronos glTF Blender I/O v3.4.50");
    sinew_model_destroy(model);
}

static sinew_result import_text(const char *name, const char *text, sinew_error *out_error)
{
    void *block;
    size_t size;
    return sinew__import_block(name, text, strlen(text), NULL, &block, &size, out_error);
}

static void another_format_is_named(void **state)
{
    (void)state;
    sinew_error error;
    assert_int_equal(import_text("walk.bvh", "HIERARCHY\nROOT hip\n", &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "BVH: this build of sinew reads FBX and glTF and no other format");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_fbx_is_read_by_sinew_alone),
                                       cmocka_unit_test(a_gltf_is_read_as_in_other_builds),
                                       cmocka_unit_test(another_format_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
