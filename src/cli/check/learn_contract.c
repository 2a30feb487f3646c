#include "cli/check/learn_contract.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "check/check_limits.h"
#include "platform/side_files.h"

/// Three digits are enough to compare with, and can be read.
static double rounded(double value)
{
    return round(value * 1000) / 1000;
}

/// Puts a name as a glob that matches nothing else.
static void put_glob(sinew__json_writer *json, const char *key, const char *name)
{
    sinew__buffer glob = {0};
    for (; *name; ++name) {
        if (strchr("*?[\\", *name)) sinew__buffer_put_character(&glob, '\\');
        sinew__buffer_put_character(&glob, *name);
    }
    sinew__buffer_put_character(&glob, '\0');
    if (glob.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, key, glob.text);
    sinew__buffer_free(&glob);
}

/// Speed and in_place, if the file has a joint by which they can be measured.
static void put_travel(const sinew__file_facts *file, const sinew__clip_facts *clip, sinew__json_writer *json)
{
    if (isnan(clip->travel) || !(clip->duration > 0)) return;
    const int travels = clip->travel > sinew__check_travel * file->size;
    sinew__json_put_bool(json, "in_place", !travels);
    if (travels) sinew__json_put_number(json, "speed", rounded(clip->travel / 100 / clip->duration));
}

static void put_clip(const sinew__file_facts *file, const sinew__clip_facts *clip, sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    put_glob(json, "file", sinew__base_name(file->path));
    put_glob(json, "clip", clip->name);
    sinew__json_put_bool(json, "loop", clip->closes);
    put_travel(file, clip, json);
    if (clip->is_on_frames) sinew__json_put_number(json, "fps", clip->fps);
    sinew__json_put_number(json, "duration", rounded(clip->duration));
    sinew__json_end_object(json);
    sinew__buffer_put_character(json->out, '\n'); // a clip per line, for editing
}

/// The codes that good files have at warning level or above: they are fine in this project.
static void put_levels(const cli_check_run *run, sinew__json_writer *json)
{
    sinew__json_put_object(json, "levels");
    for (size_t code = 0; code < SINEW__CHECK_COUNT; ++code) {
        int occurs = 0;
        for (size_t i = 0; i < run->count; ++i)
            for (size_t k = 0; k < run->files[i].report.count; ++k) {
                const sinew__finding *finding = &run->files[i].report.findings[k];
                occurs |= finding->severity > SINEW_SEVERITY_INFO &&
                          strcmp(finding->code, sinew__check_codes[code].code) == 0;
            }
        if (occurs) sinew__json_put_text(json, sinew__check_codes[code].code, "info");
    }
    sinew__json_end_object(json);
}

static void put_limits(const cli_check_run *run, sinew__json_writer *json)
{
    int32_t influences = run->contract->influences;
    for (size_t i = 0; i < run->count; ++i)
        if (run->files[i].facts.max_influences > influences) influences = run->files[i].facts.max_influences;
    sinew__json_put_object(json, "limits");
    sinew__json_put_whole(json, "influences", influences);
    sinew__json_put_whole(json, "texture_size", run->contract->texture_size);
    sinew__json_end_object(json);
}

void cli_put_learned_contract(const cli_check_run *run, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.contract/1");
    put_levels(run, &json);
    put_limits(run, &json);
    sinew__json_put_array(&json, "clips");
    for (size_t i = 0; i < run->count; ++i)
        for (int32_t k = 0; k < run->files[i].facts.clip_count; ++k)
            put_clip(&run->files[i].facts, &run->files[i].facts.clips[k], &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}
