#include "core/base/json.h"
#include "program/cli/check/check_output.h"

static void put_command(const sinew__finding *finding, const char *path, sinew__json_writer *json)
{
    sinew__buffer command = {0};
    cli_put_finding_command(finding, path, 0, &command);
    const int is_empty = command.size == 0;
    sinew__buffer_put_character(&command, '\0');
    if (command.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, "command", is_empty ? NULL : command.text);
    sinew__buffer_free(&command);
}

static void put_finding(const sinew__finding *finding, const char *path, sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "code", finding->code);
    sinew__json_put_text(json, "severity", sinew__word_of(cli_severities, finding->severity)->name);
    sinew__json_put_text(json, "clip", finding->clip);
    sinew__json_put_text(json, "node", finding->node);
    if (finding->count >= 0)
        sinew__json_put_whole(json, "count", finding->count);
    else
        sinew__json_put_null(json, "count");
    sinew__json_put_number(json, "time_s", finding->time); // NaN: null
    sinew__json_put_number(json, "measured", finding->measured);
    sinew__json_put_number(json, "expected", finding->expected);
    sinew__json_put_text(json, "unit", finding->unit);
    sinew__json_put_text(json, "text", finding->text);
    put_command(finding, path, json);
    sinew__json_end_object(json);
}

static void put_unjudged(const sinew__unjudged *unjudged, sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "code", unjudged->code);
    sinew__json_put_text(json, "clip", unjudged->clip);
    sinew__json_put_text(json, "reason", unjudged->reason);
    sinew__json_end_object(json);
}

static void put_file(const cli_checked_file *file, sinew__json_writer *json)
{
    const sinew__check_report *report = &file->report;
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "file", file->path);
    sinew__json_put_text(json, "verdict", cli_verdict_names[cli_verdict_of(file)]);
    sinew__json_put_array(json, "findings");
    for (size_t i = 0; i < report->count; ++i) put_finding(&report->findings[i], file->path, json);
    sinew__json_end_array(json);
    sinew__json_put_whole(json, "omitted", (int64_t)report->dropped);
    sinew__json_put_array(json, "not_evaluated");
    for (size_t i = 0; i < report->unjudged_count; ++i) put_unjudged(&report->unjudged[i], json);
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

void cli_put_check_json(const cli_check_run *run, sinew__buffer *out)
{
    sinew__json_writer json = sinew__json_begin(out);
    sinew__json_put_object(&json, NULL);
    sinew__json_put_text(&json, "schema", "sinew.check/1");
    sinew__json_put_array(&json, "files");
    for (size_t i = 0; i < run->count; ++i) put_file(&run->files[i], &json);
    sinew__json_end_array(&json);
    sinew__json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}
