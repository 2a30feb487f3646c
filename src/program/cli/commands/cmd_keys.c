/// sinew keys FILE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/lower_bound.h"
#include "program/cli/facts/author_joints.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/facts/key_values.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/rows.h"
#include "program/cli/framework/time_options.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/look_up.h"

// ---- keyframes -----------------------------------------------------------------------------------------------------

/// Kinds of channels; bits of cli_keyframe.channels.
typedef enum cli_key_channel {
    CLI_KEY_TRANSLATION = 1,
    CLI_KEY_ROTATION = 2,
    CLI_KEY_SCALE = 4,
    CLI_KEY_MORPH = 8,
    CLI_KEY_VISIBILITY = 16,
} cli_key_channel;

enum { CLI_KEY_CHANNEL_COUNT = 5 };

typedef struct cli_keyframe {
    int32_t number;     ///< the keyframe's number: `#N` in a time is the keyframe with number N
    int32_t joints;     ///< number of joints with a key at this time
    uint32_t channels;  ///< cli_key_channel bits
    double time;        ///< seconds from the clip's start
    int32_t last_joint; ///< scratch while keys are counted: the last joint that was counted
} cli_keyframe;

/// Names of the bits of cli_key_channel, from the lowest bit on. The first list is for text and CSV. The second is for
/// JSON, where the members of transforms have these names.
static const char *const cli_key_channel_names[] = {"translation", "rotation", "scale", "morph", "visibility"};
static const char *const cli_key_channel_json_names[] = {"t", "r", "s", "morph", "visibility"};

/// A channel or track with keys. Items are sorted by joint, so that a joint is counted once per keyframe.
typedef struct keyed_item {
    int32_t joint; ///< or SINEW_NONE
    int32_t index; ///< in `channels` or `tracks`
    int is_track;
    uint32_t channel; ///< cli_key_channel
} keyed_item;

static int compare_items(const void *a, const void *b)
{
    const keyed_item *left = a, *right = b;
    return (left->joint > right->joint) - (left->joint < right->joint);
}

/// Lists the channels and tracks that have keys on the chosen joints, sorted by joint. Channels of morphs belong to no
/// joint, and are listed if all joints are chosen. Returns [*out_count] from malloc; NULL when out of memory.
static keyed_item *list_items(const cli_joints *joints, const sinew_clip *clip, const uint8_t *chosen,
                              size_t *out_count)
{
    static const uint32_t property_kinds[] = {[SINEW__MOVES_TRANSLATION] = CLI_KEY_TRANSLATION,
                                              [SINEW__MOVES_ROTATION] = CLI_KEY_ROTATION,
                                              [SINEW__MOVES_SCALE] = CLI_KEY_SCALE,
                                              [SINEW__MOVES_MORPH] = CLI_KEY_MORPH,
                                              [SINEW__MOVES_VISIBILITY] = CLI_KEY_VISIBILITY};
    static const uint32_t path_kinds[] = {CLI_KEY_TRANSLATION, CLI_KEY_ROTATION, CLI_KEY_SCALE, CLI_KEY_MORPH};
    const sinew_model *model = joints->model;
    keyed_item *items = malloc(((size_t)clip->channel_count + (size_t)clip->track_count + 1) * sizeof *items);
    int all = 1;
    for (int32_t id = 0; id < joints->count; ++id) all &= chosen[id] != 0;
    size_t count = 0;
    for (int32_t i = 0; items && i < clip->channel_count + clip->track_count; ++i) {
        keyed_item item = {.is_track = i >= clip->channel_count};
        if (item.is_track) {
            item.index = clip->first_track + i - clip->channel_count;
            const sinew_track *track = &model->tracks[item.index];
            const int has_target = track->joint != SINEW_NONE || track->morph != SINEW_NONE;
            item.joint = track->joint;
            if (has_target && track->path < sizeof path_kinds / sizeof *path_kinds)
                item.channel = path_kinds[track->path];
        } else {
            item.index = clip->first_channel + i;
            const sinew_channel *channel = &model->channels[item.index];
            item.joint = channel->joint;
            item.channel = property_kinds[sinew__channel_rows[channel->property].moves];
        }
        const int32_t id = item.joint == SINEW_NONE ? SINEW_NONE : joints->id_of[item.joint];
        const int is_chosen = item.joint == SINEW_NONE ? all : id != SINEW_NONE && chosen[id];
        if (item.channel && is_chosen) items[count++] = item;
    }
    if (items) qsort(items, count, sizeof *items, compare_items);
    *out_count = count;
    return items;
}

