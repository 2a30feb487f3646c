/// Memory runs out at the n-th request of retargeting, for every n: an error says so, nothing leaks, and what succeeds
/// all the same has its usual result.
#include "author/retarget/retarget.h"
#include "support/cmocka_close.h"

#include <string.h>

#include "sinew/retarget.h"
#include "sinew/with_clips.h"
#include "support/make_body.h"
#include "support/make_rig.h"
#include "support/strike_memory.h"
#include "support/temporary_folder.h"

typedef struct two_models {
    const sinew_model *character, *animation;
} two_models;

static sinew_result retarget(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const two_models *in = input;
    const sinew_model *const animations[] = {in->animation, in->animation};
    const sinew_retarget_options retarget = {.error = 10}; // one key per frame
    const sinew_with_clips_options options = {.retarget = &retarget, .only_curves = 1};
    sinew_model *made = NULL;
    const sinew_result result = sinew_model_create_with_clips(in->character, animations, 2, &options, &made, out_error);
    if (result != SINEW_OK) {
        assert_null(made);
        return result;
    }
    size_t size;
    const void *block = sinew_model_block(made, &size);
    *out_result = hash_of(block, size);
    sinew_model_destroy(made);
    return SINEW_OK;
}

static void clips_of_all_kinds_of_bodies_survive(void **state)
{
    (void)state;
    static const rig_options characters[] = {{.names = RIG_UNREAL, .size = 100, .has_skin = 1},
                                             {.rest = RIG_DANCES, .bind = RIG_BIND_LIES, .has_skin = 1}},
                             sources[] = {{.has_clip = 1, .extras = RIG_ROOT | RIG_TWISTS},
                                          {.has_clip = 1, .rest = RIG_DANCES, .names = RIG_CMU}};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i) {
        const rig character = make_rig(&characters[i]), animation = make_rig(&sources[i]);
        survives(retarget, &(two_models){character.model, animation.model});
        sinew_model_destroy(character.model);
        sinew_model_destroy(animation.model);
    }
}

static void clips_of_equal_skeletons_survive(void **state)
{
    (void)state;
    sinew_model *character = make_body(&(body_options){.size = 2}),
                *animation = make_body(&(body_options){.has_clip = 1});
    survives(retarget, &(two_models){character, animation});
    sinew_model_destroy(character);
    sinew_model_destroy(animation);
}

static const char *map_path;

/// Finds, checks and measures a body, reads its map from a file, and names a joint that is missing.
static sinew_result look_at_body(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const two_models *in = input;
    sinew_body_map map, read;
    double azimuth = 0;
    sinew_result result = sinew_body_map_find(in->character, &map, out_error);
    if (result == SINEW_OK) result = sinew_body_map_check(in->character, &map, out_error);
    if (result == SINEW_OK) result = sinew_body_front(in->character, &map, &azimuth, out_error);
    if (result == SINEW_OK) result = sinew__body_map_read(in->character, map_path, "character", &read, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(&map, sizeof map) + hash_of(&read, sizeof read) + (uint64_t)(azimuth + 180);
    return SINEW_OK;
}

static void bodies_are_found_and_measured_or_not(void **state)
{
    (void)state;
    static const char text[] = "{\"character\":{\"left_toes\":null}}";
    const rig made = make_rig(&(rig_options){.has_skin = 1, .bind = RIG_BIND_LIES, .extras = RIG_ROOT});
    map_path = write_temporary_file("map.json", text, strlen(text));
    survives(look_at_body, &(two_models){made.model, NULL});
    sinew_model_destroy(made.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_of_all_kinds_of_bodies_survive),
        cmocka_unit_test(clips_of_equal_skeletons_survive),
        cmocka_unit_test(bodies_are_found_and_measured_or_not),
    };
    return cmocka_run_group_tests(tests, make_temporary_folder, remove_temporary_folder);
}
