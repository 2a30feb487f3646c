// What `sinew bench` prints: the machine, and a row per measurement, as text and as JSON.
#include "program/cli/bench/bench.h"

#include <math.h>
#include <stdio.h>

#include "core/base/cpu.h"
#include "core/platform/thread.h"
#include "program/cli/framework/text_table.h"

/// The names of each row in text and JSON, and the length of the JSON field's unit in seconds.
static const struct {
    const char *label, *key;
    double unit;
} rows[CLI_BENCH_ROWS] = {
    [CLI_BENCH_IMPORT] = {"load: import and bake", "import_ms", 1e-3},
    [CLI_BENCH_OPEN] = {"load from the cache", "cache_open_us", 1e-6},
    [CLI_BENCH_BAKE] = {"bake", "bake_ms", 1e-3},
    [CLI_BENCH_PLAY] = {"play, clip to palette", "sequential_ns", 1e-9},
    [CLI_BENCH_SEEK] = {"random times", "seek_ns", 1e-9},
    [CLI_BENCH_SAMPLE] = {"local transforms", "sample_ns", 1e-9},
    [CLI_BENCH_BLEND] = {"two clips blended", "two_clips_ns", 1e-9},
    [CLI_BENCH_SKIN] = {"skin", "skin_us", 1e-6},
    [CLI_BENCH_CROWD] = {"crowd, 1 thread", NULL, 1},
    [CLI_BENCH_CROWD_THREADS] = {"crowd, all threads", NULL, 1},
};

static double clip_seconds(const cli_bench_results *results)
{
    return results->clip == SINEW_NONE ? 0 : results->model->clips[results->clip].duration;
}

/// Returns bytes per second of the clip; the bytes if the clip has no duration.
static double per_second(const cli_bench_results *results, size_t bytes)
{
    const double seconds = clip_seconds(results);
    return (double)bytes / (seconds > 0 ? seconds : 1);
}

static double million_vertices(const cli_bench_results *results)
{
    return (double)results->vertices / results->values[CLI_BENCH_SKIN].seconds / 1e6;
}

// ---- the machine --------------------------------------------------------------------------------------------------

#ifdef __clang__
static const char compiler[] = __VERSION__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

void cli_bench_put_machine(sinew__buffer *out)
{
    char cpu[128];
    sinew__processor_name(cpu, sizeof cpu);
    sinew__buffer_format(out, "%s, %d cores, %s, %s, %s\n", cpu, sinew__processor_count(),
                         sinew__kernel_names[sinew__kernels_in_use()], compiler, SINEW_BUILD_TYPE);
}

void cli_bench_put_machine_json(sinew__json_writer *json)
{
    char cpu[128];
    sinew__processor_name(cpu, sizeof cpu);
    sinew__json_put_object(json, "machine");
    sinew__json_put_text(json, "cpu", cpu);
    sinew__json_put_whole(json, "cores", sinew__processor_count());
    sinew__json_put_text(json, "simd", sinew__kernel_names[sinew__kernels_in_use()]);
    sinew__json_put_text(json, "compiler", compiler);
    sinew__json_put_text(json, "build", SINEW_BUILD_TYPE);
    sinew__json_end_object(json);
}

// ---- text ---------------------------------------------------------------------------------------------------------

static void add_remark(cli_table *table, const cli_bench_results *results, cli_bench_row row)
{
    const sinew_baked_info *baked = &results->baked;
    if (row == CLI_BENCH_BAKE && baked->frame_count)
        cli_table_add(table, "%.1f kB/s in memory, %.1f kB/s in a file, error %.1e of the size",
                      per_second(results, baked->byte_count) / 1e3, per_second(results, baked->packed_byte_count) / 1e3,
                      baked->error);
    else if (row == CLI_BENCH_BAKE && results->clip != SINEW_NONE)
        cli_table_add(table, "the clip is not baked: it plays from its curves");
    else if (row == CLI_BENCH_SKIN)
        cli_table_add(table, "%.0f million vertices a second", million_vertices(results));
    else if (row >= CLI_BENCH_CROWD)
        cli_table_add(table, "%.0f ns for each of %d characters",
                      1e9 * results->values[row].seconds / results->characters, (int)results->characters);
    else
        cli_table_add(table, "%s", "");
}

