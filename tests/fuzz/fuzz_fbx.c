// libFuzzer: any bytes through the FBX reader, and everything that is read on demand.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "fbx/fbx_document.h"
#include "support/write_fbx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_arrays(fbx_document *document)
{
    for (const fbx_record *record = document->root; record; record = sinew__fbx_record_walk(record, document->root)) {
        const double *numbers;
        const int32_t *integers;
        size_t count;
        fbx_bytes content;
        if (sinew__fbx_record_doubles(document->arena, record, &numbers, &count, NULL) != SINEW_OK) continue;
        if (sinew__fbx_record_int32s(document->arena, record, &integers, &count, NULL) != SINEW_OK) continue;
        if (sinew__fbx_record_content(document->arena, record, &content, NULL) != SINEW_OK) continue;
    }
}

static void read_animation(fbx_document *document)
{
    const fbx_stack *stacks;
    size_t count;
    if (sinew__fbx_read_stacks(document, &stacks, &count, NULL) != SINEW_OK) return;
    for (size_t i = 0; i < document->object_count; ++i) {
        const fbx_object *object = &document->objects[i];
        fbx_curve curve;
        double v[3] = {0};
        sinew__fbx_property_vector(object, FBX_PROPERTY_LCL_ROTATION, v);
        if (object->kind != FBX_ANIMATION_CURVE) continue;
        if (sinew__fbx_read_curve(document, document->arena, object, &curve, NULL) != SINEW_OK) continue;
    }
}

/// A document that opens can be written, and the written file opens.
static void write_and_reopen(const fbx_document *document)
{
    void *bytes = NULL;
    size_t size = 0;
    if (write_fbx(document->root, &bytes, &size, NULL) != SINEW_OK) return;
    sinew__arena arena = {.limit = (size_t)256 << 20};
    fbx_document *again;
    sinew_error error;
    const sinew_result result = sinew__fbx_document_open(&arena, bytes, size, &again, &error);
    if (result != SINEW_OK && result != SINEW_ERROR_MEMORY_LIMIT) abort();
    sinew__arena_free(&arena);
    free(bytes);
}

/// The records that are kept of a file make its tree again; other bytes make one or are refused.
static void keep_records(const uint8_t *data, size_t size)
{
    sinew__arena arena = {.limit = (size_t)64 << 20};
    sinew__buffer kept = {0};
    fbx_record root = {.name = ""}, other = {.name = ""};
    uint32_t version;
    if (sinew__fbx_fold_records(&arena, data, size, &kept, NULL) == SINEW_OK && kept.size > 0) {
        const sinew_result result = sinew__fbx_unfold_records(&arena, kept.text, kept.size, &root, &version, NULL);
        if (kept.size > size || (result != SINEW_OK && result != SINEW_ERROR_MEMORY_LIMIT)) abort();
    }
    for (size_t i = 0; i + 4 < size && kept.size > 4; i += size / 16 + 1) { // changed in one byte after the other
        kept.text[4 + ((size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2]) % (kept.size - 4)] =
            (char)data[i + 3];
        fbx_record changed = {.name = ""};
        (void)!sinew__fbx_unfold_records(&arena, kept.text, kept.size, &changed, &version, NULL);
    }
    (void)!sinew__fbx_unfold_records(&arena, data, size, &other, &version, NULL);
    sinew__buffer_free(&kept);
    sinew__arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    keep_records(data, size);
    sinew__arena arena = {.limit = (size_t)64 << 20};
    fbx_document *document;
    sinew_error error;
    if (sinew__fbx_document_open(&arena, data, size, &document, &error) == SINEW_OK) {
        write_and_reopen(document);
        read_arrays(document);
        read_animation(document);
    } else if (error.message[0] == '\0') {
        abort();
    }
    sinew__arena_free(&arena);
    return 0;
}
