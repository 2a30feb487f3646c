// How fast documents are read: generated scenes of meshes and joints, as ASCII and as binary, opened and decoded
// completely.
//
//   bench_fbx [MEGABYTES]        prints one line for each kind of file; the default is 50
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fbx/fbx_document.h"
#include "support/write_fbx.h"

enum { POINTS = 1000, JOINTS = 20, ROUNDS = 5 };

/// Text that grows.
typedef struct growing_text {
    char *bytes;
    size_t size, capacity;
} growing_text;

static void add_text(growing_text *text, const char *more)
{
    const size_t length = strlen(more);
    if (text->size + length > text->capacity) {
        text->capacity = 2 * (text->size + length);
        text->bytes = realloc(text->bytes, text->capacity);
        if (!text->bytes) exit(1);
    }
    memcpy(text->bytes + text->size, more, length);
    text->size += length;
}

static double next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (double)(*seed >> 11) / (double)(UINT64_C(1) << 53) * 200 - 100;
}

static void add_numbers(growing_text *text, int count, uint64_t *seed, const char *format)
{
    char number[64];
    for (int i = 0; i < count; ++i) {
        snprintf(number, sizeof number, format, next_random(seed));
        if (i) add_text(text, ",");
        add_text(text, number);
    }
}

static void add_scene_part(growing_text *text, int64_t id, uint64_t *seed)
{
    char line[256];
    snprintf(line, sizeof line, "Geometry: %lld, \"Geometry::g\", \"Mesh\" {\nVertices: *%d {\na: ", (long long)id,
             POINTS * 3);
    add_text(text, line);
    add_numbers(text, POINTS * 3, seed, "%.15g");
    snprintf(line, sizeof line, "\n}\nPolygonVertexIndex: *%d {\na: ", POINTS * 3);
    add_text(text, line);
    add_numbers(text, POINTS * 3, seed, "%.0f");
    add_text(text, "\n}\n}\n");
    for (int i = 1; i <= JOINTS; ++i) {
        snprintf(line, sizeof line,
                 "Model: %lld, \"Model::joint%d\", \"LimbNode\" {\nVersion: 232\nProperties70: {\n"
                 "P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",",
                 (long long)id + i, i);
        add_text(text, line);
        add_numbers(text, 3, seed, "%.15g");
        add_text(text, "\nP: \"RotationActive\", \"bool\", \"\", \"\",1\n}\nShading: Y\nCulling: \"CullingOff\"\n}\n");
    }
}

static growing_text make_scene(size_t size)
{
    growing_text text = {0};
    uint64_t seed = 88172645463325252u;
    add_text(&text, "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\n}\nObjects: {\n");
    for (int64_t id = 1; text.size < size; id += JOINTS + 1) add_scene_part(&text, id, &seed);
    add_text(&text, "}\nConnections: {\n}\n");
    return text;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Opens and decodes; returns seconds.
static double read_once(const void *bytes, size_t size)
{
    sinew__arena arena = {0};
    fbx_document *document;
    sinew_error error;
    const double start = now();
    if (sinew__fbx_document_open(&arena, bytes, size, &document, &error) != SINEW_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    for (const fbx_record *record = document->root; record; record = sinew__fbx_record_walk(record, document->root)) {
        const fbx_value *value = sinew__fbx_record_value(record, 0);
        const double *numbers;
        size_t count;
        if (!value || value->kind != FBX_VALUE_ARRAY) continue;
        if (sinew__fbx_record_doubles(&arena, record, &numbers, &count, &error) != SINEW_OK) exit(1);
    }
    const double seconds = now() - start;
    sinew__arena_free(&arena);
    return seconds;
}

static void measure(const char *name, const void *bytes, size_t size)
{
    double best = 1e9;
    for (int i = 0; i < ROUNDS; ++i) {
        const double seconds = read_once(bytes, size);
        if (seconds < best) best = seconds;
    }
    printf("%-8s %6.1f MB  %6.0f MB/s\n", name, (double)size / 1e6, (double)size / 1e6 / best);
}

int main(int argc, char **argv)
{
    const long megabytes = argc > 1 ? strtol(argv[1], NULL, 10) : 50;
    if (megabytes < 1 || megabytes > 1000) return 2;
    growing_text text = make_scene((size_t)megabytes * 1000000);
    measure("ascii", text.bytes, text.size);
    sinew__arena arena = {0};
    fbx_document *document;
    sinew_error error;
    void *binary = NULL;
    size_t size = 0;
    if (sinew__fbx_document_open(&arena, text.bytes, text.size, &document, &error) != SINEW_OK ||
        write_fbx(document->root, &binary, &size, &error) != SINEW_OK)
        return 1;
    measure("binary", binary, size);
    sinew__arena_free(&arena);
    free(binary);
    free(text.bytes);
    return 0;
}
