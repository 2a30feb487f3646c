// Formats beside FBX, glTF, Collada and BVH: their times, and what the importer does not read of them. The layouts are
// those of the formats' own headers: id Software's MD2, Lee Salzman's IQM.
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <string.h>

#include "sinew/memory.h"

// ---- X --------------------------------------------------------------------------------------------------------------

#define X_HEAD "xof 0303txt 0032\n"
#define X_SCENE                                                                                                        \
    "Frame bone {\nFrameTransformMatrix {\n1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;\n}\n"     \
    "Mesh m {\n3;\n0.0;0.0;0.0;,\n1.0;0.0;0.0;,\n0.0;1.0;0.0;;\n1;\n3;0,1,2;;\n}\n}\nAnimationSet walk {\n"            \
    "Animation {\n{bone}\nAnimationKey {\n2;\n2;\n0;3;0.0,0.0,0.0;;,\n4800;3;5.0,0.0,0.0;;;\n}\n}\n}\n"

/// DirectX defines 4800 ticks per second for files that do not state them.
static void an_x_file_without_a_rate_has_4800_ticks_per_second(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("walk.x", X_HEAD X_SCENE);
    assert_int_equal(model->clip_count, 1);
    assert_close(model->clips[0].duration, 1, 1e-9);
    sinew_model_destroy(model);
    model = import_text_file("walk.x", X_HEAD "AnimTicksPerSecond {\n 2400;\n}\n" X_SCENE);
    assert_close(model->clips[0].duration, 2, 1e-9);
    sinew_model_destroy(model);
}

// ---- motion that is not read ----------------------------------------------------------------------------------------

/// A binary file while it is made; numbers of 32 bits, least significant byte first.
typedef struct file {
    unsigned char bytes[1024];
    size_t size;
} file;

static void put(file *to, uint32_t number)
{
    assert_true(to->size + 4 <= sizeof to->bytes);
    for (int i = 0; i < 4; i++) to->bytes[to->size++] = (unsigned char)(number >> (8 * i));
}

static void put_float(file *to, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(to, bits);
}

static void put_all(file *to, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) put(to, numbers[i]);
}

/// One triangle in `frames` frames.
static file make_md2(uint32_t frames)
{
    enum { HEADER = 68, COORDINATES = 12, TRIANGLE = 12, FRAME = 40 + 12 };
    const uint32_t ends = HEADER + COORDINATES + TRIANGLE;
    const uint32_t header[] = {0x32504449,
                               8,
                               16,
                               16,
                               FRAME,
                               0,
                               3,
                               3,
                               1,
                               0,
                               frames,
                               HEADER,
                               HEADER,
                               HEADER + COORDINATES,
                               ends,
                               ends + frames * FRAME,
                               ends + frames * FRAME};
    file out = {.size = 0};
    put_all(&out, header, sizeof header / sizeof *header);
    put_all(&out, (const uint32_t[]){0, 1, 2}, 3);                               // texture coordinates
    put_all(&out, (const uint32_t[]){0 | 1 << 16, 2 | 0 << 16, 1 | 2 << 16}, 3); // two times three indices
    for (uint32_t f = 0; f < frames; f++) {
        for (int i = 0; i < 3; i++) put_float(&out, 1);
        for (int i = 0; i < 3; i++) put_float(&out, 0);
        put_all(&out, (const uint32_t[]){0x6e617473, 0x64, 0, 0}, 4); // its name
        put_all(&out, (const uint32_t[]){0, 10, 10 << 8}, 3);
    }
    put(&out, 0); // Assimp refuses frames that end with the file
    return out;
}

/// One triangle with that many joints and animations, of which there is no more than the header.
static file make_iqm(uint32_t joints, uint32_t animations)
{
    enum { HEADER = 124, TEXT = 4, MESH = 24, ARRAY = 20, POINTS = 36, TRIANGLE = 12 };
    const uint32_t mesh = HEADER + TEXT, array = mesh + MESH, points = array + ARRAY, triangle = points + POINTS;
    const uint32_t numbers[] = {
        2, triangle + TRIANGLE, 0,        TEXT, HEADER, 1, mesh, 1, 3, array, 1, triangle, 0, joints, triangle, 0,
        0, animations,          triangle, 0,    0,      0, 0,    0, 0, 0,     0};
    file out = {.size = 16};
    memcpy(out.bytes, "INTERQUAKEMODEL", 16);
    put_all(&out, numbers, sizeof numbers / sizeof *numbers);
    put(&out, 0x6d00);                                        // texts: "" and "m"
    put_all(&out, (const uint32_t[]){1, 1, 0, 3, 0, 1}, 6);   // the mesh
    put_all(&out, (const uint32_t[]){0, 0, 7, 3, points}, 5); // positions: three floats
    for (int i = 0; i < 9; i++) put_float(&out, (float)(i % 4 == 0));
    put_all(&out, (const uint32_t[]){0, 1, 2}, 3);
    return out;
}

static void assert_told(const char *name, const file *made, const char *text)
{
    sinew_model *model = import_bytes(name, made->bytes, made->size);
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(warnings_of(model, "I17"), text != NULL);
    for (int32_t i = 0; text && i < model->warning_count; i++)
        if (strcmp(sinew_text(model, model->warnings[i].code), "I17") == 0)
            assert_string_equal(sinew_text(model, model->warnings[i].text), text);
    sinew_model_destroy(model);
}

static void animation_that_the_importer_leaves_out_is_told(void **state)
{
    (void)state;
    const file still = make_md2(1), moves = make_md2(3);
    assert_told("a.md2", &still, NULL);
    assert_told("a.md2", &moves, "its 3 frames are not read; the mesh does not move");
    const file plain = make_iqm(0, 0), rigged = make_iqm(4, 0), animated = make_iqm(4, 2);
    assert_told("a.iqm", &plain, NULL);
    assert_told("a.iqm", &rigged, "its 4 joints are not read; the mesh does not move");
    assert_told("a.iqm", &animated, "its 2 animations are not read; the mesh does not move");
}

// ---- X3D ------------------------------------------------------------------------------------------------------------

static void an_x3d_that_is_no_xml_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message; ///< NULL: it is a scene
    } CASES[] = {
        {"<?xml version='1.0'?><X3D><Scene><Shape><Box/></Shape></Scene></X3D>", NULL},
        {"#X3D V3.0 utf8\nShape { geometry Box {} }\n",
         "damaged: its first element is not <X3D>; other encodings of X3D are not read"},
        {"a letter", "damaged: its first element is not <X3D>; other encodings of X3D are not read"},
        {"<X3D>\n<Scene></X3D>", "damaged: invalid XML in line 2: mismatched tag"},
        {"<X3D><Scene/>\n", "damaged: invalid XML in line 2: no element found"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        void *block;
        size_t size;
        sinew_error error = {0};
        const sinew_result result =
            sinew_import_block("a.x3d", CASES[i].text, strlen(CASES[i].text), NULL, &block, &size, &error);
        assert_int_equal(result, CASES[i].message ? SINEW_ERROR_DAMAGED : SINEW_OK);
        if (CASES[i].message) assert_string_equal(error.message, CASES[i].message);
        sinew_free(block);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_x_file_without_a_rate_has_4800_ticks_per_second),
        cmocka_unit_test(animation_that_the_importer_leaves_out_is_told),
        cmocka_unit_test(an_x3d_that_is_no_xml_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
