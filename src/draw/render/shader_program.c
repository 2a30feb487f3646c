#include "draw/render/shader_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "draw/render/shader_files.h"

/// The sources of a program.
typedef struct program_parts {
    const char *vertex;
    const char *fragment;
    int skins;               ///< whether skin.glsl precedes the vertex shader
    const char *captured[2]; ///< outputs for transform feedback, or NULL
} program_parts;

static const program_parts parts_of[RENDER_PROGRAM_COUNT] = {
    [RENDER_PROGRAM_STAGE] = {.vertex = "stage.vert", .fragment = "stage.frag"},
    [RENDER_PROGRAM_MESH] = {.vertex = "mesh.vert", .fragment = "mesh.frag", .skins = 1},
    [RENDER_PROGRAM_TRANSLUCENT] = {.vertex = "translucent.vert", .fragment = "translucent.frag"},
    [RENDER_PROGRAM_SHADOW] = {.vertex = "shadow.vert", .fragment = "shadow.frag", .skins = 1},
    [RENDER_PROGRAM_BONES] = {.vertex = "bones.vert", .fragment = "bones.frag"},
    [RENDER_PROGRAM_STROKE] = {.vertex = "stroke.vert", .fragment = "stroke.frag"},
    [RENDER_PROGRAM_TEXT] = {.vertex = "text.vert", .fragment = "text.frag"},
    [RENDER_PROGRAM_INTERFACE] = {.vertex = "interface.vert", .fragment = "interface.frag"},
    [RENDER_PROGRAM_PICTURE] = {.vertex = "interface.vert", .fragment = "picture.frag"},
    [RENDER_PROGRAM_CONTENTS] = {.vertex = "contents.vert", .fragment = "contents.frag"},
    [RENDER_PROGRAM_FEEDBACK] = {.vertex = "feedback.vert",
                                 .fragment = "feedback.frag", // OpenGL ES cannot link without one
                                 .skins = 1,
                                 .captured = {"skinned_position", "skinned_normal"}},
};

/// Returns the source of a shader from the folder SINEW_SHADER_DIR, allocated; NULL if it cannot be read.
static char *read_override(const char *name)
{
#ifdef __wasm__ // a web page has no environment and no files
    (void)name;
    return NULL;
#else
    const char *folder = getenv("SINEW_SHADER_DIR");
    if (!folder || !*folder) return NULL;
    char path[1024];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) return NULL;

    void *bytes = NULL;
    size_t size = 0;
    if (sinew__file_read(path, &bytes, &size, NULL) != SINEW_OK) return NULL;
    char *text = sinew__allocate(size + 1);
    if (text) {
        memcpy(text, bytes, size);
        text[size] = '\0';
    }
    sinew_free(bytes);
    return text;
#endif
}

static const char *built_in(const char *name)
{
    const render_shader_file *file = sinew__render_shader_files;
    while (file->name && strcmp(file->name, name) != 0) ++file;
    return file->text;
}

static sinew_result compile(GLenum kind, const char *name, const char *prelude, const char *library, GLuint *out_shader,
                            sinew_error *out_error)
{
    char *library_override = library ? read_override(library) : NULL;
    char *override = read_override(name);
    const char *sources[] = {
        prelude,
        library_override ? library_override
        : library        ? built_in(library)
                         : "",
        "\n#line 1\n",
        override ? override : built_in(name),
    };
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 4, sources, NULL);
    glCompileShader(shader);
    sinew_free(override);
    sinew_free(library_override);

    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled != GL_TRUE) {
        char log[256] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        log[strcspn(log, "\n")] = '\0';
        sinew__fail(out_error, SINEW_ERROR_NO_GL, "shader %s: %s", name, log);
        glDeleteShader(shader);
        return SINEW_ERROR_NO_GL;
    }
    *out_shader = shader;
    return SINEW_OK;
}

static sinew_result link_program(GLuint id, const program_parts *parts, sinew_error *out_error)
{
    if (parts->captured[0]) {
        glTransformFeedbackVaryings(id, 2, (const GLchar *const *)parts->captured, GL_SEPARATE_ATTRIBS);
    }
    glLinkProgram(id);
    GLint linked = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return SINEW_OK;

    char log[256] = "";
    glGetProgramInfoLog(id, sizeof log, NULL, log);
    log[strcspn(log, "\n")] = '\0';
    return sinew__fail(out_error, SINEW_ERROR_NO_GL, "shader %s: %s", parts->vertex, log);
}

