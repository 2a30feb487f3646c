/// A context that is shared: pictures do not depend on the state that others left, that state is given back on request,
/// and the image goes into framebuffers of every kind.
#include "support/cmocka_close.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/pixels.h"
#include "draw/render/shader_skin.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/test_stage.h"

// ---- state that a game leaves ---------------------------------------------------------------------------------------

/// Objects that are bound while sinew draws.
typedef struct foreign_objects {
    GLuint program, array, buffers[5], texture, samples, sampler, framebuffer, renderbuffer, feedback;
} foreign_objects;

static GLuint make_foreign_program(void)
{
    static const char *const source = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";
    const GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
    glLinkProgram(program);
    return program;
}

static void bind_foreign_textures(foreign_objects *out)
{
    glGenTextures(1, &out->texture);
    glGenTextures(1, &out->samples);
    glGenSamplers(1, &out->sampler);
    glSamplerParameteri(out->sampler, GL_TEXTURE_MIN_FILTER,
                        GL_NEAREST_MIPMAP_NEAREST); // makes textures without mipmaps black
    glSamplerParameteri(out->sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    for (GLuint i = 0; i < 16; ++i) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, out->texture);
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, out->samples);
        glBindSampler(i, out->sampler);
    }
    glActiveTexture(GL_TEXTURE3);
}

static void bind_foreign_objects(foreign_objects *out)
{
    bind_foreign_textures(out);
    out->program = make_foreign_program();
    glUseProgram(out->program);
    glGenVertexArrays(1, &out->array);
    glBindVertexArray(out->array);
    glGenBuffers(5, out->buffers);
    glBindBuffer(GL_ARRAY_BUFFER, out->buffers[0]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, out->buffers[1]);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, out->buffers[2]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, out->buffers[3]);
    if (epoxy_gl_version() >= 40) {
        glGenTransformFeedbacks(1, &out->feedback);
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, out->feedback);
    }
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, out->buffers[4]);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 256, NULL, GL_STREAM_READ);
    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 1, out->buffers[4], 64, 128);
    glGenFramebuffers(1, &out->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, out->framebuffer);
    glGenRenderbuffers(1, &out->renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, out->renderbuffer);
}

static void delete_foreign_objects(foreign_objects *objects)
{
    glDeleteProgram(objects->program);
    glDeleteVertexArrays(1, &objects->array);
    glDeleteBuffers(5, objects->buffers);
    glDeleteTextures(1, &objects->texture);
    glDeleteTextures(1, &objects->samples);
    glDeleteSamplers(1, &objects->sampler);
    glDeleteFramebuffers(1, &objects->framebuffer);
    glDeleteRenderbuffers(1, &objects->renderbuffer);
    if (epoxy_gl_version() >= 40) glDeleteTransformFeedbacks(1, &objects->feedback);
}

static const GLenum reversed_switches[] = {
    GL_BLEND,
    GL_CULL_FACE,
    GL_DEPTH_TEST,
    GL_POLYGON_OFFSET_FILL,
    GL_RASTERIZER_DISCARD,
    GL_SCISSOR_TEST,
    GL_STENCIL_TEST,
    GL_SAMPLE_COVERAGE,
    GL_COLOR_LOGIC_OP,
    GL_DEPTH_CLAMP,
    GL_LINE_SMOOTH,
    GL_PRIMITIVE_RESTART,
    GL_CLIP_DISTANCE0,
    GL_CLIP_DISTANCE5,
    GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_FRAMEBUFFER_SRGB,
    GL_POLYGON_SMOOTH,
};
enum { REVERSED = sizeof reversed_switches / sizeof *reversed_switches };

