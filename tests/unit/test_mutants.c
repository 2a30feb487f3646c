/// A block with some of its numbers changed is refused, or is a model that every function of the library handles
/// without harm or long waits. SINEW_MUTANTS=10000 SINEW_SEED=7 tries more, and others.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/platform/clock.h"
#include "support/mutants.h"
#include "support/own_context.h"
#include "support/use_model.h"

/// Seconds that all uses of one mutant may take: a hundred times its parent's, including sanitizers.
static const double patience = 60;

static uint32_t number_from(const char *name, uint32_t fallback)
{
    const char *text = getenv(name);
    return text ? (uint32_t)strtoul(text, NULL, 10) : fallback;
}

/// Returns the mutant of that seed, or NULL if it is refused.
static sinew_model *open_mutant(uint32_t seed)
{
    choices from = {.seed = seed * 2654435761u};
    size_t size;
    sinew_model *model;
    sinew_error error = {0};
    void *block = make_mutant(&from, &size);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK && !error.message[0])
        fail_msg("seed %u: refused without a word", (unsigned)seed);
    return model;
}

static void what_is_accepted_does_no_harm(void **state)
{
    (void)state;
    const uint32_t count = number_from("SINEW_MUTANTS", 150), first = number_from("SINEW_SEED", 1) * 1000000;
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sinew_model *model = open_mutant(first + i);
        if (!model) continue;
        ++accepted;
        const double begin = sinew__now();
        if (getenv("SINEW_SEED")) fprintf(stderr, "seed %u\n", (unsigned)(first + i));
        use_model(model, mutant_parent(0));
        if (sinew__now() - begin > patience) fail_msg("seed %u took too long", (unsigned)(first + i));
        sinew_model_destroy(model);
    }
    printf("%u of %u accepted\n", (unsigned)accepted, (unsigned)count);
    assert_true(2 * accepted >= count);
}

static void what_is_accepted_can_be_drawn(void **state)
{
    (void)state;
    const uint32_t count = number_from("SINEW_MUTANTS", 150) / 5, first = number_from("SINEW_SEED", 1) * 1000000;
    sinew_renderer *renderer;
    sinew_error error;
    if (sinew_renderer_create(&renderer, &error) != SINEW_OK) fail_msg("%s", error.message);
    draw_model(renderer, mutant_parent(0));
    sinew_model *drawn = NULL;
    for (uint32_t i = 0; i < count; ++i) {
        sinew_model *model = open_mutant(first + 500000 + i);
        if (!model) continue;
        draw_model(renderer, model);
        sinew_model_destroy(drawn); // the renderer has forgotten it
        drawn = model;
    }
    sinew_renderer_destroy(renderer);
    sinew_model_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_accepted_does_no_harm),
        cmocka_unit_test_setup_teardown(what_is_accepted_can_be_drawn, open_context, close_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
