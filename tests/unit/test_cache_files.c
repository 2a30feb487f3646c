// Readers of geometry cache files, on files written here byte by byte: the points that they return, and the errors for
// damaged files.
#include "support/cmocka_close.h"
#include "support/make_cache.h"

#include <stdlib.h>
#include <string.h>

#include "import/side_files/geometry_cache.h"

enum { POINTS = 3, SAMPLES = 2 };
static const float low[POINTS * 3] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const float high[POINTS * 3] = {0, 0, 5, 1.5f, 0, 5, 0, 1.25f, -5};
static const float others[POINTS * 3] = {7, 7, 7, 7, 7, 7, 7, 7, 7};

/// Samples of three points in an arena of the test's.
typedef struct reading {
    sinew__arena arena;
    cache_samples samples;
    sinew_error error;
} reading;

static void begin(reading *made)
{
    *made = (reading){.arena = {.limit = 1 << 20}};
    made->samples = (cache_samples){.arena = &made->arena, .point_count = POINTS};
}

static void end(reading *made)
{
    sinew__arena_free(&made->arena);
}

static void assert_sample(const reading *made, size_t index, double time, const float *points)
{
    assert_close(made->samples.items[index].timeline, time, 1e-12);
    assert_memory_equal(made->samples.items[index].points, points, sizeof low);
}

/// Two moments at frames 1 and 2 of 24 a second, the channel "cloth" between two others.
static void write_moments(make_cache *file, int wide)
{
    *file = (make_cache){.wide = wide};
    make_mc_header(file, 250, 500);
    for (int moment = 0; moment < SAMPLES; ++moment) {
        make_mc_begin(file);
        make_mc_time(file, moment ? 500 : 250);
        make_mc_floats(file, "cloths", others, POINTS);
        if (moment)
            make_mc_doubles(file, "cloth", high, POINTS);
        else
            make_mc_floats(file, "cloth", low, POINTS);
        make_mc_floats(file, "clot", others, POINTS);
        make_mc_end(file);
    }
}

static void moments_of_one_channel_come_from_narrow_and_wide_files(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        make_cache file;
        write_moments(&file, wide);
        reading made;
        begin(&made);
        assert_int_equal(sinew__cache_mc_read(file.bytes, file.size, "cloth", 0, &made.samples, &made.error), SINEW_OK);
        assert_int_equal(made.samples.count, 2);
        assert_sample(&made, 0, 1.0 / 24, low); // 250 / 6000 s
        assert_sample(&made, 1, 2.0 / 24, high);
        end(&made);
    }
}

static void a_file_of_one_frame_takes_its_time_from_outside(void **state)
{
    (void)state;
    make_cache file = {0};
    make_mc_header(&file, 0, 0);
    make_mc_begin(&file);
    make_mc_floats(&file, "cloth", high, POINTS);
    make_mc_end(&file);
    reading made;
    begin(&made);
    assert_int_equal(sinew__cache_mc_read(file.bytes, file.size, "cloth", -1.5, &made.samples, &made.error), SINEW_OK);
    assert_int_equal(made.samples.count, 1);
    assert_sample(&made, 0, -1.5, high);
    end(&made);
}

static void groups_and_chunks_of_other_kinds_are_passed_over(void **state)
{
    (void)state;
    make_cache file = {0}, other = {0};
    make_mc_begin(&other);
    make_mc_floats(&other, "cloth", others, POINTS);
    make_mc_end(&other);
    memcpy(other.bytes + 8, "ELSE", 4); // the type of the group
    make_mc_header(&file, 0, 0);
    memcpy(file.bytes + file.size, other.bytes, other.size);
    file.size += other.size;
    make_mc_begin(&file);
    make_mc_time(&file, -6000);
    make_mc_chunk(&file, "NOTE", "odd", 3);
    make_mc_floats(&file, "cloth", low, POINTS);
    make_mc_end(&file);
    reading made;
    begin(&made);
    assert_int_equal(sinew__cache_mc_read(file.bytes, file.size, "cloth", 0, &made.samples, &made.error), SINEW_OK);
    assert_int_equal(made.samples.count, 1);
    assert_sample(&made, 0, -1, low);
    end(&made);
}

