/// Memory runs out at the n-th request of each edit, for every n: an error says so, nothing leaks, and an edit that
/// succeeds all the same has its usual result. A body with tracks, which has sides and moves, and an arm with curves.
#include "author/edit/edits.h"
#include "support/cmocka_close.h"

#include "sinew/import.h"
#include "support/edit_kinds.h"
#include "support/make_body.h"
#include "support/strike_memory.h"

typedef struct edit_input {
    const sinew_model *model;
    int kind;
} edit_input;

static sinew_result edit_model(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const edit_input *in = input;
    sinew_model *model = NULL;
    size_t size;
    const sinew_result result = edit_by_kind(in->kind, in->model, &model, out_error);
    if (result != SINEW_OK) {
        assert_null(model);
        return result;
    }
    const void *block = sinew_model_block(model, &size);
    *out_result = hash_of(block, size);
    sinew_model_destroy(model);
    return SINEW_OK;
}

/// Returns how many edits the model takes; edits of bodies need one.
static int edit_in_all_ways(const sinew_model *model)
{
    size_t size;
    const void *block = sinew_model_block(model, &size);
    const uint64_t before = hash_of(block, size);
    int done = 0;
    for (int kind = 0; kind < edit_kind_count(); ++kind) {
        sinew_model *edited;
        if (edit_by_kind(kind, model, &edited, NULL) != SINEW_OK) continue;
        sinew_model_destroy(edited);
        survives(edit_model, &(edit_input){model, kind});
        if (hash_of(block, size) != before) fail_msg("edit %d changes the model that it is given", kind);
        ++done;
    }
    return done;
}

static void every_edit_of_tracks_survives(void **state)
{
    (void)state;
    sinew_model *whole = make_body(&(body_options){.has_clip = 1, .axes_seed = 1, .seconds = 0.6}), *model;
    const double middle = 0.3; // two clips, which can be joined again
    assert_int_equal(sinew__edit_split_clip(whole, 0, &middle, 1, NULL, &model, NULL), SINEW_OK);
    sinew_model_destroy(whole);
    assert_int_equal(edit_in_all_ways(model), edit_kind_count());
    sinew_model_destroy(model);
}

/// An arm has no other side and does not travel.
static void edits_of_curves_survive(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    if (sinew_model_import("tests/data/arm.fbx", NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_in_range(edit_in_all_ways(model), edit_kind_count() - 2, edit_kind_count());
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edit_of_tracks_survives),
        cmocka_unit_test(edits_of_curves_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
