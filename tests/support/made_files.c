#include "support/made_files.h"

#include "support/cmocka_close.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "support/scenes.h"

char told[200];
atomic_int live_files, is_let_go;

static const sinew_error missing_texture = {.result = SINEW_ERROR_NOT_FOUND, .message = "texture 'a.png' is missing"};

static sinew_result open_file(void *user, const char *path, int (*progress)(void *, double), void *progress_user,
                              viewer_file *out_file, sinew_error *out_error)
{
    (void)user;
    if (strcmp(path, "bad") == 0 || strcmp(path, "worse") == 0)
        return sinew__fail(out_error, SINEW_ERROR_DAMAGED, "torn");
    while (strcmp(path, "slow") == 0 && !is_let_go) {
        if (progress(progress_user, 0.0)) return sinew__fail(out_error, SINEW_ERROR_CANCELLED, "cancelled");
        SDL_Delay(1);
    }
    while (strcmp(path, "stuck") == 0 && !is_let_go) SDL_Delay(1);
    *out_file = (viewer_file){.model = scene_tube(4)};
    if (strcmp(path, "bare") == 0) {
        out_file->texture_notes = &missing_texture;
        out_file->texture_note_count = 1;
    }
    ++live_files;
    return SINEW_OK;
}

static void tell(void *user, const char *path, const viewer_file *file, const sinew_error *error)
{
    (void)user;
    const size_t used = strlen(told);
    assert_true((file == NULL) == (error != NULL));
    snprintf(told + used, sizeof told - used, "%.40s %.40s, ", path, error ? error->message : "plays");
}

static void close_file(void *user, viewer_file *file)
{
    (void)user;
    sinew_model_destroy((sinew_model *)(uintptr_t)file->model);
    *file = (viewer_file){0};
    --live_files;
}

viewer_files made_files(const char *const *paths, int32_t count)
{
    return (viewer_files){.paths = paths, .count = count, .open = open_file, .tell = tell, .close = close_file};
}