/// Counts a key of an item in the keyframe at `time`, the key's time in seconds from the clip's start.
static void note_key(cli_keyframe *keyframes, int32_t count, const keyed_item *item, double time)
{
    size_t next = 0;
    SINEW__LOWER_BOUND(next, count, keyframes[next].time <= time + cli_time_tolerance);
    cli_keyframe *keyframe = next > 0 ? &keyframes[next - 1] : NULL;
    if (!keyframe || time - keyframe->time > cli_time_tolerance) return;
    keyframe->channels |= item->channel;
    if (item->joint == SINEW_NONE || keyframe->last_joint == item->joint) return;
    keyframe->last_joint = item->joint;
    ++keyframe->joints;
}

/// Collects the keyframes of a clip. Only keys of the `chosen` [joints->count] joints are counted; a keyframe without
/// such keys has 0 joints and no channels. Returns [key_time_count] from malloc; NULL when out of memory.
static cli_keyframe *collect_keyframes(const cli_joints *joints, const sinew_clip *clip, const uint8_t *chosen)
{
    const sinew_model *model = joints->model;
    const double ticks_per_second = (double)model->info->ticks_per_second;
    const int32_t count = clip->key_time_count;
    size_t item_count;
    keyed_item *items = list_items(joints, clip, chosen, &item_count);
    cli_keyframe *keyframes = items ? calloc((size_t)count + 1, sizeof *keyframes) : NULL;
    for (int32_t i = 0; keyframes && i < count; ++i)
        keyframes[i] =
            (cli_keyframe){.number = i + 1, .time = sinew__key_time(model, clip, i), .last_joint = SINEW_NONE};
    for (size_t i = 0; keyframes && i < item_count; ++i) {
        const keyed_item *item = &items[i];
        if (item->is_track) {
            const sinew_track *track = &model->tracks[item->index];
            for (int32_t k = track->first_key; k < track->first_key + track->key_count; ++k)
                note_key(keyframes, count, item, model->track_keys[k].time);
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            const int32_t index = model->channels[item->index].curve[axis];
            if (index == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[index];
            for (int32_t k = curve->first_key; k < curve->first_key + curve->key_count; ++k)
                note_key(keyframes, count, item, (double)model->curve_keys[k].ticks / ticks_per_second - clip->start);
        }
    }
    free(items);
    return keyframes;
}

// ---- settings ------------------------------------------------------------------------------------------------------

enum { GRID_AUTHORED, GRID_FRAMES };
static const sinew__word grids[] = {{"authored", GRID_AUTHORED, NULL}, {"frames", GRID_FRAMES, NULL}, {0}};

typedef struct keys_settings {
    const char *clip;
    cli_texts animations;
    cli_texts joints;
    int grid, values, format;
    double fps;
} keys_settings;

static const keys_settings defaults = {.format = CLI_FORMAT_DEFAULT};

static const cli_option options[] = {
    CLI_CLIP_OPTION(keys_settings, clip),
    CLI_ANIM_OPTION(keys_settings, animations),
    CLI_JOINTS_OPTION(keys_settings, joints),
    {"grid", 0, CLI_CHOICE, "NAME", "list the author's keyframes, or every frame", CLI_FIELD(keys_settings, grid),
     .choices = grids},
    {"values", 0, CLI_SWITCH, NULL, "list every key of every curve, with value, tangents and interpolation",
     CLI_FIELD(keys_settings, values)},
    CLI_FPS_OPTION(keys_settings, fps),
    CLI_FORMAT_OPTION(keys_settings, format, 1u << CLI_FORMAT_CSV),
    {0},
};

/// The state of one run: one file, one clip at a time.
typedef struct keys_job {
    const cli_context *context;
    const keys_settings *settings;
    const char *path;
    const sinew_model *model;
    int format;
    double fps; ///< 0: unknown
    cli_joints joints;
    uint8_t *chosen; ///< [joints.count] whether a joint was selected by --joints
    int32_t clip;
    cli_keyframe *keyframes; ///< [count] keyframes of `clip`; number 0: a frame without a keyframe
    size_t count;
    int is_open; ///< stdout accepts more output: 0 when the reader has closed the pipe
} keys_job;

static double timeline_of(const keys_job *keys, const cli_keyframe *keyframe)
{
    return sinew_clip_to_timeline(keys->model, keys->clip, keyframe->time);
}

static double frame_of(const keys_job *keys, const cli_keyframe *keyframe)
{
    return cli_frame_at(timeline_of(keys, keyframe), keys->fps);
}

static const char *clip_name(const keys_job *keys)
{
    return sinew_text(keys->model, keys->model->clips[keys->clip].name);
}

typedef struct keys_row {
    const char *clip, *channels;
    double number, frame, time, timeline, joints;
} keys_row;

static const cli_column columns[] = {
    {NULL, NULL, "clip", CLI_CELL_TEXT, CLI_FIELD(keys_row, clip)},
    {"#", "number", "number", CLI_CELL_WHOLE, CLI_FIELD(keys_row, number)},
    {"frame", "frame", "frame", CLI_CELL_NUMBER, CLI_FIELD(keys_row, frame), .digits = 7},
    {"seconds", "time_s", "time_s", CLI_CELL_NUMBER, CLI_FIELD(keys_row, time), .decimals = 4},
    {NULL, "at_s", "at_s", CLI_CELL_NUMBER, CLI_FIELD(keys_row, timeline)},
    {"joints", "joints", "joints", CLI_CELL_WHOLE, CLI_FIELD(keys_row, joints)},
    {"channels", NULL, "channels", CLI_CELL_TEXT, CLI_FIELD(keys_row, channels)},
    {0},
};

static void put_keyframe(const keys_job *keys, const cli_keyframe *keyframe, cli_rows *rows)
{
    const int is_json = keys->format == CLI_FORMAT_JSON;
    char channels[64] = ""; // such as "translation rotation"
    for (int i = 0; i < CLI_KEY_CHANNEL_COUNT; ++i) {
        if (!(keyframe->channels >> i & 1)) continue;
        if (*channels) strcat(channels, " ");
        strcat(channels, cli_key_channel_names[i]);
    }
    if (is_json) sinew__json_put_object(rows->json, NULL);
    cli_rows_add(rows, &(keys_row){.clip = clip_name(keys),
                                   .channels = channels,
                                   .number = keyframe->number ? keyframe->number : (double)NAN,
                                   .frame = keys->fps > 0 ? frame_of(keys, keyframe) : (double)NAN,
                                   .time = keyframe->time,
                                   .timeline = timeline_of(keys, keyframe),
                                   .joints = keyframe->joints});
    if (!is_json) return;
    sinew__json_put_array(rows->json, "channels");
    for (int i = 0; i < CLI_KEY_CHANNEL_COUNT; ++i) {
        if (keyframe->channels >> i & 1) sinew__json_put_text(rows->json, NULL, cli_key_channel_json_names[i]);
    }
    sinew__json_end_array(rows->json);
    sinew__json_end_object(rows->json);
}

/// Begins the JSON object of a clip.
static void begin_clip_json(const keys_job *keys, sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "schema", "sinew.keys/1");
    sinew__json_put_text(json, "file", keys->path);
    sinew__json_put_object(json, "clip");
    sinew__json_put_whole(json, "number", keys->clip + 1);
    sinew__json_put_text(json, "name", clip_name(keys));
    sinew__json_end_object(json);
}

