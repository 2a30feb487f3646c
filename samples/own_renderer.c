/// Draws a skinned model with a minimal OpenGL renderer: the palette in a buffer texture, four
/// packed weights per vertex (docs/18-gpu.md). Draws off-screen and prints the fraction of the
/// image that the model covers. The exit code is 1 when it covers nothing.
#include <stdio.h>
#include <stdlib.h>

#include <SDL.h>
#include <epoxy/gl.h>

#include <sinew/sinew.h>

enum { SIZE = 256, WEIGHTS = 4 };

static const char *vertex_shader =
    "#version 330 core\n"
    "layout(location = 0) in vec3 position; layout(location = 1) in uvec4 joints;\n"
    "layout(location = 2) in vec4 weights;\n"
    "uniform samplerBuffer palettes; uniform int first; uniform vec3 middle; uniform float scale;\n"
    "mat3x4 entry(uint joint) {\n"
    "  int i = (first + int(joint)) * 3;\n"
    "  return mat3x4(texelFetch(palettes, i), texelFetch(palettes, i + 1), texelFetch(palettes, i "
    "+ 2));\n"
    "}\n"
    "void main() {\n"
    "  mat3x4 m = entry(joints.x) * weights.x + entry(joints.y) * weights.y +\n"
    "             entry(joints.z) * weights.z + entry(joints.w) * weights.w;\n"
    "  gl_Position = vec4((vec4(position, 1.0) * m - middle) * scale, 1.0);\n"
    "}\n";
static const char *fragment_shader =
    "#version 330 core\nout vec4 color; void main() { color = vec4(1.0, 0.6, 0.2, 1.0); }\n";

