#define _POSIX_C_SOURCE 200809L
#include "cli/texture_place.h"

#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"

/// `skin.png` of `C:\work\skin.png`.
static const char *last_part(const char *path)
{
    for (const char *c = path; *c; ++c) {
        if (*c == '/' || *c == '\\') path = c + 1;
    }
    return path;
}

static int is_file(sinew__buffer *path)
{
    struct stat status;
    sinew__buffer_put_character(path, '\0');
    const int found = !path->failed && stat(path->text, &status) == 0 && S_ISREG(status.st_mode);
    sinew__buffer_free(path);
    return found;
}

/// `folder_length` characters of `folder`, then `between`, then the name.
static int is_in(const char *folder, size_t folder_length, const char *between, const char *name)
{
    sinew__buffer path = {0};
    sinew__buffer_put(&path, folder, folder_length);
    sinew__buffer_put_text(&path, between);
    sinew__buffer_put_text(&path, name);
    return is_file(&path);
}

cli_texture_place cli_find_texture(const sinew_model *model, int32_t texture, const char *model_path, const char *texture_path)
{
    if (model->textures[texture].byte_count > 0) return CLI_TEXTURE_EMBEDDED;
    const char *name = last_part(sinew_text(model, model->textures[texture].path));
    const char *file = last_part(model_path), *dot = strrchr(file, '.');
    const size_t stem = (size_t)((dot ? dot : file + strlen(file)) - model_path);
    if (!*name) return CLI_TEXTURE_MISSING;
    const int found = is_in(model_path, (size_t)(file - model_path), "", name) || is_in(model_path, stem, ".fbm/", name) ||
                      (texture_path && is_in(texture_path, strlen(texture_path), "/", name));
    return found ? CLI_TEXTURE_FOUND : CLI_TEXTURE_MISSING;
}