static void put_clip_title(const keys_job *keys, sinew__buffer *out)
{
    if (out->size > 0) sinew__buffer_put_character(out, '\n');
    sinew__buffer_put_text(out, "clip ");
    sinew__buffer_put_printable(out, clip_name(keys));
    sinew__buffer_put_character(out, '\n');
}

static void put_clip(const keys_job *keys, sinew__json_writer *json)
{
    const int is_json = keys->format == CLI_FORMAT_JSON;
    cli_rows rows = {.columns = columns, .format = keys->format, .json = json, .color = cli_wants_color(keys->context)};
    if (keys->format == CLI_FORMAT_TEXT) put_clip_title(keys, json->out);
    if (is_json) {
        begin_clip_json(keys, json);
        sinew__json_put_text(json, "grid", sinew__word_of(grids, keys->settings->grid)->name);
        sinew__json_put_array(json, "keys");
    }
    for (size_t i = 0; i < keys->count; ++i) put_keyframe(keys, &keys->keyframes[i], &rows);
    cli_rows_end_table(&rows);
    if (!is_json) return;
    sinew__json_end_array(json);
    if (keys->fps > 0) {
        int32_t count = 0;
        for (size_t i = 0; i < keys->count; ++i)
            count += cli_is_between_frames(timeline_of(keys, &keys->keyframes[i]), keys->fps);
        sinew__json_put_whole(json, "subframe_keys", count);
    } else
        sinew__json_put_null(json, "subframe_keys");
    sinew__json_end_object(json);
}