static void assert_refused(const make_cache *file, sinew_result expected, const char *why)
{
    reading made;
    begin(&made);
    assert_int_equal(sinew__cache_mc_read(file->bytes, file->size, "cloth", 0, &made.samples, &made.error), expected);
    if (!strstr(made.error.message, why)) fail_msg("'%s' does not say '%s'", made.error.message, why);
    end(&made);
}

static void points_that_do_not_fit_are_refused_with_both_numbers(void **state)
{
    (void)state;
    make_cache file = {0};
    make_mc_begin(&file);
    make_mc_floats(&file, "cloth", low, 2);
    make_mc_end(&file);
    assert_refused(&file, SINEW_ERROR_UNSUPPORTED, "it has 2 points, the mesh has 3");
}

static void chunks_that_contradict_each_other_are_damage(void **state)
{
    (void)state;
    static const unsigned char two[4] = {0, 0, 0, 2}, numbers[36];
    make_cache file = {0};
    make_mc_begin(&file);
    make_mc_chunk(&file, "CHNM", "cloth", 5); // without a NUL
    make_mc_chunk(&file, "SIZE", two, 4);
    make_mc_chunk(&file, "FVCA", numbers, 36);
    make_mc_end(&file);
    assert_refused(&file, SINEW_ERROR_DAMAGED, "damaged at byte 40");

    file = (make_cache){0};
    make_mc_begin(&file);
    make_mc_chunk(&file, "TIME", "12", 2);
    make_mc_end(&file);
    assert_refused(&file, SINEW_ERROR_DAMAGED, "damaged at byte 12: invalid time");

    file = (make_cache){0};
    make_mc_begin(&file);
    make_mc_chunk(&file, "CHNM", "cloth", 5);
    make_mc_chunk(&file, "FBCA", numbers, 36);
    make_mc_end(&file);
    assert_refused(&file, SINEW_ERROR_UNSUPPORTED, "'cloth' holds single numbers");

    file = (make_cache){.bytes = "RIFF", .size = 4};
    assert_refused(&file, SINEW_ERROR_NOT_A_MODEL, "not a Maya cache");
}

/// A size of 2⁶⁴ − 1, as a wide chunk can say.
static void a_chunk_larger_than_memory_is_the_end_of_the_file(void **state)
{
    (void)state;
    make_cache file = {.wide = 1};
    make_mc_begin(&file);
    make_mc_time(&file, 0);
    make_mc_end(&file);
    memset(file.bytes + 20 + 8, 0xff, 8);
    assert_refused(&file, SINEW_ERROR_TRUNCATED, "ends early");
}

/// A copy of exactly `size` bytes, so that sanitizers see a step beyond it.
static unsigned char *copy_of(const unsigned char *bytes, size_t size)
{
    unsigned char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, bytes, size);
    return copy;
}

static void every_cut_and_changed_byte_of_a_maya_cache_is_survived(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        make_cache file;
        write_moments(&file, wide);
        size_t whole = 0;
        for (size_t cut = 0; cut < file.size; ++cut) {
            unsigned char *part = copy_of(file.bytes, cut);
            reading made;
            begin(&made);
            whole += sinew__cache_mc_read(part, cut, "cloth", 0, &made.samples, &made.error) == SINEW_OK;
            assert_true(made.samples.count <= SAMPLES);
            end(&made);
            free(part);
        }
        assert_true(whole <= 2); // between the groups only
        for (size_t at = 0; at < file.size; ++at)
            for (int bit = 0; bit < 8; ++bit) {
                unsigned char *changed = copy_of(file.bytes, file.size);
                changed[at] ^= (unsigned char)(1 << bit);
                reading made;
                begin(&made);
                if (sinew__cache_mc_read(changed, file.size, "cloth", 0, &made.samples, &made.error) != SINEW_OK)
                    assert_true(made.error.message[0] != '\0');
                assert_true(made.samples.count <= 4);
                end(&made);
                free(changed);
            }
    }
}

