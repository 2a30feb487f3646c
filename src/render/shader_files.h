/// The shaders as they were when sinew was built; the array is written by cmake/embed_shaders.cmake.
#ifndef SINEW_RENDER_SHADER_FILES_H
#define SINEW_RENDER_SHADER_FILES_H

typedef struct render_shader_file {
    const char *name; ///< "mesh.vert"; NULL after the last
    const char *text;
} render_shader_file;

extern const render_shader_file sinew__render_shader_files[];

#endif
