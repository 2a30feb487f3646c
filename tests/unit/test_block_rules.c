/// The table that validation follows: nothing in a block is left out of it, and its numbers of shares are right.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/platform/clock.h"
#include "runtime/model/validate/checks.h"
#include "sinew/raw_model.h"
#include "support/attacks.h"
#include "support/mutants.h"

// ---- the table ----------------------------------------------------------------------------------------------------

static void every_section_has_rules(void **state)
{
    (void)state;
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
        const sinew__section_rules *rules = &sinew__block_rules[i];
        if (rules->number_count == 0 && !rules->fits && !rules->share_of)
            fail_msg("%s have no rules", sinew__sections[i].name);
        if (sinew__sections[i].stride >= sizeof(uint32_t) && rules->number_count == 0)
            fail_msg("the numbers of %s have no rules", sinew__sections[i].name);
    }
}

static void every_word_of_an_item_has_one_rule(void **state)
{
    (void)state;
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
        const sinew__section_rules *rules = &sinew__block_rules[i];
        int ruled[256] = {0};
        for (int k = 0; k < rules->number_count; ++k)
            for (int w = 0; w < rules->numbers[k].word_count; ++w) ++ruled[rules->numbers[k].first_word + w];
        for (uint32_t w = 0; w < sinew__sections[i].stride / sizeof(uint32_t); ++w)
            if (ruled[w] != 1) fail_msg("word %u of %s has %d rules", w, sinew__sections[i].name, ruled[w]);
    }
}

/// The owner of a section is checked before the section, and every section that the model does not own has an owner.
static void owners_come_first(void **state)
{
    (void)state;
    static const sinew__section roots[] = {SINEW__SECTION_INFO,
                                           SINEW__SECTION_TEXT,
                                           SINEW__SECTION_JOINTS,
                                           SINEW__SECTION_AUTHORED_ORDER,
                                           SINEW__SECTION_NODES,
                                           SINEW__SECTION_MESHES,
                                           SINEW__SECTION_SKIN_JOINTS,
                                           SINEW__SECTION_CLIPS,
                                           SINEW__SECTION_MATERIALS,
                                           SINEW__SECTION_TEXTURES,
                                           SINEW__SECTION_WARNINGS,
                                           SINEW__SECTION_BAKED,
                                           SINEW__SECTION_SOURCES,
                                           SINEW__SECTION_CACHES,
                                           SINEW__SECTION_EVENTS,
                                           SINEW__SECTION_CAMERAS,
                                           SINEW__SECTION_PRESETS,
                                           SINEW__SECTION_DOCUMENT,
                                           SINEW__SECTION_DOCUMENT_OBJECTS,
                                           SINEW__SECTION_TEXTURE_MAPPINGS};
    int root_count = 0;
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
        const sinew__section_rules *rules = &sinew__block_rules[i];
        if (rules->division == SINEW__DIVISION_MODEL) {
            int is_root = 0;
            for (size_t k = 0; k < sizeof roots / sizeof *roots; ++k) is_root |= roots[k] == (sinew__section)i;
            if (!is_root) fail_msg("%s have no owner", sinew__sections[i].name);
            ++root_count;
        } else if (rules->owner >= (sinew__section)i) {
            fail_msg("%s come before what owns them", sinew__sections[i].name);
        }
    }
    assert_int_equal(root_count, sizeof roots / sizeof *roots);
}

// ---- shares -------------------------------------------------------------------------------------------------------

static sinew_result open_changed(const sinew_model *model, size_t at, uint32_t word, sinew_error *error)
{
    unsigned char *changed = malloc(model->block_size);
    sinew_model *other;
    assert_non_null(changed);
    memcpy(changed, model->block, model->block_size);
    memcpy(changed + at, &word, sizeof word);
    const sinew_result result = sinew__model_from_block(changed, model->block_size, &other, error);
    sinew_model_destroy(other);
    return result;
}

/// Counts that say nothing of shares. Between its first and last, an array of starts may be divided in other ways.
static int is_free(int section, const sinew__number_rule *rule)
{
    static const struct {
        int section;
        size_t offset;
    } free_counts[] = {{SINEW__SECTION_MESHES, offsetof(sinew_mesh, control_point_count)},
                       {SINEW__SECTION_MESHES, offsetof(sinew_mesh, max_influences)},
                       {SINEW__SECTION_CLIPS, offsetof(sinew_clip, animated_joints)}};
    if (sinew__block_rules[section].number_count == 1) return 1;
    for (size_t i = 0; i < sizeof free_counts / sizeof *free_counts; ++i)
        if (free_counts[i].section == section && free_counts[i].offset == rule->first_word * sizeof(uint32_t)) return 1;
    return 0;
}

