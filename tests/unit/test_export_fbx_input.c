// What a model may hold that FBX does not take as it is: images that are elsewhere.
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/raw_model.h"

static char notes[4096];

static void take_note(void *user, const char *text)
{
    (void)user;
    const size_t length = strlen(notes);
    snprintf(notes + length, sizeof notes - length, "%s\n", text);
}

typedef sinew_result write(const sinew_model *, const sinew_export_options *, char **, size_t *, sinew_error *);

/// What a model is after it was written and read, with the notes in `notes`; the caller's.
static sinew_model *again(const sinew_model *model, write *as, sinew_export_options options)
{
    char *text;
    size_t size;
    sinew_error error;
    notes[0] = '\0';
    options.note = take_note;
    if (as(model, &options, &text, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_model *out = import_bytes("out.fbx", text, size);
    sinew_free(text);
    return out;
}

static write *const both[] = {sinew_export_fbx, sinew_export_fbx_ascii};

// ---- images ---------------------------------------------------------------------------------------------------------

// The first bytes of a PNG, and others that text cannot hold.
static const unsigned char inside[] = "\x89PNG\r\n\x1a\n\0\"&quot;", found[] = "\xff\xd8\xff\0found";

/// A square with three textures: one inside, one of which the caller has the file, one that is missing.
static sinew_model *textured_model(void)
{
    static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, texcoords[] = {0, 0, 1, 0, 1, 1, 0, 1};
    static const uint32_t one_quad[] = {4};
    static const int32_t material = 0;
    const sinew_raw_texture textures[] = {
        {.path = "skin", .format = "png", .bytes = inside, .byte_count = sizeof inside},
        {.path = "maps\\normal.jpg"},
        {.path = "lost.png"}};
    static const sinew_raw_map maps[] = {{.kind = SINEW_MAP_NORMAL, .texture = 1},
                                         {.kind = SINEW_MAP_EMISSIVE, .texture = 2}};
    const sinew_raw_material surface = {.name = "Skin", .texture = 0, .maps = maps, .map_count = 2};
    const sinew_raw_mesh mesh = {.name = "Face",
                                 .positions = square,
                                 .texcoords = texcoords,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_materials = &material,
                                 .polygon_count = 1};
    const sinew_raw_joint joint = {.name = "Head", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.unit_cm = 1,
                                 .joints = &joint,
                                 .joint_count = 1,
                                 .meshes = &mesh,
                                 .mesh_count = 1,
                                 .materials = &surface,
                                 .material_count = 1,
                                 .textures = textures,
                                 .texture_count = 3};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

/// The image of a texture that is inside a model has these bytes; with a size of 0 it is not inside.
static void assert_image(const sinew_model *model, int32_t texture, const char *path, const void *bytes, size_t size)
{
    assert_in_range(texture, 0, model->texture_count - 1);
    const sinew_texture *item = &model->textures[texture];
    assert_string_equal(sinew_text(model, item->path), path);
    assert_int_equal(item->byte_count, size);
    if (size) assert_memory_equal(model->image_bytes + item->first_byte, bytes, size);
}

static const struct {
    uint32_t textures;
    int has_files; ///< the caller gives images
    size_t inside, found;
    const char *notes;
} image_cases[] = {
    {SINEW_TEXTURES_AS_AUTHORED, 0, sizeof inside, 0, ""},
    {SINEW_TEXTURES_AS_AUTHORED, 1, sizeof inside, 0, "texture 'lost.png' is linked, but no image file is found\n"},
    {SINEW_TEXTURES_EMBEDDED, 1, sizeof inside, sizeof found, "texture 'lost.png' is linked: no image file found\n"},
    {SINEW_TEXTURES_EMBEDDED, 0, sizeof inside, 0,
     "texture 'maps/normal.jpg' is linked: no image file found\ntexture 'lost.png' is linked: no image file found\n"},
    {SINEW_TEXTURES_LINKED, 1, 0, 0,
     "texture 'skin.png' is linked, but its image is inside the source alone\n"
     "texture 'lost.png' is linked, but no image file is found\n"},
};

static void images_are_where_the_options_say(void **state)
{
    (void)state;
    const sinew_export_image files[] = {{NULL, 0}, {found, sizeof found}, {NULL, 0}};
    sinew_model *model = textured_model();
    for (size_t i = 0; i < 2 * sizeof image_cases / sizeof *image_cases; i++) {
        const size_t at = i / 2;
        sinew_model *read = again(model, both[i % 2],
                                  (sinew_export_options){.textures = image_cases[at].textures,
                                                         .images = image_cases[at].has_files ? files : NULL});
        assert_string_equal(notes, image_cases[at].notes);
        assert_int_equal(read->material_count, 1);
        const sinew_material *surface = &read->materials[0];
        assert_image(read, surface->texture, "skin.png", inside, image_cases[at].inside);
        assert_image(read, surface->maps[SINEW_MAP_NORMAL], "maps/normal.jpg", found, image_cases[at].found);
        assert_image(read, surface->maps[SINEW_MAP_EMISSIVE], "lost.png", NULL, 0);
        sinew_model_destroy(read);
    }
    sinew_model_destroy(model);
}

static void an_image_that_is_too_large_is_named(void **state)
{
    (void)state;
    // Two gigabytes of a file are asked for, of which no byte is read.
    const sinew_export_image files[] = {{NULL, 0}, {found, (size_t)1 << 31}, {NULL, 1}};
    sinew_model *model = textured_model();
    sinew_model *read =
        again(model, sinew_export_fbx, (sinew_export_options){.textures = SINEW_TEXTURES_EMBEDDED, .images = files});
    assert_string_equal(notes, "texture 'maps/normal.jpg' is linked: its image file is too large\n"
                               "texture 'lost.png' is linked: its image file is too large\n");
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_where_the_options_say),
        cmocka_unit_test(an_image_that_is_too_large_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