void cli_bench_put_text(const cli_bench_results *results, int color, sinew__buffer *out)
{
    cli_table table = {.alignment = "lrrl", .has_title = 1, .color = color};
    static const char *const titles[] = {"", "time", "spread", ""};
    cli_bench_put_machine(out);
    sinew__buffer_put_printable(out, results->path);
    if (results->clip == SINEW_NONE) {
        sinew__buffer_put_text(out, ": rest pose");
    } else {
        sinew__buffer_put_text(out, ": clip '");
        sinew__buffer_put_printable(out, sinew_text(results->model, results->model->clips[results->clip].name));
        sinew__buffer_format(out, "' of %.4g s", clip_seconds(results));
    }
    sinew__buffer_format(out, ", %d joints, %lld skinned vertices\n\n", (int)results->model->joint_count,
                         (long long)results->vertices);
    for (int i = 0; i < 4; ++i) cli_table_add(&table, "%s", titles[i]);
    for (int row = 0; row < CLI_BENCH_ROWS; ++row) {
        const cli_value value = results->values[row];
        if (!(value.seconds > 0)) continue;
        if (row == CLI_BENCH_CROWD_THREADS)
            cli_table_add(&table, "crowd, %d threads", (int)results->threads);
        else
            cli_table_add(&table, "%s", rows[row].label);
        double left = value.seconds;
        static const char *const units[] = {"s", "ms", "µs", "ns"};
        int unit = 0;
        for (; unit < 3 && left < 1; ++unit) left *= 1e3;
        cli_table_add(&table, "%.*f %s", left < 10 ? 2 : left < 100 ? 1 : 0, left, units[unit]);
        cli_table_add(&table, "± %.0f %%", 100 * value.spread);
        add_remark(&table, results, (cli_bench_row)row);
    }
    cli_table_put(&table, "  ", out);
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

static void put_clip(const cli_bench_results *results, sinew__json_writer *json)
{
    const sinew_baked_info *baked = &results->baked;
    if (baked->frame_count == 0) {
        sinew__json_put_null(json, "clip");
        return;
    }
    sinew__json_put_object(json, "clip");
    sinew__json_put_text(json, "name", sinew_text(results->model, results->model->clips[results->clip].name));
    sinew__json_put_text(json, "encoding", "compact");
    sinew__json_put_whole(json, "bytes", (int64_t)baked->byte_count);
    sinew__json_put_number(json, "bytes_per_second", per_second(results, baked->byte_count));
    sinew__json_put_whole(json, "packed_bytes", (int64_t)baked->packed_byte_count);
    sinew__json_put_number(json, "packed_bytes_per_second", per_second(results, baked->packed_byte_count));
    sinew__json_put_number(json, "error", baked->error);
    sinew__json_end_object(json);
}

/// Puts a member for each row, null if the row was not measured, then the object "spread" with the spreads of the rows.
/// Ends "spread" and the object around it.
static void end_with_rows(const cli_bench_results *results, int first, int last, sinew__json_writer *json)
{
    for (int spreads = 0; spreads < 2; ++spreads) {
        if (spreads) sinew__json_put_object(json, "spread");
        for (int row = first; row <= last; ++row) {
            const cli_value value = results->values[row];
            const double number = spreads ? value.spread : value.seconds / rows[row].unit;
            sinew__json_put_number(json, rows[row].key, value.seconds > 0 ? number : (double)NAN);
        }
        if (spreads) sinew__json_end_object(json);
    }
    sinew__json_end_object(json);
}

void cli_bench_put_json(const cli_bench_results *results, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    json.digits = 6;
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.bench/3");
    cli_bench_put_machine_json(&json);
    sinew__json_put_object(&json, "load");
    sinew__json_put_text(&json, "file", results->path);
    end_with_rows(results, CLI_BENCH_IMPORT, CLI_BENCH_BAKE, &json);
    put_clip(results, &json);
    sinew__json_put_object(&json, "pose");
    sinew__json_put_whole(&json, "joints", results->model->joint_count);
    sinew__json_put_whole(&json, "frames", results->baked.frame_count);
    sinew__json_put_number(&json, "clip_seconds", clip_seconds(results));
    end_with_rows(results, CLI_BENCH_PLAY, CLI_BENCH_BLEND, &json);
    if (results->vertices > 0) {
        sinew__json_put_object(&json, "skin");
        sinew__json_put_whole(&json, "vertices", results->vertices);
        sinew__json_put_number(&json, "influences_mean", results->influences);
        sinew__json_put_number(&json, "mverts_s", million_vertices(results));
        end_with_rows(results, CLI_BENCH_SKIN, CLI_BENCH_SKIN, &json);
    } else {
        sinew__json_put_null(&json, "skin");
    }
    sinew__json_put_array(&json, "crowd");
    for (int row = CLI_BENCH_CROWD; row <= CLI_BENCH_CROWD_THREADS; ++row) {
        const cli_value value = results->values[row];
        if (!(value.seconds > 0)) continue;
        sinew__json_put_object(&json, NULL);
        sinew__json_put_whole(&json, "characters", results->characters);
        sinew__json_put_whole(&json, "threads", row == CLI_BENCH_CROWD ? 1 : results->threads);
        sinew__json_put_number(&json, "ns_per_character", 1e9 * value.seconds / results->characters);
        sinew__json_put_number(&json, "spread", value.spread);
        sinew__json_end_object(&json);
    }
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}