/// Every first and every count of every item one up and one down: each leaves a gap, or an overlap.
static void no_share_can_be_moved(void **state)
{
    (void)state;
    int tried = 0;
    for (int rows = 0; rows < MUTANT_PARENTS; ++rows) {
        const sinew_model *model = mutant_parent(rows);
        for (int i = 0; i < SINEW__SECTION_COUNT; ++i) {
            const sinew__section_rules *rules = &sinew__block_rules[i];
            const unsigned char *items = sinew__section_of(model, (sinew__section)i);
            const size_t stride = sinew__sections[i].stride;
            for (int k = 0; k < rules->number_count; ++k) {
                if (rules->numbers[k].kind != SINEW__NUMBER_COUNT || is_free(i, &rules->numbers[k])) continue;
                for (int64_t item = 0; items && item < sinew__section_total(model, (sinew__section)i); ++item) {
                    const size_t at = (size_t)(items - (const unsigned char *)model->block) + (size_t)item * stride +
                                      rules->numbers[k].first_word * sizeof(uint32_t);
                    uint32_t word;
                    sinew_error error;
                    memcpy(&word, (const unsigned char *)model->block + at, sizeof word);
                    for (int step = -1; step <= 1; step += 2, ++tried)
                        if (open_changed(model, at, word + (uint32_t)step, &error) == SINEW_OK)
                            fail_msg("%s %d: word %d passes as %d", sinew__sections[i].name, (int)item,
                                     rules->numbers[k].first_word, (int)word + step);
                }
            }
        }
    }
    assert_true(tried > 500);
}

/// The first model has two: of the normals (map 0) and of the colour (map 6) of material 0, both on the second set.
static void texture_mappings_rise_and_have_two_sets(void **state)
{
    (void)state;
    static const struct {
        int item;
        size_t field;
        uint32_t word;
        int is_valid;
    } cases[] = {{1, offsetof(sinew_texture_mapping, map), 5, 1},
                 {1, offsetof(sinew_texture_mapping, map), 0, 0},
                 {0, offsetof(sinew_texture_mapping, material), 1, 0},
                 {1, offsetof(sinew_texture_mapping, material), 1, 1},
                 {1, offsetof(sinew_texture_mapping, material), 2, 0},
                 {1, offsetof(sinew_texture_mapping, map), 7, 0},
                 {0, offsetof(sinew_texture_mapping, set), 0, 1},
                 {0, offsetof(sinew_texture_mapping, set), 2, 0},
                 {0, offsetof(sinew_texture_mapping, wrap) + 4, 3, 0},
                 {0, offsetof(sinew_texture_mapping, rotation), 0, 1},
                 {0, offsetof(sinew_texture_mapping, rotation), 0x7f800000, 0}};
    const sinew_model *model = mutant_parent(0);
    const char *items = (const char *)model->texture_mappings;
    assert_int_equal(model->texture_mapping_count, 2);
    assert_int_equal(model->texture_mappings[1].map, SINEW_MAP_COUNT);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_error error;
        const size_t at = (size_t)(items - (const char *)model->block) +
                          (size_t)cases[i].item * sizeof(sinew_texture_mapping) + cases[i].field;
        if ((open_changed(model, at, cases[i].word, &error) == SINEW_OK) != cases[i].is_valid)
            fail_msg("case %d is %s", (int)i, cases[i].is_valid ? error.message : "valid");
    }
}

/// A mesh that says it has a second set is refused if the model has none.
static void the_second_texture_coordinates_are_there(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, texcoords[6] = {0, 0, 1, 0, 0, 1};
    static const uint32_t size = 3;
    static const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_raw_mesh mesh = {
        .positions = positions, .texcoords = texcoords, .vertex_count = 3, .polygon_sizes = &size, .polygon_count = 1};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model;
    sinew_error error;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    assert_null(model->texcoords2);
    const size_t flags = (size_t)((const char *)&model->meshes[0].flags - (const char *)model->block);
    const uint32_t own = model->meshes[0].flags;
    assert_int_equal(open_changed(model, flags, own, &error), SINEW_OK);
    assert_int_not_equal(open_changed(model, flags, own | SINEW_MESH_TEXCOORDS2, &error), SINEW_OK);
    sinew_model_destroy(model);
    mesh.texcoords2 = texcoords;
    mesh.texcoords = NULL;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_ERROR_INVALID_ARGUMENT);
}

static void every_attack_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < ATTACKS; ++i) {
        size_t size;
        sinew_model *model;
        sinew_error error = {0};
        void *block = make_attack(i, &size);
        const sinew_result result = sinew__model_from_block(block, size, &model, &error);
        if (result != SINEW_ERROR_DAMAGED || !strstr(error.message, attacks[i].refusal))
            fail_msg("%s: %s", attacks[i].name, result == SINEW_OK ? "accepted" : error.message);
    }
}