/// Everything as unlike a fresh context as can be.
static void leave_everything_behind(void)
{
    for (int i = 0; i < REVERSED; ++i) glEnable(reversed_switches[i]);
    glDisable(GL_MULTISAMPLE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 77);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 5);
    glPixelStorei(GL_UNPACK_SWAP_BYTES, GL_TRUE);
    glPixelStorei(GL_PACK_ROW_LENGTH, 201);
    glPixelStorei(GL_PACK_SKIP_ROWS, 3);
    glViewport(1, 2, 3, 4);
    glScissor(5, 6, 7, 8);
    glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
    glClearDepth(0.25);
    glDepthRange(0.75, 0.5);
    glDepthFunc(GL_GEQUAL);
    glDepthMask(GL_FALSE);
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    glCullFace(GL_FRONT_AND_BACK);
    glFrontFace(GL_CW);
    glStencilFunc(GL_NEVER, 1, 0xff);
    glSampleCoverage(0.1f, GL_FALSE);
    glPrimitiveRestartIndex(1);
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    glPolygonOffset(3.0f, 5.0f);
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    glBlendFuncSeparate(GL_ZERO, GL_SRC_COLOR, GL_DST_ALPHA, GL_ZERO);
    glBlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_MIN);
    if (epoxy_gl_version() >= 45) glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
}

/// The parts of a driver's state that other code could rely on.
typedef struct seen_state {
    GLboolean on[REVERSED + 1];
    GLint values[64];
    GLfloat floats[16];
} seen_state;

static void see_state(seen_state *out)
{
    static const GLenum names[] = {
        GL_CURRENT_PROGRAM,
        GL_VERTEX_ARRAY_BINDING,
        GL_ARRAY_BUFFER_BINDING,
        GL_ELEMENT_ARRAY_BUFFER_BINDING,
        GL_PIXEL_PACK_BUFFER_BINDING,
        GL_PIXEL_UNPACK_BUFFER_BINDING,
        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
        GL_DRAW_FRAMEBUFFER_BINDING,
        GL_READ_FRAMEBUFFER_BINDING,
        GL_RENDERBUFFER_BINDING,
        GL_ACTIVE_TEXTURE,
        GL_UNPACK_ALIGNMENT,
        GL_UNPACK_ROW_LENGTH,
        GL_UNPACK_SKIP_PIXELS,
        GL_UNPACK_SWAP_BYTES,
        GL_PACK_ROW_LENGTH,
        GL_PACK_SKIP_ROWS,
        GL_DEPTH_FUNC,
        GL_CULL_FACE_MODE,
        GL_FRONT_FACE,
        GL_PROVOKING_VERTEX,
        GL_BLEND_SRC_RGB,
        GL_BLEND_DST_RGB,
        GL_BLEND_SRC_ALPHA,
        GL_BLEND_DST_ALPHA,
        GL_BLEND_EQUATION_RGB,
        GL_BLEND_EQUATION_ALPHA,
        GL_STENCIL_FUNC,
        GL_PRIMITIVE_RESTART_INDEX,
        GL_DEPTH_WRITEMASK,
    };
    enum { NAMES = sizeof names / sizeof *names };
    memset(out, 0, sizeof *out);
    for (int i = 0; i < REVERSED; ++i) out->on[i] = glIsEnabled(reversed_switches[i]);
    out->on[REVERSED] = glIsEnabled(GL_MULTISAMPLE);
    GLint *value = out->values;
    for (int i = 0; i < NAMES; ++i) glGetIntegerv(names[i], value++);
    glGetIntegerv(GL_VIEWPORT, value), value += 4;
    glGetIntegerv(GL_SCISSOR_BOX, value), value += 4;
    glGetIntegerv(GL_COLOR_WRITEMASK, value), value += 4;
    glGetIntegerv(GL_POLYGON_MODE, value), value += 1;
    glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, value++);
    if (epoxy_gl_version() >= 40) glGetIntegerv(GL_TRANSFORM_FEEDBACK_BINDING, value++);
    if (epoxy_gl_version() >= 45) {
        glGetIntegerv(GL_CLIP_ORIGIN, value++);
        glGetIntegerv(GL_CLIP_DEPTH_MODE, value++);
    }
    assert_true(value <= out->values + 64);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, out->floats);
    glGetFloatv(GL_DEPTH_CLEAR_VALUE, out->floats + 4);
    glGetFloatv(GL_DEPTH_RANGE, out->floats + 5);
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, out->floats + 7);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, out->floats + 8);
}

