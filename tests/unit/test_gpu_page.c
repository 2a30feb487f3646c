/// The shaders of docs/18-gpu.md, compiled unchanged, against sinew_skin_mesh: each way to hold a palette,
/// instances with palettes of two ticks, and the compute shader.
#include "support/cmocka_close.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernels/kernels.h"
#include "sinew/import.h"
#include "sinew/skin.h"
#include "support/own_context.h"
#include "support/test_stage.h"

// ---- the page -----------------------------------------------------------------------------------------------------

/// The blocks of GLSL, in the order of the page.
enum { STORAGE, UNIFORMS, TEXTURE, HALVES, BLEND, VERTEX, COMPUTE, BLOCKS };
static char blocks[BLOCKS][4096];

static void read_page(void)
{
    FILE *page = fopen("docs/18-gpu.md", "r");
    assert_non_null(page);
    char line[512];
    int block = -1, inside = 0;
    while (fgets(line, sizeof line, page)) {
        if (inside && strcmp(line, "```\n") == 0) inside = 0;
        if (inside) {
            assert_true(strlen(blocks[block]) + strlen(line) < sizeof blocks[block]);
            strcat(blocks[block], line);
        }
        if (strcmp(line, "```glsl\n") == 0) {
            assert_true(++block < BLOCKS);
            inside = 1;
        }
    }
    fclose(page);
    assert_int_equal(block, BLOCKS - 1);
}

static GLuint compile(GLenum kind, int version, const char *const pieces[3])
{
    char head[64];
    snprintf(head, sizeof head, "#version %d core\n#line 1\n", version);
    const char *const sources[4] = {head, pieces[0], pieces[1], pieces[2]};
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 4, sources, NULL);
    glCompileShader(shader);
    GLint good = 0;
    char log[2048] = "";
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    if (!good) fail_msg("%s", log);
    return shader;
}

static GLuint link(GLuint shader, int captures)
{
    static const char *const captured[2] = {"skinned", "skinned_before"};
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glDeleteShader(shader);
    if (captures) glTransformFeedbackVaryings(program, 2, captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    GLint good = 0;
    char log[2048] = "";
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    if (!good) fail_msg("%s", log);
    glUseProgram(program);
    return program;
}

// ---- a character at two times --------------------------------------------------------------------------------------

enum { TICKS = 2, CHARACTERS = 2, MOST_BUFFERS = 8 };

typedef struct test_character {
    sinew_model *model;
    const sinew_mesh *mesh;
    sinew_palette_matrix *palettes; ///< [TICKS][CHARACTERS][skin_joint_count]
    float *skinned[TICKS][CHARACTERS];
    uint16_t *joints, *weights;
    double tolerance;
} test_character;

/// Poses two characters at two ticks, each at a time of its own, and skins their first mesh by four packed weights on
/// the processor.
static void open_character(test_character *out, const char *path)
{
    sinew_error error;
    must(sinew_model_import(path, NULL, &out->model, &error), &error);
    const sinew_model *model = out->model;
    out->mesh = &model->meshes[0];
    const size_t entries = (size_t)model->skin_joint_count, vertices = (size_t)out->mesh->vertex_count;
    out->palettes = calloc(TICKS * CHARACTERS * entries, sizeof *out->palettes);
    out->joints = calloc(vertices * 4, sizeof *out->joints);
    out->weights = calloc(vertices * 4, sizeof *out->weights);
    float *scratch = calloc(sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) + 1, sizeof *scratch);
    sinew_pose *pose;
    must(sinew_pose_create(model, &pose, &error), &error);
    assert_true(out->palettes && out->joints && out->weights && scratch);
    for (int tick = 0; tick < TICKS; ++tick) {
        for (int i = 0; i < CHARACTERS; ++i) {
            float *skinned = out->skinned[tick][i] = calloc(vertices * 3, sizeof *skinned);
            assert_non_null(skinned);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0.2 + 0.3 * i + 0.05 * tick, pose);
            memcpy(out->palettes + (size_t)(tick * CHARACTERS + i) * entries, pose->palette,
                   entries * sizeof *pose->palette);
            sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, skinned, NULL);
        }
    }
    sinew_skin_loss loss;
    must(sinew_skin_pack(model, 0, 2, 2, out->joints, out->weights, &loss, &error), &error);
    assert_int_equal(loss.vertex_count, 0); // else the two would have to differ
    assert_int_equal(sinew_mesh_is_deformed_before_skinning(model, 0), 0);
    out->tolerance = 1e-4 * model->info->size; // a weight is off by 1/65535 at most
    sinew_pose_destroy(pose);
    free(scratch);
}

static void close_character(test_character *character)
{
    for (int tick = 0; tick < TICKS; ++tick)
        for (int i = 0; i < CHARACTERS; ++i) free(character->skinned[tick][i]);
    free(character->palettes);
    free(character->joints);
    free(character->weights);
    sinew_model_destroy(character->model);
}