/// 0.8 MB of morphs that all had the same shapes once took 7.7 s, and twice as many eight times as long.
static void what_shares_is_refused_at_once(void **state)
{
    (void)state;
    enum { MORPHS = 14000 };
    static const float positions[9] = {0}, shift[3] = {1};
    static const int32_t moved = 0;
    static const uint32_t size = 3;
    static const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    static const sinew_raw_shape shape = {.vertices = &moved, .positions = shift, .count = 1};
    sinew_raw_morph *morphs = calloc(MORPHS, sizeof *morphs);
    assert_non_null(morphs);
    for (int i = 0; i < MORPHS; ++i) morphs[i] = (sinew_raw_morph){.name = "m", .shapes = &shape, .shape_count = 1};
    const sinew_raw_mesh mesh = {.positions = positions,
                                 .vertex_count = 3,
                                 .polygon_sizes = &size,
                                 .polygon_count = 1,
                                 .morphs = morphs,
                                 .morph_count = MORPHS};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model, *other;
    sinew_error error = {0};
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    free(morphs);
    unsigned char *block = malloc(model->block_size);
    assert_non_null(block);
    memcpy(block, model->block, model->block_size);
    sinew_morph *first =
        (sinew_morph *)(void *)(block + ((const unsigned char *)model->morphs - (const unsigned char *)model->block));
    for (int i = 0; i < MORPHS; ++i) {
        first[i].first_shape = 0;
        first[i].shape_count = MORPHS;
    }
    const double begin = sinew__now();
    assert_int_equal(sinew__model_from_block(block, model->block_size, &other, &error), SINEW_ERROR_DAMAGED);
    assert_true(sinew__now() - begin < 1);
    sinew_model_destroy(model);
}

// ---- names --------------------------------------------------------------------------------------------------------

/// A name is cut when it is built, between two characters, and a longer one is refused.
static void names_have_a_length(void **state)
{
    (void)state;
    char name[2 * SINEW__LONGEST_NAME];
    for (size_t i = 0; i + 2 < sizeof name; i += 2) memcpy(name + i, "\xc3\xa9", 2); // é
    name[sizeof name - 2] = '\0';
    const sinew_raw_joint joint = {.name = name, .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .format = name};
    sinew_model *model;
    sinew_error error = {0};
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(strlen(sinew_text(model, model->joints[0].name)), SINEW__LONGEST_NAME - 1);
    assert_int_equal(strlen(sinew_text(model, model->info->format)), sizeof name - 2);
    const uint32_t long_text = model->info->format;
    const size_t of_format =
                     (size_t)((const unsigned char *)&model->info->format - (const unsigned char *)model->block),
                 of_name =
                     (size_t)((const unsigned char *)&model->joints[0].name - (const unsigned char *)model->block);
    assert_int_equal(open_changed(model, of_format, 0, &error), SINEW_OK);
    assert_int_equal(open_changed(model, of_name, long_text, &error), SINEW_ERROR_DAMAGED);
    sinew_model_destroy(model);
}

// ---- limits -------------------------------------------------------------------------------------------------------

static void the_work_is_a_few_readings_of_the_block(void **state)
{
    (void)state;
    for (int rows = 0; rows < MUTANT_PARENTS; ++rows) {
        const sinew_model *model = mutant_parent(rows);
        uint64_t work;
        assert_int_equal(sinew__validate(model, NULL, &work, NULL), SINEW_OK);
        assert_true(work > model->block_size / 4);
        assert_true(work < 8 * model->block_size);
    }
}

static void too_much_work_is_refused(void **state)
{
    (void)state;
    sinew_error error = {0};
    uint64_t work;
    assert_int_equal(sinew__validate(mutant_parent(1), NULL, &work, NULL), SINEW_OK);
    sinew__validation_limits limits = {.work = work};
    assert_int_equal(sinew__validate(mutant_parent(1), &limits, NULL, &error), SINEW_OK);
    limits.work = work - 1;
    assert_int_equal(sinew__validate(mutant_parent(1), &limits, NULL, &error), SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "more work than"));
}

static void time_ends_it(void **state)
{
    (void)state;
    sinew_error error = {0};
    const sinew__validation_limits late = {.deadline = sinew__now() - 1, .seconds = 2.5},
                                   early = {.deadline = sinew__now() + 100, .seconds = 100};
    assert_int_equal(sinew__validate(mutant_parent(0), &late, NULL, &error), SINEW_ERROR_TIMED_OUT);
    assert_string_equal(error.message, "stopped after 2.5 s, while the model was checked");
    assert_int_equal(sinew__validate(mutant_parent(0), &early, NULL, &error), SINEW_OK);
    const sinew__validation_limits spent = {.thread_deadline = 1e-9, .seconds = 2.5},
                                   left = {.thread_deadline = sinew__thread_time() + 100, .seconds = 100};
    assert_int_equal(sinew__validate(mutant_parent(0), &spent, NULL, &error), SINEW_ERROR_TIMED_OUT);
    assert_int_equal(sinew__validate(mutant_parent(0), &left, NULL, &error), SINEW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_section_has_rules),
        cmocka_unit_test(every_word_of_an_item_has_one_rule),
        cmocka_unit_test(texture_mappings_rise_and_have_two_sets),
        cmocka_unit_test(the_second_texture_coordinates_are_there),
        cmocka_unit_test(owners_come_first),
        cmocka_unit_test(no_share_can_be_moved),
        cmocka_unit_test(every_attack_is_refused),
        cmocka_unit_test(what_shares_is_refused_at_once),
        cmocka_unit_test(names_have_a_length),
        cmocka_unit_test(the_work_is_a_few_readings_of_the_block),
        cmocka_unit_test(too_much_work_is_refused),
        cmocka_unit_test(time_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
