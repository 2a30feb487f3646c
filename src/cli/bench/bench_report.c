#include "cli/bench/bench_report.h"

#include <math.h>
#include <stdio.h>

#include "cli/bench/bench_machine.h"
#include "cli/framework/json.h"
#include "cli/framework/text_table.h"

/// Million vertices per second.
static double mverts(const cli_bench_skin *skin, cli_value value)
{
    return (double)skin->vertices / value.seconds / 1e6;
}

// ---- text ---------------------------------------------------------------------------------------------------------

/// Adds a table row: the value, its spread, and the speedup over `reference`.
static void add_row(cli_table *table, const char *name, double shown, cli_value value, cli_value reference)
{
    cli_table_add(table, "%s", name);
    cli_table_add(table, shown < 10 ? "%.2f" : shown < 100 ? "%.1f" : "%.0f", shown);
    cli_table_add(table, "± %.0f %%", 100 * value.spread);
    const double ratio = reference.seconds / value.seconds;
    cli_table_add(table, ratio < 10 ? "%.2f ×" : ratio < 100 ? "%.1f ×" : "%.0f ×", ratio);
}

/// Of a clip in memory; of one without a length its bytes.
static double bytes_per_second(const cli_bench_pose *pose, const sinew_baked_info *baked)
{
    return (double)baked->byte_count / (pose->clip_seconds > 0 ? pose->clip_seconds : 1);
}

static void put_pose_text(const cli_bench_pose *pose, int color, sinew__buffer *out)
{
    cli_table table = {.alignment = "lrrr", .has_title = 1, .color = color};
    sinew__buffer_format(out, "\npose, %d joints, ", (int)pose->joints);
    if (pose->clip_seconds > 0)
        sinew__buffer_format(out, "a clip of %.4g s, ", pose->clip_seconds);
    else
        sinew__buffer_put_text(out, "one time, ");
    if (pose->baked.frame_count)
        sinew__buffer_format(out, "played from %d baked frames, %.1f kB/s\n", (int)pose->baked.frame_count,
                             1e-3 * bytes_per_second(pose, &pose->baked));
    else
        sinew__buffer_put_text(out, "played from curves\n");
    cli_table_add(&table, "%s", "");
    cli_table_add(&table, "µs");
    cli_table_add(&table, "spread");
    cli_table_add(&table, "faster");
    if (pose->of_clip)
        add_row(&table, "as tutorials: hierarchy walk, channels by name", 1e6 * pose->reference.seconds,
                pose->reference, pose->reference);
    add_row(&table, "engine reference: hierarchy walk, authored curves", 1e6 * pose->reference_engine.seconds,
            pose->reference_engine, pose->reference);
    add_row(&table, "playback at 60 Hz", 1e6 * pose->sequential.seconds, pose->sequential, pose->reference);
    add_row(&table, "random times", 1e6 * pose->seek.seconds, pose->seek, pose->reference);
    if (pose->sample.seconds > 0)
        add_row(&table, "sampling local transforms", 1e6 * pose->sample.seconds, pose->sample, pose->reference);
    cli_table_put(&table, "  ", out);
}

static void put_crowd_text(const cli_bench_results *results, int color, sinew__buffer *out)
{
    cli_table table = {.alignment = "rrrrrr", .has_title = 1, .color = color};
    static const char *const titles[] = {"characters", "threads", "µs per tick", "spread", "ns each", "faster"};
    if (results->crowd_count == 0) {
        sinew__buffer_put_text(out, "\nno mesh: crowds are not measured\n");
        return;
    }
    sinew__buffer_format(out, "\ncrowds; a single character takes %.0f ns\n", 1e9 * results->alone.seconds);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    for (size_t i = 0; i < results->crowd_count; ++i) {
        const cli_bench_crowd *crowd = &results->crowds[i];
        cli_table_add(&table, "%d", (int)crowd->characters);
        cli_table_add(&table, "%d", (int)crowd->threads);
        cli_table_add(&table, "%.1f", 1e6 * crowd->tick.seconds);
        cli_table_add(&table, "± %.0f %%", 100 * crowd->tick.spread);
        cli_table_add(&table, "%.0f", 1e9 * crowd->tick.seconds / crowd->characters);
        cli_table_add(&table, "%.2f ×", results->alone.seconds * crowd->characters / crowd->tick.seconds);
    }
    cli_table_put(&table, "  ", out);
}

