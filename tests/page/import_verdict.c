// The native verdict on each file of the input, for tests/page/import.mjs: the importer of a page as this machine's
// code, without Assimp (see tests/unit/test_without_assimp.c).
//
// Input: for each file a line "SIZE NAME" and SIZE bytes. Output: for each file a line of JSON with the facts that the
// module's page_facts also returns, or the error; for a `.sinew` file also the sum that its header should have; for an
// image its pixels.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/json.h"
#include "import/browser/browser_import.h"
#include "import/side_files/images.h"
#include "runtime/model/block_file.h"
#include "sinew/import.h"
#include "sinew/memory.h"

static void put_clips(sinew__json_writer *json, const sinew_model *model)
{
    sinew__json_put_array(json, "clips");
    for (int32_t i = 0; i < model->clip_count; ++i) {
        sinew__json_put_text(json, NULL, sinew_text(model, model->clips[i].name));
        sinew__json_put_whole(json, NULL, model->clips[i].key_time_count);
    }
    sinew__json_end_array(json);
}

static void put_texts(sinew__json_writer *json, const sinew_model *model)
{
    sinew__json_put_array(json, "textures");
    for (int32_t i = 0; i < model->texture_count; ++i)
        sinew__json_put_text(json, NULL, sinew_text(model, model->textures[i].path));
    sinew__json_end_array(json);
    sinew__json_put_array(json, "warnings");
    for (int32_t i = 0; i < model->warning_count; ++i) {
        sinew__json_put_text(json, NULL, sinew_text(model, model->warnings[i].code));
        sinew__json_put_text(json, NULL, sinew_text(model, model->warnings[i].object));
        sinew__json_put_text(json, NULL, sinew_text(model, model->warnings[i].text));
    }
    sinew__json_end_array(json);
}

static void put_model(sinew__json_writer *json, const sinew_model *model)
{
    int32_t joints = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) joints += !(model->joints[i].flags & SINEW_JOINT_HELPER);
    sinew__json_put_whole(json, "joints", joints);
    sinew__json_put_whole(json, "meshes", model->mesh_count);
    sinew__json_put_whole(json, "vertices", model->vertex_count);
    sinew__json_put_whole(json, "triangles", model->index_count / 3);
    sinew__json_put_whole(json, "materials", model->material_count);
    put_clips(json, model);
    put_texts(json, model);
}

/// An image as it is decoded on this machine.
static void judge_image(sinew__json_writer *json, const char *format, const void *bytes, size_t size)
{
    sinew_image image;
    sinew_error error = {0};
    char *digits = NULL;
    const sinew_result result = sinew_import_image(bytes, size, format, SINEW__LARGEST_TEXTURE, &image, &error);
    const size_t count = 4 * (size_t)image.width * (size_t)image.height;
    sinew__json_put_whole(json, "code", result);
    if (result == SINEW_OK) digits = calloc(count + 1, 2);
    for (size_t i = 0; digits && i < count; ++i) snprintf(digits + 2 * i, 3, "%02x", image.pixels[i]);
    if (digits) sinew__json_put_whole(json, "width", image.width);
    if (digits) sinew__json_put_text(json, "pixels", digits);
    free(digits);
    sinew_image_free(&image);
}

static void put_sum(sinew__json_writer *json, const void *bytes, size_t size)
{
    char sum[24];
    const size_t header = sizeof(sinew__file_header);
    if (!sinew__is_block_file(bytes, size) || size < header) return;
    snprintf(sum, sizeof sum, "%" PRIu64, sinew__sum((const char *)bytes + header, size - header));
    sinew__json_put_text(json, "sum", sum);
}

static void judge_model(sinew__json_writer *json, const char *name, const void *bytes, size_t size)
{
    sinew_model *model;
    sinew_error error = {0};
    const sinew_result result = sinew__browser_import(name, bytes, size, 0, &model, &error);
    sinew__json_put_whole(json, "code", result);
    if (result == SINEW_OK)
        put_model(json, model);
    else
        sinew__json_put_text(json, "error", error.message);
    put_sum(json, bytes, size);
    sinew_model_destroy(model);
}

static void judge(const char *name, const void *bytes, size_t size)
{
    sinew__buffer line = {0};
    sinew__json_writer json = sinew__json_begin(&line);
    const char *dot = strrchr(name, '.');
    json.is_plain = 1;
    sinew__json_put_object(&json, NULL);
    if (dot && (strcmp(dot, ".tga") == 0 || strcmp(dot, ".dds") == 0))
        judge_image(&json, dot + 1, bytes, size);
    else
        judge_model(&json, name, bytes, size);
    sinew__json_end_object(&json);
    printf("%.*s\n", (int)line.size, line.text);
    sinew__buffer_free(&line);
}

int main(void)
{
    size_t size;
    char name[300];
    while (scanf("%zu %299[^\n]", &size, name) == 2 && getchar() == '\n') {
        void *bytes = malloc(size + !size);
        if (!bytes || fread(bytes, 1, size, stdin) != size) return 1;
        judge(name, bytes, size);
        free(bytes);
    }
    return 0;
}
