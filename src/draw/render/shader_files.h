/// The built-in shaders; cmake/embed_shaders.cmake generates the array.
#ifndef SINEW_DRAW_RENDER_SHADER_FILES_H
#define SINEW_DRAW_RENDER_SHADER_FILES_H

typedef struct render_shader_file {
    const char *name; ///< "mesh.vert"; NULL terminates the array
    const char *text;
} render_shader_file;

extern const render_shader_file sinew__render_shader_files[];

#endif