static void assert_textures_bound(const foreign_objects *objects)
{
    for (GLenum i = 0; i < 16; ++i) {
        GLint texture, samples, sampler;
        glActiveTexture(GL_TEXTURE0 + i);
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture);
        glGetIntegerv(GL_TEXTURE_BINDING_2D_MULTISAMPLE, &samples);
        glGetIntegerv(GL_SAMPLER_BINDING, &sampler);
        assert_int_equal(texture, objects->texture);
        assert_int_equal(samples, objects->samples);
        assert_int_equal(sampler, objects->sampler);
    }
}

// ---- the tests ------------------------------------------------------------------------------------------------------

static uint8_t expected[WIDTH * HEIGHT * 4];

static void open_stage(test_stage *stage)
{
    stage_open(stage, scene_tube(4), 0.5);
    stage->options.transparent = 0;
    stage->options.edges = 1;
    stage->options.skeleton = SINEW_SHOW_ON;
    stage->options.status = "state";
    stage_draw(stage);
    memcpy(expected, stage->pixels, sizeof expected);
}

/// The state of a test before it: a fresh context would have the same, but other tests of this program have drawn.
static void with_a_context_of_others(void (*run)(test_stage *stage))
{
    test_stage stage;
    foreign_objects objects = {0};
    seen_state before, after;
    open_stage(&stage);
    sinew_renderer_keep_state(stage.renderer, 1); // restores this state
    see_state(&before);
    bind_foreign_objects(&objects);
    leave_everything_behind();
    assert_int_equal(glGetError(), GL_NO_ERROR);
    seen_state foreign;
    see_state(&foreign);
    run(&stage);
    see_state(&after);
    assert_memory_equal(&foreign, &after, sizeof after);
    assert_memory_not_equal(&foreign, &before, sizeof after);
    assert_textures_bound(&objects);
    delete_foreign_objects(&objects);
    stage_close(&stage);
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void draw_again(test_stage *stage)
{
    sinew_error error;
    must(sinew_renderer_set_model(stage->renderer, stage->model, NULL, &error),
         &error); // uploads everything in this state
    stage_draw(stage);
    assert_memory_equal(stage->pixels, expected, sizeof expected);
    float *positions = malloc((size_t)stage->model->vertex_count * 3 * sizeof *positions);
    assert_non_null(positions);
    must(sinew__renderer_skin_mesh(stage->renderer, stage->pose, 0, positions, NULL, &error), &error);
    free(positions);
}

static void pictures_do_not_depend_on_the_state_and_give_it_back(void **state)
{
    (void)state;
    with_a_context_of_others(draw_again);
}

static void draw_with_a_new_renderer(test_stage *stage)
{
    sinew_renderer *kept = stage->renderer, *fresh;
    sinew_error error;
    must(sinew_renderer_create(&fresh, &error), &error);
    sinew_renderer_keep_state(fresh, 1);
    must(sinew_renderer_set_model(fresh, stage->model, NULL, &error), &error);
    stage->renderer = fresh;
    stage_draw(stage);
    stage->renderer = kept;
    sinew_renderer_destroy(fresh);
    assert_memory_equal(stage->pixels, expected, sizeof expected);
}

static void a_renderer_can_begin_in_such_a_context(void **state)
{
    (void)state;
    with_a_context_of_others(draw_with_a_new_renderer);
}

// ---- framebuffers ---------------------------------------------------------------------------------------------------

enum { ROOM = 128, LEFT = 20, BOTTOM = 7 };
static float shown[ROOM][ROOM][4];

/// Shows the stage's image in a framebuffer of this format and reads it from there, with 0.25 as its content in
/// between, everywhere.
static void show_in(test_stage *stage, GLenum format, GLsizei samples)
{
    GLuint framebuffers[2], stores[2];
    sinew_error error;
    glGenFramebuffers(2, framebuffers);
    glGenRenderbuffers(2, stores);
    for (int i = 0; i < 2; ++i) { // the second to read samples by
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[i]);
        glBindRenderbuffer(GL_RENDERBUFFER, stores[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, i ? 0 : samples, format, ROOM, ROOM);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, stores[i]);
        assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glClearColor(0.25f, 0.25f, 0.25f, 0.25f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    must(sinew_renderer_blit(stage->renderer, framebuffers[0], LEFT, BOTTOM, &error), &error);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBlitFramebuffer(0, 0, ROOM, ROOM, 0, 0, ROOM, ROOM, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
    glReadPixels(0, 0, ROOM, ROOM, GL_RGBA, GL_FLOAT, shown);
    glDeleteFramebuffers(2, framebuffers);
    glDeleteRenderbuffers(2, stores);
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

/// An opaque image covers the old content; bytes are sRGB, floats linear light; outside nothing changes.
static void an_opaque_image_is_copied_into_every_format(void **state)
{
    (void)state;
    static const struct {
        GLenum format;
        GLsizei samples;
        int linear;
    } cases[] = {{GL_RGBA8, 0, 0}, {GL_SRGB8_ALPHA8, 0, 0}, {GL_RGBA16F, 0, 1}, {GL_RGBA8, 4, 0}};
    test_stage stage;
    open_stage(&stage);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        show_in(&stage, cases[i].format, cases[i].samples);
        for (int y = 0; y < ROOM; ++y) {
            for (int x = 0; x < ROOM; ++x) {
                const int inside = x >= LEFT && x < LEFT + WIDTH && y >= BOTTOM && y < BOTTOM + HEIGHT;
                const uint8_t *pixel = inside ? pixel_at(&stage, x - LEFT, HEIGHT - 1 - (y - BOTTOM)) : NULL;
                for (int k = 0; k < 3; ++k) {
                    const double byte = pixel ? pixel[k] / 255.0 : 0.25;
                    const double linear = pixel ? (double)sinew__srgb_byte_to_linear(pixel[k]) : 0.25;
                    assert_close(shown[y][x][k], cases[i].linear ? linear : byte, cases[i].linear ? 2e-3 : 0.0021);
                }
            }
        }
    }
    stage_close(&stage);
}

/// A transparent image keeps the old content at pixels where nothing is drawn, and shows the character at its opaque
/// pixels.
static void a_transparent_image_is_drawn_over_what_is_there(void **state)
{
    (void)state;
    test_stage stage;
    stage_open(&stage, scene_cube(1, 1, 1, 1), 0);
    stage_draw(&stage);
    show_in(&stage, GL_RGBA8, 0);
    int empty = 0, full = 0;
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            const uint8_t *pixel = pixel_at(&stage, x, y);
            const float *here = shown[BOTTOM + HEIGHT - 1 - y][LEFT + x];
            if (pixel[3] == 0) assert_close(here[0], 0.25, 0.0021);
            if (pixel[3] == 255) assert_close(here[0], pixel[0] / 255.0, 0.0021);
            empty += pixel[3] == 0;
            full += pixel[3] == 255;
        }
    }
    assert_true(empty > 1000 && full > 1000);
    stage_close(&stage);
}

static void a_renderer_without_an_image_says_so(void **state)
{
    (void)state;
    sinew_renderer *renderer;
    sinew_error error;
    must(sinew_renderer_create(&renderer, &error), &error);
    assert_int_equal(sinew_renderer_blit(renderer, 0, 0, 0, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "the renderer has drawn no image");
    sinew_renderer_destroy(renderer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opaque_image_is_copied_into_every_format),
        cmocka_unit_test(a_transparent_image_is_drawn_over_what_is_there),
        cmocka_unit_test(a_renderer_without_an_image_says_so),
        cmocka_unit_test(pictures_do_not_depend_on_the_state_and_give_it_back),
        cmocka_unit_test(a_renderer_can_begin_in_such_a_context),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
