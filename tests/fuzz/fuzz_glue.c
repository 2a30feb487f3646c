/// Any bytes through sinew's reader of glTF, accessors and compressed meshes included, and through its passes before
/// and after Assimp for Collada, and before it for BVH and 3DS: the first byte chooses. A rewritten Collada document
/// has no more bytes than its own, decoded, and the inserted text.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import/collada/collada.h"
#include "import/import_stages.h"
#include "import/sniff_format.h"
#include "runtime/model/make_model.h"
#include "sinew/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
const char *__asan_default_options(void);

/// A Draco stream may ask for more than there is: its library gets an exception, as in the worker.
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

enum { MEMORY = 64 << 20 };

static int knows_all(const char *extension)
{
    return extension[0] != 'q';
}

static void try_gltf(import_pass *pass)
{
    sinew_error error = {0};
    const sinew_result result = sinew__gltf_stages(pass, &error);
    sinew__gltf_release(pass);
    if (result != SINEW_OK && (error.result != result || !error.message[0])) abort();
}

/// The nodes that Assimp would find: all of the document, each a joint.
static int make_nodes(import_pass *pass)
{
    const int32_t count = pass->collada->node_count;
    pass->nodes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_node, count);
    pass->joints = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_joint, count);
    pass->node_joints = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    pass->namesakes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    if (pass->arena.failed || !sinew__name_table_create(&pass->arena, (size_t)count, &pass->node_names)) return 0;
    for (int32_t i = 0; i < count; ++i) {
        pass->nodes[i] = (sinew_raw_node){.name = pass->collada->nodes[i].name, .parent = i - 1};
        pass->joints[i] = (sinew_raw_joint){.name = pass->nodes[i].name, .parent = i - 1, .node = i};
        pass->node_joints[i] = i;
        sinew__name_table_add(&pass->node_names, pass->nodes[i].name, i);
    }
    pass->raw.nodes = pass->nodes;
    pass->raw.joints = pass->joints;
    pass->raw.node_count = pass->raw.joint_count = count;
    return 1;
}

/// Clips that are made of any document can be built.
static void try_collada(import_pass *pass)
{
    sinew_error error;
    void *block = NULL;
    size_t size;
    if (sinew__collada_prepare(pass, &error) != SINEW_OK) return;
    if (!pass->bytes) abort();
    if (!make_nodes(pass) || sinew__collada_clips(pass, &error) != SINEW_OK) return;
    const sinew_result result = sinew__raw_model_build(&pass->raw, &block, &size, &error);
    if (result == SINEW_ERROR_INVALID_ARGUMENT) abort();
    sinew_free(block);
    (void)sinew__collada_remove_animations(pass);
}

/// A 3DS that is put into another order has the size of its own.
static void try_bvh_or_3ds(import_pass *pass, int is_bvh)
{
    sinew_error error = {0};
    const size_t size = pass->size;
    const sinew_result result = is_bvh ? sinew__bvh_prepare(pass, &error) : sinew__order_3ds_nodes(pass, &error);
    if (result != SINEW_OK && (error.result != result || !error.message[0])) abort();
    if (!is_bvh && pass->size != size) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"a.dae", "a.gltf", "a.glb", "a.bin"};
    if (size == 0) return 0;
    sinew_error error = {0};
    import_pass pass = {.file_name = names[bytes[0] & 3], .bytes = bytes + 1, .size = size - 1};
    pass.arena.limit = MEMORY;
    if (bytes[0] & 4) {
        try_bvh_or_3ds(&pass, bytes[0] & 1);
        sinew__arena_free(&pass.arena);
        return 0;
    }
    const sinew_result known =
        sinew__sniff_format(pass.file_name, pass.bytes, pass.size, knows_all, &pass.format, &error);
    if (known != SINEW_OK && (error.result != known || !error.message[0])) abort();
    if ((bytes[0] & 3) == 0) {
        try_collada(&pass);
    } else {
        strcpy(pass.format.extension, (bytes[0] & 3) == 2 ? "glb" : "gltf");
        try_gltf(&pass);
    }
    sinew__arena_free(&pass.arena);
    return 0;
}