/// Adds a table row with the cost in multiples of another's, as a budget is stated.
static void add_multiple(cli_table *table, const char *name, cli_value value, int32_t count, cli_value reference)
{
    cli_table_add(table, "%s", name);
    cli_table_add(table, "%.2f", 1e6 * value.seconds / count);
    cli_table_add(table, "± %.0f %%", 100 * value.spread);
    cli_table_add(table, "%.2f", value.seconds / reference.seconds);
}

static void put_mix_text(const cli_bench_mix *mix, int color, sinew__buffer *out)
{
    cli_table table = {.alignment = "lrrr", .has_title = 1, .color = color};
    if (!mix->is_measured) return;
    sinew__buffer_put_text(out, "\nblending; in multiples of one clip, of a crowd in multiples of the plain crowd\n");
    cli_table_add(&table, "%s", "");
    cli_table_add(&table, "µs");
    cli_table_add(&table, "spread");
    cli_table_add(&table, "multiple");
    add_multiple(&table, "one clip", mix->playing, 1, mix->playing);
    add_multiple(&table, "two clips", mix->two_clips, 1, mix->playing);
    add_multiple(&table, "two clips and a masked layer", mix->three_layers, 1, mix->playing);
    if (mix->has_limb) add_multiple(&table, "inverse kinematics, two bones", mix->two_bone, 1, mix->playing);
    if (mix->has_limb) add_multiple(&table, "aiming, two joints", mix->aim, 1, mix->playing);
    if (mix->characters) add_multiple(&table, "a character of a crowd", mix->crowd, mix->characters, mix->crowd);
    if (mix->characters)
        add_multiple(&table, "the same, fading between two clips", mix->crowd_fading, mix->characters, mix->crowd);
    cli_table_put(&table, "  ", out);
}

static void put_skin_text(const cli_bench_skin *skin, int color, sinew__buffer *out)
{
    cli_table table = {.alignment = "lrrr", .has_title = 1, .color = color};
    sinew__buffer_format(out, "\nskinning, %lld vertices, %.1f influences each\n", (long long)skin->vertices,
                         skin->influences_mean);
    cli_table_add(&table, "%s", "");
    cli_table_add(&table, "Mvert/s");
    cli_table_add(&table, "spread");
    cli_table_add(&table, "faster");
    add_row(&table, "as tutorials: loop in float, 4 influences", mverts(skin, skin->reference), skin->reference,
            skin->reference);
    add_row(&table, "plain loop", mverts(skin, skin->plain), skin->plain, skin->reference);
    for (size_t i = 0; i < skin->kernel_count; ++i) {
        char name[32];
        snprintf(name, sizeof name, "linear, %s", skin->kernels[i].name);
        add_row(&table, name, mverts(skin, skin->kernels[i].linear), skin->kernels[i].linear, skin->reference);
    }
    add_row(&table, "dual quaternion", mverts(skin, skin->dual_quaternion), skin->dual_quaternion, skin->reference);
    add_row(&table, "copying positions and normals", mverts(skin, skin->copy), skin->copy, skin->reference);
    cli_table_put(&table, "  ", out);
}

static void put_load_text(const cli_bench_results *results, sinew__buffer *out)
{
    if (isfinite(results->import.seconds))
        sinew__buffer_format(out, "\nimport, worker included: %.1f ms\n", 1e3 * results->import.seconds);
    if (isfinite(results->open.seconds))
        sinew__buffer_format(out, "%s%s: %.0f µs ± %.0f %%\n", isfinite(results->import.seconds) ? "" : "\n",
                             results->path ? "load from the cache" : "opening the block", 1e6 * results->open.seconds,
                             100 * results->open.spread);
    if (isfinite(results->exponents.joints))
        sinew__buffer_format(out,
                             "cost grows with joints to the power %.2f, with vertices %.2f, with characters %.2f\n",
                             results->exponents.joints, results->exponents.vertices, results->exponents.characters);
}