static void a_cache_beyond_its_limit_is_refused(void **state)
{
    (void)state;
    make_cache file;
    write_moments(&file, 0);
    reading made;
    begin(&made);
    made.arena.limit = 256;
    assert_int_equal(sinew__cache_mc_read(file.bytes, file.size, "cloth", 0, &made.samples, &made.error),
                     SINEW_ERROR_MEMORY_LIMIT);
    end(&made);
}

static void moments_are_sorted_and_the_last_of_one_time_stays(void **state)
{
    (void)state;
    static const double times[] = {3, 1, 2, 1, 3};
    reading made;
    begin(&made);
    for (size_t i = 0; i < 5; ++i) {
        float *points;
        assert_int_equal(sinew__cache_samples_add(&made.samples, times[i], &points, NULL), SINEW_OK);
        points[0] = (float)i;
    }
    const sinew_raw_cache *cache;
    assert_int_equal(sinew__cache_samples_finish(&made.samples, &cache, NULL), SINEW_OK);
    assert_int_equal(cache->sample_count, 3);
    static const float kept[] = {3, 2, 4};
    for (int i = 0; i < 3; ++i) {
        assert_close(cache->samples[i].timeline, i + 1, 0);
        assert_close(cache->samples[i].points[0], kept[i], 0);
    }
    end(&made);
}

// ---- PC2 ---------------------------------------------------------------------------------------------------------

static void write_pc2(make_cache *file)
{
    float numbers[SAMPLES * POINTS * 3];
    memcpy(numbers, low, sizeof low);
    memcpy(numbers + POINTS * 3, high, sizeof high);
    *file = (make_cache){0};
    make_pc2(file, POINTS, 10, 0.5f, SAMPLES, numbers);
}

static void samples_of_a_pc2_are_frames_of_the_scene(void **state)
{
    (void)state;
    make_cache file;
    write_pc2(&file);
    reading made;
    begin(&made);
    assert_int_equal(sinew__cache_pc2_read(file.bytes, file.size, 25, &made.samples, &made.error), SINEW_OK);
    assert_int_equal(made.samples.count, 2);
    assert_sample(&made, 0, 0.4, low);   // frame 10 of 25 a second
    assert_sample(&made, 1, 0.42, high); // frame 10.5
    end(&made);
}

static void assert_pc2_refused(const make_cache *file, sinew_result expected)
{
    reading made;
    begin(&made);
    assert_int_equal(sinew__cache_pc2_read(file->bytes, file->size, 25, &made.samples, &made.error), expected);
    assert_int_equal(made.samples.count, 0);
    end(&made);
}

static void a_pc2_that_promises_too_much_is_refused_before_memory_is_taken(void **state)
{
    (void)state;
    make_cache file;
    write_pc2(&file);
    memset(file.bytes + 28, 0xff, 4); // samples
    assert_pc2_refused(&file, SINEW_ERROR_TRUNCATED);
    write_pc2(&file);
    memset(file.bytes + 16, 0xff, 4); // points
    assert_pc2_refused(&file, SINEW_ERROR_UNSUPPORTED);
    write_pc2(&file);
    file.bytes[12] = 2; // version
    assert_pc2_refused(&file, SINEW_ERROR_UNSUPPORTED);
    write_pc2(&file);
    memset(file.bytes + 24, 0, 4); // a sample every 0 frames
    assert_pc2_refused(&file, SINEW_ERROR_DAMAGED);
    write_pc2(&file);
    memset(file.bytes + 20, 0xff, 4); // from frame NaN
    assert_pc2_refused(&file, SINEW_ERROR_DAMAGED);
}