static GLuint make_program(void)
{
    const GLuint program = glCreateProgram();
    const char *sources[2] = {vertex_shader, fragment_shader};
    const GLenum kinds[2] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    for (int i = 0; i < 2; ++i) {
        const GLuint shader = glCreateShader(kinds[i]);
        glShaderSource(shader, 1, &sources[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    return program;
}

static void must(sinew_result result, const sinew_error *error)
{
    if (result == SINEW_OK) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

/// Sends an array to the vertex attribute `attribute`, or, if that is negative, as the indices.
static void send(GLint attribute, GLuint buffer, const void *bytes, size_t size)
{
    const GLenum target = attribute < 0 ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER;
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
    if (attribute >= 0) glEnableVertexAttribArray((GLuint)attribute);
}

static void draw_mesh(const sinew_model *model, int32_t i, GLuint program)
{
    const sinew_mesh *mesh = &model->meshes[i];
    const size_t count = (size_t)mesh->vertex_count;
    uint16_t *joints = malloc(count * WEIGHTS * sizeof *joints);
    uint16_t *weights = malloc(count * WEIGHTS * sizeof *weights);
    if (!joints || !weights) exit(1);
    sinew_skin_loss loss;
    sinew_error error;
    must(sinew_skin_pack(model, i, 2, 2, joints, weights, &loss, &error), &error);
    if (loss.vertex_count)
        fprintf(stderr, "mesh %d: %d vertices have more than four weights, vertex %d loses %.3f\n",
                (int)i, (int)loss.vertex_count, (int)loss.vertex, (double)loss.weight);

    GLuint buffers[4];
    glGenBuffers(4, buffers);
    send(0, buffers[0], model->positions + (size_t)mesh->first_vertex * 3,
         count * 3 * sizeof(float));
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    send(1, buffers[1], joints, count * WEIGHTS * sizeof *joints);
    glVertexAttribIPointer(1, WEIGHTS, GL_UNSIGNED_SHORT, 0, NULL);
    send(2, buffers[2], weights, count * WEIGHTS * sizeof *weights);
    glVertexAttribPointer(2, WEIGHTS, GL_UNSIGNED_SHORT, GL_TRUE, 0, NULL);
    send(-1, buffers[3], model->indices + mesh->first_index,
         (size_t)mesh->index_count * sizeof(uint32_t));
    glUniform1i(glGetUniformLocation(program, "first"), mesh->first_skin_joint);
    glDrawElements(GL_TRIANGLES, mesh->index_count, GL_UNSIGNED_INT, NULL);
    glDeleteBuffers(4, buffers);
    free(joints);
    free(weights);
}

/// Sends the palettes of all meshes: an entry is three texels, the rows of an affine matrix. They
/// stay bound.
static GLuint send_palettes(const sinew_model *model, const sinew_pose *pose, GLuint *out_texture)
{
    const GLsizeiptr size = (GLsizeiptr)sizeof *pose->palette * model->skin_joint_count;
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    glBufferData(GL_TEXTURE_BUFFER, size, pose->palette, GL_STREAM_DRAW);
    glGenTextures(1, out_texture);
    glBindTexture(GL_TEXTURE_BUFFER, *out_texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer);
    return buffer;
}

/// Looks along the z axis at the center of the first mesh.
static void aim(const sinew_model *model, const sinew_pose *pose, GLuint program)
{
    const sinew_affine *joint = &pose->global[0];
    float middle[3] = {(float)joint->row[0][3], (float)joint->row[1][3], (float)joint->row[2][3]};
    if (model->mesh_count > 0) {
        const sinew_mesh *mesh = &model->meshes[0];
        const sinew_palette_matrix *m = &pose->palette[mesh->first_skin_joint];
        float local[3];
        for (int i = 0; i < 3; ++i) local[i] = (mesh->bounds_min[i] + mesh->bounds_max[i]) / 2;
        for (int i = 0; i < 3; ++i)
            middle[i] = m->row[i][0] * local[0] + m->row[i][1] * local[1] +
                        m->row[i][2] * local[2] + m->row[i][3];
    }
    glUniform3fv(glGetUniformLocation(program, "middle"), 1, middle);
    glUniform1f(glGetUniformLocation(program, "scale"), (float)(1.2 / model->info->size));
}

static double covered(void)
{
    static unsigned char pixels[SIZE * SIZE * 4];
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    int count = 0;
    for (int i = 0; i < SIZE * SIZE; ++i) count += pixels[i * 4] > 128;
    return (double)count / (SIZE * SIZE);
}

static double draw(const sinew_model *model, const sinew_pose *pose)
{
    GLuint array, target, framebuffer;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenRenderbuffers(1, &target);
    glBindRenderbuffer(GL_RENDERBUFFER, target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target);
    glViewport(0, 0, SIZE, SIZE);
    glClear(GL_COLOR_BUFFER_BIT);
    const GLuint program = make_program();
    glUseProgram(program);
    aim(model, pose, program);
    GLuint palette_texture, palette_buffer = send_palettes(model, pose, &palette_texture);
    for (int32_t i = 0; i < model->mesh_count; ++i) draw_mesh(model, i, program);
    const double share = covered();
    glDeleteTextures(1, &palette_texture);
    glDeleteBuffers(1, &palette_buffer);
    glDeleteProgram(program);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &target);
    glDeleteVertexArrays(1, &array);
    return share;
}

/// Creates an OpenGL context without a display, draws, and destroys it. Returns the covered
/// fraction, or a negative value without OpenGL.
static double draw_off_screen(const sinew_model *model, const sinew_pose *pose)
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return -1;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_Window *window =
        SDL_CreateWindow("own renderer", 0, 0, SIZE, SIZE, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
    const double share = context ? draw(model, pose) : -1;
    if (context) SDL_GL_DeleteContext(context);
    if (window) SDL_DestroyWindow(window);
    SDL_Quit();
    return share;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: own_renderer FILE\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *pose = NULL;
    int32_t clip = SINEW_NONE;
    sinew_result result = sinew_model_load(argv[1], NULL, &model, &error);
    if (result == SINEW_OK) result = sinew_model_find_clip(model, NULL, &clip, &error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, &error);
    double share = 0;
    if (result == SINEW_OK && model->joint_count > 0) {
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, 0, pose);
        share = draw_off_screen(model, pose);
    }
    if (result != SINEW_OK)
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
    else if (share < 0)
        fprintf(stderr, "OpenGL 3.3 is not available\n");
    else
        printf("the model covers %.1f %% of the image\n", share * 100);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return share > 0 ? 0 : 1;
}