static void assert_skinned(const test_character *character, int tick, int index, int32_t vertex, const float *found)
{
    const float *expected = character->skinned[tick][index] + 3 * (size_t)vertex;
    for (int k = 0; k < 3; ++k) assert_close(found[k], expected[k], character->tolerance);
}

// ---- vertex shaders ------------------------------------------------------------------------------------------------

typedef void send_palettes(const test_character *character, GLuint buffer);

/// The objects that the lines of the page call a pose.
typedef struct palette_only {
    const sinew_palette_matrix *palette;
} palette_only;

static GLsizeiptr palette_size(const test_character *character)
{
    return (GLsizeiptr)sizeof *character->palettes * TICKS * CHARACTERS * character->model->skin_joint_count;
}

static void send_to_storage(const test_character *character, GLuint buffer)
{
    const palette_only one = {character->palettes}, *pose = &one;
    const GLsizeiptr size = palette_size(character);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, pose->palette, GL_STREAM_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
}

static void send_halves_to_storage(const test_character *character, GLuint buffer)
{
    const size_t count = (size_t)palette_size(character) / sizeof(float);
    uint16_t *halves = malloc(count * sizeof *halves);
    assert_non_null(halves);
    sinew__crowd_kernel_best()->put_halves(character->palettes->row[0], count, halves);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)(count * sizeof *halves), halves, GL_STREAM_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    free(halves);
}

static void send_to_uniforms(const test_character *character, GLuint buffer)
{
    const palette_only one = {character->palettes}, *pose = &one;
    const GLsizeiptr size = palette_size(character);
    assert_true(size <= 341 * (GLsizeiptr)sizeof(sinew_palette_matrix));
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferData(GL_UNIFORM_BUFFER, 341 * sizeof(sinew_palette_matrix), NULL, GL_STREAM_DRAW);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, size, pose->palette);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
}

static void send_to_texture(const test_character *character, GLuint buffer)
{
    const palette_only one = {character->palettes}, *pose = &one;
    const GLsizeiptr size = palette_size(character);
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    glBufferData(GL_TEXTURE_BUFFER, size, pose->palette, GL_STREAM_DRAW);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer);
}

static void send_vertices(const test_character *character, const GLuint buffers[4])
{
    const sinew_mesh *mesh = character->mesh;
    const GLsizeiptr vertices = mesh->vertex_count;
    const void *arrays[4] = {character->model->positions + 3 * (size_t)mesh->first_vertex,
                             character->model->normals + 3 * (size_t)mesh->first_vertex, character->joints,
                             character->weights};
    for (GLuint i = 0; i < 4; ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, vertices * (i < 2 ? 12 : 8), arrays[i], GL_STATIC_DRAW);
        glEnableVertexAttribArray(i);
        if (i < 2) glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffers[2]);
    glVertexAttribIPointer(2, 4, GL_UNSIGNED_SHORT, 0, NULL);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
    glVertexAttribPointer(3, 4, GL_UNSIGNED_SHORT, GL_TRUE, 0, NULL);
}

static void set_entries(GLuint program, const test_character *character)
{
    static const GLfloat identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const GLuint each = (GLuint)character->model->skin_joint_count, first = (GLuint)character->mesh->first_skin_joint;
    glUniform1ui(glGetUniformLocation(program, "first_before"), first);
    glUniform1ui(glGetUniformLocation(program, "first_now"), first + each * CHARACTERS);
    glUniform1ui(glGetUniformLocation(program, "entries_each"), each);
    glUniformMatrix4fv(glGetUniformLocation(program, "to_clip"), 1, GL_FALSE, identity);
    glUniformMatrix4fv(glGetUniformLocation(program, "to_clip_before"), 1, GL_FALSE, identity);
}

/// Draws both characters by one call and compares where this tick's and the last one's vertices are.
static void check_instances(const test_character *character, int version, int block, send_palettes *send)
{
    GLuint array, buffers[MOST_BUFFERS];
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(MOST_BUFFERS, buffers);
    const GLuint program = link(
        compile(GL_VERTEX_SHADER, version, (const char *const[3]){blocks[block], blocks[BLEND], blocks[VERTEX]}), 1);
    send_vertices(character, buffers);
    send(character, buffers[4]);
    set_entries(program, character);
    const int32_t vertices = character->mesh->vertex_count;
    const GLsizeiptr size = (GLsizeiptr)sizeof(float) * 6 * vertices * CHARACTERS;
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[5]);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, NULL, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArraysInstanced(GL_POINTS, 0, vertices, CHARACTERS);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    const float *found = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size, GL_MAP_READ_BIT);
    assert_non_null(found);
    for (int i = 0; i < CHARACTERS; ++i) {
        for (int32_t v = 0; v < vertices; ++v, found += 6) {
            assert_skinned(character, 1, i, v, found);
            assert_skinned(character, 0, i, v, found + 3);
        }
    }
    glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
    glDeleteBuffers(MOST_BUFFERS, buffers);
    glDeleteVertexArrays(1, &array);
    glDeleteProgram(program);
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void palettes_in_textures_and_uniforms_skin_as_sinew_does(void **state)
{
    (void)state;
    test_character character;
    open_character(&character, "samples/character.fbx");
    check_instances(&character, 330, UNIFORMS, send_to_uniforms);
    check_instances(&character, 330, TEXTURE, send_to_texture);
    close_character(&character);
}

