/// A blend space of idle, walk and run: the character moves as its clips do, and its footsteps are
/// heard once. Prints where it is every half second.
#include <stdio.h>

#include <sinew/sinew_tools.h>

enum { TICKS = 360, RATE = 60 };

/// Idle at 0, walk and run at the speeds with which their feet do not slide.
static int make_space(const sinew_model *model, const sinew_root_motion_tables *motions,
                      sinew_blend_space **out, sinew_error *error)
{
    static const char *const names[] = {"idle", "walk", "run"};
    const sinew_blend_space_options by_steps = {.marker_track = "step"};
    sinew_blend_point points[3] = {{0}};
    for (int i = 0; i < 3; ++i) {
        if (sinew_model_find_clip(model, names[i], &points[i].clip, error) != SINEW_OK) return 0;
        points[i].x = sinew_root_motion_tables_between(motions, points[i].clip, 0, 1).translation.z;
    }
    return sinew_blend_space_create(model, points, 3, &by_steps, out, error) == SINEW_OK;
}

static void stroll(const sinew_model *model, sinew_mixer *mixer, const sinew_blend_space *space)
{
    sinew_root_delta character = {.rotation = {0, 0, 0, 1}};
    sinew_mixer_event events[8];
    sinew_mixer_result result = {.events = events, .capacity = 8, .character = &character};
    for (int tick = 1; tick <= TICKS; ++tick) {
        const double wanted = tick < 60 ? 0 : tick < 180 ? 0.4 : tick < 300 ? 1.2 : 0; // a stick
        sinew_mixer_set_position(mixer, 0, space, wanted, 0);
        sinew_mixer_step(mixer, 1.0 / RATE, &result); // then sinew_mixer_evaluate, and draw
        for (int i = 0; i < result.event_count; ++i) {
            const sinew_event *event = &model->events[events[i].event];
            if (events[i].is_dominant)
                printf("%s %s, %.0f %%\n", sinew_text(model, event->track),
                       sinew_text(model, event->text), 100 * (double)events[i].weight);
        }
        if (tick % 30 == 0)
            printf("%.1f s  %.3f m\n", (double)tick / RATE, character.translation.z);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: locomotion CHARACTER RUN\n");
        return 2;
    }
    sinew_error error;
    sinew_model *character = NULL, *run = NULL, *model = NULL;
    sinew_root_motion_tables *motions = NULL;
    sinew_blend_space *space = NULL;
    sinew_mixer *mixer = NULL;
    int done = sinew_model_load(argv[1], NULL, &character, &error) == SINEW_OK &&
               sinew_model_load(argv[2], NULL, &run, &error) == SINEW_OK &&
               sinew_model_create_with_clips(character, (const sinew_model *const[]){run}, 1, NULL,
                                             &model, &error) == SINEW_OK &&
               sinew_root_motion_tables_create(model, NULL, &motions, &error) == SINEW_OK &&
               make_space(model, motions, &space, &error) &&
               sinew_mixer_create(model, &mixer, &error) == SINEW_OK &&
               sinew_mixer_set_motions(mixer, motions, &error) == SINEW_OK;
    const sinew_mixer_clip moving = {.space = space, .half_life = 0.1};
    if (done) done = sinew_mixer_play(mixer, 0, &moving, &error) == SINEW_OK;
    if (done) stroll(model, mixer, space);
    if (!done) fprintf(stderr, "%s: %s\n%s\n", argv[1], error.message, error.hint);
    sinew_mixer_destroy(mixer);
    sinew_blend_space_destroy(space);
    sinew_root_motion_tables_destroy(motions);
    sinew_model_destroy(model);
    sinew_model_destroy(run);
    sinew_model_destroy(character);
    return done ? 0 : 1;
}
