/// Loads a file again while a character fades from one of its clips to another: the mixer goes on
/// with the new model. Prints what plays before and after, and saves and restores it.
#include <stdio.h>

#include <sinew/sinew.h>

static void print(const char *when, const sinew_model *model, const sinew_mixer *mixer)
{
    double time;
    float weight;
    const int32_t clip = sinew_mixer_current(mixer, 0, &time, &weight);
    printf("%s: '%s' at %.3f s, %.0f %%\n", when, sinew_text(model, model->clips[clip].name), time,
           100 * (double)weight);
}

/// Plays half of a fade, replaces the model, and plays on; `model` is the caller's to destroy.
static int play(const char *path, const char *const names[2], sinew_model **model,
                sinew_mixer *mixer, sinew_error *error)
{
    sinew_model *again = NULL;
    sinew_mixer_state saved;
    sinew_mixer_clip first = {0}, second = {.fade = 0.5};
    if (sinew_model_find_clip(*model, names[0], &first.clip, error) != SINEW_OK ||
        sinew_model_find_clip(*model, names[1], &second.clip, error) != SINEW_OK ||
        sinew_mixer_play(mixer, 0, &first, error) != SINEW_OK)
        return 0;
    sinew_mixer_step(mixer, 0.5, NULL);
    if (sinew_mixer_play(mixer, 0, &second, error) != SINEW_OK) return 0;
    sinew_mixer_step(mixer, 0.25, NULL);
    print("before", *model, mixer);
    if (sinew_model_load(path, NULL, &again, error) != SINEW_OK) return 0; // edited meanwhile
    const int done = sinew_mixer_rebind(mixer, again, NULL, 0, error) == SINEW_OK;
    sinew_model_destroy(done ? *model : again);
    if (!done) return 0;
    *model = again;
    print("after", *model, mixer);
    sinew_mixer_get_state(mixer, &saved);
    sinew_mixer_step(mixer, 0.25, NULL);
    print("later", *model, mixer);
    if (sinew_mixer_set_state(mixer, &saved, NULL, 0, error) != SINEW_OK) return 0;
    print("back", *model, mixer);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: hot_reload FILE CLIP CLIP\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_mixer *mixer = NULL;
    const char *const names[2] = {argv[2], argv[3]};
    const int done = sinew_model_load(argv[1], NULL, &model, &error) == SINEW_OK &&
                     sinew_mixer_create(model, &mixer, &error) == SINEW_OK &&
                     play(argv[1], names, &model, mixer, &error);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    sinew_mixer_destroy(mixer);
    sinew_model_destroy(model);
    return done ? 0 : 1;
}