static int has_storage_buffers(void)
{
    if (epoxy_gl_version() >= 43) return 1;
    printf("skipped: the driver has OpenGL %d.%d, not 4.3\n", epoxy_gl_version() / 10, epoxy_gl_version() % 10);
    return 0;
}

static void palettes_in_storage_buffers_skin_as_sinew_does(void **state)
{
    (void)state;
    if (!has_storage_buffers()) skip();
    test_character character;
    open_character(&character, "samples/character.fbx");
    check_instances(&character, 430, STORAGE, send_to_storage);
    character.tolerance = 4 * character.model->info->size / 2048; // four elements a coordinate, of eleven bits each
    check_instances(&character, 430, HALVES, send_halves_to_storage);
    close_character(&character);
}

// ---- the compute shader --------------------------------------------------------------------------------------------

static void store(GLuint place, GLuint buffer, GLsizeiptr size, const void *bytes)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, place, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, bytes, GL_STATIC_DRAW);
}

static void the_compute_shader_skins_as_sinew_does(void **state)
{
    (void)state;
    if (!has_storage_buffers()) skip();
    test_character character;
    open_character(&character, "samples/character.fbx");
    const sinew_mesh *mesh = character.mesh;
    const GLsizeiptr vertices = mesh->vertex_count;
    GLuint buffers[5];
    glGenBuffers(5, buffers);
    const GLuint program = link(
        compile(GL_COMPUTE_SHADER, 430, (const char *const[3]){blocks[STORAGE], blocks[BLEND], blocks[COMPUTE]}), 0);
    send_to_storage(&character, buffers[0]);
    store(1, buffers[1], vertices * 12, character.model->positions + 3 * (size_t)mesh->first_vertex);
    store(2, buffers[2], vertices * 8, character.joints);
    store(3, buffers[3], vertices * 8, character.weights);
    store(4, buffers[4], vertices * 12, NULL);
    glUniform1ui(glGetUniformLocation(program, "first_entry"), (GLuint)mesh->first_skin_joint);
    glUniform1ui(glGetUniformLocation(program, "vertex_count"), (GLuint)mesh->vertex_count);
    glDispatchCompute(((GLuint)mesh->vertex_count + 63) / 64, 1, 1);
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    const float *found = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, vertices * 12, GL_MAP_READ_BIT);
    assert_non_null(found);
    for (int32_t v = 0; v < mesh->vertex_count; ++v) assert_skinned(&character, 0, 0, v, found + 3 * (size_t)v);
    glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    glDeleteBuffers(5, buffers);
    glDeleteProgram(program);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    close_character(&character);
}

// ---- the lines of C ------------------------------------------------------------------------------------------------

static char *read_text(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    assert_true(size > 0 && size < sizeof text - 1);
    text[size] = '\0';
    fclose(file);
    return text;
}

/// Each line of C of the page is in the sample or in this test.
static void the_page_shows_lines_that_are_compiled(void **state)
{
    (void)state;
    static char sample[1 << 16];
    strcpy(sample, read_text("samples/own_renderer.c"));
    strcat(sample, read_text("tests/unit/test_graphics_state.c"));
    const char *test = read_text("tests/unit/test_gpu_page.c");
    FILE *page = fopen("docs/18-gpu.md", "r");
    assert_non_null(page);
    char line[512];
    int inside = 0, lines = 0;
    while (fgets(line, sizeof line, page)) {
        if (strcmp(line, "```\n") == 0) inside = 0;
        if (inside) {
            ++lines;
            if (!strstr(sample, line) && !strstr(test, line)) fail_msg("is compiled nowhere: %s", line);
        }
        if (strcmp(line, "```c\n") == 0) inside = 1;
    }
    fclose(page);
    assert_true(lines >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palettes_in_textures_and_uniforms_skin_as_sinew_does),
        cmocka_unit_test(palettes_in_storage_buffers_skin_as_sinew_does),
        cmocka_unit_test(the_compute_shader_skins_as_sinew_does),
        cmocka_unit_test(the_page_shows_lines_that_are_compiled),
    };
    read_page();
    return cmocka_run_group_tests(tests, open_context, close_context);
}