/// Replaces the keyframes by one entry per whole frame of the clip. A frame at a keyframe's time gets the keyframe's
/// data.
static int use_frame_grid(keys_job *keys)
{
    const sinew_clip *clip = &keys->model->clips[keys->clip];
    sinew_error error;
    if (!(keys->fps > 0)) {
        sinew__fail(&error, SINEW_ERROR_NO_RATE, "--grid frames needs a frame rate");
        return cli_fail(keys->context, keys->path, &error);
    }
    cli_frames frames;
    if (cli_clip_frames(clip, keys->fps, &frames, &error) != SINEW_OK)
        return cli_fail(keys->context, keys->path, &error);
    cli_keyframe *grid = calloc(frames.count + 1, sizeof *grid);
    if (!grid) return cli_fail_memory(keys->context);
    size_t key = 0;
    for (size_t i = 0; i < frames.count; ++i) {
        const double frame = frames.first + (double)i;
        while (key < keys->count && frame_of(keys, &keys->keyframes[key]) < frame - cli_frame_tolerance) ++key;
        const int has_key = key < keys->count && frame_of(keys, &keys->keyframes[key]) <= frame + cli_frame_tolerance;
        grid[i] = has_key ? keys->keyframes[key] : (cli_keyframe){.time = frame / keys->fps - clip->start};
    }
    free(keys->keyframes);
    keys->keyframes = grid;
    keys->count = frames.count;
    return 0;
}

static int collect(keys_job *keys)
{
    keys->keyframes = collect_keyframes(&keys->joints, &keys->model->clips[keys->clip], keys->chosen);
    if (!keys->keyframes) return cli_fail_memory(keys->context);
    keys->count = (size_t)keys->model->clips[keys->clip].key_time_count;
    if (keys->settings->joints.count > 0) {
        // remove keyframes without keys of the chosen joints; numbers do not change
        size_t kept = 0;
        for (size_t i = 0; i < keys->count; ++i) {
            if (keys->keyframes[i].channels) keys->keyframes[kept++] = keys->keyframes[i];
        }
        keys->count = kept;
    }
    return keys->settings->grid == GRID_FRAMES ? use_frame_grid(keys) : 0;
}

/// Puts one clip.
static int add_clip(keys_job *keys, int32_t clip, sinew__json_writer *json)
{
    int failed;
    keys->clip = clip;
    if (keys->settings->values) {
        const cli_key_values values = {keys->context, &keys->joints, keys->chosen, clip, keys->format, keys->fps};
        if (keys->format == CLI_FORMAT_JSON) begin_clip_json(keys, json);
        if (keys->format == CLI_FORMAT_TEXT) put_clip_title(keys, json->out);
        failed = cli_put_key_values(&values, json, &keys->is_open);
        if (keys->format == CLI_FORMAT_JSON) sinew__json_end_object(json);
        return failed;
    }
    failed = collect(keys);
    if (!failed) put_clip(keys, json);
    free(keys->keyframes);
    keys->keyframes = NULL;
    return failed;
}