static void every_cut_and_changed_byte_of_a_pc2_is_survived(void **state)
{
    (void)state;
    make_cache file;
    write_pc2(&file);
    for (size_t cut = 0; cut < file.size; ++cut) {
        unsigned char *part = copy_of(file.bytes, cut);
        reading made;
        begin(&made);
        assert_int_not_equal(sinew__cache_pc2_read(part, cut, 25, &made.samples, &made.error), SINEW_OK);
        end(&made);
        free(part);
    }
    for (size_t at = 0; at < file.size; ++at) {
        unsigned char *changed = copy_of(file.bytes, file.size);
        changed[at] ^= 0xff;
        reading made;
        begin(&made);
        if (sinew__cache_pc2_read(changed, file.size, 25, &made.samples, &made.error) == SINEW_OK)
            assert_true(made.samples.count <= SAMPLES);
        end(&made);
        free(changed);
    }
}

// ---- descriptions ------------------------------------------------------------------------------------------------

#define DESCRIPTION(type, rest)                                                                                        \
    "<?xml version=\"1.0\"?>\n<Autodesk_Cache_File>\n  <cacheType " type "/>\n  <time Range=\"-500-1000\"/>\n"         \
    "  <cacheTimePerFrame TimePerFrame=\"200\"/>\n  <cacheVersion Version=\"2.0\"/>\n  <extra>a &lt; b</extra>\n" rest \
    "</Autodesk_Cache_File>\n"
#define CHANNELS                                                                                                       \
    "  <Channels>\n    <channel0 ChannelName=\"cloth_normals\" ChannelType=\"FloatVectorArray\""                       \
    " ChannelInterpretation=\"normals\" SamplingType=\"Regular\" SamplingRate=\"100\" StartTime=\"0\" "                \
    "EndTime=\"900\"/>\n"                                                                                              \
    "    <channel1 ChannelName=\"cl&#246;th\" ChannelType=\"DoubleVectorArray\" "                                      \
    "ChannelInterpretation=\"positions\"/>\n"                                                                          \
    "  </Channels>\n"