void cli_bench_put_text(const cli_bench_results *results, int color, sinew__buffer *out)
{
    const cli_machine machine = cli_describe_machine();
    sinew__buffer_format(out, "%s, %d cores, %s, %s, %s\n", machine.cpu, machine.cores, machine.simd, machine.compiler,
                         machine.build);
    put_pose_text(&results->pose, color, out);
    put_crowd_text(results, color, out);
    put_mix_text(&results->mix, color, out);
    if (results->skin.vertices) put_skin_text(&results->skin, color, out);
    put_load_text(results, out);
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

static void put_machine_json(cli_json *json)
{
    const cli_machine machine = cli_describe_machine();
    cli_json_object(json, "machine");
    cli_json_text(json, "cpu", machine.cpu);
    cli_json_whole(json, "cores", machine.cores);
    cli_json_text(json, "simd", machine.simd);
    cli_json_text(json, "compiler", machine.compiler);
    cli_json_text(json, "build", machine.build);
    cli_json_end_object(json);
}

static void put_value_or_null(cli_json *json, const char *name, cli_value value)
{
    if (value.seconds > 0)
        cli_json_number(json, name, 1e9 * value.seconds);
    else
        cli_json_null(json, name);
}

static void put_clip_json(const cli_bench_pose *pose, cli_json *json)
{
    if (pose->baked.frame_count == 0) {
        cli_json_null(json, "clip");
        return;
    }
    cli_json_object(json, "clip");
    cli_json_text(json, "encoding", "compact");
    cli_json_whole(json, "bytes", (int64_t)pose->baked.byte_count);
    cli_json_number(json, "bytes_per_second", bytes_per_second(pose, &pose->baked));
    cli_json_whole(json, "packed_bytes", (int64_t)pose->baked.packed_byte_count);
    cli_json_end_object(json);
}

static void put_pose_json(const cli_bench_pose *pose, cli_json *json)
{
    cli_json_object(json, "pose");
    cli_json_whole(json, "joints", pose->joints);
    cli_json_whole(json, "frames", pose->baked.frame_count);
    cli_json_number(json, "clip_seconds", pose->clip_seconds);
    cli_json_number(json, "reference_ns", 1e9 * pose->reference.seconds);
    cli_json_number(json, "reference_engine_ns", 1e9 * pose->reference_engine.seconds);
    cli_json_number(json, "sequential_ns", 1e9 * pose->sequential.seconds);
    cli_json_number(json, "seek_ns", 1e9 * pose->seek.seconds);
    put_value_or_null(json, "sample_ns", pose->sample);
    cli_json_object(json, "spread");
    cli_json_number(json, "reference", pose->reference.spread);
    cli_json_number(json, "reference_engine", pose->reference_engine.spread);
    cli_json_number(json, "sequential", pose->sequential.spread);
    cli_json_number(json, "seek", pose->seek.spread);
    cli_json_end_object(json);
    cli_json_end_object(json);
}

static void put_crowd_json(const cli_bench_results *results, cli_json *json)
{
    cli_json_array(json, "crowd");
    for (size_t i = 0; i < results->crowd_count; ++i) {
        const cli_bench_crowd *crowd = &results->crowds[i];
        cli_json_object(json, NULL);
        cli_json_whole(json, "characters", crowd->characters);
        cli_json_whole(json, "threads", crowd->threads);
        cli_json_number(json, "ns_per_character", 1e9 * crowd->tick.seconds / crowd->characters);
        cli_json_number(json, "spread", crowd->tick.spread);
        cli_json_end_object(json);
    }
    cli_json_end_array(json);
    cli_json_number(json, "alone_ns", 1e9 * results->alone.seconds);
}

static void put_nanoseconds(cli_json *json, const char *name, int is_measured, cli_value value, int32_t count)
{
    if (is_measured)
        cli_json_number(json, name, 1e9 * value.seconds / count);
    else
        cli_json_null(json, name);
}

static void put_mix_json(const cli_bench_mix *mix, cli_json *json)
{
    if (!mix->is_measured) {
        cli_json_null(json, "mix");
        return;
    }
    cli_json_object(json, "mix");
    put_nanoseconds(json, "playing_ns", 1, mix->playing, 1);
    put_nanoseconds(json, "two_clips_ns", 1, mix->two_clips, 1);
    put_nanoseconds(json, "three_layers_masked_ns", 1, mix->three_layers, 1);
    put_nanoseconds(json, "ik_two_bone_ns", mix->has_limb, mix->two_bone, 1);
    put_nanoseconds(json, "ik_aim_ns", mix->has_limb, mix->aim, 1);
    cli_json_whole(json, "characters", mix->characters);
    put_nanoseconds(json, "crowd_ns", mix->characters > 0, mix->crowd, mix->characters);
    put_nanoseconds(json, "crowd_fading_ns", mix->characters > 0, mix->crowd_fading, mix->characters);
    cli_json_end_object(json);
}

static void put_skin_json(const cli_bench_skin *skin, cli_json *json)
{
    if (skin->vertices == 0) {
        cli_json_null(json, "skin");
        return;
    }
    cli_json_object(json, "skin");
    cli_json_whole(json, "vertices", skin->vertices);
    cli_json_number(json, "influences_mean", skin->influences_mean);
    cli_json_number(json, "reference_mverts_s", mverts(skin, skin->reference));
    cli_json_number(json, "plain_mverts_s", mverts(skin, skin->plain));
    cli_json_number(json, "linear_mverts_s", mverts(skin, skin->kernels[0].linear));
    cli_json_number(json, "dual_quaternion_mverts_s", mverts(skin, skin->dual_quaternion));
    cli_json_number(json, "copy_mverts_s", mverts(skin, skin->copy));
    cli_json_object(json, "spread");
    cli_json_number(json, "reference", skin->reference.spread);
    cli_json_number(json, "plain", skin->plain.spread);
    cli_json_number(json, "linear", skin->kernels[0].linear.spread);
    cli_json_number(json, "dual_quaternion", skin->dual_quaternion.spread);
    cli_json_number(json, "copy", skin->copy.spread);
    cli_json_end_object(json);
    cli_json_array(json, "kernels");
    for (size_t i = 0; i < skin->kernel_count; ++i) {
        cli_json_object(json, NULL);
        cli_json_text(json, "name", skin->kernels[i].name);
        cli_json_number(json, "linear_mverts_s", mverts(skin, skin->kernels[i].linear));
        cli_json_number(json, "spread", skin->kernels[i].linear.spread);
        cli_json_end_object(json);
    }
    cli_json_end_array(json);
    cli_json_end_object(json);
}

void cli_bench_put_json(const cli_bench_results *results, sinew__buffer *out)
{
    cli_json json = cli_json_begin(out);
    json.digits = 6;
    cli_json_object(&json, NULL);
    cli_json_text(&json, "schema", "sinew.bench/2");
    put_machine_json(&json);
    put_clip_json(&results->pose, &json);
    put_pose_json(&results->pose, &json);
    put_crowd_json(results, &json);
    put_mix_json(&results->mix, &json);
    put_skin_json(&results->skin, &json);
    cli_json_object(&json, "load");
    cli_json_text(&json, "file", results->path);
    cli_json_number(&json, "import_ms", 1e3 * results->import.seconds);
    cli_json_number(&json, "cache_open_us", 1e6 * results->open.seconds);
    cli_json_end_object(&json);
    cli_json_object(&json, "exponents");
    cli_json_number(&json, "joints", results->exponents.joints);
    cli_json_number(&json, "vertices", results->exponents.vertices);
    cli_json_number(&json, "characters", results->exponents.characters);
    cli_json_end_object(&json);
    cli_json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}