/// Puts all clips that match the pattern.
static int add_clips(keys_job *keys, sinew__json_writer *json)
{
    int failed = 0;
    if (keys->format == CLI_FORMAT_JSON) {
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "schema", "sinew.keys/1");
        sinew__json_put_text(json, "file", keys->path);
        sinew__json_put_array(json, "clips");
    }
    for (int32_t i = 0; i < keys->model->clip_count && keys->is_open && !failed; ++i) {
        if (sinew__clip_matches(keys->model, i, keys->settings->clip)) failed = add_clip(keys, i, json);
    }
    if (keys->format == CLI_FORMAT_JSON) {
        sinew__json_end_array(json);
        sinew__json_end_object(json);
    }
    return failed;
}

static int put_keys(keys_job *keys, sinew__buffer *out)
{
    sinew_error error;
    int32_t clip;
    sinew__json_writer json = sinew__json_begin(out);
    const sinew_result result = sinew_model_find_clip(keys->model, keys->settings->clip, &clip, &error);
    if (result != SINEW_OK && result != SINEW_ERROR_MANY_CLIPS) return cli_fail(keys->context, keys->path, &error);
    if (result == SINEW_OK && clip == SINEW_NONE) {
        sinew__fail(&error, SINEW_ERROR_NO_CLIP,
                    keys->model->clip_count ? "the rest pose has no keyframes" : "the file has no clips");
        return cli_fail(keys->context, keys->path, &error);
    }
    if (keys->format == CLI_FORMAT_CSV)
        cli_rows_put_csv_titles(keys->settings->values ? cli_key_value_columns : columns, 0, out);
    const int failed = result == SINEW_OK ? add_clip(keys, clip, &json) : add_clips(keys, &json);
    if (keys->format == CLI_FORMAT_JSON) sinew__buffer_put_character(out, '\n');
    return failed;
}

static int print_keys(keys_job *keys)
{
    if (!cli_joints_init(&keys->joints, keys->model)) return cli_fail_memory(keys->context);
    keys->chosen = malloc((size_t)keys->joints.count + 1);
    int failed = keys->chosen ? cli_joints_choose(keys->context, keys->path, &keys->joints, &keys->settings->joints,
                                                  keys->chosen)
                              : cli_fail_memory(keys->context);
    sinew__buffer out = {0};
    if (!failed) failed = put_keys(keys, &out);
    if (failed || !keys->is_open)
        sinew__buffer_free(&out);
    else
        failed = cli_write_stdout(keys->context, &out);
    free(keys->chosen);
    cli_joints_free(&keys->joints);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    keys_job keys = {.context = context, .settings = settings, .path = files->paths[0], .is_open = 1};
    sinew_model *model;
    if (keys.settings->values && keys.settings->grid == GRID_FRAMES)
        return cli_fail_usage(context, "bad-value", "use sinew curves -o x.csv for values at every frame",
                              "--values and --grid frames are mutually exclusive");
    int failed = cli_load_animated(context, keys.path, &keys.settings->animations, SINEW_ENGINE_EXACT, &model);
    if (failed) return failed;
    keys.model = model;
    keys.fps = cli_frame_rate(model, keys.settings->fps);
    keys.format = cli_format_of(context, keys.settings->format);
    failed = cli_check_curves(context, keys.path, model);
    if (!failed) failed = print_keys(&keys);
    sinew_model_destroy(model);
    return failed;
}

const cli_command cli_keys = {
    .name = "keys",
    .summary = "list the author's keyframes of a clip",
    .usage = "FILE [--clip C] [--joints G] [--grid authored|frames] [--values]",
    .description =
        "A keyframe is a distinct time at which the file has a key for an animated property. Column # is the N "
        "of #N in times. Frames are on the file's timeline, seconds are relative to the start of the clip.\n"
        "With --values there is a row for each key of a joint's curve. Slopes are values per second; a weight is the "
        "length of the tangent as a fraction of the segment.",
    .options = options,
    .settings_size = sizeof(keys_settings),
    .defaults = &defaults,
    .min_files = 1,
    .max_files = 1,
    .examples = "sinew keys walk.fbx\n"
                "sinew keys character.fbx --clip walk --joints 'foot.*'\n"
                "sinew keys walk.fbx --joints hips --values --format csv > keys.csv",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_BODY,
    .run = run,
    .seconds = 60,
};
