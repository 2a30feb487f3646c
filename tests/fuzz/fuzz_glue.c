/// Any bytes through what sinew does before and beside Assimp for Collada and glTF, accessors and compressed meshes
/// included: the first byte chooses. A rewritten Collada document has no more bytes than its own, decoded, and what was
/// inserted.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import/assimp/gltf_interpolation.h"
#include "import/assimp/gltf_prepare.h"
#include "import/collada/prepare_collada.h"
#include "import/sniff_format.h"

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
    const sinew_result result = sinew__gltf_prepare(pass, &error);
    sinew__gltf_finish(pass);
    if (result != SINEW_OK && (error.result != result || !error.message[0])) abort();
    if (result != SINEW_OK) return;
    (void)sinew__gltf_channel_steps(pass, 0, "node", SINEW_TRACK_ROTATION);
    (void)sinew__gltf_channel_spline(pass, 0, "node", SINEW_TRACK_ROTATION);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"a.dae", "a.gltf", "a.glb", "a.bin"};
    if (size == 0) return 0;
    sinew_error error = {0};
    import_pass pass = {.file_name = names[bytes[0] & 3], .bytes = bytes + 1, .size = size - 1};
    pass.arena.limit = MEMORY;
    const sinew_result known =
        sinew__sniff_format(pass.file_name, pass.bytes, pass.size, knows_all, &pass.format, &error);
    if (known != SINEW_OK && (error.result != known || !error.message[0])) abort();
    if ((bytes[0] & 3) == 0) {
        if (sinew__collada_prepare(&pass, &error) == SINEW_OK && !pass.bytes) abort();
    } else {
        strcpy(pass.format.extension, (bytes[0] & 3) == 2 ? "glb" : "gltf");
        try_gltf(&pass);
    }
    sinew__arena_free(&pass.arena);
    return 0;
}