static void a_description_says_which_channels_lie_where(void **state)
{
    (void)state;
    static const char text[] = DESCRIPTION("Type=\"OneFilePerFrame\" Format=\"mcx\"", CHANNELS);
    sinew__arena arena = {0};
    cache_description description;
    sinew_error error = {0};
    if (sinew__cache_xml_read(&arena, text, sizeof text - 1, &description, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_true(description.is_file_per_frame);
    assert_true(description.is_wide);
    assert_int_equal(description.start, -500);
    assert_int_equal(description.end, 1000);
    assert_int_equal(description.ticks_per_frame, 200);
    assert_int_equal(description.channel_count, 2);
    const cache_channel *normals = &description.channels[0], *cloth = &description.channels[1];
    assert_string_equal(normals->name, "cloth_normals");
    assert_string_equal(normals->interpretation, "normals");
    assert_int_equal(normals->rate, 100);
    assert_int_equal(normals->start, 0);
    assert_int_equal(normals->end, 900);
    assert_string_equal(cloth->name, "cl\xc3\xb6th");
    assert_int_equal(cloth->rate, 200); // the channel states no rate, so it has the cache's
    assert_int_equal(cloth->start, -500);
    assert_int_equal(cloth->end, 1000);
    sinew__arena_free(&arena);
}

static void descriptions_that_cannot_be_are_refused_by_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {DESCRIPTION("Type=\"Many\" Format=\"mcx\"", ""), "line 3: expected a cacheType of OneFile"},
        {DESCRIPTION("Type=\"OneFile\" Format=\"abc\"", ""), "line 3: expected a cache format"},
        {DESCRIPTION("Type=\"OneFile\" Format=\"mcc\"", "<Channels><channel0 SamplingRate=\"0\"/></Channels>"),
         "line 8: invalid time range or rate of a channel"},
        {DESCRIPTION("Type=\"OneFile\" Format=\"mcc\"", "<Channels><channel0 StartTime=\"x\"/></Channels>"),
         "line 8: an attribute"},
        {DESCRIPTION("Type=\"OneFile\" Format=\"mcc\"", "<Channels><channel0 StartTime=\"99999999999\"/></Channels>"),
         "line 8: an attribute"},
        {DESCRIPTION("Type=\"OneFile\" Format=\"mcc\"", "<Channels>"), "line 8: mismatched tag"},
        {"<Autodesk_Cache_File><time Range=\"5-1\"/></Autodesk_Cache_File>", "line 1: invalid time range"},
        {"<Autodesk_Cache_File><time Range=\"1-2\"/></Autodesk_Cache_File>", "no cacheType"},
        {"<Autodesk_Cache_File><cacheType Type=\"OneFile\" Format=\"mcc\"/></Autodesk_Cache_File>", "no time range"},
        {"<scene/>", "not a description"},
        {"<!DOCTYPE a [<!ENTITY b \"c\">]><Autodesk_Cache_File>&b;</Autodesk_Cache_File>", "unexpected document type"},
        {"", "no element found"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew__arena arena = {0};
        cache_description description;
        sinew_error error = {0};
        assert_int_equal(sinew__cache_xml_read(&arena, cases[i].text, strlen(cases[i].text), &description, &error),
                         SINEW_ERROR_DAMAGED);
        if (!strstr(error.message, cases[i].why)) fail_msg("'%s' does not say '%s'", error.message, cases[i].why);
        sinew__arena_free(&arena);
    }
}

static void every_cut_and_changed_byte_of_a_description_is_survived(void **state)
{
    (void)state;
    static const char text[] = DESCRIPTION("Type=\"OneFile\" Format=\"mcc\"", CHANNELS);
    const size_t size = sizeof text - 1;
    for (size_t at = 0; at < size - 1; ++at) { // the last byte is a line end that may be missing
        for (int kind = 0; kind < 3; ++kind) {
            const size_t length = kind == 0 ? at : size;
            unsigned char *changed = copy_of((const unsigned char *)text, length);
            if (kind == 1) changed[at] ^= 0x80;
            if (kind == 2) changed[at] = '<';
            sinew__arena arena = {.limit = 1 << 20};
            cache_description description;
            sinew_error error = {0};
            const sinew_result result = sinew__cache_xml_read(&arena, changed, length, &description, &error);
            if (kind == 0) assert_int_not_equal(result, SINEW_OK);
            if (result == SINEW_OK) assert_true(description.ticks_per_frame > 0 && description.channel_count <= 2);
            sinew__arena_free(&arena);
            free(changed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_of_one_channel_come_from_narrow_and_wide_files),
        cmocka_unit_test(a_file_of_one_frame_takes_its_time_from_outside),
        cmocka_unit_test(groups_and_chunks_of_other_kinds_are_passed_over),
        cmocka_unit_test(points_that_do_not_fit_are_refused_with_both_numbers),
        cmocka_unit_test(chunks_that_contradict_each_other_are_damage),
        cmocka_unit_test(a_chunk_larger_than_memory_is_the_end_of_the_file),
        cmocka_unit_test(every_cut_and_changed_byte_of_a_maya_cache_is_survived),
        cmocka_unit_test(a_cache_beyond_its_limit_is_refused),
        cmocka_unit_test(moments_are_sorted_and_the_last_of_one_time_stays),
        cmocka_unit_test(samples_of_a_pc2_are_frames_of_the_scene),
        cmocka_unit_test(a_pc2_that_promises_too_much_is_refused_before_memory_is_taken),
        cmocka_unit_test(every_cut_and_changed_byte_of_a_pc2_is_survived),
        cmocka_unit_test(a_description_says_which_channels_lie_where),
        cmocka_unit_test(descriptions_that_cannot_be_are_refused_by_line),
        cmocka_unit_test(every_cut_and_changed_byte_of_a_description_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