static sinew_result build(const program_parts *parts, const render_programs *programs, GLuint *out_id,
                          sinew_error *out_error)
{
    char prelude[320];
    snprintf(prelude, sizeof prelude,
             "%s#define INFLUENCE_COLUMNS %d\n#define PALETTE_COLUMNS %d\n#define SAMPLES %d\n#define FEATURES %d\n",
             sinew__graphics_shader_version(), programs->influence_columns, RENDER_PALETTE_COLUMNS, programs->samples,
             programs->features);

    GLuint vertex = 0, fragment = 0;
    GLuint id = glCreateProgram();
    sinew_result result =
        compile(GL_VERTEX_SHADER, parts->vertex, prelude, parts->skins ? "skin.glsl" : NULL, &vertex, out_error);
    if (result == SINEW_OK) result = compile(GL_FRAGMENT_SHADER, parts->fragment, prelude, NULL, &fragment, out_error);
    if (result == SINEW_OK) {
        glAttachShader(id, vertex);
        glAttachShader(id, fragment);
        result = link_program(id, parts, out_error);
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    if (result != SINEW_OK) {
        glDeleteProgram(id);
        return result;
    }
    *out_id = id;
    return SINEW_OK;
}

sinew_result sinew__render_use_program(render_programs *programs, render_program program, sinew_error *out_error)
{
    GLuint *id = &programs->ids[program];
    if (!*id) {
        const sinew_result result = build(&parts_of[program], programs, id, out_error);
        if (result != SINEW_OK) return result;
    }
    glUseProgram(*id);
    return SINEW_OK;
}

static void discard(render_programs *programs, int program)
{
    if (programs->ids[program]) glDeleteProgram(programs->ids[program]);
    programs->ids[program] = 0;
}

void sinew__render_programs_set_samples(render_programs *programs, GLint samples)
{
    if (programs->samples == samples) return;
    discard(programs, RENDER_PROGRAM_STAGE);
    discard(programs, RENDER_PROGRAM_TRANSLUCENT);
    programs->samples = samples;
}

void sinew__render_programs_set_features(render_programs *programs, int features)
{
    const int changed = programs->features ^ features;
    programs->features = features;
    if (changed) discard(programs, RENDER_PROGRAM_MESH);
    if (!(changed & RENDER_FEATURES_OF_SKIN)) return;
    discard(programs, RENDER_PROGRAM_SHADOW);
    discard(programs, RENDER_PROGRAM_FEEDBACK);
}

void sinew__render_programs_delete(render_programs *programs)
{
    for (int i = 0; i < RENDER_PROGRAM_COUNT; ++i) discard(programs, i);
}

static GLint location(const render_programs *programs, render_program program, const char *name)
{
    return glGetUniformLocation(programs->ids[program], name);
}

void sinew__render_set_int(const render_programs *programs, render_program program, const char *name, int value)
{
    glUniform1i(location(programs, program, name), value);
}

void sinew__render_set_float(const render_programs *programs, render_program program, const char *name, float value)
{
    glUniform1f(location(programs, program, name), value);
}

void sinew__render_set_vec2(const render_programs *programs, render_program program, const char *name, float x, float y)
{
    glUniform2f(location(programs, program, name), x, y);
}

void sinew__render_set_vec3(const render_programs *programs, render_program program, const char *name,
                            const float value[3])
{
    glUniform3fv(location(programs, program, name), 1, value);
}

void sinew__render_set_vec4(const render_programs *programs, render_program program, const char *name,
                            const float value[4])
{
    glUniform4fv(location(programs, program, name), 1, value);
}

void sinew__render_set_mat3(const render_programs *programs, render_program program, const char *name,
                            float value[3][3])
{
    glUniformMatrix3fv(location(programs, program, name), 1, GL_FALSE, value[0]);
}

void sinew__render_set_mat4(const render_programs *programs, render_program program, const char *name,
                            float value[4][4])
{
    glUniformMatrix4fv(location(programs, program, name), 1, GL_FALSE, value[0]);
}
