/// Draws a skinned model with a minimal OpenGL renderer: the palette in a uniform array, four
/// weights per vertex. Draws off-screen and prints the fraction of the image that the model covers.
/// The exit code is 1 when it covers nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <epoxy/gl.h>

#include <sinew/import.h>
#include <sinew/sinew.h>

enum { SIZE = 256, MAX_MATRICES = 64, WEIGHTS = 4 };

static const char *vertex_shader =
    "#version 330 core\n"
    "layout(location = 0) in vec3 position; layout(location = 1) in vec4 entry; layout(location = "
    "2) in vec4 weight;\n"
    "uniform vec4 palette[64 * 3]; uniform vec3 middle; uniform float scale;\n"
    "void main() {\n"
    "  vec3 p = vec3(0.0);\n"
    "  for (int i = 0; i < 4; ++i) {\n"
    "    int k = int(entry[i]) * 3; vec4 v = vec4(position, 1.0);\n"
    "    p += weight[i] * vec3(dot(palette[k], v), dot(palette[k + 1], v), dot(palette[k + 2], "
    "v));\n"
    "  }\n"
    "  gl_Position = vec4((p - middle) * scale, 1.0);\n"
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

typedef struct vertex {
    float position[3], entry[WEIGHTS], weight[WEIGHTS];
} vertex;

/// The first four influences of a vertex, as palette entries relative to the first of the mesh.
static vertex make_vertex(const sinew_model *model, const sinew_mesh *mesh, int32_t index)
{
    vertex out = {{0}, {0}, {0}};
    const int32_t v = mesh->first_vertex + index;
    memcpy(out.position, model->positions + (size_t)v * 3, sizeof out.position);
    for (uint32_t i = 0;
         i < WEIGHTS && model->influence_start[v] + i < model->influence_start[v + 1]; ++i) {
        const sinew_influence *influence = &model->influences[model->influence_start[v] + i];
        out.entry[i] = (float)(influence->skin_joint - mesh->first_skin_joint);
        out.weight[i] = influence->weight;
    }
    return out;
}

static void draw_mesh(const sinew_model *model, const sinew_mesh *mesh, const sinew_pose *pose,
                      GLuint program)
{
    vertex *vertices = malloc(sizeof *vertices * (size_t)mesh->vertex_count);
    if (!vertices) return;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) vertices[i] = make_vertex(model, mesh, i);
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)sizeof *vertices * mesh->vertex_count, vertices,
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)sizeof(uint32_t) * mesh->index_count,
                 model->indices + mesh->first_index, GL_STATIC_DRAW);
    const GLint sizes[3] = {3, WEIGHTS, WEIGHTS};
    const size_t offsets[3] = {offsetof(vertex, position), offsetof(vertex, entry),
                               offsetof(vertex, weight)};
    for (GLuint i = 0; i < 3; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, sizes[i], GL_FLOAT, GL_FALSE, sizeof(vertex),
                              (const void *)offsets[i]);
    }
    // A palette entry is three vec4, the rows of an affine matrix, as the shader expects it.
    glUniform4fv(glGetUniformLocation(program, "palette"), mesh->skin_joint_count * 3,
                 &pose->palette[mesh->first_skin_joint].row[0][0]);
    glDrawElements(GL_TRIANGLES, mesh->index_count, GL_UNSIGNED_INT, NULL);
    glDeleteBuffers(2, buffers);
    free(vertices);
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
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (model->meshes[i].skin_joint_count <= MAX_MATRICES)
            draw_mesh(model, &model->meshes[i], pose, program);
        else
            fprintf(stderr, "mesh %d has more than %d palette entries; skipped\n", (int)i,
                    MAX_MATRICES);
    }
    const double share = covered();
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
    sinew_result result = sinew_import_file(argv[1], &model, &error);
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
